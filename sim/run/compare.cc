// Walks the two logs of a block of cycles side by side, cycle by cycle: first the events, one list
// against the other, then the levels, as words. A level that differs without an event, such as a
// busy wire, is found in its cycle. The first difference ends the run, as later ones follow from
// it.
#include "sim/run/compare.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace toroid {
namespace {

std::string RecordText(const Plan& plan, const WireRecord& record) {
  std::string text = fmt::format("{}: source {}", PlaceText(plan, record), record.source);
  const bool scheduled = plan.hardware().router == RouterKind::kScheduled;
  if (record.kind == WireRecord::kHop && !scheduled)
    text += fmt::format(", destination {}", record.destination);
  if (record.head_tail & 1) text += ", head";
  if (record.head_tail & 2) text += ", tail";
  text += fmt::format(", payload {}", record.payload);
  if (record.kind == WireRecord::kHop && scheduled)
    return text + fmt::format(", bits between tail and source {}", record.added);
  if (record.kind != WireRecord::kHop || plan.added_bits() == 0) return text;
  if (plan.relay()) return text + fmt::format(", relay field {}", record.added);
  if (plan.Copies()) return text + (record.added == kOfTree ? ", copied" : "");
  const int bits = plan.tid_bits();
  return text + fmt::format(", destination rank {}, source rank {}", record.added >> bits,
                            record.added & ((std::uint64_t{1} << bits) - 1));
}

std::vector<std::string> Differ(const Plan& plan, Cycle cycle, const WireRecord* expected,
                                const WireRecord* seen) {
  return {fmt::format("model and hardware differ in cycle {}", cycle),
          "expected " + (expected ? RecordText(plan, *expected) : "nothing more"),
          "seen     " + (seen ? RecordText(plan, *seen) : "nothing more")};
}

// The first differing level of a cycle; both are levels.words() words.
std::optional<std::vector<std::string>> CompareLevels(const Levels& levels, Cycle cycle,
                                                      const std::uint64_t* expected,
                                                      const std::uint64_t* seen) {
  const auto [want, have] = std::mismatch(expected, expected + levels.words(), seen);
  if (want == expected + levels.words()) return std::nullopt;
  const int bit = std::countr_zero(*want ^ *have);
  const std::string wire =
      levels.Text(static_cast<std::size_t>(want - expected), static_cast<std::size_t>(bit));
  const bool high = (*want >> bit & 1) != 0;
  return std::vector{fmt::format("model and hardware differ in cycle {}", cycle),
                     fmt::format("expected {}: {:d}", wire, high),
                     fmt::format("seen     {}: {:d}", wire, !high)};
}

// The events of a log around one of them, each with its cycle.
std::vector<std::string> Around(const Plan& plan, Cycle start, const EventLog& log,
                                std::size_t at) {
  constexpr std::size_t kBefore = 4;
  constexpr std::size_t kFrom = 5;
  std::vector<std::string> lines;
  const std::size_t end = std::min(log.records.size(), at + kFrom);
  for (std::size_t i = at - std::min(at, kBefore); i < end; ++i) {
    const auto cycle = std::ranges::upper_bound(log.ends, i) - log.ends.begin();
    lines.push_back(fmt::format("cycle {}  {}", start + static_cast<Cycle>(cycle),
                                RecordText(plan, log.records[i])));
  }
  return lines;
}

}  // namespace

std::optional<Difference> CompareLogs(const Plan& plan, Cycle start, const EventLog& expected,
                                      const EventLog& seen, std::uint64_t& compared,
                                      std::uint32_t nodes) {
  std::size_t expected_at = 0;
  std::size_t seen_at = 0;
  const std::size_t cycles = std::max(expected.ends.size(), seen.ends.size());
  const std::size_t both = std::min(expected.ends.size(), seen.ends.size());
  const Levels levels(plan, nodes);
  const auto differ = [&](Cycle cycle, std::vector<std::string> lines) {
    return Difference{cycle, std::move(lines), Around(plan, start, expected, expected_at),
                      Around(plan, start, seen, seen_at)};
  };
  for (std::size_t c = 0; c < cycles; ++c) {
    const Cycle cycle = start + static_cast<Cycle>(c);
    const std::size_t expected_end = c < expected.ends.size() ? expected.ends[c] : expected_at;
    const std::size_t seen_end = c < seen.ends.size() ? seen.ends[c] : seen_at;
    while (expected_at < expected_end || seen_at < seen_end) {
      const WireRecord* want =
          expected_at < expected_end ? &expected.records[expected_at] : nullptr;
      const WireRecord* have = seen_at < seen_end ? &seen.records[seen_at] : nullptr;
      if (!want || !have || !(*want == *have))
        return differ(cycle, Differ(plan, cycle, want, have));
      ++expected_at, ++seen_at, ++compared;
    }
    if (c >= both) continue;
    if (auto difference = CompareLevels(levels, cycle, expected.levels.data() + c * levels.words(),
                                        seen.levels.data() + c * levels.words()))
      return differ(cycle, *difference);
  }
  if (expected.ends.size() != seen.ends.size()) {
    const auto ended = [&](const EventLog& log) {
      return start + static_cast<Cycle>(log.ends.size());
    };
    return differ(std::min(ended(expected), ended(seen)),
                  {fmt::format("model and hardware end in different cycles: {} and {}",
                               ended(expected), ended(seen))});
  }
  return std::nullopt;
}

}  // namespace toroid
