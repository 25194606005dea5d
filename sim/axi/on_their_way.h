// The open transactions between managers and memories: which of them a request at a memory is of.
//
// A port of a memory does not always tell which manager has asked. Those of one manager and
// direction reach a memory in their order (AX4.2), so a request is one of the managers' next ones.
// If several managers' next reads are equal, one is taken, and the answer shows which it was. One
// that a timeout answers may not reach its memory, or reach it later, so it is passed over, and
// stays.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/axi/party.h"
#include "sim/axi/transaction.h"

namespace toroid::axi {

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

}  // namespace toroid::axi
