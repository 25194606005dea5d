// manifest.json is for programs: they read ports, widths and the map of nodes here and need not
// parse Verilog. It is written field by field, because the list of nodes may have 65536 entries. It
// lists every other file, so that a later run knows which files of a folder are its own.
#include "gen/rtl/manifest.h"

#include <fmt/core.h>

#include <istream>
#include <nlohmann/json.hpp>

#include "gen/address_units/unit_logic.h"
#include "gen/plan/link_fields.h"
#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

using address_units::AddressField;
using address_units::LogicalFields;
using address_units::PhysicalFields;
constexpr const char* kTool = "toroid";
constexpr const char* kRebuild = "toroid generate ";  // how the command begins

// The text of a value `depth` levels deep; 2 spaces a level.
std::string TextAt(int depth, const Json& value) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  std::string text;
  for (const char c : value.dump(2)) text += c == '\n' ? "\n" + indent : std::string(1, c);
  return text;
}

// Writes an object member by member, so that a long one never exists as a whole.
class ObjectWriter {
 public:
  explicit ObjectWriter(const TakeText& write) : write_(write) { write_("{"); }
  void Member(const std::string& key, const Json& value) {
    Key(key);
    write_(TextAt(1, value));
  }
  // A list with a place for each of `count` >= 1 values value(i).
  template <class Value>
  void List(const std::string& key, std::uint32_t count, Value value) {
    Key(key);
    for (std::uint32_t i = 0; i < count; ++i)
      write_((i == 0 ? "[\n    " : ",\n    ") + TextAt(2, value(i)));
    write_("\n  ]");
  }
  // An object, and in it one more list, with a line for each value.
  template <class Value>
  void ObjectWithList(const std::string& key, const Json& object, const std::string& list,
                      std::uint32_t count, Value value) {
    Key(key);
    std::string text = TextAt(1, object);
    text.resize(text.rfind('\n'));
    write_(text + ",\n    " + Json(list).dump() + ": [");
    for (std::uint32_t i = 0; i < count; ++i)
      write_((i == 0 ? "\n      " : ",\n      ") + value(i).dump());
    write_("\n    ]\n  }");
  }
  void End() { write_("\n}\n"); }

 private:
  void Key(const std::string& key) {
    write_((first_ ? "\n  " : ",\n  ") + Json(key).dump() + ": ");
    first_ = false;
  }

  const TakeText& write_;
  bool first_ = true;
};

// The embedding, or null without one.
Json EmbeddingJson(const Plan& plan) {
  if (!plan.embedding()) return nullptr;
  const Embedding& embedding = *plan.embedding();
  return {{"kind", ToString(embedding.kind())},
          {"guest", GraphJson(embedding.guest())},
          {"bit_order",
           embedding.HasBitOrder() ? Json(ToString(embedding.bit_order())) : Json(nullptr)}};
}

Json HardwareJson(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  Json json = {{"name", hardware.name}, {"flit_width", hardware.flit_width}};
  if (HasCredits(plan)) json["buffer_depth"] = hardware.buffered.depth;
  json["ports"] = ToString(hardware.ports);
  if (HasCredits(plan)) {
    json["arbiter"] = ToString(hardware.buffered.arbiter);
    json["classes"] = hardware.classes;
    json["storage"] = ToString(hardware.buffered.storage);
  } else {
    json["router"] = ToString(hardware.router);
    json["check_arrivals"] = hardware.schedule_unit.check_arrivals;
  }
  json["address"] = ToString(hardware.address);
  json["interface_latency"] = plan.interface_latency();
  if (hardware.atu_stages > 0) json["atu_stages"] = hardware.atu_stages;
  return json;
}

// The wrap's ports for the network's local ports.
Json WrapJson(const Plan& plan, const WrapPorts& wrap) {
  const WrapOptions& options = plan.hardware().wrap;
  Json clocks = Json::array();
  for (const NodeId node : wrap.OwnClocks())
    clocks.push_back({{"node", node.value()}, {"clock", wrap.ClockName(node)}});
  return {{"module", ModuleName(plan, "wrap")},
          {"data_width", plan.data_width()},
          {"keep_width", options.keep ? plan.data_width() / 8 : 0},
          {"user_width", options.user_bits},
          {"spare_bits", SpareBits(options, plan.data_width())},
          {"reset",
           {{"name", wrap.ResetPort()},
            {"active", options.active_low ? "low" : "high"},
            {"asynchronous", HasAsyncReset(options)}}},
          {"node_clocks", std::move(clocks)}};
}

