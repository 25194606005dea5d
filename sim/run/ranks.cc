// A signal reaches the ranks at different times. Each rank tells in every cycle whether it has
// received one, so all know in the same cycle. The others then send it to themselves and stop in
// the same way.
#include "sim/run/ranks.h"

#include <csignal>
#include <string>

namespace toroid {

Result<SimulationRequest> RequestForRanks(const Plan& plan, SimulationRequest request, int ranks) {
  if (static_cast<std::uint32_t>(ranks) > plan.host().size())
    return Diagnostic{"mpirun", std::to_string(ranks),
                      "are more processes than the network has nodes", "start fewer"};
  if (request.run.engine != Engine::kModel) request.run.rtl = RtlEngine::kLanes;
  return request;
}

int RankWatcher::signal() const { return watcher_ != nullptr ? watcher_->hurry() : 0; }

void RankWatcher::Agree(int signal) {
  if (signal == 0 || agreed_ != 0) return;
  if (this->signal() == 0) std::raise(signal);
  agreed_ = signal;
}

bool RankWatcher::GoesOn(const Stage& stage) {
  const bool goes_on = watcher_ == nullptr || watcher_->GoesOn(stage);
  return agreed_ == 0 || goes_on;
}

void RankWatcher::Ended(const Stage& stage) {
  if (watcher_ != nullptr) watcher_->Ended(stage);
}

void RankWatcher::Note(const std::string& text) {
  if (watcher_ != nullptr) watcher_->Note(text);
}

void RankWatcher::StartPrinting() {
  if (watcher_ != nullptr) watcher_->StartPrinting();
}

// Two turns; after each the ranks exchange diagnostics.

namespace {

void Put(Message& message, const Diagnostic& diagnostic) {
  for (const std::string* text : {&diagnostic.field, &diagnostic.value, &diagnostic.what,
                                  &diagnostic.allowed, &diagnostic.place})
    message.PutText(*text);
  message.Put(diagnostic.fault);
}

Diagnostic TakeDiagnostic(Message& message) {
  Diagnostic diagnostic;
  diagnostic.field = message.TakeText();
  diagnostic.value = message.TakeText();
  diagnostic.what = message.TakeText();
  diagnostic.allowed = message.TakeText();
  diagnostic.place = message.TakeText();
  diagnostic.fault = message.Take<Fault>();
  return diagnostic;
}

// The diagnostics of the first rank that has any; empty if none has.
Diagnostics FirstOf(Ranks& ranks, const Diagnostics& own) {
  Message message;
  message.Put(own.size());
  for (const Diagnostic& diagnostic : own) Put(message, diagnostic);
  Diagnostics first;
  for (Message& part : ranks.Gather(message)) {
    const auto count = part.Take<std::size_t>();
    for (std::size_t i = 0; i < count && first.size() <= i; ++i)
      first.push_back(TakeDiagnostic(part));
    if (!first.empty()) return first;
  }
  return first;
}

}  // namespace

Result<Hardware> MakeHardwareOfRank(const Plan& plan, const RunOptions& options,
                                    const Progress& progress, Ranks& ranks, RankWatcher& watcher,
                                    const Slab& slab) {
  std::optional<Hardware> hardware;
  for (const bool turn_of_first : {true, false}) {
    Diagnostics failed;
    int signal = 0;
    try {
      if (ranks.first() == turn_of_first) {
        auto made = MakeHardware(plan, options, progress, 1, &slab);
        if (made) {
          hardware.emplace(std::move(made).value());
        } else {
          failed = made.diagnostics();
        }
      }
    } catch (const Interrupted&) {
      signal = watcher.signal();
    }
    signal = ranks.Most(signal);
    watcher.Agree(signal);
    if (signal != 0) throw Interrupted{"while compiling the hardware"};
    failed = FirstOf(ranks, failed);
    if (!failed.empty()) return failed;
  }
  return std::move(*hardware);
}

// In a cycle a log has the ejections, then the injections, then the hops, each ordered by node.
// Slabs are consecutive nodes, so each of the three is the concatenation of the ranks'. Levels are
// bitmaps with some bits for each node, which are joined side by side.

namespace {

// A rank's log, and the position up to which it has been read.
struct Part {
  Slab slab;
  EventLog log;
  std::size_t records = 0;
  std::size_t levels = 0;
};

Message Packed(const EventLog& log) {
  Message message;
  message.PutAll<WireRecord>(log.records);
  message.PutAll<std::size_t>(log.ends);
  message.PutAll<std::uint64_t>(log.levels);
  return message;
}

std::vector<Part> PartsOf(const Plan& plan, Ranks& ranks, const EventLog& own) {
  std::vector<Part> parts;
  for (Message& message : ranks.Gather(Packed(own))) {
    const auto number = static_cast<int>(parts.size());
    Part& part = parts.emplace_back(Part{Slab(plan.host(), number, ranks.count()), {}});
    part.log.records = message.TakeAll<WireRecord>();
    part.log.ends = message.TakeAll<std::size_t>();
    part.log.levels = message.TakeAll<std::uint64_t>();
  }
  return parts;
}

// Appends the records of one kind up to the end of the cycle.
void Append(const Plan& plan, Part& part, std::size_t end, WireRecord::Kind kind, EventLog& all) {
  const auto& records = part.log.records;
  for (; part.records < end && records[part.records].kind == kind; ++part.records)
    all.records.push_back(InHost(plan, part.slab.begin(), records[part.records]));
}

// Appends `bits` of each node, from the part's next level on.
void Join(Part& part, std::size_t bits, std::uint64_t* all) {
  const std::size_t first = part.slab.begin() * bits;
  const std::size_t count = part.slab.size() * bits;
  const std::uint64_t* own = &part.log.levels[part.levels];
  for (std::size_t i = 0; i < count; ++i)
    all[(first + i) / 64] |= (own[i / 64] >> (i % 64) & 1) << (first + i) % 64;
  part.levels += BitmapWords(count);
}

}  // namespace

EventLog JoinLogs(const Plan& plan, Ranks& ranks, const EventLog& own) {
  std::vector<Part> parts = PartsOf(plan, ranks, own);
  const auto locals = static_cast<std::size_t>(plan.local_ports());
  const std::array<std::size_t, 5> bits = {1, locals, locals, locals, 2 * plan.link_ports().size()};
  EventLog all;
  for (std::size_t cycle = 0; cycle < own.ends.size(); ++cycle) {
    for (const auto kind : {WireRecord::kEject, WireRecord::kInject, WireRecord::kHop})
      for (Part& part : parts) Append(plan, part, part.log.ends[cycle], kind, all);
    all.ends.push_back(all.records.size());
    for (const std::size_t of_node : bits) {
      const std::size_t begin = all.levels.size();
      all.levels.resize(begin + BitmapWords(plan.host().size() * of_node));
      for (Part& part : parts) Join(part, of_node, all.levels.data() + begin);
    }
  }
  return all;
}

}  // namespace toroid
