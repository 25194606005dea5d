// What is read from rtl_templates/lib, under the user's prefix, and the rules that files cite.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gen/support/result.h"

namespace toroid::rtl {

// `text` with every identifier's prefix `toroid_` replaced by `name`_. "toroid_fifo" changes,
// "my_toroid_fifo" does not.
std::string Prefixed(std::string_view text, std::string_view name);

// `text` as if TOROID_TREE was defined or not, without the directives that ask for it.
std::string OfTrees(std::string_view text, bool tree);

// The text of a file, or a diagnostic (field "templates").
Result<std::string> ReadText(const std::filesystem::path& file);

// file name -> text of each .v and .vlt file in the folders of lib/, prefixed, for networks with a
// tree or without (docs/spec/in-network.md). Diagnostics if the folder lacks them, if two files
// have one name, or if a file does not declare the module it is named after.
Result<std::map<std::string, std::string>> Library(const std::filesystem::path& lib,
                                                   std::string_view name, bool tree = false);

// ---- rules, and the pages that have them ----

// The kinds of rules that the text cites: "R" for R5.8, "AX" for AX2.1.
std::set<std::string> CitedRules(std::string_view text);

// The pages of the specification with rules of these kinds, by file name.
Result<std::map<std::string, std::string>> PagesOf(const std::set<std::string>& kinds);

}  // namespace toroid::rtl
