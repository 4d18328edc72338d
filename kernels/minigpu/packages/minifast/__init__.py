# SPDX-License-Identifier: Apache-2.0
"""minifast: fused operations on minigpu's tensors, compiled for exactly one release and variant of minigpu."""
import ctypes
import os

import minigpu
from minigpu import native

from .version import __version__, variant

if variant != minigpu.variant:
    raise RuntimeError(f"minifast {__version__} was built for minigpu's variant '{variant}', but minigpu "
                       f"{minigpu.__version__} is installed")


def _open():
    # Beside another release of minigpu this fails: "undefined symbol: minigpu_abi_1_1_0".
    library = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "lib", "libminifast.so"))
    address = ctypes.c_uint64
    library.minifast_scale_add.argtypes = [ctypes.c_void_p, ctypes.c_int, address, address, address, ctypes.c_int64, ctypes.c_float]
    return library


_library = _open()


def scale_add(factor, left, right):
    """factor * left + right, element by element."""
    out = minigpu.Tensor(left.shape, left.device)
    count = 1
    for length in left.shape:
        count *= length
    native.check("scale_add", _library.minifast_scale_add(native.runtime, left.device.number, left.address, right.address,
                                                          out.address, count, factor))
    return out
