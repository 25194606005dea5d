// An endpoint's streams are wires with the names that the streams' ports have in other wraps, so
// queues between clocks and the networks are written in the same way. Class 0 carries requests, 1
// replies. A node that is `both` has a loopback in front of each class.
#include "gen/rtl/axi_wrap.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace toroid::rtl {
namespace {

constexpr int kRequests = 0;
constexpr int kReplies = 1;

// A signal of AXI4 or AXI4-Lite.
struct AxiSignal {
  std::string name;  // "awid"
  int width = 0;     // 0: a plain wire
  bool of_manager = true;
};

void AddAddressChannel(const std::string& channel, int id, const AxiOptions& axi,
                       std::vector<AxiSignal>& signals) {
  const auto add = [&](const char* name, int width) { signals.push_back({channel + name, width}); };
  add("id", id);
  add("addr", axi.address_width);
  add("len", 8);
  add("size", 3);
  add("burst", 2);
  add("lock", 0);
  add("cache", 4);
  add("prot", 3);
  add("qos", 4);
  add("region", 4);
  if (axi.user_width > 0) add("user", axi.user_width);
  add("valid", 0);
  signals.push_back({channel + "ready", 0, false});
}

// The signals of a port whose IDs have so many bits.
std::vector<AxiSignal> Signals(const Plan& plan, int id) {
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  const int data = plan.data_width();
  std::vector<AxiSignal> signals;
  AddAddressChannel("aw", id, axi, signals);
  const std::vector<AxiSignal> writes = {
      {"wdata", data},     {"wstrb", data / 8},  {"wlast"},
      {"wvalid"},          {"wready", 0, false}, {"bid", id, false},
      {"bresp", 2, false}, {"bvalid", 0, false}, {"bready"}};
  signals.insert(signals.end(), writes.begin(), writes.end());
  AddAddressChannel("ar", id, axi, signals);
  const std::vector<AxiSignal> reads = {{"rid", id, false},   {"rdata", data, false},
                                        {"rresp", 2, false},  {"rlast", 0, false},
                                        {"rvalid", 0, false}, {"rready"}};
  signals.insert(signals.end(), reads.begin(), reads.end());
  return signals;
}

// Whether toroid_axi_lite has a port for the signal.
bool IsReadByLite(const std::string& name) {
  constexpr const char* kUnread[] = {"id",    "size", "burst",  "lock",
                                     "cache", "qos",  "region", "user"};
  return std::ranges::none_of(kUnread, [&](const char* end) {
    return name == std::string("aw") + end || name == std::string("ar") + end ||
           name == std::string("b") + end || name == std::string("r") + end;
  });
}

// Those of AXI4-Lite: no bursts.
std::vector<AxiSignal> LiteSignals(const Plan& plan) {
  std::vector<AxiSignal> signals = Signals(plan, 1);
  std::erase_if(signals, [](const AxiSignal& signal) {
    return !IsReadByLite(signal.name) || signal.name.ends_with("len") ||
           signal.name.ends_with("last");
  });
  return signals;
}

const AxiNode& EndpointsOf(const Plan& plan, NodeId node) {
  return plan.hardware().wrap.axi->nodes[node.index()];
}

// "s3", or "cpu0_s".
std::string EndOf(const Plan& plan, NodeId node, const char* way) {
  const std::string& name = EndpointsOf(plan, node).name;
  return name.empty() ? fmt::format("{}{}", way, node.value()) : fmt::format("{}_{}", name, way);
}

std::string Number(std::size_t number) { return std::to_string(number); }

// A port of an endpoint's module, without "s_axi_", and what it is connected to.
struct PortWire {
  std::string signal;
  std::string wire;
};

// `goes_on`: other ports follow.
std::vector<Values> Rows(const std::vector<PortWire>& connections, bool goes_on) {
  std::vector<Values> rows;
  for (const PortWire& connection : connections) {
    const bool last = !goes_on && &connection == &connections.back();
    rows.push_back({.text = {{"signal", connection.signal},
                             {"wire", connection.wire},
                             {"comma", last ? "" : ","}}});
  }
  return rows;
}

Values WireRow(const std::string& name, int width) {
  return {.text = {{"range", Range(width)}, {"name", name}}};
}

// "c0_s3_axis_t": what the wires of a network's stream begin with. The last word of that of the
// node is "dest" into a network, and "user" out of it.
std::string NetworkStream(NodeId node, int of_class, char way) {
  return fmt::format("c{}_{}{}_axis_t", of_class, way, node.value());
}

// "s3_request": between an endpoint and its loopback.
std::string LoopStream(NodeId node, int of_class, char of_endpoint) {
  return fmt::format("{}{}_{}", of_endpoint, node.value(),
                     of_class == kRequests ? "request" : "reply");
}

// A timeout reads a request's fields from AR alone.
bool IsReadByTimeout(const std::string& name) {
  return !name.starts_with("aw") || name == "awvalid" || name == "awready";
}

// The endpoints of one node.
class NodeEndpoints {
 public:
  NodeEndpoints(const Plan& plan, const WrapPorts& wrap, NodeId node, EndpointNames names)
      : plan_(plan),
        axi_(*plan.hardware().wrap.axi),
        node_(node),
        number_(Number(node.value())),
        names_(std::move(names)),
        self_(EndpointsOf(plan, node)),
        place_(wrap.PlaceOf(node)),
        clock_(wrap.HasOwnClock(node) ? wrap.ClockName(node) : "clk"),
        reset_(wrap.EndpointReset(node)) {}

