// Two benches share the network, clocks and ports: one sends random packets between all parties,
// the other the messages of a schedule, a relay's sets or single messages.
#include "gen/rtl/testbench.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "gen/plan/barrier.h"
#include "gen/plan/schedule_rows.h"
#include "gen/plan/translation.h"
#include "gen/rtl/banner.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/wrap_ports.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// The most parties of a bench, which keeps counts for each pair of them.
constexpr std::size_t kMostParties = 256;
constexpr std::size_t kManyStreams = 100;

struct Party {
  NodeId node;
  std::uint32_t rank = 0;
  std::uint32_t address = 0;
};

std::string NumberText(NodeId node) { return std::to_string(node.value()); }

// The node's place if its partition begins at the origin.
NodeId FromTheOrigin(const Plan& plan, NodeId node) {
  if (!plan.partition()) return node;
  Coordinates place = plan.host().CoordinatesOf(node);
  for (std::size_t axis = 0; axis < place.size(); ++axis)
    place[axis] -= plan.partition()->base()[axis];
  return plan.host().NodeAt(place);
}

// The place of a node that packets can be sent to; with physical addresses it may be outside the
// partition.
NodeId PlaceOf(const Plan& plan, NodeId node) {
  return IsLogical(plan) ? FromTheOrigin(plan, node) : node;
}

// All nodes or processes that packets can be sent to, from the first node to the last.
std::vector<Party> Everybody(const Plan& plan) {
  std::vector<Party> parties;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const NodeId node{n};
    if (!plan.IsAddressable(node)) continue;
    for (std::uint32_t rank = 0; rank < plan.GuestsAt(node); ++rank)
      parties.push_back({PlaceOf(plan, node), rank, plan.WireAddressOf(node, rank)});
  }
  return parties;
}

std::vector<Values> PartyRows(const Plan& plan) {
  const std::vector<Party> all = Everybody(plan);
  const std::size_t count = std::min(all.size(), kMostParties);
  std::vector<Values> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Party& party = all[i * all.size() / count];
    rows.push_back({.text = {{"index", std::to_string(i)},
                             {"node", std::to_string(party.node.value())},
                             {"rank", std::to_string(party.rank)},
                             {"address", std::to_string(party.address)}}});
  }
  return rows;
}

Values Without(const std::string& value, Values row) {
  row.text.erase(value);
  return row;
}

// The bench's clocks for nodes with per-node clocks. Their periods differ from that of clk, which
// rises every 30, and their edges never coincide with its, because they are different modulo 3.
struct BenchClock {
  const char* name;
  int offset;
  int half;
};
constexpr BenchClock kBenchClocks[] = {{"slower", 1, 21}, {"faster", 2, 12}};

// The number of the node's clock; 0 is clk, and nodes take the others in turn.
int ClockNumber(NodeId node) { return 1 + static_cast<int>(node.value() % 2); }

// "s_axis_tdata[96+:32]".
std::string PartOfVector(const std::string& vector, int lsb, int bits) {
  return fmt::format("{}[{}+:{}]", vector, lsb, bits);
}

// "s_axis_tdata[3*FLIT_WIDTH+32+:4]".
std::string PartOfFlit(const std::string& vector, int flit, int lsb, const std::string& bits) {
  return vector + fmt::format("[{}+:{}]", BitsText({flit, lsb}), bits);
}

// The bench's connection to a port of stream `index` of all: its part of the vector of that name.
// tkeep and user bits are above tdata.
std::string Connection(const Plan& plan, const ModulePort& port, int index) {
  const WrapOptions& options = plan.hardware().wrap;
  const int data = plan.data_width();
  const int keep = options.keep ? data / 8 : 0;
  if (port.width == 0) return fmt::format("{}[{}]", port.name, index);
  if (port.name == "s_axis_by_entry") return Zeros(1);  // the bench sends by addresses
  const std::string beat = port.name.substr(0, 7) + "tdata";
  if (port.name.ends_with("tdata"))
    return PartOfFlit(beat, index, 0, port.parametric ? "FLIT_WIDTH" : std::to_string(data));
  if (port.name.ends_with("tkeep")) return PartOfFlit(beat, index, data, std::to_string(keep));
  const std::string user = PartOfFlit(beat, index, data + keep, std::to_string(options.user_bits));
  if (port.name == "s_axis_tuser") return user;
  if (port.name == "m_axis_tuser") {
    const int address = port.width - options.user_bits;
    const std::string source = PartOfVector(port.name, index * address, address);
    return options.user_bits == 0 ? source : "{" + user + ", " + source + "}";
  }
  return PartOfVector(port.name, index * port.width, port.width);
}

