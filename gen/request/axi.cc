#include "gen/request/axi.h"

#include "gen/support/text.h"

namespace toroid {

Fields AxiRequest::fields() {
  return {{"--requests", &requests, table.empty()}, {"--trace", &table, !table.empty()}};
}

std::string AxiRequest::Text(std::uint64_t seed) const {
  return " " + (table.empty() ? Counted(requests, "request") : Printable(table, kMostName)) +
         ", seed " + std::to_string(seed);
}

Diagnostics AxiRequest::Check(const Setting& setting) const {
  if (table.empty()) return {};
  if (!table.ends_with(".csv"))
    return {{"--trace", table, "does not end in .csv",
             "traffic axi takes a table of transactions (.csv)"}};
  if (setting.given("--requests"))
    return {{"--requests", std::to_string(requests), "is not used by a table of transactions",
             "leave out --requests or --trace"}};
  return {};
}

}  // namespace toroid
