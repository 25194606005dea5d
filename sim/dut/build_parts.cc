#include "sim/dut/build_parts.h"

#include <sys/resource.h>

#include <sstream>

#include "gen/support/files.h"
#include "sim/dut/tools.h"

namespace toroid {

namespace fs = std::filesystem;

void Append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::string ReadAdaptor(const std::string& name) {
  const fs::path path = AdaptorRoot() / name;
  try {
    return files::Read(path);
  } catch (const files::FileError& error) {
    if (error.OfTooManyOpen()) throw;
    throw BuildFault{{"simulator sources", path.string(), "cannot be read",
                      "reinstall, or set TOROID_DUT_SOURCES"}};
  }
}

std::string WithoutComments(const std::string& text) {
  std::istringstream in(text);
  std::string kept;
  for (std::string line; std::getline(in, line);) {
    const auto start = line.find_first_not_of(' ');
    if (start == std::string::npos || line.compare(start, 2, "//") == 0) continue;
    kept += line + '\n';
  }
  return kept;
}

namespace {

// Verilator's spelling of a place in the hierarchy: "axis0[3].node" is
// axis0__BRA__3__KET____DOT__node.
std::string VerilatedName(const std::string& instance) {
  std::string name;
  for (const char c : instance) {
    if (c == '.')
      name += "__DOT__";
    else if (c == '[')
      name += "__BRA__";
    else if (c == ']')
      name += "__KET__";
    else
      name += c;
  }
  return name;
}

}  // namespace

std::string ConfigHeader(const DutSource& source) {
  std::ostringstream text;
  if (source.kind == DutKind::kEndpoints) {
    text << "#define TOROID_FOR_EACH_PORT(M)";
    for (const std::string& port : source.ports) text << " \\\n  M(" << port << ")";
    text << '\n';
    return text.str();
  }
  text << "#define TOROID_LINK_PORTS " << source.links.size() << "\n#define TOROID_LOCAL_PORTS "
       << source.local_ports << "\n#define TOROID_PAYLOAD_BITS " << source.payload_bits
       << "\n#define TOROID_ADDRESS_BITS " << source.address_bits << "\n#define TOROID_FLIT_BITS "
       << source.flit_bits << "\n#define TOROID_FOR_EACH_LINK(M)";
  for (std::size_t p = 0; p < source.links.size(); ++p)
    text << " M(" << p << ", " << source.links[p].prefix << ", " << source.links[p].channels << ", "
         << source.links[p].bits << ")";
  text << '\n';
  if (source.kind == DutKind::kFlat) {
    text << "#define TOROID_INSTANCE(instance) __PVT__" << source.top_module
         << "__DOT__##instance\n#define TOROID_FOR_EACH_NODE(M)";
    for (std::size_t n = 0; n < source.node_instances.size(); ++n)
      if (!source.node_instances[n].empty())
        text << " \\\n  M(" << n << ", " << VerilatedName(source.node_instances[n]) << ")";
    text << '\n';
  }
  if (source.messages > 0)
    text << "#define TOROID_MESSAGES " << source.messages << "\n#define TOROID_TIME_BITS "
         << source.time_bits << '\n';
  if (source.rank_bits > 0) text << "#define TOROID_MEMBER_BITS " << source.rank_bits << '\n';
  if (source.link_stages) text << "#define TOROID_LINK_STAGES\n";
  if (source.link_checks) text << "#define TOROID_LINK_CHECKS\n";
  if (source.gated_clocks) text << "#define TOROID_GATED_CLOCKS\n";
  if (source.relay) text << "#define TOROID_RELAY\n";
  if (source.fault_bits > 0) text << "#define TOROID_FAULT_BITS " << source.fault_bits << '\n';
  if (source.barrier) text << "#define TOROID_BARRIER\n";
  if (source.broadcast) text << "#define TOROID_BROADCAST\n";
  if (source.loaded_tables) text << "#define TOROID_LOADED\n";
  if (source.partition_bits > 0)
    text << "#define TOROID_PARTITION " << source.partition_bits << '\n';
  if (source.table_entry_bits > 0)
    text << "#define TOROID_TABLES " << source.table_entry_bits << "\n#define TOROID_TABLE_LOGICAL "
         << source.table_logical_bits << "\n#define TOROID_TABLE_PHYSICAL "
         << source.table_physical_bits << '\n';
  if (source.table_rank_bits > 0)
    text << "#define TOROID_TABLE_RANK " << source.table_rank_bits << '\n';
  if (source.counter_bits > 0) text << "#define TOROID_COUNTERS " << source.counter_bits << '\n';
  if (source.by_entry) text << "#define TOROID_BY_ENTRY\n";
  if (source.base_is_input) text << "#define TOROID_BASE\n";
  if (source.wave) text << "#define TOROID_WAVE\n";
  return text.str();
}

// User time of all children that have ended, without system time.
double ChildSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace toroid
