# SPDX-License-Identifier: Apache-2.0
"""The compiled library, opened once when the package is imported."""
import ctypes
import os

from .errors import GpuError

PATH = os.path.join(os.path.dirname(__file__), "lib", "libminigpu.so")


class DeviceInfo(ctypes.Structure):
    """minigpu_device_info of minigpu.h."""
    _fields_ = [("name", ctypes.c_char * 128), ("uuid", ctypes.c_char * 48), ("major", ctypes.c_int), ("minor", ctypes.c_int),
                ("memory", ctypes.c_uint64)]


def _open():
    # RTLD_GLOBAL: companions such as minivision use the symbols of this library.
    library = ctypes.CDLL(PATH, mode=ctypes.RTLD_GLOBAL)
    handle, device, address, count = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_int64
    real, size = ctypes.c_float, ctypes.c_size_t
    for name in ("version", "variant", "targets"):
        getattr(library, "minigpu_" + name).restype = ctypes.c_char_p
    library.minigpu_open.restype = handle
    arguments = {
        "driver_problem": [], "driver_version": [], "device_count": [], "error_name": [device], "error_text": [device],
        "describe_device": [device, ctypes.POINTER(DeviceInfo)], "synchronize": [device],
        "allocate": [device, size, ctypes.POINTER(address)], "release": [device, address],
        "upload": [device, address, handle, size], "download": [device, handle, address, size],
        "fill": [device, address, count, real], "arange": [device, address, count, real, real],
        "add": [device, address, address, address, count], "copy": [device, address, address, count],
        "random": [device, address, count, ctypes.c_uint32],
        "matmul": [device, address, address, address, ctypes.c_int, ctypes.c_int, ctypes.c_int],
    }
    for name, types in arguments.items():
        getattr(library, "minigpu_" + name).argtypes = [handle] + types
    for name in ("driver_problem", "error_name", "error_text"):
        getattr(library, "minigpu_" + name).restype = ctypes.c_char_p
    return library


library = _open()
runtime = library.minigpu_open()


def check(operation, error):
    """Raises GpuError unless `error` is 0."""
    if error != 0:
        name = library.minigpu_error_name(runtime, error).decode()
        raise GpuError(operation, error, name, library.minigpu_error_text(runtime, error).decode())


def call(name, *arguments):
    """Calls minigpu_<name> and raises GpuError if it answers an error."""
    check(name, getattr(library, "minigpu_" + name)(runtime, *arguments))
