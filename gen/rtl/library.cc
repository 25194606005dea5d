// Reads the library from its folders and renames it: every identifier that begins with "toroid_"
// gets the user's prefix, in comments and messages of parameter checks too, so that they name the
// modules that the user has. The folders are for readers: what is emitted is flat. Lists of files
// go by names, so each file must hold the module that it is named after.
#include "gen/rtl/library.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "gen/support/files.h"

namespace toroid::rtl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "toroid_";

bool InIdentifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Whether the text declares the module at the beginning of a line, and not as part of a longer
// name.
bool DeclaresModule(const std::string& text, const std::string& module) {
  const std::string declaration = "module " + module;
  for (auto at = text.find(declaration); at != std::string::npos;
       at = text.find(declaration, at + 1)) {
    const bool line_start = at == 0 || text[at - 1] == '\n';
    const auto end = at + declaration.size();
    if (line_start && (end == text.size() || !InIdentifier(text[end]))) return true;
  }
  return false;
}

Diagnostic Unreadable(const fs::path& path, const std::string& why) {
  return {"templates", path.string(), why,
          "set TOROID_TEMPLATES to a folder with lib/ and top/, or install the program again"};
}

}  // namespace

std::string Prefixed(std::string_view text, std::string_view name) {
  std::string result;
  std::size_t copied = 0;
  for (auto at = text.find(kPrefix); at != text.npos;
       at = text.find(kPrefix, at + kPrefix.size())) {
    if (at > 0 && InIdentifier(text[at - 1])) continue;
    result.append(text.substr(copied, at - copied)).append(name).append("_");
    copied = at + kPrefix.size();
  }
  return result.append(text.substr(copied));
}

std::string OfTrees(std::string_view text, bool tree) {
  std::string result;
  bool inside = false;
  bool counts = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, end - at);
    at = end;
    if (line == "`ifdef TOROID_TREE\n") {
      inside = true;
      counts = tree;
    } else if (inside && line == "`else\n") {
      counts = !tree;
    } else if (inside && line == "`endif\n") {
      inside = false;
      counts = true;
    } else if (counts) {
      result += line;
    }
  }
  return result;
}

Result<std::string> ReadText(const fs::path& file) {
  try {
    return files::Read(file);
  } catch (const files::FileError& error) {
    if (error.OfTooManyOpen()) throw;
    return Unreadable(file, "cannot be read");
  }
}

Result<std::map<std::string, std::string>> Library(const fs::path& lib, std::string_view name,
                                                   bool tree) {
  std::error_code error;
  fs::recursive_directory_iterator entry(lib, error);
  std::map<std::string, std::string> files;
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry.depth() == 0) continue;  // an earlier version's files, if this one replaced it there
    const fs::path& path = entry->path();
    const bool verilog = path.extension() == ".v";
    if (!verilog && path.extension() != ".vlt") continue;
    auto text = ReadText(path);
    if (!text.ok()) return text.diagnostics();
    if (verilog && !DeclaresModule(*text, path.stem().string())) {
      return Unreadable(path, "does not declare the module it is named after");
    }
    const auto [file, fresh] = files.try_emplace(Prefixed(path.filename().string(), name),
                                                 Prefixed(OfTrees(*text, tree), name));
    if (!fresh) return Unreadable(path, "is in two folders");
  }
  if (error) return Unreadable(lib, error.message());
  if (!files.contains(std::string(name) + "_router.v"))
    return Unreadable(lib, "holds no toroid_router.v");
  return files;
}

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
