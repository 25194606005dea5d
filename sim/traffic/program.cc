// Idea: the messages of a program are sorted by cycle. Each waits for its cycle and for those that
// it comes after; whichever is last lets it go. What it carries is computed in that cycle, from
// what has arrived of those that it comes after, so it is right even where sinks are slow and the
// cycles are not kept. What has arrived of others waits: two partners who send each other their
// sums must not get their own back because one of them is ahead.
//
// Example: a message that comes after one which arrives in cycle 7, and has cycle 5 in the program:
// offered in cycle 7.
#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

class ProgramTraffic : public Traffic {
 public:
  ProgramTraffic(const Plan& plan, PlannedProgram planned, CollectiveData data)
      : plan_(plan),
        planned_(std::move(planned)),
        data_(std::move(data)),
        flit_words_(WordsOf(plan.hardware().flit_width)),
        messages_(Program().transfers.size()),
        numbers_(plan.host().size()) {
    CountFollowers();
  }

  // Each message waits for one thing more than those that it comes after: its cycle.
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    const auto& transfers = Program().transfers;
    if (now == 0 && transfers.empty()) Finish(now);
    for (; next_ < transfers.size() && transfers[next_].cycle <= now; ++next_)
      Satisfy(static_cast<std::uint32_t>(next_));
    while (!ready_.empty()) {  // offering some may let others go
      std::vector<std::uint32_t> numbers = std::exchange(ready_, {});
      std::ranges::sort(numbers);
      for (const std::uint32_t number : numbers) packets.push_back(PacketOf(number, now));
    }
  }

  void Injected(const Packet&, Cycle) override {}

  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    Message& message = messages_[NumberOf(packet)];
    std::copy_n(words, flit_words_, message.received.data() + index * flit_words_);
  }

  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    const std::uint32_t number = NumberOf(packet);
    Message& message = messages_[number];
    message.sent = {};
    message.waits = true;
    if (stalled) ++conflicts_;
    for (const std::uint32_t follower : message.when_arrived) Satisfy(follower);
    if (++delivered_ == messages_.size()) Finish(now);
  }

  bool Exhausted() const override { return finished_; }
  const IterationLog& iterations() const override { return log_; }
  std::uint64_t planned_iterations() const override { return 1; }
  std::optional<AlgorithmResult> result() const override {
    return finished_ ? std::optional(data_.Check()) : std::nullopt;
  }

 private:
  struct Message {
    std::uint32_t awaits = 1;  // its cycle, and messages that it comes after
    std::vector<std::uint32_t> when_offered, when_arrived;  // those that come after it
    std::vector<std::uint32_t> sent;                        // words, while it is under way
    std::vector<std::uint32_t> received;                    // and until they are taken
    bool waits = false;                                     // has arrived, and was not taken
  };

  const CollectiveProgram& Program() const { return *planned_.program; }

  void CountFollowers() {
    const auto& transfers = Program().transfers;
    for (std::uint32_t i = 0; i < transfers.size(); ++i) {
      for (const std::uint32_t before : Program().AfterOf(transfers[i])) {
        const bool arrives = transfers[before].to == transfers[i].from;
        Message& message = messages_[before];
        (arrives ? message.when_arrived : message.when_offered).push_back(i);
        ++messages_[i].awaits;
      }
    }
  }

  void Satisfy(std::uint32_t number) {
    assert(messages_[number].awaits > 0);
    if (--messages_[number].awaits == 0) ready_.push_back(number);
  }

  Packet PacketOf(std::uint32_t number, Cycle now) {
    const Transfer& transfer = Program().transfers[number];
    const std::uint32_t flits = Program().FlitsOf(transfer);
    Message& message = messages_[number];
    message.sent.resize(flits * flit_words_);
    message.received.resize(message.sent.size());
    for (const std::uint32_t before : Program().AfterOf(transfer))
      if (Program().transfers[before].to == transfer.from) Take(before);
    data_.Send(number, message.sent);
    for (const std::uint32_t follower : message.when_offered) Satisfy(follower);
    auto& numbers = numbers_[transfer.from.index()];
    numbers.push_back(number);
    return {.source = transfer.from,
            .destination = transfer.to,
            .flits = flits,
            .sequence = static_cast<std::uint32_t>(numbers.size() - 1),
            .injector = static_cast<std::uint16_t>(plan_.InjectorOf(transfer.from, transfer.to)),
            .created = now,
            .words = message.sent.data()};
  }

  // Puts what has arrived where it belongs; nothing if that is done, or has not arrived.
  void Take(std::uint32_t number) {
    Message& message = messages_[number];
    if (!std::exchange(message.waits, false)) return;
    data_.Receive(number, message.received);
    message.received = {};
  }

  // A node's packets are numbered as they are offered.
  std::uint32_t NumberOf(const Packet& packet) const {
    return numbers_[packet.source.index()][packet.sequence];
  }

  void Finish(Cycle now) {
    for (std::uint32_t number = 0; number < messages_.size(); ++number) Take(number);
    finished_ = true;
    log_.Add({.phase = Phase::kRound,
              .task = {},
              .steps = {},
              .lower_bound = planned_.forecast.load,
              .cycle_lower_bound = planned_.forecast.load,
              .cycles = now,
              .conflicts = conflicts_});
  }

  const Plan& plan_;
  PlannedProgram planned_;
  CollectiveData data_;
  std::size_t flit_words_;  // 32-bit words of a payload
  std::vector<Message> messages_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by node: of the messages it has offered
  std::vector<std::uint32_t> ready_;                 // to be offered in this cycle
  std::size_t next_ = 0;                             // first message whose cycle has not come
  std::size_t delivered_ = 0;
  std::uint64_t conflicts_ = 0;  // messages with a stalled flit
  bool finished_ = false;
  IterationLog log_;
};

}  // namespace

std::unique_ptr<Traffic> MakeProgramTraffic(const Plan& plan, PlannedProgram planned,
                                            std::uint64_t seed) {
  CollectiveData data(planned.program, plan.host().size(), plan.hardware().flit_width, seed);
  return std::make_unique<ProgramTraffic>(plan, std::move(planned), std::move(data));
}

}  // namespace toroid
