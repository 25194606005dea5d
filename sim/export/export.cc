// The reader of its format reads a new file before it may be put in place: an incomplete or wrong
// file replaces nothing.
#include "sim/export/export.h"

#include <fmt/core.h>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/support/files.h"
#include "gen/workload/formats.h"
#include "sim/export/export_check.h"
#include "sim/export/msccl.h"
#include "sim/export/picture.h"
#include "sim/export/workload_of.h"

namespace toroid {
namespace {

// The files if what was read from them is what is expected.
Result<Exported> Checked(Exported exported, const Workload& expected, Result<Workload> read,
                         const Plan& plan, const PreparedRun& run, const std::string& file,
                         const Progress& progress) {
  if (!read) return read.diagnostics();
  Workload found = std::move(read).value();
  if (const Diagnostics faults = Finish(found, progress); !faults.empty()) return faults;
  auto report = CheckExport(expected, found, plan, run.stimulus, file, progress);
  if (!report) return report.diagnostics();
  exported.report = std::move(report).value();
  return exported;
}

// What is to be written, if a rank of the format has so many processors.
Result<Workload> WorkloadFor(std::uint32_t processors, const Plan& plan, const PreparedRun& run,
                             const std::string& file, const Progress& progress) {
  auto made = WorkloadOf(plan, run.stimulus, BarrierOf(run.request.traffic), file, progress);
  if (!made) return made;
  const auto [most, rank] = MostProcessors(*made);
  if (most > processors)
    return Diagnostic{
        "--export", file, fmt::format("would need {} processors in rank {}", most, rank),
        fmt::format("a rank of this format has {}: one for each that the traffic has, "
                    "one for the cycles of messages, and one for each delay",
                    processors)};
  return made;
}

Result<Exported> ExportGoal(const Plan& plan, const PreparedRun& run, const std::string& file,
                            const Progress& progress) {
  const auto made = WorkloadFor(kMostGoalProcessors - 1, plan, run, file, progress);
  if (!made) return made.diagnostics();
  const Workload& expected = *made;
  Exported exported;
  files::WholeFile& written = exported.files.emplace_back(file);
  {
    Stage stage(progress, "writing operations");
    WriteGoal(expected, [&](std::string_view text) {
      stage.Tick();
      written.Write(text);
    });
  }
  written.Finish();
  auto read = ReadGoal(
      file, files::Read(written.path()),
      {.places = expected.ranks, .places_text = "", .flit_bits = plan.hardware().flit_width},
      progress);
  return Checked(std::move(exported), expected, std::move(read), plan, run, file, progress);
}

// Replays the file in two orders, from its text alone.
Result<ExportReport> CheckMsccl(const std::string& text, std::uint64_t messages,
                                const std::string& file, const Progress& progress) {
  const auto read = ReadMsccl(text, file);
  if (!read) return read.diagnostics();
  ExportReport report{.file = file, .messages = messages};
  for (const ReplayOrder::Next next : {ReplayOrder::Next::kFirst, ReplayOrder::Next::kLast}) {
    const MscclOutcome outcome = Replay(*read, {next}, progress);
    if (!outcome.fault.empty())
      return Diagnostic{"--export", file, outcome.fault,
                        "nothing was written; this is a fault of toroid", Fault::kDisproved};
    report.elements_checked += outcome.chunks_checked;
  }
  return report;
}

// Nodes as the numbers of their processes.
CollectiveProgram ByRank(CollectiveProgram program) {
  std::map<NodeId, NodeId> ranks;
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) ranks[program.ranks[r]] = NodeId{r};
  if (ranks.empty()) return program;
  for (Operation& message : program.operations) {
    message.from = ranks.at(NodeId{message.from}).value();
    message.to = ranks.at(NodeId{message.to}).value();
  }
  if (ranks.contains(program.task.root)) program.task.root = ranks.at(program.task.root);
  return program;
}

Result<Exported> ExportMsccl(const Plan& plan, const PreparedRun& run, const std::string& file,
                             const Progress& progress) {
  const CollectiveProgram program = ByRank(*run.stimulus.collective()->program);
  const std::size_t ranks = program.ranks.empty() ? plan.host().size() : program.ranks.size();
  const auto algorithm = MscclOf(program, static_cast<std::uint32_t>(ranks), file, progress);
  if (!algorithm) return algorithm.diagnostics();
  Exported exported;
  files::WholeFile& written = exported.files.emplace_back(file);
  written.Write(ToXml(
      *algorithm,
      "toroid " + std::string(ToString(program.task.kind)) + " on " + plan.host().CanonicalText(),
      progress));
  written.Finish();
  auto report = CheckMsccl(files::Read(written.path()), program.operations.size(), file, progress);
  if (!report) return report.diagnostics();
  exported.report = std::move(report).value();
  return exported;
}

// Writes a file for each rank.
Result<Exported> ExportChakra(const Plan& plan, const PreparedRun& run, const std::string& file,
                              const Progress& progress) {
  const auto made = WorkloadFor(kChakraProcessors, plan, run, file, progress);
  if (!made) return made.diagnostics();
  const Workload& expected = *made;
  const std::string prefix = file.substr(0, file.size() - std::string_view(".et").size());
  Exported exported;
  const std::vector<std::string> texts = ChakraFilesOf(expected, progress);
  Stage stage(progress, "writing files", texts.size());
  for (const std::string& text : texts) {
    stage.MoveTo(exported.files.size());
    files::WholeFile& written =
        exported.files.emplace_back(ChakraFile(prefix, exported.files.size()));
    written.Write(text);
    written.Finish();
  }
  auto read = ReadChakra(
      prefix, expected.ranks,
      [&](std::uint32_t rank) { return files::Read(exported.files[rank].path()); },
      {.places = expected.ranks, .places_text = "", .flit_bits = plan.hardware().flit_width},
      progress);
  return Checked(std::move(exported), expected, std::move(read), plan, run, file, progress);
}

// A picture cannot be replayed; the run itself fails if its cycles differ.
Result<Exported> ExportPicture(const Plan& plan, const PreparedRun& run, const std::string& file) {
  const auto svg = SpaceTimeSvg(plan, run, file);
  if (!svg) return svg.diagnostics();
  Exported exported{.report = {.file = file, .messages = run.stimulus.messages()}};
  files::WholeFile& written = exported.files.emplace_back(file);
  written.Write(*svg);
  written.Finish();
  return exported;
}

Diagnostic NotInThisBuild(const std::string& file, const char* library, const char* packages) {
  return {"--export", file, fmt::format("cannot be written: toroid was built without {}", library),
          fmt::format("build with {} (Debian: {}), or name a .goal file", library, packages),
          Fault::kUnable};
}

}  // namespace

Result<Exported> Export(const Plan& plan, const PreparedRun& run, const std::string& file,
                        const Progress& progress) {
  const std::uint64_t messages = run.stimulus.messages();
  if (messages > kMostOperations / 4) {
    return Diagnostic{"--export", file, fmt::format("would have {} messages", messages),
                      fmt::format("at most {} are written", kMostOperations / 4)};
  }
  if (file.ends_with(".xml") && !HasXml()) return NotInThisBuild(file, "pugixml", "libpugixml-dev");
  if (file.ends_with(".et") && !HasChakra())
    return NotInThisBuild(file, "protobuf", "libprotobuf-dev and protobuf-compiler");
  if (file.ends_with(".xml")) return ExportMsccl(plan, run, file, progress);
  if (file.ends_with(".svg")) return ExportPicture(plan, run, file);
  if (file.ends_with(".et")) return ExportChakra(plan, run, file, progress);
  return ExportGoal(plan, run, file, progress);
}

}  // namespace toroid
