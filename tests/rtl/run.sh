#!/bin/sh
# Runs testbenches on Icarus Verilog, once for each line "// run: NAME=VALUE ..." in them with these
# parameters, or once without; a line "// macro: NAME" defines a macro for all of them. Modules check
# their contracts meanwhile (TOROID_CHECK). Exits non-zero at the first run that does not print PASS.
# usage: run.sh [NAME=VALUE ...] [BENCH.v ...]     the pairs are parameters of every run; without
# a bench all of tests/rtl/*_tb.v run
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-rtl.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

common=
while [ $# -gt 0 ]; do
  case $1 in
    *.v) break ;;
    *=*) common="$common $1"; shift ;;
    *) echo "usage: run.sh [NAME=VALUE ...] [BENCH.v ...]" >&2; exit 2 ;;
  esac
done
[ $# -gt 0 ] || set -- "$root"/tests/rtl/*_tb.v

run() {  # bench name, then parameters
  bench=$1
  name=$(basename "$bench" .v)
  shift
  settings=$(sed -n 's/^\/\/ macro: /-D/p' "$bench")
  for setting in "$@"; do settings="$settings -P$name.$setting"; done
  # The benches may be careless with widths and delays; the library may not.
  # shellcheck disable=SC2086
  if ! iverilog -g2005 -Wall -DTOROID_CHECK -I "$root/tests/rtl" $settings -s "$name" -o "$scratch/$name" \
    "$bench" "$root"/rtl_templates/lib/*/*.v "$root"/rtl_templates/bench/*.v >"$scratch/log" 2>&1; then
    echo "FAIL $name $*: does not compile"; cat "$scratch/log"; exit 1
  fi
  if grep -v 'timescale' "$scratch/log" | grep -q '^[^ ]*rtl_templates/lib'; then
    echo "FAIL $name $*: warnings in the library"; cat "$scratch/log"; exit 1
  fi
  # with -N a broken contract, which calls $stop, gives an exit code
  if ! vvp -N "$scratch/$name" >"$scratch/log" 2>&1 || ! grep -q '^PASS' "$scratch/log" || grep -q '^FAIL' "$scratch/log"; then
    echo "FAIL $name $*"; tail -20 "$scratch/log"; exit 1
  fi
  echo "$(grep '^PASS' "$scratch/log") $*"
  count=$((count + 1))
}

count=0
for bench in "$@"; do
  grep '^// run: ' "$bench" | sed 's/^.. run: //' >"$scratch/runs"
  [ -s "$scratch/runs" ] || echo >"$scratch/runs"
  while read -r settings; do
    # shellcheck disable=SC2086
    run "$bench" $settings $common
  done <"$scratch/runs"
done
[ "$count" -gt 0 ] || { echo "FAIL: no testbench"; exit 1; }
echo "$count testbench runs passed"
