// Speed of the reference model under uniform one-flit traffic on an 8x8 torus, depth 4, one port a
// node. Prints million node-cycles per user second and nanoseconds per event (inject, hop or eject)
// at three loads.
//
// `make bench` builds and runs it. Argument: seconds for each load (2).
#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/random.h"
#include "sim/model/model.h"

namespace toroid {
namespace {

double UserSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

// Bernoulli trials for node 0, 1, ... of cycle 0, 1, ... in one sequence, by drawing the gaps
// between successes.
class Source {
 public:
  Source(double rate, std::uint32_t nodes)
      : random_(1), scale_(1.0 / std::log1p(-rate)), queues_(nodes) {
    next_ = Gap();
  }

  void Offer(Model& model) {
    const auto nodes = static_cast<std::uint64_t>(queues_.size());
    for (; next_ < nodes; next_ += 1 + Gap()) {
      const std::uint64_t to = random_.Below(nodes - 1);
      queues_[next_].push_back(static_cast<std::uint32_t>(to + (to >= next_ ? 1 : 0)));
      if (queues_[next_].size() == 1) waiting_.push_back(static_cast<std::uint32_t>(next_));
    }
    next_ -= nodes;
    std::size_t kept = 0;
    for (const std::uint32_t node : waiting_) {
      if (model.InjectReady(node)) {
        model.Inject(
            node, FlitRef{.slot = static_cast<std::uint32_t>(offered_++), .index = 0, .tail = true},
            NodeId{queues_[node].front()});
        queues_[node].pop_front();
      }
      if (!queues_[node].empty()) waiting_[kept++] = node;
    }
    waiting_.resize(kept);
  }
  std::uint64_t offered() const { return offered_; }

 private:
  std::uint64_t Gap() { return static_cast<std::uint64_t>(std::log(random_.Unit()) * scale_); }
  Random random_;
  double scale_;
  std::uint64_t next_ = 0;
  std::uint64_t offered_ = 0;
  std::vector<std::deque<std::uint32_t>> queues_;  // unbounded source queues of destinations
  std::vector<std::uint32_t> waiting_;             // nodes with a destination queued
};

void Measure(const Plan& plan, double rate, double seconds) {
  Model model(plan);
  Source source(rate, plan.host().size());
  std::vector<HopEvent> hops;
  std::uint64_t cycles = 0;
  std::uint64_t crossed = 0;
  std::uint64_t ejected = 0;
  const double start = UserSeconds();
  double spent = 0;
  while (spent < seconds) {
    for (int i = 0; i < 10000; ++i, ++cycles) {
      source.Offer(model);
      ejected += model.Ejecting().size();
      for (const std::uint32_t local : model.Ejecting()) model.Accept(local);
      hops.clear();
      model.Step(hops);
      crossed += hops.size();
    }
    spent = UserSeconds() - start;
  }
  const double node_cycles = static_cast<double>(cycles) * plan.host().size();
  const double events = static_cast<double>(source.offered() + crossed + ejected);
  std::printf(
      "offered %.2f, accepted %.4f flits/node/cycle: %7.2f Mnc/s, %5.1f ns per hop, %5.1f ns per "
      "event\n",
      rate, static_cast<double>(ejected) / node_cycles, node_cycles / spent * 1e-6,
      spent / static_cast<double>(crossed) * 1e9, spent / events * 1e9);
}

}  // namespace
}  // namespace toroid

int main(int argc, char** argv) {
  using namespace toroid;  // NOLINT(build/namespaces)
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2.0;
  for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
    HardwareOptions options;
    options.buffered.arbiter = arbiter;
    const auto plan = Plan::Create(*Graph::Parse("torus:8x8"), std::nullopt, options);
    if (!plan) return 2;
    std::printf("%s, %zu bytes a node\n", std::string(ToString(arbiter)).c_str(),
                Model(*plan).BytesPerNode());
    for (const double rate : {0.02, 0.22, 0.39}) Measure(*plan, rate, seconds);
  }
  return 0;
}
