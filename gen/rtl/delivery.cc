// The properties count each queue of the node from outside: arrivals at its input, departures from
// an input buffer by its credit, departures from an injector by the tag that its flits carry. So
// they name no wire inside the node, and hold for any router with these queues.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "gen/rtl/network.h"
#include "gen/rtl/properties.h"
#include "gen/support/text.h"
#include "gen/topology/numbering.h"

namespace toroid::rtl {
namespace {

// "31:16": from the top bit down.
std::string Bits(int top, int width) { return fmt::format("{}:{}", top, top - width + 1); }

class Delivery {
 public:
  Delivery(const Plan& plan, const Layers& layers)
      : plan_(plan),
        host_(plan.host()),
        ports_(NodePorts(plan, layers)),
        links_(static_cast<int>(plan.link_ports().size())),
        address_bits_(plan.address_bits()),
        width_(LinkWidth(plan)) {}

  Values All() {
    Values values = NodeWithInputs(plan_, ports_, "delivery_properties");
    for (int a = 0; a < host_.axes(); ++a) values.rows["axes"].push_back(AxisRow(Axis{a}));
    for (int p = 0; p < links_; ++p) AddLink(p, values);
    for (int stream = 0; stream < plan_.local_ports(); ++stream) AddStream(stream, values);
    for (Values& row : values.rows["queues"])
      row.text["other_marks"] = Others(marked_, "marked_" + row.text["queue"]);
    for (Values& row : values.rows["links"])
      row.text["other_shows"] = Others(shown_, "shown_" + row.text["link"]);
    values.text.merge(Common());
    values.text.insert({{"link_module", ModuleName(plan_, "link_properties")},
                        {"marked", Joined(marked_, " | ")},
                        {"shown", Joined(shown_, " | ")},
                        {"turn", Joined(turns_, " | ")},
                        {"busy", Joined(waiting_, " | ")}});
    return values;
  }

 private:
  int depth() const { return plan_.hardware().buffered.depth; }
  const LinkPort& Port(int p) const { return plan_.link_ports()[static_cast<std::size_t>(p)]; }
  std::string Name(int p) const { return PortName(Port(p)); }
  int Lowest(Axis axis) const { return LowestBitsOf(host_)[axis.index()]; }
  int CountMsb() const { return static_cast<int>(std::bit_width(static_cast<unsigned>(depth()))); }
  // The bits of a payload that say by which link its flit came.
  std::string Tag() const {
    const int bits = static_cast<int>(std::bit_width(static_cast<unsigned>(links_)));
    return fmt::format("{}:1", bits);
  }
  // The bits of fields in a link's flit: {tail, head, destination, source, payload}.
  std::string Destination() const { return Bits(width_ - 3, address_bits_); }
  std::string Source() const { return Bits(width_ - 3 - address_bits_, address_bits_); }
  std::string Fields(const std::string& flit) const {
    return fmt::format("{{{0}[{1}], {0}[{2}], {0}[{3}]}}", flit, width_ - 1, Destination(),
                       Source());
  }

  // The values that all rows use.
  Text Common() const {
    return {{"tag", Tag()},
            {"links_msb", fmt::format("{}", links_ - 1)},
            {"address_msb", fmt::format("{}", address_bits_ - 1)},
            {"payload_msb", fmt::format("{}", plan_.hardware().flit_width - 1)},
            {"count_msb", fmt::format("{}", CountMsb())},
            {"is_tail", fmt::format("{}", 2 * address_bits_)},
            {"is_destination", Bits(2 * address_bits_ - 1, address_bits_)},
            {"is_source", Bits(address_bits_ - 1, address_bits_)}};
  }

  static std::string Others(const std::vector<std::string>& all, const std::string& one) {
    std::vector<std::string> others;
    std::ranges::copy_if(all, std::back_inserter(others),
                         [&](const std::string& other) { return other != one; });
    return others.empty() ? "1'b0" : Joined(others, " | ");
  }

  Values AxisRow(Axis axis) const {
    return {.text = {{"last", fmt::format("{}", host_.length(axis) - 1)},
                     {"bits", fmt::format("{}", BitsOf(host_, axis))},
                     {"lowest", fmt::format("{}", Lowest(axis))}}};
  }

  // A coordinate of an address, which may be within a flit.
  std::string Coordinate(const std::string& name, int address, Axis axis) const {
    return fmt::format("{}[{}+:{}]", name, address + Lowest(axis), BitsOf(host_, axis));
  }
  std::string Here(Axis axis) const { return Coordinate("coordinates", 0, axis); }

