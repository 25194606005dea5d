#!/bin/sh
# Lints and elaborates rtl_templates/lib for many shapes, both port counts and both arbiters, at
# full and at missing links, and in the form that copies flits (TOROID_TREE), with verilator -Wall,
# iverilog -g2005 -Wall and Yosys (check -assert, no latch, no loop); then checks that wrong parameters stop each of the three with the name of the
# rule. Exits non-zero with the reason at the first fault.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root" || exit 3
lib=rtl_templates/lib
folders=$(printf -- '-y %s ' "$lib"/*)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-lint.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
for tool in verilator iverilog yosys; do
  command -v "$tool" >/dev/null || { echo "lint.sh: $tool is not installed"; exit 3; }
done

fail() { echo "FAIL: $1"; head -20 "$scratch/log"; exit 1; }

# The folders and the file of a module: "-y A -y B A/toroid_fifo.v".
files_of() { echo "$folders" "$lib"/*/"$1.v"; }

# Each of these takes a module and NAME=VALUE pairs, and leaves its messages in $scratch/log. The
# macro is that of `define`, if it is set.
define=
verilator_lint() {
  module=$1; shift
  settings=; for pair in "$@"; do settings="$settings -G$pair"; done
  # shellcheck disable=SC2046,SC2086
  verilator --lint-only -Wall $define $settings --top-module "$module" $(files_of "$module") \
    >"$scratch/log" 2>&1
}
icarus_lint() {
  module=$1; shift
  settings=; for pair in "$@"; do settings="$settings -P$module.$pair"; done
  # shellcheck disable=SC2046,SC2086
  iverilog -g2005 -Wall $define $settings -s "$module" -t null $(files_of "$module") \
    >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ]
}
yosys_lint() {
  module=$1; shift
  settings=; for pair in "$@"; do settings="$settings -chparam ${pair%%=*} ${pair#*=}"; done
  yosys -q -p "read_verilog $define $lib/*/*.v; hierarchy -check -top $module $settings; proc;
    flatten; opt_clean; memory_collect; check -assert;$no_latch" \
    >"$scratch/log" 2>&1 && ! grep -q Warning "$scratch/log"
}
lint_all() {
  for tool in verilator icarus yosys; do
    "${tool}_lint" "$@" || fail "$tool: $*"
    count=$((count + 1))
  done
}
refused_by_all() {  # rule, then parameters; of the router unless module_of is set
  rule=$1; shift
  for tool in verilator icarus yosys; do
    "${tool}_lint" "${module_of:-toroid_router}" "$@" && fail "$tool accepts $*"
    grep -q "$rule" "$scratch/log" || fail "$tool does not name $rule for $*"
    refusals=$((refusals + 1))
  done
}

