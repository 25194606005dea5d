// One message to each other rank a cycle. Every rank adds up the sums for itself, which saves a
// second message.
#include "sim/bench/rank_sync.h"

#include <algorithm>

namespace toroid {

RankSync::RankSync(const Plan& plan, Ranks& ranks)
    : ranks_(ranks),
      slab_(plan.host(), ranks.number(), ranks.count()),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      entered_(static_cast<std::size_t>(ranks.count())),
      messages_(entered_.size()) {}

void RankSync::ReportBusy(const std::vector<std::uint32_t>& nodes) {
  own_busy_.clear();
  for (const std::uint32_t node : nodes) own_busy_.push_back(slab_.begin() + node);
}

void RankSync::Begin(std::uint64_t crossings) {
  own_.crossings = crossings;
  for (std::size_t rank = 0; rank < messages_.size(); ++rank) {
    Message& message = messages_[rank];
    message.Clear();
    message.Put(own_);
    message.PutAll<std::uint32_t>(own_busy_);
    message.PutAll<EnteredFlit>(entered_[rank]);
    entered_[rank].clear();
  }
}

// The rank's own message comes back like the others'.
void RankSync::Exchange() {
  ranks_.Exchange(messages_);
  all_ = {};
  all_busy_.clear();
  coming_.clear();
  for (Message& message : messages_) {
    const auto sums = message.Take<CycleSums>();
    all_.live += sums.live;
    all_.crossings += sums.crossings;
    all_.moved += sums.moved;
    all_.strays += sums.strays;
    all_.signal = std::max(all_.signal, sums.signal);
    for (const std::uint32_t node : message.TakeAll<std::uint32_t>()) all_busy_.push_back(node);
    for (const EnteredFlit& flit : message.TakeAll<EnteredFlit>()) coming_.push_back(flit);
  }
  own_.moved = own_.strays = 0;
  own_busy_.clear();
}

std::vector<std::string> RankSync::Lines(const std::vector<std::string>& own) {
  Message message;
  message.Put(own.size());
  for (const std::string& line : own) message.PutText(line);
  std::vector<std::string> all;
  for (Message& part : ranks_.Gather(message)) {
    for (auto lines = part.Take<std::size_t>(); lines > 0; --lines) all.push_back(part.TakeText());
  }
  return all;
}

}  // namespace toroid
