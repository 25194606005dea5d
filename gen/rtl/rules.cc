// A rule is capital letters, a number, a dot and a number. Each kind of letters is defined on one
// page, in lists: "- **R5.8 Move.** A granted flit ...".
#include "gen/rtl/rules.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "gen/rtl/library.h"
#include "gen/support/files.h"

namespace toroid::rtl {
namespace {

bool IsUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool Defines(const std::string& page, const std::string& kind) {
  return page.find("\n- **" + kind + "1.") != std::string::npos;
}

}  // namespace

std::set<std::string> CitedRules(std::string_view text) {
  std::set<std::string> kinds;
  for (std::size_t dot = text.find('.'); dot != text.npos; dot = text.find('.', dot + 1)) {
    std::size_t number = dot;
    while (number > 0 && IsDigit(text[number - 1])) --number;
    std::size_t begin = number;
    while (begin > 0 && IsUpper(text[begin - 1])) --begin;
    const bool whole = begin == 0 || !InWord(text[begin - 1]);
    if (whole && begin < number && number < dot && dot + 1 < text.size() && IsDigit(text[dot + 1]))
      kinds.emplace(text.substr(begin, number - begin));
  }
  return kinds;
}

Result<std::map<std::string, std::string>> PagesOf(const std::set<std::string>& kinds) {
  std::map<std::string, std::string> pages;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(SharedFolder("rules"), error)) {
    auto text = ReadText(entry.path());
    if (!text.ok()) return text.diagnostics();
    if (std::ranges::any_of(kinds, [&](const std::string& kind) { return Defines(*text, kind); }))
      pages.emplace(entry.path().filename().string(), std::move(text).value());
  }
  if (error)
    return Diagnostics{{"templates", SharedFolder("rules").string(), error.message(),
                        "install the program again"}};
  return pages;
}

}  // namespace toroid::rtl
