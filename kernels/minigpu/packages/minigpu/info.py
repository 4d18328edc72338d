# SPDX-License-Identifier: Apache-2.0
"""The command minigpu-info: what this build carries and what each GPU says to it."""
import sys

import minicore

from . import GpuError, devices, full, native
from .version import __version__


def main():
    print(minicore.heading(f"minigpu {__version__}"))
    print(f"kernels for: {' '.join(devices.get_arch_list()) or 'no GPU'}")
    problem = native.library.minigpu_driver_problem(native.runtime).decode()
    print(f"driver: {'CUDA ' + devices.driver_version() if devices.driver_version() else problem}")
    failed = False
    for index in range(devices.device_count()):
        major, minor = devices.get_device_capability(index)
        try:
            full(1, 1.0, device=f"cuda:{index}").tolist()
            verdict = "kernels run"
        except GpuError as error:
            verdict, failed = str(error), True
        print(f"cuda:{index}: {devices.get_device_name(index)}, compute capability {major}.{minor}: {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
