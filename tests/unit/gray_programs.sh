#!/usr/bin/env bash
# Output of bench/find_direct and bench/gray_counts, and their refusals. Usage: gray_programs.sh
# FIND_DIRECT GRAY_COUNTS
set -euo pipefail
export LC_ALL=C
find_direct=$1
gray_counts=$2
checks=0

# expect STATUS TEXT command...: a line of the output, on either stream, has the text.
expect() {
  local want=$1 text=$2 status=0 output
  shift 2
  output=$("$@" 2>&1) || status=$?
  if [ "$status" -ne "$want" ] || ! grep -qF -e "$text" <<<"$output"; then
    printf 'expected exit code %s and "%s" of: %s\n' "$want" "$text" "$*" >&2
    printf 'got %s and:\n%s\n' "$status" "$output" >&2
    exit 1
  fi
  checks=$((checks + 1))
}

expect 0 '{2, 11, 9, 8, 10, 3, 15, 13, 12, 14, 1, 7, 5, 4, 6}' \
  "$find_direct" 1 2000000 6 800 80 2 20 3 5
expect 1 'nothing found' "$find_direct" 1 1 0 800 300 2 1 5 5 5
expect 2 'usage: find_direct' "$find_direct" 1 2 3
expect 2 'error: LENGTH: allowed are 1 to 16 lengths of 2 to 4096 nodes together' \
  "$find_direct" 1 10 3 800 60 2 1 1
expect 2 'error: LENGTH: allowed are 1 to 16 lengths' \
  "$find_direct" 1 10 3 800 60 2 1 4096 4096 4096 4096 4096 4096
expect 2 'error: LENGTH: 0: allowed are whole numbers from 1 to 4096' \
  "$find_direct" 1 10 3 800 60 2 1 0
expect 2 'error: LENGTH: five: allowed are whole numbers' "$find_direct" 1 10 3 800 60 2 1 3 five
expect 2 'error: STEPS: 0: allowed are whole numbers from 1' "$find_direct" 1 0 3 800 60 2 1 3 5
expect 2 'error: RUNS: 2x: allowed are whole numbers from 1' "$find_direct" 1 10 3 800 60 2 2x 3 5
expect 2 'error: SEED: -1: allowed are whole numbers from 0' "$find_direct" -1 10 3 800 60 2 1 3 5
expect 2 'error: COLD: 900: allowed is HOT, 800, at most' "$find_direct" 1 10 3 800 900 2 1 3 5

expect 0 '  3          512    77.148    95.312    99.219    99.219' "$gray_counts" shares 3
expect 0 'not covered up to 256 nodes: 3x5x17 3x9x9 5x5x5 5x5x10 5x7x7' "$gray_counts" shares 1
expect 0 'n = 3: 99.219 per cent' "$gray_counts" products 3
expect 0 '9 meshes of two axes of up to 40 nodes' "$gray_counts" planes 40
expect 2 'error: BITS: 11: allowed are whole numbers from 1 to 10' "$gray_counts" shares 11
expect 2 'error: NODES: many: allowed are whole numbers' "$gray_counts" planes many
expect 0 'in twice the smallest cube' "$gray_counts" shares 3
expect 0 '   4    3     1.685              0.780' "$gray_counts" limits 4
expect 0 'in 1 times the smallest cube: 95.437' "$gray_counts" four 12
expect 2 'error: AXES: 5: allowed are whole numbers from 1 to 4' "$gray_counts" limits 5
expect 2 'error: cubes: allowed are shares, products, planes, limits and four' "$gray_counts" cubes 3
expect 2 'usage: gray_counts' "$gray_counts" planes

echo "$checks checks"