# Each file forbids undeclared wires, and restores the default for the files after it.
: >"$scratch/log"
for file in "$lib"/*/*.v; do
  grep -q '^`default_nettype none$' "$file" || fail "$file: lacks default_nettype none"
  [ "$(tail -1 "$file")" = '`default_nettype wire' ] || fail "$file: does not end with default_nettype wire"
done

# Parameters of the router and the relay from wrap (0 or 1) and lengths.
shape() {
  wrap=$1; shift
  axes=$#; ports=0; address=0; lengths=; wraps=0; axis=0; first_ports=; port_axes=
  for length in "$@"; do
    bits=$(bits_of "$length")
    address=$((address + bits))
    lengths=$(printf '%04x' "$length")$lengths
    first_ports=$(printf '%08x' $ports)$first_ports
    for way in 1 2; do
      [ "$length" -eq 2 ] && [ $way -eq 2 ] && continue
      ports=$((ports + 1))
      port_axes=$(printf '%08x' $axis)$port_axes
    done
    if [ "$wrap" -eq 1 ] && [ "$length" -gt 2 ]; then wraps=$((wraps | (1 << axis))); fi
    axis=$((axis + 1))
  done
  lowest=$address; lowest_bits=
  for length in "$@"; do
    lowest=$((lowest - $(bits_of "$length")))
    lowest_bits=$(printf '%08x' $lowest)$lowest_bits
  done
  echo "AXES=$axes LENGTHS=$((16 * axes))'h$lengths WRAPS=$axes'd$wraps LINK_PORTS=$ports" \
    "ADDRESS_BITS=$address LOWEST_BITS=$((32 * axes))'h$lowest_bits" \
    "FIRST_PORTS=$((32 * axes))'h$first_ports PORT_AXES=$((32 * ports))'h$port_axes"
}
bits_of() {  # length
  bits_found=1
  while [ $((1 << bits_found)) -lt "$1" ]; do bits_found=$((bits_found + 1)); done
  echo $bits_found
}

# All turns of a scheduled router with these lengths, as a number: from each port to those of later
# axes.
all_turns() {
  axes_of=; axis=0
  for length in "$@"; do
    axes_of="$axes_of $axis"
    [ "$length" -eq 2 ] || axes_of="$axes_of $axis"
    axis=$((axis + 1))
  done
  turns_found=0; bit=0
  for from in $axes_of; do
    for to in $axes_of; do
      [ "$to" -le "$from" ] || turns_found=$((turns_found | (1 << bit)))
      bit=$((bit + 1))
    done
  done
  echo $turns_found
}

count=0
refusals=0
# A gate of a clock has a latch; nothing else has.
no_latch=
for file in "$lib"/gated/*.v; do lint_all "$(basename "$file" .v)"; done
no_latch=" select -assert-none t:\$dlatch t:\$adlatch t:\$sr t:\$dlatchsr t:\$_DLATCH*"
for file in "$lib"/*/*.v; do
  case $file in "$lib"/gated/*) ;; *) lint_all "$(basename "$file" .v)" ;; esac
done
for deep in 2 3 4 5 9 64; do lint_all toroid_fifo DEPTH=$deep TAGS=3; done
lint_all toroid_link_stages STAGES=8 FLAGS=2 WIDTH=1
lint_all toroid_link_stages STAGES=2 FLAGS=1 WIDTH=9 STEERS=3
lint_all toroid_link_check CREDITS=1 WIDTH=1
lint_all toroid_link_counters CHANNELS=1 LEVEL_BITS=7
for deep in 4 16 32 64; do lint_all toroid_crossing DEPTH=$deep WIDTH=1; done

while read -r name wrap lengths; do
  # shellcheck disable=SC2046,SC2086
  set -- $(shape $wrap $lengths)
  ports=${4#LINK_PORTS=}
  all=$(((1 << ports) - 1))
  for local_ports in 1 "$ports"; do
    for through in 0 1; do
      every=0; [ "$local_ports" -eq 1 ] || every=1
      lint_all toroid_router "$@" LOCAL_PORTS="$local_ports" PORTS_ALL=$every \
        THROUGH_FIRST=$through SOURCE_IS_HERE=$through DEPTH=$((2 + 3 * through))
      # A corner: no "-" links; on a node of a torus all links exist.
      [ "$wrap" -eq 1 ] || [ "$ports" -eq 1 ] || [ $through -eq 1 ] || [ "$name" = hypercube:6 ] ||
        lint_all toroid_router "$@" LOCAL_PORTS="$local_ports" PORTS_ALL=$every \
          LINKS="$ports'd$((all / 3))"
      [ "$ports" -gt 1 ] || every=0
    done
    [ "$ports" -gt 1 ] || lint_all toroid_router "$@" PORTS_ALL=1
  done
  define=-DTOROID_TREE
  lint_all toroid_router "$@" SOURCE_IS_HERE=1
  [ "$wrap" -eq 1 ] || [ "$ports" -eq 1 ] ||
    lint_all toroid_router "$@" LUTRAM=1 LINKS="$ports'd$((all / 3))"
  define=
done <<'SHAPES'
ring:2 1 2
ring:3 1 3
line:5 0 5
torus:8x8 1 8 8
mesh:8x8 0 8 8
torus:3x5 1 3 5
torus:2x8 1 2 8
mesh:4x2x3 0 4 2 3
hypercube:6 1 2 2 2 2 2 2
torus:4x4x4 1 4 4 4
torus:3x3x3x3x3x3x3x3x3x3 1 3 3 3 3 3 3 3 3 3 3
SHAPES

lint_all toroid_router ADDRESS_BITS=7  # one more than the lengths need

refused_by_all DEPTH_must_be_2_to_64 DEPTH=1
refused_by_all DEPTH_must_be_2_to_64 DEPTH=65
refused_by_all FLIT_WIDTH_must_be_8_to_640 FLIT_WIDTH=7
refused_by_all FLIT_WIDTH_must_be_8_to_640 FLIT_WIDTH=641
refused_by_all ADDRESS_BITS_must_be ADDRESS_BITS=5
refused_by_all LINK_PORTS_must_be LINK_PORTS=5
refused_by_all LOWEST_BITS_must_go_down_to_0 LOWEST_BITS="64'h0000000100000004" ADDRESS_BITS=7
refused_by_all LOWEST_BITS_must_go_down_to_0 LOWEST_BITS="64'h0000000000000002"
refused_by_all FIRST_PORTS_must_go_up_from_0 FIRST_PORTS="64'h0000000200000001"
refused_by_all FIRST_PORTS_must_go_up_from_0 FIRST_PORTS="64'h0000000100000000"
refused_by_all PORT_AXES_must_be PORT_AXES="128'h00000001000000000000000000000000"
refused_by_all LOCAL_PORTS_must_be LOCAL_PORTS=2
refused_by_all must_be_0_or_1 PORTS_ALL=2
refused_by_all must_be_0_or_1 SOURCE_IS_HERE=2
refused_by_all LENGTHS_must_be "LENGTHS=32'h00010008"
define=-DTOROID_TREE
refused_by_all PORTS_ALL_must_be_0 PORTS_ALL=1 LOCAL_PORTS=4
for module in fifo injector link_input route; do lint_all "toroid_$module"; done
for deep in 2 3 9; do lint_all toroid_fifo DEPTH=$deep TAGS=3; done
define=
# shellcheck disable=SC2046
refused_by_all LENGTHS_must_be $(shape 0 2 8 | sed "s/WRAPS=[^ ]*/WRAPS=2'd3/")

