// Engine "nodes": one Verilated node, instantiated once for each place of the network. This file is
// the wiring between them.
//
// Every output of a node depends on its registers only. So each cycle first copies all outputs to
// the inputs they feed, and then gives each node one clock edge, in any order. A node that holds
// nothing and receives nothing keeps its state (docs/spec/router.md R8.2) and is skipped. A node
// that holds nothing and receives only credits is skipped too: it cannot use them before it gets a
// flit, so they stay on its inputs until then. With link stages they move on in it, and it is not
// skipped. A node whose schedule unit is due is not skipped: each node's times are read once, and
// it is woken then. The network's timer, which the top has beside its nodes, is simulated here.
//
// Scheduled routers (docs/spec/scheduled-router.md) eject a flit in the cycle in which it is on a
// link. So at the end of a step the links are shown to the nodes they feed, which are evaluated
// without a clock edge before their offers are read. They have their own timers and are busy while
// these run (N6.4), so none is woken.
#include <algorithm>
#include <memory>

#include "Vdut.h"
#include "Vdut___024root.h"
#include "common.h"

namespace {

using namespace toroid_dut;

// Nodes have an input for the start pulse, or are told the time.
constexpr bool kStart = TOROID_RELAY || (TOROID_FAULT_BITS > 0 && TOROID_MESSAGES > 0);
constexpr bool kTimer = TOROID_MESSAGES > 0 && TOROID_FAULT_BITS == 0;

class Nodes : public VerilatedDut {
 public:
  explicit Nodes(const ToroidDutShape& shape)
      : VerilatedDut(shape),
        words_(BitmapWords(shape.nodes)),
        woken_(words_),
        driving_(words_),
        touched_(words_) {
    for (std::uint32_t n = 0; n < shape.nodes; ++n) {
      nodes_.push_back(std::make_unique<Vdut>(&context_, "node"));
      Vdut& node = *nodes_[n];
      node.coordinates =
          static_cast<std::remove_reference_t<decltype(node.coordinates)>>(shape.addresses[n]);
      PlacePartition(node, shape);
      node.rst = 1;
      for (int i = 0; i < kResetCycles; ++i) Clock(node);
      node.rst = 0;
      Clock(node);
      Look(n);
      LookAtOffers(n);
    }
    if (kTimer) ReadWakes(nodes_);
  }

  // Runs one cycle. All outputs are copied before any node is clocked, so the order of nodes does
  // not matter. Touched nodes are those that are busy, driven by a neighbour or the testbench, or
  // due to send by their schedule unit.
  void Step(const ToroidDutCycle& cycle, ToroidDutResult* result) override {
    out_.BeginStep(cycle);
    for (std::size_t w = 0; w < words_; ++w)
      touched_[w] = shape_.skip_idle && !pulses() ? out_.busy[w] | woken_[w] : ~std::uint64_t{0};
    std::fill(woken_.begin(), woken_.end(), 0);
    CopyLinks();
    DriveLocals(cycle);
    ForEach(touched_, [&](std::uint32_t n) {
      DrivePulses(*nodes_[n], starts_, arrives_);
      DriveTables(*nodes_[n], makes_tables_);
      Clock(*nodes_[n]);
      ++out_.evaluated;
      ClearInputs(*nodes_[n]);
      Look(n);
      if (kFaultBits == 0) LookAtOffers(n);
    });
    if (kFaultBits == 0) ForEach(touched_, [&](std::uint32_t n) { ShowBarrierOf(n, *nodes_[n]); });
    if (running_) running_ = now_++ != shape_.last_send;
    starts_ = false;
    arrives_ = false;
    makes_tables_ = false;
    if (kFaultBits > 0) Settle();
    PutResult(result);
  }

