# Puts a module into a wrapper of the same name and ports whose outputs pass through `fault`
# (fault.v).
#
# Reads a Verilog file with one module whose ports stand one on a line, as all of ours do. Writes
# the module renamed to NAME_good, and a module NAME that has its header and contains it. Data count
# only where their valid is high. With TOROID_FAULT_LIST in the environment each of these modules
# names its outputs and their widths on standard error when the simulation starts.
#
# Usage: awk -v which=node|router -v here=PORT -v relay=0|1 -f instrument.awk FILE
# PORT has the node's address; relay says whether there is one behind the router.

# When bit `of_NAME` of an output counts. A relay uses the source of messages that have not halted
# yet; their payload's top bit says so (docs/spec/relay.md L2.1). It uses no last bit at all.
# Of a link's check wires bit 1 is the parity of a flit, bit 0 counts always.
function counts(name,   valid, at) {
  if (name ~ /_out_check$/) {
    valid = name
    sub(/_check$/, "_valid", valid)
    return "(of_" name " == 0 ? 1'b1 : good_" valid "[0])"
  }
  valid = valid_of(name)
  if (valid == "") return "1'b1"
  at = "of_" name " / (WIDTH_" name " / WIDTH_" valid ")"
  if (relay && name == "m_last") return "1'b0"
  if (relay && name == "m_source")
    return "good_m_valid[" at "] & ~good_m_data[(" at " + 1) * (WIDTH_m_data / WIDTH_m_valid) - 1]"
  return "good_" valid "[" at "]"
}

# The valid that an output's bits belong to; "" if there is none.
function valid_of(name) {
  if (name ~ /_out_(channel|flit)$/) { sub(/_(channel|flit)$/, "_valid", name); return name }
  # Flits of scheduled routers stand side by side; on a ring they are of one width.
  if (name ~ /^out_(channel|flits?)$/) return "out_valid"
  if (name ~ /^m_axis_t(data|last|user|id)$/) return "m_axis_tvalid"
  if (name ~ /^m_(data|last|source)$/) return "m_valid"
  return ""
}

/^module / { inside = 1; module = $2; line = $0; sub(module, module "_good", line); print line }
!/^module / { print }

inside {
  header = header $0 "\n"
  sub(/\/\/.*/, "")
  range = "[0:0]"
  if (match($0, /parameter [^=]*=/)) {
    name = substr($0, RSTART + 10, RLENGTH - 11)
    gsub(/integer |\[[^\]]*\]|[ \t]/, "", name)
    settings = settings (settings == "" ? "" : ", ") "." name "(" name ")"
  } else if ($1 == "input" || $1 == "output") {
    if (match($0, /\[[^\]]*\]/)) range = substr($0, RSTART, RLENGTH)
    name = $0
    gsub(/input|output|wire |\[[^\]]*\]|[ \t,]/, "", name)
    ports[++count] = name
    if ($1 == "output") ranges[name] = range
  }
  if ($0 ~ /^\);/) inside = 0
}

END {
  printf "%s", header
  for (i = 1; i <= count; ++i) {
    name = ports[i]
    connections = connections (i > 1 ? ", " : "") "." name "(" (name in ranges ? "good_" : "") name ")"
    if (!(name in ranges)) continue
    print "  wire " ranges[name] " good_" name ";"
    print "  localparam WIDTH_" name " = $bits(good_" name ");"
    print "  localparam AT_" name " = " (last == "" ? 0 : "AT_" last " + WIDTH_" last) ";"
    last = name
  }
  print "  localparam FAULT_BITS = AT_" last " + WIDTH_" last ";"
  print "  wire [FAULT_BITS-1:0] fault_good, fault_counts, fault_shown;"
  print "  " module "_good #(" settings ") u_good (" connections ");"
  print "  fault #(.WHICH(" (which == "router") "), .BITS(FAULT_BITS)) u_fault ("
  print "    .clk(clk), .rst(rst), .here({{(32 - $bits(" here ")) {1'b0}}, " here "}),"
  print "    .good(fault_good), .counts(fault_counts), .shown(fault_shown));"
  for (i = 1; i <= count; ++i) {
    name = ports[i]
    if (!(name in ranges)) continue
    print "  genvar of_" name ";\n  generate for (of_" name " = 0; of_" name " < WIDTH_" name "; of_" name " = of_" name " + 1) begin : by_" name
    print "    assign fault_good[AT_" name "+of_" name "] = good_" name "[of_" name "];"
    print "    assign fault_counts[AT_" name "+of_" name "] = " counts(name) ";"
    print "  end endgenerate\n  assign " name " = fault_shown[AT_" name "+:WIDTH_" name "];"
  }
  print "  initial if ($c32(\"(std::getenv(\\\"TOROID_FAULT_LIST\\\") != nullptr)\") != 0) begin"
  for (i = 1; i <= count; ++i) {
    if (ports[i] in ranges)
      print "    $fdisplay(32'h8000_0002, \"fault: output " which " " ports[i] " %0d\", WIDTH_" ports[i] ");"
  }
  print "  end\nendmodule"
}
