// Idea: programs follow one another. An operation starts when its cycle has come, counted from the
// program's start pulse, and when all that it comes after has happened, whichever is last. The
// network adds two kinds of events: a message has left its node, and it has arrived. When all
// operations have ended the program is over, and after the barrier the next begins, so its length
// is measured, not assumed.
//
// Messages alone are sorted by cycle, and a finger goes along the list. Programs with other
// operations are played by gen/program/play.h, which is told what the network does.
//
// What a message carries is computed when it is offered. For collective programs it follows from
// what has arrived of those that it comes after, so it is right even where sinks are slow and the
// cycles are not kept. What has arrived of others waits: two partners who send each other their
// sums must not get their own back because one of them is ahead.
//
// With schedule units, the hardware's strobes tell when to send, and the program only which message
// each means: a strobe in the wrong cycle is then a mismatch with the model.
//
// Example: a program of two messages that are offered in cycles 0 and 3 ends in cycle 10, when the
// last of them is delivered. If the barrier takes 4 cycles, the next program starts in cycle 14.
#include <algorithm>
#include <cassert>
#include <memory>
#include <numeric>
#include <utility>

#include "gen/support/integers.h"
#include "gen/support/waiters.h"
#include "sim/traffic/message_numbers.h"
#include "sim/traffic/sinks.h"
#include "sim/traffic/traffic.h"

namespace toroid {
namespace {

// A program, made ready to be played any number of times.
struct Prepared {
  explicit Prepared(const Program& its_program)
      : program(&its_program),
        of_messages(std::ranges::all_of(program->operations, [](const Operation& one) {
          return one.kind == OperationKind::kMessage;
        })) {
    assert(!of_messages || std::ranges::is_sorted(program->operations, {}, &Operation::not_before));
    const std::size_t count = program->operations.size();
    if (!of_messages) play.emplace(*program);
    if (!of_messages || program->after.empty()) return;
    waiters.emplace(count, 2 * count, [&](auto visit) {
      for (std::size_t i = 0; i < count; ++i)
        for (const Event event : program->AfterOf(program->operations[i])) visit(i, event.number());
    });
  }

  const Program* program;
  // Whether its messages wait for their cycles alone.
  bool just_in_time() const { return of_messages && !waiters; }

  bool of_messages;                // and nothing else, sorted by cycle
  std::optional<Waiters> waiters;  // of messages alone: messages, for events; none if none waits
  std::optional<Play> play;        // of a program with other operations
};

class ProgramTraffic : public Traffic {
 public:
  ProgramTraffic(const Plan& plan, Sections sections, Cycle barrier_cycles, ProgramSources sources)
      : plan_(plan),
        sections_(std::move(sections)),
        count_(CountIterations(*sections_)),
        barrier_cycles_(barrier_cycles),
        data_(std::move(sources.data)),
        units_(std::move(sources.units)),
        of_file_(sources.of_file),
        flit_words_(WordsOf(plan.hardware().flit_width)),
        numbers_(plan.host().size()) {
    if (sources.sink_flits.empty()) return;
    assert(of_file_ && sections_->size() == 1);
    sinks_.emplace(*sections_->front().program, plan.host().size(), sources.sink_flits);
  }

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    now_ = now;
    leaves_ = arrived_at_ && !Exhausted() && now == start_;
    starts_ = false;
    while (!Exhausted() && now >= start_) {
      if (!begun_) Begin();
      if (units_) {
        OfferAsUnitsSay(packets);
      } else if (playing_->just_in_time()) {
        const std::vector<Operation>& messages = Operations();
        for (; next_ < messages.size() && messages[next_].not_before <= now_ - start_; ++next_)
          packets.push_back(PacketOf(next_));
      } else {
        StartWhatIsDue();
        OfferReady(packets);
      }
      if (!IsOver()) break;
      Finish();
    }
  }

  // Between two programs: the next one's start.
  Cycle NextOffer() const override {
    if (units_ || Exhausted()) return 0;
    if (!begun_ && start_ > now_) return start_;
    return playing_ && playing_->play ? playing_->play->NextDue().value_or(0) : 0;
  }

  bool Starts() const override { return starts_; }
  bool Arrives() const override { return arrived_at_ == now_ && !Exhausted(); }
  bool Leaves() const override { return leaves_; }

