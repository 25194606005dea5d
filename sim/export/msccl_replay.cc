// A chunk is a number, and a sum of chunks is modulo 2^64. The initial value of GPU n's chunk c is
// a keyed hash of both, so a wrong, missing or repeated part of a sum shows.
#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/support/random.h"
#include "sim/export/msccl.h"

namespace toroid {
namespace {

using Chunks = std::vector<std::uint64_t>;

std::uint64_t ValueOf(std::int64_t gpu, std::int64_t chunk) {
  return Mix(static_cast<std::uint64_t>(gpu), static_cast<std::uint64_t>(chunk));
}

class Machine {
 public:
  Machine(const MscclAlgorithm& algorithm, const Progress& progress)
      : algorithm_(algorithm),
        stage_(progress, "replaying steps"),
        gpus_(static_cast<std::int64_t>(algorithm.gpus.size())) {
    own_ = algorithm.chunks / std::max<std::int64_t>(gpus_, 1);
    for (std::int64_t g = 0; g < gpus_; ++g) AddGpu(g);
  }

  MscclOutcome Run(ReplayOrder order) {
    CheckConnections();
    CheckChannels();
    Random random(order.seed);
    const bool by_chance = order.next == ReplayOrder::Next::kByChance;
    const auto sweep = [&] {
      return by_chance ? SweepByChance(random) : Sweep(order.next == ReplayOrder::Next::kLast);
    };
    while (outcome_.fault.empty() && sweep()) {
    }
    if (outcome_.fault.empty()) CheckAllDone();
    if (outcome_.fault.empty()) CheckResult();
    return outcome_;
  }

 private:
  struct Gpu {
    std::map<char, Chunks> buffers;
    std::vector<std::size_t> done;  // steps, by block
  };
  bool Is(std::string_view collective) const { return algorithm_.collective == collective; }

  // In place, input and output are parts of one buffer: the output for an all-gather, else the
  // input.
  void AddGpu(std::int64_t g) {
    Gpu& gpu = state_.emplace_back();
    gpu.done.resize(algorithm_.gpus[static_cast<std::size_t>(g)].blocks.size());
    const bool gathers = Is("allgather");
    Chunks& inputs = gpu.buffers[gathers && algorithm_.in_place ? 'o' : 'i'];
    inputs.resize(static_cast<std::size_t>(algorithm_.chunks));
    for (std::int64_t c = 0; c < algorithm_.chunks; ++c) {
      if (!gathers || c / own_ == g) inputs[static_cast<std::size_t>(c)] = ValueOf(g, c);
    }
    if (!algorithm_.in_place) gpu.buffers['o'].resize(static_cast<std::size_t>(algorithm_.chunks));
    const std::int64_t scratch = algorithm_.gpus[static_cast<std::size_t>(g)].scratch;
    gpu.buffers['s'].resize(static_cast<std::size_t>(scratch));
  }

  void Fail(std::string fault) {
    if (outcome_.fault.empty()) outcome_.fault = std::move(fault);
  }

  // A GPU sends to another by only one block, and receives from another by only one.
  void CheckConnections() {
    for (std::int64_t g = 0; g < gpus_; ++g) {
      std::set<std::pair<bool, int>> seen;
      for (const MscclBlock& block : algorithm_.gpus[static_cast<std::size_t>(g)].blocks) {
        for (const auto& [sends, partner] :
             {std::pair(true, block.send), std::pair(false, block.receive)}) {
          if (partner == -1) continue;
          if (partner < 0 || partner >= gpus_ || partner == g ||
              !seen.emplace(sends, partner).second)
            Fail(fmt::format("gpu {} has no one block for gpu {}", g, partner));
        }
      }
    }
  }

  // Both ends of a connection use one channel, and a channel has no more partners than allowed.
  void CheckChannels() {
    std::map<std::pair<std::int64_t, std::int64_t>, int> channels;         // by sender and receiver
    std::map<std::tuple<bool, std::int64_t, int>, std::int64_t> partners;  // sends, GPU, channel
    const auto see = [&](bool sends, std::int64_t g, int partner, int channel) {
      if (partner < 0) return;
      const auto ends =
          sends ? std::pair(g, std::int64_t{partner}) : std::pair(std::int64_t{partner}, g);
      if (channels.try_emplace(ends, channel).first->second != channel)
        Fail(fmt::format("gpu {} and gpu {} are not on one channel", g, partner));
      if (++partners[{sends, g, channel}] > MscclLimits::kPeersOfChannel)
        Fail(fmt::format("gpu {} has too many partners on channel {}", g, channel));
    };
    for (std::int64_t g = 0; g < gpus_; ++g) {
      for (const MscclBlock& block : algorithm_.gpus[static_cast<std::size_t>(g)].blocks) {
        see(true, g, block.send, block.channel);
        see(false, g, block.receive, block.channel);
      }
    }
  }

  // Returns whether any step was executed.
  bool Sweep(bool backwards) {
    bool moved = false;
    for (std::int64_t i = 0; i < gpus_; ++i) {
      const std::int64_t g = backwards ? gpus_ - 1 - i : i;
      const std::size_t blocks = state_[static_cast<std::size_t>(g)].done.size();
      for (std::size_t j = 0; j < blocks; ++j)
        while (outcome_.fault.empty() && Advance(g, backwards ? blocks - 1 - j : j)) moved = true;
    }
    return moved;
  }

