// In a cycle a log has the ejections, then the injections, then the hops, each ordered by node.
// Slabs are consecutive nodes, so each of the three is the concatenation of the ranks'. Levels are
// bitmaps with some bits for each node, which are joined side by side.
#include "sim/run/rank_logs.h"

#include <algorithm>
#include <array>

namespace toroid {
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