Json PortJson(const ModulePort& port) {
  return {
      {"name", port.name}, {"direction", port.input ? "input" : "output"}, {"width", BitsOf(port)}};
}

// Port `i` of the wrap: first those that are no stream's, then those of each stream, class by
// class.
ModulePort PortOfWrap(const WrapPorts& wrap, const PortList& others, std::uint32_t i) {
  if (i < others.size()) return others[i];
  const std::size_t of_streams = i - others.size();
  const std::size_t of_each = wrap.stream_ports().size();
  const int stream = static_cast<int>(of_streams / of_each);
  ModulePort port = wrap.stream_ports()[of_streams % of_each];
  port.name = wrap.NameOf(port, {stream / wrap.streams(), stream % wrap.streams()});
  return port;
}

// The endpoints' options, and the endpoints of each node.
Json AxiJson(const Plan& plan) {
  const AxiOptions& axi = *plan.hardware().wrap.axi;
  Json nodes = Json::array();
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const AxiNode& node = axi.nodes[n];
    if (node.role == AxiRole::kNone) continue;
    nodes.push_back({{"node", n},
                     {"role", ToString(node.role)},
                     {"protocol", node.HasSubordinate() ? Json(node.lite ? "axi4-lite" : "axi4")
                                                        : Json(nullptr)}});
    if (node.timeout > 0) nodes.back()["timeout"] = node.timeout;
  }
  Json map = Json::array();
  for (const AxiRange& range : axi.ranges)
    map.push_back({{"base", fmt::format("0x{:x}", range.base)},  // a number may have 64 bits
                   {"size", fmt::format("0x{:x}", range.size)},
                   {"node", range.node}});
  return {{"data_width", plan.data_width()},
          {"address_width", axi.address_width},
          {"id_width", axi.id_width},
          {"user_width", axi.user_width},
          {"threads", axi.threads},
          {"max_burst", axi.max_burst},
          {"read_buffer", axi.read_buffer},
          {"write_buffer", axi.write_buffer},
          {"outstanding", axi.outstanding},
          {"ids", axi.ids_by_source ? "source" : "one"},
          {"head_flits", HeadFlits(axi, plan.data_width())},
          {"nodes", std::move(nodes)},
          {"map", axi.ranges.empty() ? Json(nullptr) : std::move(map)}};
}

// Writes the wrap with all of its ports, of which large networks have many.
void WriteWrap(const Plan& plan, const Layers& layers, ObjectWriter& manifest) {
  const WrapPorts wrap(plan, layers);
  const PortList others = wrap.OtherPorts();
  if (plan.hardware().wrap.axi) {
    const std::vector<EndpointPort> ports = EndpointPorts(plan);
    const auto count = static_cast<std::uint32_t>(others.size() + ports.size());
    manifest.ObjectWithList("wrap", WrapJson(plan, wrap), "ports", count, [&](std::uint32_t i) {
      return PortJson(i < others.size() ? others[i] : ports[i - others.size()].port);
    });
    return manifest.Member("axi", AxiJson(plan));
  }
  const std::size_t streams =
      static_cast<std::size_t>(wrap.classes()) * static_cast<std::size_t>(wrap.streams());
  const std::size_t count = others.size() + streams * wrap.stream_ports().size();
  manifest.ObjectWithList("wrap", WrapJson(plan, wrap), "ports", static_cast<std::uint32_t>(count),
                          [&](std::uint32_t i) { return PortJson(PortOfWrap(wrap, others, i)); });
}

// The modules; their ports are null where they depend on parameters.
Json ModulesJson(const std::vector<EmittedModule>& modules) {
  Json list = Json::array();
  for (const EmittedModule& module : modules) {
    Json ports = Json::array();
    for (const ModulePort& port : module.ports) ports.push_back(PortJson(port));
    const bool fixed = !module.ports.empty();
    list.push_back({{"name", module.name},
                    {"file", module.file},
                    {"role", module.role},
                    {"instantiated", module.instantiated},
                    {"ports", fixed ? std::move(ports) : Json(nullptr)}});
  }
  return list;
}

