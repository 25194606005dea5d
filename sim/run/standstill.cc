// The idea. A run hangs if the sinks and channels of a circle of waits are full of the right
// messages at one time. So each attempt draws a circle and sends the flows in it, and those that
// they come after or that come after them, as often as fills its sinks, all at once or some of them
// later, in a drawn order: answers then stand behind many questions. Nodes may take their time to
// answer, so that their sinks fill before. Attempts with all flows follow,
// as other flows may be what keeps a channel full. A run that hangs is repeated with half as many
// messages for as long as it still hangs, so that it is short to read.
#include "sim/run/standstill.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <utility>

#include "gen/support/random.h"
#include "gen/workload/formats.h"
#include "sim/run/engines.h"
#include "sim/run/run_stage.h"

namespace toroid {
namespace {

constexpr int kAttempts = 60;
constexpr std::uint32_t kMostRows = 1 << 16;
constexpr Cycle kSilence = 64;  // cycles without an event, with no message to come: a standstill

// How long messages of a flow wait before they start: not at all, all equally long, or each as
// drawn.
class Waiting {
 public:
  Waiting(Cycle longest, Random& random)
      : kind_(longest == 0 ? 0 : random.Below(3)), longest_(Draw(longest, random)) {}

  Cycle Next(Random& random) const {
    return kind_ == 0 ? 0 : kind_ == 1 ? longest_ : Draw(longest_, random);
  }

 private:
  static Cycle Draw(Cycle longest, Random& random) {
    return static_cast<Cycle>(random.Below(static_cast<std::uint64_t>(longest) + 1));
  }

  std::uint64_t kind_;
  Cycle longest_;
};

template <class T>
void Shuffle(std::vector<T>& list, Random& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.Below(i)]);
}

class Attempts {
 public:
  Attempts(const Plan& plan, const Workload& flows, const FlowGraph& graph, Stage& stage)
      : plan_(plan), flows_(flows), graph_(graph), stage_(stage), families_(FamiliesOf(flows)) {}

  std::optional<Standstill> Try(std::uint64_t attempt) {
    Random random(Mix(attempt, 0x666c6f77));
    const std::vector<Wait> circle = graph_.RandomCircle(random.Next());
    std::vector<bool> chosen(families_.size(), attempt % 4 == 3);
    for (const Wait& wait : circle) chosen[families_[wait.message / 2]] = true;
    const std::uint32_t enough = TimesToFill(circle);
    std::vector<std::uint32_t> of_family;
    for (std::size_t f = 0; f < families_.size(); ++f)
      of_family.push_back(chosen[f] ? TimesBetween(enough / 2 + 1, 2 * enough, random) : 0);
    std::vector<std::uint32_t> times(families_.size());
    Cycle flits = 0;
    for (std::size_t f = 0; f < families_.size(); ++f) {
      times[f] = of_family[families_[f]];
      flits += Cycle{times[f]} * flows_.operations[2 * f].flits;
    }
    const Cycle latest = attempt % 2 == 0 ? 0 : flits;
    return Shortened(std::move(times), latest, random.Next());
  }

 private:
  static std::uint32_t TimesBetween(std::uint32_t low, std::uint32_t high, Random& random) {
    return low + static_cast<std::uint32_t>(random.Below(high - low + 1));
  }

  // As often as fills the sinks and channels of a circle with any one of its flows.
  std::uint32_t TimesToFill(const std::vector<Wait>& circle) const {
    std::uint64_t most = 0;
    const auto depth = static_cast<std::uint64_t>(plan_.hardware().buffered.depth);
    for (const Wait& wait : circle) {
      const Operation& flow = flows_.operations[wait.message];
      const std::uint64_t sink = flows_.sink_flits[flow.to] / flow.flits;
      most = std::max(most, sink + circle.size() * (depth + 1) / flow.flits + 2);
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(
        most, std::max<std::uint64_t>(kMostRows / (2 * families_.size()), 1)));
  }

  std::optional<Standstill> Shortened(std::vector<std::uint32_t> times, Cycle latest,
                                      std::uint64_t seed) const {
    std::optional<Standstill> shortest;
    while (auto found =
               RunToStandstill(plan_, flows_, RepeatFlows(flows_, times, latest, seed), &stage_)) {
      shortest = std::move(found);
      if (std::ranges::max(times) <= 1) break;
      for (std::uint32_t& number : times) number = (number + 1) / 2;
      latest /= 2;
    }
    return shortest;
  }

  const Plan& plan_;
  const Workload& flows_;
  const FlowGraph& graph_;
  Stage& stage_;
  std::vector<std::uint32_t> families_;
};

}  // namespace

