// Lockstep schedules in which nodes that agree in the low bits of their coordinates act alike:
// small enough to search and to store as tables, and equal on every host that is large enough.
#pragma once

#include <vector>

#include "gen/schedule/step_problem.h"
#include "gen/schedule/stream.h"

namespace toroid {

// How the lines of an axis are distinguished: by each other coordinate's residue, or only by the
// residue of their sum.
enum class LinesBy { kEach, kSum };

// The sendings of a task. A sending represents all messages that leave in the same step in every
// schedule of this form. A window of an axis has one sending for each line, group and level.
// Requires what `offset` requires of the host.
class PeriodicForm {
 public:
  PeriodicForm(const Layout& layout, Task task, LinesBy by);

  // They are numbered axis by axis, line by line, window by window from the lowest, group by group.
  int sendings() const { return sendings_; }
  // The sending of the message of `cube_dimension`, one of the task's, from `node`.
  int SendingOf(const Coordinates& node, int cube_dimension) const;
  // The sendings as items, in different steps if they would share a port or a link. `pairs_in_row`:
  // the two sendings of a group on a line take successive steps.
  StepProblem Problem(int steps, bool pairs_in_row) const;

  // The windows of an axis, and the number of its different lines.
  const std::vector<StreamWindow>& windows(Axis axis) const { return axes_[axis.index()].windows; }
  int lines(Axis axis) const;

 private:
  struct AxisPart {
    std::vector<StreamWindow> windows;
    int period = 1;  // nodes whose coordinates differ by a multiple of it act alike
    int length = 0;  // sendings of a line
    int base = 0;    // number of the first
  };
  int LineOf(std::size_t axis, const Coordinates& node) const;
  int PeriodOf(std::size_t axis) const {
    return by_ == LinesBy::kSum ? longest_period_ : axes_[axis].period;
  }
  void AddPorts(StepProblem& problem) const;
  void AddLinks(Axis axis, StepProblem& problem) const;
  void PutPairsInRow(StepProblem& problem) const;

  Layout layout_;
  Task task_;
  LinesBy by_;
  std::vector<AxisPart> axes_;
  int longest_period_ = 1;
  int sendings_ = 0;
};

}  // namespace toroid
