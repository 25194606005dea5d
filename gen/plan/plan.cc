// All faults of a host, an embedding and the hardware's options together are found at once
// (checks.cc), so a Plan that exists can be built, simulated and described without further checks.
// Derived values (ports, widths, latencies, the hash) are computed once.
//
// The hash is over a text of everything that changes the emitted files, in a fixed order. Equal
// hardware has equal text, and a field that is not set adds nothing, so old networks keep their
// hash when an option is added.
//
// Data that a host loads is not hardware: only its sizes are in the text.
//
// In a partition the given embedding is that of the box. The model and the testbench use the one on
// the whole host, which follows from it and the base. Address units compute the first.
#include "gen/plan/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/plan/barrier.h"
#include "gen/plan/broadcast.h"
#include "gen/plan/counters.h"
#include "gen/plan/loaded_units.h"
#include "gen/plan/translation.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The dilation allowed for blocks under gray; usually 1.
int AllowedDilation(const Embedding& embedding) {
  return embedding.cube_plan() ? embedding.cube_plan()->allowed_dilation : 1;
}

// Bits of tid with physical addresses (G2.8).
int ProcessBits(const HardwareOptions& options) {
  const bool told = options.address == Address::kPhysical && options.processes > 1;
  return told ? BitsFor(static_cast<std::uint32_t>(options.processes)) : 0;
}

// FNV-1a, 64 bits, as 16 hex digits. Source: draft-eastlake-fnv.
std::string Fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

std::string RoutesText(const HardwareOptions& options, const RoutedHost& routes) {
  if (options.load.routes) return fmt::format(" loaded-routes {}", kRouteSpecVersion);
  return fmt::format(" routes {} {}", kRouteSpecVersion, Fnv1a(routes.Text()));
}

// " buffer-depth 4 ports one": those of the options that are said.
std::string NamedText(HardwareOptions options, std::initializer_list<OptionName> names) {
  std::string text;
  const auto typed = TypedOptions(options.fields());
  for (const OptionName name : names)
    for (const auto& [option, value] : typed)
      if (option == name) text += fmt::format(" {} {}", name.text().substr(2), value);
  return text;
}

// "reduction:float32:adder.v:4", with a hash of the file's text in place of its path (IN7.9).
std::string OperatorText(const HardwareOptions& options) {
  JoinOptions join = options.join;
  if (join.module) join.module->path = join.module->name() + "=" + Fnv1a(join.module->text);
  return InNetworkText(*options.in_network, join);
}

// " in-network 1 multicast root 3", and what is dead; " in-network 3 multicast loaded".
std::string TreeText(const HardwareOptions& options) {
  if (!options.in_network) return "";
  if (options.load.tree)
    return fmt::format(" in-network {} {} loaded", InNetworkSpecVersionOf(options),
                       OperatorText(options));
  return fmt::format(" in-network {} {} root {}{}", InNetworkSpecVersionOf(options),
                     OperatorText(options), options.root,
                     options.survivors ? options.survivors->Options() : "");
}

std::string CanonicalText(const HardwareOptions& options, const Graph& host, const TurnSet& turns) {
  const std::string widths = " host " + host.CanonicalText() + NamedText(options, {"--flit-width"});
  const std::string barrier =
      options.barrier ? fmt::format(" barrier {}", kBarrierSpecVersion) : "";
  if (options.router == RouterKind::kBuffered) {
    return " router " + std::to_string(RouterSpecVersionOf(options, host)) + widths +
           NamedText(options, {"--buffer-depth", "--ports", "--arbiter", "--storage",
                               "--link-stages", "--protect"}) +
           (options.classes > 1 ? fmt::format(" classes {}", options.classes) : "") +
           (options.routes ? RoutesText(options, *options.routes) : "") +
           (options.in_network ? fmt::format(" copies {}", kCopiesSpecVersion) : "") + barrier;
  }
  return " scheduled-router " + std::to_string(RouterSpecVersionOf(options, host)) + widths +
         NamedText(options, {"--ports", "--link-stages"}) + " turns " + turns.ToString() +
         (options.schedule_unit.check_arrivals ? " check-arrivals" : "") + TreeText(options) +
         barrier;
}

// The messages of a table as text.
std::string CanonicalText(const Schedule& table) {
  std::string text;
  for (const ScheduledMessage& message : table.messages)
    text += fmt::format(" {}:{}>{}", message.cycle, message.node.value(), message.to.value());
  return text;
}

