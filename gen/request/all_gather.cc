#include "gen/request/all_gather.h"

#include "gen/request/program.h"

namespace toroid {

Fields AllGatherRequest::fields() {
  Fields fields = ProgramFields(*this, method == CollectiveMethod::kDoubling);
  fields.insert(fields.begin(),
                {"--method", WordOf<ParseCollectiveMethod>(method, kCollectiveMethods)});
  return fields;
}

std::string AllGatherRequest::Text(std::uint64_t seed) const {
  return fmt::format(", method {}", ToString(method)) +
         ProgramText(*this, seed, method == CollectiveMethod::kDoubling);
}

Diagnostics AllGatherRequest::Check(const Setting& setting) const {
  if (method != CollectiveMethod::kDoubling)
    return CheckOnHost(setting, "--elements", collective(), method);
  return DataDiagnostics(setting, "--elements", elements, Growth::kQuadratic);
}

}  // namespace toroid