# Schedule units: stream, offset, calmant.
while read -r settings; do
  # shellcheck disable=SC2086
  lint_all toroid_schedule_unit $settings
done <<'UNITS'
KIND=0 AXES=2 LEVELS=1 RINGS=0 COUNT=1 TIME_BITS=1
KIND=0 AXES=3 LEVELS=3 RINGS=1 COUNT=9 TIME_BITS=6
KIND=0 AXES=1 LEVELS=6 RINGS=0 FIRST=1 COUNT=4 TIME_BITS=12
KIND=1 AXES=2 LEVELS=1 RINGS=0 COUNT=1 TIME_BITS=1
KIND=1 AXES=2 LEVELS=3 RINGS=1 COUNT=6 TIME_BITS=8
KIND=1 AXES=1 LEVELS=6 RINGS=0 COUNT=6 TIME_BITS=12
KIND=2 AXES=1 LEVELS=2 RINGS=0 COUNT=2 TIME_BITS=4
KIND=2 AXES=3 LEVELS=2 RINGS=0 FIRST=1 COUNT=4 TIME_BITS=9
KIND=2 AXES=2 LEVELS=3 RINGS=0 COUNT=5 TIME_BITS=9
KIND=1 AXES=3 LEVELS=1 RINGS=0 COUNT=3 TIME_BITS=1 PORTS_ALL=1
KIND=1 AXES=2 LEVELS=3 RINGS=1 COUNT=6 TIME_BITS=8 PORTS_ALL=1
KIND=1 AXES=3 LEVELS=4 RINGS=1 FIRST=2 COUNT=10 TIME_BITS=10 PORTS_ALL=1
KIND=2 AXES=2 LEVELS=5 RINGS=0 FIRST=1 COUNT=8 TIME_BITS=10 PORTS_ALL=1
UNITS
lint_all toroid_network_timer TIME_BITS=1

