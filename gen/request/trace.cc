#include "gen/request/trace.h"

#include <optional>

#include "gen/support/text.h"

namespace toroid {

namespace {

// Those between host nodes.
constexpr const char* kMethods =
    "bucket, halving, swing, whole, forest, trees, bine, phases, lines, auto";

}  // namespace

Fields TraceRequest::fields() {
  return {{"--trace", &file},
          {"--calc-factor", &calc_factor, is_goal() || is_chakra()},
          {"--method", EnumFieldOf<Parse<CollectiveMethod>>(method, kMethods), is_chakra()},
          {"--ops-per-cycle", &ops_per_cycle, ops_per_cycle > 0},
          {"--bytes-per-cycle", &bytes_per_cycle, bytes_per_cycle > 0},
          {"--rank-groups", &groups, !groups.empty()},
          {"--schedule", EnumFieldOf<ParseScheduleKind>(schedule.kind, "none, list"),
           schedule.kind != ScheduleKind::kNone},
          {"--no-baseline"}};
}

std::string TraceRequest::Text(std::uint64_t seed) const {
  std::string text = " " + Printable(file, kMostName);
  if (calc_factor != 1)
    text += ", " + ShortestText(calc_factor) + " cycles for " +
            (is_goal() ? "calc 1" : "a microsecond");
  if (ops_per_cycle > 0) text += ", " + ShortestText(ops_per_cycle) + " operations a cycle";
  if (bytes_per_cycle > 0)
    text += ", " + ShortestText(bytes_per_cycle) + " bytes of memory a cycle";
  return text + ", seed " + std::to_string(seed);
}

// What is in the file is looked at when it is read.
Diagnostics TraceRequest::Check(const Setting& setting) const {
  Diagnostics found;
  if (!is_goal() && !is_chakra() && setting.given("--calc-factor"))
    found.push_back({"--calc-factor", "", "is not used by a table of messages, which counts cycles",
                     "it goes with GOAL and Chakra files"});
  for (const OptionName option : {OptionName("--method"), OptionName("--rank-groups")})
    if (!is_chakra() && setting.given(option))
      found.push_back({std::string(option), "",
                       "is not used by a file without collective operations",
                       "with traffic trace it goes with Chakra files"});
  for (const OptionName option : {OptionName("--ops-per-cycle"), OptionName("--bytes-per-cycle")})
    if (!is_chakra() && setting.given(option))
      found.push_back({std::string(option), "",
                       "is not used by a file whose calculations are times",
                       "with traffic trace it goes with Chakra files"});
  return found;
}

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
