#!/bin/sh
# Builds kenv and shows it at work: an environment that cannot run on the GPU, its diagnosis, repair and the way back.
# usage: scripts/demo.sh [--torch]
#   without options: minigpu, the small framework that comes with kenv; needs no network beyond the packages to build with
#   --torch: PyTorch from your package index; gigabytes, said beforehand
set -eu
cd "$(dirname "$0")/.."
source_folder="$PWD"

torch=
case "${1:-}" in
  "") ;;
  --torch) torch=yes ;;
  *) sed -n '2,6s/^# //p' "$0"; exit 2 ;;
esac

if [ -t 1 ]; then bold="$(printf '\033[1m')" plain="$(printf '\033[0m')"; else bold='' plain=''; fi
headline() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }

# Shows a command as one would type it, then runs it. kenv's exit codes mean something, so one that is not 0 is shown;
# the demo ends where another comes than it foretells: run EXIT_CODE COMMAND...
run() {
  wanted="$1"
  shift
  line='$'
  for word in "$@"; do
    case "$word" in *[!A-Za-z0-9._/:=+-]*) line="$line \"$word\"" ;; *) line="$line $word" ;; esac
  done
  printf '%s%s%s\n' "$bold" "$line" "$plain"
  code=0
  "$@" || code=$?
  [ "$code" = 0 ] || echo "(exit code $code)"
  [ "$code" = "$wanted" ] || { echo "error: exit code $code where $wanted was expected" >&2; exit 1; }
}

headline "Building kenv"
scripts/setup.sh
mkdir -p build
log="$source_folder/build/demo-build.log"
echo "a few minutes the first time; the compiler's output is in build/demo-build.log"
if ! { cmake --preset release && cmake --build --preset release --target kenv kenv-probe minigpu_index; } >"$log" 2>&1; then
  tail -n 25 "$log" >&2
  echo "error: kenv could not be built" >&2
  echo "hint: the whole output is in build/demo-build.log; scripts/setup.sh names the packages that building needs" >&2
  exit 1
fi

work="$(mktemp -d -t kenv-demo-XXXXXX)"
server=
cleanup() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP PIPE
PATH="$source_folder/build/release/bin:$PATH"
unset VIRTUAL_ENV CUDA_VISIBLE_DEVICES || true

# Where wheels and pages go: everything that the demo leaves behind lies in its own folder.
KENV_STORE_DIR="$work/store" KENV_CACHE_DIR="$work/cache"
export KENV_STORE_DIR KENV_CACHE_DIR

capability() {  # of the first GPU in this machine; empty without one
  kenv inspect --json "$source_folder/build/release/minigpu-index/wheels"/minigpu-1.2.0+new-*.whl |
    jq -r '.files[0].coverage[0].compute_capability // empty'
}

serve_minigpu() {
  port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  tests/support/serve_index.sh build/release/minigpu-index "$port" "$work/server" &
  server=$!
  url="http://127.0.0.1:$port"
  tries=0
  until python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1])' "$url/simple/minigpu/" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || { echo "error: nginx does not serve the index: $(cat "$work/server/error.log" 2>/dev/null)" >&2; exit 1; }
    sleep 0.1
  done
  export KENV_INDEX="$url/default" KENV_FRAMEWORK_INDEX_MINIGPU="$url/simple"
  echo "nginx serves minigpu's wheels at $url, on this machine alone"
}

# The story. $gpu: options that name the GPU to repair for; none if it is in the machine.
story() {  # requirements, the GPU that the environment was made for, further options
  requirements="$1" former="$2" options="$3"
  headline "An environment made for another GPU, a $former"
  # shellcheck disable=SC2086  # lists of words
  run 0 kenv create demo $requirements --gpu "$former" $options --yes
  headline "What is wrong with it on $target?"
  if [ -n "$named" ]; then set -- --gpu "$named"; else set --; fi
  run 3 kenv doctor demo "$@"
  [ -n "$named" ] || { headline "The kernels do not lie: a launch on $target"; run 7 kenv probe demo; }
  headline "The repair"
  # shellcheck disable=SC2086
  run 0 kenv fix demo "$@" $options --yes
  run 0 kenv doctor demo "$@"
  run 0 kenv probe demo "$@"
  headline "What happened, and the way back"
  run 0 kenv history demo
  run 0 kenv rollback demo
  run 3 kenv doctor demo "$@"
}

cd "$work"
if [ -n "$torch" ]; then
  named="RTX 5090" target="a named RTX 5090"
  headline "What this takes"
  # An estimate: the repair stays near the version that is there, and that may be larger than the newest.
  bytes() { kenv resolve --quiet torch --gpu "$1" --without-index pytorch --json | jq "$2"; }
  download=$(($(bytes "GTX 1080 Ti" .download_bytes) + $(bytes "$named" .download_bytes)))
  disk=$(($(bytes "GTX 1080 Ti" .disk_bytes) + $(bytes "$named" .disk_bytes)))
  echo "two builds of PyTorch: about $((download / 1000000000 + 2)) GB to download and $((disk / 1000000000 + 2)) GB in $work, removed at the end"
  if [ -t 0 ]; then
    printf 'go on? [y/N] '
    read -r answer
    case "$answer" in y* | Y*) ;; *) exit 0 ;; esac
  fi
  story torch "GTX 1080 Ti" "--without-index pytorch"
  launched="no kernel: the RTX 5090 was only named. torch was imported and used on the CPU"
else
  cd "$source_folder"
  headline "An index on loopback"
  serve_minigpu
  cd "$work"
  has="$(capability)"
  former="GTX 1080 Ti"
  why="there is no GPU in this machine"
  if [ -n "$has" ] && ! kenv resolve minigpu >/dev/null 2>&1; then
    has='' why="no build of minigpu runs with the driver of this machine"
  fi
  if [ -n "$has" ]; then
    named='' target="the GPU of this machine ($has)"
    [ "${has%%.*}" -ge 8 ] || former="RTX 5090"
    launched="minigpu's kernels on the GPU of this machine: they failed with the first build and passed before the repair was switched on"
  else
    named="RTX 5090" target="a named RTX 5090"
    launched="no kernel: $why, and the RTX 5090 was only named. minigpu was imported and used on the CPU"
  fi
  story "minigpu minivision" "$former" ""
fi
headline "What was launched"
echo "$launched."
echo "What GPU code each build carries was read from its files. Where the GPU is in the machine, \`kenv probe\` launches kernels."