// Ports that the bench drives or reads by a vector of the port's name.
constexpr std::string_view kDriven[] = {"clk", "start", "table_start", "table_entry", "table_rank"};
constexpr std::string_view kRead[] = {
    "busy",        "send",          "error",          "table_valid",
    "table_ready", "table_logical", "table_physical", "table_neighbour_rank"};

// The bench's connection to a port of a class's network that belongs to no stream. A partition's
// base and other inputs are 0; other outputs are open.
std::string OtherConnection(const ModulePort& port, int of_class) {
  if (std::ranges::count(kDriven, port.name) > 0) return port.name;
  if (port.input) return Zeros(BitsOf(port));
  if (std::ranges::count(kRead, port.name) == 0) return "";
  return PartOfVector(port.name, of_class * BitsOf(port), BitsOf(port));
}

// Bits of tdata, tkeep and user bits.
int BenchFlitBits(const Plan& plan) {
  return plan.hardware().flit_width - SpareBits(plan.hardware().wrap, plan.data_width());
}

// Values that both benches use.
Values CommonValues(const Plan& plan, const Layers& layers, const WrapPorts& wrap) {
  const Text host = HostParameters(plan);
  Values values{.text = {{"module", ModuleName(plan, "tb")},
                         {"wrap", ModuleName(plan, "wrap")},
                         {"classes", std::to_string(wrap.classes())},
                         {"name", plan.hardware().name},
                         {"nodes", std::to_string(plan.host().size())},
                         {"ports", std::to_string(plan.local_ports())},
                         {"parameters", DeclarationList(ParametersOfWrap(plan))},
                         {"settings", SettingList(ParametersOfWrap(plan), false)},
                         {"address_bits", std::to_string(plan.address_bits())},
                         {"axes", host.at("axes")},
                         {"lengths", host.at("lengths")},
                         {"wraps", host.at("wraps")}}};
  values.rows = {{"others", OtherRows(wrap)}, {"fixed_width", {}}};
  if (SideBits(plan.hardware().wrap, plan.data_width()) > 0)
    values.rows["fixed_width"].push_back(
        {.text = {{"flit_width", std::to_string(BenchFlitBits(plan))}}});
  values.made["streams"] = [&plan, &layers](const TakeRow& take) {
    const WrapPorts here(plan, layers);
    const int all = here.classes() * here.streams();
    for (int i = 0; i < all; ++i) {
      for (const ModulePort& port : here.stream_ports()) {
        const bool last = i + 1 == all && &port == &here.stream_ports().back();
        const std::string name = here.NameOf(port, {i / here.streams(), i % here.streams()});
        take({.text = {{"line", fmt::format(".{}({}){}", name, Connection(plan, port, i),
                                            last ? "" : ",")}}});
      }
    }
  };
  return values;
}

// The entries of all tables that are valid, and what they hold (TL1.1, TL2.3).
MakeRows TableRows(const Plan& plan) {
  return [&plan](const TakeRow& take) {
    const Embedding& embedding = *plan.embedding();
    const int entries = TableEntries(plan);
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      const auto held = embedding.GuestsOf(NodeId{n});
      const std::string node = held.empty() ? "" : NumberText(FromTheOrigin(plan, NodeId{n}));
      for (std::size_t rank = 0; rank < held.size(); ++rank) {
        for (int entry = 0; entry < entries; ++entry) {
          const auto neighbour = NeighbourOfEntry(embedding.guest(), held[rank], entry);
          if (!neighbour) continue;
          const NodeId place = FromTheOrigin(plan, embedding.HostOf(*neighbour));
          take({.text = {{"node", node},
                         {"rank", std::to_string(rank)},
                         {"entry", std::to_string(entry)},
                         {"logical", std::to_string(plan.LogicalAddressOf(*neighbour))},
                         {"physical", std::to_string(plan.AddressOf(place))},
                         {"neighbour", std::to_string(embedding.RankOf(*neighbour))}}});
        }
      }
    }
  };
}

Values TablesOf(const Plan& plan) {
  return {.text = {{"entries", std::to_string(TableEntries(plan))},
                   {"entry_bits", std::to_string(TableEntryBits(plan))},
                   {"ranks", std::to_string(1U << plan.rank_bits())},
                   {"table_rank_bits", std::to_string(std::max(plan.rank_bits(), 1))},
                   {"logical_bits", std::to_string(plan.logical_bits())},
                   {"physical_bits", std::to_string(plan.physical_bits())},
                   {"table_cycle", std::to_string(TableCycle(plan))}},
          .made = {{"table_rows", TableRows(plan)}}};
}

