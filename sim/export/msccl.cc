// A GPU has a block of steps for each GPU that it sends to, and one for each that it receives from;
// the messages between two GPUs are the steps of two such blocks, in the order of the program. What
// a message comes after are steps of other blocks. A step names one of these at most, so steps that
// do nothing stand before it for the others.
#include "sim/export/msccl.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace toroid {
namespace {

// As MSCCL calls it; none: it has no such operation in one file with the data of the task.
std::optional<std::string_view> NameOf(Collective kind) {
  switch (kind) {
    case Collective::kReduceScatter: return "reduce_scatter";
    case Collective::kAllGather: return "allgather";
    case Collective::kAllReduce: return "allreduce";
    case Collective::kExchange: return "alltoall";
    default: return std::nullopt;
  }
}

// Elements that are sent together in every message and every block: a chunk.
std::uint64_t ChunkOf(const CollectiveProgram& program) {
  std::uint64_t chunk = program.elements;
  if (program.task.kind == Collective::kExchange)
    chunk = static_cast<std::uint64_t>(program.task.flits);
  for (const ElementRange& range : program.ranges)
    chunk = std::gcd(std::gcd(chunk, range.first), std::uint64_t{range.count});
  return chunk;
}

// Where a step is: of a GPU.
struct StepPlace {
  int block = 0;
  int step = 0;
};

class MscclMaker {
 public:
  MscclMaker(const CollectiveProgram& program, std::uint32_t nodes)
      : program_(program),
        nodes_(nodes),
        chunk_(static_cast<std::int64_t>(ChunkOf(program))),
        sent_(program.transfers.size()),
        received_(program.transfers.size()) {
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
    for (std::uint32_t i = 0; i < program_.transfers.size(); ++i) AddTransfer(i);
    if (exchanges()) CopyOwnBlocks();
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
  // Of an exchange: what a process has besides its input and output.
  std::int64_t ScratchChunks() const {
    return exchanges() ? static_cast<std::int64_t>(program_.elements) / chunk_ - 2 * Chunks() : 0;
  }

  // In place, all is in the buffer of the whole; of an exchange the output is behind the input, and
  // behind it what is on its way.
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
    }
    return found->second;
  }

  MscclBlock& At(std::uint32_t gpu, int block) {
    return algorithm_.gpus[gpu].blocks[static_cast<std::size_t>(block)];
  }

  StepPlace AddStep(std::uint32_t gpu, int block, const MscclStep& step) {
    auto& steps = At(gpu, block).steps;
    steps.push_back(step);
    return {block, static_cast<int>(steps.size()) - 1};
  }

  // The last steps of other blocks that the transfer comes after, one of each block.
  std::map<int, int> BlockersOf(const Transfer& transfer, int block) const {
    std::map<int, int> blockers;
    for (const std::uint32_t before : program_.AfterOf(transfer)) {
      const bool arrives = program_.transfers[before].to == transfer.from;
      const StepPlace place = arrives ? received_[before] : sent_[before];
      if (place.block == block) continue;
      int& last = blockers.try_emplace(place.block, place.step).first->second;
      last = std::max(last, place.step);
    }
    return blockers;
  }

  void AddTransfer(std::uint32_t number) {
    const Transfer& transfer = program_.transfers[number];
    const std::uint32_t from = transfer.from.value();
    const std::uint32_t to = transfer.to.value();
    const int sender = BlockOf(from, to, true);
    const int receiver = BlockOf(to, from, false);
    std::map<int, int> blockers = BlockersOf(transfer, sender);
    const auto kind = transfer.adds ? MscclKind::kReceiveReduce : MscclKind::kReceive;
    for (const auto& [source, target, count] : PiecesOf(transfer)) {
      MscclStep send{.kind = MscclKind::kSend, .from = source, .to = target, .count = count};
      AwaitAll(from, sender, blockers, send);
      sent_[number] = AddStep(from, sender, send);
      received_[number] =
          AddStep(to, receiver, {.kind = kind, .from = target, .to = target, .count = count});
      blockers.clear();
    }
  }

  struct Piece {
    MscclPlace source, target;
    std::int64_t count;
  };
  // What is together in both buffers. The two lists of ranges have the same elements in all.
  std::vector<Piece> PiecesOf(const Transfer& transfer) const {
    const auto sources = program_.RangesOf(program_.contents[transfer.content]);
    const auto targets = program_.RangesOf(program_.contents[transfer.to_content]);
    std::vector<Piece> pieces;
    std::size_t s = 0;
    std::size_t t = 0;
    std::uint32_t s_done = 0;
    std::uint32_t t_done = 0;
    while (s < sources.size() && t < targets.size()) {
      const std::uint32_t count = std::min(sources[s].count - s_done, targets[t].count - t_done);
      pieces.push_back(
          {PlaceOf(sources[s].first + s_done), PlaceOf(targets[t].first + t_done), count / chunk_});
      if ((s_done += count) == sources[s].count) ++s, s_done = 0;
      if ((t_done += count) == targets[t].count) ++t, t_done = 0;
    }
    return pieces;
  }

  void AwaitAll(std::uint32_t gpu, int block, const std::map<int, int>& blockers, MscclStep& step) {
    std::size_t left = blockers.size();
    for (const auto& [other, last] : blockers) {
      At(gpu, other).steps[static_cast<std::size_t>(last)].awaited = true;
      MscclStep waits = --left == 0 ? step : MscclStep{};
      waits.block = other;
      waits.step = last;
      if (left == 0) {
        step = waits;
      } else {
        AddStep(gpu, block, waits);
      }
    }
  }

  // What a process keeps of its blocks in an exchange.
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

  const CollectiveProgram& program_;
  std::uint32_t nodes_;
  std::int64_t chunk_;  // elements
  MscclAlgorithm algorithm_;
  std::vector<std::map<std::uint32_t, int>> send_blocks_, receive_blocks_;  // by GPU, by partner
  std::vector<StepPlace> sent_, received_;  // by transfer: the last step
};

}  // namespace

Result<MscclAlgorithm> MscclOf(const CollectiveProgram& program, std::uint32_t nodes,
                               const std::string& file) {
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
  return MscclMaker(program, nodes).Make();
}

}  // namespace toroid
