// The transactions of a run: drawn at random, or read from a table.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/random.h"
#include "gen/support/result.h"
#include "sim/axi/transaction.h"

namespace toroid::axi {

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
// Those of a table (docs/spec/axi4.md, section 10), by manager in the table's order. Diagnostics
// name the file, the line and the column.
struct TransactionTable {
  Transactions transactions;
  std::vector<MemoryChange> changes;  // in the table's order
};
Result<TransactionTable> ReadTransactions(const Plan& plan, const std::string& file,
                                          std::string_view text, std::uint64_t seed);

}  // namespace toroid::axi
