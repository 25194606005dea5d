// Spans of each kind are joined where they meet, and the joined ones of both kinds intersected.
#include "sim/run/overlap.h"

#include <algorithm>

namespace toroid {
namespace {

struct Span {
  Cycle from = 0, until = 0;  // not in the cycle `until`
};

// The cycles of an operation of a message; a message is not under way before it is sent.
Span SpanOf(const Workload& workload, const WorkloadTimes& times, std::size_t number) {
  const Operation& one = workload.operations[number];
  Span span{times[number].start, times[number].end};
  if (one.kind == OperationKind::kReceive) span.from = std::max(span.from, times[one.match].start);
  return span;
}

// The same cycles in spans apart from each other, in the order of time.
std::vector<Span> JoinedSpans(std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::from);
  std::vector<Span> joined;
  for (const Span& span : spans) {
    if (span.from >= span.until) continue;
    if (joined.empty() || span.from > joined.back().until) {
      joined.push_back(span);
    } else {
      joined.back().until = std::max(joined.back().until, span.until);
    }
  }
  return joined;
}

Cycle CommonCycles(const std::vector<Span>& some, const std::vector<Span>& others) {
  Cycle cycles = 0;
  auto other = others.begin();
  for (const Span& span : some) {
    while (other != others.end() && other->until <= span.from) ++other;
    for (auto next = other; next != others.end() && next->from < span.until; ++next)
      cycles += std::min(span.until, next->until) - std::max(span.from, next->from);
  }
  return cycles;
}

}  // namespace

std::vector<Overlap> OverlapsOf(const Workload& workload, const WorkloadTimes& times) {
  struct Rank {
    std::vector<Span> calculations, messages;
  };
  std::vector<Rank> ranks(workload.ranks);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Operation& one = workload.operations[i];
    if (one.kind == OperationKind::kJoin) continue;
    Rank& rank = ranks[one.rank];
    const bool calculates = one.kind == OperationKind::kCalculate;
    (calculates ? rank.calculations : rank.messages).push_back(SpanOf(workload, times, i));
  }
  std::vector<Overlap> overlaps;
  for (const Rank& rank : ranks) {
    const std::vector<Span> messages = JoinedSpans(rank.messages);
    Overlap& overlap = overlaps.emplace_back();
    for (const Span& span : messages) overlap.communicated += span.until - span.from;
    overlap.hidden = CommonCycles(messages, JoinedSpans(rank.calculations));
  }
  return overlaps;
}

}  // namespace toroid
