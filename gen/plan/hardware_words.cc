// The words have a fixed order, because generated files quote the command that made them.
#include "gen/plan/hardware_words.h"

#include <utility>

#include "gen/support/text.h"

namespace toroid {

std::string TextOf(const TypedOption& option) {
  return " " + option.name + (option.value.empty() ? "" : " " + option.value);
}

std::vector<TypedOption> HardwareWords(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  const bool buffered = hardware.router == RouterKind::kBuffered;
  std::vector<TypedOption> words;
  const auto add = [&](bool is_given, const char* option, std::string value = {}) {
    if (is_given) words.push_back({option, std::move(value)});
  };
  add(hardware.atu_stages > 0, "--atu-stages", std::to_string(hardware.atu_stages));
  add(plan.relay().has_value(), "--relay");
  if (hardware.translation)
    add(true, "--translation", std::string(ToString(*hardware.translation)));
  add(!buffered, "--router", std::string(ToString(hardware.router)));
  add(hardware.schedule_unit.check_arrivals, "--schedule-units", "check");
  add(hardware.barrier, "--barrier", "hardware");
  add(Hears(hardware), "--load", LoadText(hardware));
  if (hardware.load.address_units && plan.partition()->shape() != plan.host())
    add(true, "--base", CoordinatesText(plan.partition()->base()));
  add(true, "--flit-width", std::to_string(plan.data_width()));
  add(buffered, "--buffer-depth", std::to_string(hardware.buffered.depth));
  add(hardware.links.stages > 0, "--link-stages", std::to_string(hardware.links.stages));
  add(hardware.links.protect != Protection::kNone, "--protect",
      std::string(ToString(hardware.links.protect)));
  add(hardware.links.counters, "--counters");
  add(true, "--ports", std::string(ToString(hardware.ports)));
  add(buffered, "--arbiter", std::string(ToString(hardware.buffered.arbiter)));
  add(hardware.buffered.storage != Storage::kRegisters, "--storage",
      std::string(ToString(hardware.buffered.storage)));
  add(hardware.classes > 1 && !hardware.wrap.axi, "--classes", std::to_string(hardware.classes));
  for (const auto& [option, value] : OptionsOf(hardware.wrap)) add(true, option, value);
  add(hardware.processes > 1, "--processes", std::to_string(hardware.processes));
  add(true, "--address", std::string(ToString(hardware.address)));
  add(true, "--name", hardware.name);
  return words;
}

}  // namespace toroid
