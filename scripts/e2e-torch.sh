#!/usr/bin/env bash
# The real thing: torch from the default index, on a machine that needs no GPU. Takes tens of gigabytes and minutes.
# usage: scripts/e2e-torch.sh [WORKING_FOLDER [recipes|create|repair]]      (all parts unless one is named)
# KENV names the program to test (default: build/release/bin/kenv); PYTHON the interpreter (default: python3).
# Each environment is created for a named GPU, used on the CPU, checked by pip and uv, changed by both, and, for the
# repair, brought back to the byte. The recipes for pip and uv are only resolved by them: no wheel of torch is fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
kenv="${KENV:-$PWD/build/release/bin/kenv}"
python="${PYTHON:-python3}"
work="${1:-$(mktemp -d -t kenv-e2e-XXXXXX)}"
part="${2:-all}"
mkdir -p "$work"
export KENV_STORE_DIR="$work/store" KENV_CACHE_DIR="$work/cache"
out="$work/results.txt"
: >"$out"

say() { printf '%s\n' "$*" | tee -a "$out"; }
fail() { say "FAILED: $*"; exit 1; }

"$python" -m venv "$work/tools" >/dev/null
"$work/tools/bin/pip" install -q --upgrade uv pip
uv="$work/tools/bin/uv"
say "kenv $("$kenv" --version | cut -d' ' -f2), $("$uv" --version), $("$work/tools/bin/pip" --version | cut -d' ' -f1-2), $("$python" --version)"

use_on_cpu() {  # environment
  "$1/bin/python" - <<'PY'
import numpy, torch, torchvision
assert torch.from_numpy(numpy.arange(6.0)).sum().item() == 15.0
boxes = torch.tensor([[0., 0., 10., 10.], [1., 1., 11., 11.], [20., 20., 30., 30.]])
assert torchvision.ops.nms(boxes, torch.tensor([.9, .8, .7]), .5).tolist() == [0, 2]
from transformers import BertConfig, BertModel
model = BertModel(BertConfig(vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32))
assert model(torch.tensor([[1, 2, 3]])).last_hidden_state.shape == (1, 3, 16)
print("  torch", torch.__version__, "torchvision", torchvision.__version__, "numpy", numpy.__version__, ": works on the CPU")
PY
}

digest() {  # environment: every path with its kind, mode, target and content
  (cd "$1" && {
    find . -name __pycache__ -prune -o \( -type f -printf 'f %m %p\n' -o -type l -printf 'l %p -> %l\n' -o -type d -printf 'd %m %p\n' \) | LC_ALL=C sort
    find . -name __pycache__ -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  }) | sha256sum
}

created() {  # name, GPU, wanted torch version
  local env="$work/$1" started=$SECONDS
  say "== kenv create $1 torch torchvision transformers --gpu \"$2\""
  "$kenv" create "$env" torch torchvision transformers --gpu "$2" --python "$python" --without-index pytorch --yes 2>>"$work/log" | tee -a "$out"
  local version
  version="$("$env/bin/python" -c 'from importlib.metadata import version as v; print(v("torch"))')"
  [ "$version" = "$3" ] || fail "torch $version for $2, expected $3"
  say "  torch $version as expected, $((SECONDS - started)) s"
  use_on_cpu "$env" | tee -a "$out"
  "$env/bin/python" -m pip check | sed 's/^/  pip check: /' | tee -a "$out"
  "$uv" pip check --python "$env/bin/python" 2>&1 | tail -1 | sed 's/^/  uv pip check: /' | tee -a "$out"
}

same_set() {  # what, file with NAME==VERSION lines, wanted file
  diff <(sort "$2") <(sort "$3") >>"$work/log" || fail "$1 would install another set: see $work/log"
  say "  $1: the same $(wc -l <"$3") packages"
}

