# SPDX-License-Identifier: Apache-2.0
"""Devices: "cpu", "cuda", "cuda:1"."""
import ctypes

from . import native


class Device:
    """Where a tensor lies: type "cpu" or "cuda", and the index of the GPU."""

    def __init__(self, kind, index):
        self.type, self.index = kind, index

    @property
    def number(self):
        """What the compiled library calls it."""
        return -1 if self.type == "cpu" else self.index

    def __eq__(self, other):
        return isinstance(other, Device) and self.number == other.number

    def __hash__(self):
        return hash(self.number)

    def __str__(self):
        return "cpu" if self.type == "cpu" else f"cuda:{self.index}"

    def __repr__(self):
        return f"device('{self}')"


def device(name=None):
    """The device of that name; a Device is returned as it is, None is the CPU."""
    if isinstance(name, Device):
        return name
    if name is None or name == "cpu":
        return Device("cpu", None)
    kind, _, index = name.partition(":")
    if kind != "cuda" or (index and not index.isdigit()):
        raise ValueError(f"minigpu: no device is called {name!r}; there are 'cpu', 'cuda' and 'cuda:N'")
    return Device("cuda", int(index or 0))


def is_available():
    """True if there is a driver with a GPU. As with other frameworks this says nothing about kernels."""
    return device_count() > 0


def device_count():
    return native.library.minigpu_device_count(native.runtime)


def driver_version():
    """The CUDA version of the driver as text, "13.0"; None without a driver."""
    version = native.library.minigpu_driver_version(native.runtime)
    return f"{version // 1000}.{version % 1000 // 10}" if version else None


def get_arch_list():
    """The targets that the kernels of this build were compiled for."""
    return native.library.minigpu_targets().decode().split()


def _describe(index):
    info = native.DeviceInfo()
    native.call("describe_device", index, ctypes.byref(info))
    return info


def get_device_name(index=0):
    return _describe(index).name.decode()


def get_device_uuid(index=0):
    return _describe(index).uuid.decode()


def get_device_capability(index=0):
    info = _describe(index)
    return info.major, info.minor


def synchronize(name="cuda"):
    native.call("synchronize", device(name).number)
