# SPDX-License-Identifier: Apache-2.0
"""Tensors of one or two dimensions."""
import ctypes

from . import native
from .devices import device as find_device

_FLOAT = ctypes.sizeof(ctypes.c_float)


class _Memory:
    """Memory on a device; given back when nobody holds it any more."""

    def __init__(self, device, count):
        address = ctypes.c_uint64()
        native.call("allocate", device.number, count * _FLOAT, ctypes.byref(address))
        self.device, self.address = device, address.value

    def __del__(self):
        if hasattr(self, "address"):
            native.library.minigpu_release(native.runtime, self.device.number, self.address)


class Tensor:
    """Made by tensor(), full(), zeros(), arange() and random()."""

    def __init__(self, shape, device):
        self.shape, self.device = tuple(shape), device
        self._memory = _Memory(device, len(self))

    def __len__(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def address(self):
        return self._memory.address

    def _like(self, shape=None):
        return Tensor(self.shape if shape is None else shape, self.device)

    def _values(self):
        values = (ctypes.c_float * len(self))()
        native.call("download", self.device.number, values, self.address, len(self) * _FLOAT)
        return values

    def tolist(self):
        values = list(self._values())
        if len(self.shape) == 1:
            return values
        rows, columns = self.shape
        return [values[row * columns:(row + 1) * columns] for row in range(rows)]

    def to(self, name):
        """The same values on another device: a copy through the driver, no kernel takes part."""
        device = find_device(name)
        return self if device == self.device else _from_values(self._values(), self.shape, device)

    def clone(self):
        """A copy on the same device, made by a kernel."""
        out = self._like()
        native.call("copy", self.device.number, self.address, out.address, len(self))
        return out

    def reshape(self, *shape):
        out = Tensor.__new__(Tensor)
        out.shape, out.device, out._memory = shape, self.device, self._memory
        if len(out) != len(self) or len(shape) not in (1, 2):
            raise ValueError(f"minigpu: {self.shape} cannot be reshaped to {shape}")
        return out

    def __add__(self, other):
        self._require(other, self.shape == other.shape, "+")
        out = self._like()
        native.call("add", self.device.number, self.address, other.address, out.address, len(self))
        return out

    def __matmul__(self, other):
        fits = len(self.shape) == 2 and len(other.shape) == 2 and self.shape[1] == other.shape[0]
        self._require(other, fits, "@")
        rows, inner, columns = self.shape[0], self.shape[1], other.shape[1]
        out = self._like((rows, columns))
        native.call("matmul", self.device.number, self.address, other.address, out.address, rows, inner, columns)
        return out

    def _require(self, other, fits, operator):
        if self.device != other.device:
            raise ValueError(f"minigpu: {operator} of tensors on {self.device} and {other.device}")
        if not fits:
            raise ValueError(f"minigpu: {operator} of shapes {self.shape} and {other.shape}")

    def __repr__(self):
        return f"Tensor(shape={self.shape}, device='{self.device}')"


def _from_values(values, shape, device):
    out = Tensor(shape, device)
    native.call("upload", device.number, out.address, values, len(out) * _FLOAT)
    return out


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def tensor(data, device=None):
    """From a list of numbers, or a list of equally long lists."""
    rows = data if data and isinstance(data[0], (list, tuple)) else None
    flat = [value for row in rows for value in row] if rows else list(data)
    if rows and any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("minigpu: the rows of a tensor are equally long")
    shape = (len(rows), len(rows[0])) if rows else (len(flat),)
    return _from_values((ctypes.c_float * len(flat))(*flat), shape, find_device(device))


def full(shape, value, device=None):
    out = Tensor(_shape(shape), find_device(device))
    native.call("fill", out.device.number, out.address, len(out), value)
    return out


def zeros(shape, device=None):
    return full(shape, 0.0, device)


def arange(count, start=0.0, step=1.0, device=None):
    out = Tensor((count,), find_device(device))
    native.call("arange", out.device.number, out.address, count, start, step)
    return out


def random(shape, seed=0, device=None):
    """Uniform in [0, 1); a seed gives the same numbers on every device."""
    out = Tensor(_shape(shape), find_device(device))
    native.call("random", out.device.number, out.address, len(out), seed)
    return out