recipes() {  # GPU
  local r="$work/recipes"
  say "== kenv resolve torch torchvision --gpu \"$1\" --as requirements, pyproject-uv"
  rm -rf "$r" && mkdir -p "$r" && "$python" -m venv --without-pip "$r/env"
  local options=(--gpu "$1" --python "$python" --without-index pytorch)
  "$kenv" resolve torch torchvision "${options[@]}" --json 2>>"$work/log" | jq -r '.steps[] | "\(.name)==\(.to)"' >"$r/wanted"
  "$kenv" resolve torch torchvision "${options[@]}" --as requirements >"$r/requirements.txt" 2>>"$work/log"
  "$uv" pip compile -q --python "$r/env/bin/python" --no-annotate --no-header "$r/requirements.txt" | grep -o '^[^ ]*==[^ ;]*' >"$r/by-uv"
  same_set "uv and the requirements" "$r/by-uv" "$r/wanted"
  "$kenv" resolve torch torchvision "${options[@]}" --as pyproject-uv >"$r/pyproject.toml" 2>>"$work/log"
  (cd "$r" && "$uv" export -q --python env/bin/python --no-hashes --no-annotate --no-header --no-emit-project) | grep -o '^[^ ]*==[^ ;]*' >"$r/by-lock"
  same_set "uv and the project" "$r/by-lock" "$r/wanted"
}

if [ "$part" = all ] || [ "$part" = recipes ]; then
for gpu in "RTX 5090" "Tesla V100" "GTX 1080 Ti"; do recipes "$gpu"; done
fi
[ "$part" != recipes ] || exit 0

if [ "$part" != repair ]; then
created e1 "RTX 5090" 2.15.0
created e2 "Tesla V100" 2.10.0
created e3 "GTX 1080 Ti" 2.7.1

say "== pip and uv go on managing e3"
"$work/e3/bin/python" -m pip install -q "idna==3.18" && "$work/e3/bin/python" -m pip install -q --upgrade idna
"$uv" pip uninstall -q --python "$work/e3/bin/python" transformers
"$work/e3/bin/python" -m pip uninstall -q -y torchvision
[ ! -e "$work/e3/lib/"python3*/site-packages/torchvision ] || fail "pip left files of torchvision behind"
say "  upgraded, removed"
fi
[ "$part" != create ] || exit 0

say "== an environment of pip's, broken for an RTX 5090"
[ -d "$work/old" ] || { "$python" -m venv "$work/old" && "$work/old/bin/pip" install -q torch==2.6.0 torchvision==0.21.0 "numpy<2.3"; }
before="$(digest "$work/old")"
if "$kenv" doctor "$work/old" --gpu "RTX 5090" | tee -a "$out"; then fail "doctor found nothing"; fi
"$kenv" fix "$work/old" --gpu "RTX 5090" --without-index pytorch --yes 2>>"$work/log" | tee -a "$out"
"$work/old/bin/python" -c 'import torch, torchvision; print("  now torch", torch.__version__, "torchvision", torchvision.__version__)' | tee -a "$out"
"$kenv" doctor "$work/old" --gpu "RTX 5090" | tee -a "$out"
fixed="$(digest "$work/old")"
"$kenv" rollback "$work/old" --yes | tee -a "$out"
[ "$(digest "$work/old")" = "$before" ] || fail "rollback is not to the byte"
say "  rollback: as it was, to the byte"

"$kenv" fix "$work/old" --gpu "RTX 5090" --without-index pytorch --yes >/dev/null 2>>"$work/log"
[ "$(digest "$work/old")" = "$fixed" ] || say "  note: the second repair differs from the first"
second="$(digest "$work/old")"
"$work/old/bin/pip" install -q --force-reinstall --no-deps "filelock<3.16"
"$kenv" rollback "$work/old" --yes | tee -a "$out"
[ "$(digest "$work/old")" = "$second" ] || fail "rollback after pip is not to the byte"
say "  rollback after pip's change: to the byte"
rm -rf "$work/old"
"$kenv" rollback "$work/old" --yes | tee -a "$out"
[ "$(digest "$work/old")" = "$second" ] || fail "rollback after rm -rf is not to the byte"
"$work/old/bin/python" -c 'import torch; print("  after rm -rf and rollback: torch", torch.__version__)' | tee -a "$out"
"$kenv" rollback "$work/old" --to 1 --yes | tee -a "$out"
[ "$(digest "$work/old")" = "$before" ] || fail "rollback --to 1 is not to the byte"
"$kenv" history "$work/old" | tee -a "$out"
say "all of it holds; results in $out"
