#include "gen/request/trace.h"

#include "gen/support/text.h"

namespace toroid {

Fields TraceRequest::fields() {
  return {{"--trace", &file}, {"--calc-factor", &calc_factor, is_goal()}};
}

std::string TraceRequest::Text(std::uint64_t seed) const {
  std::string text = " " + Printable(file, kMostName);
  if (is_goal() && calc_factor != 1)
    text += ", " + ShortestText(calc_factor) + " cycles for calc 1";
  return text + ", seed " + std::to_string(seed);
}

// What is in the file is looked at when it is read.
Diagnostics TraceRequest::Check(const Setting& setting) const {
  Diagnostics found;
  if (!is_goal() && !file.ends_with(".csv"))
    found.push_back({"--trace", file, "ends neither in .csv nor in .goal",
                     "allowed are tables of messages (.csv) and GOAL files (.goal)"});
  else if (!is_goal() && setting.given("--calc-factor"))
    found.push_back({"--calc-factor", "", "is not used by a table of messages, which counts cycles",
                     "it goes with GOAL files"});
  return found;
}

}  // namespace toroid
