#include "gen/spec/output_checks.h"

#include <fmt/core.h>

namespace toroid {
namespace {

class OutputChecks {
 public:
  OutputChecks(const Spec& spec, SpecDiagnostics& found)
      : spec_(spec), run_(spec.simulation.run), found_(found) {}

  void OfWaves() {
    if (!run_.wave.ends_with(".fst"))
      found_.Add("--wave", "does not end in .fst", "waves are written in FST format");
    if (run_.engine == Engine::kModel)
      found_.Add("--wave", "engine model has no waves", "use --engine both or rtl");
  }

  void OfCoverage() {
    if (!run_.coverage.ends_with(".json")) {
      found_.Add("--coverage", "does not end in .json", "coverage is written as JSON");
    } else if (run_.engine == Engine::kRtl) {
      found_.Add("--coverage", "engine rtl does not look into routers",
                 "it is the model's, so use --engine both or model");
    } else if (spec_.hardware.router == RouterKind::kScheduled && !found_.IsAmiss("--router")) {
      found_.Add("--coverage", "scheduled routers have no buffers, credits or arbiters",
                 "it goes with --router buffered");
    } else if (spec_.host && spec_.host->size() > kMostCoveredNodes) {
      found_.Add("--coverage", fmt::format("--host has {} nodes", spec_.host->size()),
                 fmt::format("it goes with hosts of at most {}", kMostCoveredNodes));
    }
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

  const Spec& spec_;
  const RunOptions& run_;
  SpecDiagnostics& found_;
};

}  // namespace

void CheckOutputs(const Spec& spec, const TrafficRequest* traffic, SpecDiagnostics& found) {
  const RunOptions& run = spec.simulation.run;
  OutputChecks checks(spec, found);
  if (!run.wave.empty()) checks.OfWaves();
  if (!run.coverage.empty()) checks.OfCoverage();
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