// A message that nodes send in the bench of messages, by its number at its node.
struct Message {
  NodeId from;
  int number = 0;
  NodeId to;
};
struct Messages {
  std::string what;   // what the wrap does
  int of_a_node = 1;  // messages of a node at most
  int flits = 1;      // of each message
  Cycle last_send = 0;
  std::int64_t rounds = 0;
  std::int64_t pipelining = 0;  // a program's pipelining
  bool drawn = false;           // one random message at a time
  std::vector<Message> all = {};
};

// Messages of the schedule units, in tables or by formula.
std::vector<Message> UnitMessages(const Plan& plan) {
  std::vector<Message> all;
  const auto add = [&](NodeId from, int number, NodeId to) {
    all.push_back({FromTheOrigin(plan, from), number, FromTheOrigin(plan, to)});
  };
  if (plan.schedule_unit()->table) {
    const std::vector<ScheduleRow> rows = ScheduleRowsOf(plan);
    for (std::uint32_t n = 0; n < rows.size(); ++n)
      for (std::size_t j = 0; j < rows[n].sends.size(); ++j)
        add(NodeId{n}, static_cast<int>(j), rows[n].sends[j].other);
    return all;
  }
  const Embedding& embedding = *plan.embedding();
  const Task task = plan.hardware().schedule_unit.task->task;
  for (std::uint32_t process = 0; process < embedding.guest().size(); ++process)
    for (int j = 0; j < task.count; ++j)
      add(embedding.HostOf(NodeId{process}), j,
          embedding.HostOf(
              NeighbourOfEntry(embedding.guest(), NodeId{process}, task.first + j).value()));
  return all;
}

// Messages from each guest node to its neighbours; the neighbours of one number are a set.
std::vector<Message> RelayMessages(const Plan& plan) {
  const Embedding& embedding = *plan.embedding();
  std::vector<Message> all;
  for (std::uint32_t n = 0; n < embedding.guest().size(); ++n) {
    for (int entry = 0; entry < TableEntries(plan); ++entry) {
      const auto neighbour = NeighbourOfEntry(embedding.guest(), NodeId{n}, entry);
      if (!neighbour) continue;
      all.push_back({FromTheOrigin(plan, embedding.HostOf(NodeId{n})), entry,
                     FromTheOrigin(plan, embedding.HostOf(*neighbour))});
    }
  }
  return all;
}

Messages MessagesOf(const Plan& plan) {
  constexpr int kDrawn = 200;
  constexpr std::int64_t kMostRounds = 100;
  if (plan.relay())
    return {.what =
                "under sets of messages: in each round a pulse of start, and in its cycle a "
                "message of every guest node to its neighbour on one side.",
            .of_a_node = TableEntries(plan),
            .rounds = 2 * TableEntries(plan),
            .all = RelayMessages(plan)};
  if (!plan.schedule_unit())
    return {.what =
                "under single messages between random nodes: a scheduled router cannot store a "
                "message that has to wait.",
            .flits = 3,
            .rounds = kDrawn,
            .drawn = true};
  const UnitTask& task = *plan.hardware().schedule_unit.task;
  const bool program = task.pipelining > 0;
  const std::int64_t iterations = std::int64_t{task.pipelining} + plan.schedule_unit()->sends - 1;
  return {.what =
              "under its schedule: each round is a pulse of start, and every message is offered "
              "in the cycle in which its node's send asks for it.",
          .of_a_node = plan.schedule_unit()->sends,
          .flits = task.message_flits,
          .last_send = plan.schedule_unit()->last_count,
          .rounds = program         ? std::min(iterations, kMostRounds)
                    : IsLarge(plan) ? 1
                                    : 3,
          .pipelining = task.pipelining,
          .all = UnitMessages(plan)};
}

constexpr Cycle kPatience = 2000;  // cycles without a flit after which the run has hung

}  // namespace

bool HasTestbench(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  return !LoadsRegisters(hardware);
}

bool HasRandomRequests(const Plan& plan) { return plan.hardware().wrap.axi.has_value(); }

bool IsLarge(const Plan& plan) {
  const int streams_of_a_node = plan.local_ports() * plan.hardware().classes;
  return plan.host().size() * static_cast<std::size_t>(streams_of_a_node) > kManyStreams;
}

