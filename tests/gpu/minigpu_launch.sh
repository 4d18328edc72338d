#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The minigpu story on a real GPU: a build that lacks the GPU's target allocates and copies and then fails with error
# 209; the build that has it computes right; kenv-probe proves driver and GPU; and, where torch is installed, the torch
# probe passes and fails where it must.
#
# usage: minigpu_launch.sh MINIGPU_INDEX KENV_PROBE     (what the targets minigpu_index and kenv-probe have built)
# Needs the driver and python3 with venv; no network, no compiler, no pip. PYTHON names another interpreter.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec "${PYTHON:-python3}" -B "$here/minigpu_launch.py" "$1" "$2"
