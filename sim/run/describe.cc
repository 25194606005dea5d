#include "sim/run/describe.h"

#include <array>
#include <charconv>

#include "gen/support/random.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The shortest text that reads back as the same number.
std::string Plain(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

std::string Flits(int count) { return Counted(count, "flit"); }

std::string StepsOption(const SimulateOptions& options) {
  const bool given = options.schedule == ScheduleKind::kExact && options.exact.steps > 0;
  return given ? " --steps " + std::to_string(options.exact.steps) : "";
}

// No part of the traffic: a schedule does not depend on it, only whether it is found.
std::string TimeLimitOption(const SimulateOptions& options) {
  const bool given =
      options.schedule == ScheduleKind::kExact && options.exact.seconds != ExactOptions{}.seconds;
  return given ? " --time-limit " + Plain(options.exact.seconds) : "";
}

// Where in the host a partition is; the hardware is the same wherever that is.
std::string BaseOption(const Plan& plan) {
  return plan.partition() ? " --base " + CoordinatesText(plan.partition()->base()) : "";
}

}  // namespace

std::string TrafficText(const SimulateOptions& options) {
  const std::string elements = "N=" + Counted(options.elements, "element");
  const std::string pipelining = "Q=" + std::to_string(options.pipelining);
  std::string text(ToString(options.traffic));
  switch (options.traffic) {
    case TrafficKind::kTask:
      text += " <" + std::to_string(options.task.first) + "," + std::to_string(options.task.count) +
              ">, messages of " + Flits(options.message_flits);
      break;
    case TrafficKind::kCcCube:
    case TrafficKind::kFft:
    case TrafficKind::kAllReduce: text += ", " + elements + ", " + pipelining; break;
    case TrafficKind::kCompleteExchange:
      text += ", method " + std::string(ToString(options.method)) + ", blocks of " +
              Flits(options.block_flits);
      if (options.method == ExchangeMethod::kCcCube) text += ", " + pipelining;
      break;
    case TrafficKind::kBitonicSort:
    case TrafficKind::kAllGather: text += ", " + elements; break;
    case TrafficKind::kPermutation:
    case TrafficKind::kScatter:
    case TrafficKind::kExchange:
      text += ", " + Counted(options.sets, "set") + ", messages of " + Flits(options.message_flits);
      text += ", seed " + std::to_string(options.seed);
      break;
    case TrafficKind::kUniform:
    case TrafficKind::kNeighbor:
    case TrafficKind::kBitComplement:
      text += ", " + Plain(options.rate) + (options.rate == 1 ? " flit" : " flits") +
              " per node and cycle, packets of " + Flits(options.packet_flits) + ", " +
              Counted(options.cycles, "cycle") + ", seed " + std::to_string(options.seed);
      if (options.refused > 0) text += ", refused share " + Plain(options.refused);
  }
  if (IsAlgorithm(options.traffic)) text += ", seed " + std::to_string(options.seed);
  if (IsScheduled(options.traffic) && options.traffic != TrafficKind::kTask) {
    text += ", barrier " + std::to_string(options.barrier_cycles);
  }
  if (options.sink_ready < 1) {
    text += ", sinks ready " + Plain(options.sink_ready);
  }
  if (IsScheduled(options.traffic)) text += ", schedule " + std::string(ToString(options.schedule));
  if (options.schedule_unit) text += " by schedule units";
  return text;
}

std::string NetworkText(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = plan.host().ToString();
  if (plan.embedding()) {
    const Embedding& embedding = *plan.embedding();
    text +=
        " holding " + embedding.guest().ToString() + " (" + std::string(ToString(embedding.kind()));
    if (embedding.HasBitOrder()) text += ", " + std::string(ToString(embedding.bit_order()));
    text += ")";
    if (const auto& box = plan.partition())
      text += " in its box " + box->ToString() + " at " + CoordinatesText(box->base());
  }
  const bool scheduled = hardware.router == RouterKind::kScheduled;
  return text + ", " + std::to_string(hardware.flit_width) + "-bit flits, " +
         (scheduled ? "scheduled routers" : "buffers of " + std::to_string(hardware.buffer_depth)) +
         ", " + (hardware.ports == Ports::kOne ? "one port" : "all ports") + ", " +
         (scheduled ? "" : std::string(ToString(hardware.arbiter)) + ", ") +
         std::string(ToString(hardware.address)) + " addresses" + (plan.relay() ? ", relays" : "");
}

