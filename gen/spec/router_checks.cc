// Scheduled routers hold nothing, so all that makes a flit wait is an error, and not something that
// costs cycles: random packets, no schedule, sinks that are not ready.
#include "gen/spec/router_checks.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "gen/request/request.h"
#include "gen/spec/read_options.h"

namespace toroid {
namespace {

class RouterChecks {
 public:
  RouterChecks(const Values& values, SpecDiagnostics& found)
      : command_(values.command()), values_(values), found_(found) {}

  void Run() {
    if (values_.Bad("--router")) return;  // which one was meant is not known
    const bool scheduled = values_.Text("--router") == ToString(RouterKind::kScheduled);
    const bool generates = command_ == Command::kGenerate;
    const bool simulates = command_ == Command::kSimulate;
    const bool unit = simulates ? values_.Flag("--schedule-unit") : values_.Given("--schedule");
    if (values_.Flag("--check-arrivals") && !(scheduled && unit) &&
        !values_.Bad("--schedule-unit") && MayTake("--check-arrivals"))
      found_.Add("--check-arrivals", "no schedule unit says what should arrive",
                 std::string("it goes with --router scheduled and ") +
                     (generates ? "--schedule" : "--schedule-unit"));
    if (!scheduled && values_.Text("--barrier") == "hardware")
      found_.Add("--barrier", "nodes with buffers have no barrier",
                 "it goes with --router scheduled");
    if (values_.Text("--tables") == "loaded" && !(scheduled && unit && HasTable()) &&
        !values_.Bad("--schedule") && MayTake("--tables"))
      found_.Add("--tables", "nodes have no table of a schedule",
                 std::string("it goes with --router scheduled, --schedule list or exact, and ") +
                     (simulates   ? "--schedule-unit"
                      : generates ? "--task or --traffic"
                                  : "--task"));
    if (command_ == Command::kCheck && values_.Flag("--broadcast") && !scheduled)
      found_.Add("--broadcast", "the hardware of buffered routers is not looked at",
                 "it goes with --router scheduled");
    if (!scheduled) {
      Storage();
      LinkStages();
      if (simulates) Protection(), Exchange();
      if (generates) Classes();
      return;
    }
    if (command_ == Command::kCheck) Check();
    if (command_ == Command::kSimulate || command_ == Command::kGenerate) Hardware();
    if (command_ == Command::kSimulate) Simulate();
  }

 private:
  // Whether nothing said already that the option is out of place.
  bool MayTake(std::string_view option) const {
    if (command_ != Command::kSimulate) return true;
    const auto traffic = ParseTraffic(values_.Text("--traffic"));
    return traffic && Uses(*traffic, option);
  }

  // A whole program has none.
  bool HasTable() const {
    const auto kind = ParseScheduleKind(values_.Text("--schedule"));
    const bool cube = values_.Text("--traffic") == "cc-cube";
    const bool program = command_ == Command::kGenerate ? values_.Given("--pipelining") : cube;
    return kind && NeedsTable(*kind) && !program;
  }

  void Check() {
    Netlist();
    if (!values_.Given("--task") && !values_.Given("--schedule"))
      found_.Add("--router", "is used only when a schedule is checked",
                 "give --task and --schedule too");
    if (values_.Given("--no-dateline"))
      found_.Add("--no-dateline", "scheduled routers have no virtual channels",
                 "it goes with --router buffered");
  }

  // What is proved on the netlist alone.
  void Netlist() {
    if (!values_.Flag("--no-netlist")) return;
    for (const auto& [name, given] :
         {std::pair{"--barrier", values_.Text("--barrier") == "hardware"},
          std::pair{"--tables", values_.Text("--tables") == "loaded"},
          std::pair{"--address-units", values_.Text("--address-units") == "loaded"},
          std::pair{"--broadcast", values_.Flag("--broadcast")}}) {
      if (given && !found_.Has(name))
        found_.Add(name, "is proved on the netlist alone", "it does not go with --no-netlist");
    }
  }

  void Classes() {
    if (values_.Bad("--classes") || values_.Whole("--classes") == 1) return;
    for (const std::string_view name : {"--schedule", "--relay", "--translation"}) {
      if (values_.Given(name))
        found_.Add("--classes", fmt::format("goes with random messages, not with {}", name),
                   fmt::format("leave out {}, or generate a network for it alone", name));
    }
  }

  void Storage() {
    if (values_.Text("--target") == ToString(FpgaFamily::kIce40) &&
        values_.Text("--storage") == ToString(toroid::Storage::kLutram))
      found_.Add("--storage", "an iCE40 has no distributed memory",
                 "with --target ice40 allowed is registers");
  }

