// A GPU has a block of steps for each GPU that it sends to, and one for each that it receives from.
// The messages between two GPUs are the steps of two such blocks, in program order. A message may
// depend on steps of other blocks that have no number yet, so steps are drafts first. A step can
// depend on only one step of another block, so empty steps before it carry further dependences.
#include "sim/export/msccl.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "gen/support/text.h"
#include "sim/export/workload_of.h"

namespace toroid {
namespace {

// MSCCL's name; none if it has no such operation in one file with the data of the task.
std::optional<std::string_view> NameOf(Collective kind) {
  switch (kind) {
    case Collective::kReduceScatter: return "reducescatter";
    case Collective::kAllGather: return "allgather";
    case Collective::kAllReduce: return "allreduce";
    case Collective::kExchange: return "alltoall";
    default: return std::nullopt;
  }
}

// Elements that every message and every block send together: a chunk.
std::uint64_t ChunkOf(const CollectiveProgram& program) {
  std::uint64_t chunk = program.elements;
  if (program.task.kind == Collective::kExchange)
    chunk = static_cast<std::uint64_t>(program.task.flits);
  for (const ElementRange& range : program.ranges)
    chunk = std::gcd(std::gcd(chunk, range.first), std::uint64_t{range.count});
  return chunk;
}

// The position of a step's draft in a GPU.
struct DraftPlace {
  int block = 0;
  std::size_t draft = 0;
};

// A message's last step at one of its ends.
struct EndOfMessage {
  std::uint32_t message = 0;
  bool received = false;
};

struct StepDraft {
  MscclStep step;
  std::vector<EndOfMessage> after;  // of the same GPU
  int number = 0;                   // of the step, once known
};

class MscclMaker {
 public:
  MscclMaker(const CollectiveProgram& program, std::uint32_t nodes, const Progress& progress)
      : program_(program),
        nodes_(nodes),
        chunk_(static_cast<std::int64_t>(ChunkOf(program))),
        order_(DataOrderOf(program, progress)),
        stage_(progress, "listing steps"),
        sent_(program.operations.size()),
        received_(program.operations.size()),
        drafts_(nodes) {
    algorithm_.gpus.resize(nodes);
    send_blocks_.resize(nodes);
    receive_blocks_.resize(nodes);
  }

  MscclAlgorithm Make() && {
    algorithm_.collective = *NameOf(program_.task.kind);
    algorithm_.in_place = !exchanges();
    algorithm_.chunks = Chunks();
    for (MscclGpu& gpu : algorithm_.gpus) {
      gpu.inputs = gathers() ? algorithm_.chunks / nodes_ : algorithm_.chunks;
      gpu.outputs = reduces_and_scatters() ? algorithm_.chunks / nodes_ : algorithm_.chunks;
      gpu.scratch = ScratchChunks();
    }
    for (std::uint32_t i = 0; i < program_.operations.size(); ++i) AddMessage(i);
    for (std::uint32_t n = 0; n < nodes_; ++n) FinishSteps(n);
    if (exchanges()) CopyOwnBlocks();
    SetChannels();
    return std::move(algorithm_);
  }

 private:
  bool exchanges() const { return program_.task.kind == Collective::kExchange; }
  bool gathers() const { return program_.task.kind == Collective::kAllGather; }
  bool reduces_and_scatters() const { return program_.task.kind == Collective::kReduceScatter; }

  std::int64_t Chunks() const {
    return exchanges() ? nodes_ * program_.task.flits / chunk_
                       : static_cast<std::int64_t>(program_.elements) / chunk_;
  }
  // Chunks of a process besides its input and output; needed by an exchange only.
  std::int64_t ScratchChunks() const {
    return exchanges() ? static_cast<std::int64_t>(program_.elements) / chunk_ - 2 * Chunks() : 0;
  }

  // In place, the whole buffer holds everything; in an exchange the output follows the input, and
  // data in transit follows the output.
  MscclPlace PlaceOf(std::uint64_t element) const {
    const std::int64_t chunk = static_cast<std::int64_t>(element) / chunk_;
    if (!exchanges()) return {gathers() ? 'o' : 'i', chunk};
    if (chunk < Chunks()) return {'i', chunk};
    if (chunk < 2 * Chunks()) return {'o', chunk - Chunks()};
    return {'s', chunk - 2 * Chunks()};
  }

  int BlockOf(std::uint32_t gpu, std::uint32_t partner, bool sends) {
    auto& known = (sends ? send_blocks_ : receive_blocks_)[gpu];
    auto& blocks = algorithm_.gpus[gpu].blocks;
    const auto [found, fresh] = known.try_emplace(partner, static_cast<int>(blocks.size()));
    if (fresh) {
      MscclBlock& block = blocks.emplace_back();
      (sends ? block.send : block.receive) = static_cast<int>(partner);
      drafts_[gpu].emplace_back();
    }
    return found->second;
  }

  MscclBlock& At(std::uint32_t gpu, int block) {
    return algorithm_.gpus[gpu].blocks[static_cast<std::size_t>(block)];
  }

