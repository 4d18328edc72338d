#!/usr/bin/env bash
# Races kenv against uv at resolving torch + torchvision + transformers with cached metadata, from the default index of
# pip's configuration (INDEX=URL for another one).
# usage: tests/bench/resolve.sh [ROUNDS]
# KENV: the program (default build/release/bin/kenv). UV: uv (default: uv on PATH). PYTHON: interpreter (default python3).
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds="${1:-9}"
kenv="${KENV:-$PWD/build/release/bin/kenv}" uv="${UV:-uv}"
python="$(command -v "${PYTHON:-python3}")"
index="${INDEX:-$("$python" -m pip config get global.index-url 2>/dev/null || true)}"

state="$(mktemp -d -t kenv-bench-XXXXXX)"
trap 'rm -rf "$state"' EXIT
export KENV_CACHE_DIR="$state/kenv-cache" UV_CACHE_DIR="$state/uv-cache" KENV_STORE_DIR="$state/store"
printf 'torch\ntorchvision\ntransformers\n' >"$state/requirements.in"

kenv_words=(--python "$python" --gpu "RTX 5090" --without-index pytorch --quiet --json)
uv_words=(--quiet --no-header --python "$python")
if [ -n "$index" ]; then kenv_words+=(--index "$index") uv_words+=(--default-index "$index"); fi
echo "kenv $("$kenv" --version | cut -d' ' -f2), $("$uv" --version), $("$python" --version), $(nproc) cores"
echo "torch torchvision transformers, everything cached"
python3 -B tests/bench/race.py "$rounds" 2 -- \
  kenv "$kenv" resolve torch torchvision transformers "${kenv_words[@]}" -- \
  uv "$uv" pip compile "${uv_words[@]}" "$state/requirements.in"
