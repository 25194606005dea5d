// Short runs list every iteration. From kMostListed on, equal iterations are folded: a map finds
// the entry of an equal result. The last entry is tried first, as an iteration mostly equals the
// one before it.
#include "sim/traffic/iteration_log.h"

#include <utility>

namespace toroid {

void IterationLog::Add(const IterationResult& result) {
  const Entry entry{.result = result, .number = ++size_};
  if (size_ <= kMostListed) {
    entries_.push_back(entry);
    return;
  }
  if (places_.empty()) {
    for (const Entry& listed : std::exchange(entries_, {})) AddFolded(listed);
  }
  AddFolded(entry);
}

void IterationLog::AddFolded(const Entry& entry) {
  if (entries_.empty() || entries_[last_].result != entry.result) {
    const auto [place, fresh] = places_.try_emplace(entry.result, entries_.size());
    last_ = place->second;
    if (fresh) {
      entries_.push_back(entry);
      return;
    }
  }
  ++entries_[last_].times;
}

}  // namespace toroid
