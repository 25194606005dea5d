#include "sim/sweep/results.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/support/files.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMostLine = std::size_t{1} << 22;  // bytes
constexpr std::ptrdiff_t kMostCommas = 1 << 17;  // in a line: each value takes more than its text
constexpr std::string_view kForm = "give a file that `toroid sweep --results` wrote";

// The place of each run, so that a contradiction can name both places.
using Places = std::map<Point, std::string>;

Batch BatchFrom(const Json& json) {
  Batch batch;
  std::uint64_t* const fields[] = {&batch.packets, &batch.flits, &batch.delivered, &batch.latency,
                                   &batch.accepted};
  if (json.size() != std::size(fields)) throw std::out_of_range("batch");
  for (std::size_t i = 0; i < std::size(fields); ++i) *fields[i] = CountFrom(json.at(i));
  if (batch.delivered > batch.packets) throw std::out_of_range("delivered");
  return batch;
}

Result<Json> ParsedLine(const std::string& line) {
  if (std::ranges::count(line, ',') > kMostCommas)
    return Diagnostic{"", "", "has too many values", ""};
  return ParseJson(line, "", "", "");
}

// Returns nothing if the line is not a run of this grid.
std::optional<std::pair<Point, Measured>> RunFrom(const Grid& grid, const std::string& line) {
  const auto parsed = ParsedLine(line);
  if (!parsed) return std::nullopt;
  const Json& json = *parsed;
  try {
    Point point;
    const Measured measured = MeasuredFrom(json);
    if (grid.networks.empty()) return std::nullopt;
    point.network =
        static_cast<std::size_t>(CountFrom(json.at("network"), grid.networks.size() - 1));
    point.load = LoadFrom(json.at("rate"));
    point.seed = CountFrom(json.at("seed"), kAnySeed);
    const auto most = static_cast<std::size_t>(grid.phases.batches);
    if (measured.batches.empty() || measured.batches.size() > most) return std::nullopt;
    return std::pair(point, measured);
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

// Reads a file's complete lines, a block at a time. A line that is too long is not read to its end.
class LineReader {
 public:
  LineReader(const Descriptor& file, std::string path) : file_(file), path_(std::move(path)) {}

  std::optional<std::string> Next() {
    std::size_t end = 0;
    while ((end = text_.find('\n', at_)) == std::string::npos)
      if (too_long() || !ReadMore()) return std::nullopt;
    std::string line = text_.substr(at_, end - at_);
    bytes_ += line.size() + 1;
    at_ = end + 1;
    ++number_;
    return line;
  }
  std::string Place() const { return path_ + ":" + std::to_string(number_); }
  std::size_t end() const { return bytes_; }              // of the lines so far
  std::string Rest() const { return text_.substr(at_); }  // of an incomplete line
  bool too_long() const { return text_.size() - at_ > kMostLine; }
  const std::string& path() const { return path_; }

 private:
  bool ReadMore() {
    text_.erase(0, std::exchange(at_, 0));
    const std::string_view some = files::ReadSome(file_, block_, path_);
    text_ += some;
    return !some.empty();
  }

  const Descriptor& file_;
  std::string path_;
  std::array<char, 1 << 16> block_{};
  std::string text_;    // from the last block, and what no line of before has
  std::size_t at_ = 0;  // in it, the next line
  std::size_t bytes_ = 0;
  int number_ = 0;
};

// Adds the runs of the remaining lines. `field` is the option that named the file.
Diagnostics ReadRuns(const char* field, const Grid& grid, LineReader& lines, Runs& runs,
                     Places& places, Stage& stage) {
  Diagnostics found;
  while (const auto line = lines.Next()) {
    stage.Tick(0);
    const auto run = RunFrom(grid, *line);
    if (!run || runs.size() > kMostSweepRuns) {
      found.push_back({field, lines.Place(), "is not a run of this sweep", std::string(kForm)});
      return found;
    }
    const auto& [point, measured] = *run;
    const auto [before, is_new] = runs.emplace(point, measured);
    if (is_new) {
      places.emplace(point, lines.Place());
    } else if (before->second != measured) {
      found.push_back(
          {field, lines.Place(), "contradicts " + places[point] + " on " + TextOf(grid, point),
           "the same run has the same result everywhere: remove the line that is wrong, "
           "or run it again"});
    }
  }
  if (lines.too_long())
    found.push_back({field, lines.path(), "has a line that is too long", std::string(kForm)});
  return found;
}

std::optional<Grid> ReadGrid(LineReader& lines) {
  const auto line = lines.Next();
  if (!line) return std::nullopt;
  const auto json = ParsedLine(*line);
  return json && json->is_object() ? GridFrom(*json) : std::nullopt;
}

}  // namespace

std::string LineOf(const Grid& grid) { return ToJson(grid).dump() + "\n"; }

Json ToJson(const Measured& measured) {
  Json json = {{"cycles", measured.cycles},
               {"median", measured.median},
               {"percentile_99", measured.percentile_99},
               {"longest", measured.longest}};
  Json& batches = json["batches"] = Json::array();
  for (const Batch& b : measured.batches)
    batches.push_back({b.packets, b.flits, b.delivered, b.latency, b.accepted});
  return json;
}

Measured MeasuredFrom(const Json& json) {
  Measured measured;
  measured.cycles = static_cast<Cycle>(CountFrom(json.at("cycles")));
  measured.median = static_cast<Cycle>(CountFrom(json.at("median")));
  measured.percentile_99 = static_cast<Cycle>(CountFrom(json.at("percentile_99")));
  measured.longest = static_cast<Cycle>(CountFrom(json.at("longest")));
  for (const Json& batch : json.at("batches")) measured.batches.push_back(BatchFrom(batch));
  return measured;
}

std::string LineOf(const Point& point, const Measured& measured) {
  Json json = {{"network", point.network}, {"rate", point.load}, {"seed", point.seed}};
  json.update(ToJson(measured));
  return json.dump() + "\n";
}

Result<ResultsFile> ResultsFile::Open(const std::string& path, const Grid& grid,
                                      const Progress& progress) {
  const auto refuse = [&](std::string what, std::string allowed, Fault fault) {
    return Diagnostic{"--results", path, std::move(what), std::move(allowed), fault};
  };
  ResultsFile file;
  file.path_ = path;
  file.file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.file_.open()) {
    const int error = errno;
    return refuse(std::string("cannot be opened: ") + std::strerror(error), files::Advice(error),
                  Fault::kUnable);
  }
  struct stat state {};
  if (::fstat(file.file_.number(), &state) != 0 || !S_ISREG(state.st_mode))
    return refuse("is a device or a pipe, and results are read again", "give a file",
                  Fault::kInput);
  // A lock of this process only: children, which run the points, do not hold it when it has ended.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  if (::fcntl(file.file_.number(), F_SETLK, &whole) != 0)
    return refuse("is written by another sweep", "give each part a file of its own",
                  Fault::kUnable);
  LineReader lines(file.file_, path);
  const auto its_grid = ReadGrid(lines);
  const std::string header = LineOf(grid);
  if (!its_grid && lines.end() == 0 && header.starts_with(lines.Rest())) {  // empty, or cut short
    if (::ftruncate(file.file_.number(), 0) != 0) files::Fail("write", path, errno);
    file.Write(header);
    return file;
  }
  if (!its_grid) return refuse("holds no results of a sweep", std::string(kForm), Fault::kInput);
  if (*its_grid != grid)
    return refuse("holds the results of another sweep", "give another file", Fault::kInput);
  Places places;
  Stage stage(progress, "reading results");
  if (Diagnostics found = ReadRuns("--results", grid, lines, file.runs_, places, stage);
      !found.empty())
    return found;
  if (::ftruncate(file.file_.number(), static_cast<off_t>(lines.end())) != 0)
    files::Fail("write", path, errno);
  return file;
}

