// Counts what the managers ask for and are answered, for the report, and compares the cycles of
// transactions that are alone with the specification's.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/axi/transactions.h"
#include "sim/report/axi_report.h"

namespace toroid::axi {

class Tally {
 public:
  // `predicts`: whether sinks are always ready, so that cycles can be predicted. The plan must
  // outlive this.
  Tally(const Plan& plan, bool predicts, Complain complain);

  void Asked(Transaction& one);
  void Ended(Transaction& one);
  void EndCycle();  // once a cycle, after both

  std::uint64_t open() const { return open_; }  // asked for and not answered
  std::uint64_t ended() const { return ended_; }
  Cycle last_end() const { return last_end_; }
  AxiReport Report(Cycle cycles) const;

 private:
  struct Of {  // a manager
    std::uint64_t read_beats = 0, write_beats = 0, open = 0, most_open = 0, open_cycles = 0;
  };
  void CheckCycles(const Transaction& one);

  const Plan& plan_;
  bool predicts_;
  Complain complain_;
  std::uint64_t open_ = 0, ended_ = 0, refused_ = 0, predicted_ = 0, timed_out_ = 0;
  Cycle last_end_ = 0;
  Transaction* only_ = nullptr;  // the one that is open, if no other was since it was asked for
  AxiWayReport reads_, writes_;
  std::map<NodeId, Of> managers_;
  std::map<std::pair<NodeId, NodeId>, AxiReport::Pair> pairs_;
};

}  // namespace toroid::axi
