#include "gen/spec/output_checks.h"

namespace toroid {
namespace {

class OutputChecks {
 public:
  OutputChecks(const RunOptions& run, SpecDiagnostics& found) : run_(run), found_(found) {}

  void OfWaves() {
    if (!run_.wave.ends_with(".fst"))
      found_.Add("--wave", "does not end in .fst", "waves are written in FST format");
    if (run_.engine == Engine::kModel)
      found_.Add("--wave", "engine model has no waves", "use --engine both or rtl");
  }

  void OfExports(const TrafficRequest& traffic) {
    const std::string& file = run_.export_file;
    const Family family = FamilyOf(traffic);
    const bool is_picture = file.ends_with(".svg");
    if (!file.ends_with(".goal") && !file.ends_with(".xml") && !file.ends_with(".et") &&
        !is_picture) {
      found_.Add("--export", "ends in none of .goal, .et, .xml and .svg",
                 "allowed are GOAL (.goal), Chakra (.et), MSCCL (.xml) and a picture (.svg)");
    } else if ((file.ends_with(".xml") || is_picture) && family != Family::kCollective &&
               family != Family::kPattern && family != Family::kTrace) {
      found_.Add("--export",
                 std::string(is_picture ? "a picture" : "MSCCL") +
                     " is for collective operations between host nodes",
                 "it goes with such a --method; all traffic that is made goes with .goal and .et");
    }
    if (family == Family::kPattern) {
      found_.Add("--export", "traffic " + std::string(NameOf(traffic)) + " is drawn as it goes",
                 "it goes with traffic whose messages are known before");
    } else if (family == Family::kTrace) {
      found_.Add("--export", "traffic trace is in a file already",
                 "it goes with traffic that toroid makes");
    } else {
      OfExportsOfCycles(traffic);
    }
  }

 private:
  void OfExportsOfCycles(const TrafficRequest& traffic) {
    for (const char* name : {"--schedule", "--startup", "--release"})
      if (found_.IsAmiss(name)) return;
    const Scheduling* scheduling = SchedulingOf(traffic);
    if (scheduling == nullptr || scheduling->keeps_cycles()) return;
    const bool idles = scheduling->release == Release::kCycle;
    found_.Add("--export", "files have messages in their cycles, and these are not kept",
               idles ? "with --startup it goes with a --schedule other than none"
                     : "it goes with --release cycle");
  }

  const RunOptions& run_;
  SpecDiagnostics& found_;
};

}  // namespace

void CheckOutputs(const RunOptions& run, const TrafficRequest* traffic, SpecDiagnostics& found) {
  OutputChecks checks(run, found);
  if (!run.wave.empty()) checks.OfWaves();
  if (traffic != nullptr && !run.export_file.empty()) checks.OfExports(*traffic);
}

void CheckReport(const std::string& file, SpecDiagnostics& found) {
  if (!file.empty() && !file.ends_with(".html"))
    found.Add("--report", "does not end in .html", "pages are HTML");
}

void CheckPlot(const std::string& file, SpecDiagnostics& found) {
  if (!file.empty() && !file.ends_with(".svg"))
    found.Add("--plot", "does not end in .svg", "plots are written in SVG format");
}

}  // namespace toroid
