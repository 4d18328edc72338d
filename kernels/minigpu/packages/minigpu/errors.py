# SPDX-License-Identifier: Apache-2.0
class GpuError(RuntimeError):
    """An error of the CUDA driver: its number, its name, and the operation that met it."""

    def __init__(self, operation, number, name, text):
        super().__init__(f"minigpu: {operation}: {name} ({number}): {text}")
        self.operation, self.number, self.name = operation, number, name
