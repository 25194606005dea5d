// The hardware under test: a loaded simulation library behind one stable interface for all engines.
//
// toroid is never rebuilt to simulate. The Verilated node or top is compiled into a shared library
// (build), kept (cache) where no other user can have changed it (trust), and loaded (dut). The
// library of one node serves every shape with as many links; it gets the wiring of the nodes at
// start-up (adaptor/dut_abi.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/plan/host_load.h"
#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "gen/support/team.h"
#include "gen/topology/slab.h"
#include "sim/dut/adaptor/dut_abi.h"
#include "sim/dut/trust.h"

namespace toroid {

struct DutOptions {
  bool skip_idle = true;  // nodes engine: skip nodes in which nothing can happen
  std::string wave;       // FST file to write; empty: none
  // Uses the first nodes only; links to others lead nowhere, as at a mesh's edge.
  std::uint32_t nodes = UINT32_MAX;
  int threads = 1;  // lanes engine: threads that share the work of a cycle, 1 to Team::kMost
  // Lanes engine: only these nodes, numbered as in the slab; null: all. Another process serves the
  // links to its halo.
  const Slab* slab = nullptr;
};

// A network just out of reset, in cycle 0. Within a cycle: read Ready and Ejecting, call Inject and
// Accept at most once for each local port, then Step. Local ports are numbered node *
// plan.local_ports() + port.
class Dut {
 public:
  // Diagnostics (field "cache"): a library that cannot be loaded, or is of another version.
  static Result<std::unique_ptr<Dut>> Load(const Plan& plan, const KeptFile& library,
                                           const DutOptions& options);
  // Loads `copies` independent networks that are simulated together: engine lanes has nodes of all
  // of them in one word. They step together: the first Step of a cycle ends it for all, so each has
  // to be driven before. Steps of several copies record nothing. Requires copies >= 1; several
  // copies require an engine other than flat and a plan without schedule units, relays and
  // scheduled routers.
  static Result<std::vector<std::unique_ptr<Dut>>> LoadSideBySide(const Plan& plan,
                                                                  const KeptFile& library,
                                                                  const DutOptions& options,
                                                                  std::uint32_t copies);
  ~Dut();
  Dut(const Dut&) = delete;
  Dut& operator=(const Dut&) = delete;

  bool Ready(std::uint32_t local) const {
    return (wires_.s_ready[local / 64] >> (local % 64) & 1) != 0;
  }
  // Offers one beat to the network: `address` for tdest, `payload` of payload_words() words, `id`
  // for tid and `by_entry` for s_axis_by_entry where these exist.
  void Inject(std::uint32_t local, std::span<const std::uint32_t> payload, std::uint32_t address,
              bool last, std::uint32_t id = 0, bool by_entry = false) {
    assert(payload.size() == wires_.payload_words);
    std::ranges::copy(payload, Inject(local, address, last, id, by_entry));
  }
  // Offers a beat; returns where to write the payload.
  std::uint32_t* Inject(std::uint32_t local, std::uint32_t address, bool last, std::uint32_t id,
                        bool by_entry) {
    local += first_local_;
    inputs_->dest[local] = address;
    inputs_->id[local] = id;
    inputs_->last[local] = last;
    inputs_->entry[local] = by_entry;
    inputs_->injecting.push_back(local);
    return &inputs_->data[static_cast<std::size_t>(local) * wires_.payload_words];
  }

