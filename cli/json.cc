// One line for each member, so that diff can compare two results. The library's pretty printer
// would put each number of a list on its own line.
#include "cli/json.h"

#include <filesystem>
#include <fstream>
#include <string_view>

namespace toroid {

Json ResultJson(Command command, const Json& body) {
  Json json{{"schema_version", kSchemaVersion}, {"command", ToString(command)}};
  json.update(body);
  return json;
}

namespace {

// Whether `toroid sweep --results` began the file.
bool HasRunsOfASweep(const std::string& path) {
  constexpr std::string_view kBeginning = R"({"toroid_sweep":)";
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  std::string text(kBeginning.size(), ' ');
  std::ifstream(path).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text == kBeginning;
}

}  // namespace

Result<Json> ReadResult(const std::string& path) {
  const std::string allowed = "give what a command printed with --format json";
  auto result = ReadJson(path, "result", allowed);
  if ((!result || MemberOf(*result, "command").is_null()) && HasRunsOfASweep(path))
    return Diagnostic{
        "result", path, "has runs of a sweep, not a result",
        "`toroid sweep --merge FILE` makes a page of them with --report, and a result "
        "with --format json"};
  if (result && !result->is_object())
    return Diagnostic{"result", path, "is not a JSON object", allowed};
  return result;
}

namespace {

std::string Dump(const Json& value) {
  if (!value.is_array() || value.empty() || !value.front().is_object())
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  for (const Json& element : value)
    text += (text.empty() ? "[\n    " : ",\n    ") +
            element.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text + "\n  ]";
}

}  // namespace

std::string JsonText(const Json& json) {
  std::string text;
  for (const auto& [key, value] : json.items())
    text += (text.empty() ? "{\n  " : ",\n  ") + Json(key).dump() + ": " + Dump(value);
  return text + "\n}\n";
}

void JsonPrinter::Key(const std::string& key) {
  out_ << (first_ ? "\n  " : ",\n  ") << Json(key).dump() << ": ";
  first_ = false;
}

}  // namespace toroid
