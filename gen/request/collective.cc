#include "gen/request/collective.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/collective/bucket_plan.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

std::int64_t LeastMessages(Collective operation, const Graph& host, Ports ports) {
  const std::int64_t nodes = host.size();
  switch (operation) {
    case Collective::kExchange: return nodes * (nodes - 1);
    case Collective::kBroadcast:
    case Collective::kReduce:
    case Collective::kGather:
    case Collective::kScatterBlocks: return nodes - 1;
    case Collective::kAllReduce: return 2 * LeastBucketMessages(host, ports);
    default: return LeastBucketMessages(host, ports);
  }
}

Growth GrowthOf(Collective operation) {
  return IsOfBlocks(operation) ? Growth::kQuadratic : Growth::kLinear;
}

// "doubling, bucket, ..., auto"
std::string MethodWords(Collective operation) {
  std::vector<CollectiveMethod> methods = CubeMethodsOf(operation);
  const std::vector<CollectiveMethod> of_host = MethodsOf(operation);
  methods.insert(methods.end(), of_host.begin(), of_host.end());
  if (IsInNetwork(operation)) methods.push_back(CollectiveMethod::kInNetwork);
  std::ranges::sort(methods);
  std::string words;
  for (const CollectiveMethod method : methods) words += std::string(ToString(method)) + ", ";
  return words + "auto";
}

}  // namespace

CollectiveRequest CollectiveRequest::Of(Collective operation) {
  CollectiveRequest request{.operation = operation};
  const std::vector<CollectiveMethod> of_cube = CubeMethodsOf(operation);
  if (HasRoot(operation)) request.method = CollectiveMethod::kAuto;
  if (!of_cube.empty()) request.method = of_cube.front();
  if (operation == Collective::kExchange) request.elements = 4;
  return request;
}

bool CollectiveRequest::HasPackets() const {
  return method == CollectiveMethod::kCcCube ||
         (method == CollectiveMethod::kDoubling && operation == Collective::kAllReduce);
}

OptionName CollectiveRequest::size_option() const {
  return operation == Collective::kExchange ? OptionName("--block-flits") : "--elements";
}

Fields CollectiveRequest::fields() {
  Fields fields = {
      {"--method", EnumFieldOf<Parse<CollectiveMethod>>(method, MethodWords(operation))},
      {size_option(), &elements}};
  if (HasRoot(operation)) fields.push_back({"--root", &root});
  if (CubeMethodsOf(operation).empty()) return fields;
  if (operation != Collective::kAllGather)
    fields.push_back({"--pipelining", &pipelining, HasPackets()});
  Fields of_rounds = schedule.RoundFields(barrier_cycles);
  for (Field& field : of_rounds) field.said = field.said && IsOfCube(method);
  fields.insert(fields.end(), of_rounds.begin(), of_rounds.end());
  return fields;
}

std::string CollectiveRequest::Text(std::uint64_t seed) const {
  std::string text = HasRoot(operation) ? fmt::format(", root {}", root) : "";
  text += fmt::format(", method {}, ", ToString(method));
  text += operation == Collective::kExchange ? "blocks of " + Counted(elements, "flit")
                                             : "N=" + Counted(elements, "element");
  if (HasPackets()) text += fmt::format(", Q={}", pipelining);
  text += fmt::format(", seed {}", seed);
  return IsOfCube(method) ? text + fmt::format(", barrier {}", barrier_cycles) : text;
}

Diagnostics CollectiveRequest::Check(const Setting& setting) const {
  if (HasRoot(operation) && static_cast<std::uint32_t>(root) >= setting.host->size()) {
    return {{"--root", std::to_string(root), "is not a node of host " + setting.host->ToString(),
             "its nodes are 0 to " + std::to_string(setting.host->size() - 1)}};
  }
  return IsOfCube(method) ? CheckOnCube(setting) : CheckOnHost(setting);
}

Diagnostics CollectiveRequest::CheckOnHost(const Setting& setting) const {
  auto why = setting.degraded ? WhyNotOn(*setting.degraded, task(), method)
                              : WhyNotOn(*setting.host, operation, method);
  if (method == CollectiveMethod::kInNetwork && !why) {
    const auto& in_network = setting.hardware.in_network;
    why = WhyNotInNetwork(operation, in_network.has_value(), in_network == InNetwork::kReduction);
  }
  if (why) return {*why};
  const std::int64_t messages = LeastMessages(operation, *setting.host, setting.hardware.ports);
  if (messages > kMostMessages) {
    return {{"--host", setting.host->ToString(),
             "has so many nodes that they send " + std::to_string(messages) + " messages",
             "at most " + std::to_string(kMostMessages) + " are kept"}};
  }
  return DataDiagnosticsOfHost(setting, size_option(), elements, GrowthOf(operation));
}

Diagnostics CollectiveRequest::CheckOnCube(const Setting& setting) const {
  const Diagnostics found = DataDiagnostics(setting, size_option(), elements, GrowthOf(operation));
  if (!found.empty() || !HasPackets()) return found;
  if (operation != Collective::kExchange) return PacketDiagnostics(pipelining, elements);
  if (setting.dimensions() == 0) return {};
  const int flits = elements << (setting.dimensions() - 1);  // of a message; small enough
  return PipeliningDiagnostics(
      pipelining, flits, "the " + Counted(flits, "flit") + " of a message, --block-flits 2^(d-1),");
}

}  // namespace toroid
