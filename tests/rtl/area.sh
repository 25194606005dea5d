#!/bin/sh
# Prints the cost of a router on an iCE40 HX8K: LUT4 and FF of the router alone (synth_ice40), for
# mesh:8x8 at depth 4 and torus:8x8 at depths 2 and 4, 32-bit payload, one port, round-robin, `here`
# an input. With --mhz also its clock in a harness that registers every port (inputs from a long
# shift register, outputs registered and reduced to one pin): median of three seeds of
# nextpnr-ice40.
# usage: area.sh [--mhz] [NAME=VALUE ...]      the pairs are router parameters, e.g. FLIT_WIDTH=64
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
lib=$root/rtl_templates/lib
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-area.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
mhz=no
if [ "${1-}" = --mhz ]; then mhz=yes; shift; fi
for tool in yosys nextpnr-ice40; do
  [ $tool = yosys ] || [ $mhz = yes ] || continue
  command -v $tool >/dev/null || { echo "area.sh: $tool is not installed"; exit 3; }
done

die() { echo "area.sh: $1 failed"; tail -20 "$scratch/log"; exit 3; }

width=32
for pair in "$@"; do case $pair in FLIT_WIDTH=*) width=${pair#*=} ;; esac; done
link=$((14 + width))
inputs=$((1 + 6 + 6 + 4 + 4 + 4 * link + 8 + 1 + width + 1 + 6 + 1 + 1))
outputs=$((8 + 4 + 4 + 4 * link + 1 + 1 + 1 + width + 1 + 6 + 1))

# The harness. Every port is a register; the outputs are reduced in three registered steps.
cat >"$scratch/harness.v" <<END
module harness (input clk, input in, output reg out);
  reg [$((inputs - 1)):0] from;
  wire [$((outputs - 1)):0] to;
  reg [$((outputs - 1)):0] to_q;
  reg [$(((outputs + 15) / 16 - 1)):0] part;
  integer i;
  always @(posedge clk) begin
    from <= {from[$((inputs - 2)):0], in};
    to_q <= to;
    for (i = 0; i < $(((outputs + 15) / 16)); i = i + 1) part[i] <= ^(to_q >> (16 * i) & 16'hffff);
    out <= ^part;
  end
  toroid_router #(SETTINGS) dut (
    .clk(clk),
    .rst(from[0]), .here(from[1+:6]), .source(from[7+:6]), .in_valid(from[13+:4]),
    .in_channel(from[17+:4]), .out_credit(from[21+:8]),
    .s_valid(from[29]), .s_last(from[30]), .s_dest(from[31+:6]), .s_dest_ok(from[37]),
    .m_ready(from[38]), .s_data(from[39+:$width]),
    .in_flit(from[$((39 + width))+:$((4 * link))]),
    .in_credit(to[0+:8]), .out_valid(to[8+:4]), .out_channel(to[12+:4]), .s_ready(to[16]),
    .error(to[17]), .m_valid(to[18]), .m_last(to[19]), .m_source(to[20+:6]), .busy(to[26]),
    .m_data(to[27+:$width]), .out_flit(to[$((27 + width))+:$((4 * link))])
  );
endmodule
END

measure() {  # name, then parameters
  name=$1; shift
  chparam=; settings=
  for pair in "$@"; do
    chparam="$chparam -chparam ${pair%%=*} ${pair#*=}"
    settings="$settings${settings:+, }.${pair%%=*}(${pair#*=})"
  done
  yosys -q -p "read_verilog $lib/*/*.v; hierarchy -check -top toroid_router $chparam;
    synth_ice40 -top toroid_router; check -assert;
    tee -q -o $scratch/stat stat" >"$scratch/log" 2>&1 || die yosys
  cost=$(awk '/SB_LUT4/ {lut = $2} /SB_DFF/ {ff += $2} /SB_RAM/ {ram += $2}
    END {printf "%5d LUT4 %5d FF %2d BRAM", lut, ff, ram}' "$scratch/stat")
  speed=
  if [ $mhz = yes ]; then
    sed "s/SETTINGS/$settings/" "$scratch/harness.v" >"$scratch/top.v"
    yosys -q -p "read_verilog $lib/*/*.v $scratch/top.v;
      synth_ice40 -top harness -json $scratch/top.json" >"$scratch/log" 2>&1 || die yosys
    for seed in 1 2 3; do
      nextpnr-ice40 --hx8k --package ct256 --json "$scratch/top.json" --seed $seed \
        --pcf-allow-unconstrained --freq 100 --timing-allow-fail >"$scratch/log" 2>&1 ||
        die nextpnr-ice40
      grep 'Max frequency' "$scratch/log" | tail -1 | sed 's/.*: \([0-9.]*\) MHz.*/\1/'
    done | sort -n >"$scratch/mhz"
    speed=$(awk 'NR == 2 {printf "  %6.1f MHz %5.1f ns/hop", $1, 1000 / $1}' "$scratch/mhz")
  fi
  echo "$name: $cost$speed"
}

for arbiter in "round-robin   0" "through-first 1"; do
  first="THROUGH_FIRST=${arbiter##* }"
  measure "mesh:8x8  depth 4, ${arbiter% ?}" WRAPS=0 DEPTH=4 SOURCE_IS_HERE=1 $first "$@"
  measure "torus:8x8 depth 2, ${arbiter% ?}" DEPTH=2 SOURCE_IS_HERE=1 $first "$@"
  measure "torus:8x8 depth 4, ${arbiter% ?}" DEPTH=4 SOURCE_IS_HERE=1 $first "$@"
done
