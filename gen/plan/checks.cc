// What goes together and what does not, an option or two at a time. Where a way out would be wrong
// for another fault, that fault is told alone.
#include "gen/plan/checks.h"

#include <fmt/core.h>

#include <utility>

#include "gen/plan/broadcast.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/verilog_name.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMaxNameLength = 64;

// --name.
void CheckName(const std::string& name, Diagnostics& found) {
  const std::string allowed =
      "allowed are 1 to 64 letters, digits and single underscores, a letter first and no "
      "underscore last, but no Verilog or SystemVerilog "
      "keyword";
  if (!IsPlainIdentifier(name))
    found.push_back({"--name", name, "is not a plain identifier", allowed});
  if (name.size() > kMaxNameLength)
    found.push_back({"--name", name, "has " + Counted(name.size(), "character"), allowed});
  if (IsVerilogKeyword(name)) found.push_back({"--name", name, "is a Verilog keyword", allowed});
}

// --flit-width and --buffer-depth.
void CheckNumbers(const HardwareOptions& options, Diagnostics& found) {
  const int width = options.flit_width;
  if (width < kLeastFlitWidth || width > kMostFlitWidth || width % kLeastFlitWidth != 0) {
    found.push_back({"--flit-width", std::to_string(width), "is not a payload width",
                     fmt::format("allowed are the multiples of {} from {} to {}", kLeastFlitWidth,
                                 kLeastFlitWidth, kMostFlitWidth)});
  }
  if (options.buffer_depth < kLeastBufferDepth || options.buffer_depth > kMostBufferDepth) {
    found.push_back(
        {"--buffer-depth", std::to_string(options.buffer_depth), "is out of range",
         fmt::format("allowed are {} to {} flits", kLeastBufferDepth, kMostBufferDepth)});
  }
}

// A node's address units must answer at once.
void CheckStages(const HardwareOptions& options, bool has_embedding, Diagnostics& found) {
  const std::string value = std::to_string(options.atu_stages);
  if (options.atu_stages < 0 || options.atu_stages > kMostAtuStages) {
    found.push_back({"--atu-stages", value, "is out of range",
                     fmt::format("allowed are 0 to {}", kMostAtuStages)});
  } else if (options.atu_stages > 0 && !has_embedding) {
    found.push_back({"--atu-stages", value, "without an embedding there are no address units",
                     "give --guest and --embedding"});
  } else if (options.atu_stages > 0 && options.address == Address::kLogical && !options.partition) {
    found.push_back({"--atu-stages", value, "a node's own address units answer in the same cycle",
                     "use --address physical"});
  }
}

// What does not go with --partition.
void CheckPartition(const Graph& host, const std::optional<Embedding>& embedding,
                    const HardwareOptions& options, Diagnostics& found) {
  const Partition& partition = *options.partition;
  if (partition.host() != host) {
    found.push_back({"--partition", partition.ToString(), "is of another host",
                     "the partition is of " + partition.host().ToString()});
  }
  if (!embedding) {
    found.push_back({"--partition", partition.ToString(), "no embedding is given",
                     "give --guest and --embedding, for the partition"});
  }
  if (options.atu_stages > 0) {
    found.push_back({"--atu-stages", std::to_string(options.atu_stages),
                     "a partition's address units answer in the same cycle",
                     "leave out --atu-stages or --partition"});
  }
  if (options.unit_task && !options.loaded_tables) {
    found.push_back({"--schedule", std::string(ToString(options.unit_task->schedule)),
                     "has no schedule unit in a partition",
                     "schedule units are for guests that have the whole host, but for --tables "
                     "loaded with --address-units loaded"});
  }
  if (options.relay) {
    found.push_back({"--relay", "",
                     "store-and-forward turns are planned for guests that have the whole host",
                     "leave out --relay or --partition"});
  }
}

// A scheduled router holds nothing and sends nothing of its own, and its schedule is for one place.
void CheckScheduled(const HardwareOptions& options, Diagnostics& found) {
  const std::string way_out = "or use --router buffered";
  if (options.relay)
    found.push_back({"--relay", "", "a scheduled router has no place where a message could halt",
                     "leave out --relay, " + way_out});
  if (options.partition && !options.loaded_units)
    found.push_back({"--partition", options.partition->ToString(),
                     "a scheduled router takes the place of a partition from a host alone",
                     "give --address-units loaded, leave out --partition, " + way_out});
  if (options.translation)
    found.push_back({"--translation", std::string(ToString(*options.translation)),
                     "tables are made by messages that no schedule knows",
                     "leave out --translation, " + way_out});
}