  // Local ports that offer a beat in this cycle, ascending.
  std::span<const std::uint32_t> Ejecting() const { return ejecting_; }
  struct BeatWires {
    std::uint32_t source;  // tuser
    std::uint32_t id;      // tid, 0 without one
    bool last;
    const std::uint32_t* payload;
  };
  BeatWires EjectBeat(std::uint32_t local) const {
    return {wires_.m_source[local], wires_.m_id[local], wires_.m_last[local] != 0,
            wires_.m_data + static_cast<std::size_t>(local) * wires_.payload_words};
  }
  void Accept(std::uint32_t local) { inputs_->accepting.push_back(first_local_ + local); }
  // Local ports that report a refused packet in this cycle, ascending. With scheduled routers,
  // nodes that have a fault.
  std::span<const std::uint32_t> Errors() const { return errors_; }
  // Outputs of one bit as bitmaps of local ports and of nodes.
  std::span<const std::uint64_t> ReadyBits() const { return {wires_.s_ready, local_words_}; }
  std::span<const std::uint64_t> ValidBits() const { return {wires_.m_valid, local_words_}; }
  // ErrorBits: by node with scheduled routers. FaultBits: with scheduled routers bit node *
  // Plan::fault_bits() + fault; with buffered routers and check wires the links' faults (R10.3),
  // bit 2 * (node * link ports + port), and the next bit for credits.
  std::span<const std::uint64_t> ErrorBits() const { return {wires_.error, error_words_}; }
  std::span<const std::uint64_t> FaultBits() const { return {wires_.faults, fault_words_}; }
  std::span<const std::uint64_t> BusyBits() const { return {wires_.busy, node_words_}; }
  // Whether nodes hold a guest node, and its address; requires a plan with a partition.
  std::span<const std::uint64_t> HoldsGuestBits() const {
    return {wires_.holds_guest, node_words_};
  }
  std::span<const std::uint32_t> LogicalAddresses() const { return {wires_.logical, nodes_}; }
  std::vector<std::uint32_t> BusyNodes() const;  // the nodes of BusyBits, ascending

  // A pulse to all nodes in this cycle.
  void Pulse(ToroidPulse pulse) { library_->Pulse(pulse); }
  // The nodes that their barrier releases in this cycle.
  std::span<const std::uint64_t> ReleasedBits() const { return {wires_.released, released_words_}; }
  // Runs a whole cycle before cycle 0, in which a host offers the word, if there is one, to nodes
  // that load their tables. LoadedBits: the nodes that have theirs.
  void Offer(const HostWord* word) {
    library_->Load(word != nullptr, word && word->last, word ? word->word : 0);
  }
  std::span<const std::uint64_t> LoadedBits() const { return {wires_.loaded, loaded_words_}; }
  // The nodes whose translation tables are ready, and each node's entry in this cycle for the
  // neighbours of its guest node of that rank.
  std::span<const std::uint64_t> TableBits() const { return {wires_.tables, table_words_}; }
  std::span<const ToroidDutEntry> TableEntries(std::uint32_t entry, std::uint32_t rank) {
    return {library_->Entries(entry, rank), nodes_};
  }
  // The counters of all nodes for a value of counter_select in this cycle.
  std::span<const std::uint32_t> Counters(std::uint32_t select) {
    return {library_->Counters(select), nodes_};
  }
  // Messages that schedule units send in this cycle, node * messages + place in the task,
  // ascending. Call once a cycle, after the pulse.
  std::span<const std::uint32_t> Sending() {
    const ToroidDutList list = library_->Sending();
    return {list.numbers, list.count};
  }

  // Whether other networks step with this one.
  bool side_by_side() const { return side_by_side_; }
  // Ends the cycle. If it is recorded, link crossings are listed flit by flit.
  void Step(bool record = true);
  // Link crossings of the cycle that ended: their number, and bit 2 * (node * link ports + port) +
  // channel of the output.
  std::uint64_t crossings() const { return result_.crossings; }
  std::span<const std::uint64_t> SendsBits() const { return {wires_.sends, credit_words_}; }
  // Crossings of a recorded cycle, ascending (node, port), and the words of each flit.
  std::span<const ToroidDutHop> Hops() const { return {result_.hops, result_.hop_count}; }
  const std::uint32_t* FlitWords(std::size_t hop) const {
    return result_.flits + hop * wires_.flit_words;
  }
  // Credits on the links in the cycle that ended: bit 2 * (node * link ports + port) + channel of
  // the input that returns one.
  std::span<const std::uint64_t> CreditBits() const { return {wires_.credits, credit_words_}; }