std::vector<std::uint32_t> FamiliesOf(const Workload& flows) {
  const std::size_t count = flows.operations.size() / 2;
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](std::uint32_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (std::uint32_t f = 0; f < count; ++f)
    for (const Event event : flows.AfterOf(flows.operations[2 * f]))
      parent[root(f)] = root(event.operation() / 2);
  std::vector<std::uint32_t> numbers(count);
  std::vector<std::uint32_t> families(count);
  std::uint32_t found = 0;
  for (std::uint32_t f = 0; f < count; ++f)
    if (root(f) == f) numbers[f] = found++;
  for (std::uint32_t f = 0; f < count; ++f) families[f] = numbers[root(f)];
  return families;
}

FlowRun RepeatFlows(const Workload& flows, const std::vector<std::uint32_t>& times, Cycle latest,
                    std::uint64_t seed) {
  Random random(seed);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;  // flow, number of the message
  std::vector<Waiting> waiting;
  for (std::uint32_t f = 0; f < times.size(); ++f) {
    for (std::uint32_t i = 0; i < times[f]; ++i) rows.emplace_back(f, i);
    waiting.emplace_back(latest, random);
  }
  const std::uint64_t order = random.Below(3);  // flow by flow, in turn, or as it comes
  if (order == 1)
    std::ranges::stable_sort(rows, {}, &std::pair<std::uint32_t, std::uint32_t>::second);
  if (order == 2) Shuffle(rows, random);
  // Ids that would need quotes, or look like a comment, give way to numbers.
  const bool named =
      !flows.ids.empty() && std::ranges::none_of(flows.ids, [](const std::string& one) {
        return one.find_first_of(",\"#") != std::string::npos;
      });
  const auto id = [&](std::uint32_t flow, std::uint32_t number) {
    return named ? fmt::format("{}/{}", flows.ids[flow], number + 1)
                 : fmt::format("{}/{}", flow + 1, number + 1);
  };
  FlowRun run;
  run.table = "id,source,destination,flits,after,cycle,delay,buffer\n";
  for (const auto& [flow, number] : rows) {
    const Operation& send = flows.operations[std::size_t{2} * flow];
    const Cycle wait = waiting[flow].Next(random);
    run.longest_wait = std::max(run.longest_wait, wait);
    const bool first = send.afters == 0;
    std::string after;
    for (const Event event : flows.AfterOf(send))
      after += (after.empty() ? "" : " ") + id(event.operation() / 2, number);
    const std::uint32_t buffer = flows.sink_flits.empty() ? 0 : flows.sink_flits[send.to];
    run.table += fmt::format("{},{},{},{},{},{},{},{}\n", id(flow, number), send.from, send.to,
                             send.flits, after, first ? wait : 0, first ? 0 : wait,
                             buffer == 0 ? "" : std::to_string(buffer));
    run.flows.push_back(2 * flow);
  }
  return run;
}

std::optional<Standstill> RunToStandstill(const Plan& plan, const Workload& flows,
                                          const FlowRun& run, Stage* stage) {
  auto read = ReadMessageTable("flows.csv", run.table, {.places = flows.ranks, .places_text = ""});
  auto workload = std::make_shared<Workload>(std::move(read).value());
  workload->places = flows.places;
  const auto sections =
      std::make_shared<const std::vector<Section>>(1, Section{.program = workload});
  const Cycle silence = run.longest_wait + kSilence;
  ModelRun model(
      plan,
      MakeProgramTraffic(plan, sections, 0, {.of_file = true, .sink_flits = workload->sink_flits}),
      {.watchdog = silence});
  for (Pace pace(plan); !model.over();) {
    model.Run(pace.Next(), nullptr);
    if (stage != nullptr) stage->Look();
  }
  if (!model.bench().stuck()) return std::nullopt;
  Standstill standstill;
  standstill.table = run.table;
  standstill.cycle = model.bench().now() - silence - 1;
  standstill.waiting.resize(flows.operations.size());
  const auto ports = static_cast<std::uint32_t>(plan.local_ports());
  for (const std::uint32_t local : model.bench().network().Ejecting())
    standstill.nodes.emplace_back(local / ports);
  standstill.nodes.erase(std::unique(standstill.nodes.begin(), standstill.nodes.end()),
                         standstill.nodes.end());
  const OperationTimes& ended = *model.bench().traffic().times();
  for (std::size_t m = 0; m < run.flows.size(); ++m) {
    if (ended[2 * m + 1].end < 0) standstill.waiting[run.flows[m]] = true;
    if (ended[2 * m].end >= 0) continue;
    for (const Event event : workload->AfterOf(workload->operations[2 * m]))
      standstill.waiting[run.flows[event.operation() / 2]] = true;
  }
  return standstill;
}

std::optional<Standstill> FindStandstill(const Plan& plan, const Workload& flows,
                                         const FlowGraph& graph, const Progress& progress) {
  Stage stage(progress, "looking for a run that hangs", kAttempts);
  Attempts attempts(plan, flows, graph, stage);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (auto found = attempts.Try(static_cast<std::uint64_t>(attempt))) return found;
    stage.MoveTo(static_cast<std::uint64_t>(attempt) + 1);
  }
  return std::nullopt;
}

}  // namespace toroid
