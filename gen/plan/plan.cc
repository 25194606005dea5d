#include "gen/plan/plan.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/plan/verilog_name.h"

namespace toroid {
namespace {

constexpr std::size_t kMaxNameLength = 64;

void CheckName(const std::string& name, Diagnostics& found) {
  const std::string allowed =
      "allowed are 1 to 64 letters, digits and single underscores, a letter first and no underscore last, but no Verilog or SystemVerilog "
      "keyword";
  if (!IsPlainIdentifier(name)) found.push_back({"--name", name, "is not a plain identifier", allowed});
  if (name.size() > kMaxNameLength) found.push_back({"--name", name, "has " + std::to_string(name.size()) + " characters", allowed});
  if (IsVerilogKeyword(name)) found.push_back({"--name", name, "is a Verilog keyword", allowed});
}

void CheckNumbers(const HardwareOptions& options, Diagnostics& found) {
  if (options.flit_width < 8 || options.flit_width > 512 || options.flit_width % 8 != 0) {
    found.push_back(
        {"--flit-width", std::to_string(options.flit_width), "is not a payload width", "allowed are the multiples of 8 from 8 to 512"});
  }
  if (options.buffer_depth < 2 || options.buffer_depth > 64) {
    found.push_back({"--buffer-depth", std::to_string(options.buffer_depth), "is out of range", "allowed are 2 to 64 flits"});
  }
}

int AddressBitsOf(const Graph& graph) {
  int bits = 0;
  for (const int length : graph.lengths()) bits += BitsFor(static_cast<std::uint32_t>(length));
  return bits;
}

// Hardware has one guest node at each host node.
void CheckEmbedding(const Embedding& embedding, Diagnostics& found) {
  if (embedding.IsBijection()) return;
  found.push_back(
      {"--guest", embedding.guest().ToString(), WhyNoBijection(embedding), "hardware takes guests of as many nodes as the host"});
}

Diagnostics Complaints(const Graph& host, const std::optional<Embedding>& embedding, const HardwareOptions& options) {
  Diagnostics found;
  if (host.axes() > kMaxRtlAxes) {
    found.push_back({"--host", host.ToString(), "has " + std::to_string(host.axes()) + " axes",
                     "hardware is built for 1 to " + std::to_string(kMaxRtlAxes) + " axes"});
  }
  if (embedding && embedding->host() != host) {
    found.push_back({"--host", host.ToString(), "is not the embedding's host", "the embedding is for " + embedding->host().ToString()});
  }
  if (embedding) CheckEmbedding(*embedding, found);
  CheckNumbers(options, found);
  CheckName(options.name, found);
  if (options.address == Address::kLogical && !embedding) {
    found.push_back({"--address", "logical", "no embedding is given", "give --guest and --embedding, or use --address physical"});
  }
  return found;
}

// Axis by axis, "+" before "-"; the single port of a length-2 axis has no direction.
std::vector<LinkPort> LinkPortsOf(const Graph& host, std::vector<int>& first_port) {
  std::vector<LinkPort> ports;
  for (int a = 0; a < host.axes(); ++a) {
    first_port.push_back(static_cast<int>(ports.size()));
    if (host.length(Axis{a}) == 2) {
      ports.push_back({Axis{a}, std::nullopt});
    } else {
      ports.push_back({Axis{a}, Direction::kPlus});
      ports.push_back({Axis{a}, Direction::kMinus});
    }
  }
  return ports;
}

// The coordinates side by side, first in the most significant bits, each in as many bits as its axis needs.
std::uint32_t PackCoordinates(const Graph& graph, NodeId node) {
  std::uint32_t address = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    const Axis axis{a};
    const int bits = BitsFor(static_cast<std::uint32_t>(graph.length(axis)));
    address = (address << bits) | static_cast<std::uint32_t>(graph.Coordinate(node, axis));
  }
  return address;
}

// FNV-1a, 64 bits, as 16 hex digits. Source: draft-eastlake-fnv.
std::string Fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

// Everything that changes the emitted files, except the name, which only renames modules.
std::string CanonicalText(const Graph& host, const std::optional<Embedding>& embedding, const HardwareOptions& options) {
  std::string text = "toroid " + std::string(kToolVersion) + " router " + std::to_string(kRouterSpecVersion);
  text += " host " + host.ToString();
  text += " flit-width " + std::to_string(options.flit_width) + " buffer-depth " + std::to_string(options.buffer_depth);
  text += " ports " + std::string(ToString(options.ports)) + " arbiter " + std::string(ToString(options.arbiter));
  text += " address " + std::string(ToString(options.address));
  if (const auto& unit = options.unit_task) {
    text += " schedule " + std::string(ToString(unit->schedule)) + " task " + std::to_string(unit->task.first) + "," +
            std::to_string(unit->task.count) + " message-flits " + std::to_string(unit->message_flits);
  }
  if (!embedding) return text + " embedding none";
  text += " embedding " + std::string(ToString(embedding->kind())) + " guest " + embedding->guest().ToString();
  text += " bit-order " + std::string(ToString(embedding->bit_order()));
  return embedding->walk() ? text + " walk " + std::string(ToString(*embedding->walk())) : text;
}

}  // namespace

