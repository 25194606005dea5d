#include "gen/spec/traffic_checks.h"

#include <fmt/core.h>

#include <cmath>
#include <string>
#include <variant>

#include "gen/request/traffic.h"
#include "gen/spec/output_checks.h"

namespace toroid {
namespace {

class TrafficChecks {
 public:
  TrafficChecks(const Values& values, const Spec& spec, const TrafficRequest& traffic,
                SpecDiagnostics& found)
      : values_(values), spec_(spec), traffic_(traffic), found_(found) {}

  void Run() {
    const RunOptions& run = spec_.simulation.run;
    const std::string chosen = "traffic " + std::string(NameOf(traffic_));
    for (const Option& option : AllOptions()) {
      if (!values_.Asks(option.name) || Uses(traffic_, option.name)) continue;
      found_.Add(option.name, "is not used by " + chosen,
                 "it goes with " + TrafficsWith(option.name));
    }
    for (const std::string_view name : {"--task", "--trace"})
      if (Uses(traffic_, name)) found_.Require(name, chosen);
    if (values_.Flag("--schedule-unit") && Uses(traffic_, "--schedule-unit") &&
        run.engine == Engine::kModel && spec_.hardware.router == RouterKind::kBuffered &&
        !values_.Bad("--router")) {
      found_.Add("--schedule-unit", "engine model has no schedule units",
                 "use --engine both or rtl");
    }
    if (values_.Asks("--rtl") && !values_.Bad("--rtl") && run.engine == Engine::kModel)
      found_.Add("--rtl", "engine model runs no hardware", "use --engine both or rtl");
    CheckThreads();
    CheckWords(chosen);
    CheckStartup();
    CheckRelease();
    if (found_.IsAmiss("--method")) return;
    found_.AddAll(Check(traffic_, WhatItIsCheckedAgainst()));
    if (IsScheduled(traffic_)) {
      found_.Require("--guest", chosen, OrHostMethod());
      found_.Require("--embedding", chosen);
    }
  }

 private:
  // What to do where there is no guest.
  std::string OrHostMethod() const {
    TrafficRequest traffic = traffic_;
    for (const Field& field : FieldsOf(traffic)) {
      const auto* word = std::get_if<Word>(&field.value);
      if (word != nullptr && field.option == "--method" && word->choose(word->field, "auto"))
        return ", or --method auto, which sends between host nodes";
    }
    return "";
  }

  void CheckStartup() {
    if (!values_.Given("--startup") || values_.Bad("--startup") || found_.Has("--startup")) return;
    const double startup = values_.Number("--startup");
    if (startup > kMostStartup || startup != std::floor(startup)) {
      found_.Add("--startup", "is no number of cycles that a source could idle for",
                 fmt::format("allowed are whole numbers from 0 to {}", kMostStartup));
    } else if (startup > 0 && values_.Flag("--schedule-unit") && !found_.Has("--schedule-unit")) {
      found_.Add("--startup", "is not in the cycles that schedule units compute",
                 "leave out --startup or --schedule-unit");
    }
  }

  // What messages that do not keep to their cycles need: an order, and buffers where they meet.
  void CheckRelease() {
    if (!values_.Given("--release") || values_.Bad("--release") || found_.Has("--release")) return;
    const std::string release = values_.Text("--release");
    if (release == ToString(Release::kCycle)) return;
    if (spec_.hardware.router == RouterKind::kScheduled) {
      found_.Add("--release", "lets messages meet, and scheduled routers have no buffers",
                 "with --router scheduled allowed is cycle");
    } else if (values_.Flag("--schedule-unit")) {
      found_.Add("--release", "does not keep to the cycles that schedule units compute",
                 "with --schedule-unit allowed is cycle");
    } else if (!values_.Bad("--schedule") &&
               values_.Text("--schedule") == ToString(ScheduleKind::kNone)) {
      found_.Add("--release", "needs a schedule, whose order it keeps",
                 "give a --schedule other than none");
    }
  }

  // Only where somebody takes them.
  void CheckThreads() {
    const RunOptions& run = spec_.simulation.run;
    if (run.threads == 1 || values_.Bad("--threads")) return;
    if (run.engine == Engine::kRtl &&
        (run.rtl == RtlEngine::kNodes || run.rtl == RtlEngine::kFlat)) {
      found_.Add("--threads", "--rtl " + std::string(ToString(run.rtl)) + " runs in one thread",
                 "use --rtl lanes or auto, or --engine model or both");
    }
  }

  // Words that the option takes, but not beside this traffic.
  void CheckWords(const std::string& chosen) {
    TrafficRequest traffic = traffic_;
    for (const Field& field : FieldsOf(traffic)) {
      const auto* word = std::get_if<Word>(&field.value);
      if (word == nullptr || !values_.Given(field.option) || values_.Bad(field.option)) continue;
      if (word->choose(word->field, values_.Text(field.option))) continue;
      found_.Add(field.option, "does not go with " + chosen,
                 "allowed are " + std::string(word->allowed));
    }
  }

  Setting WhatItIsCheckedAgainst() const {
    return {.hardware = spec_.hardware,
            .host = spec_.host,
            .guest = spec_.guest,
            // what the traffic does not use was refused already
            .given =
                [this](std::string_view option) {
                  return values_.Asks(option) && Uses(traffic_, option);
                },
            .refused = [this](std::string_view option) { return values_.Bad(option); }};
  }

  const Values& values_;
  const Spec& spec_;
  const TrafficRequest& traffic_;
  SpecDiagnostics& found_;
};

}  // namespace

void CheckTraffic(const Values& values, const Spec& spec, const TrafficRequest* traffic,
                  SpecDiagnostics& found) {
  if (spec.format == Format::kCsv && spec.command == Command::kSimulate)
    found.Add("--format", "does not exist for simulate", "allowed are text, json");
  CheckOutputs(spec, traffic, found);
  if (traffic != nullptr) TrafficChecks(values, spec, *traffic, found).Run();
}

}  // namespace toroid