// What --address-units loaded needs; the embedding is for `partition`, or the host.
void CheckLoadedUnits(const Graph& host, const std::optional<Embedding>& embedding,
                      const HardwareOptions& options, Diagnostics& found) {
  const auto diagnose = [&](const char* what, const char* allowed) {
    found.push_back({"--address-units", "loaded", what, allowed});
  };
  if (options.router != RouterKind::kScheduled)
    diagnose("the address units of nodes with buffers are constants",
             "it goes with --router scheduled");
  if (options.address != Address::kLogical || !embedding)
    diagnose("with physical addresses nodes have no address units",
             "give --guest and --embedding, and leave out --address physical");
  if (options.atu_stages > 0)
    diagnose("what is loaded answers in the same cycle", "leave out --atu-stages");
  if (options.unit_task && !options.loaded_tables)
    diagnose("the schedule in the nodes is for one embedding",
             "give --schedule list or exact, and --tables loaded");
  if (!found.empty()) return;
  const Diagnostics unfit =
      LoadedUnitDiagnostics(options.partition.value_or(Partition::Whole(host)), *embedding);
  found.insert(found.end(), unfit.begin(), unfit.end());
}

// --link-stages: what counts one cycle a hop does not go with them (R9.9).
void CheckLinkStages(const HardwareOptions& options, Diagnostics& found) {
  const auto diagnose = [&](const char* what, const char* allowed) {
    found.push_back({"--link-stages", std::to_string(options.link_stages), what, allowed});
  };
  if (options.link_stages < 0 || options.link_stages > kMostLinkStages) {
    found.push_back({"--link-stages", std::to_string(options.link_stages), "is out of range",
                     fmt::format("allowed are 0 to {}", kMostLinkStages)});
  }
  if (options.link_stages <= 0) return;
  if (options.router == RouterKind::kScheduled) {
    diagnose("scheduled routers count one cycle a hop", "it goes with --router buffered");
  } else if (options.unit_task) {
    diagnose("schedule units count one cycle a hop", "leave out --schedule or --link-stages");
  }
  if (options.relay) diagnose("relays count one cycle a hop", "leave out --relay or --link-stages");
  if (options.translation == TableMethod::kExchanged)
    diagnose("an exchange of tables counts one cycle a hop", "use --translation computed");
  if (options.broadcast && options.router == RouterKind::kBuffered)
    diagnose("a host's words cross a link in one cycle", "leave out --broadcast or --link-stages");
}

// What has no ports with a tid beside its own, and what is listed by process.
void CheckProcesses(const Graph& host, const std::optional<Embedding>& embedding,
                    const HardwareOptions& options, Diagnostics& found) {
  const auto diagnose = [&](std::string what, std::string allowed) {
    found.push_back(
        {"--processes", std::to_string(options.processes), std::move(what), std::move(allowed)});
  };
  const std::uint32_t most = kMostProcesses / host.size();
  if (options.processes < 1 || static_cast<std::uint32_t>(options.processes) > most)
    diagnose("is out of range", fmt::format("allowed on {} are 1 to {}", host.ToString(), most));
  if (options.processes <= 1) return;
  if (options.router == RouterKind::kScheduled) {
    diagnose("flits of scheduled routers do not tell the processes of a node apart",
             "it goes with --router buffered");
  } else if (options.address == Address::kLogical) {
    diagnose("with logical addresses tid tells the guest nodes of a node apart",
             "it goes with --address physical");
  } else if (options.relay) {
    diagnose("a relay takes the messages of one process a node",
             "leave out --processes or --relay");
  } else if (options.translation && embedding && embedding->IsInjective()) {
    diagnose("tables of one guest node a node name no process",
             "leave out --processes or --translation");
  }
}

