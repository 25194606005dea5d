// The reader of its format reads a new file before it is put in place: an incomplete or wrong file
// replaces nothing.
#include "sim/export/export.h"

#include <fmt/core.h>

#include <deque>
#include <map>
#include <string_view>
#include <vector>

#include "gen/support/files.h"
#include "gen/workload/chakra.h"
#include "gen/workload/readers.h"
#include "gen/workload/writers.h"
#include "sim/export/export_check.h"
#include "sim/export/msccl.h"
#include "sim/export/picture.h"
#include "sim/export/workload_of.h"

namespace toroid {
namespace {

Result<ExportReport> ExportGoal(const Plan& plan, const PreparedRun& run, const std::string& file) {
  const Workload expected = WorkloadOf(plan, run.stimulus, BarrierOf(run.request.traffic));
  files::WholeFile written(file);
  WriteGoal(expected, [&](std::string_view text) { written.Write(text); });
  written.Finish();
  auto read = ReadGoal(
      file, files::Read(written.path()),
      {.places = expected.ranks, .places_text = "", .flit_bits = plan.hardware().flit_width});
  if (!read) return read.diagnostics();
  Workload found = std::move(read).value();
  if (const Diagnostics faults = Finish(found); !faults.empty()) return faults;
  auto report = CheckExport(expected, found, plan, run.stimulus, file);
  if (report) written.PutInPlace();
  return report;
}

// Replays the file in two orders, from its text alone.
Result<ExportReport> CheckMsccl(const std::string& text, std::uint64_t messages,
                                const std::string& file) {
  const auto read = ReadMsccl(text, file);
  if (!read) return read.diagnostics();
  ExportReport report{.file = file, .messages = messages};
  for (const ReplayOrder::Next next : {ReplayOrder::Next::kFirst, ReplayOrder::Next::kLast}) {
    const MscclOutcome outcome = Replay(*read, {next});
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
  for (Transfer& transfer : program.transfers) {
    transfer.from = ranks.at(transfer.from);
    transfer.to = ranks.at(transfer.to);
  }
  if (ranks.contains(program.task.root)) program.task.root = ranks.at(program.task.root);
  return program;
}

Result<ExportReport> ExportMsccl(const Plan& plan, const PreparedRun& run,
                                 const std::string& file) {
  const CollectiveProgram program = ByRank(*run.stimulus.program()->program);
  const std::size_t ranks = program.ranks.empty() ? plan.host().size() : program.ranks.size();
  const auto algorithm = MscclOf(program, static_cast<std::uint32_t>(ranks), file);
  if (!algorithm) return algorithm.diagnostics();
  files::WholeFile written(file);
  written.Write(ToXml(*algorithm, "toroid " + std::string(ToString(program.task.kind)) + " on " +
                                      plan.host().CanonicalText()));
  written.Finish();
  auto report = CheckMsccl(files::Read(written.path()), program.transfers.size(), file);
  if (report) written.PutInPlace();
  return report;
}

// Writes a file for each rank, all of them or none.
Result<ExportReport> ExportChakra(const Plan& plan, const PreparedRun& run,
                                  const std::string& file) {
  const Workload expected = WorkloadOf(plan, run.stimulus, BarrierOf(run.request.traffic));
  const std::string prefix = file.substr(0, file.size() - std::string_view(".et").size());
  std::deque<files::WholeFile> whole;
  for (const std::string& text : ChakraFilesOf(expected)) {
    files::WholeFile& written = whole.emplace_back(ChakraFile(prefix, whole.size()));
    written.Write(text);
    written.Finish();
  }
  auto read = ReadChakra(
      prefix, expected.ranks, [&](std::uint32_t rank) { return files::Read(whole[rank].path()); },
      {.places = expected.ranks, .places_text = "", .flit_bits = plan.hardware().flit_width});
  if (!read) return read.diagnostics();
  Workload found = std::move(read).value();
  if (const Diagnostics faults = Finish(found); !faults.empty()) return faults;
  auto report = CheckExport(expected, found, plan, run.stimulus, file);
  if (!report) return report;
  for (files::WholeFile& written : whole) written.PutInPlace();
  return report;
}

// A picture cannot be replayed; the run itself fails if its cycles differ.
Result<ExportReport> ExportPicture(const Plan& plan, const PreparedRun& run,
                                   const std::string& file) {
  const PlannedProgram& planned = *run.stimulus.program();
  const auto svg = SpaceTimeSvg(planned, plan.message_routes(), file);
  if (!svg) return svg.diagnostics();
  files::WholeFile written(file);
  written.Write(*svg);
  written.Finish();
  written.PutInPlace();
  return ExportReport{.file = file, .messages = planned.program->transfers.size()};
}

Diagnostic NotInThisBuild(const std::string& file, const char* library, const char* packages) {
  return {"--export", file, fmt::format("cannot be written: toroid was built without {}", library),
          fmt::format("build with {} (Debian: {}), or name a .goal file", library, packages),
          Fault::kUnable};
}

}  // namespace

Result<ExportReport> Export(const Plan& plan, const PreparedRun& run, const std::string& file) {
  const std::uint64_t messages = MessagesOf(run.stimulus);
  if (messages > kMostOperations / 4) {
    return Diagnostic{"--export", file, fmt::format("would have {} messages", messages),
                      fmt::format("at most {} are written", kMostOperations / 4)};
  }
  if (file.ends_with(".xml") && !HasXml()) return NotInThisBuild(file, "pugixml", "libpugixml-dev");
  if (file.ends_with(".et") && !HasChakra())
    return NotInThisBuild(file, "protobuf", "libprotobuf-dev and protobuf-compiler");
  if (file.ends_with(".xml")) return ExportMsccl(plan, run, file);
  if (file.ends_with(".svg")) return ExportPicture(plan, run, file);
  if (file.ends_with(".et")) return ExportChakra(plan, run, file);
  return ExportGoal(plan, run, file);
}

}  // namespace toroid
