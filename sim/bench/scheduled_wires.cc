#include "sim/bench/scheduled_wires.h"

#include <algorithm>
#include <cassert>

#include "gen/plan/link_fields.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

constexpr Cycle kUntilReported = 2;  // N6.1

}  // namespace

std::string FaultText(const Plan& plan, const ScheduledModel::Raised& fault) {
  return "node " + plan.host().NodeText(fault.node) + ": fault " +
         std::string(ToString(fault.fault)) + " in cycle " + std::to_string(fault.cycle);
}

std::vector<std::string> MoreFaultsText(std::size_t faults) {
  if (faults <= kMostFaultsNamed) return {};
  return {"faults of nodes in all: " + std::to_string(faults)};
}

std::uint32_t WireBits(const std::uint32_t* words, unsigned lsb, unsigned width) {
  std::uint64_t value = words[lsb / 32] >> (lsb % 32);
  if (lsb % 32 + width > 32)
    value |= static_cast<std::uint64_t>(words[lsb / 32 + 1]) << (32 - lsb % 32);
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << width) - 1));
}

std::uint64_t PayloadDigest(const std::uint32_t* words, unsigned bits) {
  std::uint32_t payload[kMostPayloadWords] = {};
  const unsigned count = (bits + 31) / 32;
  for (unsigned w = 0; w < count; ++w)
    payload[w] = WireBits(words, w * 32, std::min(bits - w * 32, 32U));
  return PayloadMaker::Digest(payload, static_cast<int>(count));
}

ScheduledWires::ScheduledWires(const Plan& plan)
    : plan_(plan),
      faults_((plan.host().size() * static_cast<std::size_t>(plan.fault_bits()) + 63) / 64) {
  for (int port = 0; port < static_cast<int>(plan.link_ports().size()); ++port) {
    const LinkFields fields = FieldsOfLink(plan, port);
    const LinkField& source = *fields.Find(LinkField::Kind::kSource);
    const int tail = fields.Find(LinkField::Kind::kTail)->offset;
    const int control = tail - source.offset - source.width;
    assert(control <= 64);
    const LinkField* tree = fields.Find(LinkField::Kind::kTree);
    links_.push_back({static_cast<unsigned>(tail), static_cast<unsigned>(source.offset),
                      static_cast<unsigned>(control),
                      static_cast<unsigned>(tree != nullptr ? tree->offset : 0)});
  }
}

WireRecord ScheduledWires::Record(const ToroidDutHop& hop, const std::uint32_t* words) const {
  const Link& link = links_[hop.port];
  const unsigned lowest = link.tail - link.control;
  const unsigned low = std::min(link.control, 32U);
  const unsigned high = link.control - low;
  std::uint64_t control = low == 0 ? 0 : WireBits(words, lowest, low);
  if (high > 0) control |= std::uint64_t{WireBits(words, lowest + low, high)} << low;
  if (link.tree > 0 && WireBits(words, link.tree, 1) != 0)
    control = kOfTree | (plan_.Joins() ? WireBits(words, link.tree - 1, 1) : 0);
  return {.place = hop.node,
          .port = hop.port,
          .channel = hop.channel,
          .kind = WireRecord::kHop,
          .head_tail = static_cast<std::uint8_t>(WireBits(words, link.tail, 1) << 1),
          .source = WireBits(words, link.source, lowest - link.source),
          .destination = 0,
          .payload = PayloadDigest(words, static_cast<unsigned>(plan_.hardware().flit_width)),
          .added = control};
}

// N6.3.
void ScheduledWires::CheckError(const Dut& dut, std::uint32_t node, bool any) {
  if (Holds(dut.ErrorBits(), node) == any || !wrong_error_.empty()) return;
  wrong_error_ = "node " + plan_.host().NodeText(NodeId{node}) + ": error is " +
                 (any ? "low" : "high") + " in cycle " + std::to_string(now_) + ", though " +
                 (any ? "a bit" : "no bit") + " of its faults is set";
}

void ScheduledWires::See(const Dut& dut) {
  const auto bits = static_cast<std::size_t>(plan_.fault_bits());
  const auto seen = dut.FaultBits();
  const bool same = std::ranges::equal(seen, faults_);
  const auto set = [](std::uint64_t word) { return word != 0; };
  const bool none =
      same && std::ranges::none_of(faults_, set) && std::ranges::none_of(dut.ErrorBits(), set);
  for (std::uint32_t node = 0; !none && node < plan_.host().size(); ++node) {
    bool any = false;
    for (std::size_t f = 0; f < bits; ++f) {
      const std::size_t i = node * bits + f;
      const bool now = Holds(seen, i);
      any = any || now;
      if (now == Holds(faults_, i)) continue;
      const ScheduledModel::Raised fault{now_ - kUntilReported, NodeId{node},
                                         static_cast<NodeFault>(f)};
      if (now) raised_.push_back(fault);
      if (!now && withdrawn_.empty())
        withdrawn_ = "node " + plan_.host().NodeText(NodeId{node}) + ": fault " +
                     std::string(ToString(fault.fault)) + " is withdrawn in cycle " +
                     std::to_string(now_);
    }
    CheckError(dut, node, any);
  }
  faults_.assign(seen.begin(), seen.end());
  ++now_;
}

std::vector<std::string> ScheduledWires::Violations() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(raised_.size(), kMostFaultsNamed); ++i)
    lines.push_back(FaultText(plan_, raised_[i]));
  for (std::string& line : MoreFaultsText(raised_.size())) lines.push_back(std::move(line));
  for (const std::string& line : {withdrawn_, wrong_error_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace toroid