  // The bits above the user's payload of the last flit that crossed a link (node * link ports +
  // port), as words; null if there was none.
  const std::uint32_t* LastSides(std::uint32_t link) const {
    return library_->LastSides(copy_ * links_ + link);
  }
  // [node * link ports + port]: the node that an output port feeds, UINT32_MAX where there is no
  // link. Flits that travel in a port's direction come in by the port of the same number.
  std::span<const std::uint32_t> Downstream() const { return downstream_; }
  // [node * link ports + port]: the node that feeds the input.
  std::span<const std::uint32_t> Upstream() const { return upstream_; }

  // With a slab, after a step: the values its nodes show to the halo in this cycle, with
  // flit_words() words for each. Before the next step: sets the values that halo nodes show.
  ToroidDutCrossing Leaving() const { return library_->Leaving(); }
  void Come(const ToroidDutCrossing& shown) { library_->Come(shown); }

  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t payload_words() const { return wires_.payload_words; }
  std::uint32_t flit_words() const { return wires_.flit_words; }
  // Evaluated nodes since reset, including those of networks beside this one.
  std::uint64_t evaluations() const { return result_.evaluated; }

 private:
  struct Loaded;  // all networks side by side
  struct Inputs {
    std::vector<std::uint8_t> last, entry;
    std::vector<std::uint32_t> dest, id, data, injecting, accepting;
  };
  Dut() = default;
  void MeasureBitmaps(const Plan& plan);
  void CutWires();
  void ListPorts();

  std::shared_ptr<Loaded> loaded_;
  ToroidDut* library_ = nullptr;  // that of loaded_
  Inputs* inputs_ = nullptr;      // shared by all networks side by side
  std::uint32_t copy_ = 0;        // index among them
  std::uint32_t nodes_ = 0;
  std::uint32_t locals_ = 0;       // node * local ports
  std::uint32_t links_ = 0;        // node * link ports
  std::uint32_t first_local_ = 0;  // index among the local ports of all
  bool side_by_side_ = false;
  std::uint64_t steps_ = 0;
  std::span<const std::uint32_t> downstream_, upstream_;
  std::vector<std::uint32_t> ejecting_, errors_;
  std::size_t node_words_ = 0;  // words in a bitmap of nodes
  std::size_t local_words_ = 0;
  std::size_t error_words_ = 0;
  std::size_t released_words_ = 0;
  std::size_t loaded_words_ = 0;
  std::size_t table_words_ = 0;
  std::size_t fault_words_ = 0;
  std::size_t credit_words_ = 0;
  // This network's part of the bitmaps, if there are several networks: it need not begin at a word.
  struct Bitmaps {
    std::vector<std::uint64_t> ready, valid, error, busy, sends, credits, holds_guest;
  };
  Bitmaps own_;
  ToroidDutWires wires_{};
  ToroidDutResult result_{};
};

// Compares two compiled simulations of one network under the same random stimulus: one engine's
// reading of the Verilog against another engine that shares no code with it.
struct Agreement {
  std::uint64_t compared = 0;  // link crossings, ejected beats, errors, sends
  std::string difference;      // the first one; empty if there was none
};

// Drives both networks, which are in cycle 0, for `cycles` cycles: packets of any length, to valid
// and invalid addresses, at rates and with sinks from idle to saturated, and start pulses where
// nodes have schedule units or relays. The nodes see only what the networks send, so traffic obeys
// credits, routes and framing. In a large network only some nodes, drawn at random, send and
// receive. Every output is compared in every cycle, except ports of links that do not exist. Both
// networks must have the same nodes.
Agreement CompareDuts(const Plan& plan, Dut& witness, Dut& other, Cycle cycles, std::uint64_t seed);

}  // namespace toroid
