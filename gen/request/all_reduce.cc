#include "gen/request/all_reduce.h"

#include "gen/request/program.h"

namespace toroid {

Fields AllReduceRequest::fields() {
  Fields fields = ProgramFields(*this, method == CollectiveMethod::kDoubling);
  fields.insert(fields.begin(),
                {"--method", WordOf<ParseCollectiveMethod>(method, kCollectiveMethods)});
  return fields;
}

std::string AllReduceRequest::Text(std::uint64_t seed) const {
  return fmt::format(", method {}", ToString(method)) +
         ProgramText(*this, seed, method == CollectiveMethod::kDoubling);
}

Diagnostics AllReduceRequest::Check(const Setting& setting) const {
  if (method != CollectiveMethod::kDoubling)
    return CheckOnHost(setting, "--elements", collective(), method);
  const Diagnostics found = DataDiagnostics(setting, "--elements", elements, Growth::kLinear);
  return found.empty() ? PipeliningDiagnostics(setting, pipelining, elements) : found;
}

}  // namespace toroid
