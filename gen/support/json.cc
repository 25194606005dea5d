#include "gen/support/json.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "gen/support/input_file.h"

namespace toroid {
namespace {

// The bound that a text exceeds, checked before it is parsed; empty if none. A colon outside of
// strings follows a member's name.
std::string Excess(std::string_view text) {
  std::vector<std::size_t> members;  // of each object or list that is open
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (c == '{' || c == '[') {
      members.push_back(0);
      if (members.size() > kMostJsonLevels)
        return fmt::format("is nested in more than {} levels", kMostJsonLevels);
    } else if ((c == '}' || c == ']') && !members.empty()) {
      members.pop_back();
    } else if (c == ':' && !members.empty() && ++members.back() > kMostJsonMembers) {
      return fmt::format("has an object of more than {} members", kMostJsonMembers);
    }
  }
  return "";
}

}  // namespace

Result<Json> ParseJson(std::string_view text, const std::string& field, const std::string& name,
                       const std::string& allowed) {
  const auto refuse = [&](std::string what) {
    return Diagnostic{field, name, std::move(what), allowed};
  };
  if (std::string excess = Excess(text); !excess.empty()) return refuse(std::move(excess));
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return refuse(fmt::format("is no JSON: at byte {}", error.byte));
  } catch (const Json::exception&) {
    return refuse("has a number that is too large");
  }
}

Result<Json> ReadJson(const std::string& path, const std::string& field,
                      const std::string& allowed) {
  const auto text = TextOfInput(field, path, kMostJsonBytes, allowed);
  if (!text) return text.diagnostics();
  return ParseJson(*text, field, path, allowed);
}

std::optional<std::uint64_t> CountIn(const Json& value) {
  if (!value.is_number_integer() || (!value.is_number_unsigned() && value < 0)) return std::nullopt;
  return value.get<std::uint64_t>();
}

const Json& MemberOf(const Json& value, const std::string& key) {
  static const Json none;
  if (!value.is_object()) return none;
  const auto found = value.find(key);
  return found == value.end() ? none : *found;
}

}  // namespace toroid
