#!/usr/bin/env bash
# The whole repair on a machine with a GPU newer than Turing, with the minigpu index and nothing from the network:
# a build without code for the GPU fails with error 209 although copies work, fix proves another build on the staged tree
# before it switches, rollback brings the failing one back, and a failed launch test switches nothing.
# usage: tests/gpu/repair_story.sh KENV MINIGPU_INDEX      (the folder that the build target minigpu_index makes)
set -euo pipefail
kenv="$(realpath "$1")"
index="$(realpath "$2")"
work="$(mktemp -d -t kenv-gpu-XXXXXX)"
port="${PORT:-18555}"
export KENV_STORE_DIR="$work/store" KENV_CACHE_DIR="$work/cache"
trap 'kill %1 2>/dev/null; rm -rf "$work"' EXIT
python3 -m http.server --bind 127.0.0.1 --directory "$index" "$port" >/dev/null 2>&1 &
for _ in $(seq 50); do python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$port/simple/')" 2>/dev/null && break; sleep 0.1; done
sources=(--index "http://127.0.0.1:$port/simple/" --framework-index "minigpu=http://127.0.0.1:$port/simple/")

say() { printf '\n== %s\n' "$*"; }
expect() {  # wanted exit code, command...
  local wanted="$1" got=0
  shift
  "$@" 2>>"$work/log" || got=$?
  [ "$got" = "$wanted" ] || { echo "FAILED: exit $got instead of $wanted: $*"; tail -20 "$work/log"; exit 1; }
  echo "(exit $got, as it should be)"
}
digest() { (cd "$1" && find . -name __pycache__ -prune -o -printf '%p %m %y %l\n' | sort; cd "$1" && find . -name __pycache__ -prune -o -type f -print0 | sort -z | xargs -0 sha256sum) | sha256sum; }
value() { python3 -c "import json,sys; d=json.load(open('$work/out.json')); print($1)"; }

say "an environment for another, older GPU"
expect 0 "$kenv" create "$work/env" minigpu minivision --gpu "GTX 1080 Ti" "${sources[@]}" --yes
say "doctor, with the GPU that is here"
expect 3 "$kenv" doctor "$work/env"
say "probe: copies pass, kernels fail with 209"
expect 7 "$kenv" probe "$work/env" --json >"$work/probe.txt" || true
head -n -1 "$work/probe.txt" >"$work/out.json"
value "[(c['framework'], c['check'], c['status'], c['error']) for g in d['gpus'] for c in g['checks']]"
[ "$(value "any(c['status'] == 'passed' and 'copy' in c['check'] for g in d['gpus'] for c in g['checks'])")" = True ] || { echo "FAILED: no copy passed"; exit 1; }
[ "$(value "any(c['status'] == 'failed' and '209' in (c['error'] or '') for g in d['gpus'] for c in g['checks'])")" = True ] || { echo "FAILED: no 209"; exit 1; }
before="$(digest "$work/env")"

say "fix where every launch fails (CUDA_FORCE_PTX_JIT=1): nothing is switched"
expect 7 env CUDA_FORCE_PTX_JIT=1 "$kenv" fix "$work/env" "${sources[@]}" --yes
[ "$(digest "$work/env")" = "$before" ] || { echo "FAILED: the environment changed"; exit 1; }
say "fix: launched on the staged tree, then switched"
expect 0 "$kenv" fix "$work/env" "${sources[@]}" --yes
expect 0 "$kenv" probe "$work/env"
expect 0 "$kenv" doctor "$work/env"
"$kenv" history "$work/env"
say "rollback: the failing build is back, to the byte"
expect 0 "$kenv" rollback "$work/env"
[ "$(digest "$work/env")" = "$before" ] || { echo "FAILED: not to the byte"; exit 1; }
expect 7 "$kenv" probe "$work/env"
say "all of it holds"
