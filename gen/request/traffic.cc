// Everything that is asked of a request is asked of the type in the variant: what a type has not,
// as `schedule` or `barrier_cycles`, is looked for while compiling, and answers for it are given
// here.
#include "gen/request/traffic.h"

#include <algorithm>

namespace toroid {
namespace {

template <class Request>
void AppendAll(std::vector<TrafficRequest>& all) {
  if constexpr (requires { Request::All(); }) {
    for (const Request& request : Request::All()) all.push_back(request);
  } else {
    all.push_back(Request());
  }
}

template <class... Requests>
std::vector<TrafficRequest> EachOf(const std::variant<Requests...>* /*types*/) {
  std::vector<TrafficRequest> all;
  (AppendAll<Requests>(all), ...);
  return all;
}

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
  static const std::vector<TrafficRequest> all =
      EachOf(static_cast<const TrafficRequest*>(nullptr));
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
  return std::visit(
      [](const auto& request) -> std::optional<CollectiveTask> {
        if constexpr (requires { request.collective(); }) return request.collective();
        return std::nullopt;
      },
      traffic);
}

CollectiveMethod HostMethodOf(const TrafficRequest& traffic) {
  return std::visit(
      [](const auto& request) {
        if constexpr (requires(CollectiveMethod method) { method = request.method; })
          return request.method;
        else if constexpr (requires { HostMethodOf(request.method); })
          return HostMethodOf(request.method).value_or(CollectiveMethod::kAuto);
        else
          return CollectiveMethod::kAuto;
      },
      traffic);
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
