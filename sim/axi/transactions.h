// Reads and writes of AXI4 managers, from the moment they are known until they are answered.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/id.h"
#include "gen/support/random.h"
#include "gen/support/result.h"

namespace toroid::axi {

enum class Burst : std::uint8_t { kFixed, kIncr, kWrap };
enum class Response : std::uint8_t { kOkay = 0, kSlvErr = 2, kDecErr = 3 };

// What the address channel carries.
struct Request {
  std::uint64_t address = 0;
  int beats = 1;
  int size = 0;  // log2 of a beat's bytes
  Burst burst = Burst::kIncr;
  std::uint32_t cache = 0, prot = 0, qos = 0, user = 0;
  bool operator==(const Request&) const = default;
};

// The address of a beat's first byte, as AXI4 counts.
std::uint64_t BeatAddress(const Request& request, int beat);

// What a memory does (AX10.7): kMute takes requests and answers none, kStopped does not even take
// them.
enum class MemoryState : std::uint8_t { kGoes, kMute, kStopped };
struct MemoryChange {
  NodeId memory;
  Cycle from = 0;
  MemoryState state = MemoryState::kGoes;
};

struct Transaction {
  NodeId manager;
  bool write = false;
  std::uint32_t id = 0;
  Request request = {};
  Cycle earliest = 0;  // not asked for before this cycle
  // The node whose memory it reaches; none if it is answered on its way.
  std::optional<NodeId> subordinate = {};
  Response response = Response::kOkay;  // what has to come

  // The words of the bus for each beat: written, or read by the memory.
  std::vector<std::uint32_t> data = {};
  std::vector<std::uint64_t> strobes = {};  // of a write, by beat

  // The cycles in which its address was offered, and its first and last answer; -1 before that.
  Cycle asked = -1;
  Cycle first = -1;
  Cycle ended = -1;
  bool alone = false;      // no other transaction was open in the meantime
  bool timed_out = false;  // a timeout has answered in place of the memory (AX11.2)
};

// ---- what the parts of the testbench are given along with their pins ----

// Says what is wrong; the cycle and whom it is about are added.
using Complain = std::function<void(const std::string& what)>;
// Whether the receiver of a channel is ready in a cycle: of 0 R and 1 B at managers, of 2 AR, 3 AW
// and 4 W at memories.
using IsReady = std::function<bool(Cycle now, int channel)>;
// Whether a timeout has given up a transaction's memory since it was asked for.
using IsGivenUp = std::function<bool(const Transaction&)>;

// What becomes of a request, by docs/spec/axi4.md, sections 2 and 5.
inline constexpr std::uint64_t kPage = 4096;  // bytes that no burst goes beyond

// The node of an address; none if it is unmapped.
std::optional<NodeId> NodeOf(const Plan& plan, std::uint64_t address);
// Sets the subordinate and the response of the transaction.
void Decide(const Plan& plan, Transaction& transaction);

// Cycles from the address to the first answer of a transaction that is alone, of a memory that
// answers a cycle after it was asked (AX7.3, AX7.4); none where the specification does not say.
std::optional<Cycle> ZeroLoadCycles(const Plan& plan, const Transaction& transaction);

// The open transactions between managers and memories: which of them a request at a memory is of.
//
// A port of a memory does not always tell which manager has asked. Those of one manager and
// direction reach a memory in their order (AX4.2), so a request is one of the managers' next ones.
// If several managers' next reads are equal, one is taken, and the answer shows which it was. One
// that a timeout answers may not reach its memory, or reach it later, so it is passed over, and
// stays.
class OnTheirWay {
 public:
  explicit OnTheirWay(axi::IsGivenUp given_up) : given_up_(std::move(given_up)) {}

  void Add(Transaction& transaction);  // requires a subordinate
  // Takes out a next one that fits; null if none does.
  Transaction* Take(NodeId memory, bool write, const std::function<bool(const Transaction&)>& fits);
  // The first beat of a read's answer has come to its manager. If it is that of an equal read that
  // was taken in this one's place, the two change places.
  void Identify(Transaction& read, std::span<const std::uint32_t> beat);
  void End(const Transaction& transaction);
  bool IsGivenUp(const Transaction& one) const { return given_up_(one); }

 private:
  struct Memory {
    std::map<std::uint32_t, std::deque<Transaction*>> next;  // by manager
    std::vector<Transaction*> taken;                         // and not answered
  };
  Memory& Of(const Transaction& transaction) {
    return memories_[transaction.write ? 1 : 0][transaction.subordinate->value()];
  }

  axi::IsGivenUp given_up_;
  std::map<std::uint32_t, Memory> memories_[2];  // of reads, of writes
};

// ---- the transactions of a run: drawn at random, or read from a table ----

// The address stays the same when more are added.
using Transactions = std::deque<Transaction>;

// Draws the transactions of managers.
class Drawer {
 public:
  Drawer(const Plan& plan, std::uint64_t seed);  // requires a subordinate
  Transaction Draw(NodeId manager);
  // A read or a write of plain beats, so that its cycles can be predicted.
  Transaction DrawPlain(NodeId manager, bool write);
  // Decides what becomes of a transaction, and draws the data of a write.
  void Finish(Transaction& one);

 private:
  int Below(int bound) { return static_cast<int>(random_.Below(static_cast<unsigned>(bound))); }
  std::size_t Below(std::size_t bound) { return random_.Below(bound); }
  std::uint32_t Id() {
    return static_cast<std::uint32_t>(random_.Below(std::uint64_t{1} << axi_.id_width));
  }
  void DrawBurst(bool lite, Request& request);
  void DrawRest(Request& request);

  const Plan& plan_;
  const AxiOptions& axi_;
  std::vector<AxiRange> ranges_;
  int full_size_;
  Random random_;
};

// So many in all, shared equally among the managers, in the order of their nodes: reads and writes
// of any subordinate, of all bursts, lengths and sizes that the network carries. Requires a manager
// and a subordinate.
Transactions DrawTransactions(const Plan& plan, int count, std::uint64_t seed);
// A read and a write of each manager, to be run alone; of at most 64 managers.
Transactions DrawAlone(const Plan& plan, std::uint64_t seed);
// The transactions of a table (docs/spec/axi4.md, section 10), by manager in the table's order.
// Diagnostics name the file, the line and the column.
struct TransactionTable {
  Transactions transactions;
  std::vector<MemoryChange> changes;  // in the table's order
};
Result<TransactionTable> ReadTransactions(const Plan& plan, const std::string& file,
                                          std::string_view text, std::uint64_t seed);

}  // namespace toroid::axi
