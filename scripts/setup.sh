#!/bin/sh
# Installs the Debian (or Ubuntu) packages that building and testing kenv needs. Names them first.
# usage: scripts/setup.sh [--list]
set -eu

packages="g++ cmake ninja-build pkg-config python3 python3-venv python3-pip ca-certificates
libcurl4-openssl-dev libssl-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libexpected-dev
libdeflate-dev libisal-dev libsimdjson-dev catch2 nginx-light tinyproxy-bin jq"

if [ "${1:-}" = "--list" ]; then
  echo $packages
  exit 0
fi
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
  exit 0
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