bool HasRandomPackets(const Plan& plan) {
  return HasCredits(plan) && !plan.schedule_unit() && !plan.relay() && !HasRandomRequests(plan);
}

void AddClocks(const WrapPorts& wrap, Values& values) {
  values.rows["clock_rows"];
  values.rows["clocks"];
  if (wrap.OwnClocks().empty()) return;
  for (int i = 0; i < 2; ++i)
    values.rows["clocks"].push_back({.text = {{"clock", kBenchClocks[i].name},
                                              {"number", std::to_string(i + 1)},
                                              {"offset", std::to_string(kBenchClocks[i].offset)},
                                              {"half", std::to_string(kBenchClocks[i].half)}}});
  for (const NodeId node : wrap.OwnClocks())
    values.rows["clock_rows"].push_back({.text = {{"node", std::to_string(node.value())},
                                                  {"number", std::to_string(ClockNumber(node))}}});
}

std::string ClockOfBench(const WrapPorts& wrap, NodeId node) {
  return wrap.HasOwnClock(node) ? kBenchClocks[ClockNumber(node) - 1].name : "clk";
}

std::vector<Values> OtherRows(const WrapPorts& wrap) {
  std::vector<Values> rows;
  const auto connect = [&rows](const std::string& port, const std::string& to) {
    rows.push_back({.text = {{"port", port}, {"to", to}}});
  };
  connect(wrap.ResetPort(), wrap.ResetPort() == "rst" ? "rst" : "~rst");
  for (const ModulePort& port : wrap.network_other_ports()) {
    if (port.name == "rst") continue;
    for (int c = 0; c < (port.input ? 1 : wrap.classes()); ++c)
      connect(wrap.OtherNameOf(port, c), OtherConnection(port, c));
  }
  for (const NodeId node : wrap.OwnClocks())
    connect(wrap.ClockName(node), ClockOfBench(wrap, node));
  return rows;
}

namespace {

// Where packets enter if a node has several ports: by coordinates, or as routers with tables want
// it. `number` writes a port.
void AddFirstPorts(const Plan& plan, bool first_destination_last,
                   const std::function<std::string(int)>& number, Values& values) {
  const bool by_tables = plan.routes() && plan.local_ports() > 1;
  values.rows["by_tables"];
  values.rows["by_coordinates"];
  values.rows[by_tables ? "by_tables" : "by_coordinates"].emplace_back();
  if (!by_tables) return;
  Values& tables = values.rows["by_tables"].front();
  for (const NodeId from : plan.routes()->host.survivors()) {
    std::vector<std::string> ports;
    for (std::uint32_t to = 0; to < plan.host().size(); ++to) {
      const bool routed = from != NodeId{to} && plan.IsAlive(NodeId{to});
      ports.push_back(number(routed ? plan.InjectorOf(from, NodeId{to}) : 0));
    }
    if (first_destination_last) std::ranges::reverse(ports);
    tables.rows["first_ports"].push_back(
        {.text = {{"node", std::to_string(from.value())}, {"ports", Joined(ports, ", ")}}});
  }
}

// Nodes arrive at the barrier. In the bench of messages none does, as a release may start others.
void AddBarrier(const Plan& plan, Values& values) {
  values.rows["barrier"].push_back(
      {.text = {{"latency", std::to_string(BarrierLatency(plan.host(), plan.hop_cycles()))}}});
  for (Values& row : values.rows["others"])
    if (row.text["port"].starts_with("barrier_")) row.text["to"] = row.text["port"];
}

// Packets of parties to themselves, which are copied; and before them, if all nodes have one clock,
// a broadcast that is alone.
void AddCopies(const Plan& plan, const WrapPorts& wrap, Values& values) {
  values.rows["copies"];
  values.rows["alone"];
  if (!plan.Copies()) {
    values.rows["to_others"].emplace_back();
    return;
  }
  values.rows["to_others"];
  values.text["to_whom"] = "";
  values.rows["copies"].emplace_back();
  if (!wrap.OwnClocks().empty()) return;
  values.text["prepared"] = "0";
  const trees::NetworkTree& tree = *plan.in_network();
  const auto cycles = [&](int links) {
    constexpr Cycle kPorts = 2;  // out of the inject queue, and into the eject queue
    return std::to_string(links * plan.hop_cycles() + kPorts);
  };
  Values alone{.text = {{"root", NumberText(tree.root())},
                        {"root_address", std::to_string(plan.AddressOf(tree.root()))},
                        {"farthest", cycles(tree.Depth())}}};
  for (const Party& party : Everybody(plan))
    alone.rows["node_rows"].push_back(
        {.text = {{"node", NumberText(party.node)}, {"cycles", cycles(tree.DepthOf(party.node))}}});
  values.rows["alone"].push_back(std::move(alone));
}

}  // namespace

