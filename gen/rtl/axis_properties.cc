// Streams are found in the node's own list of ports, so that what a layer adds to them (tid) is
// proved too.
#include "gen/rtl/axis_properties.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/rtl/ports.h"

namespace toroid::rtl {
namespace {

using PortList = std::vector<ModulePort>;

constexpr std::string_view kStreamOut = "m_axis_";

PortList InputsOf(const PortList& all) {
  PortList inputs;
  std::ranges::copy_if(all, std::back_inserter(inputs), &ModulePort::input);
  return inputs;
}

// A stream's bits of a port of all streams.
std::string PartOf(const ModulePort& port, int stream, int streams) {
  const int width = std::max(port.width, 1);
  return port.name + (port.width == 0 ? "" : Slice(stream, width / streams, width == streams));
}

// The node's inputs that a design ties to constants.
bool IsConstant(const ModulePort& port) {
  return port.name == "coordinates" || port.name == "base";
}

Values StreamRow(const PortList& outputs, int stream, int streams) {
  std::string offer;
  int bits = 0;
  for (const ModulePort& port : outputs) {
    if (!port.name.starts_with(kStreamOut) || port.name == "m_axis_tvalid") continue;
    offer += (offer.empty() ? "" : ", ") + PartOf(port, stream, streams);
    bits += std::max(port.width, 1) / streams;
  }
  const ModulePort valid{"m_axis_tvalid", false, streams == 1 ? 0 : streams, ""};
  const ModulePort ready{"m_axis_tready", true, valid.width, ""};
  return {.text = {{"stream", fmt::format("{}", stream)},
                   {"msb", fmt::format("{}", bits - 1)},
                   {"offer", offer},
                   {"valid", PartOf(valid, stream, streams)},
                   {"ready", PartOf(ready, stream, streams)}},
          .rows = {}};
}

}  // namespace

Values AxisProperties(const Plan& plan, const Layers& layers) {
  const PortList ports = NodePorts(plan, layers);
  Values values{
      .text = {{"node", ModuleName(plan, "node")}, {"module", ModuleName(plan, "axis_properties")}},
      .rows = {{"ports", PortRows(InputsOf(ports))}}};
  PortList outputs;
  for (const ModulePort& port : ports) {
    values.rows["connections"].push_back(
        {.text = {{"port", port.name}, {"comma", port.name == ports.back().name ? "" : ","}},
         .rows = {}});
    const Text range = {{"range", port.width == 0 ? "" : Range(port.width)}};
    if (IsConstant(port)) {
      values.rows["constants"].push_back({.text = range, .rows = {}});
      values.rows["constants"].back().text["constant"] = port.name;
    }
    if (port.input) continue;
    outputs.push_back(port);
    values.rows["outputs"].push_back({.text = range, .rows = {}});
    values.rows["outputs"].back().text["output"] = port.name;
  }
  const int streams = plan.local_ports();
  for (int stream = 0; stream < streams; ++stream)
    values.rows["streams"].push_back(StreamRow(outputs, stream, streams));
  return values;
}

}  // namespace toroid::rtl
