// The idea: `offset` gives a step by a formula in the low bits of the coordinates. Keep the low
// bits, but leave the formula open: a message's step may be any function of its window, its
// sender's group on its own axis (the coordinate modulo the window's H), the other coordinates
// modulo their longest H, and, in a pair, its sending of the two (on a line by the order of a pair,
// on a ring by direction, as for `offset`). Then two rules are enough, and they do not depend on
// the host's size:
//   - a node's sendings are in different steps: a partner on an axis differs in bits that this
//     axis' sendings do not see, so a node receives what it would send itself;
//   - the sendings of a line are in different steps, all groups of all its windows: those of one
//     group share no link (S3.1, S5.2), and any two others may meet. A ring's pair goes one way
//     each, so they meet only what goes the same way.
//
// Example: <0,2> on mesh:2x2. One window an axis, one group, one line each: two sendings, both of
// every node: two steps. It does not cover schedules that distinguish nodes with the same low bits:
// if no schedule of this form exists, that proves nothing about those. Source: our own;
// docs/spec/schedules.md section 9.
#include "gen/schedule/periodic.h"

#include <algorithm>
#include <cassert>

namespace toroid {
namespace {

int LevelsOf(const StreamWindow& window) { return window.upper - window.lower + 1; }
int SendingsOf(const StreamWindow& window) { return window.groups * LevelsOf(window); }

}  // namespace

PeriodicForm::PeriodicForm(const Layout& layout, Task task, LinesBy by)
    : layout_(layout), task_(task), by_(by) {
  for (int a = 0; a < layout.axes; ++a) {
    AxisPart part;
    part.windows = StreamWindows(layout, task, Axis{a});
    for (const StreamWindow& window : part.windows) {
      part.period = std::max(part.period, window.groups);
      part.length += SendingsOf(window);
    }
    longest_period_ = std::max(longest_period_, part.period);
    axes_.push_back(std::move(part));
  }
  for (int a = 0; a < layout.axes; ++a) {
    AxisPart& part = axes_[static_cast<std::size_t>(a)];
    part.base = sendings_;
    sendings_ += lines(Axis{a}) * part.length;
  }
}

// S9.3: the number of different lines of an axis: the sums, or the other coordinates, modulo the
// periods.
int PeriodicForm::lines(Axis axis) const {
  if (by_ == LinesBy::kSum) return layout_.axes == 1 ? 1 : longest_period_;
  int count = 1;
  for (std::size_t b = 0; b < axes_.size(); ++b) count *= b == axis.index() ? 1 : axes_[b].period;
  return count;
}

int PeriodicForm::LineOf(std::size_t axis, const Coordinates& node) const {
  int line = 0;
  for (std::size_t b = 0; b < axes_.size(); ++b) {
    if (b == axis) continue;
    line = by_ == LinesBy::kSum ? (line + node[b]) % longest_period_
                                : line * axes_[b].period + node[b] % axes_[b].period;
  }
  return line;
}

// The sendings of an axis are numbered line by line, window by window, group by group; in a pair
// the earlier before the later on a LINE, "+" before "-" on a RING.
int PeriodicForm::SendingOf(const Coordinates& node, int cube_dimension) const {
  const auto a = static_cast<std::size_t>(cube_dimension % layout_.axes);
  const int level = cube_dimension / layout_.axes;
  const AxisPart& part = axes_[a];
  int sending = part.base + LineOf(a, node) * part.length;
  for (const StreamWindow& window : part.windows) {
    if (level > window.upper) {
      sending += SendingsOf(window);
      continue;
    }
    sending += node[a] % window.groups * LevelsOf(window);
    if (window.lower == window.upper) return sending;
    if (window.line_pair())
      return sending + PairSubStep(node[a], window.lower, level == window.upper);
    // S5.2
    const bool plus = BitOf(node[a], layout_.levels - 2) == (level == layout_.levels - 1 ? 1 : 0);
    return sending + (plus ? 0 : 1);
  }
  assert(false);
  return sending;
}

// Condition (a): the sendings of a node are in different steps. All nodes with different
// coordinates modulo the periods are checked.
void PeriodicForm::AddPorts(StepProblem& problem) const {
  Coordinates node(axes_.size(), 0);
  for (std::size_t a = 0; a < axes_.size();) {
    std::vector<int> sent;
    for (int k = task_.first; k < task_.first + task_.count; ++k)
      sent.push_back(SendingOf(node, k));
    std::ranges::sort(sent);
    problem.groups.push_back(std::move(sent));
    // the next node, counting
    for (a = 0; a < axes_.size() && ++node[a] == PeriodOf(a);) node[a++] = 0;
  }
}

// Condition (b): the sendings of a line are in different steps, except the two directions of RING
// pairs.
void PeriodicForm::AddLinks(Axis axis, StepProblem& problem) const {
  int sending = axes_[axis.index()].base;
  for (int line = 0; line < lines(axis); ++line) {
    std::vector<int> plus;
    std::vector<int> minus;
    for (const StreamWindow& window : windows(axis)) {
      const bool one_way = window.ring && window.upper > window.lower;
      for (int i = 0; i < SendingsOf(window); ++i, ++sending) {
        if (!one_way || i % 2 == 0) plus.push_back(sending);
        if (!one_way || i % 2 == 1) minus.push_back(sending);
      }
    }
    problem.groups.push_back(std::move(plus));
    problem.groups.push_back(std::move(minus));
  }
}

// The narrower form: the later sending of a LINE pair takes the step after the earlier one.
void PeriodicForm::PutPairsInRow(StepProblem& problem) const {
  for (int a = 0; a < layout_.axes; ++a) {
    int sending = axes_[static_cast<std::size_t>(a)].base;
    for (int line = 0; line < lines(Axis{a}); ++line) {
      for (const StreamWindow& window : windows(Axis{a})) {
        for (int i = 0; i < SendingsOf(window); ++i, ++sending) {
          if (window.line_pair() && i % 2 == 1) problem.followers.push_back(sending);
        }
      }
    }
  }
}

// Equal groups, which many nodes and lines share, are stored once.
StepProblem PeriodicForm::Problem(int steps, bool pairs_in_row) const {
  StepProblem problem{.items = sendings_, .steps = steps, .groups = {}, .followers = {}};
  AddPorts(problem);
  for (int a = 0; a < layout_.axes; ++a) AddLinks(Axis{a}, problem);
  if (pairs_in_row) PutPairsInRow(problem);
  std::ranges::sort(problem.groups);
  problem.groups.erase(std::unique(problem.groups.begin(), problem.groups.end()),
                       problem.groups.end());
  return problem;
}

}  // namespace toroid
