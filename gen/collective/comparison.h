// The cycles of the methods of a collective operation, from one flit to very many:
// docs/spec/collectives.md, section 7.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/bound.h"
#include "gen/collective/methods.h"

namespace toroid {

// The longest vectors and blocks that a table goes up to.
inline constexpr std::int64_t kLongestCompared = std::int64_t{1} << 24;

// Up to this many nodes a forecast is that of the program that `simulate` runs, message by message.
inline constexpr std::uint32_t kMostNodesPlaced = 256;

// The longest axis of a plan.
inline constexpr int kLongestComparedAxis = 1 << 16;

struct ComparedMethod {
  CollectiveMethod method = CollectiveMethod::kBucket;
  Cycle cycles = 0;
  std::uint64_t load = 0;  // the method's own bound: flits over its busiest link or port
};

// The methods at one length.
struct Comparison {
  std::int64_t flits = 1;
  TaskBound bound;
  std::vector<ComparedMethod> methods;  // those that the host supports, in the order of MethodsOf
  const ComparedMethod* Least() const;  // the first of equal ones; null if there is none
};

// From `flits` on, up to the next crossover, `method` takes the fewest cycles.
struct Crossover {
  std::int64_t flits = 1;
  CollectiveMethod method = CollectiveMethod::kBucket;
};

// Whether forecasts are those of placed programs.
bool IsPlaced(const Graph& host);

// By dimension order, where a hop takes more than one cycle only if IsPlaced. `barrier`: cycles at
// the end. Throws Interrupted.
Comparison CompareMethods(const CollectiveTask& task, const MessageRoutes& routes, Ports ports,
                          const Timing& timing, Cycle barrier);

// Among survivors, by MethodsOnDegraded and these routes. Requires a host that is not plain
// (DegradedHost::IsPlain), and that it can do the task (WhyNotOn).
Comparison CompareMethods(const CollectiveTask& task, const degraded::DegradedHost& host,
                          const MessageRoutes& routes, Ports ports, const Timing& timing,
                          Cycle barrier, const Progress& progress = {});

// Comparisons of the lengths 1, 2, 4, ..., kLongestCompared.
std::vector<Comparison> ComparePowers(CollectiveTask task, const MessageRoutes& routes, Ports ports,
                                      const Timing& timing, Cycle barrier,
                                      const Progress& progress = {});
std::vector<Comparison> ComparePowers(CollectiveTask task, const degraded::DegradedHost& host,
                                      const MessageRoutes& routes, Ports ports,
                                      const Timing& timing, Cycle barrier,
                                      const Progress& progress = {});
// The lengths, to the flit, at which the best method changes, if it changes once between two
// lengths of `rows`.
std::vector<Crossover> CrossoversOf(const std::vector<Comparison>& rows, CollectiveTask task,
                                    const MessageRoutes& routes, Ports ports, const Timing& timing,
                                    const Progress& progress = {});
std::vector<Crossover> CrossoversOf(const std::vector<Comparison>& rows, CollectiveTask task,
                                    const degraded::DegradedHost& host, const MessageRoutes& routes,
                                    Ports ports, const Timing& timing,
                                    const Progress& progress = {});

}  // namespace toroid
