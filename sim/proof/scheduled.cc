// One run of the whole network, gate by gate, with everything unknown that a user may choose or a
// power-up may leave: payload, tlast and tdest of beats that are not offered, all registers before
// reset. A known signal has its value for every choice.
//
// Example: on the ring of 8 a message of 3 flits, offered by node 2 for node 4 in cycle 5, is given
// to node 2's injector in cycles 5 to 7, and must be at node 4's ejector in cycles 7 to 9, with
// tlast in the last, and nothing else in any.
//
// Words loaded by a host are control: they are the plan's, and the host is silent while the
// schedule runs. Where nothing is loaded the host may send anything at any time.
#include "sim/proof/scheduled.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "gen/plan/barrier.h"
#include "gen/plan/broadcast_tree.h"
#include "gen/plan/link_fields.h"
#include "gen/program/tree_uses.h"
#include "gen/rtl/names.h"
#include "gen/support/text.h"
#include "sim/proof/chip.h"
#include "sim/proof/control.h"

namespace toroid::proof {
namespace {

constexpr std::array kCauses = {"collision", "sink",    "refused",
                                "slot",      "arrival", "join"};  // N6.1, IN5.1

PayloadPorts PayloadOf(const Plan& plan) {
  const auto width = static_cast<std::size_t>(plan.hardware().flit_width);
  const std::size_t local = width * static_cast<std::size_t>(plan.local_ports());
  PayloadPorts payload = {{{"s_axis_tdata", 0, local}}, {{"m_axis_tdata", 0, local}}};
  for (int port = 0; port < static_cast<int>(plan.link_ports().size()); ++port) {
    const std::string name = rtl::PortName(plan.link_ports()[static_cast<std::size_t>(port)]);
    const LinkFields fields = FieldsOfLink(plan, port);
    const auto first = static_cast<std::size_t>(fields.Find(LinkField::Kind::kPayload)->offset);
    payload.inputs.push_back({name + "_in_flit", first, width});
    payload.outputs.push_back({name + "_out_flit", first, width});
  }
  return payload;
}

// A beat at a local port, numbered as at the top.
struct ChipBeat {
  std::size_t port = 0;
  std::uint32_t address = 0;  // tdest or tuser
  bool last = false;
};

class Run {
 public:
  Run(const Plan& plan, Chip& chip, const Program& program, const HostLoad& load,
      const Progress& progress)
      : plan_(plan), chip_(chip), load_(load), nodes_(plan.host().size()) {
    if (plan.in_network()) down_from_ = SentDownAt(program, plan.message_routes());
    for (const Operation& message : program.operations)
      message.is_in_network() ? PlaceOnTree(message) : Place(message);
    end_ = arrivals_.rbegin()->first + 4;  // a fault shows two cycles late
    faults_.what = "netlist: no fault at any node in any cycle, whatever the payload";
    faults_.item = "fault output in a cycle";
    faults_.items = "fault outputs, cycle by cycle";
    arrived_.what =
        "netlist: every flit arrives in its cycle and no other does, and all nodes are idle then";
    arrived_.item = "flit";
    released_.what = "netlist: the barrier releases all nodes in one cycle, the one that is due";
    released_.item = "node in a cycle";
    released_.items = "nodes, cycle by cycle";
    loaded_.what = "netlist: every node is loaded from its due cycle on";
    loaded_.item = "output in a cycle";
    loaded_.items = "outputs, cycle by cycle";
    const Cycle runs =
        HasBarrier() ? 2 * end_ + BarrierLatency(plan.host(), plan.hop_cycles()) : end_;
    const Cycle loads = IsLoaded() ? load.cycles : 0;
    stage_.emplace(progress, "running the netlist", static_cast<std::uint64_t>(loads + runs));
  }

