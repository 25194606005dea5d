#!/bin/sh
# Looks at the contracts of the library: what a module's header says that its caller or itself never
# does, or must do, is checked in the module under the macro TOROID_CHECK, or is listed below with the
# reason. The checks are clean Verilog-2005, add nothing while the macro is off, and end a simulation
# that breaks a contract with a message and an exit code. Exits non-zero with the reason at the first
# fault.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root" || exit 3
lib=rtl_templates/lib
folders=$(printf -- '-y %s ' "$lib"/*)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-contracts.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
fail() { echo "FAIL: $1"; head -20 "$scratch/log"; exit 1; }
: >"$scratch/log"

# module: why it has no check
cat >"$scratch/listed" <<'REASONS'
toroid_clock_gate: when its input settles is what timing analysis answers
toroid_gated_words: the queue around it checks what comes and goes
toroid_network_timer: that a network has one timer is how the top is written
toroid_relay: says what it does, and asks nothing of its caller
toroid_router: a link of length 2 that wraps is refused at elaboration
toroid_router_scheduled: a link of length 2 that wraps is refused at elaboration
toroid_synchroniser: it does not know which bits belong together
toroid_translation_neighbours: a link of length 2 that wraps is refused at elaboration
REASONS

# Statement and check.
checked=0
for file in "$lib"/*/*.v; do
  module=$(basename "$file" .v)
  sed -n '1,/^);/s,//,,p' "$file" | tr -s ' \n' ' ' | grep -qiwE 'never|must|may change' &&
    states=yes || states=no
  grep -q '^`ifdef TOROID_CHECK$' "$file" && checks=yes || checks=no
  grep -q "^$module: " "$scratch/listed" && listed=yes || listed=no
  case $states$checks$listed in
    yesnono) fail "$file states a contract, and neither checks it nor is listed here" ;;
    ??*yesyes) fail "$file checks its contract, and is listed here" ;;
    nonoyes) fail "$file states no contract, and is listed here" ;;
  esac
  [ $checks = yes ] && checked=$((checked + 1))
done
while read -r module _; do
  ls "$lib"/*/"${module%:}.v" >"$scratch/log" 2>&1 || fail "no module ${module%:}"
done <"$scratch/listed"
[ "$checked" -ge 20 ] || fail "$checked modules have checks"

# With the macro modules are clean, also those that copy flits; without it they are what they are
# without these lines.
for file in $(grep -l '^`ifdef TOROID_CHECK$' "$lib"/*/*.v); do
  module=$(basename "$file" .v)
  for form in -DTOROID_CHECK "-DTOROID_CHECK -DTOROID_TREE"; do
    case $form$file in *TREE*/tables/* | *TREE*/relay/* | *TREE*/axi/*) continue ;; esac
    # shellcheck disable=SC2086
    verilator --lint-only -Wall $form $folders --top-module "$module" "$file" \
      >"$scratch/log" 2>&1 || fail "verilator: $module with $form"
    # shellcheck disable=SC2086
    iverilog -g2005 -Wall $form $folders -s "$module" -t null "$file" >"$scratch/log" 2>&1
    [ ! -s "$scratch/log" ] || fail "iverilog: $module with $form"
    yosys -q -p "read_verilog -formal $form $lib/*/*.v; hierarchy -check -top $module; proc;
      select -assert-min 1 $module/t:\$assert" >"$scratch/log" 2>&1 || fail "yosys: $module with $form"
  done
  sed '/^`ifdef TOROID_CHECK$/,/^endmodule$/{/^endmodule$/!d}' "$file" >"$scratch/plain.v"
  for text in "$file" "$scratch/plain.v"; do
    iverilog -E -o - "$text" 2>"$scratch/log" | grep -v '^`line\|^ *$' >"$scratch/$(basename "$text").out"
  done
  [ -s "$scratch/plain.v.out" ] || fail "$module: no text"
  cmp -s "$scratch/$module.v.out" "$scratch/plain.v.out" || fail "$module: the macro changes more than checks"
done

# A broken contract ends the run: message, instance and exit code.
broken=0
bench=tests/rtl/broken_contracts.v
sed -n 's,^ *\([0-9]*\): begin : \([a-z]*\)  // \(.*\),\1 \2 \3,p' "$bench" >"$scratch/cases"
while read -r number block message; do
  # shellcheck disable=SC2086
  iverilog -g2005 -DTOROID_CHECK $folders -Pbroken_contracts.WHICH="$number" -s broken_contracts \
    -o "$scratch/run" "$bench" >"$scratch/log" 2>&1 || fail "$block does not compile"
  vvp -N "$scratch/run" >"$scratch/log" 2>&1 && fail "$block: the run ends with exit code 0"
  grep -q "^broken_contracts\.$block\.dut.*: broken contract: $message\$" "$scratch/log" ||
    fail "$block: no message: $message"
  broken=$((broken + 1))
done <"$scratch/cases"
[ "$broken" -ge 10 ] || fail "$broken contracts were broken"
echo "PASS: $checked modules check their contracts, $broken broken ones were noticed"
