#include "sim/lanes/emit.h"

namespace toroid::lanes {

std::string YosysScript(const std::vector<std::string>& files, const std::string& top,
                        int payload_bits) {
  std::string read = "read_verilog";
  for (const std::string& file : files) read += " " + file;
  const std::string wide = std::to_string(payload_bits);
  return read + "\nhierarchy -check -top " + top +
         "\nproc -norom\n"
         "flatten\n"
         "opt_clean\n"
         "opt -nodffe -nosdff\n"
         "opt\n"
         "wreduce\n"
         "peepopt\n"
         "opt_clean\n"
         "opt\n"
         "opt -fast -mux_undef -undriven\n"
         "memory_collect\n"
         // arbitration gives its read address, which a memory of a program does not support
         "memory_map a:ram_style=distributed\n"
         "opt_clean\n"
         "pmuxtree\n"
         "select -set wide t:$mux r:WIDTH>=" +
         wide + " %i t:$and t:$or t:$xor t:$xnor t:$not %u %u %u %u r:Y_WIDTH>=" + wide +
         " %i %u\n"
         "select -set kept @wide t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce t:$mem_v2"
         " %u %u %u %u %u %u\n"
         "select -set fine * @kept %d\n"
         "techmap @fine\n"
         // sums of three and more terms have become adders
         "select -set fine * @kept %d\n"
         "techmap @fine\n"
         "simplemap t:$* @kept %d\n"
         "opt -fast\n"
         "simplemap t:$reduce_or\n"  // of resets that the line above joined
         "abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,ANDNOT,ORNOT\n"
         "opt_clean -purge\n"
         "write_json netlist.json\n";
}

std::string_view SourcesHash() { return TOROID_LANES_SOURCES; }

}  // namespace toroid::lanes
