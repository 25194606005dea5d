// Functional coverage: the states that a network's routers have been in. Bins, exclusions and the
// reachability of the other bins: docs/spec/functional-coverage.md.
//
// Idea: the model is observed, as hardware that equals it in every event has been in the same
// states. ways.h computes the routes; they alone determine which bins exist and which no run can
// reach. Every bin seen is then counted, reachable or not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/coverage/ways.h"
#include "sim/model/network.h"
#include "sim/report/coverage_report.h"

namespace toroid::coverage {

// The indices of bins, and the reasons to exclude bins.
inline constexpr std::string_view kNoWires = "there are no wires for it (R2.4, R4.5)";
inline constexpr std::string_view kNoRoute = "no route does so (R2, R3.2)";
inline constexpr std::string_view kNoTableRoute = "no route of the tables does so (DG2.2)";

// Outcome of a cycle for the oldest flit of a source.
enum Fate : std::uint32_t {
  kOnlyFlitMoves,
  kHeadMoves,
  kMiddleMoves,
  kTailMoves,
  kHeadLacksRoom,
  kHeadIsLockedOut,
  kHeadYields,  // to the other channel of its link (R5.3)
  kHeadLoses,   // the output to another position
  kBodyLacksRoom,
  kBodyYields,
  kBodyLoses,
  // By tables: the output serves its link's other channel (DG7.6).
  kHeadIsUnserved,
  kBodyIsUnserved,
  kFates
};
inline constexpr std::string_view kFateNames[kFates] = {
    "the only flit moves",
    "a head moves",
    "a middle flit moves",
    "a tail moves",
    "a head waits for room",
    "a head waits for the lock",
    "a head waits for the other channel",
    "a head waits for another position",
    "a later flit waits for room",
    "a later flit waits for the other channel",
    "a later flit waits for another position",
    "a head waits for the other channel of its output",
    "a later flit waits for the other channel of its output",
};

// The channels of a link that have a flit able to go (R5.3).
enum Feasible : std::uint32_t { kChannel0, kChannel1, kBoth, kFeasibles };
inline constexpr std::string_view kFeasibleNames[kFeasibles] = {"0 can go", "1 can go",
                                                                "both can go"};

// The channels of a link's output that candidates request (DG7.6).
inline constexpr std::string_view kRequestedNames[kFeasibles] = {"0 is requested", "1 is requested",
                                                                 "both are requested"};

// The winner of a link's output under through-first (R5.6).
enum Granted : std::uint32_t {
  kThroughAlone,
  kThroughOverOthers,
  kOthersAlone,
  kOthersOverThrough,
  kGranteds
};
inline constexpr std::string_view kGrantedNames[kGranteds] = {
    "straight on, nobody else waits", "straight on before others",
    "another, nobody goes straight on", "another before straight on"};

}  // namespace toroid::coverage

namespace toroid {

class Coverage : public model::Observer {
 public:
  // Buffered routers only. The plan must outlive it.
  explicit Coverage(const Plan& plan);

  // Counts the cycle that begins in this state.
  void See(const model::Network& network) override;
  CoverageReport Report() const;

 private:
  // The bins of a group: one for each choice of indices.
  class Group {
   public:
    Group() = default;
    Group(std::size_t first, std::vector<std::uint32_t> sizes)
        : first_(first), sizes_(std::move(sizes)) {}
    std::size_t At(std::initializer_list<std::uint32_t> indices) const;

   private:
    std::size_t first_ = 0;
    std::vector<std::uint32_t> sizes_;
  };
  using Indices = std::span<const std::uint32_t>;
  // `name` returns an empty text for choices that have no wires or states at any node.
  Group Add(std::string_view group, std::vector<std::uint32_t> sizes,
            const std::function<std::string(Indices)>& name);
  void AddStores();
  void AddFlits();
  void AddChoices();
  void AddPreferences();

  // Includes a bin that some node can reach; otherwise the last node's reason stays.
  void Judge(std::size_t bin, bool can_be, std::string_view why_not);
  // `ways`: the node's, as Ways::AtNode returns them.
  void FindReachable(NodeId node);
  void ReachStores(const std::vector<std::uint64_t>& ways, NodeId node);
  void ReachHops(const std::vector<std::uint64_t>& ways, NodeId node);
  // `positions`: by target, those from which some route of the node leads there.
  void ReachFlit(const std::vector<std::uint64_t>& ways,
                 const std::vector<std::uint64_t>& positions, std::uint32_t source,
                 std::uint32_t target);
  void ReachInputs(const std::vector<std::uint64_t>& ways);
  void ReachOutputs(const std::vector<std::uint64_t>& positions);
  void ReachLeads(const std::vector<std::uint64_t>& positions);
  void ReachGrants(std::uint32_t output, std::uint64_t positions);

  void Count(std::size_t bin) { ++bins_[bin].seen; }
  // The bin of a hop from a source of the node to an output channel.
  std::size_t HopBin(NodeId node, std::uint32_t source, std::uint32_t link_channel) const;
  // Of node n; `moving`, `feasible`, `candidates` and `served` are bits of its sources.
  void SeeStores(const model::Network& network, std::uint32_t n);
  void SeeFlits(const model::Network& network, std::uint32_t n, std::uint64_t moving);
  std::uint64_t SeePreferences(const model::Network& network, std::uint32_t n,
                               std::uint64_t feasible);
  // The candidates whose output serves them.
  std::uint64_t SeeServed(const model::Network& network, std::uint32_t n, std::uint64_t candidates);
  void SeeGrants(const model::Network& network, std::uint32_t n, std::uint64_t served,
                 std::uint64_t moving);

  // Whether R5.4 has the position for the output; whether R5.6 concerns the output.
  bool HasPosition(std::uint32_t output, std::uint32_t position) const;
  bool IsGuarded(std::uint32_t output) const;

  std::string PortName(std::uint32_t port) const;
  std::string SourceName(std::uint32_t source) const;
  std::string TargetName(std::uint32_t target) const;
  std::string OutputName(std::uint32_t output) const;
  std::string PositionName(std::uint32_t output, std::uint32_t position) const;

  const Plan& plan_;
  Ways ways_;
  std::string_view no_route_;
  std::uint32_t depth_;
  Cycle cycles_ = 0;
  std::vector<CoverageBin> bins_;
  Group credits_;      // output channel, count
  Group buffers_;      // input channel, flits
  Group injectors_;    // local port, flits
  Group ejectors_;     // local port, flits
  Group flits_;        // source, target, fate of the oldest flit there
  Group hops_;         // link port, coordinate on its axis, arrival, channel
  Group preferences_;  // link port, preferred channel, channels able to send
  Group leads_;        // by tables: link port, preferred channel of the output, channels requested
  Group grants_;       // output, 0 or 1 + the last position granted, position granted, alone or not
  Group guards_;       // output, count, winner and loser
};

}  // namespace toroid