  Values Row() const {
    Values row{
        .text = {{"place", place_},
                 {"role", Role()},
                 {"node", number_},
                 {"busy", names_.busy},
                 {"is_busy", Busy()},
                 {"error", names_.error},
                 {"is_error", self_.HasManager() ? "s" + number_ + "_wlast_error" : "1'b0"}},
        .rows = {
            {"loopbacks", {}}, {"managers", {}}, {"subordinates", {}}, {"without_timeout", {}}}};
    if (self_.role == AxiRole::kBoth)
      row.rows["loopbacks"] = {Loopback(kRequests, 's', 'm'), Loopback(kReplies, 'm', 's')};
    if (self_.HasManager()) row.rows["managers"] = {Manager()};
    if (self_.HasSubordinate()) row.rows["subordinates"] = {Subordinate()};
    if (!names_.timeout.empty() && self_.timeout == 0)
      row.rows["without_timeout"] = {{.text = {{"timeout", names_.timeout}}}};
    if (self_.role != AxiRole::kNone) row.text.merge(Shared());
    AddIdle(row);
    return row;
  }

 private:
  std::string Role() const {
    switch (self_.role) {
      case AxiRole::kManager: return "a manager";
      case AxiRole::kSubordinate: return "a subordinate";
      case AxiRole::kBoth: return "a manager and a subordinate";
      case AxiRole::kNone: break;
    }
    return "no endpoint";
  }

  std::string Busy() const {
    std::string busy = self_.HasManager() ? "s" + number_ + "_busy" : "";
    if (self_.HasSubordinate()) busy += (busy.empty() ? "m" : " | m") + number_ + "_busy";
    return busy.empty() ? "1'b0" : busy;
  }

  // What the modules of all roles have in common.
  Text Shared() const {
    return {{"clock", clock_},
            {"reset", reset_},
            {"data_width", std::to_string(plan_.data_width())},
            {"address_width", std::to_string(axi_.address_width)},
            {"user_width", std::to_string(axi_.user_width)},
            {"thread_bits", std::to_string(ThreadBits(axi_))},
            {"node_bits", std::to_string(plan_.physical_bits())},
            {"flit_width", std::to_string(plan_.hardware().flit_width)}};
  }

  // What an endpoint's stream of a class begins with, and its wire of the other node; at the
  // endpoint's side of a loopback if there is one.
  std::string Stream(int of_class, char way, char of_endpoint) const {
    return self_.role == AxiRole::kBoth ? LoopStream(node_, of_class, of_endpoint) + "_"
                                        : NetworkStream(node_, of_class, way);
  }
  std::string OtherNode(int of_class, char way, char of_endpoint) const {
    const bool looped = self_.role == AxiRole::kBoth;
    return Stream(of_class, way, of_endpoint) + (looped ? "node" : way == 's' ? "dest" : "user");
  }

  // Between the endpoint that sends packets of the class and the one that receives them.
  Values Loopback(int of_class, char sender, char receiver) const {
    const std::string received = LoopStream(node_, of_class, receiver);
    return {
        .text = {{"kind", of_class == kRequests ? "request" : "reply"},
                 {"sender", LoopStream(node_, of_class, sender)},
                 {"receiver", received},
                 {"received_node", (of_class == kReplies ? "unused_" : "") + received + "_node"},
                 {"out", NetworkStream(node_, of_class, 's')},
                 {"in", NetworkStream(node_, of_class, 'm')},
                 {"here", names_.here},
                 {"flit_range", Range(plan_.hardware().flit_width)},
                 {"node_range", Range(plan_.physical_bits())}}};
  }

