#include <algorithm>
#include <cassert>

#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class ScheduledTraffic : public Traffic {
 public:
  ScheduledTraffic(const Plan& plan, std::shared_ptr<const std::vector<PlannedIteration>> iterations, Cycle barrier_cycles)
      : plan_(plan), iterations_(std::move(iterations)), barrier_cycles_(barrier_cycles), next_sequence_(plan.host().size(), 0) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    if (Exhausted() || now < start_) return;
    const Schedule& schedule = *Current().schedule;
    for (; next_ < schedule.messages.size() && schedule.messages[next_].cycle <= now - start_; ++next_) {
      const ScheduledMessage& message = schedule.messages[next_];
      packets.push_back({.source = message.node,
                         .destination = message.to,
                         .flits = static_cast<std::uint32_t>(schedule.message_flits),
                         .sequence = next_sequence_[message.node.index()]++,
                         .injector = static_cast<std::uint16_t>(plan_.InjectorOf(message.node, message.to)),
                         .created = now});
    }
  }

  void Injected(const Packet&, Cycle now) override {
    const auto& steps = Current().schedule->steps;
    const auto after = std::upper_bound(steps.begin(), steps.end(), now - start_, [](Cycle t, const Step& step) { return t < step.start; });
    if (after == steps.begin()) return;
    const auto step = static_cast<std::size_t>(after - steps.begin()) - 1;
    seen_.resize(steps.size(), false);
    seen_[step] = true;
  }

  void Delivered(const Packet&, Cycle now, bool stalled) override {
    if (stalled) ++conflicts_;
    if (++delivered_ == Current().schedule->messages.size()) Finish(now);
  }

  bool Exhausted() const override { return current_ == iterations_->size(); }
  const std::vector<IterationResult>& iterations() const override { return results_; }
  std::size_t planned_iterations() const override { return iterations_->size(); }

 private:
  const PlannedIteration& Current() const {
    assert(!Exhausted());
    return (*iterations_)[current_];
  }

  void Finish(Cycle now) {
    const Schedule& schedule = *Current().schedule;
    IterationResult result{.phase = Current().phase,
                           .task = schedule.task,
                           .steps = {},
                           .lower_bound = schedule.lower_bound,
                           .cycle_lower_bound = schedule.lower_bound * static_cast<std::uint64_t>(schedule.message_flits),
                           .cycles = now - start_,
                           .conflicts = conflicts_};
    if (!schedule.steps.empty()) result.steps = static_cast<int>(std::count(seen_.begin(), seen_.end(), true));
    results_.push_back(result);
    ++current_;
    start_ = now + barrier_cycles_;
    next_ = 0;
    delivered_ = 0;
    conflicts_ = 0;
    seen_.clear();
  }

  const Plan& plan_;
  std::shared_ptr<const std::vector<PlannedIteration>> iterations_;
  Cycle barrier_cycles_;
  std::vector<std::uint32_t> next_sequence_;
  std::vector<IterationResult> results_;
  std::vector<bool> seen_;       // step windows of this iteration with an injection
  std::size_t current_ = 0;      // iteration
  Cycle start_ = 0;              // its start pulse
  std::size_t next_ = 0;         // first message not yet offered
  std::size_t delivered_ = 0;    // messages of this iteration that have arrived
  std::uint64_t conflicts_ = 0;  // of those, stalled ones
};

}  // namespace

std::unique_ptr<Traffic> MakeScheduledTraffic(const Plan& plan, std::shared_ptr<const std::vector<PlannedIteration>> iterations,
                                              Cycle barrier_cycles) {
  return std::make_unique<ScheduledTraffic>(plan, std::move(iterations), barrier_cycles);
}

}  // namespace toroid
