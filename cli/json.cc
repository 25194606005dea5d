// One line for each member or element: results of two runs can be compared by diff. A library's
// pretty printer would put each number of a list on a line of its own.
#include "cli/json.h"

namespace toroid {

std::string JsonText(const Json& json) {
  const bool object = json.is_object();
  std::string text = object ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, value] : json.items()) {
    text += separator;
    text += "  ";
    if (object) text += Json(key).dump() + ": ";
    text += value.dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + (object ? "\n}\n" : "\n]\n");
}

void JsonPrinter::Key(const std::string& key) {
  out_ << (first_ ? "\n  " : ",\n  ") << Json(key).dump() << ": ";
  first_ = false;
}

}  // namespace toroid
