#include "gen/rtl/render.h"

#include <kainjow/mustache.hpp>
#include <set>
#include <string_view>
#include <unordered_set>

namespace toroid::rtl {
namespace {

namespace mustache = kainjow::mustache;

constexpr std::string_view kOpen = "<%";
constexpr std::string_view kClose = "%>";
constexpr std::string_view kSetDelimiters = "{{=<% %>=}}";  // braces are Verilog's

// The names a template uses, by the way it uses them, and what is wrong with its tags.
struct Tags {
  std::set<std::string> substituted;
  std::set<std::string> repeated;
  std::set<std::string> faults;
};

bool IsName(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == text.npos;
}

Tags ScanTags(std::string_view source) {
  Tags tags;
  for (auto at = source.find(kOpen); at != source.npos; at = source.find(kOpen, at)) {
    at += kOpen.size();
    const auto end = source.find(kClose, at);
    std::string_view tag = source.substr(at, end == source.npos ? end : end - at);
    const char sigil = tag.empty() ? ' ' : tag.front();
    if (sigil == '#' || sigil == '/') tag.remove_prefix(1);
    if (end == source.npos || !IsName(tag))
      tags.faults.insert("has a tag that is neither substitution nor repetition: " +
                         std::string(tag));
    if (sigil != '/') (sigil == '#' ? tags.repeated : tags.substituted).insert(std::string(tag));
  }
  return tags;
}

// A line that holds nothing but a section's tag is to vanish. The mustache library leaves an empty
// line of it if the section has no rows, so such lines get a mark here, and the lines that hold
// nothing but marks are taken out of the output.
constexpr std::string_view kMark = "\x01\n";

std::string MarkTagLines(std::string_view source) {
  std::string marked;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, source.find('\n') + 1);
    if (line.empty()) return marked.append(source);  // no newline at the end
    source.remove_prefix(line.size());
    const std::string_view text = line.substr(0, line.size() - 1);
    const bool tag = (text.starts_with("<%#") || text.starts_with("<%/")) &&
                     text.find(kClose) == text.size() - kClose.size();
    marked.append(tag ? text : line).append(tag ? kMark : "");
  }
  return marked;
}

std::string WithoutMarks(const std::string& text) {
  std::string result;
  std::size_t copied = 0;
  for (auto at = text.find(kMark); at != text.npos; at = text.find(kMark, copied)) {
    result.append(text, copied, at - copied);
    copied = at + kMark.size();
  }
  return result.append(text, copied);
}

// Looks names up, and remembers those that were missing, of the wrong sort, or used.
class StrictContext : public mustache::context<std::string> {
 public:
  StrictContext(const mustache::data* root, Tags* tags) : context(root), tags_(tags) {}

  const mustache::data* get(const std::string& name) const override {
    const mustache::data* found = context::get(name);
    if (found == nullptr) {
      tags_->faults.insert("uses the unknown name " + name);
    } else if (found->is_list() ? tags_->substituted.contains(name)
                                : tags_->repeated.contains(name)) {
      tags_->faults.insert(found->is_list() ? "substitutes the rows " + name
                                            : "repeats the text " + name);
    }
    used_.insert(found);
    return found;
  }
  bool Used(const mustache::data* data) const { return used_.contains(data); }

 private:
  Tags* tags_;
  mutable std::unordered_set<const mustache::data*> used_;
};

mustache::data ToData(const Values& values) {
  mustache::data object;
  for (const auto& [name, text] : values.text) object.set(name, text);
  for (const auto& [name, rows] : values.rows) {
    mustache::data list(mustache::data::type::list);
    for (const Values& row : rows) list.push_back(ToData(row));
    object.set(name, list);
  }
  return object;
}

void FindUnused(const Values& values, const mustache::data& object, const StrictContext& context,
                std::set<std::string>& faults) {
  for (const auto& [name, text] : values.text) {
    if (!context.Used(object.get(name))) faults.insert("does not use the value " + name);
  }
  for (const auto& [name, rows] : values.rows) {
    const mustache::data* list = object.get(name);
    if (!context.Used(list)) {
      faults.insert("does not use the rows " + name);
      continue;
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
      FindUnused(rows[i], list->list_value()[i], context, faults);
  }
}

Diagnostics ToDiagnostics(const std::string& file, const std::set<std::string>& faults) {
  Diagnostics diagnostics;
  for (const std::string& fault : faults) {
    diagnostics.push_back({"templates", file, fault, "names and values must match one to one"});
  }
  return diagnostics;
}

}  // namespace

Result<std::string> Render(const std::string& file, const std::string& source,
                           const Values& values) {
  Tags tags = ScanTags(source);
  if (!tags.faults.empty()) return ToDiagnostics(file, tags.faults);
  mustache::mustache parsed(std::string(kSetDelimiters) + MarkTagLines(source));
  if (!parsed.is_valid())
    return ToDiagnostics(file, {"cannot be parsed: " + parsed.error_message()});
  parsed.set_custom_escape([](const std::string& text) { return text; });

  const mustache::data root = ToData(values);
  StrictContext context(&root, &tags);
  std::string output = WithoutMarks(parsed.render(context));
  FindUnused(values, root, context, tags.faults);
  if (!tags.faults.empty()) return ToDiagnostics(file, tags.faults);
  return output;
}

}  // namespace toroid::rtl
