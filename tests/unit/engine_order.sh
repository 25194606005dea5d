#!/usr/bin/env bash
# Which engine is the faster one, where it is so by far: the reference model beside Verilator's nodes
# under a light load (about fifteen times), the lanes beside them under a heavy one (about five
# times). No absolute time counts, and a ratio must turn round in three attempts of three, each
# with both engines one after the other. Usage: engine_order.sh TOROID.
set -euo pipefail
export LC_ALL=C
toroid=$1

# Million node-cycles per second of processor time: speed RATE OPTIONS...
speed() {
  local rate=$1
  shift
  "$toroid" simulate --quiet --host torus:8x8 --traffic uniform --rate "$rate" --cycles 5000 "$@" |
    sed -n 's/^ *speed .*\(model\|RTL ([a-z]*)\) \([0-9.]*\).*/\2/p'
}

# faster NAME RATE "OPTIONS OF THE FASTER": than the nodes.
faster() {
  local attempt fast slow
  for attempt in 1 2 3; do
    # shellcheck disable=SC2086
    fast=$(speed "$2" $3)
    slow=$(speed "$2" --engine rtl --rtl nodes)
    echo "$1 $fast, nodes $slow at $2"
    if awk "BEGIN { exit !($fast > $slow) }"; then return; fi
  done
  echo "engine order: $1 is slower than nodes at $2, in $attempt attempts" >&2
  return 1
}

faster model 0.02 "--engine model"
faster lanes 0.4 "--engine rtl --rtl lanes"
