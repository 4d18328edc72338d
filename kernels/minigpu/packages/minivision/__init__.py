# SPDX-License-Identifier: Apache-2.0
"""minivision: image operations on minigpu's tensors. Each release fits exactly one release of minigpu."""
import ctypes
import os

import minigpu
from minigpu import native

from .version import __version__, variant

if variant != minigpu.variant:
    raise RuntimeError(f"minivision {__version__} was built for minigpu's variant '{variant}', but minigpu "
                       f"{minigpu.__version__} is installed: install both in one variant")


def _open():
    # A companion of another release fails here: "undefined symbol: minigpu_abi_1_1_0".
    library = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "lib", "libminivision.so"))
    address = ctypes.c_uint64
    library.minivision_blur.argtypes = [ctypes.c_void_p, ctypes.c_int, address, address, ctypes.c_int, ctypes.c_int]
    library.minivision_overlap.argtypes = [ctypes.c_void_p, ctypes.c_int, address, address, ctypes.c_int]
    return library


_library = _open()


def blur(image):
    """The mean of each 3 x 3 neighbourhood of a tensor of shape (height, width)."""
    height, width = image.shape
    out = minigpu.Tensor(image.shape, image.device)
    native.check("blur", _library.minivision_blur(native.runtime, image.device.number, image.address, out.address, width, height))
    return out


def overlap(boxes):
    """Intersection over union of each pair of boxes, given as rows (left, top, right, bottom)."""
    count = boxes.shape[0]
    out = minigpu.Tensor((count, count), boxes.device)
    native.check("overlap", _library.minivision_overlap(native.runtime, boxes.device.number, boxes.address, out.address, count))
    return out


def nms(boxes, scores, threshold):
    """Non-maximum suppression: indices of the boxes that are kept, the best score first."""
    pairs = overlap(boxes).tolist()
    values = scores.tolist()
    kept = []
    for candidate in sorted(range(len(values)), key=lambda index: -values[index]):
        if all(pairs[candidate][other] <= threshold for other in kept):
            kept.append(candidate)
    return kept