std::string GraphOptions(const Plan& plan) {
  std::string text = "--host " + plan.host().ToString();
  if (const auto& embedding = plan.embedding()) {
    text += " --guest " + embedding->guest().ToString() + " --embedding " + std::string(ToString(embedding->kind()));
    if (embedding->guest().kind() == Kind::kHypercube) text += " --bit-order " + std::string(ToString(embedding->bit_order()));
    if (embedding->walk()) text += " --walk " + std::string(ToString(*embedding->walk()));
  }
  return text;
}

std::string_view ToString(Arbiter arbiter) { return arbiter == Arbiter::kRoundRobin ? "round-robin" : "through-first"; }

std::string_view ToString(Address address) { return address == Address::kPhysical ? "physical" : "logical"; }

std::optional<Arbiter> ParseArbiter(std::string_view text) {
  for (const auto arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
    if (text == ToString(arbiter)) return arbiter;
  }
  return std::nullopt;
}

std::optional<Address> ParseAddress(std::string_view text) {
  for (const auto address : {Address::kPhysical, Address::kLogical}) {
    if (text == ToString(address)) return address;
  }
  return std::nullopt;
}

Plan::Plan(Graph host, std::optional<Embedding> embedding, HardwareOptions options)
    : host_(std::move(host)), embedding_(std::move(embedding)), hardware_(std::move(options)) {
  link_ports_ = LinkPortsOf(host_, first_port_);
  physical_bits_ = AddressBitsOf(host_);
  logical_bits_ = embedding_ ? AddressBitsOf(embedding_->guest()) : 0;
  address_bits_ = hardware_.address == Address::kLogical ? std::max(physical_bits_, logical_bits_) : physical_bits_;
  // The worst shapes of at most 2^24 nodes, such as ten axes of length 5, need 30: no length has more than 1.3 times the bits of its
  // logarithm.
  assert(std::max(physical_bits_, logical_bits_) <= 32);
  hardware_hash_ = Fnv1a(CanonicalText(host_, embedding_, hardware_));
}

Result<Plan> Plan::Create(Graph host, std::optional<Embedding> embedding, HardwareOptions options) {
  Diagnostics complaints = Complaints(host, embedding, options);
  std::optional<ScheduleUnit> unit;
  if (options.unit_task) {
    const auto made = MakeScheduleUnit(*options.unit_task, embedding, options.ports);
    if (made) {
      unit = *made;
    } else {
      complaints.insert(complaints.end(), made.diagnostics().begin(), made.diagnostics().end());
    }
  }
  if (!complaints.empty()) return complaints;
  Plan plan(std::move(host), std::move(embedding), std::move(options));
  plan.schedule_unit_ = unit;
  return plan;
}

int Plan::InjectorOf(NodeId from, NodeId to) const {
  assert(from != to);
  if (hardware_.ports == Ports::kOne) return 0;
  int a = 0;
  while (host_.Coordinate(from, Axis{a}) == host_.Coordinate(to, Axis{a})) ++a;
  const Axis axis{a};
  return LinkPortOf(axis, host_.RouteDirection(axis, host_.Coordinate(from, axis), host_.Coordinate(to, axis)));
}

std::uint32_t Plan::AddressOf(NodeId node) const { return PackCoordinates(host_, node); }

std::uint32_t Plan::WireAddressOf(NodeId node) const {
  if (hardware_.address == Address::kPhysical) return AddressOf(node);
  return PackCoordinates(embedding_->guest(), embedding_->GuestOf(node));
}

}  // namespace toroid
