#include "gen/support/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/support/input_file.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Builds the value of a text in time and memory that grow as the text does. The library's own way
// would look through all members of an object for each further one, and take integers of more than
// 64 bits for numbers near them.
class Builder : public nlohmann::json_sax<Json> {
 public:
  // The first fault; parsing stops there.
  const std::string& fault() const { return fault_; }
  Json Take() { return std::move(root_); }

  bool null() override { return Put(nullptr); }
  bool boolean(bool value) override { return Put(value); }
  bool number_integer(std::int64_t value) override { return Put(value); }
  bool number_unsigned(std::uint64_t value) override { return Put(value); }
  bool number_float(double value, const std::string& text) override {
    return text.find_first_of(".eE") == std::string::npos ? Refuse(kTooLarge) : Put(value);
  }
  bool string(std::string& text) override { return Put(std::move(text)); }
  bool binary(Json::binary_t& /*bytes*/) override { return false; }
  bool start_object(std::size_t /*members*/) override { return Open(Json::object()); }
  bool start_array(std::size_t /*elements*/) override { return Open(Json::array()); }
  bool key(std::string& name) override {
    if (MembersOf(open_.back()).size() == kMostJsonMembers)
      return Refuse(fmt::format("has an object of more than {} members", kMostJsonMembers));
    open_.back().name = std::move(name);
    return true;
  }
  bool end_object() override {
    auto& members = MembersOf(open_.back());
    std::vector<std::string_view> names;
    for (const auto& member : members) names.push_back(member.first);
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
      return Refuse(fmt::format("has a member twice: {}", Printable(*twice, kMostName)));
    members.shrink_to_fit();
    return Close();
  }
  bool end_array() override {
    open_.back().value.get_ref<Json::array_t&>().shrink_to_fit();
    return Close();
  }
  bool parse_error(std::size_t byte, const std::string& /*token*/,
                   const Json::exception& error) override {
    constexpr int kOutOfRange = 406;
    return Refuse(error.id == kOutOfRange ? kTooLarge
                                          : fmt::format("is not JSON: at byte {}", byte));
  }

 private:
  static constexpr const char* kTooLarge = "has a number that is too large";
  // An object or list that is not at its end, and the name of the member that comes next.
  struct Frame {
    Json value;
    std::string name = {};
  };

  static Json::object_t& MembersOf(Frame& frame) { return frame.value.get_ref<Json::object_t&>(); }

  bool Refuse(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }
  bool Open(Json value) {
    if (open_.size() == kMostJsonLevels)
      return Refuse(fmt::format("is nested in more than {} levels", kMostJsonLevels));
    open_.push_back({std::move(value)});
    return true;
  }
  bool Close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return Put(std::move(value));
  }
  bool Put(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (Frame& frame = open_.back(); frame.value.is_object()) {
      MembersOf(frame).emplace_back(std::move(frame.name), std::move(value));
    } else {
      frame.value.push_back(std::move(value));
    }
    return true;
  }

  Json root_;
  std::vector<Frame> open_;
  std::string fault_;
};

}  // namespace

Result<Json> ParseJson(std::string_view text, const std::string& field, const std::string& name,
                       const std::string& allowed) {
  Builder builder;
  if (Json::sax_parse(text, &builder)) return builder.Take();
  return Diagnostic{field, name, builder.fault(), allowed};
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
