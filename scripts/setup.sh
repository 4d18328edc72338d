#!/bin/sh
# Installs the Debian (or Ubuntu) packages that building and testing kenv needs. Names them first.
# usage: scripts/setup.sh [--list|--tests]
#   --tests: what fuzzing needs too, and build/test-tools with the installers of tests/support/tools.txt
set -eu
cd "$(dirname "$0")/.."

packages="g++ cmake ninja-build pkg-config python3 python3-venv python3-pip ca-certificates
libcurl4-openssl-dev libssl-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libexpected-dev
libdeflate-dev libisal-dev libsimdjson-dev catch2 nginx-light tinyproxy-bin jq
zsh fish"
fuzzing="clang lld llvm"

install_packages() {
  if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "error: this script knows Debian and Ubuntu only" >&2
    echo "hint: install the counterparts of these packages with your system's own tool: $(echo $packages)" >&2
    exit 1
  fi
  missing=
  for package in $packages; do
    case "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)" in
      *"install ok installed") ;;
      *) missing="$missing $package" ;;
    esac
  done
  if [ -z "$missing" ]; then
    echo "all needed packages are installed"
    return
  fi
  echo "to be installed:$missing"
  if [ "$(id -u)" = 0 ]; then
    root=
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    root="sudo"
  else
    echo "error: installing packages needs root, and sudo does not work here without a password" >&2
    echo "hint: run this, then try again: sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  $root apt-get update -q
  # shellcheck disable=SC2086  # the list is meant to be split
  $root apt-get install -q -y --no-install-recommends $missing
}

# The runtime of clang's sanitizers is a package of its own, but in older releases it comes with clang.
install_fuzzing_packages() {
  packages="$packages $fuzzing"
  install_packages
  scripts/fuzz.sh --ready 2>/dev/null && return 0
  packages="$packages libclang-rt-dev"
  install_packages
}

# Without a package index the tests that need these tools say that they do not run.
make_test_tools() {
  [ -z "${KENV_TEST_TOOLS:-}" ] || return 0
  list=tests/support/tools.txt
  tools=build/test-tools
  if cmp -s "$list" "$tools/installed.txt"; then return 0; fi
  echo "to be installed into $tools: $(grep -v '^#' "$list" | tr '\n' ' ')"
  if python3 -m venv "$tools" && "$tools/bin/python" -m pip install -q --disable-pip-version-check -r "$list"; then
    cp "$list" "$tools/installed.txt"
  else
    echo "note: they cannot be had; the tests that need them will not run" >&2
  fi
}

case "${1:-}" in
  --list) echo $packages ;;
  --tests) install_fuzzing_packages && make_test_tools ;;
  "") install_packages ;;
  *) echo "usage: scripts/setup.sh [--list|--tests]" >&2 && exit 2 ;;
esac