// A table as text, or its size if it is loaded.
std::string TableText(const HardwareOptions& options, const ScheduleUnit& unit) {
  if (!options.load.tables) return " table" + CanonicalText(*unit.table);
  return fmt::format(" row {} {} {}", unit.sends, unit.arrivals, unit.time_bits);
}

// Everything that changes the emitted hardware as text, except the name, which only renames
// modules.
std::string CanonicalText(const Graph& host, const std::optional<Embedding>& embedding,
                          const HardwareOptions& options,
                          const std::optional<ScheduleUnit>& schedule_unit, bool relay,
                          const TurnSet& turns) {
  std::string text = fmt::format("toroid {}{}", kToolVersion, CanonicalText(options, host, turns));
  text += NamedText(options, {"--address"}) + OptionsText(options.wrap);
  if (options.wrap.axi) text += CanonicalText(*options.wrap.axi);
  for (std::size_t n = 0; n < options.wrap.names.size(); ++n)
    if (!options.wrap.names[n].empty())
      text += fmt::format(" name {} {}", n, options.wrap.names[n]);
  if (const int bits = ProcessBits(options); bits > 0) text += fmt::format(" tid {}", bits);
  text += NamedText(options, {"--atu-stages"});
  if (const auto& unit = options.schedule_unit.task) {
    text += fmt::format(" schedule {} task {},{} message-flits {}", ToString(unit->schedule),
                        unit->task.first, unit->task.count, unit->message_flits);
    if (unit->pipelining > 0) text += fmt::format(" pipelining {}", unit->pipelining);
    if (schedule_unit->table) text += TableText(options, *schedule_unit);
  }
  if (relay) text += fmt::format(" relay {}", kRelaySpecVersion);
  if (options.load.words) text += fmt::format(" broadcast {}", kBroadcastSpecVersion);
  if (options.load.tables) text += " loaded";
  if (options.load.address_units)
    return fmt::format("{} address-units {}", text, kLoadedUnitSpecVersion);
  if (options.partition) text += " partition " + options.partition->ToString();
  text += NamedText(options, {"--translation"});
  if (options.links.counters) text += fmt::format(" counters {}", kCounterSpecVersion);
  if (!embedding) return text + " embedding none";
  text += " embedding " + std::string(ToString(embedding->kind())) + " guest " +
          embedding->guest().CanonicalText();
  text += " bit-order " + std::string(ToString(embedding->bit_order()));
  if (embedding->walk()) text += " walk " + std::string(ToString(*embedding->walk()));
  const int dilation = AllowedDilation(*embedding);
  return dilation > 1 ? fmt::format("{} dilation {}", text, dilation) : text;
}

}  // namespace

std::vector<std::pair<OptionName, std::string>> HardwareWords(const Plan& plan) {
  HardwareOptions options = plan.options();
  options.relay = plan.relay().has_value();
  return TypedOptions(options.fields());
}

// The options for this host and embedding, for the command in every banner.
std::string GraphOptions(const Plan& plan) {
  std::string text = "--host " + plan.host().CanonicalText();
  if (plan.routes() || plan.hardware().survivors) text += plan.survivors().Options();
  const bool all = plan.hardware().load.address_units && plan.partition()->shape() == plan.host();
  if (plan.partition() && !all) text += " --partition " + plan.partition()->ToString();
  if (const auto& embedding = plan.embedding()) {
    text += " --guest " + embedding->guest().CanonicalText() + " --embedding " +
            std::string(ToString(embedding->kind()));
    if (embedding->HasBitOrder())
      text += " --bit-order " + std::string(ToString(embedding->bit_order()));
    if (embedding->walk()) text += " --walk " + std::string(ToString(*embedding->walk()));
    if (const int dilation = AllowedDilation(*embedding); dilation > 1)
      text += fmt::format(" --dilation {}", dilation);
  }
  return text;
}

