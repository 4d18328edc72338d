# SPDX-License-Identifier: Apache-2.0
"""What the grid is made of."""
GPUS = """GeForce GTX 780 Ti, Tesla K80, GeForce GTX 750 Ti, Quadro M1200, GeForce GTX 980 Ti, Tesla M60, Jetson Nano, Tesla P100,
Quadro GP100, GeForce GTX 1060, GeForce GTX 1080 Ti, Tesla P40, Jetson TX2, NVIDIA V100, NVIDIA TITAN V, Jetson AGX Xavier, Tesla T4,
GeForce RTX 2060, GeForce RTX 2080 Ti, Quadro RTX 6000, NVIDIA A100, NVIDIA A30, GeForce RTX 3060, GeForce RTX 3090, NVIDIA A10,
NVIDIA RTX A6000, Jetson AGX Orin, GeForce RTX 4060, GeForce RTX 4090, NVIDIA L4, NVIDIA L40S, NVIDIA H100, NVIDIA H200, NVIDIA GH200,
NVIDIA B200, NVIDIA GB200, NVIDIA B300, NVIDIA Rubin (architecture), Jetson T5000, GeForce RTX 5050, GeForce RTX 5090,
NVIDIA RTX PRO 6000 Blackwell Server Edition, NVIDIA GB10""".replace("\n", " ").split(", ")
DRIVERS = ["-", "470.256.02", "525.60.13", "535.183.01", "550.54.14", "570.86.15", "580.65.06", "590.44.01", "615.10"]
SYSTEMS = [("linux", "x86_64"), ("linux", "aarch64"), ("windows", "x86_64")]
PYTHONS = ["3.8", "3.10", "3.12", "3.13", "3.14t"]
LIBCS = ["2.17", "2.27", "2.28", "musl"]
SHOWN_PYTHON = "3.12"