  // Each block that can executes one step, in random order.
  bool SweepByChance(Random& random) {
    std::vector<std::pair<std::int64_t, std::size_t>> blocks;
    for (std::int64_t g = 0; g < gpus_; ++g)
      for (std::size_t b = 0; b < state_[static_cast<std::size_t>(g)].done.size(); ++b)
        blocks.emplace_back(g, b);
    bool moved = false;
    for (; !blocks.empty() && outcome_.fault.empty(); blocks.pop_back()) {
      std::swap(blocks.back(), blocks[random.Below(blocks.size())]);
      if (Advance(blocks.back().first, blocks.back().second)) moved = true;
    }
    return moved;
  }

  // The chunks of a place; empty, with a fault, if they do not exist.
  std::span<std::uint64_t> At(std::int64_t g, MscclPlace place, std::int64_t count) {
    auto& buffers = state_[static_cast<std::size_t>(g)].buffers;
    const auto found = buffers.find(place.buffer);
    const bool there = found != buffers.end() && place.chunk >= 0 && count >= 0 &&
                       place.chunk + count <= static_cast<std::int64_t>(found->second.size());
    if (!there) Fail(fmt::format("gpu {} has no chunk {} {}", g, place.buffer, place.chunk));
    if (!there) return {};
    return std::span(found->second)
        .subspan(static_cast<std::size_t>(place.chunk), static_cast<std::size_t>(count));
  }

  bool MayGo(const Gpu& gpu, const MscclGpu& what, const MscclStep& step) {
    if (step.block < 0) return true;
    const auto block = static_cast<std::size_t>(step.block);
    if (block >= what.blocks.size() || step.step < 0 ||
        static_cast<std::size_t>(step.step) >= what.blocks[block].steps.size() ||
        !what.blocks[block].steps[static_cast<std::size_t>(step.step)].awaited) {
      Fail("a step waits for one that is not there or does not know of it");
      return false;
    }
    return gpu.done[block] > static_cast<std::size_t>(step.step);
  }

  bool Advance(std::int64_t g, std::size_t b) {
    stage_.Tick(0);
    Gpu& gpu = state_[static_cast<std::size_t>(g)];
    const MscclGpu& what = algorithm_.gpus[static_cast<std::size_t>(g)];
    const MscclBlock& block = what.blocks[b];
    if (gpu.done[b] == block.steps.size()) return false;
    const MscclStep& step = block.steps[gpu.done[b]];
    if (!MayGo(gpu, what, step) || !Do(g, block, step)) return false;
    ++gpu.done[b];
    return true;
  }

  bool Do(std::int64_t g, const MscclBlock& block, const MscclStep& step) {
    if (step.kind == MscclKind::kNothing) return true;
    if (step.kind == MscclKind::kSend) {
      const auto source = At(g, step.from, step.count);
      in_flight_[{g, block.send}].emplace_back(source.begin(), source.end());
      return true;
    }
    const auto target = At(g, step.to, step.count);
    if (step.kind == MscclKind::kCopy) {
      std::ranges::copy(At(g, step.from, step.count), target.begin());
      return true;
    }
    return Receive(in_flight_[{block.receive, g}], step, At(g, step.from, step.count), target);
  }

  bool Receive(std::deque<Chunks>& messages, const MscclStep& step,
               std::span<const std::uint64_t> addend, std::span<std::uint64_t> target) {
    if (messages.empty()) return false;
    const Chunks arrived = std::move(messages.front());
    messages.pop_front();
    ++outcome_.transfers;
    if (arrived.size() != target.size() || addend.size() != target.size()) {
      Fail("a message is longer or shorter than its receiver expects");
      return false;
    }
    const bool adds = step.kind == MscclKind::kReceiveReduce;
    for (std::size_t i = 0; i < target.size(); ++i) target[i] = arrived[i] + (adds ? addend[i] : 0);
    return true;
  }

  void CheckAllDone() {
    for (std::size_t g = 0; g < state_.size(); ++g) {
      for (std::size_t b = 0; b < state_[g].done.size(); ++b) {
        if (state_[g].done[b] < algorithm_.gpus[g].blocks[b].steps.size())
          Fail(fmt::format("gpu {}, block {} waits for ever in step {}", g, b, state_[g].done[b]));
      }
    }
    for (const auto& [ends, messages] : in_flight_) {
      if (!messages.empty())
        Fail(fmt::format("gpu {} sends gpu {} what it does not receive", ends.first, ends.second));
    }
  }

  std::uint64_t Expected(std::int64_t g, std::int64_t c) const {
    if (Is("allgather")) return ValueOf(c / own_, c);
    if (Is("alltoall")) return ValueOf(c / own_, g * own_ + c % own_);
    std::uint64_t sum = 0;
    for (std::int64_t n = 0; n < gpus_; ++n) sum += ValueOf(n, c);
    return sum;
  }

  void CheckResult() {
    const char buffer = Is("allgather") || Is("alltoall") ? 'o' : 'i';
    for (std::int64_t g = 0; g < gpus_; ++g) {
      const Chunks& chunks = state_[static_cast<std::size_t>(g)].buffers[buffer];
      for (std::int64_t c = 0; c < algorithm_.chunks; ++c) {
        if (Is("reducescatter") && c / own_ != g) continue;
        ++outcome_.chunks_checked;
        if (chunks[static_cast<std::size_t>(c)] != Expected(g, c))
          Fail(fmt::format("gpu {} ends with a wrong chunk {}", g, c));
      }
    }
  }

  const MscclAlgorithm& algorithm_;
  Stage stage_;
  std::int64_t gpus_;
  std::int64_t own_ = 1;  // chunks per block
  std::vector<Gpu> state_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::deque<Chunks>> in_flight_;
  MscclOutcome outcome_;
};

}  // namespace

MscclOutcome Replay(const MscclAlgorithm& algorithm, ReplayOrder order, const Progress& progress) {
  return Machine(algorithm, progress).Run(order);
}

}  // namespace toroid
