// An endpoint's streams are wires with the names that the streams' ports have in other wraps, so
// queues between clocks and the networks are written in the same way. Class 0 carries requests, 1
// replies. A node that is `both` has a loopback in front of each class.
#include "gen/rtl/axi_wrap.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "gen/rtl/banner.h"

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

std::vector<AxiSignal> LiteSignals(const Plan& plan) {
  const int address = plan.hardware().wrap.axi->address_width;
  const int data = plan.data_width();
  return {{"awaddr", address},
          {"awprot", 3},
          {"awvalid"},
          {"awready", 0, false},
          {"wdata", data},
          {"wstrb", data / 8},
          {"wvalid"},
          {"wready", 0, false},
          {"bresp", 2, false},
          {"bvalid", 0, false},
          {"bready"},
          {"araddr", address},
          {"arprot", 3},
          {"arvalid"},
          {"arready", 0, false},
          {"rdata", data, false},
          {"rresp", 2, false},
          {"rvalid", 0, false},
          {"rready"}};
}

const AxiNode& EndpointsOf(const Plan& plan, NodeId node) {
  return plan.hardware().wrap.axi->nodes[node.index()];
}

// "s3", or "cpu0_s".
std::string EndOf(const Plan& plan, NodeId node, const char* way) {
  const std::string& name = EndpointsOf(plan, node).name;
  return name.empty() ? fmt::format("{}{}", way, node.value()) : fmt::format("{}_{}", name, way);
}

Values LineOf(const std::string& text) {
  return {.text = {{"line", text.empty() ? "" : "  " + text}}};
}

// ".name(wire)", of several names.
class Connections {
 public:
  void Add(const std::string& port, const std::string& wire) {
    list_ += fmt::format("{}.{}({})", list_.empty() ? "" : ", ", port, wire);
  }
  // In lines of rows.
  void Take(const TakeRow& take) const {
    for (const std::string& line : Wrapped(list_, kBannerColumns - 6)) {
      const bool goes_on = line.starts_with(' ');
      take(LineOf("  " + (goes_on ? line.substr(line.find_first_not_of(' ')) : line)));
    }
  }

 private:
  std::string list_;
};

// The five wires of a stream at an endpoint.
struct StreamWires {
  std::string valid, ready, data, last;
  std::string node;  // destination or source
};

// Those of the network's stream.
StreamWires NetworkWires(NodeId node, int of_class, char way) {
  const std::string prefix = fmt::format("c{}_{}{}_axis_t", of_class, way, node.value());
  return {prefix + "valid", prefix + "ready", prefix + "data", prefix + "last",
          prefix + (way == 's' ? "dest" : "user")};
}

// Those between an endpoint and its loopback: "s3_request_valid".
StreamWires LoopWires(NodeId node, int of_class, char of_endpoint) {
  const std::string prefix = fmt::format("{}{}_{}_", of_endpoint, node.value(),
                                         of_class == kRequests ? "request" : "reply");
  return {prefix + "valid", prefix + "ready", prefix + "data", prefix + "last", prefix + "node"};
}

void AddStream(Connections& connections, const std::string& prefix, const StreamWires& wires,
               const char* node_port) {
  connections.Add(prefix + "valid", wires.valid);
  connections.Add(prefix + "ready", wires.ready);
  connections.Add(prefix + "data", wires.data);
  connections.Add(prefix + "last", wires.last);
  if (node_port != nullptr) connections.Add(prefix + node_port, wires.node);
}

// The endpoints of one node.
class NodeEndpoints {
 public:
  NodeEndpoints(const Plan& plan, const WrapPorts& wrap, NodeId node, EndpointNames names,
                const TakeRow& take)
      : plan_(plan),
        axi_(*plan.hardware().wrap.axi),
        wrap_(wrap),
        node_(node),
        names_(std::move(names)),
        self_(EndpointsOf(plan, node)),
        take_(take),
        clock_(wrap.HasOwnClock(node) ? wrap.ClockName(node) : "clk"),
        reset_(wrap.EndpointReset(node)) {}

