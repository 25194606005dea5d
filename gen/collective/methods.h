// The methods of collective operations, and the choice of the fastest. docs/spec/collectives.md,
// sections 4 to 7.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/support/words.h"

namespace toroid {

// In the order of messages. CubeMethodsOf and MethodsOf say which operation each is for.
enum class CollectiveMethod {
  kCcCube,
  kDirect,
  kRing,
  kBinary,
  kPhases,
  kDoubling,
  kBucket,
  kHalving,
  kSwing,
  kWhole,
  kForest,
  kTrees,
  kLines,
  kBine,
  kInNetwork,
  kAuto
};
template <>
inline constexpr std::string_view kWords<CollectiveMethod> =
    "cc-cube|direct|ring|binary|phases|doubling|bucket|halving|swing|whole|forest|trees|lines|bine|"
    "in-network|auto";

// Whether messages go between the processes of a hypercube guest, in rounds. The other methods have
// a program that sends between host nodes.
constexpr bool IsOfCube(CollectiveMethod method) {
  return method <= CollectiveMethod::kBinary || method == CollectiveMethod::kDoubling;
}
// The methods of that kind, and those between host nodes, among which `auto` chooses, in order.
std::vector<CollectiveMethod> CubeMethodsOf(Collective task);
std::vector<CollectiveMethod> MethodsOf(Collective task);
// With kInNetwork, before the others, if the routers have it for the task.
std::vector<CollectiveMethod> MethodsOf(Collective task, const MessageRoutes& routes);
// Whether there are routers that do the task by kInNetwork.
bool IsInNetwork(Collective task);

// Why the host cannot do the task by this method, with the field --method; nothing if it can. For
// kInNetwork it depends on the routers alone: WhyNotInNetwork.
std::optional<Diagnostic> WhyNotOn(const Graph& host, Collective task, CollectiveMethod method);

// Likewise for kInNetwork; whether routers copy along a tree, and whether they also add.
std::optional<Diagnostic> WhyNotInNetwork(Collective task, bool copies, bool adds);

// Likewise on a host with dead links and nodes, also with the field --root; its root is one of the
// host's nodes.
std::optional<Diagnostic> WhyNotOn(const degraded::DegradedHost& host, const CollectiveTask& task,
                                   CollectiveMethod method);

// The only method among survivors besides kInNetwork, and with that if the routers have it.
CollectiveMethod MethodOnDegraded(Collective task);
std::vector<CollectiveMethod> MethodsOnDegraded(Collective task, const MessageRoutes& routes);

struct MethodForecast {
  CollectiveMethod method;
  Cycle cycles = 0;
};

struct MadeProgram {
  CollectiveProgram program;
  ProgramForecast forecast;
  std::vector<MethodForecast> tried;  // by `auto`: all that host and routers support
};

// Requires a method between host nodes that the host can do, and for kInNetwork routes with a tree,
// whose root is that of the task. `auto` takes the one of least predicted cycles, the first of
// equal ones. On a whole host `routes` are of dimension order, on a degraded one of that host.
// Throws Interrupted.
MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task,
                        const MessageRoutes& routes, Ports ports, const Timing& timing,
                        const Progress& progress = {});
MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task,
                        const degraded::DegradedHost& host, Ports ports, const Timing& timing,
                        const MessageRoutes& routes, const Progress& progress = {});

}  // namespace toroid
