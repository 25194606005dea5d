// Idea: in each stage a node and its partner send each other all their sums and add them; after
// log2 P stages all nodes have the total. That takes half as many stages as halving, but a load of
// log2 P vectors, so it suits vectors of a few flits. The vector has a part for each first axis,
// and these have chunks, so that one chunk is sent while another travels; the count of chunks that
// ends first is taken. Stage s of chunk c is placed with stage s + 1 of chunk c - 1.
//
// Example, four nodes of a ring that have 1 2 3 4: 3 3 7 7, then 10 10 10 10.
//
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (recursive doubling); chunks as in
// CALMANT 2.4.

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

class Doubler {
 public:
  Doubler(const CollectiveTask& task, const Graph& host, Ports ports, const Timing& timing,
          std::size_t chunks)
      : host_(host),
        parts_(StagePartsOf(Partners::kCube, host, ports)),
        chunks_(chunks),
        builder_(task, static_cast<std::uint64_t>(task.flits), host, parts_.size() * chunks,
                 timing),
        occupancy_(host, ports, timing) {
    const auto flits = static_cast<std::uint64_t>(task.flits);
    const std::uint64_t threads = parts_.size() * chunks;
    for (std::uint64_t t = 0; t < threads; ++t) {
      const std::uint64_t first = flits * t / threads;
      const auto count = static_cast<std::uint32_t>(flits * (t + 1) / threads - first);
      contents_.push_back(builder_.AddContent({{first, count}}));
    }
  }

  CollectiveProgram Make() {
    const std::size_t stages = parts_.front().stages.size();
    for (std::size_t step = 0; step + 1 < stages + chunks_; ++step) {
      for (std::size_t chunk = 0; chunk <= std::min(step, chunks_ - 1); ++chunk) {
        if (step - chunk < stages) AddStage(chunk, step - chunk);
      }
    }
    return builder_.Finish();
  }

 private:
  void AddStage(std::size_t chunk, std::size_t stage) {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const std::size_t thread = chunk * parts_.size() + part;
      const std::uint32_t content = contents_[thread];
      const std::uint32_t flits = builder_.FlitsOf(content);
      for (std::uint32_t n = 0; n < host_.size() && flits > 0; ++n) {
        const NodeId from{n};
        const NodeId to{PartnerIn(host_, parts_[part], stage, n)};
        builder_.Send(thread,
                      {.from = from,
                       .to = to,
                       .content = content,
                       .to_content = content,
                       .adds = true,
                       .cycle = occupancy_.Place(from, to, flits, builder_.ReadyAt(thread, from))});
      }
      builder_.EndRound(thread);
    }
  }

  const Graph& host_;
  std::vector<StagePart> parts_;
  std::size_t chunks_;
  ProgramBuilder builder_;
  Occupancy occupancy_;
  std::vector<std::uint32_t> contents_;  // by thread: chunk, then part
};

}  // namespace

CollectiveProgram WholeProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                               const Timing& timing) {
  assert(task.kind == Collective::kAllReduce && HavePartners(Partners::kCube, host));
  const std::vector<StagePart> parts = StagePartsOf(Partners::kCube, host, ports);
  const std::uint64_t messages =
      std::uint64_t{host.size()} * parts.size() * parts.front().stages.size();
  const auto flits = static_cast<std::uint64_t>(task.flits);
  std::optional<CollectiveProgram> best;
  Cycle least = 0;
  for (std::size_t chunks = 1;
       chunks == 1 || (chunks * parts.size() <= flits && chunks * messages <= kManyMessages);
       chunks *= 2) {
    CollectiveProgram program = Doubler(task, host, ports, timing, chunks).Make();
    const Cycle end = ForecastOf(program, host, ports, timing).end;
    if (best && end >= least) break;  // more chunks only make it longer from here on
    best = std::move(program);
    least = end;
  }
  return std::move(*best);
}

}  // namespace toroid
