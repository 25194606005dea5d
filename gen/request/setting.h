// What a request for traffic is checked against, and checks that several of them share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gen/degraded/degraded_host.h"
#include "gen/plan/plan.h"
#include "gen/rules/option_name.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// What a request is checked against: the options have been read, and go together.
struct Setting {
  const HardwareOptions& hardware;
  const std::optional<Graph>& host;
  const std::optional<Graph>& guest;
  std::function<bool(OptionName)> given;             // whether the user named the option
  const degraded::DegradedHost* degraded = nullptr;  // the host, if something of it is dead

  int dimensions() const;  // of a hypercube guest; 0 without one
};

// How a request stands to the graphs.
enum class Family {
  kProgram,     // sends along the dimensions of a hypercube guest
  kAlgorithm,   // so does this, and computes with what arrives
  kSets,        // sends sets of messages between the neighbours of any guest
  kCollective,  // sends between host nodes, whatever the guest, and computes with what arrives
  kTrace,       // sends what a file says, between guest nodes if there is a guest, else host nodes
  kAxi,         // AXI4 managers send what they ask for, whatever the guest
  kPattern,     // sends from host nodes to host nodes, whatever the guest
};

// Most messages that schedules hold in memory: about a gigabyte.
inline constexpr std::int64_t kMostMessages = 1 << 24;

// Whether there are no more packets than elements of a message, named `whole`, to fill them.
Diagnostics PipeliningDiagnostics(int pipelining, int elements, const std::string& whole);
// The same where `elements` is the option.
Diagnostics PacketDiagnostics(int pipelining, int elements);

// How the data of all processes together grow with their number.
enum class Growth { kLinear, kQuadratic };
// Whether an algorithm on this guest keeps too much data; `option` says how many flits, or
// elements, and `amount` is its value.
Diagnostics DataDiagnostics(const Setting& setting, std::string_view option, int amount,
                            Growth growth);
// The same of an algorithm on the nodes of the host.
Diagnostics DataDiagnosticsOfHost(const Setting& setting, std::string_view option, int amount,
                                  Growth growth);

}  // namespace toroid