  void Take() {
    Line("");
    Line("// " + wrap_.PlaceOf(node_) + ": " + Role());
    if (self_.role == AxiRole::kBoth) {
      TakeLoopback(kRequests, 's', 'm');
      TakeLoopback(kReplies, 'm', 's');
    }
    std::string busy;
    if (self_.HasManager()) {
      TakeManager();
      busy = Wire("s{}_busy");
    }
    if (self_.HasSubordinate()) {
      TakeSubordinate();
      busy += (busy.empty() ? "" : " | ") + Wire("m{}_busy");
    }
    Line(fmt::format("assign {} = {};", names_.busy, busy.empty() ? "1'b0" : busy));
    Line(fmt::format("assign {} = {};", names_.error,
                     self_.HasManager() ? Wire("s{}_wlast_error") : "1'b0"));
    if (!names_.timeout.empty() && self_.timeout == 0)
      Line(fmt::format("assign {} = 1'b0;", names_.timeout));
    TakeUnused();
  }

 private:
  void Line(const std::string& text) { take_(LineOf(text)); }
  // "s{}_busy" with the node's number.
  std::string Wire(const char* form) const {
    return fmt::format(fmt::runtime(form), node_.value());
  }

  std::string Role() const {
    switch (self_.role) {
      case AxiRole::kManager: return "a manager";
      case AxiRole::kSubordinate: return "a subordinate";
      case AxiRole::kBoth: return "a manager and a subordinate";
      case AxiRole::kNone: break;
    }
    return "no endpoint";
  }

  std::string FlitRange() const { return Range(plan_.hardware().flit_width); }

  // The wires of an endpoint's stream of a class, at its side of a loopback if there is one.
  StreamWires At(int of_class, char way, char of_endpoint) const {
    return self_.role == AxiRole::kBoth ? LoopWires(node_, of_class, of_endpoint)
                                        : NetworkWires(node_, of_class, way);
  }

  // Between the endpoint that sends packets of the class and the one that receives them.
  void TakeLoopback(int of_class, char sender, char receiver) {
    for (const char endpoint : {sender, receiver}) {
      const StreamWires wires = LoopWires(node_, of_class, endpoint);
      Line(fmt::format("wire {}, {}, {};", wires.valid, wires.ready, wires.last));
      Line(fmt::format("wire {}{};", FlitRange(), wires.data));
      const bool unused = endpoint == receiver && of_class == kReplies;
      Line(fmt::format("wire {}{}{};", Range(plan_.physical_bits()), unused ? "unused_" : "",
                       wires.node));
    }
    Connections all;
    all.Add("clk", clock_);
    all.Add("rst", reset_);
    all.Add("here", names_.here);
    AddStream(all, "out_", LoopWires(node_, of_class, sender), "dest");
    AddStream(all, "network_out_", NetworkWires(node_, of_class, 's'), "dest");
    AddStream(all, "network_in_", NetworkWires(node_, of_class, 'm'), "source");
    StreamWires received = LoopWires(node_, of_class, receiver);
    if (of_class == kReplies) received.node = "unused_" + received.node;
    AddStream(all, "in_", received, "source");
    TakeInstance("axi_loopback",
                 fmt::format(".FLIT_WIDTH({}), .NODE_BITS({})", plan_.hardware().flit_width,
                             plan_.physical_bits()),
                 Wire(of_class == kRequests ? "request_loopback{}" : "reply_loopback{}"), all);
  }

  void TakeInstance(const char* module, const std::string& settings, const std::string& name,
                    const Connections& connections) {
    Line(ModuleName(plan_, module) + " #(");
    for (const std::string& line : Wrapped(settings, kBannerColumns - 6))
      Line("  " + line.substr(line.find_first_not_of(' ')));
    Line(") " + name + " (");
    connections.Take(take_);
    Line(");");
  }

