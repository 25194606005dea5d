// The words for commands and choices.
#include "gen/spec/spec.h"

namespace toroid {

std::string_view ToString(Command command) {
  switch (command) {
    case Command::kMap: return "map";
    case Command::kSchedule: return "schedule";
    case Command::kGenerate: return "generate";
    case Command::kSimulate: return "simulate";
    case Command::kCheck: return "check";
    case Command::kCost: return "cost";
  }
  return "";
}

std::string_view ToString(Format format) {
  switch (format) {
    case Format::kText: return "text";
    case Format::kJson: return "json";
    case Format::kCsv: return "csv";
  }
  return "";
}

std::string_view ToString(TrafficKind traffic) {
  switch (traffic) {
    case TrafficKind::kCcCube: return "cc-cube";
    case TrafficKind::kTask: return "task";
    case TrafficKind::kCompleteExchange: return "complete-exchange";
    case TrafficKind::kFft: return "fft";
    case TrafficKind::kBitonicSort: return "bitonic-sort";
    case TrafficKind::kAllReduce: return "all-reduce";
    case TrafficKind::kAllGather: return "all-gather";
    case TrafficKind::kPermutation: return "permutation";
    case TrafficKind::kScatter: return "scatter";
    case TrafficKind::kExchange: return "exchange";
    case TrafficKind::kUniform: return "uniform";
    case TrafficKind::kNeighbor: return "neighbor";
    case TrafficKind::kBitComplement: return "bit-complement";
  }
  return "";
}

std::string_view ToString(ExchangeMethod method) {
  switch (method) {
    case ExchangeMethod::kCcCube: return "cc-cube";
    case ExchangeMethod::kDirect: return "direct";
    case ExchangeMethod::kRing: return "ring";
    case ExchangeMethod::kBinary: return "binary";
  }
  return "";
}

std::string_view ToString(Engine engine) {
  switch (engine) {
    case Engine::kBoth: return "both";
    case Engine::kRtl: return "rtl";
    case Engine::kModel: return "model";
  }
  return "";
}

std::string_view ToString(RtlEngine engine) {
  switch (engine) {
    case RtlEngine::kAuto: return "auto";
    case RtlEngine::kNodes: return "nodes";
    case RtlEngine::kFlat: return "flat";
    case RtlEngine::kLanes: return "lanes";
  }
  return "";
}

std::optional<Command> ParseCommand(std::string_view text) {
  for (const auto command : {Command::kMap, Command::kSchedule, Command::kGenerate,
                             Command::kSimulate, Command::kCheck, Command::kCost}) {
    if (text == ToString(command)) return command;
  }
  return std::nullopt;
}

std::optional<TrafficKind> ParseTraffic(std::string_view text) {
  for (const auto traffic :
       {TrafficKind::kCcCube, TrafficKind::kTask, TrafficKind::kCompleteExchange, TrafficKind::kFft,
        TrafficKind::kBitonicSort, TrafficKind::kAllReduce, TrafficKind::kAllGather,
        TrafficKind::kPermutation, TrafficKind::kScatter, TrafficKind::kExchange,
        TrafficKind::kUniform, TrafficKind::kNeighbor, TrafficKind::kBitComplement}) {
    if (text == ToString(traffic)) return traffic;
  }
  return std::nullopt;
}

}  // namespace toroid