  DraftPlace AddDraft(std::uint32_t gpu, int block, StepDraft draft) {
    auto& drafts = drafts_[gpu][static_cast<std::size_t>(block)];
    drafts.push_back(std::move(draft));
    return {block, drafts.size() - 1};
  }

  // The steps that the message comes after in the program.
  std::vector<EndOfMessage> BeforeSending(const Operation& message) const {
    std::vector<EndOfMessage> ends;
    for (const Event event : program_.AfterOf(message))
      ends.push_back({event.operation(), !event.is_start()});
    return ends;
  }

  // The steps that must not have the sum yet, and the step of the sum before: two steps that add to
  // one chunk at the same time would lose one of them.
  std::vector<EndOfMessage> BeforeAdding(std::uint32_t number) const {
    std::vector<EndOfMessage> ends;
    for (const std::uint32_t sent : order_[number].sends) ends.push_back({sent, false});
    if (const auto arrival = order_[number].arrival) ends.push_back({*arrival, true});
    return ends;
  }

  void AddMessage(std::uint32_t number) {
    stage_.Tick();
    const Operation& message = program_.operations[number];
    const Process from = message.from, to = message.to;
    const int sender = BlockOf(from, to, true);
    const int receiver = BlockOf(to, from, false);
    std::vector<EndOfMessage> before_sending = BeforeSending(message);
    std::vector<EndOfMessage> before_adding = BeforeAdding(number);
    const auto kind = message.adds ? MscclKind::kReceiveReduce : MscclKind::kReceive;
    for (const auto& [source, target, count] : PiecesOf(message)) {
      const MscclStep send{.kind = MscclKind::kSend, .from = source, .to = target, .count = count};
      const MscclStep receive{.kind = kind, .from = target, .to = target, .count = count};
      sent_[number] = AddDraft(from, sender, {send, std::exchange(before_sending, {})});
      received_[number] = AddDraft(to, receiver, {receive, std::exchange(before_adding, {})});
    }
  }

  struct Piece {
    MscclPlace source, target;
    std::int64_t count;
  };
  // Pieces that are contiguous in both buffers, within the limit of a step. The two lists of ranges
  // have the same number of elements.
  std::vector<Piece> PiecesOf(const Operation& message) const {
    const auto sources = program_.RangesOf(program_.contents[message.content]);
    const auto targets = program_.RangesOf(program_.contents[message.to_content]);
    std::vector<Piece> pieces;
    std::size_t s = 0;
    std::size_t t = 0;
    std::uint32_t s_done = 0;
    std::uint32_t t_done = 0;
    while (s < sources.size() && t < targets.size()) {
      const auto count = static_cast<std::uint32_t>(
          std::min<std::uint64_t>({sources[s].count - s_done, targets[t].count - t_done,
                                   static_cast<std::uint64_t>(MscclLimits::kCount * chunk_)}));
      pieces.push_back(
          {PlaceOf(sources[s].first + s_done), PlaceOf(targets[t].first + t_done), count / chunk_});
      if ((s_done += count) == sources[s].count) ++s, s_done = 0;
      if ((t_done += count) == targets[t].count) ++t, t_done = 0;
    }
    return pieces;
  }

  // The last drafts of other blocks that this draft comes after, at most one of each block.
  std::map<int, std::size_t> BlockersOf(const StepDraft& draft, int block) {
    stage_.Tick(0);
    std::map<int, std::size_t> blockers;
    for (const auto& [message, received] : draft.after) {
      const DraftPlace place = (received ? received_ : sent_)[message];
      if (place.block == block) continue;
      std::size_t& last = blockers.try_emplace(place.block, place.draft).first->second;
      last = std::max(last, place.draft);
    }
    return blockers;
  }

  // All steps get their numbers before any names another's.
  void FinishSteps(std::uint32_t gpu) {
    auto& blocks = drafts_[gpu];
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      int next = 0;
      for (StepDraft& draft : blocks[b]) {
        const std::size_t blockers = BlockersOf(draft, static_cast<int>(b)).size();
        next += std::max(static_cast<int>(blockers), 1);
        draft.number = next - 1;
      }
    }
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const StepDraft& draft : blocks[b]) AddSteps(gpu, static_cast<int>(b), draft);
    for (const MscclBlock& block : algorithm_.gpus[gpu].blocks)
      for (const MscclStep& step : block.steps)
        if (step.block >= 0)
          At(gpu, step.block).steps[static_cast<std::size_t>(step.step)].awaited = true;
  }

  void AddSteps(std::uint32_t gpu, int block, const StepDraft& draft) {
    auto& steps = At(gpu, block).steps;
    for (const auto& [other, last] : BlockersOf(draft, block)) {
      const int number = drafts_[gpu][static_cast<std::size_t>(other)][last].number;
      MscclStep& nothing = steps.emplace_back();
      nothing.block = other;
      nothing.step = number;
    }
    if (steps.size() <= static_cast<std::size_t>(draft.number)) steps.emplace_back();
    const MscclStep waits = std::exchange(steps.back(), draft.step);
    steps.back().block = waits.block;
    steps.back().step = waits.step;
  }

