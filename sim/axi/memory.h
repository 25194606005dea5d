// A memory of the testbench at a subordinate's port. It finds the transaction of each request that
// arrives, answers a cycle after it was asked, and keeps what is written.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/axi/pins.h"
#include "sim/axi/transactions.h"

namespace toroid::axi {

// What a port is like.
struct MemoryPort {
  NodeId node;
  bool lite = false;
  int data_bits = 32;
  // The manager that an ID tells of; empty where IDs say nothing (AX4.4).
  std::function<std::optional<NodeId>(std::uint64_t id)> manager_of = {};
  bool cut = false;  // a write may go on without strobes: behind a timeout (AX11.4)
};

class Memory {
 public:
  Memory(MemoryPort port, const AxiPins& pins, std::uint64_t seed, OnTheirWay& coming,
         IsReady ready, Complain complain);

  void Become(MemoryState state) { state_ = state; }
  void Drive(Cycle now);
  bool Look(Cycle now);  // returns whether anything was taken
  std::vector<std::string> Waits() const;

 private:
  struct Arrived {
    Request request;
    std::uint64_t id = 0;
  };
  struct Answer {
    Cycle due = 0;
    std::uint64_t id = 0;
    int beats = 1;
    int beat = 0;
    std::vector<std::uint32_t> data = {};
  };

  Arrived RequestAt(const AddressPins& pins) const;
  bool Fits(const Arrived& arrived, const Transaction& transaction) const;
  bool IsWriteOf(const Transaction& one, const std::vector<std::uint32_t>& data,
                 const std::vector<std::uint64_t>& strobes) const;
  void TakeRead(Cycle now);
  void TakeWriteBeat();
  void EndWrite(Cycle now);
  std::vector<std::uint32_t>& WordsAt(std::uint64_t address);

  MemoryPort port_;
  AxiPins pins_;
  std::uint64_t seed_;
  OnTheirWay& coming_;
  IsReady ready_;
  Complain complain_;
  MemoryState state_ = MemoryState::kGoes;
  bool r_held_ = false, b_held_ = false;  // offered in the cycle before, and not taken
  StableChannel stable_aw_, stable_w_, stable_ar_;
  std::size_t words_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> contents_;  // by word of the bus
  std::deque<Arrived> writes_;       // whose data are not complete
  std::vector<std::uint32_t> data_;  // that have come of the first
  std::vector<std::uint64_t> strobes_;
  std::deque<std::size_t> complete_;  // beats of bursts in data_, by their WLAST
  std::deque<Answer> read_answers_, write_answers_;
};

}  // namespace toroid::axi