std::string TrafficOptions(const SimulateOptions& options) {
  const std::string elements = " --elements " + std::to_string(options.elements);
  const std::string pipelining = " --pipelining " + std::to_string(options.pipelining);
  const std::string barrier = " --barrier-cycles " + std::to_string(options.barrier_cycles);
  std::string text = "--traffic " + std::string(ToString(options.traffic));
  switch (options.traffic) {
    case TrafficKind::kTask:
      text += " --task " + std::to_string(options.task.first) + "," +
              std::to_string(options.task.count) + " --message-flits " +
              std::to_string(options.message_flits);
      break;
    case TrafficKind::kCcCube:
    case TrafficKind::kFft:
    case TrafficKind::kAllReduce: text += elements + pipelining + barrier; break;
    case TrafficKind::kCompleteExchange:
      text += " --method " + std::string(ToString(options.method)) + " --block-flits " +
              std::to_string(options.block_flits);
      if (options.method == ExchangeMethod::kCcCube) text += pipelining;
      text += barrier;
      break;
    case TrafficKind::kBitonicSort:
    case TrafficKind::kAllGather: text += elements + barrier; break;
    case TrafficKind::kPermutation:
    case TrafficKind::kScatter:
    case TrafficKind::kExchange:
      text += " --sets " + std::to_string(options.sets) + " --message-flits " +
              std::to_string(options.message_flits) + barrier;
      break;
    case TrafficKind::kUniform:
    case TrafficKind::kNeighbor:
    case TrafficKind::kBitComplement:
      text += " --rate " + Plain(options.rate) + " --packet-flits " +
              std::to_string(options.packet_flits) + " --cycles " + std::to_string(options.cycles);
      if (options.refused > 0) text += " --refused " + Plain(options.refused);
  }
  if (IsScheduled(options.traffic))
    text += " --schedule " + std::string(ToString(options.schedule)) + StepsOption(options);
  if (options.schedule_unit) text += " --schedule-unit";
  return text + " --sink-ready " + Plain(options.sink_ready) + " --seed " +
         std::to_string(options.seed);
}

std::string ReplayCommand(const Plan& plan, const SimulateOptions& options) {
  const HardwareOptions& hardware = plan.hardware();
  const bool scheduled = hardware.router == RouterKind::kScheduled;
  const std::string buffers = scheduled
                                  ? " --router scheduled"
                                  : " --buffer-depth " + std::to_string(hardware.buffer_depth);
  const std::string arbiter =
      scheduled ? "" : " --arbiter " + std::string(ToString(hardware.arbiter));
  return "toroid simulate " + GraphOptions(plan) + BaseOption(plan) + " --flit-width " +
         std::to_string(hardware.flit_width) + buffers + " --ports " +
         std::string(ToString(hardware.ports)) + arbiter + " --name " + hardware.name +
         " --address " + std::string(ToString(hardware.address)) +
         (hardware.relay ? " --relay" : "") + (hardware.check_arrivals ? " --check-arrivals" : "") +
         " " + TrafficOptions(options) + TimeLimitOption(options) + " --rtl " +
         std::string(ToString(options.rtl));
}

std::string RunHash(const Plan& plan, const SimulateOptions& options) {
  std::uint64_t hash = 0;
  for (const char c : TrafficOptions(options) + BaseOption(plan))
    hash = Mix(hash ^ static_cast<unsigned char>(c));
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

}  // namespace toroid
