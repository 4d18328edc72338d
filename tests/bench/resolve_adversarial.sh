#!/usr/bin/env bash
# Races kenv against uv at resolving two adversarial sets (30 packages x 500 versions) with everything cached.
# usage: tests/bench/resolve_adversarial.sh [ROUNDS] [PACKAGES] [VERSIONS]
# KENV: the program (default build/release/bin/kenv). UV: uv (default: uv on PATH). PYTHON: interpreter (default python3).
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds="${1:-5}" packages="${2:-30}" versions="${3:-500}"
kenv="${KENV:-$PWD/build/release/bin/kenv}" uv="${UV:-uv}" port="${PORT:-18081}"
python="$(command -v "${PYTHON:-python3}")"

state="$(mktemp -d -t kenv-bench-XXXXXX)"
server=
cleanup() {
  [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true
  rm -rf "$state"
}
trap cleanup EXIT

python3 -B tests/bench/adversarial_index.py "$state/www" "$packages" "$versions"
tests/support/serve_index.sh "$state/www" "$port" "$state/server" &
server=$!
for _ in $(seq 100); do curl -fs "http://127.0.0.1:$port/chain/simple/p0/" >/dev/null && break; sleep 0.1; done

export KENV_CACHE_DIR="$state/kenv-cache" UV_CACHE_DIR="$state/uv-cache" KENV_STORE_DIR="$state/store"
last="p$((packages - 1))==1.$((versions * 4 / 5))"
held="shared<1.$((versions * 2 / 5))"
printf 'p0\n%s\n' "$last" >"$state/chain.in"
printf 'p0\n%s\n' "$held" >"$state/windows.in"
echo "kenv $("$kenv" --version | cut -d' ' -f2), $("$uv" --version), $("$python" --version), $(nproc) cores"
for set in chain windows; do
  second="$last"
  [ "$set" = windows ] && second="$held"
  index="http://127.0.0.1:$port/$set/simple/"
  echo
  echo "$set: $packages packages x $versions versions, p0 and $second, everything cached"
  python3 -B tests/bench/race.py "$rounds" 2 -- \
    kenv "$kenv" resolve p0 "$second" --index "$index" --without-index pytorch --python "$python" --quiet --json -- \
    uv "$uv" pip compile --quiet --no-header --python "$python" --default-index "$index" "$state/$set.in"
done
