# SPDX-License-Identifier: Apache-2.0
"""minicore: what minigpu and its friends print with. Coloured if minicolor is installed (minicore[color])."""
import sys

from .version import __version__

try:
    import minicolor
except ImportError:
    minicolor = None

__all__ = ["__version__", "heading"]


def heading(text, stream=None):
    """`text` as a heading: bold on a terminal."""
    stream = sys.stdout if stream is None else stream
    return minicolor.bold(text) if minicolor and stream.isatty() else text
