#!/bin/sh
# Fuzzes the parsers with clang's libFuzzer: each target for some minutes in all, several at once. It can be stopped at
# any time and goes on where it stopped: corpora, findings and the time that each target had are kept in build/fuzz.
# usage: scripts/fuzz.sh [MINUTES] [TARGET...]    (default: 20 minutes, every target)
#        scripts/fuzz.sh --quick                  the kept inputs and 5 seconds of each target
#        scripts/fuzz.sh --table                  only the table of what was done
# KENV_FUZZ_JOBS: how many targets run at once (default: as many as there are processors). Without clang, a folder
# build/fuzz that was built elsewhere is used as it is.
set -u
cd "$(dirname "$0")/.."
root=build/fuzz
slice=60  # seconds; what an interruption can lose

build() {
  if ! command -v clang++ >/dev/null 2>&1; then
    [ -x "$root/bin/kenv-fuzz" ] && return 0
    echo "NOT RUN: fuzzing needs clang (scripts/setup.sh installs it) or a build/fuzz that was built elsewhere" >&2
    exit 77
  fi
  cmake --preset fuzz >/dev/null && cmake --build --preset fuzz -j "$(nproc)" --target kenv-fuzz >"$root/build.log" 2>&1 && return 0
  tail -40 "$root/build.log" >&2
  exit 1
}

all_targets() { ls "$root/bin" | sed -n 's/^fuzz_//p'; }

# One run of one target: runs it over what is kept, then on with what is new. Its findings go to build/fuzz/findings.
run_target() {  # TARGET SECONDS
  mkdir -p "$root/corpus/$1" "$root/findings/$1" "$root/log" "$root/state"
  kept=
  for folder in "tests/fuzz/corpus/$1" "$root/seeds/$1"; do [ -d "$folder" ] && kept="$kept $folder"; done
  # shellcheck disable=SC2086  # a list of folders without blanks
  "$root/bin/fuzz_$1" "$root/corpus/$1" $kept -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -artifact_prefix="$root/findings/$1/" -print_final_stats=1 >"$root/log/$1" 2>&1
  status=$?
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$root/log/$1" | tail -1)
  before=$(cat "$root/state/$1.executions" 2>/dev/null || echo 0)
  echo $((before + ${executed:-0})) >"$root/state/$1.executions"
  return $status
}

# A target's time, slice by slice. A finding ends it: it will be found again and again until it is mended.
campaign() {  # TARGET SECONDS
  had=$(cat "$root/state/$1.seconds" 2>/dev/null || echo 0)
  while [ "$had" -lt "$2" ]; do
    now=$(( $2 - had < slice ? $2 - had : slice ))
    run_target "$1" "$now" || { echo "$1: a finding, see $root/log/$1 and $root/findings/$1" >&2; return 1; }
    had=$((had + now))
    echo "$had" >"$root/state/$1.seconds"
  done
}

table() {
  printf '%-20s %8s %14s %8s %9s\n' target minutes executions corpus findings
  for target in $(all_targets); do
    seconds=$(cat "$root/state/$target.seconds" 2>/dev/null || echo 0)
    printf '%-20s %8s %14s %8s %9s\n' "$target" "$(awk "BEGIN { printf \"%.1f\", $seconds / 60 }")" \
      "$(cat "$root/state/$target.executions" 2>/dev/null || echo 0)" \
      "$(find "$root/corpus/$target" -type f 2>/dev/null | wc -l)" "$(find "$root/findings/$target" -type f 2>/dev/null | wc -l)"
  done
}

# Runs "$0 --one MODE TARGET SECONDS" for the targets on stdin, several at once.
in_parallel() {  # MODE SECONDS
  xargs -P "${KENV_FUZZ_JOBS:-$(nproc)}" -I TARGET "$0" --one "$1" TARGET "$2"
}

case "${1:-}" in
  --table) table; exit ;;
  --one)
    case "$2" in
      quick) run_target "$3" "$4" || { echo "$3: a finding, see $root/log/$3" >&2; tail -30 "$root/log/$3" >&2; exit 1; } ;;
      *) campaign "$3" "$4" ;;
    esac
    exit ;;
  --quick)
    build
    [ -d "$root/seeds" ] || python3 -B tests/fuzz/make_seeds.py "$root/seeds"
    all_targets | in_parallel quick 5
    exit ;;
  ''|[0-9]*) minutes="${1:-20}"; [ $# -eq 0 ] || shift ;;
  *) minutes=20 ;;
esac
build
python3 -B tests/fuzz/make_seeds.py "$root/seeds"
mkdir -p "$root/state"
{ if [ $# -gt 0 ]; then printf '%s\n' "$@"; else all_targets; fi; } | in_parallel campaign $((minutes * 60))
status=$?
table
exit $status
