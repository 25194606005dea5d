// Untrusted JSON: input refused before it is used.
#include "gen/support/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace toroid::gen_support_json_test {
namespace {

// Why the text is refused; empty if it is not.
std::string Refusal(const std::string& text) {
  const auto json = ParseJson(text, "result", "a.json", "give another");
  if (json) return "";
  const Diagnostic& found = json.diagnostics().front();
  EXPECT_EQ(found.field + found.value + found.allowed, "resulta.jsongive another");
  return found.what;
}

std::string Nested(std::size_t levels, const std::string& open, const std::string& close) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += open;
  text += "1";
  for (std::size_t i = 0; i < levels; ++i) text += close;
  return text;
}

std::string Members(std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":[]";
  return text + "}";
}

TEST(ParseJson, TakesWhatIsWithinTheBounds) {
  EXPECT_EQ(Refusal(R"({"a":[1,2.5,"}]{["]})"), "");
  EXPECT_EQ(Refusal(Nested(kMostJsonLevels, "[", "]")), "");
  EXPECT_EQ(Refusal(Nested(kMostJsonLevels, "{\"a\":", "}")), "");
  EXPECT_EQ(Refusal("[" + Members(kMostJsonMembers) + "," + Members(kMostJsonMembers) + "]"), "");
  // within strings nothing is counted, whatever they hold
  EXPECT_EQ(Refusal(R"(["\"[[[", "\\", ")" + std::string(1000, '[') + "\"]"), "");
}

TEST(ParseJson, RefusesDepthBeforeParsing) {
  for (const std::size_t levels :
       {kMostJsonLevels + 1, std::size_t{100000}, std::size_t{3000000}}) {
    EXPECT_EQ(Refusal(Nested(levels, "[", "]")), "is nested in more than 64 levels");
    EXPECT_EQ(Refusal(Nested(levels, "{\"a\":", "}")), "is nested in more than 64 levels");
    EXPECT_EQ(Refusal(Nested(levels, "[", "")), "is nested in more than 64 levels");
  }
  EXPECT_EQ(Refusal(Members(kMostJsonMembers + 1)), "has an object of more than 4096 members");
}

TEST(ParseJson, SaysWhatIsNoJsonAndWhichNumbersAreTooLarge) {
  EXPECT_EQ(Refusal("{"), "is not JSON: at byte 2");
  EXPECT_EQ(Refusal("]]]]"), "is not JSON: at byte 1");
  EXPECT_EQ(Refusal("\"\xff\""), "is not JSON: at byte 2");
  EXPECT_EQ(Refusal(R"({"a":1e999})"), "has a number that is too large");
  EXPECT_EQ(Refusal("[" + std::string(1000000, '9') + "]"), "has a number that is too large");
}

TEST(ParseJson, RefusesWhatIsNotOneValue) {
  EXPECT_EQ(Refusal(R"({"a":1,"b":2,"a":1})"), "has a member twice: a");
  EXPECT_EQ(Refusal("[18446744073709551615,-9223372036854775808,1e30]"), "");
  for (const char* integer : {"18446744073709551616", "-9223372036854775809"})
    EXPECT_EQ(Refusal(integer), "has a number that is too large") << integer;
}

TEST(CountIn, IsAWholeNumberFromZeroOn) {
  const Json list = Json::parse("[0,7,18446744073709551615]");
  EXPECT_EQ(CountIn(list[0]), 0U);
  EXPECT_EQ(CountIn(list[1]), 7U);
  EXPECT_EQ(CountIn(list[2]), ~std::uint64_t{0});
  EXPECT_EQ(CountIn(Json(std::int64_t{5})), 5U);
  for (const char* other : {"-1", "1.5", "1e300", "true", "null", "\"7\"", "[7]", "{\"a\":7}"})
    EXPECT_FALSE(CountIn(Json::parse(other))) << other;
}

TEST(MemberOf, IsNullWhereThereIsNone) {
  const Json object = Json::parse(R"({"a":{"b":7}})");
  EXPECT_EQ(MemberOf(MemberOf(object, "a"), "b"), 7);
  EXPECT_TRUE(MemberOf(object, "b").is_null());
  EXPECT_TRUE(MemberOf(MemberOf(object, "x"), "b").is_null());
  EXPECT_TRUE(MemberOf(Json::parse("[1]"), "a").is_null());
}

}  // namespace
}  // namespace toroid::gen_support_json_test