Values TestbenchValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  const std::vector<Values> parties = PartyRows(plan);
  Values values = CommonValues(plan, layers, wrap);
  values.text.merge(Text{{"rank_bits", std::to_string(std::max(plan.tid_bits(), 1))},
                         {"parties", std::to_string(parties.size())},
                         {"packets", IsLarge(plan) ? "200" : "1000"},
                         {"prepared", plan.hardware().translation ? "0" : "1"},
                         {"to_whom", "node_of[a] != node_of[b] && "}});
  values.rows["party_rows"] = parties;
  values.rows["untied"];
  if (!plan.carries_ranks()) values.rows["untied"].emplace_back();
  values.rows["barrier"];
  if (plan.hardware().barrier) AddBarrier(plan, values);
  values.rows["tables"];
  if (plan.hardware().translation) values.rows["tables"].push_back(TablesOf(plan));
  AddClocks(wrap, values);
  AddCopies(plan, wrap, values);
  AddFirstPorts(
      plan, true, [](int port) { return fmt::format("8'd{}", port); }, values);
  return values;
}

Values TreeTestbenchValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  const trees::NetworkTree& tree = *plan.in_network();
  const Cycle hop = plan.hop_cycles();
  const Cycle sum_at = plan.Joins() ? tree.SumAt(hop, plan.join_cycles()) : 0;
  constexpr Cycle kRest = 8;  // cycles after the last word
  Values values = CommonValues(plan, layers, wrap);
  values.text.merge(
      Text{{"and_sums", plan.Joins() ? ", then all nodes add theirs, to all and to the root" : ""},
           {"flits", "20"},
           {"root", NumberText(tree.root())},
           {"hop_cycles", std::to_string(hop)},
           {"kinds", plan.Joins() ? "3" : "1"},
           {"sum_at", std::to_string(sum_at)},
           {"longest", std::to_string(sum_at + tree.Depth() * hop + kRest)}});
  AddExpectedWords(plan, values);
  values.made["node_rows"] = [&plan, hop](const TakeRow& take) {
    const trees::NetworkTree& of_plan = *plan.in_network();
    const std::vector<Cycle> offers = of_plan.Offers(hop, plan.join_cycles());
    for (const Party& party : Everybody(plan)) {
      if (!of_plan.Has(party.node)) continue;
      take({.text = {{"node", NumberText(party.node)},
                     {"address", std::to_string(party.address)},
                     {"depth", std::to_string(of_plan.DepthOf(party.node))},
                     {"offer", std::to_string(offers[party.node.index()])}}});
    }
  };
  return values;
}

Values MessageTestbenchValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  const Messages messages = MessagesOf(plan);
  const bool of_streams = HasCredits(plan);
  Values values = CommonValues(plan, layers, wrap);
  values.text.merge(Text{{"messages", std::to_string(messages.of_a_node)},
                         {"flits", std::to_string(messages.flits)},
                         {"rounds", std::to_string(messages.rounds)},
                         {"patience", std::to_string(kPatience + messages.last_send)},
                         {"never_waits", of_streams ? "0" : "1"},
                         {"errors", of_streams ? "STREAMS" : "CLASSES * NODES"}});
  for (std::string& line :
       Wrapped(fmt::format("{} {}", ModuleName(plan, "wrap"), messages.what), kBannerColumns - 3))
    values.rows["what"].push_back({.text = {{"line", std::move(line)}}});
  for (const char* kind : {"by_send", "at_once", "drawn", "every", "one_a_round", "program"})
    values.rows[kind];
  values.rows[plan.schedule_unit() ? "by_send" : "at_once"].emplace_back();
  if (messages.drawn) values.rows["drawn"].emplace_back();
  if (messages.pipelining > 0)
    values.rows["program"].push_back(
        {.text = {{"pipelining", std::to_string(messages.pipelining)}}});
  else
    values.rows[plan.relay() ? "one_a_round" : "every"].emplace_back();
  values.made["node_rows"] = [&plan](const TakeRow& take) {
    for (const Party& party : Everybody(plan))
      take(
          {.text = {{"node", NumberText(party.node)}, {"address", std::to_string(party.address)}}});
  };
  values.made["target_rows"] = [messages](const TakeRow& take) {
    const auto of_a_node = static_cast<std::size_t>(messages.of_a_node);
    for (const Message& message : messages.all) {
      const std::size_t index =
          message.from.index() * of_a_node + static_cast<std::size_t>(message.number);
      take({.text = {{"index", std::to_string(index)}, {"target", NumberText(message.to)}}});
    }
  };
  return values;
}

