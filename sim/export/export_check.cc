// Checks a file by its content alone: its messages are compared with those to be written, and where
// they carry data of a collective operation, the operation is replayed with them in orders that no
// network would choose.
#include "sim/export/export_check.h"

#include <fmt/core.h>

#include <vector>

#include "gen/support/text.h"
#include "sim/export/workload_of.h"

namespace toroid {
namespace {

Diagnostic Wrong(const std::string& file, std::string what) {
  return {.field = "--export",
          .value = file,
          .what = std::move(what),
          .allowed = "nothing was written; this is a fault of toroid",
          .fault = Fault::kDisproved};
}

// The fault in the messages, each tagged with its number; empty if there is none.
std::string MessageFault(const Workload& expected, const Workload& found) {
  const auto of = [](const Workload& workload, OperationKind kind) {
    std::vector<const Operation*> by_tag;
    for (const Operation& one : workload.operations) {
      if (one.kind != kind) continue;
      if (one.tag >= by_tag.size()) by_tag.resize(one.tag + std::size_t{1});
      if (by_tag[one.tag] != nullptr) return std::vector<const Operation*>();
      by_tag[one.tag] = &one;
    }
    return by_tag;
  };
  for (const OperationKind kind : {OperationKind::kSend, OperationKind::kReceive}) {
    const auto planned = of(expected, kind);
    const auto read = of(found, kind);
    if (read.size() != planned.size())
      return fmt::format("has {} of {} to {}", read.size(), Counted(planned.size(), "message"),
                         ToString(kind));
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (read[i] == nullptr || read[i]->from != planned[i]->from ||
          read[i]->to != planned[i]->to || read[i]->bytes != planned[i]->bytes)
        return fmt::format("has a wrong message {}", i);
    }
  }
  return "";
}

}  // namespace

AlgorithmResult Redo(const Workload& workload, const Plan& plan, const Stimulus& stimulus,
                     EventOrder order, const Progress& progress) {
  const auto& program = stimulus.collective()->program;
  const int bits = plan.hardware().flit_width;
  CollectiveData data(program, plan.host().size(), {.flit_bits = bits});
  std::vector<std::vector<std::uint32_t>> in_flight(program->operations.size());
  Stage stage(progress, "checking what is sent");
  for (const Event event : EventGraph(workload, progress).InOrder(order)) {
    stage.Tick();
    const Operation& one = workload.operations[event.operation()];
    if (one.kind == OperationKind::kSend && event.is_start()) {
      auto& words = in_flight[one.tag];
      words.resize(program->operations[one.tag].flits * WordsOf(bits));
      data.Send(one.tag, words);
    } else if (one.kind == OperationKind::kReceive && !event.is_start()) {
      data.Receive(one.tag, in_flight[one.tag]);
      in_flight[one.tag] = {};
    }
  }
  return data.Check();
}

Result<ExportReport> CheckExport(const Workload& expected, const Workload& found, const Plan& plan,
                                 const Stimulus& stimulus, const std::string& file,
                                 const Progress& progress) {
  ExportReport report{.file = file, .messages = stimulus.messages()};
  if (const std::string fault = MessageFault(expected, found); !fault.empty())
    return Wrong(file, fault);
  if (stimulus.collective() == nullptr) return report;
  for (const EventOrder::Next next : {EventOrder::Next::kOldest, EventOrder::Next::kNewest}) {
    const AlgorithmResult result = Redo(found, plan, stimulus, {next}, progress);
    report.elements_checked += result.elements_checked;
    if (result.wrong > 0)
      return Wrong(file, fmt::format("gives {} of {} wrong when replayed in another order",
                                     result.wrong, Counted(result.elements_checked, "element")));
  }
  return report;
}

}  // namespace toroid