  void Go() {
    Set("clk", 0, false);
    for (Value& ready : chip_.Input("m_axis_tready")) ready = Value::kOne;
    if (plan_.schedule_unit()) Set("start", 0, false);
    if (HasBarrier()) Arrive(Value::kZero);
    if (IsLoaded()) Silence();
    Idle();
    Set("rst", 0, true);
    for (int i = 0; i < 2; ++i) Advance();
    Set("rst", 0, false);
    for (int i = 0; i < 2; ++i) Advance();
    if (IsLoaded()) LoadNodes();
    RunSchedule(true);
    if (!HasBarrier()) return;
    WaitForRelease();
    RunSchedule(false);
  }

  std::vector<Finding> Findings() {
    std::vector<Finding> findings = {faults_, arrived_};
    if (HasBarrier()) findings.push_back(released_);
    if (IsLoaded()) findings.push_back(loaded_);
    for (Finding& finding : findings) finding.holds = finding.counterexample.empty();
    return findings;
  }

 private:
  // N5.3
  void Place(const Operation& message) {
    const NodeId from{message.from}, to{message.to};
    const Hop last = plan_.host().Route(from, to).back();
    const int ejector = plan_.local_ports() == 1 ? 0 : plan_.LinkPortOf(last.axis, last.direction);
    const Cycle latency = plan_.LatencyOver(plan_.host().Distance(from, to));
    for (Cycle j = 0; j < message.flits; ++j) {
      const bool tail = j == message.flits - 1;
      offers_[message.not_before + j].push_back(
          {PortAt(from, plan_.InjectorOf(from, to)), plan_.WireAddressOf(to), tail});
      arrivals_[message.not_before + j + latency].push_back(
          {PortAt(to, ejector), plan_.WireAddressOf(from), tail});
    }
  }
  // IN3.1, IN3.5 and IN4.9: a node's words are for its own address, and come from the root.
  void PlaceOnTree(const Operation& message) {
    const NodeId from{message.from}, to{message.to};
    const Cycle arrives = down_from_ + plan_.in_network()->DepthOf(to) * plan_.hop_cycles();
    for (Cycle j = 0; j < message.flits; ++j) {
      const ChipBeat beat{PortAt(to, 0), plan_.WireAddressOf(from), j == message.flits - 1};
      if (message.enters) offers_[message.not_before + j].push_back(beat);
      if (message.leaves) arrivals_[arrives + j].push_back(beat);
    }
  }
  std::size_t PortAt(NodeId node, int port) const {
    return node.index() * Locals() + static_cast<std::size_t>(port);
  }
  std::size_t Locals() const { return static_cast<std::size_t>(plan_.local_ports()); }
  std::size_t AddressBits() const { return static_cast<std::size_t>(plan_.address_bits()); }
  std::string Name(std::size_t node) const {
    return plan_.host().NodeText(NodeId{static_cast<std::uint32_t>(node)});
  }

  void Set(const std::string& port, std::size_t bit, bool value) {
    chip_.Input(port)[bit] = value ? Value::kOne : Value::kZero;
  }
  // Offers no beat; its fields are unknown.
  void Idle() {
    for (Value& valid : chip_.Input("s_axis_tvalid")) valid = Value::kZero;
    for (const char* port : {"s_axis_tlast", "s_axis_tdest"})
      for (Value& bit : chip_.Input(port)) bit = Value::kUnknown;
  }
  void Offer(const ChipBeat& beat) {
    Set("s_axis_tvalid", beat.port, true);
    Set("s_axis_tlast", beat.port, beat.last);
    for (std::size_t bit = 0; bit < AddressBits(); ++bit)
      Set("s_axis_tdest", beat.port * AddressBits() + bit, (beat.address >> bit & 1) != 0);
  }

  void Advance() {
    Settle();
    chip_.Clock();
  }
  void Settle() {
    if (!chip_.Settle()) Break(faults_, "a loop of wires leads past all registers");
  }

  bool HasBarrier() const { return plan_.hardware().barrier; }
  bool IsLoaded() const { return !load_.tables.empty() || !load_.units.empty(); }

  bool HostIsFree() const { return plan_.hardware().load.words && !IsLoaded(); }