  std::string CommonSettings() const {
    return fmt::format(
        ".DATA_WIDTH({}), .ADDRESS_WIDTH({}), .USER_WIDTH({}), .THREAD_BITS({}), .NODE_BITS({}), "
        ".FLIT_WIDTH({})",
        plan_.data_width(), axi_.address_width, axi_.user_width, ThreadBits(axi_),
        plan_.physical_bits(), plan_.hardware().flit_width);
  }

  // A wire of an endpoint's output that nobody reads; its name.
  std::string TakeUnread(const std::string& signal, int width, const char* of = "") {
    const std::string name = fmt::format("unused_{}m{}_{}", of, node_.value(), signal);
    Line(fmt::format("wire {}{};", Range(width), name));
    return name;
  }

  void TakeManager() {
    Line(fmt::format("wire {}, {};", Wire("s{}_busy"), Wire("s{}_wlast_error")));
    Connections all;
    all.Add("clk", clock_);
    all.Add("rst", reset_);
    for (const AxiSignal& signal : Signals(plan_, axi_.id_width))
      all.Add("s_axi_" + signal.name, ManagerPrefix(plan_, node_) + signal.name);
    if (axi_.user_width == 0) {
      all.Add("s_axi_awuser", "1'b0");
      all.Add("s_axi_aruser", "1'b0");
    }
    AddStream(all, "request_", At(kRequests, 's', 's'), "dest");
    AddStream(all, "reply_", At(kReplies, 'm', 's'), nullptr);
    all.Add("wlast_error", Wire("s{}_wlast_error"));
    all.Add("busy", Wire("s{}_busy"));
    const std::string map =
        axi_.ranges.empty()
            ? ".SUBORDINATES(AXI_SUBORDINATES)"
            : ".RANGES(AXI_RANGES), .RANGE_BASES(AXI_RANGE_BASES), .RANGE_BITS(AXI_RANGE_BITS), "
              ".RANGE_NODES(AXI_RANGE_NODES)";
    TakeInstance("axi_manager",
                 fmt::format("{}, .ID_WIDTH({}), .MAX_BURST({}), .READ_BUFFER({}), "
                             ".WRITE_BUFFER({}), {}",
                             CommonSettings(), axi_.id_width, axi_.max_burst, axi_.read_buffer,
                             axi_.write_buffer, map),
                 Wire("manager{}"), all);
  }

  void TakeSubordinate() {
    Line(fmt::format("wire {};", Wire("m{}_busy")));
    if (self_.timeout > 0) TakeTimeout();
    Connections all;
    all.Add("clk", clock_);
    all.Add("rst", reset_);
    AddStream(all, "request_", At(kRequests, 'm', 'm'), "source");
    AddStream(all, "reply_", At(kReplies, 's', 'm'), "dest");
    if (self_.timeout > 0) {
      AddTimeout(all);
    } else {
      AddUser(all);
    }
    all.Add("busy", Wire("m{}_busy"));
    TakeInstance("axi_subordinate",
                 fmt::format("{}, .OUTSTANDING({}), .IDS_BY_SOURCE({})", CommonSettings(),
                             axi_.outstanding, IdsBySource()),
                 Wire("subordinate{}"), all);
  }

  int IdsBySource() const { return axi_.ids_by_source && !self_.lite ? 1 : 0; }
  int IdBits() const { return self_.lite ? 1 : SubordinateIdBits(plan_); }

  // The side of the last module before the user's subordinate, and what AXI4-Lite needs there.
  void AddUser(Connections& all) {
    std::string prefix = SubordinatePrefix(plan_, node_);
    if (self_.lite) {
      prefix = Wire("m{}_axi_");
      TakeLite(prefix);
    }
    for (const AxiSignal& signal : Signals(plan_, IdBits())) {
      std::string wire = prefix + signal.name;
      if (self_.lite && !IsReadByLite(signal.name))
        wire = signal.of_manager ? TakeUnread(signal.name, signal.width) : Zeros(signal.width);
      all.Add("m_axi_" + signal.name, wire);
    }
    if (axi_.user_width == 0) {
      all.Add("m_axi_awuser", TakeUnread("awuser", 0));
      all.Add("m_axi_aruser", TakeUnread("aruser", 0));
    }
  }

