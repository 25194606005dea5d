#include "sim/axi/transactions.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "gen/support/random.h"
#include "sim/axi/transaction.h"

namespace toroid::axi {
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
    // the lanes of the beat, of which one in four writes leaves some out
    const auto at = static_cast<int>(BeatAddress(one.request, beat) % static_cast<unsigned>(bytes));
    const int size = 1 << one.request.size;
    const int end = at / size * size + size;
    std::uint64_t lanes = ~std::uint64_t{0} >> (64 - (end - at)) << at;
    if (Below(4) == 0) lanes &= random_.Next();
    one.strobes.push_back(lanes);
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
