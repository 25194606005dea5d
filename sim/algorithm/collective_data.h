// Contents of the messages of a collective program, and the check that every process ends with the
// right data: docs/spec/collectives.md, section 3.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/collective/program.h"
#include "sim/algorithm/algorithm.h"
#include "sim/algorithm/elements.h"
#include "sim/algorithm/serial.h"

namespace toroid {

// The buffers of all processes: `nodes`, or the ranks of the program. The runner of the program
// asks for the words of each message when it is offered, carries them, and hands over the words
// that arrived. Example, a broadcast of one element, root 0: Send(0) gives 5, Receive(0, 5); both
// processes have 5.
class CollectiveData : public MessageData {
 public:
  CollectiveData(std::shared_ptr<const CollectiveProgram> program, Process nodes,
                 const Operands& operands);

  // Writes the current content of message `number`: WordsOf(flit_bits) words for each of its
  // flits. Of one that leaves the network's tree, what comes of all that enters it.
  void Send(std::uint32_t number, std::span<std::uint32_t> words);
  // Stores the content of the message as it arrived, in the same form.
  void Receive(std::uint32_t number, std::span<const std::uint32_t> words);
  // Compares every element that had to come from another process with a serial computation.
  AlgorithmResult Check() const override;

  void Fill(const MessageOfRound& m, std::span<std::uint32_t> words) override {
    Send(m.number, words);
  }
  void Take(const MessageOfRound& m, std::span<const std::uint32_t> words) override {
    Receive(m.number, words);
  }
  bool TakesBeforeNext() const override { return true; }

 private:
  // What comes of all that enters the network's tree, element by element.
  const std::vector<std::uint32_t>& Sum();
  // What the root has of the words of those processes that are `there`, in the tree's order
  // (IN4.3). Combines them in place.
  ConstElement Folded(std::vector<bool> there, Elements& words) const;
  // All processes' words of an element, likewise; for a reduce the root's own comes last (IN4.7).
  void FoldOperands(std::uint64_t e, Element result) const;
  // Calls do(element of the buffer, place in the message) for all elements of a content.
  template <class Do>
  void ForElements(std::uint32_t number, Do what) const;
  // The elements that a process has at first: [first, second).
  std::pair<std::uint64_t, std::uint64_t> OwnElements(Process n) const;
  bool Gets(Process n, Process owner) const;
  std::optional<Process> SourceOf(Process owner) const;
  AlgorithmResult CheckVectors() const;
  AlgorithmResult CheckExchange() const;
  std::uint32_t OwnerOf(std::uint64_t element) const;

  std::shared_ptr<const CollectiveProgram> program_;
  Process ProcessAt(NodeId node) const {
    return processes_at_.empty() ? node.value() : processes_at_[node.index()];
  }

  Process processes_;
  std::vector<Process> processes_at_;  // by node, if processes are ranks of some of them
  Operands operands_;
  int flit_bits_;
  std::vector<Elements> buffers_;   // by process
  std::vector<std::uint32_t> sum_;  // empty: to be computed
};

}  // namespace toroid