  // A link that does not send a flit each cycle, or a count of one cycle a hop (R9.5, R9.9).
  void LinkStages() {
    if (values_.Bad("--link-stages") || values_.Whole("--link-stages") == 0) return;
    const int least = FullRateDepth(static_cast<int>(values_.Whole("--link-stages")));
    if (!values_.Bad("--buffer-depth") && values_.Whole("--buffer-depth") < least)
      found_.Add("--link-stages",
                 fmt::format("a flit each cycle needs buffers of {}, and --buffer-depth is {}",
                             least, values_.Text("--buffer-depth")),
                 fmt::format("give --buffer-depth {} or more", least));
    const auto traffic =
        command_ == Command::kSimulate ? TrafficOf(values_) : std::optional<TrafficRequest>();
    if (!traffic) return;
    if (FamilyOf(*traffic) == Family::kCollective)
      found_.Add("--link-stages", "methods between host nodes count one cycle a hop",
                 "it goes with patterns, traces, and with other traffic under --schedule none");
    if (values_.Flag("--relay") || values_.Given("--translation")) return;  // the plan says why
    const Scheduling* scheduling = SchedulingOf(*traffic);
    if (IsScheduled(*traffic) && scheduling != nullptr && !values_.Bad("--schedule") &&
        scheduling->kind != ScheduleKind::kNone)
      found_.Add("--link-stages",
                 fmt::format("schedule {} counts one cycle a hop", ToString(scheduling->kind)),
                 "it goes with --schedule none");
  }

  // The lanes engine moves payloads as they are, without a look at their bits.
  void Protection() {
    if (values_.Bad("--protect") || values_.Text("--protect") == "none") return;
    if (values_.Text("--rtl") == ToString(RtlEngine::kLanes))
      found_.Add("--rtl", "lanes do not look at the payload, whose parity --protect needs",
                 "with --protect allowed are auto, nodes, flat");
  }

  // What nodes tell each other is in the payload.
  void Exchange() {
    if (values_.Bad("--translation") || values_.Text("--translation") != "exchanged") return;
    if (values_.Text("--rtl") == ToString(RtlEngine::kLanes))
      found_.Add("--rtl", "lanes do not look at the payload, in which nodes exchange their tables",
                 "with --translation exchanged allowed are auto, nodes, flat");
  }

  void Hardware() {
    for (const std::string_view name :
         {"--buffer-depth", "--arbiter", "--storage", "--target", "--classes"}) {
      if (values_.Asks(name))
        found_.Add(name, "scheduled routers have no buffers and no arbiters",
                   "it goes with --router buffered");
    }
  }

  void Simulate() {
    // methods between host nodes have schedules of their own
    const auto traffic = TrafficOf(values_);
    const bool own = traffic && FamilyOf(*traffic) == Family::kCollective;
    const bool pattern = traffic && FamilyOf(*traffic) == Family::kPattern;
    if (pattern || (traffic && FamilyOf(*traffic) == Family::kTrace)) {
      if (!found_.Has("--traffic"))
        found_.Add(
            "--traffic",
            pattern ? "draws packets that no schedule keeps apart"
                    : "sends messages once their data are there, and no schedule keeps them apart",
            "--router scheduled takes traffic with a schedule, such as cc-cube, task and "
            "permutation");
    } else if (traffic && !own && !values_.Bad("--schedule") && !values_.Bad("--method") &&
               values_.Text("--schedule") == ToString(ScheduleKind::kNone)) {
      found_.Add("--schedule", "lets messages meet, and scheduled routers lose what meets",
                 "with --router scheduled allowed are calmant, offset, stream, exact, list");
    }
    if (traffic && FamilyOf(*traffic) == Family::kSets) ArrivalsOfSets();
    if (!values_.Bad("--sink-ready") && values_.Number("--sink-ready") < 1)
      found_.Add("--sink-ready", "scheduled routers lose a flit whose sink is not ready",
                 "with --router scheduled it is 1");
  }

  // The next set's pulse starts the clocks anew (N7.1), in the cycle in which single flits of the
  // set before are due.
  void ArrivalsOfSets() {
    for (const std::string_view name : {"--sets", "--message-flits", "--barrier-cycles"})
      if (values_.Bad(name)) return;
    const bool waits =
        values_.Text("--barrier") == "hardware" || values_.Whole("--barrier-cycles") > 0;
    if (!values_.Flag("--check-arrivals") || found_.Has("--check-arrivals") || waits ||
        values_.Whole("--sets") == 1 || values_.Whole("--message-flits") > 1)
      return;
    found_.Add("--check-arrivals",
               "the next set starts in the cycle in which messages of one flit are due",
               "give --barrier-cycles 1 or more, --message-flits 2 or more, or --sets 1");
  }

  Command command_;
  const Values& values_;
  SpecDiagnostics& found_;
};

}  // namespace

void CheckRouter(const Values& values, SpecDiagnostics& found) {
  RouterChecks(values, found).Run();
}

}  // namespace toroid
