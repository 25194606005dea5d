// The frozen record that feeds RTL, model and testbench. Nothing in it changes later.
//
// The folder's idea: RTL, model and testbench read one record and get the same answers. They share
// no code for routing or arbitration, only this record. It has everything on which they must agree:
// shape, widths, numbers of ports, addresses, constants of units.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/embedding/partition.h"
#include "gen/plan/hardware_options.h"
#include "gen/plan/relay.h"
#include "gen/plan/router_kind.h"
#include "gen/plan/routes.h"
#include "gen/plan/schedule_unit.h"
#include "gen/plan/turns.h"
#include "gen/plan/wrap_options.h"
#include "gen/schedule/schedule.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"
#include "gen/trees/network_tree.h"

namespace toroid {

inline constexpr std::string_view kToolVersion = "0.1.0";
inline constexpr int kThroughFirstGuard = 15;  // R5.6
inline constexpr int kMaxRtlAxes = 10;
// The most nodes of emitted hardware: the wrap has ports for each node, and the manifest lists its
// links.
inline constexpr std::uint32_t kMaxEmittedNodes = 65536;

class Plan {
 public:
  // With a partition `embedding` is for the partition's shape. Diagnostics name --host, --guest,
  // --flit-width, --buffer-depth, --link-stages, --protect, --counters, --name, --address,
  // --processes, --partition, --translation, --relay, --barrier, --load, --schedule-units,
  // --node-clocks, --user-bits, and those of MakeScheduleUnit and MakeRelay: all faults of the
  // first of these stages that has any: rules, graphs and numbers, units, widths.
  static Result<Plan> Create(Graph host, std::optional<Embedding> embedding,
                             HardwareOptions options);
  // The same graphs with other options, which are known to go together: what may still be wrong is
  // what units need, and widths. For a plan with few changes, change its options().
  Result<Plan> With(HardwareOptions options) const;

  const Graph& host() const { return host_; }
  // The guest on the host; in a partition, at its base.
  const std::optional<Embedding>& embedding() const { return embedding_; }
  // What address units compute: the guest on the host, or on the partition's shape.
  const std::optional<Embedding>& unit_embedding() const {
    return in_partition_ ? in_partition_ : embedding_;
  }
  const std::optional<Partition>& partition() const { return hardware_.partition; }
  const HardwareOptions& hardware() const { return hardware_; }
  // The options with the flit width that Create and With take.
  HardwareOptions options() const;
  // Bits of tdata at the wrap's ports. The network's flits, hardware().flit_width, also hold the
  // bits that the wrap packs beside it.
  int data_width() const { return data_width_; }

  // What routers read; null if they go by dimension order.
  const RoutedHost* routes() const { return hardware_.routes.get(); }
  // What of the host is alive: all of it, unless the options say otherwise.
  degraded::DegradedHost survivors() const;
  // Whether the node takes part; without tables all do.
  bool IsAlive(NodeId node) const { return !routes() || routes()->host.IsAlive(node); }
  // Whether hardware has the node: one that is dead when tables are generated is absent (DG7.10).
  bool IsPresent(NodeId node) const { return IsAlive(node) || hardware_.load.routes; }
  std::size_t live_nodes() const {
    return routes() ? routes()->host.survivors().size() : host_.size();
  }
  // Links of the route between two nodes that are alive.
  int LinksBetween(NodeId from, NodeId to) const {
    return routes() ? routes()->Links(from, to) : host_.Distance(from, to);
  }
  // The route between two nodes that are alive.
  std::vector<Hop> RouteOf(NodeId from, NodeId to) const;
  MessageRoutes message_routes() const {
    const MessageRoutes routes = MessageRoutesBy(hardware_.routes, host_, hop_cycles());
    return in_network_ ? routes.WithTree(*in_network_, join_cycles()) : routes;
  }
  // The cycles in which a flit crosses a link.
  int hop_cycles() const { return hardware_.links.hop_cycles(); }
  LinkLoads link_loads() const { return LinkLoadsBy(hardware_.routes, host_); }
  // Channels of a link on this axis: 2 if it wraps, else 1 (R3.1); with tables always 2 (DG2.1).
  int Channels(Axis axis) const { return routes() || host_.Wraps(axis) ? 2 : 1; }
  const std::vector<LinkPort>& link_ports() const { return link_ports_; }
  // The port by which a node sends, or receives, flits that travel on `axis` in `direction`.
  int LinkPortOf(Axis axis, Direction direction) const {
    return first_port_[axis.index()] +
           (LinkPortsOn(host_, axis) == 2 ? static_cast<int>(direction) : 0);
  }
  // Injectors, and ejectors, of a node: 1, or one for each link port (with --ports all; numbered
  // alike).
  int local_ports() const {
    return hardware_.ports == Ports::kOne ? 1 : static_cast<int>(link_ports_.size());
  }
  // The injector at which a packet must enter; from != to.
  int InjectorOf(NodeId from, NodeId to) const;

