#!/usr/bin/env bash
# Races kenv against uv on the torch + torchvision + transformers stack: loopback nginx, a fresh ext4, interleaved runs.
# usage: tests/bench/install.sh WHEELS [ROUNDS]
#   WHEELS: a folder with the stack's wheels (pip download -d WHEELS torch torchvision transformers)
# KENV: the program (default build/release/bin/kenv). UV: uv (default: uv on PATH). PYTHON: interpreter (default python3).
# Needs root for the loop-mounted file system; without it a folder beside WHEELS is used, and the output says so.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheels="$1"
rounds="${2:-3}"
kenv="${KENV:-$PWD/build/release/bin/kenv}"
uv="${UV:-uv}"
python="$(command -v "${PYTHON:-python3}")"
port="${PORT:-18080}"
unset UV_LINK_MODE UV_CONCURRENT_DOWNLOADS PIP_FIND_LINKS

state="$(mktemp -d -t kenv-bench-XXXXXX)"
mounted=
cleanup() {
  [ -f "$state/server/nginx.pid" ] && kill "$(cat "$state/server/nginx.pid")" 2>/dev/null || true
  [ -n "$mounted" ] && umount "$state/disk" && rm -f "$state/disk.img"
  rm -rf "$state"
}
trap cleanup EXIT

python3 tests/support/make_index.py "$wheels" "$state/index"
tests/support/serve_index.sh "$state/index" "$port" "$state/server" &
for _ in $(seq 50); do curl -fs "http://127.0.0.1:$port/simple/torch/" >/dev/null && break; sleep 0.1; done

mkdir "$state/disk"
if [ "$(id -u)" = 0 ] && truncate -s 60G "$state/disk.img" && mkfs.ext4 -q -F "$state/disk.img" && mount -o loop "$state/disk.img" "$state/disk" 2>/dev/null; then
  mounted=yes
fi
disk="$state/disk"
echo "kenv $("$kenv" --version | cut -d' ' -f2), $("$uv" --version), $("$python" --version), $(nproc) cores, $(stat -f -c %T "$disk")${mounted:+ (fresh, loop-mounted)}"
echo "wheels: $(ls "$wheels"/*.whl | wc -l), $(du -shL "$wheels" | cut -f1)"

index="http://127.0.0.1:$port/simple/"
requirements=(torch torchvision transformers)

timed() {  # label, log, command...: prints seconds and peak MB
  local label="$1"; shift
  /usr/bin/time -f "%e %U %S %M" -o "$state/time" "$@" >"$state/out.log" 2>&1 || { cat "$state/out.log" >&2; echo "$label failed" >&2; exit 1; }
  read -r wall user sys peak <"$state/time"
  printf '%-12s %7.2f s wall  %6.2f user %6.2f sys  %4d MB\n' "$label" "$wall" "$user" "$sys" "$((peak / 1024))"
  echo "$label $wall $((peak / 1024))" >>"$state/results"
}

uv_create() { "$uv" venv -q --python "$python" "$1" && "$uv" pip install -q --python "$1/bin/python" --default-index "$index" "${requirements[@]}"; }
kenv_create() { "$kenv" create "$1" "${requirements[@]}" --python "$python" --gpu "RTX 5090" --index "$index" --without-index pytorch --yes; }
export -f uv_create kenv_create
export uv python index kenv
export requirements_text="${requirements[*]}"
settle() { sync -f "$disk"; sleep "${SETTLE:-3}"; }

: >"$state/results"
for round in $(seq "$rounds"); do
  folder="$disk/$round"
  mkdir "$folder"
  settle
  UV_CACHE_DIR="$folder/uv-cache" timed uv-cold bash -c 'requirements=($requirements_text); uv_create "$0"' "$folder/uv1"
  settle
  KENV_STORE_DIR="$folder/store" KENV_CACHE_DIR="$folder/cache" timed kenv-cold bash -c 'requirements=($requirements_text); kenv_create "$0"' "$folder/kenv1"
  for warm in 1 2 3; do
    settle
    UV_CACHE_DIR="$folder/uv-cache" timed uv-warm bash -c 'requirements=($requirements_text); uv_create "$0"' "$folder/uv-warm$warm"
    KENV_STORE_DIR="$folder/store" KENV_CACHE_DIR="$folder/cache" timed kenv-warm bash -c 'requirements=($requirements_text); kenv_create "$0"' "$folder/kenv-warm$warm"
  done
  for again in 1 2 3; do
    KENV_STORE_DIR="$folder/store" KENV_CACHE_DIR="$folder/cache" timed doctor bash -c '"$kenv" doctor "$0" --gpu "RTX 5090"' "$folder/kenv1"
  done
done

python3 - "$state/results" <<'PY'
import collections, statistics, sys
runs = collections.defaultdict(list)
for line in open(sys.argv[1]):
    label, wall, peak = line.split()
    runs[label].append((float(wall), int(peak)))
print()
median = {}
for label, values in runs.items():
    walls = sorted(wall for wall, _ in values)
    median[label] = statistics.median(walls)
    print(f"{label:<12} median {median[label]:6.2f} s  ({walls[0]:.2f} to {walls[-1]:.2f}, {len(walls)} runs), peak {max(p for _, p in values)} MB")
for kind in ("cold", "warm"):
    print(f"{kind} create: kenv takes {median['kenv-' + kind] / median['uv-' + kind]:.2f} x uv's time")
PY