void ResultsFile::Add(const Point& point, const Measured& measured) {
  Write(LineOf(point, measured));
}

void ResultsFile::Write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file_.number(), text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) files::Fail("write", path_, errno);
    done += static_cast<std::size_t>(count);
  }
}

Result<Merged> Merge(const std::vector<std::string>& paths, const Progress& progress) {
  Stage stage(progress, "reading results");
  Diagnostics found;
  std::optional<Merged> merged;
  Places places;
  for (const std::string& path : paths) {
    try {
      const Descriptor file = files::OpenToRead(path);
      LineReader lines(file, path);
      const auto grid = ReadGrid(lines);
      if (!grid) {
        found.push_back({"--merge", path, "holds no results of a sweep", std::string(kForm)});
        continue;
      }
      if (!merged) merged = Merged{*grid, {}};
      if (*grid != merged->grid) {
        found.push_back({"--merge", path,
                         "holds the results of another sweep than " + paths.front(),
                         "give the files of one sweep"});
        continue;
      }
      for (Diagnostic& one : ReadRuns("--merge", *grid, lines, merged->runs, places, stage))
        found.push_back(std::move(one));
    } catch (const files::FileError& error) {
      if (error.OfTooManyOpen()) throw;
      found.push_back({"--merge", path, "cannot be read", std::string(kForm)});
    }
  }
  if (!found.empty()) return found;
  return std::move(*merged);
}

}  // namespace toroid
