#include "gen/request/collective.h"

#include "gen/collective/bucket_plan.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

std::int64_t LeastMessages(const CollectiveTask& task, const Graph& host, Ports ports) {
  const std::int64_t nodes = host.size();
  switch (task.kind) {
    case Collective::kExchange: return nodes * (nodes - 1);
    case Collective::kBroadcast:
    case Collective::kReduce:
    case Collective::kGather:
    case Collective::kScatterBlocks: return nodes - 1;
    case Collective::kAllReduce: return 2 * LeastBucketMessages(host, ports);
    default: return LeastBucketMessages(host, ports);
  }
}

Diagnostics SizeDiagnostics(const Setting& setting, std::string_view option,
                            const CollectiveTask& task) {
  const std::int64_t messages = LeastMessages(task, *setting.host, setting.hardware.ports);
  if (messages > kMostMessages) {
    return {{"--host", setting.host->ToString(),
             "has so many nodes that they send " + std::to_string(messages) + " messages",
             "at most " + std::to_string(kMostMessages) + " are kept"}};
  }
  return DataDiagnosticsOfHost(setting, option, static_cast<int>(task.flits),
                               IsOfBlocks(task.kind) ? Growth::kQuadratic : Growth::kLinear);
}

}  // namespace

Diagnostics CheckOnHost(const Setting& setting, std::string_view option, const CollectiveTask& task,
                        CollectiveMethod method) {
  const auto why = setting.degraded ? WhyNotOn(*setting.degraded, task, method)
                                    : WhyNotOn(*setting.host, task.kind, method);
  if (why) return {*why};
  return SizeDiagnostics(setting, option, task);
}

std::vector<CollectiveRequest> CollectiveRequest::All() {
  std::vector<CollectiveRequest> all = {CollectiveRequest()};
  for (const Collective kind : {Collective::kBroadcast, Collective::kReduce, Collective::kGather,
                                Collective::kScatterBlocks}) {
    CollectiveRequest request;
    request.kind = kind;
    request.method = CollectiveMethod::kAuto;
    all.push_back(request);
  }
  return all;
}

Fields CollectiveRequest::fields() {
  if (!HasRoot(kind))
    return {{"--method", EnumFieldOf<ParseHostMethod>(method, kHostMethods)},
            {"--elements", &elements}};
  return {{"--method", EnumFieldOf<ParseRootedMethod>(method, kRootedMethods)},
          {"--elements", &elements},
          {"--root", &root}};
}

std::string CollectiveRequest::Text(std::uint64_t seed) const {
  return (HasRoot(kind) ? ", root " + std::to_string(root) : "") + ", method " +
         std::string(ToString(method)) + ", N=" + Counted(elements, "element") + ", seed " +
         std::to_string(seed);
}

Diagnostics CollectiveRequest::Check(const Setting& setting) const {
  if (HasRoot(kind) && static_cast<std::uint32_t>(root) >= setting.host->size()) {
    return {{"--root", std::to_string(root), "is no node of host " + setting.host->ToString(),
             "its nodes are 0 to " + std::to_string(setting.host->size() - 1)}};
  }
  return CheckOnHost(setting, "--elements", collective(), method);
}

}  // namespace toroid