  Values Manager() const {
    Values manager{.text = {{"id_width", std::to_string(axi_.id_width)},
                            {"max_burst", std::to_string(axi_.max_burst)},
                            {"read_buffer", std::to_string(axi_.read_buffer)},
                            {"write_buffer", std::to_string(axi_.write_buffer)},
                            {"request", Stream(kRequests, 's', 's')},
                            {"request_dest", OtherNode(kRequests, 's', 's')},
                            {"reply", Stream(kReplies, 'm', 's')}}};
    std::vector<std::string> map = {"SUBORDINATES"};
    if (!axi_.ranges.empty()) map = {"RANGES", "RANGE_BASES", "RANGE_BITS", "RANGE_NODES"};
    for (const std::string& parameter : map)
      manager.rows["map"].push_back(
          {.text = {{"parameter", parameter}, {"comma", parameter == map.back() ? "" : ","}}});
    std::vector<PortWire> ports;
    for (const AxiSignal& signal : Signals(plan_, axi_.id_width))
      ports.push_back({signal.name, ManagerPrefix(plan_, node_) + signal.name});
    if (axi_.user_width == 0) ports.insert(ports.end(), {{"awuser", "1'b0"}, {"aruser", "1'b0"}});
    manager.rows["signals"] = Rows(ports, true);
    return manager;
  }

  Values Subordinate() const {
    Values side{.text = {{"outstanding", std::to_string(axi_.outstanding)},
                         {"ids_by_source", axi_.ids_by_source && !self_.lite ? "1" : "0"},
                         {"request", Stream(kRequests, 'm', 'm')},
                         {"request_source", OtherNode(kRequests, 'm', 'm')},
                         {"reply", Stream(kReplies, 's', 'm')},
                         {"reply_dest", OtherNode(kReplies, 's', 'm')}}};
    side.rows = {{"wires", {}}, {"lites", {}}, {"unread", {}}, {"timeouts", {}}};
    const std::vector<PortWire> user = ToUser(side);
    if (self_.timeout == 0)
      side.rows["signals"] = Rows(user, true);
    else
      AddTimeout(user, side);
    if (self_.lite) side.rows["lites"] = {Lite()};
    return side;
  }

  int IdBits() const { return self_.lite ? 1 : SubordinateIdBits(plan_); }

  // A wire of an output that nobody reads, declared in the row; its name.
  std::string Unread(const AxiSignal& signal, const char* of, Values& row) const {
    const std::string name = fmt::format("unused_{}m{}_{}", of, number_, signal.name);
    row.rows["unread"].push_back(WireRow(name, signal.width));
    return name;
  }

  // The signals that a subordinate's module has although the network carries no user bits.
  std::vector<AxiSignal> UserSignals() const {
    if (axi_.user_width > 0) return {};
    return {{"awuser"}, {"aruser"}};
  }

  // The wires at the last module before the user's subordinate; with AXI4-Lite they lead to the
  // module that is in between.
  std::vector<PortWire> ToUser(Values& side) const {
    std::vector<PortWire> ports;
    for (const AxiSignal& signal : Signals(plan_, IdBits())) {
      if (!self_.lite)
        ports.push_back({signal.name, SubordinatePrefix(plan_, node_) + signal.name});
      else if (IsReadByLite(signal.name))
        ports.push_back({signal.name, LiteWire(signal)});
      else
        ports.push_back(
            {signal.name, signal.of_manager ? Unread(signal, "", side) : Zeros(signal.width)});
    }
    for (const AxiSignal& signal : UserSignals())
      ports.push_back({signal.name, Unread(signal, "", side)});
    return ports;
  }

  std::string LiteWire(const AxiSignal& signal) const {
    return "m" + number_ + "_axi_" + signal.name;
  }