Json FieldsJson(const std::vector<AddressField>& fields, const char* index_name) {
  Json list = Json::array();
  for (const AddressField& field : fields) {
    list.push_back({{index_name, field.index},
                    {"msb", field.lsb + field.bits - 1},
                    {"lsb", field.lsb},
                    {"length", field.length}});
  }
  return list;
}

// The fields of both kinds of addresses, as G4.1 and G4.2 lay them out.
Json AddressJson(const Plan& plan) {
  Json logical = nullptr;
  if (plan.embedding()) {
    const bool cube = plan.embedding()->guest().kind() == Kind::kHypercube;
    logical = FieldsJson(LogicalFields(plan), cube ? "cube_dimension" : "axis");
  }
  Json json = {{"bits", plan.address_bits()},
               {"physical", FieldsJson(PhysicalFields(plan), "axis")},
               {"logical", std::move(logical)}};
  if (plan.carries_ranks() && !IsLogical(plan))
    json["rank"] = {{"msb", plan.address_bits() - 1}, {"lsb", plan.physical_bits()}};
  return json;
}

// A flit's fields from the top bit down (G2.3), those of layers above the payload. Null with
// scheduled routers, whose links differ.
Json LinkJson(const Plan& plan, const Layers& layers) {
  if (!HasCredits(plan)) return nullptr;
  Json fields = Json::array();
  int lsb = LinkWidth(plan);
  const auto add = [&](const std::string& name, int bits) {
    lsb -= bits;
    fields.push_back({{"name", name}, {"msb", lsb + bits - 1}, {"lsb", lsb}});
  };
  add("tail", 1);
  add("head", 1);
  add("destination", plan.link_address_bits());
  add("source", plan.link_address_bits());
  for (const Layer& layer : layers) {
    for (const FlitField& field : layer.flit_fields) add(field.name, field.bits);
  }
  add("payload", plan.hardware().flit_width);
  return {{"width", LinkWidth(plan)}, {"fields", std::move(fields)}};
}

// The parameters of top and node.
Json ParametersJson(const Plan& plan) {
  Json list = Json::array();
  for (const Parameter& parameter : ParametersOf(plan)) {
    list.push_back({{"name", parameter.name},
                    {"default", parameter.value},
                    {"least", parameter.least},
                    {"most", parameter.most},
                    {"multiple_of", parameter.step}});
  }
  return list;
}

Json DirectionJson(const LinkPort& port) {
  return port.direction ? Json(std::string(1, Sign(*port.direction))) : Json(nullptr);
}

// The flits of one link of scheduled routers.
void AddFields(const LinkFields& link, Json& json) {
  json["width"] = link.width;
  Json& fields = json["fields"] = Json::array();
  for (const LinkField& field : link.fields) {
    fields.push_back(
        {{"name", field.name}, {"msb", field.offset + field.width - 1}, {"lsb", field.offset}});
  }
}

Json LinkPortsJson(const Plan& plan) {
  Json list = Json::array();
  for (const LinkPort& port : plan.link_ports()) {
    const int number = static_cast<int>(list.size());
    Json json = {{"port", number},
                 {"name", PortName(port)},
                 {"axis", port.axis.value()},
                 {"direction", DirectionJson(port)}};
    if (HasCredits(plan)) {
      json["channels"] = plan.Channels(port.axis);
    } else {
      AddFields(FieldsOfLink(plan, number), json);
    }
    list.push_back(std::move(json));
  }
  return list;
}

// The links that leave a node. `direction` is given on a length-2 axis too.
Json NodeLinksJson(const Plan& plan, NodeId node) {
  Json list = Json::array();
  for (std::size_t p = 0; p < plan.link_ports().size(); ++p) {
    const LinkPort& port = plan.link_ports()[p];
    const auto neighbour = SendsTo(plan.host(), node, port);
    if (!neighbour) continue;
    list.push_back({{"port", p},
                    {"axis", port.axis.value()},
                    {"direction", std::string(1, Sign(DirectionOf(plan.host(), node, port)))},
                    {"neighbour", neighbour->value()},
                    {"wires", WireName(plan, node, port)}});
  }
  return list;
}