  // The host offers nothing; without loading, its words are unknown.
  void Silence() { Hear(Value::kZero, {}); }
  void Hear(Value valid, std::optional<HostWord> word) {
    chip_.Input("host_axis_tvalid")[0] = valid;
    const auto value = [&](bool bit) {
      return !word ? Value::kUnknown : bit ? Value::kOne : Value::kZero;
    };
    chip_.Input("host_axis_tlast")[0] = value(word && word->last);
    std::vector<Value>& data = chip_.Input("host_axis_tdata");
    for (std::size_t bit = 0; bit < data.size(); ++bit)
      data[bit] = value(word && (word->word >> bit & 1) != 0);
  }

  // Runs from reset on (W4.3).
  void LoadNodes() {
    for (Cycle now = 0; now < load_.cycles; ++now) {
      const auto word = static_cast<std::size_t>(now);
      Idle();
      if (word < load_.words.size())
        Hear(Value::kOne, load_.words[word]);
      else
        Silence();
      Settle();
      LookAtFaults(now, " of the load");
      LookAtLoaded("loaded", "table", load_.tables, now);
      LookAtLoaded("holds_guest", "guest node", load_.units, now);
      chip_.Clock();
      stage_->Tick();
    }
  }
  // `times` are by node, or empty.
  void LookAtLoaded(const char* port, const char* what, const std::vector<LoadTimes>& times,
                    Cycle now) {
    loaded_.items_checked += times.size();
    for (std::size_t node = 0; node < times.size(); ++node) {
      const bool due = now >= times[node].loaded_from;
      if (Is(chip_.Output(port, node), due)) continue;
      Break(loaded_,
            fmt::format("in cycle {} of the load node {} {} its {}", now, Name(node),
                        due ? "does not have, or may not have," : "has, or may have,", what));
    }
  }

  // Runs the schedule from its cycle 0, that of the start pulse or otherwise of the release.
  void RunSchedule(bool pulse) {
    for (Cycle now = 0; now < end_; ++now) OneCycle(now, pulse);
    if (HostIsFree()) LetWordsPass();
    for (std::size_t node = 0; node < nodes_; ++node)
      if (chip_.Output("busy", node) != Value::kZero)
        Break(arrived_, fmt::format("node {} is still busy after cycle {}", Name(node), end_ - 1));
  }
  // A node is busy while it hears a word.
  void LetWordsPass() {
    Silence();
    Idle();
    for (Cycle i = 0; i < BroadcastTreeOf(plan_).CyclesOf(1) + 1; ++i) Advance();
    Settle();
    Hear(Value::kUnknown, {});
  }
  void OneCycle(Cycle now, bool pulse) {
    Idle();
    if (const auto offered = offers_.find(now); offered != offers_.end())
      for (const ChipBeat& beat : offered->second) Offer(beat);
    if (plan_.schedule_unit()) Set("start", 0, pulse && now == 0);
    Settle();
    LookAtFaults(now);
    LookAtEjectors(now);
    if (HasBarrier()) LookAtReleases(!pulse && now == 0, now);
    chip_.Clock();
    stage_->Tick();
  }

  // All nodes arrive in one cycle and are released b cycles later (BA2.5). Their arrival may be
  // anything in between (BA2.2). Ends before the cycle of the release.
  void WaitForRelease() {
    const Cycle latency = BarrierLatency(plan_.host(), plan_.hop_cycles());
    for (Cycle now = -latency; now < 0; ++now) {
      Idle();
      Arrive(now == -latency ? Value::kOne : Value::kUnknown);
      Settle();
      LookAtFaults(now);
      LookAtReleases(false, now);
      chip_.Clock();
      stage_->Tick();
    }
    Arrive(Value::kZero);
  }
  void Arrive(Value value) {
    for (Value& arrives : chip_.Input("barrier_arrive")) arrives = value;
  }
  void LookAtReleases(bool due, Cycle now) {
    for (std::size_t node = 0; node < nodes_; ++node) {
      ++released_.items_checked;
      if (Is(chip_.Output("barrier_release", node), due)) continue;
      Break(released_,
            fmt::format("in cycle {} node {} {}", now, Name(node),
                        due ? "is not released" : "is released, or may be, and it is not due"));
    }
  }