while read -r first second wrap lengths; do
  # shellcheck disable=SC2046,SC2086
  set -- $(shape $wrap $lengths)
  ports=${4#LINK_PORTS=}
  lint_all toroid_relay "$@" FIRST="$first" SECOND="$second"
  [ "$wrap" -eq 1 ] || lint_all toroid_relay "$@" FIRST="$first" SECOND="$second" \
    LINKS="$ports'd$((((1 << ports) - 1) / 3))"
done <<'RELAYS'
1 1 1 2
1 1 0 2 2 2
1 1 0 3 5
2 9 1 5 2 4
1 5 0 27 27
9 18 1 27 27
RELAYS
lint_all toroid_axis_distance LENGTH=5 WRAPS=0
lint_all toroid_axis_distance LENGTH=2 WRAPS=0 BITS=1
lint_all toroid_relay ADDRESS_BITS=7
module_of=toroid_crossing
refused_by_all DEPTH_must_be_4_8_16_32_or_64 DEPTH=2
refused_by_all DEPTH_must_be_4_8_16_32_or_64 DEPTH=12
refused_by_all DEPTH_must_be_4_8_16_32_or_64 DEPTH=128
module_of=toroid_barrier
refused_by_all HOP_CYCLES_must_be_1_to_9 HOP_CYCLES=10
module_of=toroid_link_stages
refused_by_all STAGES_must_be_1_to_8 STAGES=9
refused_by_all FLAGS_must_be_1_to_6 FLAGS=7
refused_by_all STEERS_must_be_below_WIDTH STEERS=47
module_of=toroid_relay
refused_by_all FIRST_and_SECOND_must_be_at_least_1 FIRST=0
refused_by_all CARRIED_must_not_be_set CARRIED=9
module_of=toroid_schedule_unit
refused_by_all KIND_must_be KIND=3
refused_by_all FIRST_and_COUNT_must_be FIRST=1
refused_by_all MESSAGE_FLITS_must_be MESSAGE_FLITS=0
refused_by_all HOP_CYCLES_must_be HOP_CYCLES=2
refused_by_all RINGS_must_be RINGS=1 KIND=2
refused_by_all PORTS_ALL_must_be PORTS_ALL=2

# Translation tables, of a host and a guest like it: one port and all, both addresses as the source;
# the guest a cube.
# shellcheck disable=SC2162
while read ports lengths; do  # without -r a backslash continues the line
  for local_ports in 1 "$ports"; do
    for logical in 0 1; do
      # shellcheck disable=SC2086
      lint_all toroid_translation_exchanged LINK_PORTS="$ports" ENTRIES="$ports" \
        LOCAL_PORTS="$local_ports" SOURCE_LOGICAL=$logical $lengths
      [ "$ports" -gt 1 ] || break
    done
    [ "$ports" -gt 1 ] || break
  done
done <<'TABLES'
1 AXES=1 GUEST_AXES=1 LENGTHS=16'd2 GUEST_LENGTHS=16'd2 WRAPS=1'd0 GUEST_WRAPS=1'd0 \
  LOWEST_BITS=32'd0 GUEST_LOWEST_BITS=32'd0 FIRST_PORTS=32'd0 GUEST_FIRSTS=32'd0 \
  LOGICAL_BITS=1 PHYSICAL_BITS=1 ADDRESS_BITS=1 ENTRY_BITS=1
2 AXES=1 GUEST_AXES=1 LENGTHS=16'd5 GUEST_LENGTHS=16'd5 WRAPS=1'd0 GUEST_WRAPS=1'd0 \
  LOWEST_BITS=32'd0 GUEST_LOWEST_BITS=32'd0 FIRST_PORTS=32'd0 GUEST_FIRSTS=32'd0 \
  LOGICAL_BITS=3 PHYSICAL_BITS=3 ADDRESS_BITS=4 ENTRY_BITS=1
4 LENGTHS=32'h00050003 GUEST_LENGTHS=32'h00030005 LOGICAL_BITS=5 PHYSICAL_BITS=5 \
  ADDRESS_BITS=5 FLIT_WIDTH=8 GUEST_LOWEST_BITS=64'h0000000000000002
3 AXES=3 GUEST_AXES=3 LENGTHS=48'h000200020002 GUEST_LENGTHS=48'h000200020002 WRAPS=3'd0 \
  GUEST_WRAPS=3'd0 LOWEST_BITS=96'h000000000000000100000002 \
  GUEST_LOWEST_BITS=96'h000000020000000100000000 FIRST_PORTS=96'h000000020000000100000000 \
  GUEST_FIRSTS=96'h000000020000000100000000 LOGICAL_BITS=3 PHYSICAL_BITS=3 ADDRESS_BITS=3
TABLES
lint_all toroid_translation_computed AXES=3 LENGTHS="48'h000200030005" WRAPS="3'd3" \
  LOWEST_BITS="96'h000000000000000100000003" FIRSTS="96'h000000040000000200000000" \
  LOGICAL_BITS=6 ENTRIES=5 ENTRY_BITS=3 PHYSICAL_BITS=9
lint_all toroid_translation_computed AXES=2 LENGTHS="32'h00020002" WRAPS="2'd0" \
  LOWEST_BITS="64'h0000000100000000" FIRSTS="64'h0000000100000000" \
  LOGICAL_BITS=2 ENTRIES=2 ENTRY_BITS=1 PHYSICAL_BITS=2
lint_all toroid_translation_ranks AXES=3 LENGTHS="48'h000200030005" WRAPS="3'd3" \
  LOWEST_BITS="96'h000000000000000100000003" FIRSTS="96'h000000040000000200000000" \
  LOGICAL_BITS=6 ENTRIES=5 ENTRY_BITS=3 RANK_BITS=3 PHYSICAL_BITS=2
lint_all toroid_translation_ranks AXES=1 LENGTHS="16'd4" WRAPS="1'd1" LOWEST_BITS="32'd0" \
  FIRSTS="32'd0" LOGICAL_BITS=2 ENTRIES=2 ENTRY_BITS=1 RANK_BITS=1 PHYSICAL_BITS=1
module_of=toroid_translation_exchanged
refused_by_all LOCAL_PORTS_must_be_1_or LOCAL_PORTS=2
refused_by_all FLIT_WIDTH_must_hold FLIT_WIDTH=6
module_of=toroid_translation_neighbours
refused_by_all NEIGHBOURS_must_be NEIGHBOURS=5

# Scheduled routers: wraps, the bits of all flits with all turns and with none, lengths.
while read -r wrap width without lengths; do
  # shellcheck disable=SC2046,SC2086
  set -- $(shape $wrap $lengths)
  ports=${4#LINK_PORTS=}
  turns=0
  if [ "$width" != "$without" ]; then turns=$(all_turns $lengths); fi
  for every in 0 1; do
    local_ports=1; [ "$every" -eq 0 ] || local_ports=$ports
    lint_all toroid_router_scheduled "$@" TURNS="$((ports * ports))'d$turns" \
      LINKS_WIDTH="$width" PORTS_ALL=$every LOCAL_PORTS="$local_ports" CHECK_SLOTS=1 \
      CHECK_ARRIVALS=$every SOURCE_IS_HERE=$every
    lint_all toroid_router_scheduled "$@" TURNS="$((ports * ports))'d0" LINKS_WIDTH="$without" \
      PORTS_ALL=$every LOCAL_PORTS="$local_ports" LINKS="$ports'd$((((1 << ports) - 1) / 3 * 2))"
  done
done <<'SCHEDULED'
1 34 34 2
1 72 72 4
0 80 80 7
1 164 154 3 5
0 162 150 2 2 3
SCHEDULED
lint_all toroid_task_formula LEVELS=1 RINGS=0 COUNT=2 TIME_BITS=6 CHECK_ARRIVALS=1
lint_all toroid_task_formula PORTS_ALL=1 LOCAL_PORTS=4 CHECK_ARRIVALS=1
lint_all toroid_task_formula KIND=1 CHECK_ARRIVALS=1 TIME_BITS=8 HOP_CYCLES=4
lint_all toroid_task_formula LEVELS=1 RINGS=0 COUNT=2 PORTS_ALL=1 LOCAL_PORTS=2 REVERSED=1 \
  CHECK_ARRIVALS=1
lint_all toroid_barrier AXES=1 LENGTHS="16'd2" LINK_PORTS=1 LOWEST_BITS="32'd0" \
  FIRST_PORTS="32'd0" ADDRESS_BITS=1
lint_all toroid_barrier LENGTHS="32'h00050003" ADDRESS_BITS=5
lint_all toroid_barrier LENGTHS="32'h00050003" ADDRESS_BITS=5 HOP_CYCLES=4
lint_all toroid_broadcast LINK_PORTS=1
lint_all toroid_broadcast_parent AXES=1 LENGTHS="16'd2" LINK_PORTS=1 LOWEST_BITS="32'd0" \
  FIRST_PORTS="32'd0" ADDRESS_BITS=1
lint_all toroid_broadcast_parent LENGTHS="32'h00050003" ADDRESS_BITS=5
for setting in THREAD_BITS=2 "THREAD_BITS=0 MAX_BURST=16 READ_BUFFER=16 WRITE_BUFFER=16 ID_WIDTH=1" \
  "DATA_WIDTH=64 FLIT_WIDTH=72 ADDRESS_WIDTH=45 USER_WIDTH=16 THREAD_BITS=4"; do
  # shellcheck disable=SC2086
  lint_all toroid_axi_manager $setting
done
for setting in THREAD_BITS=2 "IDS_BY_SOURCE=1 OUTSTANDING=8 THREAD_BITS=0" \
  "DATA_WIDTH=64 FLIT_WIDTH=72 ADDRESS_WIDTH=45 USER_WIDTH=16"; do
  # shellcheck disable=SC2086
  lint_all toroid_axi_subordinate $setting
done
for data in 32 64; do lint_all toroid_axi_lite DATA_WIDTH=$data; done
lint_all toroid_axi_loopback NODE_BITS=1
lint_all toroid_loader ADDRESS_BITS=1
lint_all toroid_loader ADDRESS_BITS=29
for bits in 1 32 33 64; do lint_all toroid_loaded_register BITS=$bits; done
for unit in toroid_loaded_forward toroid_loaded_inverse; do
  lint_all $unit AXES=1 LENGTHS="16'd2" LOWEST_BITS="32'd0" BITS=1
  lint_all $unit LENGTHS="32'h00080004" BITS=5
done
lint_all toroid_task_starts SENDS=4 ARRIVALS=3 LOCAL_PORTS=4
lint_all toroid_task_starts SENDS=4 ARRIVALS=3 LOCAL_PORTS=4 LOADED=1
lint_all toroid_task_starts SENDS=1 ARRIVALS=1 TIME_BITS=1
for flits in 1 2 5; do lint_all toroid_task_beats MESSAGE_FLITS=$flits; done
module_of=toroid_router_scheduled
refused_by_all TURNS_must_lead_to_later_axes TURNS="16'h0001"
refused_by_all LINKS_WIDTH_must_be LINKS_WIDTH=179
refused_by_all CHECK_SLOTS_must_be CHECK_ARRIVALS=1
refused_by_all LOCAL_PORTS_must_be LOCAL_PORTS=2
refused_by_all FLIT_WIDTH_must_be FLIT_WIDTH=7
module_of=toroid_task_formula
refused_by_all LOCAL_PORTS_must_be LOCAL_PORTS=2
refused_by_all REVERSED_must_be REVERSED=1

echo "PASS: $count elaborations clean, $refusals wrong ones refused"
