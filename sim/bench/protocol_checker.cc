// Each rule is checked when its inputs are known: levels and offered beats before the end of a
// cycle, crossed links and credits after it. A count for each buffer of flits whose credit is
// outstanding detects both an overrun and a credit without a flit.
//
// The first violation of each kind is kept: later ones mostly follow from it.
#include "sim/bench/protocol_checker.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "gen/support/integers.h"
#include "gen/support/text.h"
#include "sim/bench/event_log.h"

namespace toroid {
ProtocolChecker::ProtocolChecker(const Plan& plan, const Dut& dut, const Slab* slab)
    : plan_(plan),
      slab_(slab),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      link_ports_(static_cast<std::uint32_t>(plan.link_ports().size())),
      scheduled_(plan.hardware().router == RouterKind::kScheduled),
      withheld_(BitmapWords(std::size_t{dut.nodes()} * local_ports_)),
      linked_(BitmapWords(dut.Downstream().size() * 2)),
      downstream_(dut.Downstream(), link_ports_,
                  dut.nodes() + static_cast<std::uint32_t>(slab ? slab->halo().size() : 0)),
      sent_((dut.nodes() + (slab ? slab->halo().size() : 0)) * link_ports_ * 2,
            static_cast<std::uint32_t>(plan.hardware().buffered.depth)),
      credits_(sent_.words()) {
  for (std::size_t output = 0; output < dut.Downstream().size() * 2; ++output)
    if (downstream_.HasLink(output)) Mark(linked_.data(), output);
  if (!plan.partition()) return;
  const std::uint32_t nodes = dut.nodes();
  holds_guest_.resize(BitmapWords(nodes));
  logical_.resize(nodes);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const auto guests = plan.embedding()->GuestsOf(slab ? slab->NodeOf(n) : NodeId{n});
    if (guests.empty()) continue;
    holds_guest_[n / 64] |= std::uint64_t{1} << (n % 64);
    logical_[n] = plan.LogicalAddressOf(guests.front());
  }
}

std::string ProtocolChecker::NodeText(std::size_t node) const {
  const auto number = static_cast<std::uint32_t>(node);
  return "node " + plan_.host().NodeText(slab_ ? slab_->NodeOf(number) : NodeId{number});
}

std::string ProtocolChecker::CycleText() const { return fmt::format(" in cycle {}", now_); }

std::string ProtocolChecker::BufferText(std::size_t buffer) const {
  return fmt::format("input {} of {}, channel {}", LinkPortText(plan_, buffer / 2 % link_ports_),
                     NodeText(buffer / 2 / link_ports_), buffer % 2);
}

// R8.2: a node with any bit set must be busy.
void ProtocolChecker::MustBeBusy(std::span<const std::uint64_t> bits, std::uint32_t ports,
                                 const char* why) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    if (ports == 1 && (bits[w] & ~busy_[w]) == 0) continue;
    for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      const std::size_t i = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
      const auto node = static_cast<std::uint32_t>(i / ports);
      if (!Holds(busy_, node)) NotBusy(node, why);
    }
  }
}

void ProtocolChecker::NotBusy(std::uint32_t node, const char* why) {
  if (not_busy_.empty())
    not_busy_ = fmt::format("{} is not busy{}, though it {}", NodeText(node), CycleText(), why);
}

// PA2.1: a node knows whether it holds a guest node, and which.
void ProtocolChecker::CheckPlaces(const Dut& dut) {
  const auto holds = dut.HoldsGuestBits();
  const auto logical = dut.LogicalAddresses();
  if (std::ranges::equal(holds, holds_guest_) && std::ranges::equal(logical, logical_)) return;
  for (std::uint32_t n = 0; n < logical_.size() && wrong_place_.empty(); ++n) {
    if (Holds(holds, n) == Holds(holds_guest_, n) && logical[n] == logical_[n]) continue;
    wrong_place_ =
        fmt::format("{} shows holds_guest {:d} and logical {}{}, expected {:d} and {}", NodeText(n),
                    Holds(holds, n), logical[n], CycleText(), Holds(holds_guest_, n), logical_[n]);
  }
}

void ProtocolChecker::CheckBeforeStep(const Dut& dut) {
  busy_.assign(dut.BusyBits().begin(), dut.BusyBits().end());
  if (plan_.partition()) CheckPlaces(dut);
  if (scheduled_) return;  // it drives the beats on its links, and its faults are sticky
  MustBeBusy(dut.ValidBits(), local_ports_, "offers a flit");
  MustBeBusy(dut.ErrorBits(), local_ports_, "reports a refused packet");
}

// R10.3: a fault that rises at the end of a cycle occurred in it.
void ProtocolChecker::CheckLinks(std::span<const std::uint64_t> faults) {
  for (std::size_t w = 0; w < faults.size() && link_fault_.empty(); ++w) {
    if (faults[w] == 0) continue;
    const std::size_t i = w * 64 + static_cast<std::size_t>(std::countr_zero(faults[w]));
    link_fault_ =
        fmt::format("link fault: {} reports{} a wrong bit in {} {}", NodeText(i / 2 / link_ports_),
                    CycleText(), i % 2 == 0 ? "the flit received by" : "the credit returned to",
                    LinkPortText(plan_, i / 2 % link_ports_));
  }
}

