// Chooses network, embedding and schedule for a program: tries all that fit, and ranks them by
// predicted cost.
//
// The guest determines the program. For a hypercube it is the pipelined CC-cube: a message in each
// cube dimension, cut into the number of packets that costs least; gen/schedule's formula gives the
// cost. For any other guest it is an exchange: each node sends one message to each neighbour, with
// a schedule `list` that is constructed, not only predicted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/schedule/cost.h"
#include "gen/support/progress.h"
#include "gen/support/words.h"
#include "gen/topology/graph.h"

namespace toroid {

enum class RankBy { kCycles, kCost, kDilation };
template <>
inline constexpr std::string_view kWords<RankBy> = "cycles|cost|dilation";

struct ChoiceRequest {
  // Larger hosts would take too long to schedule.
  static constexpr std::uint32_t kMostNodes = 4096;

  std::uint32_t nodes = 0;  // nodes of the host
  RankBy by = RankBy::kCycles;
  Ports ports = Ports::kOne;
  int elements = 1;  // flits of a message before pipelining
  Machine machine;
  Cycle interface = 0;  // K, cycles of the router beyond a route's links
};

// A program on a host.
struct Choice {
  Graph host;
  EmbeddingKind embedding;
  ScheduleKind schedule;
  std::optional<int> pipelining;       // of a CC-cube
  std::optional<std::uint64_t> steps;  // of a CC-cube, all iterations
  int dilation = 0;
  double average_dilation = 0;
  std::uint64_t link_load = 0;  // messages of an exchange over the busiest link
  std::uint64_t links = 0;      // directed links of the host, its cost in hardware
  Cycle cycles = 0;             // on toroid's router
  // Cost on the machine: for a CC-cube that of gen/schedule; for an exchange the startups of the
  // messages that a node sends one after another, and the cycles times per_flit.
  double cost = 0;
  std::string reason = {};  // why it has its rank
};

struct Choices {
  std::vector<Choice> ranked;  // the best first
  std::uint64_t unfit = 0;     // embeddings and schedules that do not exist on a host
};

// Tori, meshes and hypercubes of at most four axes (hypercubes: any number) with `nodes` nodes, the
// longest axis first, except that the guest's own shape stays as it is.
std::vector<Graph> HostsOf(const Graph& guest, std::uint32_t nodes);

// Requires 2 to kMostNodes nodes.
Choices Choose(const Graph& guest, const ChoiceRequest& request, const Progress& progress = {});

}  // namespace toroid