  // Runs before cycle 0: only the broadcast is on the links, and all nodes hear it.
  void Load(bool valid, bool last, std::uint32_t word) override {
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) ShowBroadcastOf(n, *nodes_[n]);
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      DriveHost(*nodes_[n], valid, last, word);
      Clock(*nodes_[n]);
      Look(n);
    }
  }

  void Pulse(ToroidPulse pulse) override {
    if (pulse == ToroidPulse::kArrive) arrives_ = TOROID_BARRIER;
    if (pulse == ToroidPulse::kMakeTables) makes_tables_ = TOROID_TABLES > 0;
    if (pulse != ToroidPulse::kStart) return;
    starts_ = kStart;
    running_ = !kStart;
    now_ = 0;
    next_wake_ = 0;
  }

  // Evaluates without a clock edge: the clock is low before and after.
  const ToroidDutEntry* Entries(std::uint32_t entry, std::uint32_t rank) override {
    if (!TOROID_TABLES) return nullptr;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      Vdut& node = *nodes_[n];
      AskTable(node, 0, entry, rank);
      node.clk = 0;
      node.eval();
      out_.entries[n] = ReadTable(node, 0);
    }
    return out_.entries.data();
  }
  const std::uint32_t* Counters(std::uint32_t select) override {
    if (!TOROID_COUNTERS) return nullptr;
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      Vdut& node = *nodes_[n];
      AskCounter(node, 0, select);
      node.clk = 0;
      node.eval();
      out_.counters[n] = ReadCounter(node, 0);
    }
    return out_.counters.data();
  }

  // Messages of the nodes that are asked, and those that a node sends though its clock does not
  // run.
  ToroidDutList Sending() override {
    if (kFaultBits > 0 && starts_) ShowStart();
    sending_.swap(unasked_);
    unasked_.clear();
    if (!running_) return ListSending();
    if (!shape_.skip_idle) {
      for (std::uint32_t n = 0; n < shape_.nodes; ++n) Ask(n, *nodes_[n]);
      return ListSending();
    }
    for (; next_wake_ < wakes_.size() && wakes_[next_wake_].time <= now_; ++next_wake_) {
      Set(woken_, wakes_[next_wake_].node);
      Ask(wakes_[next_wake_].node, *nodes_[wakes_[next_wake_].node]);
    }
    return ListSending();
  }

 private:
  // Cycle `time` after the start pulse, in which the node's schedule unit has a message to send.
  struct Wake {
    std::uint64_t time;
    std::uint32_t node;
    bool operator==(const Wake& other) const { return time == other.time && node == other.node; }
    bool operator<(const Wake& other) const {
      return time != other.time ? time < other.time : node < other.node;
    }
  };

  // Whether a pulse goes to all nodes in this cycle.
  bool pulses() const { return starts_ || arrives_ || makes_tables_; }

  // Visits the nodes of a bitmap, ascending.
  template <class Visit>
  void ForEach(const Bitmap& nodes, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = nodes[w]; bits != 0; bits &= bits - 1) {
        const auto n = static_cast<std::uint32_t>(w * 64 + LowestBit(bits));
        if (n >= shape_.nodes) return;
        visit(n);
      }
    }
  }

  template <class Node>
  void ReadWakes(const std::vector<std::unique_ptr<Node>>& nodes) {
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      for (unsigned j = 0; j < TOROID_MESSAGES; ++j) {
        std::uint32_t time = 0;
        if constexpr (kTimer)
          GetField(nodes[n]->send_at, j * TOROID_TIME_BITS, TOROID_TIME_BITS, &time);
        wakes_.push_back({time, n});
      }
    }
    std::sort(wakes_.begin(), wakes_.end());
    wakes_.erase(std::unique(wakes_.begin(), wakes_.end()), wakes_.end());
  }

  // Reads the sends of a node's unit in this cycle, without a clock edge: the clock is low before
  // and after.
  template <class Node>
  void Ask(std::uint32_t n, Node& node) {
    if constexpr (kTimer) {
      node.clk = 0;
      node.running = 1;
      node.now = static_cast<std::remove_reference_t<decltype(node.now)>>(now_);
      node.eval();
      ListSends(n, node, sending_);
      node.running = 0;
    }
  }
  template <class Node>
  static void ListSends(std::uint32_t n, const Node& node, std::vector<std::uint32_t>& sends) {
    if constexpr (TOROID_MESSAGES > 0)
      for (unsigned j = 0; j < TOROID_MESSAGES; ++j)
        if (GetBit(node.send, j)) sends.push_back(n * TOROID_MESSAGES + j);
  }

  template <class Node>
  static void DrivePulses(Node& node, bool starts, bool arrives) {
    if constexpr (kStart) node.start = starts;
    if constexpr (TOROID_BARRIER) node.barrier_arrive = arrives;
  }

  // Evaluates outputs that follow from this cycle's inputs, without a clock edge.
  void EvaluateInputs(std::uint32_t n) {
    nodes_[n]->clk = 0;
    nodes_[n]->eval();
    LookAtOffers(n);
  }

  // Shows scheduled routers the values on their links in the cycle that begins, without a start
  // pulse.
  void Settle() {
    unasked_.clear();
    shown_ = touched_;
    ForEach(touched_, [&](std::uint32_t n) {
      DrivePulses(*nodes_[n], false, false);
      ShowLinksOf(n);
      ShowBarrierOf(n, *nodes_[n]);
    });
    ForEach(shown_, [&](std::uint32_t n) { EvaluateInputs(n); });
  }

  // Includes invalid flits, as routers are steered without regard to `valid` (N3.5).
  void ShowLinksOf(std::uint32_t n) {
    const Vdut& from = *nodes_[n];
    const std::uint32_t* down = shape_.downstream + static_cast<std::size_t>(n) * TOROID_LINK_PORTS;
#define TOROID_SHOW(port, prefix, channels, bits)               \
  if (const std::uint32_t to = down[port]; to < shape_.nodes) { \
    nodes_[to]->prefix##_in_valid = from.prefix##_out_valid;    \
    nodes_[to]->prefix##_in_flit = from.prefix##_out_flit;      \
    if (from.prefix##_out_valid) Set(shown_, to);               \
  }
    TOROID_FOR_EACH_LINK(TOROID_SHOW)
#undef TOROID_SHOW
  }

  // Nodes that it concerns are busy or arrive, so none is touched for it.
  template <class Node>
  void ShowBarrierOf(std::uint32_t n, const Node& from) {
    if constexpr (TOROID_BARRIER) {
      const std::uint32_t* down = shape_.downstream + std::size_t{n} * TOROID_LINK_PORTS;
#define TOROID_SHOW(port, prefix, channels, bits)             \
  if (const std::uint32_t to = down[port]; to < shape_.nodes) \
    static_cast<Node&>(*nodes_[to]).prefix##_in_barrier = from.prefix##_out_barrier;
      TOROID_FOR_EACH_LINK(TOROID_SHOW)
#undef TOROID_SHOW
    }
  }

  template <class Node>
  void ShowBroadcastOf(std::uint32_t n, const Node& from) {
    if constexpr (TOROID_BROADCAST) {
      const std::uint32_t* down = shape_.downstream + std::size_t{n} * TOROID_LINK_PORTS;
#define TOROID_SHOW(port, prefix, channels, bits)             \
  if (const std::uint32_t to = down[port]; to < shape_.nodes) \
    static_cast<Node&>(*nodes_[to]).prefix##_in_broadcast = from.prefix##_out_broadcast;
      TOROID_FOR_EACH_LINK(TOROID_SHOW)
#undef TOROID_SHOW
    }
  }

  // A schedule unit may have a message to send in the very cycle of the pulse.
  void ShowStart() {
    unasked_.clear();
    for (std::uint32_t n = 0; n < shape_.nodes; ++n) {
      DrivePulses(*nodes_[n], true, false);
      EvaluateInputs(n);
    }
  }

  // Gives one rising edge. Verilator detects it by comparing with the last clock value it saw.
  // Where that member has its name of Verilator 5.006 it is cleared directly, which saves
  // evaluating the falling edge, in which nothing happens.
  static void Clock(Vdut& node) {
    OpenGates(node);
    node.clk = 1;
    node.eval();
    EndClock(node, *node.rootp, 0);
  }
  template <class Root>
  static auto EndClock(Vdut& /*node*/, Root& root, int)
      -> decltype(void(root.__Vtrigrprev__TOP__clk = 0)) {
    root.__Vtrigrprev__TOP__clk = 0;
  }
  template <class Root>
  static void EndClock(Vdut& node, Root& /*root*/, long) {
    node.clk = 0;
    node.eval();
  }

  // Copies the link values of each driving node to the nodes it feeds.
  void CopyLinks() {
    ForEach(driving_, [&](std::uint32_t n) { CopyCreditsOf(n); });
    ForEach(driving_, [&](std::uint32_t n) {
      CopyFlitsOf(n);
      CopyChecksOf(n, *nodes_[n]);
    });
  }

  // Copies credits upstream, before any flit is copied, so an input that is high belongs to a
  // waiting credit. A second credit of its channel needs its own edge, so the first must have had
  // one.
  void CopyCreditsOf(std::uint32_t n) {
    [[maybe_unused]] const Vdut& from = *nodes_[n];
    [[maybe_unused]] const std::uint32_t* up =
        shape_.upstream + static_cast<std::size_t>(n) * TOROID_LINK_PORTS;
#define TOROID_COPY(port, prefix, channels, bits)                                    \
  TOROID_CREDIT_##channels(if (from.prefix##_in_credit) {                            \
    out_.AddCredits(n, port, from.prefix##_in_credit);                               \
    if (up[port] < shape_.nodes) {                                                   \
      Vdut& to = *nodes_[up[port]];                                                  \
      if (TOROID_LINK_STAGES) Set(touched_, up[port]);                               \
      if (to.prefix##_out_credit & from.prefix##_in_credit) TakeCredits(to);         \
      to.prefix##_out_credit |= from.prefix##_in_credit;                             \
      TOROID_CHECKED(to.prefix##_out_credit_check ^= from.prefix##_in_credit_check;) \
    }                                                                                \
  })
    TOROID_FOR_EACH_LINK(TOROID_COPY)
#undef TOROID_COPY
  }
  // Requires a node that holds nothing: its outputs stay as they are.
  void TakeCredits(Vdut& node) {
    DrivePulses(node, false, false);
    DriveTables(node, false);
    Clock(node);
    ++out_.evaluated;
    ClearInputs(node);
  }

  // Copies flits downstream, to nodes that then are active in this cycle even if they were idle.
  void CopyFlitsOf(std::uint32_t n) {
    const Vdut& from = *nodes_[n];
    const std::uint32_t* down = shape_.downstream + static_cast<std::size_t>(n) * TOROID_LINK_PORTS;
#define TOROID_COPY(port, prefix, channels, bits)                                             \
  if (from.prefix##_out_valid) {                                                              \
    unsigned channel = 0;                                                                     \
    const std::uint32_t to = down[port];                                                      \
    TOROID_CHANNEL_##channels(channel = from.prefix##_out_channel;)                           \
        out_.AddHop<bits>(n, port, channel, from.prefix##_out_flit);                          \
    if (to < shape_.nodes) {                                                                  \
      nodes_[to]->prefix##_in_valid = 1;                                                      \
      TOROID_CHANNEL_##channels(nodes_[to]->prefix##_in_channel = from.prefix##_out_channel;) \
          nodes_[to]                                                                          \
              ->prefix##_in_flit = from.prefix##_out_flit;                                    \
      Set(touched_, to);                                                                      \
    }                                                                                         \
  }
    TOROID_FOR_EACH_LINK(TOROID_COPY)
#undef TOROID_COPY
  }

  // Copies the check wires of flits. Without a flit or credit they are low, or wrong.
  template <class Node>
  void CopyChecksOf(std::uint32_t n, const Node& from) {
    if constexpr (TOROID_LINK_CHECKS) {
      const std::uint32_t* down = shape_.downstream + std::size_t{n} * TOROID_LINK_PORTS;
      const std::uint32_t* up = shape_.upstream + std::size_t{n} * TOROID_LINK_PORTS;
#define TOROID_COPY(port, prefix, channels, bits)                                              \
  if (down[port] < shape_.nodes && (from.prefix##_out_valid || from.prefix##_out_check & 1)) { \
    static_cast<Node&>(*nodes_[down[port]]).prefix##_in_check = from.prefix##_out_check;       \
    Set(touched_, down[port]);                                                                 \
  }                                                                                            \
  if (up[port] < shape_.nodes && !from.prefix##_in_credit)                                     \
    static_cast<Node&>(*nodes_[up[port]]).prefix##_out_credit_check ^=                         \
        from.prefix##_in_credit_check;
      TOROID_FOR_EACH_LINK(TOROID_COPY)
#undef TOROID_COPY
    }
  }

  void DriveLocals(const ToroidDutCycle& cycle) {
    for (std::uint32_t i = 0; i < cycle.injections; ++i) {
      const std::uint32_t local = cycle.injecting[i];
      DriveLocal(*nodes_[local / TOROID_LOCAL_PORTS], local % TOROID_LOCAL_PORTS, local, cycle);
      Set(touched_, local / TOROID_LOCAL_PORTS);
    }
    for (std::uint32_t i = 0; i < cycle.acceptances; ++i) {
      const std::uint32_t local = cycle.accepting[i];
      PutBit(nodes_[local / TOROID_LOCAL_PORTS]->m_axis_tready, local % TOROID_LOCAL_PORTS, true);
    }
  }

  // Clears all inputs except links of scheduled routers, which Settle shows.
  static void ClearInputs(Vdut& node) {
#define TOROID_CLEAR(port, prefix, channels, bits)                                    \
  TOROID_CREDIT_##channels(node.prefix##_in_valid = 0; node.prefix##_out_credit = 0;) \
      TOROID_CHECKED(node.prefix##_in_check = 0; node.prefix##_out_credit_check = 0;)
    TOROID_FOR_EACH_LINK(TOROID_CLEAR)
#undef TOROID_CLEAR
    node.s_axis_tvalid = 0;
    node.m_axis_tready = 0;
  }

  // Every node here has all links. In the top, nodes at a mesh's edge lack some, and the injectors
  // of these (R4.5).
  bool HasInjector(std::uint32_t n, unsigned q) const {
    return TOROID_LOCAL_PORTS == 1 ||
           shape_.downstream[static_cast<std::size_t>(n) * TOROID_LINK_PORTS + q] < shape_.nodes;
  }

  // Records the outputs of a node's registers for the cycle that begins.
  void Look(std::uint32_t n) { Look(n, *nodes_[n]); }
  template <class Node>
  void Look(std::uint32_t n, const Node& node) {
    bool drives = false;
#define TOROID_LOOK(port, prefix, channels, bits)                                       \
  drives = drives || node.prefix##_out_valid;                                           \
  TOROID_CREDIT_##channels(drives = drives || node.prefix##_in_credit;) TOROID_CHECKED( \
      drives = drives || node.prefix##_out_check & 1 || node.prefix##_in_credit_check;)
    TOROID_FOR_EACH_LINK(TOROID_LOOK)
#undef TOROID_LOOK
    Put(driving_, n, drives);
    Put(out_.busy, n, node.busy);
    if constexpr (TOROID_FAULT_BITS > 0) {
      Put(out_.error, n, node.error);
      for (unsigned f = 0; f < TOROID_FAULT_BITS; ++f)
        Put(out_.faults, std::size_t{n} * TOROID_FAULT_BITS + f, GetBit(node.faults, f));
    }
    if constexpr (TOROID_LINK_CHECKS) {
      for (unsigned f = 0; f < kLinkFaultBits; ++f)
        Put(out_.faults, std::size_t{n} * kLinkFaultBits + f, GetBit(node.link_fault, f));
    }
    if constexpr (TOROID_BARRIER) Put(out_.released, n, node.barrier_release);
    if constexpr (TOROID_LOADED) Put(out_.loaded, n, node.loaded);
    if constexpr (TOROID_TABLES > 0) Put(out_.tables, n, node.table_ready);
    if constexpr (TOROID_PARTITION > 0) {
      Put(out_.holds_guest, n, node.holds_guest);
      out_.logical[n] = node.logical;
    }
    for (unsigned q = 0; q < TOROID_LOCAL_PORTS; ++q) {
      const std::size_t local = static_cast<std::size_t>(n) * TOROID_LOCAL_PORTS + q;
      Put(out_.ready, local, HasInjector(n, q) && GetBit(node.s_axis_tready, q));
      if (kFaultBits == 0) Put(out_.error, local, GetBit(node.error, q));
    }
  }

  // Records the node's offers to sinks and its sends.
  void LookAtOffers(std::uint32_t n) {
    const Vdut& node = *nodes_[n];
    ListSends(n, node, unasked_);
    for (unsigned q = 0; q < TOROID_LOCAL_PORTS; ++q) {
      const std::size_t local = static_cast<std::size_t>(n) * TOROID_LOCAL_PORTS + q;
      const bool valid = GetBit(node.m_axis_tvalid, q);
      Put(out_.valid, local, valid);
      if (valid) ReadBeat(node, q, local, out_);
    }
  }

  std::vector<std::unique_ptr<Vdut>> nodes_;
  std::size_t words_;
  Bitmap woken_;    // nodes whose unit is due in this cycle
  Bitmap driving_;  // nodes that show a flit or a credit on a link
  Bitmap touched_;  // nodes to evaluate in this cycle
  Bitmap shown_;    // scheduled routers: nodes with a new value at an input

  std::vector<Wake> wakes_;  // due times of units, ascending
  std::size_t next_wake_ = 0;
  bool starts_ = false;        // the start pulse is high in this cycle
  bool arrives_ = false;       // barrier_arrive is high in this cycle
  bool makes_tables_ = false;  // table_start is high in this cycle
  bool running_ = false;
  std::uint64_t now_ = 0;  // cycles since the start pulse
  std::vector<std::uint32_t> unasked_;
};

}  // namespace

uint32_t toroid_dut_abi() { return TOROID_DUT_ABI; }
ToroidDut* toroid_dut_create(const ToroidDutShape* shape, const char* /*wave*/) {
  return new Nodes(*shape);
}
