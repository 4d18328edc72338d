#!/bin/sh
# Fuzzes the parsers with clang's libFuzzer: each target for some minutes in all, several at once. It can be stopped at
# any time and goes on where it stopped: corpora, findings and the time that each target had are kept in build/fuzz.
# A minute is one of a processor's time, not of the clock: on a busy machine the two differ.
# usage: scripts/fuzz.sh [MINUTES] [TARGET...]    (default: 20 minutes, every target)
#        scripts/fuzz.sh --quick                  the parsers' own tests under the same sanitizers; the kept inputs, the
#                                                 seeds and a few seconds of each target, the same inputs in the same
#                                                 order each time
#        scripts/fuzz.sh --table                  only the table of what was done
#        scripts/fuzz.sh --ready                  whether there is a clang that can; 77 if not
# KENV_FUZZ_JOBS: how many targets run at once (default: as many as there are processors). Without clang, a folder
# build/fuzz that was built elsewhere is used as it is.
set -u
cd "$(dirname "$0")/.."
root=build/fuzz
slice=300         # seconds of the clock, of which an interruption loses the count; each slice first reads its corpus again
quick_seconds=5   # of each target

ready() {
  echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    clang++ -x c++ - -fsanitize=fuzzer,address,undefined -fuse-ld=lld -o /dev/null 2>/dev/null && return 0
  echo "NOT RUN: fuzzing needs clang with its sanitizers, and lld (scripts/setup.sh --tests installs them)" >&2
  return 77
}

build() {  # TARGET...
  if ! command -v clang++ >/dev/null 2>&1; then
    for program in "$@"; do [ -x "$root/bin/$program" ] || break; done
    [ -x "$root/bin/$program" ] && return 0
  fi
  ready || exit
  cmake --preset fuzz >/dev/null && cmake --build --preset fuzz -j "$(nproc)" --target "$@" >"$root/build.log" 2>&1 && return 0
  tail -40 "$root/build.log" >&2
  exit 1
}

all_targets() { ls "$root/bin" | sed -n 's/^fuzz_//p'; }

# The options that every run has: an input is 64 KB long at most and may take 2 GB and two minutes; by the clock, so that
# on a busy machine nothing counts as hanging that only had to wait.
limits="-timeout=120 -report_slow_units=120 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1"

# The folders of a target's kept inputs and seeds.
kept_inputs() {  # TARGET
  for folder in "tests/fuzz/corpus/$1" "$root/seeds/$1"; do [ -d "$folder" ] && echo "$folder"; done
}

# The seconds in the second line of what `times` prints: the processor time of the programs that a shell has run.
seconds_of() {  # FILE
  sed -n '2s/[ms]/ /gp' "$1" | awk '{ print int($1 * 60 + $2 + $3 * 60 + $4) }'
}

# One slice of a target: runs it over what is kept, then on with what is new. Findings go to build/fuzz/findings.
run_slice() {  # TARGET SECONDS
  # shellcheck disable=SC2046,SC2086  # lists of words without blanks
  "$root/bin/fuzz_$1" "$root/corpus/$1" $(kept_inputs "$1") -max_total_time="$2" $limits \
    -artifact_prefix="$root/findings/$1/" >"$root/log/$1" 2>&1
  status=$?
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$root/log/$1" | tail -1)
  before=$(cat "$root/state/$1.executions" 2>/dev/null || echo 0)
  echo $((before + ${executed:-0})) >"$root/state/$1.executions"
  return $status
}

# What is kept, the seeds, and from there the same steps each time: a fixed -seed, nothing of earlier runs and no values
# seen in comparisons, among which are addresses. What it finds is found by everybody who has the same tree and tools;
# chance has its place in a campaign.
quick() {  # TARGET SECONDS
  rm -rf "$root/quick/$1"
  mkdir -p "$root/quick/$1"
  # shellcheck disable=SC2046,SC2086
  "$root/bin/fuzz_$1" "$root/quick/$1" $(kept_inputs "$1") -seed=1 -use_cmp=0 -runs=50000 -max_total_time="$2" $limits \
    -artifact_prefix="$root/quick/$1." >"$root/quick/$1.log" 2>&1 && return 0
  tail -30 "$root/quick/$1.log" >&2
  echo "$1: a finding, see $root/quick/$1.*" >&2
  return 1
}

# A target's time, slice by slice. A finding ends it: it will be found again and again until it is mended.
campaign() {  # TARGET SECONDS
  mkdir -p "$root/corpus/$1" "$root/findings/$1" "$root/log" "$root/state"
  earlier=$(cat "$root/state/$1.seconds" 2>/dev/null || echo 0)
  had=$earlier
  while [ "$had" -lt "$2" ]; do
    found=0
    run_slice "$1" $(( $2 - had < slice ? $2 - had : slice )) || found=1
    times >"$root/state/$1.times"  # not in a subshell: that one has run nothing
    had=$((earlier + $(seconds_of "$root/state/$1.times")))
    echo "$had" >"$root/state/$1.seconds"
    [ "$found" = 0 ] || { echo "$1: a finding, see $root/log/$1 and $root/findings/$1" >&2; return 1; }
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
  --ready) ready; exit ;;
  --one) "$2" "$3" "$4"; exit ;;
  --quick)
    build kenv-fuzz sanitized-tests
    "$root/bin/sanitized-tests" || exit 1  # not with how many failed
    python3 -B tests/fuzz/make_seeds.py "$root/seeds"
    all_targets | in_parallel quick "$quick_seconds"
    exit ;;
  ''|[0-9]*) minutes="${1:-20}"; [ $# -eq 0 ] || shift ;;
  *) minutes=20 ;;
esac
build kenv-fuzz
python3 -B tests/fuzz/make_seeds.py "$root/seeds"
{ if [ $# -gt 0 ]; then printf '%s\n' "$@"; else all_targets; fi; } | in_parallel campaign $((minutes * 60))
status=$?
table
exit $status