  // The step that a link crossing belongs to (docs/spec/relay.md L3.3).
  void Crossed(Cycle now, bool relayed) override {
    last_step_ = std::max(last_step_, now - start_ - (relayed ? kRelayCycles : 0));
  }

  void Injected(const Packet&, Cycle now) override {
    if (!begun_) return;  // only if units send too often
    const auto& steps = Now().steps;
    const auto after = std::upper_bound(steps.begin(), steps.end(), now - start_,
                                        [](Cycle t, const Step& step) { return t < step.start; });
    if (after == steps.begin()) return;
    seen_.resize(steps.size(), false);
    seen_[static_cast<std::size_t>(after - steps.begin()) - 1] = true;
  }

  // Its buffer is free again from the next cycle on.
  void Sent(const Packet& packet, Cycle now) override {
    if (!packet.leaves) return End(numbers_.Of(packet), now);
    if (!begun_ || !playing_->play) return;
    const std::uint32_t number = numbers_.Of(packet);
    if (sinks_) sinks_->Sent(number);
    playing_->play->Left(number, now + 1);
  }

  bool HasRoom(NodeId node) const override { return !sinks_ || sinks_->HasRoom(node); }
  void Arriving(const Packet& packet) override {
    if (sinks_) sinks_->Take(numbers_.Of(packet));
  }