  // R2.1: a flit on an axis has its destination's coordinates on lower axes, and its source's on
  // higher ones; over an axis of length 2 it leaves for the other coordinate.
  std::string Legal(int p, bool in) const {
    const Axis own = Port(p).axis;
    const std::string flit = Name(p) + (in ? "_in_flit" : "_out_flit");
    const int source = plan_.hardware().flit_width;
    const int destination = source + address_bits_;
    std::vector<std::string> terms;
    for (int a = 0; a < host_.axes(); ++a) {
      const Axis axis{a};
      if (axis != own)
        terms.push_back(Coordinate(flit, a < own.value() ? destination : source, axis) +
                        " == " + Here(axis));
    }
    if (host_.length(own) == 2)
      terms.push_back(Coordinate(flit, destination, own) + (in ? " == " : " != ") + Here(own));
    return terms.empty() ? "1'b1" : Joined(terms, " & ");
  }

  void AddLink(int p, Values& values) {
    const std::string link = Name(p);
    std::vector<std::string> passes;
    for (int o = links_ - 1; o >= 0; --o)
      passes.push_back(
          fmt::format("{0}_out_valid & {0}_out_flit[{1}] == {2}", Name(o), Tag(), p + 1));
    Text text({{"link", link},
               {"number", fmt::format("{}", p + 1)},
               {"passes", Joined(passes, ", ")},
               {"legal_in", Legal(p, true)},
               {"legal_out", Legal(p, false)},
               {"fields_out", Fields(link + "_out_flit")}});
    values.rows["links"].push_back({.text = std::move(text)});
    shown_.push_back("shown_" + link);
    const int channels = HasChannels(plan_, Port(p)) ? 2 : 1;
    for (int channel = 0; channel < channels; ++channel) AddBuffer(p, channel, channels, values);
  }

  void AddBuffer(int p, int channel, int channels, Values& values) {
    const std::string link = Name(p);
    const std::string queue = fmt::format("{}_{}", link, channel);
    const std::string in = link + "_in";
    Text text;
    text.insert(
        {{"link", link},
         {"queue", queue},
         {"channel", fmt::format("{}", channel)},
         {"comes", channels == 1 ? in + "_valid"
                                 : fmt::format("{0}_valid & {0}_channel == {1}", in, channel)},
         {"depth", fmt::format("{}", depth())},
         {"tail", fmt::format("{}", width_ - 1)},
         {"head", fmt::format("{}", width_ - 2)},
         {"destination", Destination()}});
    values.rows["buffers"].push_back({.text = std::move(text)});
    AddQueue(queue, depth(),
             channels == 1 ? in + "_credit" : fmt::format("{}_credit[{}]", in, channel),
             in + "_flit[0]", Fields(in + "_flit"), values);
  }

  void AddQueue(const std::string& queue, int places, const std::string& leaves,
                const std::string& mark, const std::string& fields, Values& values) {
    Text text({{"queue", queue},
               {"depth", fmt::format("{}", places)},
               {"leaves", leaves},
               {"mark", mark},
               {"fields", fields}});
    values.rows["queues"].push_back({.text = std::move(text)});
    marked_.push_back("marked_" + queue);
    turns_.push_back(fmt::format("in_{0} & leaves_{0} & place == 0", queue));
    waiting_.push_back(fmt::format("count_{} != 0", queue));
  }

  std::string OfStream(const std::string& port, int stream) const {
    const auto found = std::ranges::find(ports_, port, &ModulePort::name);
    return PartOf(*found, stream, plan_.local_ports());
  }

  void AddStream(int stream, Values& values) {
    const bool all = plan_.hardware().ports == Ports::kAll;
    const std::string queue = fmt::format("local_{}", stream);
    std::vector<std::string> takes;
    for (int p = links_ - 1; p >= 0; --p)
      takes.push_back(!all || p == stream ? "own_" + Name(p) : "1'b0");
    Text text({{"stream", fmt::format("{}", stream)},
               {"queue", queue},
               {"valid", OfStream("s_axis_tvalid", stream)},
               {"ready", OfStream("s_axis_tready", stream)},
               {"data", OfStream("s_axis_tdata", stream)},
               {"last", OfStream("s_axis_tlast", stream)},
               {"address", OfStream("s_axis_tdest", stream)},
               {"good", Good(queue, all ? std::optional(stream) : std::nullopt)},
               {"takes", Joined(takes, ", ")}});
    values.rows["injectors"].push_back({.text = std::move(text)});
    AddQueue(queue, kLocalDepth, fmt::format("|takes_{}", queue), fmt::format("data_{}[0]", queue),
             fmt::format("{{{}, to_{}, coordinates}}", OfStream("s_axis_tlast", stream), queue),
             values);
    waiting_.push_back(OfStream("error", stream));
    AddEjector(stream, all, values);
  }

