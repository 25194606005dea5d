// Files of a sweep's results: a line of JSON for the grid, then one for each run. An interrupted
// sweep continues where it was, and parts run elsewhere are merged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/support/files.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

Json ToJson(const Measured& measured);
// Throws Json::exception or std::out_of_range if `json` is not a measurement.
Measured MeasuredFrom(const Json& json);

// One line with its newline. Numbers are whole or as short as possible, so equal results are equal
// bytes.
std::string LineOf(const Grid& grid);
std::string LineOf(const Point& point, const Measured& measured);

// A file to which results are added. Other processes cannot open it meanwhile.
class ResultsFile {
 public:
  // Makes the file, or reads an existing one and removes an incomplete last line. Diagnostics
  // (field --results): it cannot be opened, is open elsewhere, belongs to another sweep, or has
  // other contents. Such a file stays unchanged.
  static Result<ResultsFile> Open(const std::string& path, const Grid& grid,
                                  const Progress& progress = {});

  const Runs& runs() const { return runs_; }  // runs in the file when it was opened
  // Returns when the line is in the file. Throws files::FileError.
  void Add(const Point& point, const Measured& measured);

 private:
  ResultsFile() = default;
  void Write(const std::string& text);

  std::string path_;
  Descriptor file_;
  Runs runs_;
};

struct Merged {
  Grid grid;
  Runs runs;
};
// Merges files of one sweep. A run in several files must have the same result in each. An
// incomplete last line is skipped. Diagnostics have the field --merge.
Result<Merged> Merge(const std::vector<std::string>& paths, const Progress& progress = {});

}  // namespace toroid
