// Initial data: a keyed hash of process and element for what a process has (A1.6), 0 elsewhere.
#include "sim/algorithm/collective_data.h"

#include <algorithm>
#include <cassert>

#include "gen/support/integers.h"
#include "sim/algorithm/serial.h"

namespace toroid {

CollectiveData::CollectiveData(std::shared_ptr<const CollectiveProgram> program, Process nodes,
                               int flit_bits, std::uint64_t seed)
    : program_(std::move(program)),
      processes_(program_->ranks.empty() ? nodes : static_cast<Process>(program_->ranks.size())),
      processes_at_(program_->ranks.empty() ? 0 : nodes, 0),
      flit_bits_(flit_bits),
      seed_(seed),
      buffers_(processes_, Elements(program_->elements, flit_bits)) {
  for (Process n = 0; n < program_->ranks.size(); ++n)
    processes_at_[program_->ranks[n].index()] = n;
  for (Process n = 0; n < processes_; ++n) {
    const auto [first, end] = OwnElements(n);
    for (std::uint64_t e = first; e < end; ++e) FillAddend(seed_, flit_bits_, n, e, buffers_[n][e]);
  }
}

std::pair<std::uint64_t, std::uint64_t> CollectiveData::OwnElements(Process n) const {
  const std::uint64_t elements = program_->elements;
  switch (program_->task.kind) {
    case Collective::kAllGather:
    case Collective::kGather:
      return {BlockStart(elements, n, processes_), BlockStart(elements, n + 1, processes_)};
    case Collective::kExchange:
      return {0, processes_ * static_cast<std::uint64_t>(program_->task.flits)};
    case Collective::kBroadcast:
    case Collective::kScatterBlocks: return {0, n == ProcessAt(program_->task.root) ? elements : 0};
    default: return {0, elements};
  }
}

template <class Do>
void CollectiveData::ForElements(std::uint32_t number, Do what) const {
  const Content& content = program_->contents[number];
  std::size_t place = 0;
  for (const ElementRange& range : program_->RangesOf(content)) {
    for (std::uint32_t i = 0; i < range.count; ++i) what(range.first + i, place++);
  }
}

void CollectiveData::Send(std::uint32_t number, std::span<std::uint32_t> words) {
  const Operation& message = program_->operations[number];
  if (!message.enters) {
    std::ranges::copy(Sum(), words.begin());
    return;
  }
  const Elements& buffer = buffers_[ProcessAt(NodeId{message.from})];
  const std::size_t width = WordsOf(flit_bits_);
  ForElements(message.content, [&](std::uint64_t element, std::size_t place) {
    Copy(buffer[element], words.subspan(place * width, width));
  });
}

// The same for all that leave.
const std::vector<std::uint32_t>& CollectiveData::Sum() {
  if (!sum_.empty()) return sum_;
  const std::size_t width = WordsOf(flit_bits_);
  sum_.resize(SizeOf(program_->elements, width));
  for (const Operation& message : program_->operations) {
    if (message.leaves) continue;
    const Elements& buffer = buffers_[ProcessAt(NodeId{message.from})];
    ForElements(message.content, [&](std::uint64_t element, std::size_t place) {
      AddTo(std::span(sum_).subspan(place * width, width), buffer[element], flit_bits_);
    });
  }
  return sum_;
}

void CollectiveData::Receive(std::uint32_t number, std::span<const std::uint32_t> words) {
  const Operation& message = program_->operations[number];
  Elements& buffer = buffers_[ProcessAt(NodeId{message.to})];
  sum_.clear();
  const std::size_t width = WordsOf(flit_bits_);
  ForElements(message.to_content, [&](std::uint64_t element, std::size_t place) {
    const ConstElement arrived = words.subspan(place * width, width);
    if (message.adds) {
      AddTo(buffer[element], arrived, flit_bits_);
    } else {
      Copy(arrived, buffer[element]);
    }
  });
}

// The process whose block an element is in.
std::uint32_t CollectiveData::OwnerOf(std::uint64_t element) const {
  auto n = static_cast<std::uint32_t>(element * processes_ / program_->elements);
  while (BlockStart(program_->elements, n + 1, processes_) <= element) ++n;
  return n;
}

AlgorithmResult CollectiveData::Check() const {
  return program_->task.kind == Collective::kExchange ? CheckExchange() : CheckVectors();
}

// Whether process n must receive the block of `owner` from another process.
bool CollectiveData::Gets(Process n, Process owner) const {
  const Process root = ProcessAt(program_->task.root);
  switch (program_->task.kind) {
    case Collective::kReduceScatter: return n == owner;
    case Collective::kAllGather: return n != owner;
    case Collective::kBroadcast: return n != root;
    case Collective::kReduce: return n == root;
    case Collective::kGather: return n == root && n != owner;
    case Collective::kScatterBlocks: return n == owner && n != root;
    default: return true;
  }
}

// The process whose elements are carried unchanged; none where elements are summed.
std::optional<Process> CollectiveData::SourceOf(Process owner) const {
  switch (program_->task.kind) {
    case Collective::kAllGather:
    case Collective::kGather: return owner;
    case Collective::kBroadcast:
    case Collective::kScatterBlocks: return ProcessAt(program_->task.root);
    default: return std::nullopt;
  }
}

AlgorithmResult CollectiveData::CheckVectors() const {
  const Collective kind = program_->task.kind;
  AlgorithmResult result{.algorithm = std::string(ToString(kind))};
  Elements expected(1, flit_bits_);
  for (std::uint64_t e = 0; e < program_->elements; ++e) {
    const std::uint32_t owner = OwnerOf(e);
    if (const auto source = SourceOf(owner)) {
      FillAddend(seed_, flit_bits_, *source, e, expected[0]);
    } else {
      SerialSum(seed_, flit_bits_, processes_, e, expected[0]);
    }
    for (Process n = 0; n < processes_; ++n) {
      if (Gets(n, owner)) Compare(result, n, e, expected[0], buffers_[n][e]);
    }
  }
  return result;
}

// The block from s is behind all that are sent, in place s; it was in place n of what s sends.
AlgorithmResult CollectiveData::CheckExchange() const {
  AlgorithmResult result{.algorithm = std::string(ToString(Collective::kExchange))};
  const auto block = static_cast<std::uint64_t>(program_->task.flits);
  Elements expected(1, flit_bits_);
  for (Process n = 0; n < processes_; ++n) {
    for (Process s = 0; s < processes_; ++s) {
      for (std::uint64_t e = 0; e < block && s != n; ++e) {
        FillAddend(seed_, flit_bits_, s, n * block + e, expected[0]);
        const ConstElement seen = buffers_[n][(processes_ + s) * block + e];
        Compare(result, n, s * block + e, expected[0], seen);
      }
    }
  }
  return result;
}

}  // namespace toroid
