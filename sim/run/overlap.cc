// Spans of each kind are joined where they meet, and the joined ones of both kinds intersected.
#include <algorithm>
#include <functional>

#include "sim/run/trace.h"

namespace toroid {
namespace {

// The cycles of an operation of a message; a message is not under way before it is sent.
Span SpanOf(const Workload& workload, const OperationTimes& times, std::size_t number) {
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

Cycle CyclesOf(const std::vector<Span>& spans) {
  Cycle cycles = 0;
  for (const Span& span : spans) cycles += span.until - span.from;
  return cycles;
}

std::vector<Span> CommonSpans(const std::vector<Span>& some, const std::vector<Span>& others) {
  std::vector<Span> common;
  auto other = others.begin();
  for (const Span& span : some) {
    while (other != others.end() && other->until <= span.from) ++other;
    for (auto next = other; next != others.end() && next->from < span.until; ++next)
      common.push_back({std::max(span.from, next->from), std::min(span.until, next->until)});
  }
  return common;
}

// The cycles of the spans in each of `count` windows.
std::vector<Cycle> InWindows(const std::vector<Span>& spans, Cycle width, std::size_t count) {
  std::vector<Cycle> cycles(count);
  for (const Span& span : spans) {
    for (Cycle at = span.from / width; at * width < span.until; ++at)
      cycles[static_cast<std::size_t>(at)] +=
          std::min(span.until, (at + 1) * width) - std::max(span.from, at * width);
  }
  return cycles;
}

}  // namespace

std::vector<Overlap> OverlapsOf(const Workload& workload, const OperationTimes& times) {
  std::vector<Overlap> overlaps(workload.ranks);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Operation& one = workload.operations[i];
    if (one.kind == OperationKind::kJoin) continue;
    Overlap& rank = overlaps[one.by()];
    const bool calculates = one.kind == OperationKind::kCalculate;
    (calculates ? rank.calculations : rank.messages).push_back(SpanOf(workload, times, i));
  }
  for (Overlap& rank : overlaps) {
    rank.calculations = JoinedSpans(std::move(rank.calculations));
    rank.messages = JoinedSpans(std::move(rank.messages));
    rank.communicated = CyclesOf(rank.messages);
    rank.hidden = CyclesOf(CommonSpans(rank.messages, rank.calculations));
  }
  return overlaps;
}

TraceReport::Windows WindowsOf(const std::vector<Overlap>& overlaps, Cycle end) {
  TraceReport::Windows windows;
  while ((end - 1) / windows.width >= TraceReport::Windows::kMost) windows.width *= 2;
  const auto count = static_cast<std::size_t>((end + windows.width - 1) / windows.width);
  for (std::size_t r = 0; r < std::min(overlaps.size(), TraceReport::Windows::kMostRanks); ++r) {
    const auto& [communicated, hidden, calculations, messages] = overlaps[r];
    std::vector<Cycle> sending = InWindows(messages, windows.width, count);
    std::ranges::transform(sending,
                           InWindows(CommonSpans(messages, calculations), windows.width, count),
                           sending.begin(), std::minus<>());
    windows.calculating.push_back(InWindows(calculations, windows.width, count));
    windows.sending.push_back(std::move(sending));
  }
  return windows;
}

}  // namespace toroid
