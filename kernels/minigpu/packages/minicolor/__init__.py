# SPDX-License-Identifier: Apache-2.0
"""minicolor: bold text."""
from .version import __version__

__all__ = ["__version__", "bold"]


def bold(text):
    return f"\033[1m{text}\033[0m"
