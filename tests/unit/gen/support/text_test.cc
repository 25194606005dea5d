#include "gen/support/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "gen/support/result.h"

namespace toroid::gen_support_text_test {
namespace {

TEST(Text, CountsNouns) {
  EXPECT_EQ(Counted(0, "flit"), "0 flits");
  EXPECT_EQ(Counted(1, "flit"), "1 flit");
  EXPECT_EQ(Counted(2, "flit"), "2 flits");
  EXPECT_EQ(Counted(1, "axis", "axes"), "1 axis");
  EXPECT_EQ(Counted(12, "axis", "axes"), "12 axes");
}

TEST(Text, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(Printable("torus:8x8", 100), "torus:8x8");
  EXPECT_EQ(Printable("a\n\r\tb", 100), "a\\n\\r\\tb");
  EXPECT_EQ(Printable(std::string("\x1b[31m\0\x7f", 7), 100), "\\x1b[31m\\x00\\x7f");
  EXPECT_EQ(Printable("Knödel, 環, 🍩", 100), "Knödel, 環, 🍩");
  EXPECT_EQ(Printable("a\u202eb\u2028\u200b\ufeff\u0085", 100),
            "a\\u202eb\\u2028\\u200b\\ufeff\\u0085");
}

TEST(Text, TellsControlCharactersFromOthers) {
  for (const char* control : {"a\n", "\tb", "\x1b[31m", "\x7f", "\u0085"})
    EXPECT_TRUE(HasControl(control)) << control;
  EXPECT_TRUE(HasControl(std::string_view("nul\0.html", 9)));
  for (const char* plain : {"", "a b", "Knödel, 環, 🍩", "\u202e", "\xff\xc2"})
    EXPECT_FALSE(HasControl(plain)) << plain;
}

TEST(Text, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(Printable("\xff\xfe", 100), "\\xff\\xfe");
  EXPECT_EQ(Printable("\xc3", 100), "\\xc3");                             // cut off
  EXPECT_EQ(Printable("\xc0\xaf", 100), "\\xc0\\xaf");                    // longer than needed
  EXPECT_EQ(Printable("\xe0\x80\xaf", 100), "\\xe0\\x80\\xaf");           // the same
  EXPECT_EQ(Printable("\xed\xa0\x80", 100), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(Printable("\xf4\x90\x80\x80", 100), "\\xf4\\x90\\x80\\x80");  // beyond 10ffff
  EXPECT_EQ(Printable("\xf8\xbf\xbf\xbf", 100), "\\xf8\\xbf\\xbf\\xbf");
}

TEST(Text, CutsWhatIsLongBetweenCharacters) {
  EXPECT_EQ(Printable("12345", 5), "12345");
  EXPECT_EQ(Printable("123456", 5), "12345... (6 bytes)");
  EXPECT_EQ(Printable("1234ö", 5), "1234... (6 bytes)");
}

TEST(Text, FindsTheWordThatWasMeant) {
  const std::vector<std::string_view> words = {"uniform",    "neighbor",   "fft",
                                               "all-reduce", "all-gather", "task"};
  const auto nearest = [&](std::string_view word) { return NearestWord(word, words); };
  EXPECT_EQ(nearest("unifrom"), "uniform");
  EXPECT_EQ(nearest("neighbour"), "neighbor");
  EXPECT_EQ(nearest("FFT"), "fft");
  EXPECT_EQ(nearest("ft"), "fft");
  EXPECT_EQ(nearest("f"), std::nullopt);
  EXPECT_EQ(nearest("fftt"), "fft");
  EXPECT_EQ(nearest("allreduce"), "all-reduce");
  EXPECT_EQ(nearest("taks"), "task");
  EXPECT_EQ(nearest("transpose"), std::nullopt);
  EXPECT_EQ(nearest(""), std::nullopt);
  EXPECT_EQ(nearest(std::string(100000, 'a')), std::nullopt);
  EXPECT_EQ(DidYouMean("unifrom", words), "did you mean uniform? ");
  EXPECT_EQ(DidYouMean("transpose", words), "");
}

TEST(Harmless, WritesWhatATerminalWouldObeyAsEscapesOfJson) {
  EXPECT_EQ(Harmless("a\tb\n\u20ac"), "a\tb\n\u20ac");
  EXPECT_EQ(Harmless("\x1b[31mX\a\r\x7f"), "\\u001b[31mX\\u0007\\u000d\\u007f");
  EXPECT_EQ(Harmless("\u202e\u009bY"), "\\u202e\\u009bY");
  EXPECT_EQ(Harmless("\x9b\xe2\x82"), "\\x9b\\xe2\\x82");
}

TEST(WholeCharacters, EndBeforeOneThatIsCut) {
  const std::string text = "a\u20ac";  // one byte, then three
  EXPECT_EQ(WholeCharacters(text), 4U);
  for (const std::size_t bytes : {1, 2, 3}) EXPECT_EQ(WholeCharacters(text.substr(0, bytes)), 1U);
  EXPECT_EQ(WholeCharacters("a\x80\x80\x80"), 4U);
  EXPECT_EQ(WholeCharacters(""), 0U);
}

TEST(CsvField, IsQuotedWhereItMustBe) {
  EXPECT_EQ(CsvField("torus:4x4"), "torus:4x4");
  EXPECT_EQ(CsvField("0-1,2-3"), "\"0-1,2-3\"");
  EXPECT_EQ(CsvField("a \"b\"\n"), "\"a \"\"b\"\"\n\"");
}

TEST(Text, DiagnosticsAreOneSafeLine) {
  const Diagnostic diagnostic{.field = "--host",
                              .value = "ring:\n" + std::string(1000, '8'),
                              .what = "is odd",
                              .allowed = "give another",
                              .place = "net.toml:3"};
  EXPECT_EQ(ToString(diagnostic), "toroid: error: net.toml:3: --host: ring:\\n" +
                                      std::string(394, '8') +
                                      "... (1006 bytes): is odd; give another");
}

}  // namespace
}  // namespace toroid::gen_support_text_test
