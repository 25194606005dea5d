// A manager of the testbench: asks for its transactions in order, those of each direction for
// themselves, and checks what is answered.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "sim/axi/pins.h"
#include "sim/axi/transactions.h"

namespace toroid::axi {

class Manager {
 public:
  Manager(NodeId node, const AxiPins& pins, int data_bits, OnTheirWay& coming, IsReady ready,
          Complain complain);

  void Add(Transaction& transaction);  // after those of its direction that were added before

  // Before the outputs follow: offers requests and data. Appends the transactions that it asks for
  // from this cycle on.
  void Drive(Cycle now, std::vector<Transaction*>& asked);
  // After it: takes what is answered. Appends the transactions that have ended. Returns whether
  // anything was taken, either way.
  bool Look(Cycle now, std::vector<Transaction*>& ended);

  // The cycle from which on it asks for its next transaction; the largest if it has none.
  Cycle NextCycle() const;
  std::vector<std::string> Waits() const;  // channels that stand still, each a line

 private:
  // One direction's transactions.
  struct Way {
    std::deque<Transaction*> to_ask;
    std::map<std::uint32_t, std::deque<Transaction*>> by_id;  // asked for
  };
  void Offer(Way& way, const AddressPins& pins, Cycle now, std::vector<Transaction*>& asked);
  bool TakeAddress(Way& way, const AddressPins& pins);
  bool LookAtData();
  bool LookAtReads(Cycle now, std::vector<Transaction*>& ended);
  bool LookAtWrites(Cycle now, std::vector<Transaction*>& ended);
  bool IsTimeouts(const Transaction& one, const Pin& response) const;
  Transaction* FirstOf(Way& way, const char* channel, std::uint64_t id);
  void End(Way& way, Transaction& transaction, Cycle now, std::vector<Transaction*>& ended);

  NodeId node_;
  AxiPins pins_;
  std::size_t words_;  // of a beat
  OnTheirWay& coming_;
  IsReady ready_;
  Complain complain_;
  StableChannel stable_reads_, stable_writes_;
  Way reads_, writes_;
  std::deque<const Transaction*> to_write_;  // whose data are not sent
  int write_beat_ = 0;                       // of the first of them
  std::map<std::uint32_t, int> read_beats_;  // of each ID's first, taken
  std::vector<std::uint32_t> beat_;
  std::size_t open_ = 0;  // asked for and not answered
};

}  // namespace toroid::axi
