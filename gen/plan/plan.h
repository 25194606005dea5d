// The frozen record that feeds RTL, model and testbench. Nothing here is decided later.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/plan/schedule_unit.h"
#include "gen/schedule/schedule.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr std::string_view kToolVersion = "0.1.0";
inline constexpr int kRouterSpecVersion = 1;
inline constexpr int kInterfaceLatency = 2;    // K: zero-load latency is hops + K (docs/spec/router.md R6.8)
inline constexpr int kThroughFirstGuard = 15;  // R5.6
inline constexpr int kMaxRtlAxes = 10;

enum class Arbiter { kRoundRobin, kThroughFirst };
enum class Address { kPhysical, kLogical };
std::string_view ToString(Arbiter arbiter);
std::string_view ToString(Address address);
std::optional<Arbiter> ParseArbiter(std::string_view text);
std::optional<Address> ParseAddress(std::string_view text);

struct HardwareOptions {
  int flit_width = 32;   // payload bits, a multiple of 8, 8 to 512
  int buffer_depth = 4;  // flits per input and channel, 2 to 64
  Ports ports = Ports::kOne;
  Arbiter arbiter = Arbiter::kThroughFirst;  // why: docs/decisions/6-default-arbiter.md
  std::string name = "toroid";               // prefix of every module, a Verilog identifier
  Address address = Address::kPhysical;
  std::optional<UnitTask> unit_task = std::nullopt;  // nodes get schedule units for it; none: they get none
};

// A link port of a node as RTL and traces number it: axis by axis, "+" before "-"; a length-2 axis has a single port.
struct LinkPort {
  Axis axis;
  std::optional<Direction> direction;  // none: the single port of a length-2 axis
};

class Plan {
 public:
  // Diagnostics name --host, --guest, --flit-width, --buffer-depth, --name, --address, and those of MakeScheduleUnit; every fault at once.
  static Result<Plan> Create(Graph host, std::optional<Embedding> embedding, HardwareOptions options);

  const Graph& host() const { return host_; }
  const std::optional<Embedding>& embedding() const { return embedding_; }
  const HardwareOptions& hardware() const { return hardware_; }

  // Channels of a link on this axis: 2 if it wraps, else 1 (R3.1).
  int Channels(Axis axis) const { return host_.Wraps(axis) ? 2 : 1; }
  const std::vector<LinkPort>& link_ports() const { return link_ports_; }
  // The port by which a node sends, or receives, flits that travel on `axis` in `direction`.
  int LinkPortOf(Axis axis, Direction direction) const {
    return first_port_[axis.index()] + (host_.length(axis) > 2 ? static_cast<int>(direction) : 0);
  }
  // Injectors, and ejectors, of a node: 1, or one for each link port (with --ports all; numbered alike).
  int local_ports() const { return hardware_.ports == Ports::kOne ? 1 : static_cast<int>(link_ports_.size()); }
  // The injector at which a packet must enter; from != to.
  int InjectorOf(NodeId from, NodeId to) const;

  // Of tdest, tuser and the addresses on links: as many as the wider of the addresses that occur there needs.
  int address_bits() const { return address_bits_; }
  int physical_bits() const { return physical_bits_; }
  int logical_bits() const { return logical_bits_; }  // 0 without an embedding
  int AxisBits(Axis axis) const { return BitsFor(static_cast<std::uint32_t>(host_.length(axis))); }
  std::uint32_t AddressOf(NodeId node) const;      // coordinates, first in the most significant bits
  std::uint32_t WireAddressOf(NodeId node) const;  // as tdest/tuser carry it: logical or physical

  // There if hardware().unit_task is.
  const std::optional<ScheduleUnit>& schedule_unit() const { return schedule_unit_; }

  const std::string& hardware_hash() const { return hardware_hash_; }  // 16 hex digits

 private:
  Plan(Graph host, std::optional<Embedding> embedding, HardwareOptions options);
  Graph host_;
  std::optional<Embedding> embedding_;
  HardwareOptions hardware_;
  std::vector<LinkPort> link_ports_;
  std::vector<int> first_port_;
  int physical_bits_ = 0;
  int logical_bits_ = 0;
  int address_bits_ = 0;
  std::optional<ScheduleUnit> schedule_unit_;
  std::string hardware_hash_;
};

// The options of a command line that name host, guest and embedding: "--host torus:8x8 --guest hypercube:6 --embedding xor ...".
std::string GraphOptions(const Plan& plan);

}  // namespace toroid
