// Everything that is asked of a request is asked of the type in the variant: what a type has not,
// as `schedule` or `barrier_cycles`, is looked for while compiling, and answers for it are given
// here.
#include "gen/request/traffic.h"

#include <algorithm>

namespace toroid {
namespace {

bool HasField(TrafficRequest traffic, OptionName option) {
  return std::ranges::count(FieldsOf(traffic), option, &Field::option) > 0;
}

// `Traffic` is const or not, and so is what is pointed to.
template <class Traffic>
auto* SchedulingIn(Traffic& traffic) {
  using Pointer = decltype(&std::get<TaskRequest>(traffic).schedule);
  return std::visit(
      [](auto& request) -> Pointer {
        if constexpr (requires { request.schedule; }) return &request.schedule;
        return nullptr;
      },
      traffic);
}

}  // namespace

std::span<const TrafficRequest> AllTraffics() {
  static const std::vector<TrafficRequest> all = [] {
    std::vector<TrafficRequest> made = {CubeProgramRequest{CubeProgram::kCcCube}, TaskRequest(),
                                        CollectiveRequest::Of(Collective::kExchange),
                                        CubeProgramRequest{CubeProgram::kFft},
                                        CubeProgramRequest{CubeProgram::kBitonicSort}};
    for (const Collective operation :
         {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter,
          Collective::kBroadcast, Collective::kReduce, Collective::kGather,
          Collective::kScatterBlocks})
      made.push_back(CollectiveRequest::Of(operation));
    for (const SetKind kind : {SetKind::kPermutation, SetKind::kScatter, SetKind::kExchange})
      made.push_back(SetsRequest{.kind = kind});
    made.push_back(TraceRequest());
    made.push_back(AxiRequest());
    for (const Pattern& pattern : AllPatterns())
      made.push_back(PatternRequest{.pattern = &pattern});
    return made;
  }();
  return all;
}

std::optional<TrafficRequest> ParseTraffic(std::string_view name) {
  const auto found = std::ranges::find(AllTraffics(), name, NameOf);
  return found == AllTraffics().end() ? std::nullopt : std::optional(*found);
}

std::string_view NameOf(const TrafficRequest& traffic) {
  return std::visit([](const auto& request) { return request.name(); }, traffic);
}

Family FamilyOf(const TrafficRequest& traffic) {
  return std::visit([](const auto& request) { return request.family(); }, traffic);
}

Fields FieldsOf(TrafficRequest& traffic) {
  return std::visit([](auto& request) { return request.fields(); }, traffic);
}

std::string TextOf(const TrafficRequest& traffic, std::uint64_t seed) {
  return std::visit([seed](const auto& request) { return request.Text(seed); }, traffic);
}

Diagnostics Check(const TrafficRequest& traffic, const Setting& setting) {
  return std::visit([&](const auto& request) { return request.Check(setting); }, traffic);
}

const Scheduling* SchedulingOf(const TrafficRequest& traffic) { return SchedulingIn(traffic); }
Scheduling* SchedulingOf(TrafficRequest& traffic) { return SchedulingIn(traffic); }

std::optional<CollectiveTask> CollectiveOf(const TrafficRequest& traffic) {
  const auto* request = std::get_if<CollectiveRequest>(&traffic);
  return request == nullptr ? std::nullopt : std::optional(request->task());
}

Cycle BarrierOf(const TrafficRequest& traffic) {
  return std::visit(
      [](const auto& request) -> Cycle {
        if constexpr (requires { request.barrier_cycles; }) return request.barrier_cycles;
        return 0;
      },
      traffic);
}

void SetBarrier(TrafficRequest& traffic, Cycle cycles) {
  std::visit(
      [cycles](auto& request) {
        if constexpr (requires { request.barrier_cycles; }) request.barrier_cycles = cycles;
      },
      traffic);
}

Cycle InjectionOf(const TrafficRequest& traffic) {
  const auto* pattern = std::get_if<PatternRequest>(&traffic);
  return pattern == nullptr ? 0 : pattern->cycles;
}

bool Uses(const TrafficRequest& traffic, OptionName option) {
  return HasField(traffic, option) || TrafficsWith(option).empty();
}

std::string TrafficsWith(OptionName option) {
  std::string names;
  for (const TrafficRequest& traffic : AllTraffics()) {
    if (HasField(traffic, option))
      names += (names.empty() ? "" : ", ") + std::string(NameOf(traffic));
  }
  return names;
}

std::string TrafficOptions(TrafficRequest traffic) {
  return "--traffic " + std::string(NameOf(traffic)) + OptionsOf(FieldsOf(traffic));
}

}  // namespace toroid
