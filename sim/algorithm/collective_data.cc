// Initial data: a keyed hash of process and element for what a process has (A1.6), 0 elsewhere.
#include "sim/algorithm/collective_data.h"

#include <algorithm>
#include <cassert>

#include "gen/support/integers.h"

namespace toroid {

CollectiveData::CollectiveData(std::shared_ptr<const CollectiveProgram> program, Process nodes,
                               const Operands& operands)
    : program_(std::move(program)),
      processes_(program_->ranks.empty() ? nodes : static_cast<Process>(program_->ranks.size())),
      processes_at_(program_->ranks.empty() ? 0 : nodes, 0),
      operands_(operands),
      flit_bits_(operands.flit_bits),
      buffers_(processes_, Elements(program_->elements, flit_bits_)) {
  for (Process n = 0; n < program_->ranks.size(); ++n)
    processes_at_[program_->ranks[n].index()] = n;
  for (Process n = 0; n < processes_; ++n) {
    const auto [first, end] = OwnElements(n);
    for (std::uint64_t e = first; e < end; ++e) operands_.Fill(n, e, buffers_[n][e]);
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

ConstElement CollectiveData::Folded(std::vector<bool> there, Elements& words) const {
  for (const auto& [parent, child] : program_->joins) {
    const Process to = ProcessAt(parent), from = ProcessAt(child);
    if (!there[from]) continue;
    if (there[to]) {
      Combine(operands_.by, words[to], words[from], flit_bits_);
    } else {
      Copy(words[from], words[to]);
    }
    there[to] = true;
  }
  return words[ProcessAt(program_->task.root)];
}

// The same for all that leave.
const std::vector<std::uint32_t>& CollectiveData::Sum() {
  if (!sum_.empty()) return sum_;
  const std::size_t width = WordsOf(flit_bits_);
  sum_.resize(SizeOf(program_->elements, width));
  std::vector<bool> enters(processes_, false);
  for (const Operation& message : program_->operations)
    if (!message.leaves) enters[ProcessAt(NodeId{message.from})] = true;
  Elements words(processes_, flit_bits_);
  for (std::size_t e = 0; e < program_->elements; ++e) {
    for (Process n = 0; n < processes_; ++n) Copy(buffers_[n][e], words[n]);
    Copy(Folded(enters, words), std::span(sum_).subspan(e * width, width));
  }
  return sum_;
}

void CollectiveData::FoldOperands(std::uint64_t e, Element result) const {
  const Process root = ProcessAt(program_->task.root);
  std::vector<bool> enters(processes_, true);
  enters[root] = program_->task.kind != Collective::kReduce;
  Elements words(processes_, flit_bits_);
  for (Process n = 0; n < processes_; ++n) operands_.Fill(n, e, words[n]);
  const bool last = !enters[root];
  Copy(Folded(std::move(enters), words), result);
  if (!last) return;
  operands_.Fill(root, e, words[root]);
  Combine(operands_.by, result, words[root], flit_bits_);
}

void CollectiveData::Receive(std::uint32_t number, std::span<const std::uint32_t> words) {
  const Operation& message = program_->operations[number];
  Elements& buffer = buffers_[ProcessAt(NodeId{message.to})];
  sum_.clear();
  const std::size_t width = WordsOf(flit_bits_);
  ForElements(message.to_content, [&](std::uint64_t element, std::size_t place) {
    const ConstElement arrived = words.subspan(place * width, width);
    if (message.adds) {
      Combine(operands_.by, buffer[element], arrived, flit_bits_);
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
  SerialResult serial(operands_, processes_);
  const bool in_order = operands_.by == WordOperator::kFloat32 && !program_->joins.empty();
  for (std::uint64_t e = 0; e < program_->elements; ++e) {
    const std::uint32_t owner = OwnerOf(e);
    const auto source = SourceOf(owner);
    if (source) {
      operands_.Fill(*source, e, expected[0]);
    } else if (in_order) {
      FoldOperands(e, expected[0]);
    } else {
      serial.Compute(e);
    }
    for (Process n = 0; n < processes_; ++n) {
      if (!Gets(n, owner)) continue;
      if (source || in_order) {
        Compare(result, n, e, expected[0], buffers_[n][e]);
      } else {
        serial.CompareWith(buffers_[n][e], n, result);
      }
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
        operands_.Fill(s, n * block + e, expected[0]);
        const ConstElement seen = buffers_[n][(processes_ + s) * block + e];
        Compare(result, n, s * block + e, expected[0], seen);
      }
    }
  }
  return result;
}

}  // namespace toroid
