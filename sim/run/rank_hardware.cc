// Two turns; after each the ranks exchange diagnostics.
#include "sim/run/rank_hardware.h"

#include <optional>
#include <string>

namespace toroid {
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

}  // namespace toroid
