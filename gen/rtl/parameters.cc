// Verilog-2005 cannot report an error at elaboration. As in the library, a wrong value instantiates
// a module that does not exist and whose name says what is allowed.
#include "gen/rtl/parameters.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "gen/plan/translation.h"

namespace toroid::rtl {
namespace {

int RoundedUp(int bits) { return (bits + kLeastFlitWidth - 1) / kLeastFlitWidth * kLeastFlitWidth; }

// FLIT_WIDTH and its bounds: the payload carries the fields of layers, and the words of an exchange
// of tables.
Parameter FlitWidthOf(const Plan& plan) {
  const bool exchange = plan.hardware().translation == TableMethod::kExchanged;
  return {.name = "FLIT_WIDTH",
          .value = plan.hardware().flit_width,
          .least = exchange ? RoundedUp(ExchangeBits(plan)) : kLeastFlitWidth,
          .most = (kMostFlitWidth - plan.added_bits()) / kLeastFlitWidth * kLeastFlitWidth,
          .step = kLeastFlitWidth,
          .what = "payload bits of a flit"};
}

std::string AllowedText(const Parameter& parameter) {
  const std::string multiple =
      parameter.step == 1 ? "" : fmt::format("a_multiple_of_{}_from_", parameter.step);
  return fmt::format("{}{}_to_{}", multiple, parameter.least, parameter.most);
}

std::string WrongText(const Parameter& parameter) {
  const auto& [name, value, least, most, step, what] = parameter;
  std::string text = fmt::format("{0} < {1} || {0} > {2}", name, least, most);
  if (step > 1) text += fmt::format(" || {} % {} != 0", name, step);
  return text;
}

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::vector<Parameter> ParametersOf(const Plan& plan) {
  std::vector<Parameter> parameters = {FlitWidthOf(plan)};
  if (!HasCredits(plan)) return parameters;
  parameters.push_back({.name = "DEPTH",
                        .value = plan.hardware().buffered.depth,
                        .least = FullRateDepth(plan.hardware().links.stages),
                        .most = kMostBufferDepth,
                        .what = "flits of a buffer"});
  return parameters;
}

std::vector<Parameter> ParametersOfWrap(const Plan& plan) {
  std::vector<Parameter> parameters = ParametersOf(plan);
  if (SideBits(plan.hardware().wrap, plan.data_width()) > 0) parameters.erase(parameters.begin());
  return parameters;
}

std::string DeclarationList(const std::vector<Parameter>& parameters) {
  std::string list;
  for (const Parameter& parameter : parameters) {
    const bool last = &parameter == &parameters.back();
    list += fmt::format("  parameter integer {} = {}{}  // {}\n", parameter.name, parameter.value,
                        last ? "" : ",", parameter.what);
  }
  return list.empty() ? "" : "#(\n" + list + ") ";
}

std::string SettingList(const std::vector<Parameter>& parameters, bool to_defaults) {
  std::string list;
  for (const Parameter& parameter : parameters) {
    list += fmt::format("{}.{}({})", list.empty() ? "" : ", ", parameter.name,
                        to_defaults ? std::to_string(parameter.value) : parameter.name);
  }
  return list.empty() ? "" : "#(" + list + ") ";
}

Part ParameterCheck(const Plan& plan) {
  Values values;
  for (const Parameter& parameter : ParametersOf(plan)) {
    values.rows["parameters"].push_back(
        {.text = {{"wrong", WrongText(parameter)},
                  {"block", "check_" + Lower(parameter.name)},
                  {"message",
                   ModuleName(plan, parameter.name) + "_must_be_" + AllowedText(parameter)}}});
  }
  return {"parameter_check.v.tpl", values};
}

}  // namespace toroid::rtl