  // The timeout reads a request's fields from AR alone.
  static bool IsReadByTimeout(const std::string& name) {
    return !name.starts_with("aw") || name == "awvalid" || name == "awready";
  }

  // The subordinate side's connections to the timeout.
  void AddTimeout(Connections& all) {
    for (const AxiSignal& signal : Signals(plan_, IdBits()))
      all.Add("m_axi_" + signal.name, IsReadByTimeout(signal.name)
                                          ? Wire("inner_m{}_axi_") + signal.name
                                          : TakeUnread(signal.name, signal.width, "inner_"));
    if (axi_.user_width > 0) return;
    for (const char* user : {"awuser", "aruser"})
      all.Add(std::string("m_axi_") + user, TakeUnread(user, 0, "inner_"));
  }

  void TakeTimeout() {
    Connections all;
    all.Add("clk", clock_);
    all.Add("rst", reset_);
    all.Add("timed_out", names_.timeout);
    for (const AxiSignal& signal : Signals(plan_, IdBits())) {
      if (!IsReadByTimeout(signal.name)) continue;
      const std::string wire = Wire("inner_m{}_axi_") + signal.name;
      Line(fmt::format("wire {}{};", Range(signal.width), wire));
      all.Add("s_axi_" + signal.name, wire);
    }
    if (axi_.user_width == 0) all.Add("s_axi_aruser", "1'b0");
    AddUser(all);
    TakeInstance("axi_timeout",
                 fmt::format(".DATA_WIDTH({}), .ADDRESS_WIDTH({}), .USER_WIDTH({}), .ID_WIDTH({}), "
                             ".IDS_BY_SOURCE({}), .OUTSTANDING({}), .CYCLES({})",
                             plan_.data_width(), axi_.address_width, axi_.user_width, IdBits(),
                             IdsBySource(), axi_.outstanding, self_.timeout),
                 Wire("timeout{}"), all);
  }

  // Whether toroid_axi_lite has a port for the signal.
  static bool IsReadByLite(const std::string& name) {
    constexpr const char* kUnread[] = {"id",    "size", "burst",  "lock",
                                       "cache", "qos",  "region", "user"};
    return std::ranges::none_of(kUnread, [&](const char* end) {
      return name == std::string("aw") + end || name == std::string("ar") + end ||
             name == std::string("b") + end || name == std::string("r") + end;
    });
  }

  // The AXI4-Lite port, and the wires between it and the subordinate side.
  void TakeLite(const std::string& prefix) {
    Connections all;
    all.Add("clk", clock_);
    all.Add("rst", reset_);
    for (const AxiSignal& signal : Signals(plan_, 1)) {
      if (!IsReadByLite(signal.name)) continue;
      Line(fmt::format("wire {}{}{};", Range(signal.width), prefix, signal.name));
      all.Add("s_axi_" + signal.name, prefix + signal.name);
    }
    for (const AxiSignal& signal : LiteSignals(plan_))
      all.Add("m_axil_" + signal.name, SubordinatePrefix(plan_, node_) + signal.name);
    TakeInstance(
        "axi_lite",
        fmt::format(".DATA_WIDTH({}), .ADDRESS_WIDTH({})", plan_.data_width(), axi_.address_width),
        Wire("lite{}"), all);
  }