// A node that keeps time by the network's clock cannot have another one.
void CheckWrap(const Graph& host, const HardwareOptions& options, Diagnostics& found) {
  const WrapOptions& wrap = options.wrap;
  if (wrap.user_bits < 0 || wrap.user_bits > kMostUserBits)
    found.push_back({"--user-bits", std::to_string(wrap.user_bits), "is out of range",
                     fmt::format("allowed are 0 to {}", kMostUserBits)});
  if (!HasOwnClocks(wrap)) return;
  const auto diagnose = [&](const char* what, const char* allowed) {
    found.push_back({"--node-clocks", NodesText(wrap.own_clock), what, allowed});
  };
  if (wrap.own_clock.size() != host.size())
    diagnose("is of another host", "give a bit for each node");
  if (options.router == RouterKind::kScheduled) {
    diagnose("scheduled routers keep time by the network's clock", "use --router buffered");
  } else if (options.unit_task) {
    diagnose("schedule units keep time by the network's clock",
             "leave out --schedule or --node-clocks");
  }
  if (options.relay)
    diagnose("relays keep time by the network's clock", "leave out --relay or --node-clocks");
  if (options.translation)
    diagnose("tables are read with the network's clock",
             "leave out --translation or --node-clocks");
}

}  // namespace

Diagnostics OptionDiagnostics(const Graph& host, const std::optional<Embedding>& embedding,
                              const HardwareOptions& options) {
  Diagnostics found;
  if (host.axes() > kMaxRtlAxes) {
    found.push_back({"--host", host.ToString(), fmt::format("has {} axes", host.axes()),
                     fmt::format("hardware is built for 1 to {} axes", kMaxRtlAxes)});
  } else if (Hears(options) && AddressBits(host) > kTypeBit) {
    found.push_back({"--host", host.ToString(),
                     fmt::format("has addresses of {} bits", AddressBits(host)),
                     fmt::format("what a host sends names nodes by at most {} bits", kTypeBit)});
  }
  const auto& partition = options.partition;
  if (partition) CheckPartition(host, embedding, options, found);
  if (embedding && embedding->host() != (partition ? partition->shape() : host)) {
    found.push_back({"--host", host.ToString(), "is not the embedding's host",
                     "the embedding is for " + embedding->host().ToString()});
  }
  CheckNumbers(options, found);
  CheckStages(options, embedding.has_value(), found);
  CheckLinkStages(options, found);
  CheckWrap(host, options, found);
  CheckProcesses(host, embedding, options, found);
  if (options.protect != Protection::kNone && options.router == RouterKind::kScheduled) {
    found.push_back({"--protect", std::string(ToString(options.protect)),
                     "links of scheduled routers have no check wires",
                     "it goes with --router buffered"});
  }
  if (options.counters && options.router == RouterKind::kScheduled) {
    found.push_back({"--counters", "", "in a scheduled router no flit waits",
                     "it goes with --router buffered"});
  }
  CheckName(options.name, found);
  if (options.router == RouterKind::kScheduled) CheckScheduled(options, found);
  if (options.check_arrivals && (options.router != RouterKind::kScheduled || !options.unit_task)) {
    found.push_back({"--check-arrivals", "", "no schedule says what should arrive",
                     "give --router scheduled, and --schedule and --task"});
  }
  if (options.barrier && options.router != RouterKind::kScheduled) {
    found.push_back({"--barrier", "hardware", "nodes with buffers have no barrier",
                     "it goes with --router scheduled"});
  }
  const bool table = options.unit_task && NeedsTable(options.unit_task->schedule) &&
                     options.unit_task->pipelining == 0;
  if (options.loaded_tables && (options.router != RouterKind::kScheduled || !table)) {
    found.push_back({"--tables", "loaded", "nodes have no table of a schedule",
                     "it goes with --router scheduled and --schedule list or exact"});
  }
  if (options.loaded_units) CheckLoadedUnits(host, embedding, options, found);
  if (options.translation && !embedding && options.router != RouterKind::kScheduled) {
    found.push_back({"--translation", std::string(ToString(*options.translation)),
                     "no embedding is given",
                     "give --guest and --embedding: tables name the places of guest neighbours"});
  }
  if (options.address == Address::kLogical && !embedding) {
    found.push_back({"--address", "logical", "no embedding is given",
                     "give --guest and --embedding, or use --address physical"});
  }
  return found;
}

}  // namespace toroid
