// The fields of a network's hardware, and what some of them imply.
#include "gen/plan/hardware_options.h"

#include "gen/support/text.h"

namespace toroid {

Storage StorageOf(FpgaFamily target) {
  const bool has_none = target == FpgaFamily::kGeneric || target == FpgaFamily::kIce40;
  return has_none ? Storage::kRegisters : Storage::kLutram;
}

Fields HardwareOptions::fields() {
  const bool buffers = router == RouterKind::kBuffered;
  const bool loads_base =
      load.address_units && partition && partition->shape() != partition->host();
  Fields fields = {
      {"--atu-stages", &atu_stages, atu_stages > 0, {0, kMostAtuStages}},
      {"--relay", &relay},
      {"--translation", EnumFieldOf<Parse<TableMethod>>(translation)},
      {"--router", EnumFieldOf<Parse<RouterKind>>(router), !buffers},
      {"--schedule-units", WordField{&schedule_unit.check_arrivals, "send", "check"},
       schedule_unit.check_arrivals},
      {"--in-network", in_network ? ShellText(InNetworkText(*this)) : ""},
      {"--root", &root, in_network.has_value() && root != 0},
      {"--barrier", WordField{&barrier, "assumed", "hardware"}, barrier},
      {"--load", LoadText(*this)},
      {"--base", loads_base ? CoordinatesText(partition->base()) : ""},
      {"--flit-width", &flit_width, true, {kLeastFlitWidth, kMostFlitWidth, kLeastFlitWidth}},
      {"--buffer-depth", &buffered.depth, buffers, {kLeastBufferDepth, kMostBufferDepth}},
      {"--link-stages", &links.stages, links.stages > 0, {0, kMostLinkStages}},
      {"--protect", EnumFieldOf<Parse<Protection>>(links.protect),
       links.protect != Protection::kNone},
      {"--counters", &links.counters},
      {"--ports", EnumFieldOf<ParsePorts>(ports)},
      {"--arbiter", EnumFieldOf<Parse<Arbiter>>(buffered.arbiter), buffers},
      {"--storage", EnumFieldOf<Parse<Storage>>(buffered.storage),
       buffered.storage != Storage::kRegisters},
      {"--classes", &classes, classes > 1 && !(wrap.axi && classes == 2)}};
  const Fields of_wrap = wrap.fields();
  fields.insert(fields.end(), of_wrap.begin(), of_wrap.end());
  fields.insert(fields.end(), {{"--processes", &processes, processes > 1},
                               {"--address", EnumFieldOf<Parse<Address>>(address)},
                               {"--name", &name}});
  return fields;
}

bool Hears(const HardwareOptions& options) { return options.load.words || LoadsRegisters(options); }

bool LoadsTables(const HardwareOptions& options) {
  return options.load.routes || options.load.tables || options.load.tree;
}

bool LoadsRegisters(const HardwareOptions& options) {
  return LoadsTables(options) || options.load.address_units;
}

std::string LoadText(const HardwareOptions& options) {
  std::string text = options.load.routes   ? "routes"
                     : options.load.tables ? "tables"
                     : options.load.tree   ? "tree"
                                           : "";
  if (options.load.address_units) text += text.empty() ? "address-units" : ",address-units";
  if (options.load.words && text.empty()) text = "words";
  return text;
}

std::string InNetworkText(const HardwareOptions& options) {
  return options.in_network ? InNetworkText(*options.in_network, options.join) : "";
}

int InNetworkSpecVersionOf(const HardwareOptions& options) {
  if (options.load.tree) return 3;
  return options.join.IsPlainSum() ? 1 : 2;
}

int RouterSpecVersionOf(const HardwareOptions& options, const Graph& host) {
  if (options.router == RouterKind::kScheduled) return options.links.stages > 0 ? 2 : 1;
  if (options.buffered.arbiter == Arbiter::kRoundRobin || host.WrapsAnywhere()) return 4;
  if (options.links.protect != Protection::kNone) return 3;
  return options.links.stages > 0 ? 2 : 1;
}

}  // namespace toroid