  // Streams that no endpoint uses send nothing and take what comes. Nobody reads their outputs.
  void TakeUnused() {
    std::string unread = "1'b0";
    const auto not_read = [&](const std::string& wire) { unread += ", " + wire; };
    for (const int of_class : {kRequests, kReplies}) {
      const StreamWires in = NetworkWires(node_, of_class, 's');
      if (!UsesStream(self_, of_class, 's')) {
        Line(fmt::format("assign {} = 1'b0, {} = 1'b0;", in.valid, in.last));
        Line(fmt::format("assign {} = {}, {} = {};", in.data, Zeros(plan_.hardware().flit_width),
                         in.node, Zeros(plan_.address_bits())));
        not_read(in.ready);
      }
      const StreamWires out = NetworkWires(node_, of_class, 'm');
      const bool used = UsesStream(self_, of_class, 'm');
      if (!used) {
        Line(fmt::format("assign {} = 1'b1;", out.ready));
        for (const std::string& wire : {out.valid, out.data, out.last}) not_read(wire);
      }
      const bool read_source = used && (of_class == kRequests || self_.role == AxiRole::kBoth);
      if (!read_source) not_read(out.node);
      not_read(fmt::format("c{}_s{}_error", of_class, node_.value()));
    }
    Line(fmt::format("wire unused_{} = &{{{}}};", node_.value(), unread));
  }

  const Plan& plan_;
  const AxiOptions& axi_;
  const WrapPorts& wrap_;
  NodeId node_;
  EndpointNames names_;
  const AxiNode& self_;
  const TakeRow& take_;
  std::string clock_;
  std::string reset_;
};

// A constant of several numbers of as many bits each, the first lowest.
void TakeConstant(const std::string& name, int width, const std::vector<std::uint64_t>& numbers,
                  const TakeRow& take) {
  std::string list;
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
    list += fmt::format("{}{}'h{:x}", list.empty() ? "" : ", ", width, *number);
  take(LineOf(fmt::format("localparam [{}:0] {} = {{",
                          static_cast<std::size_t>(width) * numbers.size() - 1, name)));
  for (const std::string& line : Wrapped(list, kBannerColumns - 6))
    take(LineOf("  " + line.substr(line.find_first_not_of(' '))));
  take(LineOf("};"));
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

void TakeMap(const Plan& plan, const TakeRow& take) {
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
    take(LineOf("// The map: base, log2 of the size, and node of each range."));
    take(LineOf(fmt::format("localparam AXI_RANGES = {};", axi.ranges.size())));
    TakeConstant("AXI_RANGE_BASES", 64, bases, take);
    TakeConstant("AXI_RANGE_BITS", 8, bits, take);
    TakeConstant("AXI_RANGE_NODES", 16, nodes, take);
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
  take(LineOf("// The map: the top bits of an address are a node; a bit for each that has a"));
  take(LineOf("// subordinate."));
  TakeConstant("AXI_SUBORDINATES", width, words, take);
}

void TakeStreamWires(const WrapPorts& wrap, const TakeRow& take) {
  take(LineOf("// Streams between endpoints and networks: c0 of requests, c1 of replies."));
  for (int c = 0; c < wrap.classes(); ++c) {
    for (int stream = 0; stream < wrap.streams(); ++stream) {
      for (const ModulePort& port : wrap.stream_ports())
        take(LineOf(fmt::format("wire {}{};", Range(port), wrap.NameOf(port, {c, stream}))));
    }
  }
}

void TakeEndpointsOf(const Plan& plan, const WrapPorts& wrap, NodeId node,
                     const EndpointNames& names, const TakeRow& take) {
  NodeEndpoints(plan, wrap, node, names, take).Take();
}

void TakeEndpoints(const Plan& plan, const WrapPorts& wrap, const TakeRow& take) {
  const bool timeouts = HasTimeouts(*plan.hardware().wrap.axi);
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const EndpointNames names = {AddressConstant(plan, NodeId{n}), fmt::format("axi_busy[{}]", n),
                                 fmt::format("axi_error[{}]", n),
                                 timeouts ? fmt::format("axi_timeout[{}]", n) : ""};
    TakeEndpointsOf(plan, wrap, NodeId{n}, names, take);
  }
}

}  // namespace toroid::rtl
