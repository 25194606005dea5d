#include "gen/spec/pair_checks.h"

#include <fmt/core.h>

#include <string>

#include "gen/request/request.h"

namespace toroid {
namespace {

class PairChecks {
 public:
  PairChecks(const Values& values, const Spec& spec, SpecDiagnostics& found)
      : values_(values), spec_(spec), found_(found) {}

  void Run() {
    if (values_.Given("--guest") != values_.Given("--embedding")) {
      const bool guest = values_.Given("--guest");
      found_.Require(guest ? "--embedding" : "--guest", guest ? "--guest" : "--embedding");
    }
    if (spec_.command == Command::kCheck) CheckPairsOfCheck();
    if (spec_.command == Command::kGenerate) CheckPairsOfGenerate();
    if (values_.Asks("--bit-order") && !values_.Bad("--bit-order") && !found_.Has("--bit-order"))
      CheckBitOrder();
    if (values_.Asks("--walk") && !values_.Bad("--walk")) CheckWalk();
    if (values_.Asks("--dilation") && !values_.Bad("--dilation")) CheckDilation();
    if (!values_.Bad("--schedule") && !found_.Has("--schedule")) CheckOptionsOfExact();
  }

 private:
  void CheckOptionsOfExact() {
    const ScheduleKind schedule = spec_.task.schedule.kind;
    if (schedule == ScheduleKind::kExact) return;
    for (const std::string_view name : {"--steps", "--time-limit"}) {
      if (!values_.Asks(name) || found_.Has(name)) continue;
      found_.Add(name, "is not used by schedule " + std::string(ToString(schedule)),
                 "it goes with exact");
    }
  }

  void CheckPairsOfCheck() {
    if (values_.Given("--task") != values_.Given("--schedule")) {
      const bool task = values_.Given("--task");
      found_.Require(task ? "--schedule" : "--task", task ? "--task" : "--schedule");
    }
    if (spec_.has_schedule && !values_.Given("--guest") && !values_.Given("--embedding")) {
      found_.Require("--guest", "--schedule");
      found_.Require("--embedding", "--schedule");
    }
    if (spec_.has_schedule && !values_.Bad("--schedule") &&
        spec_.task.schedule.kind == ScheduleKind::kNone) {
      found_.Add("--schedule",
                 "does not claim to be free of conflicts, so there is nothing to prove",
                 "allowed are calmant, offset, stream, exact, list");
    }
    for (const std::string_view name : {"--ports", "--message-flits"}) {
      if (values_.Asks(name) && !values_.Given("--task") && !values_.Given("--schedule")) {
        found_.Add(name, "is used only when a schedule is checked",
                   "give --task and --schedule too");
      }
    }
  }

  void CheckPairsOfGenerate() {
    // A file's traffic counts with the routers that it is for, of which nothing is known then.
    if (values_.Asks("--seed") && !values_.Given("--traffic") && !values_.Bad("--router"))
      found_.Add("--seed", "is used only for sets of messages", "give --traffic too");
    if (spec_.has_schedule) {
      CheckWhatIsScheduled();
      for (const std::string_view name : {"--guest", "--embedding"})
        found_.Require(name, "--schedule");
      return;
    }
    for (const std::string_view name :
         {"--task", "--traffic", "--pipelining", "--elements", "--message-flits"}) {
      if (values_.Asks(name)) {
        found_.Add(name, "is used only for a schedule unit", "give --schedule too");
      }
    }
  }

  // generate: a task, a set, or a program.
  void CheckWhatIsScheduled() {
    if (values_.Given("--pipelining")) {
      for (const std::string_view name : {"--task", "--traffic"}) {
        if (values_.Given(name))
          found_.Add(name, "is not scheduled if a whole program is",
                     fmt::format("leave out {} or --pipelining", name));
      }
      if (values_.Asks("--message-flits"))
        found_.Add("--message-flits", "is that of a task or a set",
                   "with --pipelining give --elements, of a message before pipelining");
      if (!values_.Bad("--elements") && !values_.Bad("--pipelining")) {
        found_.AddAll(PacketDiagnostics(static_cast<int>(values_.Whole("--pipelining")),
                                        static_cast<int>(values_.Whole("--elements"))));
      }
      return;
    }
    if (values_.Asks("--elements"))
      found_.Add("--elements", "is used only for a whole program", "give --pipelining too");
    // with an unknown schedule or router it is not known whether a file's traffic counts
    for (const char* name : {"--traffic", "--schedule", "--router"})
      if (found_.IsAmiss(name)) return;
    if (!values_.Given("--traffic")) return found_.Require("--task", "--schedule");
    if (values_.Given("--task"))
      found_.Add("--task", "is not scheduled if a set of messages is",
                 "leave out --task or --traffic");
    if (!TakesAnyMessages(spec_.task.schedule.kind))
      found_.Add("--schedule", "schedules tasks, not traffic " + values_.Text("--traffic"),
                 "with --traffic allowed is list");
  }

  void CheckBitOrder() {
    if (!values_.Given("--guest")) {
      if (found_.Has("--guest")) return;
      found_.Add("--bit-order", "there is no guest whose bits it could order",
                 "give --guest and --embedding too");
    } else if (spec_.guest && spec_.guest->kind() != Kind::kHypercube) {
      found_.Add("--bit-order", "guest " + spec_.guest->ToString() + " has no bits to order",
                 "it goes with hypercube guests");
    } else if (const auto kind = values_.Choice("--embedding", ParseEmbeddingKind);
               kind && !TakesBitOrder(*kind)) {
      found_.Add("--bit-order",
                 "embedding " + values_.Text("--embedding") + " has no order of bits to choose",
                 "it goes with the other embeddings");
    }
  }

  void CheckDilation() {
    if (found_.IsAmiss("--embedding") || values_.Text("--embedding") == "gray") return;
    const std::string other = values_.Given("--embedding")
                                  ? "is not used by embedding " + values_.Text("--embedding")
                                  : "no embedding is given";
    found_.Add("--dilation", other, "it goes with --embedding gray");
  }

  void CheckWalk() {
    if (found_.IsAmiss("--embedding") || values_.Text("--embedding") == "tao") return;
    const std::string other = values_.Given("--embedding")
                                  ? "embedding " + values_.Text("--embedding") + " has no walks"
                                  : "no embedding is given";
    found_.Add("--walk", other, "it goes with --embedding tao");
  }

  const Values& values_;
  const Spec& spec_;
  SpecDiagnostics& found_;
};

}  // namespace

void CheckPairs(const Values& values, const Spec& spec, SpecDiagnostics& found) {
  PairChecks(values, spec, found).Run();
}

}  // namespace toroid
