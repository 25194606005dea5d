// Results of a sweep's runs in files: a line of JSON for the grid, then one for each run, so that a
// sweep that was cut short goes on where it was, and parts done elsewhere are put together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/support/descriptor.h"
#include "gen/support/result.h"
#include "sim/sweep/curve.h"
#include "sim/sweep/grid.h"

namespace toroid {

Json ToJson(const Measured& measured);
// Throws Json::exception or std::out_of_range if it is none.
Measured MeasuredFrom(const Json& json);

// A line each, with its newline; numbers are whole or as short as they can be, so equal results are
// equal bytes.
std::string LineOf(const Grid& grid);
std::string LineOf(const Point& point, const Measured& measured);

// A file that results are added to. Other processes cannot open it meanwhile.
class ResultsFile {
 public:
  // Makes the file, or reads it if it is there; a last line that was cut short is removed.
  // Diagnostics (field --results): it cannot be opened, is open elsewhere, is of another sweep, or
  // holds something else. Such a file stays as it is.
  static Result<ResultsFile> Open(const std::string& path, const Grid& grid);

  const Runs& runs() const { return runs_; }  // that it held when it was opened
  // Once it returns, the line is in the file. Throws files::FileError.
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
// Puts files of one sweep together. A run that is in several must have the same result in each. A
// last line that was cut short is left out. Diagnostics have the field --merge.
Result<Merged> Merge(const std::vector<std::string>& paths);

}  // namespace toroid
