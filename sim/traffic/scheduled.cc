// Idea: iterations follow one another, each with a schedule. In an iteration's cycle c, counted
// from its start pulse, the messages with offer cycle c are offered. When the last has been
// delivered the iteration is over, and after the barrier the next begins. So an iteration's length
// is measured, not assumed.
//
// With an algorithm, the words of all messages are computed at the start pulse and handed back at
// the end, flit by flit as the sink took them. With schedule units, the hardware's strobes tell
// when to send, and the schedule only which message each means: a strobe in the wrong cycle is then
// a mismatch with the model.
//
// Example: two iterations of 3 and 5 cycles, barrier 10: start pulses in cycles 0 and 13, the end
// in 18.
#include <algorithm>
#include <cassert>
#include <deque>
#include <numeric>
#include <span>
#include <utility>

#include "sim/traffic/message_numbers.h"
#include "sim/traffic/release.h"
#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class ScheduledTraffic : public Traffic {
 public:
  ScheduledTraffic(const Plan& plan,
                   std::shared_ptr<const std::vector<PlannedIteration>> iterations,
                   Cycle barrier_cycles, TrafficSources sources)
      : plan_(plan),
        planned_(std::move(iterations)),
        count_(CountIterations(*planned_)),
        barrier_cycles_(barrier_cycles),
        algorithm_(std::move(sources.algorithm)),
        units_(std::move(sources.units)),
        release_(sources.release),
        startup_(sources.startup),
        flit_words_(WordsOf(plan.hardware().flit_width)),
        numbers_(plan.host().size()) {
    assert(!algorithm_ || (plan_.embedding() && algorithm_->rounds().size() == count_));
  }

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    offered_at_ = now;
    leaves_ = arrived_at_ && !Exhausted() && now == start_;
    while (!Exhausted() && now >= start_ && Current().schedule->messages.empty()) {
      if (algorithm_) ComputeMessages();
      Finish(now);
    }
    starts_ = !Exhausted() && now == start_;
    if (Exhausted() || now < start_) return;
    if (starts_) numbers_.Forget();
    if (algorithm_ && starts_) ComputeMessages();
    if (units_) {
      OfferAsUnitsSay(now, packets);
      return;
    }
    if (release_ != Release::kCycle) {
      OfferAsReleased(now, packets);
      return;
    }
    const auto& messages = Current().schedule->messages;
    for (; next_ < messages.size() && messages[next_].cycle <= now - start_; ++next_)
      packets.push_back(PacketOf(next_, now));
  }

  // Between two iterations: the next one's start.
  Cycle NextOffer() const override {
    return units_ || Exhausted() || start_ <= offered_at_ ? 0 : start_;
  }

  bool Starts() const override { return starts_; }
  bool Arrives() const override { return arrived_at_ == offered_at_ && !Exhausted(); }
  bool Leaves() const override { return leaves_; }

  // The step that a link crossing belongs to (docs/spec/relay.md L3.3).
  void Crossed(Cycle now, bool relayed) override {
    last_step_ = std::max(last_step_, now - start_ - (relayed ? kRelayCycles : 0));
  }

  void Injected(const Packet&, Cycle now) override {
    if (Exhausted()) return;  // only if units send too often
    if (order_) return;       // steps have no cycles
    const auto& steps = Current().schedule->steps;
    const auto after = std::upper_bound(steps.begin(), steps.end(), now - start_,
                                        [](Cycle t, const Step& step) { return t < step.start; });
    if (after == steps.begin()) return;
    const auto step = static_cast<std::size_t>(after - steps.begin()) - 1;
    seen_.resize(steps.size(), false);
    seen_[step] = true;
  }

  void Sent(const Packet& packet, Cycle) override {
    if (order_) order_->Sent(numbers_.Of(packet));
  }

  // A received flit has the same index as the flit that was sent.
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    const std::ptrdiff_t place =
        packet.words - sent_.data() + static_cast<std::ptrdiff_t>(index * flit_words_);
    std::copy_n(words, flit_words_, received_.begin() + place);
  }

  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    if (Exhausted()) return;  // only if units send too often
    if (order_) order_->Arrived(numbers_.Of(packet));
    if (stalled) ++conflicts_;
    if (++delivered_ == Current().schedule->messages.size()) Finish(now);
  }

  bool Exhausted() const override { return current_ == planned_->size(); }
  bool AwaitsHardware() const override { return units_ && !Exhausted(); }
  const IterationLog& iterations() const override { return results_; }
  std::uint64_t planned_iterations() const override { return count_; }
  std::optional<AlgorithmResult> result() const override {
    if (!algorithm_ || !Exhausted()) return std::nullopt;
    return algorithm_->Check();
  }

 private:
  static constexpr std::size_t kNoMessage = SIZE_MAX;

  const PlannedIteration& Current() const {
    assert(!Exhausted());
    return (*planned_)[current_];
  }

  Process ProcessAt(NodeId node, std::uint32_t rank) const {
    return plan_.embedding()->GuestsOf(node)[rank].value();
  }
  Process SenderOf(const ScheduledMessage& m) const { return ProcessAt(m.node, m.from_rank); }
  Process ReceiverOf(const ScheduledMessage& m) const { return ProcessAt(m.to, m.to_rank); }
  std::size_t MessageWords() const {
    return static_cast<std::size_t>(Current().schedule->message_flits) * flit_words_;
  }

  // Computes the words of all messages of this iteration, before any of it is received.
  void ComputeMessages() {
    const auto& messages = Current().schedule->messages;
    const auto& local = Current().schedule->local;
    const std::size_t words = MessageWords();
    sent_.assign(messages.size() * words, 0);
    received_.assign(sent_.size(), 0);
    local_.assign(local.size() * words, 0);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      algorithm_->Send(results_.size(), SenderOf(messages[i]), ReceiverOf(messages[i]),
                       std::span(sent_).subspan(i * words, words));
    }
    for (std::size_t i = 0; i < local.size(); ++i) {
      algorithm_->Send(results_.size(), local[i].first.value(), local[i].second.value(),
                       std::span(local_).subspan(i * words, words));
    }
  }

  // Hands arrived messages to the algorithm; those within a node unchanged.
  void TakeMessages() {
    const auto& messages = Current().schedule->messages;
    const auto& local = Current().schedule->local;
    const std::size_t words = MessageWords();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      algorithm_->Receive(results_.size(), SenderOf(messages[i]), ReceiverOf(messages[i]),
                          std::span(received_).subspan(i * words, words));
    }
    for (std::size_t i = 0; i < local.size(); ++i) {
      algorithm_->Receive(results_.size(), local[i].first.value(), local[i].second.value(),
                          std::span(local_).subspan(i * words, words));
    }
  }

  // The packet of the schedule's message `m`.
  Packet PacketOf(std::size_t m, Cycle now) {
    const ScheduledMessage& message = Current().schedule->messages[m];
    return {.source = message.node,
            .destination = message.to,
            .flits = static_cast<std::uint32_t>(Current().schedule->message_flits),
            .sequence = numbers_.Add(message.node, m),
            .injector = static_cast<std::uint16_t>(plan_.InjectorOf(message.node, message.to)),
            .source_rank = message.from_rank,
            .destination_rank = message.to_rank,
            .created = now,
            .words = algorithm_ ? sent_.data() + m * MessageWords() : nullptr};
  }

  // S10: messages that may begin do so, and are offered when their source has idled.
  void OfferAsReleased(Cycle now, std::vector<Packet>& packets) {
    if (starts_) {
      std::vector<std::uint32_t> injectors;
      for (const ScheduledMessage& m : Current().schedule->messages) {
        injectors.push_back(m.node.value() * static_cast<std::uint32_t>(plan_.local_ports()) +
                            static_cast<std::uint32_t>(plan_.InjectorOf(m.node, m.to)));
      }
      order_.emplace(release_, *Current().schedule, injectors);
    }
    begun_.clear();
    order_->TakeReady(begun_);
    for (const std::size_t m : begun_) idling_.emplace_back(now + startup_, m);
    for (; !idling_.empty() && idling_.front().first <= now; idling_.pop_front()) {
      const std::size_t m = idling_.front().second;
      packets.push_back(PacketOf(m, now));
    }
  }

  // U6.6.
  void OfferAsUnitsSay(Cycle now, std::vector<Packet>& packets) {
    if (now == start_) {
      if (!leaves_) units_->Start();
      NumberAsUnits();
    }
    for (const std::uint32_t message : units_->Sending()) {
      // A wrong unit may ask for a message that does not exist.
      if (of_unit_[message] != kNoMessage) packets.push_back(PacketOf(of_unit_[message], now));
    }
  }

  // Numbers messages as units do; the schedule orders them by cycle.
  void NumberAsUnits() {
    const Schedule& schedule = *Current().schedule;
    const auto sends = static_cast<std::size_t>(plan_.schedule_unit()->sends);
    const int first = plan_.hardware().schedule_unit.task->task.first;
    const std::vector<int> numbers = UnitNumbers(schedule, first);
    of_unit_.assign(plan_.host().size() * sends, kNoMessage);
    for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
      of_unit_[schedule.messages[m].node.index() * sends + static_cast<std::size_t>(numbers[m])] =
          m;
    }
  }

  // Ends the iteration: records its result and prepares the next.
  void Finish(Cycle now) {
    const Schedule& schedule = *Current().schedule;
    if (algorithm_) TakeMessages();
    IterationResult result{.planned = current_,
                           .phase = Current().phase,
                           .task = schedule.task,
                           .steps = {},
                           .lower_bound = schedule.lower_bound,
                           .cycle_lower_bound = schedule.lower_bound *
                                                static_cast<std::uint64_t>(schedule.message_flits),
                           .cycles = now - start_,
                           .conflicts = conflicts_};
    if (!schedule.steps.empty() && !order_)
      result.steps = static_cast<int>(std::count(seen_.begin(), seen_.end(), true));
    if (plan_.hardware().relay) result.steps = static_cast<int>(last_step_);
    const bool repeats = ++done_ < Current().times;
    results_.Add(result);
    if (!repeats) {
      ++current_;
      done_ = 0;
    }
    start_ = now + barrier_cycles_;
    if (plan_.hardware().barrier) arrived_at_ = now;
    next_ = 0;
    order_.reset();
    delivered_ = 0;
    conflicts_ = 0;
    seen_.clear();
    last_step_ = 0;
  }

  const Plan& plan_;
  std::shared_ptr<const std::vector<PlannedIteration>> planned_;
  std::uint64_t count_;  // iterations in all
  Cycle barrier_cycles_;
  std::unique_ptr<Algorithm> algorithm_;  // null: packets carry hashes
  std::unique_ptr<ScheduleUnits> units_;  // null: the schedule says when
  Release release_;
  Cycle startup_;
  std::optional<ReleaseOrder> order_;  // of this iteration, unless messages keep to their cycles
  std::deque<std::pair<Cycle, std::size_t>> idling_;  // messages that have begun, and when to offer
  std::vector<std::size_t> begun_;                    // scratch
  // the current messages in the order in which units number them
  std::vector<std::size_t> of_unit_;
  std::size_t flit_words_;               // 32-bit words of a payload
  std::vector<std::uint32_t> sent_;      // this iteration's messages, in the order of its schedule
  std::vector<std::uint32_t> received_;  // as they arrived
  std::vector<std::uint32_t> local_;     // those within a node
  MessageNumbers numbers_;               // of this iteration's messages
  IterationLog results_;
  std::vector<bool> seen_;                // step windows of this iteration with an injection
  std::size_t current_ = 0;               // current planned iteration
  std::uint64_t done_ = 0;                // repetitions completed
  Cycle start_ = 0;                       // the iteration's start pulse
  std::size_t next_ = 0;                  // first message not yet offered
  std::size_t delivered_ = 0;             // messages of this iteration that have arrived
  std::uint64_t conflicts_ = 0;           // of those, stalled ones
  bool starts_ = false;                   // an iteration starts with the last offer
  bool leaves_ = false;                   // the barrier before it is left with the last offer
  Cycle offered_at_ = -1;                 // cycle of the last offer
  std::optional<Cycle> arrived_at_ = {};  // cycle of the last arrival at the barrier
  Cycle last_step_ = 0;                   // last step in which this iteration crossed a link
};

}  // namespace

std::uint64_t CountIterations(const std::vector<PlannedIteration>& planned) {
  return std::accumulate(
      planned.begin(), planned.end(), std::uint64_t{0},
      [](std::uint64_t sum, const PlannedIteration& iteration) { return sum + iteration.times; });
}

std::unique_ptr<Traffic> MakeScheduledTraffic(
    const Plan& plan, std::shared_ptr<const std::vector<PlannedIteration>> iterations,
    Cycle barrier_cycles, TrafficSources sources) {
  return std::make_unique<ScheduledTraffic>(plan, std::move(iterations), barrier_cycles,
                                            std::move(sources));
}

}  // namespace toroid
