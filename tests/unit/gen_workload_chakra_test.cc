// Chakra files byte by byte: reading returns what was written.
#include <gtest/gtest.h>

#include "gen/workload/builder.h"
#include "gen/workload/chakra.h"

namespace toroid::gen_workload_chakra_test {
namespace {

// Rank 0 calculates for 300 cycles and sends 5 bytes to rank 1.
Workload Small() {
  WorkloadBuilder builder(2);
  const After clock = *builder.At(0, 300);
  builder.Add({.kind = OperationKind::kSend, .rank = 0, .partner = 1, .tag = 9, .bytes = 5},
              std::vector{clock});
  builder.Add({.kind = OperationKind::kReceive, .rank = 1, .partner = 0, .tag = 9, .bytes = 5}, {});
  return std::move(builder).Finish();
}

// A message, preceded by its length.
std::string Delimited(const std::string& message) {
  return std::string(1, static_cast<char>(message.size())) + message;
}
// A field of text, or of a message: its number and wire type 2.
std::string Field(char number, const std::string& text) {
  return std::string(1, static_cast<char>(number << 3 | 2)) + Delimited(text);
}
// A small number: wire type 0.
std::string Number(char number, char value) { return {static_cast<char>(number << 3), value}; }

// Field numbers of the published format: a node's id 1, name 2, type 3 (calculation 4, send 5),
// data_deps 5, duration_micros 7, attr 10; an attribute's name 1, int32 7, int64 9, bool 27.
TEST(Chakra, FilesHaveThePublishedFieldsByteByByte) {
  const std::vector<std::string> files = ChakraFilesOf(Small());
  ASSERT_EQ(files.size(), 2U);
  const auto attribute = [](const std::string& name, const std::string& value) {
    return Field(10, Field(1, name) + value);
  };
  const std::string truth = {static_cast<char>(0xd8), 0x01};  // field 27, wire type 0
  const std::string calculation = Field(2, "calc_0") + Number(3, 4) + std::string("\x38\xac\x02") +
                                  attribute("is_cpu_op", truth + '\x01');
  const std::string send =
      Number(1, 1) + Field(2, "send_9") + Number(3, 5) + Field(5, {'\0'}) +
      attribute("comm_src", Number(7, 0)) + attribute("comm_dst", Number(7, 1)) +
      attribute("comm_tag", Number(7, 9)) + attribute("comm_size", Number(9, 5)) +
      attribute("is_cpu_op", truth + '\0');
  EXPECT_EQ(files[0], Delimited(Field(1, "0.0.4")) + Delimited(calculation) + Delimited(send));
}

TEST(Chakra, IsReadBackAsItWasWritten) {
  const Workload workload = Small();
  const auto read = ReadChakra(ChakraFilesOf(workload), "x.et");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->file, "x.et");
  ASSERT_EQ(read->operations.size(), workload.operations.size());
  for (std::size_t i = 0; i < workload.operations.size(); ++i) {
    const Operation& a = workload.operations[i];
    const Operation& b = read->operations[i];
    EXPECT_EQ(std::tuple(a.kind, a.rank, a.partner, a.tag, a.bytes, a.cycles, a.afters),
              std::tuple(b.kind, b.rank, b.partner, b.tag, b.bytes, b.cycles, b.afters));
  }
  EXPECT_EQ(read->AfterOf(read->operations[1])[0].operation, 0U);
}

TEST(Chakra, FilesThatAreNoneAreRefused) {
  const std::vector<std::string> right = ChakraFilesOf(Small());
  const auto is_refused = [](std::vector<std::string> files) {
    return !ReadChakra(files, "x.et").ok();
  };
  EXPECT_FALSE(is_refused(right));
  EXPECT_TRUE(is_refused({"", right[1]}));
  EXPECT_TRUE(is_refused({right[1], right[0]}));  // each rank's own
  EXPECT_TRUE(is_refused({right[0].substr(0, right[0].size() - 1), right[1]}));
  EXPECT_TRUE(is_refused({right[0] + right[0].substr(8), right[1]}));  // nodes with the same id
}

}  // namespace
}  // namespace toroid::gen_workload_chakra_test
