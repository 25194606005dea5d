#include "sim/run/describe.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/plan/broadcast_tree.h"
#include "gen/plan/host_load.h"
#include "gen/plan/plan.h"
#include "gen/plan/translation.h"
#include "gen/support/random.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Separate from the traffic: a schedule does not depend on it, only whether it is found.
std::string TimeLimitOption(const TrafficRequest& traffic) {
  const Scheduling* scheduling = SchedulingOf(traffic);
  const bool given = scheduling != nullptr && scheduling->kind == ScheduleKind::kExact &&
                     scheduling->seconds != Scheduling().seconds;
  return given ? " --time-limit " + ShortestText(scheduling->seconds) : "";
}

// The options that decide which packets are sent when.
std::string TrafficOptions(const SimulationRequest& request) {
  return fmt::format("{} --sink-ready {} --seed {}", TrafficOptions(request.traffic),
                     ShortestText(request.run.sink_ready), request.run.seed);
}

// The place of a partition in the host, which does not change the hardware.
std::string BaseOption(const Plan& plan) {
  return plan.partition() ? " --base " + CoordinatesText(plan.partition()->base()) : "";
}

// "buffers of 6 in distributed memory, 2 link stages", "scheduled routers"
std::string RoutersText(const HardwareOptions& hardware) {
  std::string text = fmt::format("buffers of {}", hardware.buffered.depth);
  if (hardware.router == RouterKind::kScheduled) text = "scheduled routers";
  if (hardware.buffered.storage == Storage::kLutram) text += " in distributed memory";
  if (hardware.buffered.storage == Storage::kGated) text += " with gated clocks";
  if (hardware.links.stages > 0) text += ", " + Counted(hardware.links.stages, "link stage");
  if (hardware.links.protect != Protection::kNone) text += ", parity on links";
  if (hardware.links.counters) text += ", counters";
  return text;
}

// ", 2 links and 1 node dead".
std::string DeadText(const Plan& plan) {
  if (plan.routes() == nullptr || plan.routes()->host.IsWhole()) return "";
  const degraded::Dead dead = plan.routes()->host.dead();
  std::size_t links = 0;  // a link that is dead both ways is one
  for (const degraded::Link& link : dead.links)
    links +=
        std::ranges::find(dead.links, degraded::Link{link.to, link.from}) == dead.links.end() ||
                link.from < link.to
            ? 1
            : 0;
  std::string text = links > 0 ? Counted(links, "link") : "";
  if (!dead.nodes.empty())
    text += (text.empty() ? "" : " and ") + Counted(dead.nodes.size(), "node");
  return ", " + text + " dead";
}

// ", tables loaded in 325 cycles"; otherwise the run fails.
std::string LoadedText(const Plan& plan) {
  const LoadOptions& load = plan.hardware().load;
  if (!LoadsRegisters(plan.hardware())) return "";
  std::string text = load.address_units ? "address units" : "";
  if (LoadsTables(plan.hardware())) {
    if (!text.empty()) text += " and ";
    text += load.routes ? "routes" : load.tree ? "tree" : "tables";
  }
  const auto words = static_cast<Cycle>(HostLoadOf(plan).words.size());
  return fmt::format(", {} loaded in {}", text,
                     Counted(BroadcastTreeOf(plan).CyclesOf(words), "cycle"));
}

// ", tables exchanged in 8 cycles"; otherwise the run fails.
std::string TablesText(const Plan& plan) {
  const auto& method = plan.hardware().translation;
  if (!method) return "";
  return fmt::format(", tables {} in {}", ToString(*method), Counted(TableCycle(plan), "cycle"));
}

std::string SinksText(const RunOptions& run) {
  return run.sink_ready < 1 ? ", sinks ready " + ShortestText(run.sink_ready) : "";
}

// 16 hex digits.
std::string HashOf(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char c : text) hash = Mix(hash ^ static_cast<unsigned char>(c));
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

}  // namespace

