// Implements the public header by a plan and the engine that simulates it.
#include "sim/platform/include/toroid/network_core.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/plan/wire_addresses.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/platform/engine.h"

namespace toroid {
namespace {

[[noreturn]] void Throw(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics) lines.push_back(ToString(diagnostic));
  throw NetworkError(std::move(lines));
}

template <class T>
T ValueOf(Result<T> result) {
  if (!result) Throw(result.diagnostics());
  return std::move(result).value();
}

Plan PlanWithWidth(const NetworkSource& source, int payload_bits) {
  Plan plan = ValueOf(PlanOf(source));
  const int width = plan.data_width();
  if (width == payload_bits) return plan;
  Throw({{"--flit-width", std::to_string(width),
          fmt::format("differs from tdata of the module, which has {} bits", payload_bits),
          fmt::format("toroid::Network<{}>, or --flit-width {}", width, payload_bits)}});
}

// Keeps the bits that a wire has.
std::uint32_t Cut(std::uint32_t value, int bits) {
  return bits >= 32 ? value : value & ((1U << bits) - 1);
}

}  // namespace

NetworkError::NetworkError(std::vector<std::string> lines)
    : std::runtime_error(Joined(lines, "\n")), lines_(std::move(lines)) {}
NetworkError::~NetworkError() = default;

struct NetworkCore::State {
  State(const NetworkSource& source, NetworkEngine kind, int payload_bits)
      : plan(PlanWithWidth(source, payload_bits)),
        addresses(plan),
        engine(ValueOf(MakeEngine(plan, kind))) {}

  NodeId Node(int node) const {
    if (node < 0 || static_cast<std::uint32_t>(node) >= plan.host().size())
      throw std::out_of_range("toroid: node " + std::to_string(node) + " of " +
                              std::to_string(plan.host().size()));
    return NodeId{static_cast<std::uint32_t>(node)};
  }

  Plan plan;
  WireAddresses addresses;
  std::unique_ptr<PlatformEngine> engine;
};

NetworkCore::NetworkCore(const NetworkSource& source, NetworkEngine engine, int payload_bits) {
  if (!source.files.empty()) UseSharedFoldersOf(source.files);
  state_ = std::make_unique<State>(source, engine, payload_bits);
}
NetworkCore::~NetworkCore() = default;

int NetworkCore::nodes() const { return static_cast<int>(state_->plan.host().size()); }
int NetworkCore::local_ports() const { return state_->plan.local_ports(); }
int NetworkCore::payload_bits() const { return state_->plan.hardware().flit_width; }
int NetworkCore::address_bits() const { return state_->plan.address_bits(); }
int NetworkCore::rank_bits() const { return state_->plan.tid_bits(); }

int NetworkCore::GuestsAt(int node) const {
  const NodeId at = state_->Node(node);
  return state_->plan.IsAddressable(at) ? static_cast<int>(state_->plan.GuestsAt(at)) : 0;
}

std::uint32_t NetworkCore::AddressOf(int node, int rank) const {
  if (rank < 0 || rank >= GuestsAt(node))
    throw std::out_of_range("toroid: node " + std::to_string(node) + " has no guest node " +
                            std::to_string(rank));
  return state_->addresses.Of(state_->Node(node), static_cast<std::uint32_t>(rank));
}

std::optional<int> NetworkCore::NodeOf(std::uint32_t address) const {
  const std::optional<std::uint32_t> node = state_->addresses.NodeOf(address);
  return node ? std::optional(static_cast<int>(*node)) : std::nullopt;
}

int NetworkCore::InjectorOf(int from, int to) const {
  if (from == to && state_->plan.Copies()) return from;
  if (from == to) throw std::out_of_range("toroid: a node sends nothing to itself");
  return from * local_ports() + state_->plan.InjectorOf(state_->Node(from), state_->Node(to));
}

bool NetworkCore::Ready(int stream) const {
  return state_->engine->Ready(static_cast<std::uint32_t>(stream));
}
// Passes on only the bits that the wires have.
void NetworkCore::Inject(int stream, const Beat& beat) {
  std::array<std::uint32_t, kMostPayloadWords> words;
  const int last = (payload_bits() - 1) / 32;
  std::copy_n(beat.words, last + 1, words.begin());
  words[static_cast<std::size_t>(last)] =
      Cut(words[static_cast<std::size_t>(last)], payload_bits() - 32 * last);
  state_->engine->Inject(
      static_cast<std::uint32_t>(stream),
      {words.data(), Cut(beat.address, address_bits()), Cut(beat.id, rank_bits()), beat.last});
}
bool NetworkCore::Offers(int stream) const {
  return state_->engine->Offers(static_cast<std::uint32_t>(stream));
}
NetworkCore::Beat NetworkCore::Offered(int stream) const {
  return state_->engine->Offered(static_cast<std::uint32_t>(stream));
}
void NetworkCore::Accept(int stream) { state_->engine->Accept(static_cast<std::uint32_t>(stream)); }
bool NetworkCore::Error(int stream) const {
  return state_->engine->Error(static_cast<std::uint32_t>(stream));
}
void NetworkCore::Step() { state_->engine->Step(); }
void NetworkCore::Reset() {
  const Diagnostics found = state_->engine->Reset();
  if (!found.empty()) Throw(found);
}

}  // namespace toroid