void AddCocotb(const Plan& plan, const WrapPorts& wrap, Values& values) {
  values.text.merge(Text{{"wrap", ModuleName(plan, "wrap")},
                         {"reset", wrap.ResetPort()},
                         {"reset_level", wrap.ResetPort() == "rst" ? "True" : "False"}});
  values.text["clocks"] = "\"clk\": 10";
  for (const NodeId node : wrap.OwnClocks())
    values.text["clocks"] +=
        fmt::format(", \"{}\": {}", wrap.ClockName(node), ClockNumber(node) == 1 ? 13 : 7);
  std::string& idle = values.text["idle"];
  std::string& busy = values.text["busy"];
  const auto add = [](std::string& list, const std::string& name) {
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  };
  for (const ModulePort& port : wrap.OtherPorts()) {
    const bool driven = port.name == wrap.ResetPort() || port.name.ends_with("clk");
    if (port.input && !driven) add(idle, port.name);
    if (port.name.ends_with("busy")) add(busy, port.name);
  }
}

Values CocotbValues(const Plan& plan, const Layers& layers) {
  const WrapPorts wrap(plan, layers);
  Values values{.text = {{"ports", std::to_string(plan.local_ports())},
                         {"nodes", std::to_string(plan.host().size())},
                         {"classes", std::to_string(wrap.classes())},
                         {"keep", plan.hardware().wrap.keep ? "True" : "False"},
                         {"address_bits", std::to_string(plan.address_bits())},
                         {"flit_bytes", std::to_string(plan.data_width() / 8)}}};
  AddCocotb(plan, wrap, values);
  std::string lengths;
  std::string wraps;
  for (int a = 0; a < plan.host().axes(); ++a) {
    const std::string comma = a == 0 ? "" : ", ";
    lengths += comma + std::to_string(plan.host().length(Axis{a}));
    wraps += comma + (plan.host().Wraps(Axis{a}) ? "True" : "False");
  }
  values.text["lengths"] = lengths;
  values.text["wraps"] = wraps;
  AddFirstPorts(
      plan, false, [](int port) { return std::to_string(port); }, values);
  for (const Values& row : PartyRows(plan))
    values.rows["party_rows"].push_back(Without("index", row));
  values.made = {{"bus_rows", [&plan, &layers](const TakeRow& take) {
                    const WrapPorts here(plan, layers);
                    for (int i = 0; i < here.classes() * here.streams(); ++i) {
                      const Stream stream{i / here.streams(), i % here.streams()};
                      const auto bus = [&](const char* port) {
                        return here.NameOf({port, true, 0, ""}, stream);
                      };
                      take({.text = {{"source", bus("s_axis")},
                                     {"source_clock", here.ClockOf(stream, 's')},
                                     {"sink", bus("m_axis")},
                                     {"sink_clock", here.ClockOf(stream, 'm')}}});
                    }
                  }}};
  for (int i = 0; i < wrap.classes() * wrap.streams(); ++i) {
    const Stream stream{i / wrap.streams(), i % wrap.streams()};
    for (const ModulePort& port : wrap.stream_ports())
      if (port.input && port.name == "s_axis_by_entry")
        values.text["idle"] += fmt::format("{}\"{}\"", values.text["idle"].empty() ? "" : ", ",
                                           wrap.NameOf(port, stream));
  }
  return values;
}

Values WavesValues(const Plan& plan) {
  const int nodes = static_cast<int>(plan.host().size()) * plan.hardware().classes;
  const int streams = nodes * plan.local_ports();
  const auto range = [](int bits) { return bits == 1 ? "" : fmt::format("[{}:0]", bits - 1); };
  return {.text = {{"bench", ModuleName(plan, "tb")},
                   {"name", plan.hardware().name},
                   {"bits", range(streams)},
                   {"nodes", range(nodes)},
                   {"errors", range(HasCredits(plan) ? streams : nodes)},
                   {"addresses", range(streams * plan.address_bits())},
                   {"data", range(streams * BenchFlitBits(plan))}}};
}

}  // namespace toroid::rtl
