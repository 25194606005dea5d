#include "sim/axi/transaction.h"

#include <algorithm>
#include <utility>

namespace toroid::axi {
namespace {

const AxiOptions& OptionsOf(const Plan& plan) { return *plan.hardware().wrap.axi; }

// AX5.1, apart from the map.
bool IsLegal(const Plan& plan, const Request& request) {
  const std::uint64_t bytes = std::uint64_t{1} << request.size;
  if (request.beats > OptionsOf(plan).max_burst ||
      bytes * 8 > static_cast<unsigned>(plan.data_width()))
    return false;
  switch (request.burst) {
    case Burst::kFixed: return request.beats <= 16;
    case Burst::kWrap:
      return (request.beats == 2 || request.beats == 4 || request.beats == 8 ||
              request.beats == 16) &&
             request.address % bytes == 0;
    case Burst::kIncr: break;
  }
  const std::uint64_t begin = request.address / bytes * bytes;
  const std::uint64_t last = begin + bytes * static_cast<unsigned>(request.beats) - 1;
  return begin / kPage == last / kPage;
}

}  // namespace

std::uint64_t BeatAddress(const Request& request, int beat) {
  const std::uint64_t bytes = std::uint64_t{1} << request.size;
  if (request.burst == Burst::kFixed || beat == 0) return request.address;
  const std::uint64_t next = request.address / bytes * bytes + bytes * static_cast<unsigned>(beat);
  if (request.burst == Burst::kIncr) return next;
  const std::uint64_t all = bytes * static_cast<unsigned>(request.beats);
  const std::uint64_t base = request.address / all * all;
  return base + (next - base) % all;
}

std::optional<NodeId> NodeOf(const Plan& plan, std::uint64_t address) {
  const AxiOptions& axi = OptionsOf(plan);
  if (axi.address_width < 64 && address >> axi.address_width != 0) return std::nullopt;
  for (const AxiRange& range : axi.ranges)
    if (address - range.base < range.size) return NodeId{range.node};
  if (!axi.ranges.empty()) return std::nullopt;
  const std::uint64_t code = address >> (axi.address_width - plan.physical_bits());
  for (std::uint32_t n = 0; n < plan.host().size(); ++n)
    if (plan.AddressOf(NodeId{n}) == code && axi.nodes[n].HasSubordinate()) return NodeId{n};
  return std::nullopt;
}

void Decide(const Plan& plan, Transaction& transaction) {
  const auto node = NodeOf(plan, transaction.request.address);
  transaction.subordinate.reset();
  if (!node || !IsLegal(plan, transaction.request)) {
    transaction.response = Response::kDecErr;
  } else if (OptionsOf(plan).nodes[node->index()].lite && transaction.request.beats > 1) {
    transaction.response = Response::kSlvErr;  // AX1.5
  } else {
    transaction.response = Response::kOkay;
    transaction.subordinate = node;
  }
}

std::optional<Cycle> ZeroLoadCycles(const Plan& plan, const Transaction& transaction) {
  if (!transaction.subordinate) return std::nullopt;
  const NodeId node = *transaction.subordinate;
  const AxiOptions& axi = OptionsOf(plan);
  if (axi.nodes[node.index()].lite) return std::nullopt;
  constexpr Cycle kMemory = 1;
  const Cycle heads = HeadFlits(axi, plan.data_width());
  const bool loops = node == transaction.manager;
  const Cycle own = axi.nodes[node.index()].timeout > 0 ? 1 : 0;  // AX11.5
  const Cycle links = (plan.LinksBetween(transaction.manager, node) +
                       plan.LinksBetween(node, transaction.manager)) *
                      (plan.hardware().links.stages + 1);
  if (!transaction.write) return (loops ? 4 : links + 8) + heads + kMemory + own;
  const Cycle beats = transaction.request.beats;
  return (loops ? 1 : links + 5) + heads + beats + std::max<Cycle>(beats, 2) + kMemory + own;
}

void OnTheirWay::Add(Transaction& transaction) {
  Of(transaction).next[transaction.manager.value()].push_back(&transaction);
}

Transaction* OnTheirWay::Take(NodeId memory, bool write,
                              const std::function<bool(const Transaction&)>& fits) {
  Memory& at = memories_[write ? 1 : 0][memory.value()];
  for (auto& [manager, open] : at.next) {
    auto one = open.begin();
    while (one != open.end() && !fits(**one) && given_up_(**one)) ++one;
    if (one == open.end() || !fits(**one)) continue;
    at.taken.push_back(*one);
    open.erase(one);
    return at.taken.back();
  }
  return nullptr;
}

void OnTheirWay::Identify(Transaction& read, std::span<const std::uint32_t> beat) {
  const auto begins = [&](const Transaction& one) {
    return one.data.size() >= beat.size() &&
           std::ranges::equal(beat, std::span(one.data).first(beat.size()));
  };
  if (begins(read)) return;
  Memory& memory = Of(read);
  for (Transaction*& other : memory.taken) {
    const bool equal = other->request.address == read.request.address &&
                       other->request.beats == read.request.beats &&
                       other->request.size == read.request.size &&
                       other->request.burst == read.request.burst;
    if (other == &read || !equal || (other->first >= 0 && !other->timed_out) || !begins(*other))
      continue;
    std::swap(read.data, other->data);
    std::deque<Transaction*>& next = memory.next[read.manager.value()];
    if (std::erase(next, &read) == 0) return;  // it was taken too
    memory.next[other->manager.value()].push_front(other);
    other = &read;
    return;
  }
}

void OnTheirWay::End(const Transaction& transaction) {
  if (transaction.subordinate && !transaction.timed_out)
    std::erase(Of(transaction).taken, &transaction);
}

}  // namespace toroid::axi
