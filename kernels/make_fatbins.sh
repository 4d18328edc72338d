#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes every checked-in fatbin text again: minigpu/fatbins/*.txt and native_probe/fatbins/*.txt.
#
# Needs CUDA 13.0's nvcc and fatbinary in PATH, and python3 with pip: compilers of CUDA 12.9, the last that know sm_50 to
# sm_70, come as Python packages and are installed into a scratch folder. Nobody needs to run this to build kenv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=${1:-$(mktemp -d)}
nvcc --version | grep -q 'release 13\.0' || { echo "make_fatbins.sh: nvcc 13.0 is not in PATH" >&2; exit 1; }
if [ ! -d "$scratch/cuda12/nvidia" ]; then
  python3 -m pip install --quiet --no-deps --target "$scratch/cuda12" \
    nvidia-cuda-nvcc-cu12==12.9.86 nvidia-cuda-nvrtc-cu12==12.9.86
fi
python3 "$here/make_fatbins.py" --cuda12 "$scratch/cuda12" --scratch "$scratch"
