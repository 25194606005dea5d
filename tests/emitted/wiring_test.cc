// The wiring of nodes, as Yosys elaborates the top's loops, against brute force over coordinates:
// every link, open ports at a mesh's edge, each node's place, its mask of links and its share of
// the top's ports.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/proof/chip.h"
#include "tests/emitted/emitted.h"

namespace toroid::test::wiring_test {
namespace {

using nlohmann::json;
using Nets = std::vector<std::int64_t>;
using proof::Instance;

// A link of the shape, from coordinates alone.
struct Link {
  std::vector<int> from;
  std::vector<int> to;
  std::string port;
  int axis;
  int step;
};

std::vector<Link> LinksOf(const Graph& host) {
  std::vector<std::vector<int>> places = {{}};
  for (const int length : host.lengths()) {
    std::vector<std::vector<int>> longer;
    for (const auto& place : places) {
      for (int x = 0; x < length; ++x) {
        longer.push_back(place);
        longer.back().push_back(x);
      }
    }
    places = longer;
  }
  std::vector<Link> links;
  for (const auto& place : places) {
    for (int a = 0; a < host.axes(); ++a) {
      const int length = host.lengths()[static_cast<std::size_t>(a)];
      for (const int step : {1, -1}) {
        std::vector<int> to = place;
        int& x = to[static_cast<std::size_t>(a)];
        x += step;
        if (x < 0 || x >= length) {
          if (host.kind() != Kind::kTorus || length == 2) continue;
          x = (x + length) % length;
          for (const auto& [axis, along, shift] : host.twists()) {
            const auto b = static_cast<std::size_t>(along.value());
            const int around = host.lengths()[b];
            if (axis.value() == a) to[b] = (to[b] + around + step * shift) % around;
          }
        }
        const std::string sign = length == 2 ? "" : step > 0 ? "_plus" : "_minus";
        links.push_back({place, to, "axis" + std::to_string(a) + sign, a, step});
      }
    }
  }
  return links;
}

std::string InstanceAt(const std::vector<int>& place) {
  std::string name;
  for (std::size_t a = 0; a < place.size(); ++a)
    name += "axis" + std::to_string(a) + "[" + std::to_string(place[a]) + "].";
  return name + "node";
}

proof::Wiring WiringOf(const EmittedFiles& files) {
  const EmittedFolder folder(files);
  const Outcome outcome = folder.Run(
      "yosys -q -p \"read_verilog -lib rtl/net_node.v; read_verilog rtl/net_top.v; "
      "hierarchy -check -top net_top; proc; opt_clean; write_json netlist.json\" && "
      "cat netlist.json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return proof::ReadWiring(outcome.output.substr(outcome.output.find('{')), "net_top", "net_node")
      .value();
}

bool IsZero(const Nets& nets) {
  return std::ranges::all_of(nets, [](std::int64_t net) { return net == proof::kNetZero; });
}

class Wiring : public testing::TestWithParam<Network> {};

TEST_P(Wiring, EveryLinkJoinsTheRightNeighboursAndNothingElseIsConnected) {
  const Plan plan = PlanOf(GetParam());
  const proof::Wiring wiring = WiringOf(FilesOf(GetParam()));
  ASSERT_EQ(wiring.nodes.size(), plan.host().size());
  const std::vector<Link> links = LinksOf(plan.host());
  std::set<std::string> joined;         // "instance port" of the ends of links
  std::map<std::int64_t, int> drivers;  // by net: number of node outputs that drive it
  std::size_t signals = 0;
  for (const Link& link : links) {
    const Instance& sender = wiring.nodes.at(InstanceAt(link.from));
    const Instance& receiver = wiring.nodes.at(InstanceAt(link.to));
    for (const auto& [port, nets] : sender.nets) {
      const std::string out = link.port + "_out_";
      if (!port.starts_with(out)) continue;
      const std::string other = link.port + "_in_" + port.substr(out.size());
      EXPECT_EQ(nets, receiver.nets.at(other)) << InstanceAt(link.from) << " " << port;
      joined.insert(InstanceAt(link.from) + " " + port);
      joined.insert(InstanceAt(link.to) + " " + other);
      const bool back = port.find("_credit") != port.npos;
      for (const std::int64_t net : back ? receiver.nets.at(other) : nets) ++drivers[net];
      ++signals;
    }
  }
  EXPECT_GE(signals, 2 * links.size());
  for (const auto& [net, count] : drivers) EXPECT_EQ(count, 1) << "net " << net;
  for (const auto& [name, instance] : wiring.nodes) {
    for (const auto& [port, nets] : instance.nets) {
      if (!port.starts_with("axis") || joined.contains(name + " " + port)) continue;
      const bool credit = port.find("_credit") != port.npos;
      const bool input = (port.find("_in_") != port.npos) != credit;
      if (input) {
        EXPECT_TRUE(IsZero(nets)) << name << " " << port;
      } else if (nets[0] > 1) {
        EXPECT_FALSE(drivers.contains(nets[0])) << name << " " << port;
      }
    }
  }
}

// A breadth-first search over the wires, from output to input, finds the distances of the plan.
TEST(Twisted, DistancesOverTheWiresOfATwistedTop) {
  for (const char* host : {"twisted:4x8", "twisted:4x16/0:1:8", "twisted:3x3x6"}) {
    const Network network{.host = host};
    const Plan plan = PlanOf(network);
    const proof::Wiring wiring = WiringOf(FilesOf(network));
    std::map<std::int64_t, std::string> receivers;  // by the net of a valid
    for (const auto& [name, instance] : wiring.nodes)
      for (const auto& [port, nets] : instance.nets)
        if (port.ends_with("_in_valid")) receivers[nets.front()] = name;
    std::size_t compared = 0;
    for (std::uint32_t from = 0; from < plan.host().size(); ++from) {
      std::map<std::string, int> distances = {
          {InstanceAt(plan.host().CoordinatesOf(NodeId{from})), 0}};
      std::vector<std::string> reached = {distances.begin()->first};
      for (std::size_t i = 0; i < reached.size(); ++i) {
        const int next = distances.at(reached[i]) + 1;
        for (const auto& [port, nets] : wiring.nodes.at(reached[i]).nets)
          if (port.ends_with("_out_valid") &&
              distances.emplace(receivers.at(nets.front()), next).second)
            reached.push_back(receivers.at(nets.front()));
      }
      ASSERT_EQ(distances.size(), plan.host().size()) << host;
      for (std::uint32_t to = 0; to < plan.host().size(); ++to, ++compared)
        ASSERT_EQ(plan.host().Distance(NodeId{from}, NodeId{to}),
                  distances.at(InstanceAt(plan.host().CoordinatesOf(NodeId{to}))))
            << host << " " << from << " to " << to;
    }
    EXPECT_EQ(compared, std::size_t{plan.host().size()} * plan.host().size());
  }
}

// The top's nets at bits `index * count` and on, of the port's.
Nets Share(const Nets& nets, std::size_t index, std::size_t count) {
  const auto first = nets.begin() + static_cast<std::ptrdiff_t>(index * count);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

std::uint64_t Number(const Nets& constants) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < constants.size(); ++i)
    number |= static_cast<std::uint64_t>(constants[i] == proof::kNetOne) << i;
  return number;
}

TEST_P(Wiring, ManifestLinksMasksAddressesAndStreamsAgreeWithBruteForce) {
  const Plan plan = PlanOf(GetParam());
  const EmittedFiles files = FilesOf(GetParam());
  const proof::Wiring wiring = WiringOf(files);
  const json manifest = json::parse(files.at("manifest.json"));
  const std::vector<Link> links = LinksOf(plan.host());
  std::size_t compared = 0;
  for (const json& node : manifest["nodes"]) {
    const auto place = node["coordinates"].get<std::vector<int>>();
    EXPECT_EQ(node["instance"], InstanceAt(place));
    const Instance& instance = wiring.nodes.at(node["instance"].get<std::string>());
    std::string mask(manifest["link_ports"].size(), '0');
    std::size_t own = 0;
    for (const Link& link : links) {
      if (link.from != place) continue;
      const json& found = node["links"][own++];
      EXPECT_EQ(manifest["nodes"][found["neighbour"].get<std::size_t>()]["coordinates"], link.to);
      EXPECT_EQ(found["axis"], link.axis);
      EXPECT_EQ(found["direction"], link.step > 0 ? "+" : "-");
      EXPECT_EQ(found["wires"],
                InstanceAt(place).substr(0, InstanceAt(place).size() - 4) + link.port);
      EXPECT_EQ(manifest["link_ports"][found["port"].get<std::size_t>()]["name"], link.port);
      mask[mask.size() - 1 - found["port"].get<std::size_t>()] = '1';
    }
    EXPECT_EQ(node["links"].size(), own);
    compared += own;
    EXPECT_EQ(instance.variant.at("LINKS"), mask);
    const auto index = node["index"].get<std::uint32_t>();
    EXPECT_EQ(Number(instance.nets.at("coordinates")), plan.AddressOf(NodeId{index}));
    std::size_t shares = 0;
    for (const auto* ports : {&wiring.inputs, &wiring.outputs}) {
      for (const auto& [port, nets] : *ports) {
        if (nets.size() % plan.host().size() != 0 || !instance.nets.contains(port)) continue;
        const std::size_t width = nets.size() / plan.host().size();
        EXPECT_EQ(instance.nets.at(port), Share(nets, index, width)) << port;
        ++shares;
      }
    }
    EXPECT_GE(shares, 11U);  // two streams, and busy
  }
  EXPECT_EQ(compared, links.size());
}

// A dead node is no instance, its links carry nothing, and its streams are constant.
TEST(AbsentNodes, AreNotInTheTop) {
  const EmittedFiles files = FilesOf({.host = "torus:3x4", .dead_nodes = "5,11"});
  const proof::Wiring wiring = WiringOf(files);
  EXPECT_EQ(wiring.nodes.size(), 10U);
  const json manifest = json::parse(files.at("manifest.json"));
  for (const std::size_t n : {5U, 11U}) {
    EXPECT_TRUE(manifest["nodes"][n]["instance"].is_null());
    for (const char* port : {"s_axis_tready", "m_axis_tvalid", "m_axis_tdata", "busy", "error"}) {
      const Nets& nets = wiring.outputs.at(port);
      EXPECT_TRUE(IsZero(Share(nets, n, nets.size() / 12))) << port;
    }
  }
  const Instance& beside = wiring.nodes.at("axis0[1].axis1[2].alive.node");
  EXPECT_EQ(manifest["nodes"][6]["instance"], "axis0[1].axis1[2].alive.node");
  EXPECT_TRUE(IsZero(beside.nets.at("axis1_plus_in_valid")));
  EXPECT_TRUE(IsZero(beside.nets.at("axis1_plus_in_flit")));
  EXPECT_TRUE(IsZero(beside.nets.at("axis1_minus_out_credit")));
  EXPECT_FALSE(IsZero(beside.nets.at("axis1_minus_in_valid")));
}

// Loaded tables may be without them later: then they are there.
TEST(AbsentNodes, AreThereIfTablesAreLoaded) {
  const EmittedFiles files =
      FilesOf({.host = "torus:3x4", .broadcast = true, .loaded_routes = true, .dead_nodes = "5"});
  EXPECT_EQ(WiringOf(files).nodes.size(), 12U);
}

std::vector<Network> Networks() {
  std::vector<Network> networks;
  for (const char* host : {"torus:3x5", "mesh:3x5", "torus:2x8", "mesh:2x8", "torus:4x2x3",
                           "mesh:4x2x3", "ring:2", "line:2", "ring:3", "line:5", "hypercube:3"}) {
    networks.push_back({.host = host, .ports = Ports::kAll});
  }
  for (const char* host : {"twisted:4x8", "twisted:6x3", "twisted:3x2x5/2:0:1", "twisted:3x3x6"})
    networks.push_back({.host = host});
  networks.push_back({.host = "mesh:3x2"});
  networks.push_back({.host = "mesh:3x4", .protect = Protection::kParity});
  networks.push_back({.host = "torus:3x2", .broadcast = true});
  networks.push_back({.host = "mesh:3x4", .barrier = true});
  networks.push_back({.host = "mesh:3x4", .router = RouterKind::kScheduled, .barrier = true});
  networks.push_back({.host = "line:8",
                      .embedding = "standard",
                      .guest = "hypercube:3",
                      .order = BitOrder::kCyclic,
                      .unit_task = UnitTask{ScheduleKind::kOffset, {0, 3}, 1},
                      .router = RouterKind::kScheduled,
                      .check_arrivals = true});
  return networks;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Wiring, testing::ValuesIn(Networks()), TestName);

TEST(WiringTwin, ALinkToTheWrongNeighbourIsNoticed) {
  EmittedFiles files = FilesOf({.host = "ring:3"});
  std::string& top = files.at("rtl/net_top.v");
  const std::string right = "axis0[(x0 + 2) % 3].axis0_plus_flit";
  ASSERT_NE(top.find(right), top.npos);
  top.replace(top.find(right), right.size(), "axis0[(x0 + 1) % 3].axis0_plus_flit");
  const proof::Wiring wiring = WiringOf(files);
  EXPECT_NE(wiring.nodes.at("axis0[0].node").nets.at("axis0_plus_out_flit"),
            wiring.nodes.at("axis0[1].node").nets.at("axis0_plus_in_flit"));
  EXPECT_EQ(wiring.nodes.at("axis0[0].node").nets.at("axis0_minus_out_flit"),
            wiring.nodes.at("axis0[2].node").nets.at("axis0_minus_in_flit"));
}

}  // namespace
}  // namespace toroid::test::wiring_test
