// Writes a run's messages for other tools, and reads them back: docs/spec/traces.md, section 6.
#pragma once

#include <deque>
#include <string>

#include "gen/plan/plan.h"
#include "gen/support/files.h"
#include "gen/support/progress.h"
#include "sim/report/report.h"
#include "sim/run/run.h"

namespace toroid {

// Files that are written and right, aside until they are put in place.
struct Exported {
  ExportReport report;
  std::deque<files::WholeFile> files = {};

  void PutInPlace() {
    for (files::WholeFile& one : files) one.PutInPlace();
  }
};

// Writes `file` in the format of its ending, reads it again and checks it. Diagnostics: what the
// format cannot express, or a fault found. Throws FileError and Interrupted. Requires traffic with
// messages, which patterns have not.
Result<Exported> Export(const Plan& plan, const PreparedRun& run, const std::string& file,
                        const Progress& progress = {});

}  // namespace toroid
