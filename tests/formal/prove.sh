# Common functions of the scripts in this folder: from Verilog with properties to a verdict. They
# source it with $here set to this folder.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/toroid-formal.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

for tool in yosys yosys-abc; do
  command -v "$tool" >/dev/null || { echo "FAIL: $tool is missing" >&2; exit 3; }
done
fail() {
  echo "FAIL $1" >&2
  [ -s "$scratch/log" ] && tail -20 "$scratch/log" >&2
  exit 1
}

# make_graph WHAT TOP SETTINGS FILE ...: writes $scratch/graph.aig of the assertions (assert) or
# covers (cover). Registers start with any value unless the proof gives one.
make_graph() {
  local what=$1 top=$2 settings=$3 keep
  shift 3
  if [ "$what" = cover ]; then
    keep="chformal -assert -remove; techmap -map $here/cover_as_assert.v"
  else
    keep="chformal -cover -remove"
  fi
  yosys -q -p "read_verilog -formal ${checks-} $*
    hierarchy -check -top $top $settings; proc; flatten; $keep
    memory_map; opt -full; async2sync; formalff -clk2ff -setundef; opt_clean
    setundef -undriven -anyseq; opt -full; dffunmap; techmap; opt -full; simplemap
    abc -g AND -fast; opt_clean
    write_aiger -I -B -zinit $scratch/graph.aig" >"$scratch/log" 2>&1
}

# The number of properties in the graph: its header's seventh word.
properties() {
  head -1 "$scratch/graph.aig" | cut -d ' ' -f 7
}

check() {  # runs ABC, $limit seconds at most; "proved", "refuted" or what it said instead
  yosys-abc -c "read_aiger $scratch/graph.aig; fold; strash; scleanup; pdr -T ${limit:-60}" >"$scratch/log" 2>&1
  if grep -q '^Property proved' "$scratch/log"; then echo proved
  elif grep -q 'was asserted in frame' "$scratch/log"; then echo refuted
  else echo undecided; fi
}

# The same by induction, for assertions that imply themselves in the next cycle: quicker than pdr where
# they hold long sums, which pdr takes apart bit by bit. The first cycles are checked one by one.
check_by_induction() {
  local graph="read_aiger $scratch/graph.aig; fold; strash; scleanup; orpos"
  yosys-abc -c "$graph; bmc3 -F ${1:-5} -T ${limit:-60}; ind -F 2 -T ${limit:-60}" >"$scratch/log" 2>&1
  if grep -q 'was asserted in frame' "$scratch/log"; then echo refuted
  elif grep -q '^No output asserted in 5 frames' "$scratch/log" &&
      grep -q '^Networks are equivalent' "$scratch/log"; then echo proved
  else echo undecided; fi
}

reached() {  # how many of the graph's covers ABC reaches
  yosys-abc -c "read_aiger $scratch/graph.aig; fold; strash; pdr -a -T 60" >"$scratch/log" 2>&1
  grep -c '^Output *[0-9]* was asserted' "$scratch/log"
}