  // The module between the subordinate side and the user's subordinate, or AXI4-Lite.
  void AddTimeout(const std::vector<PortWire>& user, Values& side) const {
    Values timeout{.text = {{"id_width", std::to_string(IdBits())},
                            {"cycles", std::to_string(self_.timeout)},
                            {"timed_out", names_.timeout}}};
    std::vector<PortWire> inner;  // of the timeout
    std::vector<PortWire> outer;  // of the subordinate side
    for (const AxiSignal& signal : Signals(plan_, IdBits())) {
      const std::string wire = "inner_m" + number_ + "_axi_" + signal.name;
      if (IsReadByTimeout(signal.name)) {
        side.rows["wires"].push_back(WireRow(wire, signal.width));
        inner.push_back({signal.name, wire});
        outer.push_back({signal.name, wire});
      } else {
        outer.push_back({signal.name, Unread(signal, "inner_", timeout)});
      }
    }
    if (axi_.user_width == 0) inner.push_back({"aruser", "1'b0"});
    for (const AxiSignal& signal : UserSignals())
      outer.push_back({signal.name, Unread(signal, "inner_", timeout)});
    timeout.rows["inner_signals"] = Rows(inner, true);
    timeout.rows["signals"] = Rows(user, false);
    side.rows["timeouts"] = {std::move(timeout)};
    side.rows["signals"] = Rows(outer, true);
  }

  // The AXI4-Lite port, and the wires between it and the module before it.
  Values Lite() const {
    Values lite;
    std::vector<PortWire> ports;
    for (const AxiSignal& signal : Signals(plan_, 1)) {
      if (!IsReadByLite(signal.name)) continue;
      lite.rows["wires"].push_back(WireRow(LiteWire(signal), signal.width));
      ports.push_back({signal.name, LiteWire(signal)});
    }
    std::vector<PortWire> of_user;
    for (const AxiSignal& signal : LiteSignals(plan_))
      of_user.push_back({signal.name, SubordinatePrefix(plan_, node_) + signal.name});
    lite.rows["signals"] = Rows(ports, true);
    lite.rows["lite_signals"] = Rows(of_user, false);
    return lite;
  }

  // Streams that no endpoint uses send nothing and take what comes. Nobody reads their outputs.
  void AddIdle(Values& row) const {
    std::string unread = "1'b0";
    const auto not_read = [&](const std::string& wire) { unread += ", " + wire; };
    for (const int of_class : {kRequests, kReplies}) {
      Values idle{.rows = {{"into_network", {}}, {"out_of_network", {}}}};
      const std::string in = NetworkStream(node_, of_class, 's');
      if (!UsesStream(self_, of_class, 's')) {
        idle.rows["into_network"] = {{.text = {{"stream", in},
                                               {"no_flit", Zeros(plan_.hardware().flit_width)},
                                               {"no_address", Zeros(plan_.address_bits())}}}};
        not_read(in + "ready");
      }
      const std::string out = NetworkStream(node_, of_class, 'm');
      const bool used = UsesStream(self_, of_class, 'm');
      if (!used) {
        idle.rows["out_of_network"] = {{.text = {{"stream", out}}}};
        for (const char* wire : {"valid", "data", "last"}) not_read(out + wire);
      }
      const bool read_source = used && (of_class == kRequests || self_.role == AxiRole::kBoth);
      if (!read_source) not_read(out + "user");
      not_read(fmt::format("c{}_s{}_error", of_class, node_.value()));
      row.rows["idle_streams"].push_back(std::move(idle));
    }
    row.text["unread"] = unread;
  }

  const Plan& plan_;
  const AxiOptions& axi_;
  NodeId node_;
  std::string number_;
  EndpointNames names_;
  const AxiNode& self_;
  std::string place_;
  std::string clock_;
  std::string reset_;
};

// A constant of several numbers of as many bits each, the first lowest.
Values Constant(const char* name, int width, const std::vector<std::uint64_t>& numbers) {
  Values constant{.text = {{"constant", name},
                           {"msb", Number(static_cast<std::size_t>(width) * numbers.size() - 1)}}};
  for (std::size_t i = numbers.size(); i-- > 0;)
    constant.rows["numbers"].push_back(
        {.text = {{"number", fmt::format("{}'h{:x}", width, numbers[i])},
                  {"comma", i == 0 ? "" : ","}}});
  return constant;
}

}  // namespace

std::string ManagerPrefix(const Plan& plan, NodeId node) {
  return EndOf(plan, node, "s") + "_axi_";
}

std::string SubordinatePrefix(const Plan& plan, NodeId node) {
  return EndOf(plan, node, "m") + (EndpointsOf(plan, node).lite ? "_axil_" : "_axi_");
}

int SubordinateIdBits(const Plan& plan) {
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  return axi.ids_by_source ? plan.physical_bits() + ThreadBits(axi) : 1;
}