// Widths follow from the graphs, in bits. The hash is made before the embedding is moved to the
// partition's place: hardware does not depend on where the box is.
Plan::Plan(Graph host, std::optional<Embedding> embedding, HardwareOptions options,
           const Units& units)
    : host_(std::move(host)),
      embedding_(std::move(embedding)),
      hardware_(std::move(options)),
      link_ports_(LinkPortsOf(host_)),
      first_port_(FirstPortsOf(host_)),
      schedule_unit_(units.schedule),
      relay_(units.relay),
      turns_(schedule_unit_ && !hardware_.load.tables ? schedule_unit_->turns
                                                      : TurnSet::All(host_)) {
  data_width_ = hardware_.flit_width;
  hardware_.flit_width += SideBits(hardware_.wrap, data_width_);
  hardware_.load.words = Hears(hardware_);
  if (hardware_.wrap.axi) hardware_.classes = 2;  // of requests and of replies
  if (hardware_.load.address_units && !hardware_.partition)
    hardware_.partition = Partition::Whole(host_);
  physical_bits_ = AddressBits(host_);
  place_bits_ = hardware_.partition ? AddressBits(hardware_.partition->shape()) : physical_bits_;
  logical_bits_ = embedding_ ? AddressBits(embedding_->guest()) : 0;
  if (hardware_.load.address_units) logical_bits_ = physical_bits_;  // X1.1
  if (embedding_ && !embedding_->IsInjective()) {
    rank_bits_ = BitsFor(embedding_->load_factor());
    count_bits_ = BitsFor(embedding_->load_factor() + 1);
  }
  if (hardware_.address == Address::kPhysical) {
    tid_bits_ = ProcessBits(hardware_);
    address_bits_ = tid_bits_ + physical_bits_;
  } else {
    tid_bits_ = rank_bits_;
    address_bits_ = carries_ranks() ? logical_bits_ : std::max(physical_bits_, logical_bits_);
  }
  // The worst shapes of at most 2^24 nodes, such as ten axes of length 5, need 30: no length has
  // more than 1.3 times the bits of its logarithm, and the number of processes is below twice a
  // power of two.
  assert(std::max(address_bits_, logical_bits_) <= 32);
  if (hardware_.in_network) {
    in_network_.emplace(survivors(), NodeId{static_cast<std::uint32_t>(hardware_.root)});
    if (hardware_.router == RouterKind::kScheduled) turns_.AddLater(host_, in_network_->turns());
  }
  hardware_hash_ = Fnv1a(
      CanonicalText(host_, embedding_, hardware_, schedule_unit_, relay_.has_value(), turns_));
  if (hardware_.partition && hardware_.partition->shape() != host_) {
    in_partition_ = std::move(embedding_);
    embedding_ = hardware_.partition->Place(*in_partition_);
  }
}

namespace {

// The embedding on the whole host, for the guest's messages.
std::optional<Embedding> OnHost(const std::optional<Embedding>& embedding,
                                const HardwareOptions& options) {
  return options.partition ? options.partition->Place(*embedding) : embedding;
}

}  // namespace

// Makes schedule units and relays; adds their faults to `diagnostics`.
Plan::Units Plan::MakeUnits(const std::optional<Embedding>& embedding,
                            const HardwareOptions& options, Diagnostics& diagnostics) {
  Units units;
  const auto take = [&diagnostics](auto made, auto& unit) {
    if (made) {
      unit = *made;
    } else {
      diagnostics.insert(diagnostics.end(), made.diagnostics().begin(), made.diagnostics().end());
    }
  };
  if (options.schedule_unit.task)
    take(MakeScheduleUnit(*options.schedule_unit.task, OnHost(embedding, options), options.ports,
                          options.router, options.links.hop_cycles()),
         units.schedule);
  if (options.relay) take(MakeRelay(embedding, options.ports), units.relay);
  return units;
}

namespace {

// "2 bits that a relay adds"
std::string AddedBitsText(const Plan& plan) {
  std::string text;
  if (plan.hardware().flit_width > plan.data_width())
    text = Counted(plan.hardware().flit_width - plan.data_width(), "bit") + " beside tdata";
  if (plan.added_bits() == 0) return text;
  if (!text.empty()) text += " and the ";
  if (plan.relay()) return text + Counted(plan.added_bits(), "bit") + " that a relay adds";
  if (plan.in_network()) return text + Counted(plan.added_bits(), "bit") + " of --in-network";
  return text + Counted(plan.added_bits(), "bit that distinguishes", "bits that distinguish") +
         " guest nodes of a host node";
}

// The most bits of tdata for which a flit is not too wide; less than 8 if there are none.
int MostDataWidth(const Plan& plan) {
  int width = kMostFlitWidth;
  while (width > 0 &&
         width + SideBits(plan.hardware().wrap, width) + plan.added_bits() > kMostFlitWidth)
    width -= kLeastFlitWidth;
  return width;
}

}  // namespace