  void AddEjector(int stream, bool all, Values& values) {
    std::vector<std::string> into;
    std::vector<std::string> turns;
    for (int p = links_ - 1; p >= 0; --p) {
      if (all && p != stream) continue;
      into.push_back("ejects_" + Name(p));
      turns.push_back(fmt::format("in_{}_0", Name(p)));
      if (HasChannels(plan_, Port(p))) turns.push_back(fmt::format("in_{}_1", Name(p)));
    }
    Text text({{"stream", fmt::format("{}", stream)},
               {"feeders_msb", fmt::format("{}", into.size() - 1)},
               {"into", Joined(into, ", ")},
               {"turn_into", Joined(turns, " | ")},
               {"valid", OfStream("m_axis_tvalid", stream)},
               {"ready", OfStream("m_axis_tready", stream)},
               {"data", OfStream("m_axis_tdata", stream)},
               {"last", OfStream("m_axis_tlast", stream)},
               {"source", OfStream("m_axis_tuser", stream)}});
    values.rows["ejectors"].push_back({.text = std::move(text)});
    waiting_.push_back(fmt::format("count_{} != 0", stream));
  }

  // R6.4: the address is another node's, and the route begins with `link` if it is given.
  std::string Good(const std::string& queue, std::optional<int> link) const {
    const std::string address = "address_" + queue;
    std::vector<std::string> terms{address + " != coordinates"};
    for (int a = 0; a < host_.axes(); ++a)
      terms.push_back(
          fmt::format("{} <= {}", Coordinate(address, 0, Axis{a}), host_.length(Axis{a}) - 1));
    if (link) {
      const LinkPort& port = Port(*link);
      for (int a = 0; a < port.axis.value(); ++a)
        terms.push_back(Coordinate(address, 0, Axis{a}) + " == " + Here(Axis{a}));
      terms.push_back(RouteBegins(plan_, Coordinate(address, 0, port.axis), port));
    }
    return "(" + Joined(terms, " & ") + ")";
  }

  const Plan& plan_;
  const Graph& host_;
  std::vector<ModulePort> ports_;
  int links_;
  int address_bits_;
  int width_;  // bits of a link's flit
  // Terms of the wires `marked`, `shown`, `turn` and `busy`.
  std::vector<std::string> marked_;
  std::vector<std::string> shown_;
  std::vector<std::string> turns_;
  std::vector<std::string> waiting_;
};

}  // namespace

bool HasDeliveryProperties(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  return HasCredits(plan) && hardware.links.stages == 0 && !IsChecked(plan) && !IsLogical(plan) &&
         !plan.carries_ranks() && !plan.partition() && !hardware.translation &&
         !hardware.schedule_unit.task && !plan.relay() && !hardware.barrier && !Hears(hardware) &&
         !plan.Copies();
}

// Compares numbers of 32 bits.
std::string RouteBegins(const Plan& plan, const std::string& to, const LinkPort& port) {
  const Graph& host = plan.host();
  const int lowest = LowestBitsOf(host)[port.axis.index()];
  const int length = host.length(port.axis);
  const std::string here = fmt::format("coordinates[{}+:{}]", lowest, BitsOf(host, port.axis));
  if (!port.direction) return fmt::format("{} != {}", to, here);
  const bool minus = port.direction == Direction::kMinus;
  if (!host.Wraps(port.axis)) return fmt::format("{} {} {}", to, minus ? "<" : ">", here);
  const std::string from = minus ? to : here;
  const std::string until = minus ? here : to;
  const std::string ahead =
      fmt::format("({1} - {0} + ({1} < {0} ? 32'd{2} : 32'd0))", from, until, length);
  return fmt::format("{0} != 0 & (2 * ({0}) < {1} | 2 * ({0}) == {1} & {2}coordinates[{3}])", ahead,
                     length, minus ? "" : "~", lowest);
}

Values DeliveryProperties(const Plan& plan, const Layers& layers) {
  return Delivery(plan, layers).All();
}

}  // namespace toroid::rtl
