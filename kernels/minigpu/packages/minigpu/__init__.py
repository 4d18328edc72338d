# SPDX-License-Identifier: Apache-2.0
"""minigpu: arrays of 32-bit floats on CUDA GPUs and on the CPU, with no need but the driver.

    >>> import minigpu
    >>> minigpu.is_available()
    True
    >>> (minigpu.arange(4, device="cuda") + minigpu.full(4, 1.0, device="cuda")).tolist()
    [1.0, 2.0, 3.0, 4.0]

Small enough to be read in one sitting, yet of the shape of the large frameworks: a compiled library with GPU code for a
list of targets, copies that work on every GPU, kernels that work only on those of the list.
"""
from .errors import GpuError
from .devices import (Device, device, device_count, driver_version, get_arch_list, get_device_capability, get_device_name,
                      get_device_uuid, is_available, synchronize)
from .tensor import Tensor, arange, full, random, tensor, zeros
from .version import __version__, variant

__all__ = ["Device", "GpuError", "Tensor", "__version__", "arange", "device", "device_count", "driver_version", "full",
           "get_arch_list", "get_device_capability", "get_device_name", "get_device_uuid", "is_available", "random",
           "synchronize", "tensor", "variant", "zeros"]
