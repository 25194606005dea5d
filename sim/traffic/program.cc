// Idea: the messages of a program are sorted by cycle. Each waits for its cycle and for those that
// it comes after; whichever is last lets it go. What it carries is computed in that cycle, from
// what has arrived of those that it comes after, so it is right even where sinks are slow and the
// cycles are not kept. What has arrived of others waits: two partners who send each other their
// sums must not get their own back because one of them is ahead.
//
// Example: a message that comes after one which arrives in cycle 7, and has cycle 5 in the program:
// offered in cycle 7.
#include <algorithm>
#include <utility>

#include "gen/support/waiters.h"
#include "sim/traffic/message_numbers.h"
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
        waiters_(WaitersOf(Program())),
        left_(waiters_.counts()),
        numbers_(plan.host().size()) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    const auto& transfers = Program().transfers;
    if (now == 0 && transfers.empty()) Finish(now);
    for (; next_ < transfers.size() && transfers[next_].cycle <= now; ++next_)
      Happened(next_, Event::kDue);
    while (!ready_.empty()) {  // offering some may let others go
      std::vector<std::uint32_t> numbers = std::exchange(ready_, {});
      std::ranges::sort(numbers);
      for (const std::uint32_t number : numbers) packets.push_back(PacketOf(number, now));
    }
  }

  void Injected(const Packet&, Cycle) override {}

  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    Message& message = messages_[numbers_.Of(packet)];
    std::copy_n(words, flit_words_, message.received.data() + index * flit_words_);
  }

  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    const std::uint32_t number = numbers_.Of(packet);
    Message& message = messages_[number];
    message.sent = {};
    message.waits = true;
    if (stalled) ++conflicts_;
    Happened(number, Event::kArrived);
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
    std::vector<std::uint32_t> sent;      // words, while it is under way
    std::vector<std::uint32_t> received;  // and until they are taken
    bool waits = false;                   // has arrived, and was not taken
  };

  const CollectiveProgram& Program() const { return *planned_.program; }

  // What a message waits for, of itself and of those that it comes after.
  enum class Event { kDue, kOffered, kArrived };
  static std::size_t EventOf(std::size_t number, Event event) {
    return 3 * number + static_cast<std::size_t>(event);
  }

  static Waiters WaitersOf(const CollectiveProgram& program) {
    const auto& transfers = program.transfers;
    return {transfers.size(), 3 * transfers.size(), [&](auto visit) {
              for (std::size_t i = 0; i < transfers.size(); ++i) {
                visit(i, EventOf(i, Event::kDue));
                for (const std::uint32_t before : program.AfterOf(transfers[i])) {
                  const bool arrives = transfers[before].to == transfers[i].from;
                  visit(i, EventOf(before, arrives ? Event::kArrived : Event::kOffered));
                }
              }
            }};
  }

  void Happened(std::size_t number, Event event) {
    waiters_.Happened(EventOf(number, event), left_,
                      [&](std::uint32_t waiter) { ready_.push_back(waiter); });
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
    Happened(number, Event::kOffered);
    return {.source = transfer.from,
            .destination = transfer.to,
            .flits = flits,
            .sequence = numbers_.Add(transfer.from, number),
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
  Waiters waiters_;                  // messages, for events of messages
  std::vector<std::uint32_t> left_;  // by message: events that it still waits for
  MessageNumbers numbers_;
  std::vector<std::uint32_t> ready_;  // to be offered in this cycle
  std::size_t next_ = 0;              // first message whose cycle has not come
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