  // Bits of tdest and tuser, and of the addresses on links: those of the widest address that occurs
  // there.
  int address_bits() const { return address_bits_; }
  int link_address_bits() const { return carries_ranks() ? physical_bits_ : address_bits_; }
  int physical_bits() const { return physical_bits_; }
  int logical_bits() const { return logical_bits_; }  // 0 without an embedding
  // Bits of a rank, and of the number of guest nodes on a host node, in address units and tables; 0
  // if no node holds two.
  int rank_bits() const { return rank_bits_; }
  int count_bits() const { return count_bits_; }
  // Bits of tid, the rank of a process; 0 if local ports have none (G2.8).
  int tid_bits() const { return tid_bits_; }
  // Whether local ports have tid, and flits carry both ranks.
  bool carries_ranks() const { return tid_bits_ > 0; }
  // Bits of an address within the partition, its shape's coordinates; physical_bits() without a
  // partition.
  int place_bits() const { return place_bits_; }
  std::uint32_t AddressOf(NodeId node) const;  // coordinates, first in the most significant bits
  // Whether tdest can name the node: under logical addresses a host node without a guest node has
  // no address, and dead nodes have none that anybody can use. Such a node refuses all packets
  // injected there (R6.4), and nothing may be sent to it.
  bool IsAddressable(NodeId node) const;
  // The address of a guest node, its coordinates; requires an embedding.
  std::uint32_t LogicalAddressOf(NodeId guest) const;
  // The number of valid tids at the node: with logical addresses the guest nodes that it holds,
  // with physical ones the number of codes; 1 if ports have no tid.
  std::uint32_t GuestsAt(NodeId node) const;
  // The address of an addressable node and one of its ranks on tdest and tuser, logical or
  // physical.
  std::uint32_t WireAddressOf(NodeId node, std::uint32_t rank = 0) const;

  // Set if hardware().unit_task is.
  const std::optional<ScheduleUnit>& schedule_unit() const { return schedule_unit_; }
  // Set if hardware().relay is and messages halt.
  const std::optional<RelayUnit>& relay() const { return relay_; }
  // Bits of the router's payload above the user's: those of a relay (L2.1), two ranks (G2.8), or
  // what flits of a tree have (IN2.1).
  int added_bits() const {
    if (in_network_) return Joins() ? 2 : 1;
    return relay_ ? address_bits_ + 1 : 2 * tid_bits_;
  }
  int carried_bits() const { return hardware_.flit_width + added_bits(); }
  // The turns of scheduled routers: those of the unit's task, else all (N1.3).
  const TurnSet& turns() const { return turns_; }
  // The tree of hardware().in_network; none without. Scheduled routers are built for it. Buffered
  // ones copy from any root, and this is the tree of a broadcast from hardware().root.
  const std::optional<trees::NetworkTree>& in_network() const { return in_network_; }
  // Whether buffered routers copy flits (docs/spec/copies.md).
  bool Copies() const { return in_network_ && hardware_.router == RouterKind::kBuffered; }
  // L of docs/spec/in-network.md; 0: nothing is combined.
  Cycle join_cycles() const { return Joins() ? hardware_.join.latency() : 0; }
  // Whether routers combine what comes up the tree.
  bool Joins() const { return hardware_.in_network == InNetwork::kReduction; }
  // The width of a scheduled router's `faults` (N6.2, IN5.1).
  int fault_bits() const {
    if (Joins()) return 6;
    return !schedule_unit_ ? 3 : hardware_.schedule_unit.check_arrivals ? 5 : 4;
  }
  // K: cycles from inject to eject beyond the hops.
  Cycle interface_latency() const { return InterfaceLatency(hardware_.router); }
  // Cycles from inject to eject of a flit that nothing keeps waiting, over so many links (R6.8,
  // R9.4), and
  Cycle LatencyOver(Cycle hops) const { return hops * hop_cycles() + interface_latency(); }
  // between two nodes; with a relay, of a message that is injected as its set starts (L3.3).
  Cycle ZeroLoadLatency(NodeId from, NodeId to) const;

  const std::string& hardware_hash() const { return hardware_hash_; }  // 16 hex digits

 private:
  struct Units {
    std::optional<ScheduleUnit> schedule;
    std::optional<RelayUnit> relay;
  };
  Plan(Graph host, std::optional<Embedding> embedding, HardwareOptions options, const Units& units);
  static Result<Plan> Build(Graph host, std::optional<Embedding> embedding,
                            HardwareOptions options);
  static Units MakeUnits(const std::optional<Embedding>& embedding, const HardwareOptions& options,
                         Diagnostics& diagnostics);
  Graph host_;
  std::optional<Embedding> embedding_;
  std::optional<Embedding> in_partition_;
  HardwareOptions hardware_;
  int data_width_ = 0;
  std::vector<LinkPort> link_ports_;
  std::vector<int> first_port_;
  int physical_bits_ = 0;
  int logical_bits_ = 0;
  int rank_bits_ = 0;
  int count_bits_ = 0;
  int tid_bits_ = 0;
  int place_bits_ = 0;
  int address_bits_ = 0;
  std::optional<ScheduleUnit> schedule_unit_;
  std::optional<RelayUnit> relay_;
  TurnSet turns_;
  std::optional<trees::NetworkTree> in_network_;
  std::string hardware_hash_;
};

// What its hardware is: HardwareOptions::fields() as options of a command line.
std::vector<std::pair<OptionName, std::string>> HardwareWords(const Plan& plan);

// The options of a command line that name host, partition, guest and embedding: "--host torus:8x8
// --guest hypercube:6 --embedding xor ..."; not the partition's base.
std::string GraphOptions(const Plan& plan);

}  // namespace toroid
