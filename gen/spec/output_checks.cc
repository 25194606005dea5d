#include "gen/spec/output_checks.h"

#include <utility>

namespace toroid {
namespace {

class FileChecks {
 public:
  FileChecks(const Values& values, const RunOptions& run) : values_(values), run_(run) {}

  Diagnostics Find(const TrafficRequest* traffic) {
    if (!run_.wave.empty()) OfWaves();
    if (traffic != nullptr && !run_.export_file.empty()) OfExports(*traffic);
    return std::move(found_);
  }

 private:
  // `field` is an option.
  void Add(std::string_view field, std::string what, std::string allowed) {
    found_.push_back(
        {std::string(field), values_.Text(field), std::move(what), std::move(allowed)});
  }

  void OfWaves() {
    if (!run_.wave.ends_with(".fst"))
      Add("--wave", "does not end in .fst", "waves are written in FST format");
    if (run_.engine == Engine::kModel)
      Add("--wave", "engine model has no waves", "use --engine both or rtl");
  }

  void OfExports(const TrafficRequest& traffic) {
    const std::string& file = run_.export_file;
    const Family family = FamilyOf(traffic);
    const bool is_picture = file.ends_with(".svg");
    if (!file.ends_with(".goal") && !file.ends_with(".xml") && !file.ends_with(".et") &&
        !is_picture) {
      Add("--export", "ends in none of .goal, .et, .xml and .svg",
          "allowed are GOAL (.goal), Chakra (.et), MSCCL (.xml) and a picture (.svg)");
    } else if ((file.ends_with(".xml") || is_picture) && family != Family::kCollective &&
               family != Family::kPattern && family != Family::kTrace) {
      Add("--export",
          std::string(is_picture ? "a picture" : "MSCCL") +
              " is for collective operations between host nodes",
          "it goes with such a --method; all traffic that is made goes with .goal and .et");
    }
    if (family == Family::kPattern) {
      Add("--export", "traffic " + std::string(NameOf(traffic)) + " is drawn as it goes",
          "it goes with traffic whose messages are known before");
    } else if (family == Family::kTrace) {
      Add("--export", "traffic trace is in a file already",
          "it goes with traffic that toroid makes");
    }
  }

  const Values& values_;
  const RunOptions& run_;
  Diagnostics found_;
};

}  // namespace

Diagnostics FileDiagnostics(const Values& values, const RunOptions& run,
                            const TrafficRequest* traffic) {
  return FileChecks(values, run).Find(traffic);
}

std::optional<Diagnostic> ReportDiagnostic(const std::string& file) {
  if (file.empty() || file.ends_with(".html")) return std::nullopt;
  return Diagnostic{"--report", file, "does not end in .html", "pages are HTML"};
}

}  // namespace toroid