Result<Plan> Plan::Create(Graph host, std::optional<Embedding> embedding, HardwareOptions options) {
  Diagnostics diagnostics = OptionDiagnostics(host, embedding, options);
  if (!diagnostics.empty()) return diagnostics;
  return Build(std::move(host), std::move(embedding), std::move(options));
}

Result<Plan> Plan::With(HardwareOptions options) const {
  return Build(host_, unit_embedding(), std::move(options));
}

// Checks the needs of the units, and last what depends on the widths of the finished plan.
Result<Plan> Plan::Build(Graph host, std::optional<Embedding> embedding, HardwareOptions options) {
  Diagnostics diagnostics;
  const Units units = MakeUnits(embedding, options, diagnostics);
  if (!diagnostics.empty()) return diagnostics;
  Plan plan(std::move(host), std::move(embedding), std::move(options), units);
  if (plan.carried_bits() > kMostFlitWidth) {
    return Diagnostic{"--flit-width", std::to_string(plan.data_width()),
                      "with the " + AddedBitsText(plan) + " a flit is too wide",
                      fmt::format("allowed are {} bits together, so {} at most", kMostFlitWidth,
                                  MostDataWidth(plan))};
  }
  if (plan.hardware().router == RouterKind::kScheduled && plan.carries_ranks()) {
    return Diagnostic{
        "--address", "logical",
        "flits of scheduled routers do not distinguish the guest nodes of a host node",
        "use --address physical, or --router buffered"};
  }
  diagnostics = TranslationDiagnostics(plan);
  if (!diagnostics.empty()) return diagnostics;
  return plan;
}

degraded::DegradedHost Plan::survivors() const {
  if (routes()) return routes()->host;
  return hardware_.survivors ? *hardware_.survivors : degraded::DegradedHost(host_);
}

HardwareOptions Plan::options() const {
  HardwareOptions options = hardware_;
  options.flit_width = data_width_;
  return options;
}

// The injector of the route's first link (R4.5).
int Plan::InjectorOf(NodeId from, NodeId to) const {
  assert(from != to);
  if (hardware_.ports == Ports::kOne) return 0;
  if (routes()) return routes()->tables.At(from, to).port;
  int a = 0;
  while (host_.Coordinate(from, Axis{a}) == host_.Coordinate(to, Axis{a})) ++a;
  const Axis axis{a};
  return LinkPortOf(
      axis, host_.RouteDirection(axis, host_.Coordinate(from, axis), host_.Coordinate(to, axis)));
}

std::vector<Hop> Plan::RouteOf(NodeId from, NodeId to) const {
  return routes() ? routes()->Route(from, to) : host_.Route(from, to);
}

// A message that halts arrives when its set does, however short its route (L3.3).
Cycle Plan::ZeroLoadLatency(NodeId from, NodeId to) const {
  if (relay_ && Halts(*relay_, host_, from, to))
    return relay_->first + relay_->second + kRelayCycles + interface_latency();
  return LatencyOver(LinksBetween(from, to));
}

std::uint32_t Plan::AddressOf(NodeId node) const { return AddressIn(host_, node); }

bool Plan::IsAddressable(NodeId node) const {
  if (!IsAlive(node)) return false;
  return hardware_.address == Address::kPhysical || !embedding_->GuestsOf(node).empty();
}

std::uint32_t Plan::GuestsAt(NodeId node) const {
  if (hardware_.address == Address::kPhysical) return 1U << tid_bits_;
  return carries_ranks() ? static_cast<std::uint32_t>(embedding_->GuestsOf(node).size()) : 1;
}

std::uint32_t Plan::WireAddressOf(NodeId node, std::uint32_t rank) const {
  assert(IsAddressable(node) && rank < GuestsAt(node));
  if (hardware_.address == Address::kPhysical) return rank << physical_bits_ | AddressOf(node);
  return LogicalAddressOf(embedding_->GuestsOf(node)[rank]);
}

std::uint32_t Plan::LogicalAddressOf(NodeId guest) const {
  return AddressIn(embedding_->guest(), guest);
}

}  // namespace toroid