std::string EmbeddedText(const Embedding& embedding) {
  std::string text = embedding.guest().ToString() + " (" + std::string(ToString(embedding.kind()));
  if (embedding.HasBitOrder()) text += ", " + std::string(ToString(embedding.bit_order()));
  return text + ")";
}

std::string ProgramsText(std::size_t programs, const RunOptions& run) {
  return Counted(programs, "program, in its box", "programs, each in its box") + SinksText(run);
}

std::string TrafficText(const SimulationRequest& request) {
  const TrafficRequest& traffic = request.traffic;
  const RunOptions& run = request.run;
  std::string text = std::string(NameOf(traffic)) + TextOf(traffic, run.seed);
  if (!run.moved_from.empty()) text += ", box moved from " + CoordinatesText(run.moved_from);
  text += SinksText(run);
  const Scheduling* scheduling = SchedulingOf(traffic);
  const bool placed =
      FamilyOf(traffic) == Family::kTrace && scheduling->kind != ScheduleKind::kNone;
  if (IsScheduled(traffic) || placed) {
    text += ", schedule " + std::string(ToString(scheduling->kind));
    if (scheduling->by_units()) text += " by schedule units";
    if (scheduling->release != Release::kCycle)
      text += fmt::format(", released by {}", ToString(scheduling->release));
    if (scheduling->startup > 0)
      text += fmt::format(", startup {}", ShortestText(scheduling->startup));
  }
  return text;
}

std::string NetworkText(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = plan.host().ToString();
  if (plan.embedding()) {
    text += " holding " + EmbeddedText(*plan.embedding());
    if (const auto& box = plan.partition(); box && box->shape() != plan.host())
      text += " in its box " + box->ToString() + " at " + CoordinatesText(box->base());
  }
  const bool scheduled = hardware.router == RouterKind::kScheduled;
  return text +
         fmt::format(", {}-bit flits, {}, {}, {}{} addresses{}", hardware.flit_width,
                     RoutersText(hardware),
                     hardware.ports == Ports::kOne ? "one port" : "all ports",
                     scheduled ? "" : fmt::format("{}, ", ToString(hardware.buffered.arbiter)),
                     ToString(hardware.address), plan.relay() ? ", relays" : "") +
         (hardware.processes > 1 ? fmt::format(", {} processes a node", hardware.processes) : "") +
         (hardware.wrap.axi ? fmt::format(", AXI4 of {} bits", plan.data_width()) : "") +
         (hardware.barrier ? ", barrier in hardware" : "") + DeadText(plan) + LoadedText(plan) +
         TablesText(plan);
}

// `simulate` accepts all options of its own hardware.
std::string ReplayCommand(const Plan& plan, const SimulationRequest& request) {
  std::string text = "toroid simulate " + GraphOptions(plan);
  if (!plan.hardware().load.address_units) text += BaseOption(plan);
  auto words = HardwareWords(plan);
  if (Uses(request.traffic, "--root"))
    std::erase_if(words, [](const auto& word) { return word.first == OptionName("--root"); });
  text += TextOf(words);
  return fmt::format("{} {}{} --rtl {}", text, TrafficOptions(request),
                     TimeLimitOption(request.traffic), ToString(request.run.rtl));
}

std::string RunHash(const Plan& plan, SimulationRequest request, std::string_view contents) {
  if (auto* trace = std::get_if<TraceRequest>(&request.traffic)) {
    trace->file = std::string(contents) + (trace->is_goal()     ? ".goal"
                                           : trace->is_chakra() ? ".et"
                                                                : ".csv");
    trace->groups.clear();  // they are among the contents
  }
  if (auto* axi = std::get_if<AxiRequest>(&request.traffic); axi && !axi->table.empty())
    axi->table = std::string(contents) + ".csv";
  const auto& survivors = plan.hardware().survivors;
  const std::string dead = survivors ? survivors->Options() : "";
  return HashOf(TrafficOptions(request) + BaseOption(plan) + dead);
}

std::string JoinedHash(const std::vector<std::string>& hashes) {
  return HashOf(Joined(hashes, " "));
}

}  // namespace toroid
