#include "sim/axi/transactions.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "gen/support/random.h"

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

namespace {

std::vector<NodeId> ManagersOf(const Plan& plan) {
  std::vector<NodeId> managers;
  const std::vector<AxiNode>& nodes = plan.hardware().wrap.axi->nodes;
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].HasManager()) managers.emplace_back(n);
  return managers;
}

// The addresses of the subordinates.
std::vector<AxiRange> RangesOf(const Plan& plan) {
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  if (!axi.ranges.empty()) return axi.ranges;
  std::vector<AxiRange> ranges;
  const int low = axi.address_width - plan.physical_bits();
  for (std::uint32_t n = 0; n < axi.nodes.size(); ++n) {
    if (axi.nodes[n].HasSubordinate())
      ranges.push_back(
          {std::uint64_t{plan.AddressOf(NodeId{n})} << low, std::uint64_t{1} << low, n});
  }
  return ranges;
}

}  // namespace

Drawer::Drawer(const Plan& plan, std::uint64_t seed)
    : plan_(plan),
      axi_(*plan.hardware().wrap.axi),
      ranges_(RangesOf(plan)),
      full_size_(std::countr_zero(static_cast<unsigned>(plan.data_width() / 8))),
      random_(seed) {}

Transaction Drawer::Draw(NodeId manager) {
  Transaction one = {.manager = manager, .write = Below(2) == 1, .id = Id()};
  const AxiRange& range = ranges_[Below(ranges_.size())];
  Request& request = one.request;
  // Four pages of each memory for each manager, so that they read what was written.
  const std::uint64_t page =
      (std::uint64_t{manager.value()} * 4 + random_.Below(4)) % (range.size / kPage);
  DrawBurst(axi_.nodes[range.node].lite, request);
  request.address += range.base + page * kPage;
  DrawRest(request);
  Finish(one);
  return one;
}

Transaction Drawer::DrawPlain(NodeId manager, bool write) {
  Transaction one = {.manager = manager, .write = write, .id = Id()};
  const AxiRange& range = ranges_[Below(ranges_.size())];
  const bool lite = axi_.nodes[range.node].lite;
  one.request = {.address = range.base,
                 .beats = lite ? 1 : 1 + Below(std::min(axi_.max_burst, 16)),
                 .size = full_size_};
  Finish(one);
  return one;
}

void Drawer::Finish(Transaction& one) {
  Decide(plan_, one);
  if (!one.write) return;
  const int bytes = plan_.data_width() / 8;
  for (int beat = 0; beat < one.request.beats; ++beat) {
    for (int word = 0; word < bytes / 4; ++word)
      one.data.push_back(static_cast<std::uint32_t>(random_.Next()));
    // the bytes of the beat, of which one in four writes leaves some out
    const auto at = static_cast<int>(BeatAddress(one.request, beat) % static_cast<unsigned>(bytes));
    const int size = 1 << one.request.size;
    const int end = at / size * size + size;
    std::uint64_t strobe = ~std::uint64_t{0} >> (64 - (end - at)) << at;
    if (Below(4) == 0) strobe &= random_.Next();
    one.strobes.push_back(strobe);
  }
}

// Its address is the place in a page.
void Drawer::DrawBurst(bool lite, Request& request) {
  request.size = lite || Below(2) == 0 ? full_size_ : Below(full_size_ + 1);
  const int bytes = 1 << request.size;
  const int most = std::min(axi_.max_burst, static_cast<int>(kPage) / bytes);
  const int kind = lite ? 7 : Below(8);
  if (kind == 0 && most >= 2) {
    request.burst = Burst::kWrap;
    request.beats =
        2 << Below(std::min(std::countr_zero(std::bit_floor(static_cast<unsigned>(most))), 4));
  } else if (kind == 1) {
    request.burst = Burst::kFixed;
    request.beats = 1 + Below(std::min(most, 16));
  } else if (!lite) {
    request.beats = 1 + Below(Below(4) == 0 ? most : std::min(most, 8));
  }
  const int span = request.burst == Burst::kIncr ? request.beats : 1;
  const int slots = static_cast<int>(kPage) / bytes - span + 1;
  request.address = random_.Below(static_cast<unsigned>(slots)) << request.size;
  if (request.burst != Burst::kWrap && !lite)  // AXI4-Lite has whole words only
    request.address += random_.Below(static_cast<unsigned>(bytes));
}

void Drawer::DrawRest(Request& request) {
  request.prot = static_cast<std::uint32_t>(Below(8));
  request.cache = static_cast<std::uint32_t>(Below(16));
  request.qos = static_cast<std::uint32_t>(Below(16));
  if (axi_.user_width > 0)
    request.user = static_cast<std::uint32_t>(random_.Below(std::uint64_t{1} << axi_.user_width));
}

Transactions DrawTransactions(const Plan& plan, int count, std::uint64_t seed) {
  const std::vector<NodeId> managers = ManagersOf(plan);
  Transactions drawn;
  const auto all = static_cast<std::size_t>(count);
  for (std::size_t m = 0; m < managers.size(); ++m) {
    Drawer drawer(plan, Mix(seed, 0x617869 + m));
    for (std::size_t i = m; i < all; i += managers.size())
      drawn.push_back(drawer.Draw(managers[m]));
  }
  return drawn;
}

Transactions DrawAlone(const Plan& plan, std::uint64_t seed) {
  constexpr std::size_t kMost = 64;
  Drawer drawer(plan, Mix(seed, 0x616c6f6e65));
  const std::vector<NodeId> managers = ManagersOf(plan);
  Transactions drawn;
  for (std::size_t m = 0; m < std::min(managers.size(), kMost); ++m)
    for (const bool write : {false, true}) drawn.push_back(drawer.DrawPlain(managers[m], write));
  return drawn;
}

}  // namespace toroid::axi
