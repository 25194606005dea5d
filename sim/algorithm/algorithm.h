// Message-passing programs that run over a simulated network. A process computes what it sends from
// what it received, and the result is compared with a serial computation. Definitions:
// docs/spec/algorithms.md.
//
// An algorithm knows processes (the nodes of a hypercube guest, 0 .. 2^d - 1) and rounds, but no
// network. For each round in turn, its runner asks for the words of every message (Send), carries
// them, and hands over the words of every message that arrived (Receive). All messages of a round
// are thus computed before any of that round is received. Example, one cube dimension, all-reduce
// of one element: Send(0, 0, 1) gives 5, Send(0, 1, 0) gives 7, Receive(0, 0, 1, 5), Receive(0, 1,
// 0, 7); both processes now hold 12.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/program/operator.h"
#include "gen/program/program.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// The messages of one round: every process sends one to each partner.
struct Round {
  // partners differ in the cube dimensions of its task; a round without a task (count 0) lists
  // `distances`
  Iteration iteration;
  int message_flits = 1;
  // 1 .. processes-1, in the order in which messages are offered
  std::vector<std::uint32_t> distances = {};
  // the partner at distance r is (n + r) mod processes; otherwise n xor r
  bool shifts = false;
};
// The partner to which `from` sends at one of the round's distances.
Process PartnerAt(const Round& round, Process from, std::uint32_t distance,
                  std::uint32_t processes);

struct Mismatch {
  Process process = 0;
  std::uint64_t index = 0;  // index of the element in the process' result
  std::string expected;
  std::string seen;
};

// Result of the comparison with the serial computation. An element is the content of one flit.
struct AlgorithmResult {
  std::string algorithm;
  std::uint64_t elements_checked = 0;
  std::uint64_t wrong = 0;
  // set where results are rounded; the algorithm defines its unit
  std::optional<double> largest_error = {};
  std::optional<Mismatch> first_wrong = {};
};

// Number of 32-bit words of an element of `bits` bits.
constexpr std::size_t WordsOf(int bits) { return (static_cast<std::size_t>(bits) + 31) / 32; }

// A message of a program that is played in rounds.
struct MessageOfRound {
  std::size_t round = 0;
  std::uint32_t number = 0;  // of its operation
  Process from = 0, to = 0;
};

// What a program's messages carry: its player asks for the words of each message when it is
// offered, carries them, and hands over the words that arrived. Words are least significant first,
// WordsOf(flit_bits) for each element, the bits beyond the flit width 0; they are wrong if the
// network is.
class MessageData {
 public:
  virtual ~MessageData() = default;
  // Writes the current content of the message.
  virtual void Fill(const MessageOfRound& message, std::span<std::uint32_t> words) = 0;
  // Stores the content of the message as it arrived.
  virtual void Take(const MessageOfRound& message, std::span<const std::uint32_t> words) = 0;
  // Whether a message is taken when one that comes after it is offered; else all are taken at the
  // end of the round, and those of a round are computed before any of it is taken.
  virtual bool TakesBeforeNext() const = 0;
  // Compares the result with a serial computation that shares only the input. Call at the end.
  virtual AlgorithmResult Check() const = 0;
};

class Algorithm : public MessageData {
 public:
  // Constant from construction on, so that the runner can plan all rounds beforehand.
  virtual const std::vector<Round>& rounds() const = 0;
  // Writes the message from `from` to `to`: message_flits elements of WordsOf(flit_bits) words
  // each, least significant first, the bits beyond the flit width 0.
  virtual void Send(std::size_t round, Process from, Process to,
                    std::span<std::uint32_t> words) = 0;
  // Hands over the message as it arrived, in the same form; the words are wrong if the network is.
  virtual void Receive(std::size_t round, Process from, Process to,
                       std::span<const std::uint32_t> words) = 0;

  void Fill(const MessageOfRound& m, std::span<std::uint32_t> words) final {
    Send(m.round, m.from, m.to, words);
  }
  void Take(const MessageOfRound& m, std::span<const std::uint32_t> words) final {
    Receive(m.round, m.from, m.to, words);
  }
  bool TakesBeforeNext() const final { return false; }
};

struct AlgorithmSetting {
  int dimensions = 1;  // d: 2^d processes
  int flit_bits = 32;  // payload of a flit, a multiple of 8, 8 to 640
  std::uint64_t seed = 1;
  WordOperator by = WordOperator::kSum;  // of reductions
};

// The order of the blocks in a message of the CC-cube exchange. Pipelining needs kReversed;
// kForward exists to show that it does.
enum class BlockOrder { kReversed, kForward };

// Complete exchange of blocks of `block_flits` elements. `pipelining` is 1 to block_flits *
// 2^(d-1).
std::unique_ptr<Algorithm> MakeCubeExchange(const AlgorithmSetting& setting, int block_flits,
                                            int pipelining,
                                            BlockOrder order = BlockOrder::kReversed);
// Complete exchange by other methods (docs/spec/algorithms.md A2.4 to A2.6). None is pipelined.
std::unique_ptr<Algorithm> MakeBinaryExchange(const AlgorithmSetting& setting, int block_flits);
std::unique_ptr<Algorithm> MakeDirectExchange(const AlgorithmSetting& setting, int block_flits);
std::unique_ptr<Algorithm> MakeRingExchange(const AlgorithmSetting& setting, int block_flits);
// Fourier transform of points * 2^d complex points; a power of two, flit_bits >= 64, `pipelining`
// is 1 to `points`.
std::unique_ptr<Algorithm> MakeFft(const AlgorithmSetting& setting, int points, int pipelining);
// Sorts keys * 2^d keys: those of a process ascend, and none is above one of the next process.
std::unique_ptr<Algorithm> MakeBitonicSort(const AlgorithmSetting& setting, int keys);
// Combines vectors of `elements`; `pipelining` is 1 to `elements`.
std::unique_ptr<Algorithm> MakeAllReduce(const AlgorithmSetting& setting, int elements,
                                         int pipelining);
// Every process gets the `elements` of each, in the order of processes.
std::unique_ptr<Algorithm> MakeAllGather(const AlgorithmSetting& setting, int elements);

}  // namespace toroid