std::vector<EndpointPort> EndpointPorts(const Plan& plan) {
  std::vector<EndpointPort> ports;
  if (!plan.hardware().wrap.axi) return ports;
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  const auto add = [&](NodeId node, const std::string& prefix, const AxiSignal& signal,
                       bool input) {
    ports.push_back({{prefix + signal.name, input, signal.width, ""}, node});
  };
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const NodeId node{n};
    const AxiNode& self = EndpointsOf(plan, node);
    if (self.HasManager()) {
      for (const AxiSignal& signal : Signals(plan, axi.id_width))
        add(node, ManagerPrefix(plan, node), signal, signal.of_manager);
    }
    if (!self.HasSubordinate()) continue;
    const auto signals = self.lite ? LiteSignals(plan) : Signals(plan, SubordinateIdBits(plan));
    for (const AxiSignal& signal : signals)
      add(node, SubordinatePrefix(plan, node), signal, !signal.of_manager);
  }
  return ports;
}

PortList PortsOfAllEndpoints(const Plan& plan) {
  if (!plan.hardware().wrap.axi) return {};
  const int nodes = static_cast<int>(plan.host().size());
  PortList ports = {
      {"axi_busy", false, nodes, "a bit for each node, with its clock: an endpoint is busy"},
      {"axi_error", false, nodes, "likewise: WLAST was not at a burst's last beat"}};
  if (HasTimeouts(*plan.hardware().wrap.axi))
    ports.push_back({"axi_timeout", false, nodes, "likewise: its subordinate is given up"});
  return ports;
}

std::vector<std::string> EndpointModules(const Plan& plan) {
  if (!plan.hardware().wrap.axi) return {};
  const std::vector<AxiNode>& nodes = plan.hardware().wrap.axi->nodes;
  std::vector<std::string> modules = {"axi_manager", "axi_check",       "axi_map",
                                      "axi_threads", "axi_subordinate", "axi_buffer"};
  if (std::ranges::any_of(nodes, [](const AxiNode& node) { return node.role == AxiRole::kBoth; }))
    modules.emplace_back("axi_loopback");
  if (std::ranges::any_of(nodes,
                          [](const AxiNode& node) { return node.HasSubordinate() && node.lite; }))
    modules.emplace_back("axi_lite");
  if (HasTimeouts(*plan.hardware().wrap.axi)) {
    modules.emplace_back("axi_timeout");
    modules.emplace_back("axi_pending");
  }
  return modules;
}

bool UsesStream(const AxiNode& node, int of_class, char way) {
  return (of_class == kRequests) == (way == 's') ? node.HasManager() : node.HasSubordinate();
}

void AddMap(const Plan& plan, Values& wrap) {
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  if (!axi.ranges.empty()) {
    std::vector<std::uint64_t> bases;
    std::vector<std::uint64_t> bits;
    std::vector<std::uint64_t> nodes;
    for (const AxiRange& range : axi.ranges) {
      bases.push_back(range.base);
      bits.push_back(static_cast<std::uint64_t>(std::countr_zero(range.size)));
      nodes.push_back(plan.AddressOf(NodeId{range.node}));
    }
    wrap.rows["ranges"] = {{.text = {{"count", Number(axi.ranges.size())}}}};
    wrap.rows["map_constants"] = {Constant("AXI_RANGE_BASES", 64, bases),
                                  Constant("AXI_RANGE_BITS", 8, bits),
                                  Constant("AXI_RANGE_NODES", 16, nodes)};
    return;
  }
  const std::size_t codes = std::size_t{1} << plan.physical_bits();
  const int width = static_cast<int>(std::min<std::size_t>(codes, 64));
  std::vector<std::uint64_t> words(codes / static_cast<std::size_t>(width));
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const std::uint32_t address = plan.AddressOf(NodeId{n});
    if (EndpointsOf(plan, NodeId{n}).HasSubordinate())
      words[address / 64] |= std::uint64_t{1} << address % 64;
  }
  wrap.rows["subordinate_bits"].emplace_back();
  wrap.rows["map_constants"] = {Constant("AXI_SUBORDINATES", width, words)};
}

Values EndpointsOfNode(const Plan& plan, const WrapPorts& wrap, NodeId node,
                       const EndpointNames& names) {
  return NodeEndpoints(plan, wrap, node, names).Row();
}

}  // namespace toroid::rtl