  void LookAtFaults(Cycle now, const char* of = "") {
    const auto causes = static_cast<std::size_t>(plan_.fault_bits());
    for (std::size_t bit = 0; bit < nodes_ * causes; ++bit) {
      ++faults_.items_checked;
      const Value value = chip_.Output("faults", bit);
      if (value == Value::kZero) continue;
      const bool known = value == Value::kOne;  // N6.1: an event shows two cycles later
      Break(faults_,
            fmt::format("in cycle {}{} node {} {} fault {}", now - 2, of, Name(bit / causes),
                        known ? "has the" : "may have the", kCauses.at(bit % causes)));
    }
  }

  void LookAtEjectors(Cycle now) {
    std::map<std::size_t, ChipBeat> due;
    if (const auto found = arrivals_.find(now); found != arrivals_.end())
      for (const ChipBeat& beat : found->second) due[beat.port] = beat;
    arrived_.items_checked += due.size();
    for (std::size_t port = 0; port < nodes_ * Locals(); ++port) {
      const auto beat = due.find(port);
      const Value valid = chip_.Output("m_axis_tvalid", port);
      if (beat == due.end() ? valid == Value::kZero
                            : valid == Value::kOne && Shows(port, beat->second))
        continue;
      Break(arrived_, fmt::format("in cycle {} node {} {}", now, Name(port / Locals()),
                                  beat == due.end() ? "ejects a flit that is not due"
                                                    : "does not eject the flit that is due"));
    }
  }
  bool Shows(std::size_t port, const ChipBeat& beat) const {
    bool same = Is(chip_.Output("m_axis_tlast", port), beat.last);
    for (std::size_t bit = 0; bit < AddressBits(); ++bit)
      same = same && Is(chip_.Output("m_axis_tuser", port * AddressBits() + bit),
                        (beat.address >> bit & 1) != 0);
    return same;
  }
  static bool Is(Value value, bool bit) { return value == (bit ? Value::kOne : Value::kZero); }

  static void Break(Finding& finding, const std::string& counterexample) {
    if (finding.counterexample.empty()) finding.counterexample = counterexample;
  }

  const Plan& plan_;
  Chip& chip_;
  const HostLoad& load_;
  std::size_t nodes_;
  std::map<Cycle, std::vector<ChipBeat>> offers_, arrivals_;
  Cycle down_from_ = 0;  // the cycle in which the root's first word goes down the tree
  Cycle end_ = 0;
  Finding faults_, arrived_, released_, loaded_;
  std::optional<Stage> stage_;
};

}  // namespace

Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Program& program, const Progress& progress) {
  return ProveOnNetlist(plan, files, program, HostLoadOf(plan), progress);
}

Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Program& program, const HostLoad& load,
                                            const Progress& progress) {
  if (plan.host().size() > kMostNodes)
    return Diagnostic{
        "--host", plan.host().CanonicalText(),
        fmt::format("has more than the {} nodes of which a netlist is run", kMostNodes),
        "give --without netlist to do without", Fault::kUnable};
  auto netlists = Synthesise(plan, files, progress);
  if (!netlists) return netlists.diagnostics();
  Finding apart;
  apart.what = "netlist: payload is in the fan-in of no other output of a node";
  apart.item = "output";
  const PayloadPorts payload = PayloadOf(plan);
  std::map<Variant, lanes::Netlist> variants;
  for (const auto& [variant, netlist] : netlists->variants) {
    Control control = ControlOf(netlist, payload);
    apart.items_checked += control.outputs;
    if (apart.counterexample.empty()) apart.counterexample = control.leak;
    variants[variant] = std::move(control.netlist);
  }
  apart.holds = apart.counterexample.empty();
  Chip chip(netlists->wiring, variants);
  Run run(plan, chip, program, load, progress);
  run.Go();
  std::vector<Finding> findings = {std::move(apart)};
  std::ranges::move(run.Findings(), std::back_inserter(findings));
  return findings;
}

}  // namespace toroid::proof