// A beat that a sink did not take is offered in the next cycle too.
void ProtocolChecker::CheckWithheld(std::span<const std::uint64_t> offered) {
  for (std::size_t w = 0; w < withheld_.size(); ++w) {
    const std::uint64_t fallen = withheld_[w] & ~offered[w];
    withheld_[w] = 0;
    if (fallen == 0 || !dropped_.empty()) continue;
    const std::size_t local = w * 64 + static_cast<std::size_t>(std::countr_zero(fallen));
    dropped_ = fmt::format(
        "ejector {} of {} offers nothing{}, though its sink has not taken the last beat",
        local % local_ports_, NodeText(local / local_ports_), CycleText());
  }
}

void ProtocolChecker::NotSent(std::size_t buffer) {
  if (!wrong_credit_.empty()) return;
  wrong_credit_ =
      fmt::format("{}, gives a credit{}, though no flit is in it", BufferText(buffer), CycleText());
}

// R8.2, R1.5: a sending node is busy and has a link at that port.
void ProtocolChecker::CheckSenders(std::span<const std::uint64_t> sends) {
  const std::uint32_t outputs = 2 * link_ports_;  // per node
  for (std::size_t w = 0; w < sends.size(); ++w) {
    if (sends[w] == 0) continue;
    const auto first = [w](std::uint64_t wrong) {
      return w * 64 + static_cast<std::size_t>(std::countr_zero(wrong));
    };
    const std::uint64_t idle = sends[w] & ~RepeatedBits(busy_, outputs, w);
    if (idle != 0) NotBusy(static_cast<std::uint32_t>(first(idle) / outputs), "sends a flit");
    const std::uint64_t astray = sends[w] & ~linked_[w];
    if (astray != 0) NoLink(first(astray));
  }
}

void ProtocolChecker::NoLink(std::size_t output) {
  if (!wrong_credit_.empty()) return;
  wrong_credit_ = fmt::format("{} sends a flit by {}{}, where it has no link",
                              NodeText(output / 2 / link_ports_),
                              LinkPortText(plan_, output / 2 % link_ports_), CycleText());
}

void ProtocolChecker::NoRoom(std::size_t buffer) {
  if (!wrong_credit_.empty()) return;
  wrong_credit_ =
      fmt::format("{}, is sent a flit{}, though it is full", BufferText(buffer), CycleText());
}

// R5.9, R4.2: credits are for flits sent in earlier cycles, and no flit is sent without room for
// it. Scheduled routers have neither credits nor buffers.
void ProtocolChecker::CheckAfterStep(const Dut& dut, const BorderBits& border) {
  const std::span<const std::uint64_t> sends = dut.SendsBits();
  CheckSenders(sends);
  if (!scheduled_) {
    std::ranges::copy(dut.CreditBits(), credits_.begin());
    const std::span<std::uint64_t> flits = downstream_.Of(sends, dut.crossings());
    if (slab_) {
      std::fill(credits_.begin() + static_cast<std::ptrdiff_t>(dut.CreditBits().size()),
                credits_.end(), 0);
      for (const std::uint32_t buffer : border.credits) Mark(credits_.data(), buffer);
      for (const std::uint32_t buffer : border.flits) Mark(flits.data(), buffer);
    }
    const CreditCounts::Wrong wrong = sent_.Count(credits_, flits);
    if (wrong.credit) NotSent(*wrong.credit);
    if (wrong.flit) NoRoom(*wrong.flit);
  }
  if (plan_.hardware().links.protect != Protection::kNone) CheckLinks(dut.FaultBits());
  ++now_;
  CheckWithheld(dut.ValidBits());
}

// R5.9: every credit has come back at the end.
void ProtocolChecker::CheckEmpty() {
  for (std::size_t buffer = 0; buffer < sent_.buffers() && wrong_credit_.empty(); ++buffer) {
    if (const std::uint32_t kept = sent_.Of(buffer); kept > 0)
      wrong_credit_ = fmt::format("{}, has not given back {}{}, though the network is empty",
                                  BufferText(buffer), Counted(kept, "credit"), CycleText());
  }
}

bool ProtocolChecker::AtRest(const Dut& dut) const {
  const auto none = [](std::span<const std::uint64_t> bits) {
    return std::ranges::all_of(bits, [](std::uint64_t word) { return word == 0; });
  };
  return !scheduled_ && none(dut.BusyBits()) && none(dut.ValidBits()) && none(dut.ErrorBits()) &&
         sent_.NoneIsOut();
}

std::vector<std::string> ProtocolChecker::Violations() const {
  std::vector<std::string> lines;
  for (const std::string& line : {link_fault_, not_busy_, dropped_, wrong_credit_, wrong_place_}) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

void BarrierWatch::See(std::span<const std::uint64_t> released) {
  for (std::uint32_t n = 0; n < plan_.host().size() && wrong_.empty(); ++n) {
    const bool is = Holds(released, n);
    if (is == expected_) continue;
    wrong_ = fmt::format("node {}: {} by the barrier in cycle {}, {}",
                         plan_.host().NodeText(NodeId{n}), is ? "released" : "not released", now_,
                         is ? "though no barrier ends then" : "when all nodes must be");
  }
  expected_ = false;
  ++now_;
}

std::vector<std::string> BarrierWatch::Violations() const {
  if (wrong_.empty()) return {};
  return {wrong_};
}

}  // namespace toroid
