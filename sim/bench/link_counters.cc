// Example: a flit sent in cycle 4 over a link without stages is in the buffer from cycle 5 on. If
// its credit goes back in cycle 7, it has waited in cycles 5 and 6, two stalls.
#include "sim/bench/link_counters.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/support/integers.h"

namespace toroid {
namespace {

constexpr const char* kNumbers[] = {"flits", "stalls", "most in channel 0", "most in channel 1"};

// The value as the register holds it.
std::uint32_t NumberOf(const LinkCounts& counts, std::uint32_t number) {
  switch (number) {
    case 0: return static_cast<std::uint32_t>(counts.flits);
    case 1: return static_cast<std::uint32_t>(counts.stalls);
    default: return counts.most[number - 2];
  }
}

}  // namespace

LinkCounters::LinkCounters(const Plan& plan)
    : stages_(static_cast<std::size_t>(plan.hardware().links.stages)) {
  const auto ports = static_cast<std::uint32_t>(plan.link_ports().size());
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    for (std::uint32_t p = 0; p < ports; ++p) {
      const auto to = SendsTo(plan.host(), NodeId{n}, plan.link_ports()[p]);
      inputs_.push_back(to ? to->value() * ports + p : UINT32_MAX);
    }
  }
  counts_.resize(inputs_.size());
  levels_.resize(inputs_.size());
  waiting_.resize((inputs_.size() + 63) / 64);
}

void LinkCounters::See(std::span<const std::uint64_t> sends,
                       std::span<const std::uint64_t> credits) {
  std::vector<std::uint64_t> stalled = waiting_;
  ForEachBit(credits, [&](std::size_t bit) {
    const std::size_t input = bit / 2;
    stalled[input / 64] &= ~(std::uint64_t{1} << (input % 64));
    --levels_[input][bit % 2];
    if (levels_[input][0] + levels_[input][1] == 0)
      waiting_[input / 64] &= ~(std::uint64_t{1} << (input % 64));
  });
  ForEachBit(stalled, [&](std::size_t input) { ++counts_[input].stalls; });
  if (stages_ == 0) return Arrive(sends);
  in_stages_.emplace_back(sends.begin(), sends.end());
  if (in_stages_.size() <= stages_) return;
  Arrive(in_stages_.front());
  in_stages_.pop_front();
}

void LinkCounters::Arrive(std::span<const std::uint64_t> sends) {
  ForEachBit(sends, [&](std::size_t bit) {
    const std::uint32_t input = inputs_[bit / 2];
    const std::size_t channel = bit % 2;
    ++counts_[input].flits;
    waiting_[input / 64] |= std::uint64_t{1} << (input % 64);
    auto& most = counts_[input].most[channel];
    most = std::max(most, ++levels_[input][channel]);
  });
}

std::vector<std::string> CounterFaults(const Plan& plan, const LinkCounters& expected, Dut& dut) {
  constexpr std::size_t kMost = 10;
  const auto ports = static_cast<std::uint32_t>(plan.link_ports().size());
  std::vector<std::string> lines;
  for (std::uint32_t select = 0; select < 4 * ports; ++select) {
    const auto shown = dut.Counters(select);
    for (std::uint32_t n = 0; n < plan.host().size() && lines.size() < kMost; ++n) {
      const std::uint32_t due = NumberOf(expected.counts()[n * ports + select / 4], select % 4);
      if (shown[n] == due) continue;
      lines.push_back(fmt::format(
          "node {}: the counter of {} by link port {} shows {}, and should show {}",
          plan.host().NodeText(NodeId{n}), kNumbers[select % 4], select / 4, shown[n], due));
    }
  }
  return lines;
}

}  // namespace toroid
