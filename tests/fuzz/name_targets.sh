#!/bin/sh
# Gives the fuzz program a hard link for each target and puts the shared libraries it needs, but for the C library,
# into lib/ beside it: the folder can then be carried to another machine.
# usage: name_targets.sh PROGRAM TARGET...
set -eu
program="$1"
shift
cd "$(dirname "$program")"
for target in "$@"; do ln -f "$(basename "$program")" "fuzz_$target"; done
mkdir -p lib
ldd "$program" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do
  case "$(basename "$library")" in
    libc.so.*|libm.so.*|libdl.so.*|libpthread.so.*|librt.so.*|ld-linux*) ;;
    *) cp -f "$library" lib/ ;;
  esac
done
