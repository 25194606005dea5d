// The hardware under test: a loaded simulation library behind one stable interface, whichever
// engine it is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/dut/adaptor/dut_abi.h"
#include "sim/dut/kept_file.h"

namespace toroid {

struct DutOptions {
  bool skip_idle = true;  // nodes engine: leave out nodes in which nothing can happen
  std::string wave;       // FST file to write; empty: none
};

// A network just out of reset, in cycle 0. Within a cycle: read Ready and Ejecting, call Inject and
// Accept at most once for each local port, then Step. Local ports are numbered node *
// plan.local_ports() + port.
class Dut {
 public:
  static Result<std::unique_ptr<Dut>> Load(const Plan& plan, const KeptFile& library,
                                           const DutOptions& options);
  ~Dut();
  Dut(const Dut&) = delete;
  Dut& operator=(const Dut&) = delete;

  bool Ready(std::uint32_t local) const { return wires_.s_ready[local] != 0; }
  // One beat into the network; `address` as tdest carries it, `payload` of payload_words() words,
  // `id` for tid where there is one.
  void Inject(std::uint32_t local, std::span<const std::uint32_t> payload, std::uint32_t address,
              bool last, std::uint32_t id = 0);

  std::span<const std::uint32_t> Ejecting() const {
    return {result_.ejecting, result_.ejecting_count};
  }
  struct Beat {
    std::uint32_t source;  // as tuser carries it
    std::uint32_t id;      // tid, 0 without one
    bool last;
    const std::uint32_t* payload;
  };
  Beat EjectBeat(std::uint32_t local) const {
    return {wires_.m_source[local], wires_.m_id[local], wires_.m_last[local] != 0,
            wires_.m_data + static_cast<std::size_t>(local) * wires_.payload_words};
  }
  void Accept(std::uint32_t local) { accepting_.push_back(local); }
  // Local ports that report a refused packet in this cycle.
  std::span<const std::uint32_t> Errors() const { return {result_.errors, result_.error_count}; }

  // The start pulse of schedule units or relays, in this cycle.
  void Start();
  // Schedule units: the messages that they send in this cycle, node * messages + place in the task,
  // ascending. Ask once a cycle, after the pulse.
  std::span<const std::uint32_t> Sending();

  // Ends the cycle.
  void Step();
  // Link crossings of the cycle that ended, ascending (node, port), and the words of each flit.
  std::span<const ToroidDutHop> Hops() const { return {result_.hops, result_.hop_count}; }
  const std::uint32_t* FlitWords(std::size_t hop) const {
    return result_.flits + hop * wires_.flit_words;
  }

  std::uint32_t payload_words() const { return wires_.payload_words; }
  std::uint32_t flit_words() const { return wires_.flit_words; }
  std::uint64_t evaluations() const { return evaluations_; }  // of nodes, since reset

 private:
  struct Library;
  Dut() = default;

  std::unique_ptr<Library> library_;
  ToroidDut* dut_ = nullptr;
  std::vector<std::uint32_t> addresses_, downstream_, upstream_;
  std::vector<std::uint8_t> s_last_;
  std::vector<std::uint32_t> s_dest_, s_id_, s_data_, injecting_, accepting_;
  ToroidDutWires wires_{};
  ToroidDutResult result_{};
  std::uint64_t evaluations_ = 0;
};

}  // namespace toroid