  // Copies a process' own blocks in an exchange.
  void CopyOwnBlocks() {
    const std::int64_t block = Chunks() / nodes_;
    for (std::uint32_t n = 0; n < nodes_; ++n) {
      MscclBlock& copies = algorithm_.gpus[n].blocks.emplace_back();
      copies.steps.push_back({.kind = MscclKind::kCopy,
                              .from = {'i', n * block},
                              .to = {'o', n * block},
                              .count = block});
    }
  }

  // Assigns channels by the distance between the numbers of a GPU and its partner: each GPU sends
  // to one and receives from one partner at each distance, so a channel takes as many distances as
  // partners.
  void SetChannels() {
    std::map<std::uint32_t, int> distances;
    const auto distance = [&](std::uint32_t from, std::uint32_t to) {
      return (to + nodes_ - from) % nodes_;
    };
    for (std::uint32_t n = 0; n < nodes_; ++n)
      for (const auto& [partner, block] : send_blocks_[n]) distances[distance(n, partner)] = 0;
    int place = 0;
    for (auto& [one, channel] : distances)
      channel = place++ / static_cast<int>(MscclLimits::kPeersOfChannel);
    for (std::uint32_t n = 0; n < nodes_; ++n) {
      for (const auto& [partner, block] : send_blocks_[n])
        At(n, block).channel = distances[distance(n, partner)];
      for (const auto& [partner, block] : receive_blocks_[n])
        At(n, block).channel = distances[distance(partner, n)];
    }
  }

  const CollectiveProgram& program_;
  std::uint32_t nodes_;
  std::int64_t chunk_;            // elements
  std::vector<AddsAfter> order_;  // by message
  Stage stage_;
  MscclAlgorithm algorithm_;
  std::vector<std::map<std::uint32_t, int>> send_blocks_, receive_blocks_;  // by GPU, by partner
  std::vector<DraftPlace> sent_, received_;                  // by message: the last step
  std::vector<std::vector<std::vector<StepDraft>>> drafts_;  // by GPU, by block
};

// The largest sizes of a GPU, or a block, of the algorithm.
struct Sizes {
  std::int64_t blocks = 0, steps = 0, channels = 0, chunks = 0, elements = 0;
};

Sizes SizesOf(const MscclAlgorithm& algorithm) {
  Sizes most{.chunks = algorithm.chunks};
  for (const MscclGpu& gpu : algorithm.gpus) {
    std::int64_t elements = 1 + std::ssize(algorithm.gpus) + std::ssize(gpu.blocks);
    for (const MscclBlock& block : gpu.blocks) {
      most.steps = std::max<std::int64_t>(most.steps, std::ssize(block.steps));
      most.channels = std::max<std::int64_t>(most.channels, block.channel + 1);
      elements += std::ssize(block.steps);
    }
    most.blocks = std::max<std::int64_t>(most.blocks, std::ssize(gpu.blocks));
    most.chunks = std::max(most.chunks, gpu.scratch);
    most.elements = std::max(most.elements, elements);
  }
  return most;
}

// Each limit that the algorithm exceeds; empty if it fits.
std::vector<std::string> MisfitsOf(const MscclAlgorithm& algorithm) {
  const Sizes has = SizesOf(algorithm);
  struct Limit {
    const char* what;
    std::int64_t has, most;
  };
  std::vector<std::string> misfits;
  for (const auto& [what, number, most] :
       {Limit{"GPUs", std::ssize(algorithm.gpus), MscclLimits::kGpus},
        Limit{"thread blocks of a GPU", has.blocks, MscclLimits::kBlocks},
        Limit{"steps of a thread block", has.steps, MscclLimits::kSteps},
        Limit{"channels", has.channels, MscclLimits::kChannels},
        Limit{"chunks of a buffer", has.chunks, MscclLimits::kChunks},
        Limit{"XML elements for a GPU", has.elements, MscclLimits::kElements}})
    if (number > most) misfits.push_back(fmt::format("{} {} (at most {})", number, what, most));
  return misfits;
}

}  // namespace

Result<MscclAlgorithm> MscclOf(const CollectiveProgram& program, std::uint32_t nodes,
                               const std::string& file, const Progress& progress) {
  if (!NameOf(program.task.kind)) {
    return Diagnostic{"--export", file,
                      "MSCCL files are written of reduce-scatter, all-gather, all-reduce and "
                      "complete-exchange alone",
                      "take another format"};
  }
  if (program.task.kind == Collective::kReduceScatter && program.elements % nodes != 0) {
    return Diagnostic{"--export", file, "MSCCL has blocks of equal length",
                      "give --elements a multiple of " + std::to_string(nodes)};
  }
  MscclAlgorithm algorithm = MscclMaker(program, nodes, progress).Make();
  if (const auto misfits = MisfitsOf(algorithm); !misfits.empty()) {
    return Diagnostic{"--export", file,
                      "does not fit the executor of MSCCL: " + Joined(misfits, ", "),
                      "take fewer elements or nodes, another --method, or another format"};
  }
  return algorithm;
}

}  // namespace toroid
