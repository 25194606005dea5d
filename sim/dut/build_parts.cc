#include "sim/dut/build_parts.h"

#include <sys/resource.h>

#include <sstream>
#include <utility>

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

// User time of all children that have ended, without system time.
double ChildSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace

std::string ConfigHeader(const DutSource& source) {
  std::ostringstream text;
  if (source.kind == DutKind::kEndpoints) {
    text << "#define TOROID_FOR_EACH_PORT(M)";
    for (const std::string& port : source.ports) text << " \\\n  M(" << port << ")";
    text << "\n#define TOROID_WAVE " << source.wave << '\n';
    return text.str();
  }
  const std::pair<const char*, int> numbers[] = {
      {"LINK_PORTS", static_cast<int>(source.links.size())},
      {"LOCAL_PORTS", source.local_ports},
      {"PAYLOAD_BITS", source.payload_bits},
      {"ADDRESS_BITS", source.address_bits},
      {"FLIT_BITS", source.flit_bits},
      {"MESSAGES", source.messages},
      {"TIME_BITS", source.time_bits},
      {"MEMBER_BITS", source.rank_bits},
      {"LINK_STAGES", source.link_stages},
      {"LINK_CHECKS", source.link_checks},
      {"GATED_CLOCKS", source.gated_clocks},
      {"RELAY", source.relay},
      {"FAULT_BITS", source.fault_bits},
      {"BARRIER", source.barrier},
      {"BROADCAST", source.broadcast_bits > 0},
      {"LOADED", source.loaded_tables},
      {"PARTITION", source.partition_bits},
      {"BASE", source.base_is_input},
      {"TABLES", source.table_entry_bits},
      {"TABLE_LOGICAL", source.table_logical_bits},
      {"TABLE_PHYSICAL", source.table_physical_bits},
      {"TABLE_RANK", source.table_rank_bits},
      {"BY_ENTRY", source.by_entry},
      {"COUNTERS", source.counter_bits},
      {"WAVE", source.wave}};
  for (const auto& [name, number] : numbers)
    text << "#define TOROID_" << name << ' ' << number << '\n';
  text << "#define TOROID_FOR_EACH_LINK(M)";
  for (std::size_t p = 0; p < source.links.size(); ++p)
    text << " M(" << p << ", " << source.links[p].prefix << ", " << source.links[p].channels << ", "
         << source.links[p].flit_bits << ")";
  text << '\n';
  if (source.kind == DutKind::kFlat) {
    text << "#define TOROID_INSTANCE(instance) __PVT__" << source.module
         << "__DOT__##instance\n#define TOROID_FOR_EACH_NODE(M)";
    for (std::size_t n = 0; n < source.node_instances.size(); ++n)
      if (!source.node_instances[n].empty())
        text << " \\\n  M(" << n << ", " << VerilatedName(source.node_instances[n]) << ")";
    text << '\n';
  }
  return text.str();
}

BuiltDut FromCache(const Cache& cache, const std::string& entry, const std::string& what,
                   const Caller& caller,
                   const std::function<void(const std::filesystem::path& folder)>& make) {
  if (auto found = cache.Find(entry, "dut.so")) return {std::move(*found), true, 0};
  Cache::BuildLock lock(cache, entry, "dut.so", caller);
  if (lock.made()) return {lock.Take(), true, 0};
  caller.tell(what + cache.Outlook());
  const double before = ChildSeconds();
  make(lock.folder());
  lock.Keep();
  return {lock.Take(), false, ChildSeconds() - before};
}

}  // namespace toroid