  // A received flit has the same index as the flit that was sent.
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    const std::uint32_t number = numbers_.Of(packet);
    if (!begun_ || number == kNoOperation) return;  // only if units send too often
    std::copy_n(words, flit_words_, words_[number].received.get() + index * flit_words_);
  }

  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    if (!begun_) return;  // only if units send too often
    now_ = now;
    if (stalled) ++conflicts_;
    if (!data_ && playing_->just_in_time()) {
      End(kNoOperation, now);
      if (IsOver()) Finish();
      return;
    }
    const std::uint32_t number = numbers_.Of(packet);
    if (sinks_) sinks_->Arrived(number);
    if (data_ && number != kNoOperation) {
      words_[number].arrived = true;
      if (data_->TakesBeforeNext()) words_[number].sent.reset();
    }
    if (playing_->play) {
      playing_->play->Arrived(number, now);
    } else {
      End(number, now);
    }
    if (IsOver()) Finish();
  }

  bool Exhausted() const override { return current_ == sections_->size(); }
  bool AwaitsHardware() const override { return units_ && !Exhausted(); }
  const IterationLog& iterations() const override { return log_; }
  std::uint64_t planned_iterations() const override { return of_file_ ? 0 : count_; }
  std::uint64_t planned_operations() const override {
    return of_file_ ? sections_->front().program->operations.size() : 0;
  }
  std::uint64_t ended_operations() const override {
    return of_file_ && playing_ ? playing_->play->ended() : 0;
  }
  const OperationTimes* times() const override {
    return of_file_ && playing_ ? &playing_->play->times() : nullptr;
  }
  std::optional<AlgorithmResult> result() const override {
    if (!data_ || !Exhausted()) return std::nullopt;
    return data_->Check();
  }

 private:
  struct Words {
    std::unique_ptr<std::uint32_t[]> sent;      // at least while it is under way
    std::unique_ptr<std::uint32_t[]> received;  // until they are taken
    bool arrived = false;
  };

  // Requires that the program has begun.
  const Program& Now() const { return *playing_->program; }
  const std::vector<Operation>& Operations() const { return Now().operations; }
  bool IsOver() const {
    return playing_->play ? playing_->play->IsOver() : ended_ >= Operations().size();
  }

  void Begin() {
    const Program& program = *(*sections_)[current_].program;
    const std::size_t count = program.operations.size();
    begun_ = true;
    starts_ = count > 0;
    numbers_.Forget();
    last_end_ = start_;
    if (!playing_ || playing_->program != &program) playing_.emplace(program);
    if (playing_->waiters) left_ = playing_->waiters->counts();
    if (data_) words_.resize(count);
    if (playing_->play) playing_->play->Begin(start_);
    if (!units_) return;
    if (!leaves_) units_->Start();
    NumberAsUnits();
  }

  void StartWhatIsDue() {
    if (playing_->play) {
      playing_->play->Advance(now_, [this](std::uint32_t send, Cycle now) {
        ready_.push_back(send);
        return now;
      });
      return;
    }
    const std::vector<Operation>& messages = Operations();
    for (; next_ < messages.size() && now_ - start_ >= messages[next_].not_before; ++next_)
      if (left_[next_] == 0) ready_.push_back(next_);
  }

  // Offering some messages may let others go.
  void OfferReady(std::vector<Packet>& packets) {
    while (!ready_.empty()) {
      offering_.swap(ready_);
      ready_.clear();
      std::ranges::sort(offering_);  // a node sends in the order of the program
      for (const std::uint32_t number : offering_) {
        packets.push_back(PacketOf(number));
        Happened(Event::StartOf(number));
      }
    }
  }

  // Of messages alone.
  void Happened(Event event) {
    if (!playing_->waiters) return;
    playing_->waiters->Happened(event.number(), left_, [&](std::uint32_t waiter) {
      if (waiter < next_) ready_.push_back(waiter);  // else its cycle has not come
    });
  }

  // Of messages alone: one has arrived.
  void End(std::uint32_t number, Cycle when) {
    ++ended_;
    last_end_ = std::max(last_end_, when);
    if (number != kNoOperation) Happened(Event::EndOf(number));
  }

  Packet PacketOf(std::uint32_t number) {
    const Operation& message = Operations()[number];
    const ProcessPlace from = Now().Where(message.from);
    const ProcessPlace to = Now().Where(message.to);
    return {.source = from.node,
            .destination = to.node,
            .flits = message.flits,
            .sequence = numbers_.Add(from.node, number),
            .injector = static_cast<std::uint16_t>(
                message.is_in_network() ? 0 : plan_.InjectorOf(from.node, to.node)),
            .source_rank = from.guest_rank,
            .destination_rank = to.guest_rank,
            .enters = message.enters,
            .leaves = message.leaves,
            .created = now_,
            .words = data_ ? WordsOfMessage(number) : nullptr};
  }

  // ---- data

  MessageOfRound OfRound(std::uint32_t number) const {
    return {static_cast<std::size_t>(log_.size()), number, Operations()[number].from,
            Operations()[number].to};
  }
  std::size_t WordCount(std::uint32_t number) const {
    return Operations()[number].flits * flit_words_;
  }

  const std::uint32_t* WordsOfMessage(std::uint32_t number) {
    Words& words = words_[number];
    if (!words.sent) words.sent = std::make_unique<std::uint32_t[]>(WordCount(number));
    if (!words.received) words.received = std::make_unique<std::uint32_t[]>(WordCount(number));
    if (data_->TakesBeforeNext()) {
      for (const Event event : Now().AfterOf(Operations()[number]))
        if (!event.is_start()) Take(event.operation());
    }
    data_->Fill(OfRound(number), {words.sent.get(), WordCount(number)});
    return words.sent.get();
  }

  // Puts what has arrived where it belongs; nothing if that is done, or has not arrived.
  void Take(std::uint32_t number) {
    Words& words = words_[number];
    if (!words.arrived || !words.received) return;
    data_->Take(OfRound(number), {words.received.get(), WordCount(number)});
    words.received.reset();
  }

  // Messages within a node arrive unchanged.
  void TakeAll() {
    const Program& program = Now();
    const std::size_t words = SizeOf(program.local_flits, flit_words_);
    std::vector<std::uint32_t> local(SizeOf(program.local.size(), words));
    const auto for_local = [&](auto what) {
      for (std::size_t i = 0; i < program.local.size(); ++i) {
        const auto& [from, to] = program.local[i];
        what(MessageOfRound{static_cast<std::size_t>(log_.size()), kNoOperation, from, to},
             std::span(local).subspan(i * words, words));
      }
    };
    for_local([&](const MessageOfRound& m, std::span<std::uint32_t> w) { data_->Fill(m, w); });
    for (std::uint32_t number = 0; number < program.operations.size(); ++number) Take(number);
    for_local([&](const MessageOfRound& m, std::span<std::uint32_t> w) { data_->Take(m, w); });
    taken_words_.swap(words_);  // wrong units send late
    words_.clear();
  }

  // ---- schedule units

  // U6.6.
  void OfferAsUnitsSay(std::vector<Packet>& packets) {
    for (const std::uint32_t message : units_->Sending()) {
      // A wrong unit may ask for a message that does not exist.
      if (of_unit_[message] != kNoOperation) packets.push_back(PacketOf(of_unit_[message]));
    }
  }

  // Numbers messages as units do; the program orders them by cycle.
  void NumberAsUnits() {
    const auto sends = static_cast<std::size_t>(plan_.schedule_unit()->sends);
    of_unit_.assign(SizeOf(plan_.host().size(), sends), kNoOperation);
    for (std::uint32_t m = 0; m < Operations().size(); ++m) {
      const Operation& message = Operations()[m];
      of_unit_[Now().NodeOf(message.from).index() * sends + message.tag] = m;
    }
  }

  // Ends the program: records its result and prepares the next.
  void Finish() {
    const Section& section = (*sections_)[current_];
    const Program& program = *section.program;
    if (data_) TakeAll();
    if (playing_->play) last_end_ = playing_->play->last_end();
    IterationResult result{.planned = current_,
                           .phase = section.phase,
                           .task = section.task,
                           .steps = {},
                           .lower_bound = program.lower_bound,
                           .cycle_lower_bound = program.cycle_lower_bound,
                           .cycles = last_end_ - start_,
                           .conflicts = conflicts_};
    if (!program.steps.empty())
      result.steps = static_cast<int>(std::count(seen_.begin(), seen_.end(), true));
    if (plan_.hardware().relay) result.steps = static_cast<int>(last_step_);
    log_.Add(result);
    if (++done_ == section.times) {
      ++current_;
      done_ = 0;
    }
    start_ = last_end_ + barrier_cycles_;
    if (plan_.hardware().barrier) arrived_at_ = now_;
    begun_ = false;
    next_ = 0;
    ended_ = 0;
    conflicts_ = 0;
    seen_.clear();
    last_step_ = 0;
  }

  const Plan& plan_;
  Sections sections_;
  std::uint64_t count_;  // programs in all
  Cycle barrier_cycles_;
  std::unique_ptr<MessageData> data_;     // null: packets carry hashes
  std::unique_ptr<ScheduleUnits> units_;  // null: the program says when
  bool of_file_;
  std::size_t flit_words_;  // 32-bit words of a payload

  // of the current program
  std::optional<Prepared> playing_;
  std::size_t current_ = 0;              // its section
  std::uint64_t done_ = 0;               // repetitions completed
  Cycle start_ = 0;                      // its start pulse
  bool begun_ = false;                   // which has been
  std::vector<std::uint32_t> left_;      // by operation: events that it still comes after
  std::uint32_t next_ = 0;               // the first message whose cycle has not come
  std::vector<std::uint32_t> ready_;     // messages to be offered in this cycle
  std::vector<std::uint32_t> offering_;  // scratch
  std::vector<Words> words_;             // by operation, if they carry data
  std::vector<Words> taken_words_;       // of the program before
  std::vector<std::uint32_t> of_unit_;   // messages in the order in which units number them
  MessageNumbers numbers_;
  std::optional<Sinks> sinks_;  // none: they take everything
  std::size_t ended_ = 0;
  Cycle last_end_ = 0;
  std::uint64_t conflicts_ = 0;  // messages with a stalled flit
  std::vector<bool> seen_;       // step windows with an injection
  Cycle last_step_ = 0;          // last step in which a link was crossed

  Cycle now_ = -1;                   // cycle of the last offer or delivery
  bool starts_ = false;              // a program starts with the last offer
  bool leaves_ = false;              // the barrier before it is left with the last offer
  std::optional<Cycle> arrived_at_;  // cycle of the last arrival at the barrier
  IterationLog log_;
};

}  // namespace

std::uint64_t CountIterations(const std::vector<Section>& sections) {
  return std::accumulate(
      sections.begin(), sections.end(), std::uint64_t{0},
      [](std::uint64_t sum, const Section& section) { return sum + section.times; });
}

std::unique_ptr<Traffic> MakeProgramTraffic(const Plan& plan, Sections sections,
                                            Cycle barrier_cycles, ProgramSources sources) {
  return std::make_unique<ProgramTraffic>(plan, std::move(sections), barrier_cycles,
                                          std::move(sources));
}

}  // namespace toroid