// One node: where it is, its addresses, and its existing output links.
Json NodeJson(const Plan& plan, NodeId node) {
  const bool known = plan.embedding() && !plan.partition();  // unknown if it depends on the base
  return {{"index", node.value()},
          {"coordinates", plan.host().CoordinatesOf(node)},
          {"physical_address", plan.AddressOf(node)},
          {"logical_address", known ? LogicalAddressJson(plan, node) : Json(nullptr)},
          {"instance", plan.IsPresent(node) ? Json(InstanceName(plan, node)) : Json(nullptr)},
          {"links", NodeLinksJson(plan, node)}};
}

}  // namespace

void WriteManifest(const Plan& plan, const Layers& layers, const std::string& rebuild_command,
                   const std::vector<EmittedModule>& modules, const std::vector<std::string>& files,
                   const TakeText& write, Stage& stage) {
  ObjectWriter manifest(write);
  manifest.Member("tool", kTool);
  manifest.Member("tool_version", kToolVersion);
  manifest.Member("router_spec", RouterSpecVersion(plan));
  manifest.Member("hardware_hash", plan.hardware_hash());
  manifest.Member("rebuild", rebuild_command);
  manifest.Member("license", "Apache-2.0");
  manifest.Member("host", GraphJson(plan.host()));
  manifest.Member("embedding", EmbeddingJson(plan));
  manifest.Member("hardware", HardwareJson(plan));
  manifest.Member("parameters", ParametersJson(plan));
  manifest.Member("files", files);
  manifest.Member("top", ModuleName(plan, "top"));
  manifest.Member("modules", ModulesJson(modules));
  manifest.Member("address", AddressJson(plan));
  manifest.Member("link", LinkJson(plan, layers));
  manifest.Member("link_ports", LinkPortsJson(plan));
  manifest.Member("local_ports", plan.local_ports());
  WriteWrap(plan, layers, manifest);
  manifest.List("nodes", plan.host().size(), [&](std::uint32_t n) {
    stage.Tick();
    return NodeJson(plan, NodeId{n});
  });
  for (const Layer& layer : layers) {
    if (layer.manifest) manifest.Member(layer.name, layer.manifest());
  }
  manifest.End();
}

namespace {

// A manifest that this program wrote, without its nodes and its wrap, which are long. Null if it is
// none.
Json HeadOf(std::istream& text) {
  const auto keep = [](int depth, Json::parse_event_t event, const Json& parsed) {
    const bool is_key = depth == 1 && event == Json::parse_event_t::key;
    return !is_key || (parsed != Json("nodes") && parsed != Json("wrap"));
  };
  Json manifest = Json::parse(text, keep, false);
  if (!manifest.is_object() || !manifest.contains("hardware_hash")) return nullptr;
  const auto tool = manifest.find("tool");
  if (tool == manifest.end() || *tool != kTool) return nullptr;
  return manifest;
}

}  // namespace

std::optional<std::set<std::string>> ListedFiles(std::istream& text) {
  const Json manifest = HeadOf(text);
  const auto files = manifest.find("files");
  if (files == manifest.end() || !files->is_array()) return std::nullopt;
  std::set<std::string> listed;
  for (const Json& file : *files) {
    if (!file.is_string()) return std::nullopt;
    listed.insert(file.get<std::string>());
  }
  return listed;
}

std::optional<Origin> OriginOf(std::istream& text) {
  const Json manifest = HeadOf(text);
  const auto rebuild = manifest.find("rebuild");
  const auto hash = manifest.find("hardware_hash");
  if (rebuild == manifest.end() || !rebuild->is_string() || !hash->is_string()) return std::nullopt;
  const std::string command = rebuild->get<std::string>();
  if (!command.starts_with(kRebuild)) return std::nullopt;
  return Origin{command.substr(std::string_view(kRebuild).size()), hash->get<std::string>()};
}

Json GraphJson(const Graph& graph) {
  Json json = {
      {"kind", ToString(graph.kind())}, {"shape", graph.lengths()}, {"size", graph.size()}};
  for (const Twist& twist : graph.twists())
    json["twists"].push_back({twist.axis.value(), twist.along.value(), twist.shift});
  return json;
}

Json LogicalAddressJson(const Plan& plan, NodeId node) {
  if (!plan.embedding() || plan.embedding()->guest().size() > kMaxListedGuests) return nullptr;
  const std::vector<std::uint32_t> addresses = address_units::LogicalAddresses(plan, node);
  if (addresses.empty()) return nullptr;
  return plan.rank_bits() > 0 ? Json(addresses) : Json(addresses.front());
}

}  // namespace toroid::rtl
