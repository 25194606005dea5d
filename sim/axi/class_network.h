// The network of one class of messages between the endpoints: the hardware and, beside it, the
// reference model, which is fed what the endpoints were seen to send and to take.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gen/metrics/loads.h"
#include "gen/plan/plan.h"
#include "gen/plan/wire_addresses.h"
#include "gen/request/request.h"
#include "sim/axi/pins.h"
#include "sim/axi/transactions.h"
#include "sim/bench/interfaces.h"
#include "sim/dut/dut.h"
#include "sim/packets/packet_table.h"
#include "sim/run/compare.h"
#include "sim/trace/latency.h"

namespace toroid::axi {

class ClassNetwork {
 public:
  // `of_class`: 0 requests, 1 replies. The plan must outlive this.
  ClassNetwork(const Plan& plan, int of_class, std::shared_ptr<Dut> dut, const RunOptions& options,
               const std::vector<PinFinder>& nodes, Complain complain);

  // Puts the network's outputs of this cycle on the endpoints' pins.
  void Show();
  // Once the endpoints' outputs have followed: takes what they send, gives what they take. Returns
  // whether a flit went in or out.
  bool Exchange(Cycle now);
  // Ends the cycle, and compares model and hardware.
  void Step(Cycle now);
  // When everything was answered: looks whether the network is empty.
  void End();
  // Whether each cycle repeats the one before until a packet enters, and skips so many of them.
  bool AtRest() const { return hardware_->AtRest() && (!model_ || model_->AtRest()); }
  void Skip(Cycle cycles);

  std::uint64_t sent() const { return sent_; }
  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t corrupted() const { return corrupted_; }
  std::uint64_t stalled() const { return stalled_; }  // packets of which a flit waited inside
  Cycle stalled_flit_cycles() const { return stalled_flit_cycles_; }
  std::uint64_t events_compared() const { return compared_; }
  const std::optional<Difference>& difference() const { return difference_; }
  const LatencyHistogram& latencies() const { return latencies_; }  // of packets, head to tail
  const LinkLoads& loads() const { return loads_; }
  std::vector<std::string> Violations() const { return hardware_->Violations(); }  // on its wires
  std::vector<std::string> Blocked() const;  // waiting flits, one a line

 private:
  static constexpr std::uint32_t kNone = PacketTable::kNone;
  // A packet on its way into the network.
  struct Entering {
    std::uint32_t slot = kNone;
    std::uint32_t index = 0;
  };

  void Inject(std::uint32_t node, Cycle now);
  std::uint32_t Begin(std::uint32_t node, Cycle now);
  void Eject(std::uint32_t node, Cycle now);
  const std::uint32_t* WordsOf(std::uint32_t slot, std::uint32_t index) const {
    return &words_[slot][std::size_t{index} * payload_words_];
  }

  const Plan& plan_;
  Complain complain_;
  std::vector<StreamPins> pins_;  // by node
  PacketTable packets_;           // of both networks, which take them in the same cycles
  std::unique_ptr<NetworkIf> hardware_, model_;  // no model: null
  WireAddresses addresses_;
  std::uint32_t payload_words_;
  std::uint32_t most_flits_;                                             // of a packet
  std::vector<std::vector<std::uint32_t>> words_;                        // of each packet, by slot
  std::vector<Entering> entering_;                                       // by node
  std::unordered_map<std::uint64_t, std::deque<std::uint32_t>> coming_;  // slots, by ends, in order
  std::vector<std::uint8_t> model_offers_;                               // by node, in this cycle
  EventLog expected_, seen_;
  std::optional<Difference> difference_;
  std::uint64_t sent_ = 0, delivered_ = 0, corrupted_ = 0, stalled_ = 0, compared_ = 0;
  Cycle stalled_flit_cycles_ = 0;
  LatencyHistogram latencies_;
  LinkLoads loads_;
};

}  // namespace toroid::axi
