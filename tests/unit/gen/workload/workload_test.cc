// The meaning of message files, and messages about faulty ones.
#include "gen/workload/workload.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gen/support/input_file.h"

namespace toroid::gen_workload_test {
namespace {

const WorkloadSetting kSetting = {
    .places = 4, .places_text = "host ring:4 has 4 nodes", .flit_bits = 32};

class File {
 public:
  File(const std::string& text, const std::string& ending)
      : path_(std::filesystem::temp_directory_path() /
              (testing::UnitTest::GetInstance()->current_test_info()->name() + std::string("_") +
               std::to_string(::getpid()) + ending)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Result<Workload> Read(const std::string& text, const std::string& ending,
                      const WorkloadSetting& setting = kSetting) {
  return ReadWorkload(File(text, ending).path(), setting);
}

// "3: source: 9: is out of range; ...": the message without the file's name.
std::string Faults(const std::string& text, const std::string& ending) {
  const File file(text, ending);
  const Result<Workload> read = ReadWorkload(file.path(), kSetting);
  if (read) return "";
  std::string lines;
  for (const Diagnostic& one : read.diagnostics()) {
    std::string line = ToString(one);
    if (const auto at = line.find(file.path()); at != std::string::npos)
      line.replace(at, file.path().size(), "FILE");
    lines += (lines.empty() ? "" : "\n") + line.substr(std::string("toroid: error: ").size());
  }
  return lines;
}
std::string OfTable(const std::string& text) { return Faults(text, ".csv"); }
std::string OfGoal(const std::string& text) { return Faults(text, ".goal"); }

TEST(MessageTable, IsReadWithColumnsInAnyOrderAndBothKindsOfLines) {
  const auto read = Read(
      "\xef\xbb\xbf# messages\r\n\r\n flits , source,destination,after,id,delay,cycle\r\n"
      "3,0,1,,a,,\r\n 16777216 ,1,2,a b, c ,5,7\r\n1,2,3,,b,,9",
      ".csv");
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  ASSERT_EQ(read->operations.size(), 6U);
  const Operation& send = read->operations[2];
  EXPECT_EQ(send.kind, OperationKind::kSend);
  EXPECT_EQ(send.from, 1U);
  EXPECT_EQ(send.to, 2U);
  EXPECT_EQ(send.flits, 16777216U);
  EXPECT_EQ(send.delay, 5);
  EXPECT_EQ(send.not_before, 7);
  EXPECT_EQ(send.line, 5U);
  ASSERT_EQ(read->AfterOf(send).size(), 2U);
  EXPECT_EQ(read->AfterOf(send)[0].operation(), 1U);  // the receive of a
  EXPECT_EQ(read->AfterOf(send)[1].operation(), 5U);
  EXPECT_EQ(read->operations[3].kind, OperationKind::kReceive);
  EXPECT_EQ(read->operations[3].by(), 2U);
  EXPECT_EQ(read->operations[3].not_before, 0);
  EXPECT_EQ(read->operations[5].match, 4U);
}

TEST(MessageTable, NumbersItsMessagesWhereTheyHaveNoIds) {
  const auto read = Read("source,destination,flits,after\n0,1,1,2\n1,0,1,\n", ".csv");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->AfterOf(read->operations[0])[0].operation(), 3U);
}

constexpr const char* kHeader = "source,destination,flits\n";

TEST(MessageTable, SaysWhatIsWrongInWhichLine) {
  const std::string header = kHeader;
  const std::string columns =
      "the first line names the columns source, destination and flits, and optionally id, cycle, "
      "after, delay and buffer, separated by commas, semicolons or tabs";
  EXPECT_EQ(OfTable("0,1,4\n"),
            "FILE:1: header: 0,1,4: names no column of a table of messages; " + columns);
  EXPECT_EQ(OfTable("\n# nothing\n"), "FILE:1: header: is missing; " + columns);
  EXPECT_EQ(OfTable("source,flits\n0,1\n"),
            "FILE:1: destination: is missing among the columns, source, flits; " + columns);
  EXPECT_EQ(OfTable("source,destination,flits,flits\n"),
            "FILE:1: header: flits: is there twice; each column once");
  EXPECT_EQ(OfTable("source,destinatoin,flits\n").substr(0, 78),
            "FILE:1: header: destinatoin: is not a column; did you mean destination? allowe");
  EXPECT_EQ(OfTable(header), "FILE:1: table: has no message; a line for each message");
  EXPECT_EQ(OfTable(header + "0,1\n"),
            "FILE:2: fields: 2: is not the number of columns; the header has 3");
  EXPECT_EQ(OfTable(header + "0,1,2,3\n"),
            "FILE:2: fields: 4: is not the number of columns; the header has 3");
  EXPECT_EQ(OfTable(header + "\n0,x,4\n"),
            "FILE:3: destination: x: is not a whole number; allowed are whole numbers from 0 to 3");
  EXPECT_EQ(OfTable(header + "0,,4\n"),
            "FILE:2: destination: is missing; allowed are whole numbers from 0 to 3");
  EXPECT_EQ(OfTable(header + "4,1,4\n"),
            "FILE:2: source: 4: is out of range; allowed are whole numbers from 0 to 3");
  EXPECT_EQ(OfTable(header + "1,1,4\n"),
            "FILE:2: destination: 1: is the source too; a message goes to another rank");
  for (const std::string flits : {"0", "-3", "16777217", "99999999999999999999"})
    EXPECT_EQ(OfTable(header + "0,1," + flits + "\n"),
              "FILE:2: flits: " + flits +
                  ": is out of range; allowed are whole numbers from 1 to 16777216");
  EXPECT_EQ(OfTable("source,destination,flits,cycle\n0,1,1,1.5\n"),
            "FILE:2: cycle: 1.5: is not a whole number; allowed are whole numbers from 0 to "
            "1000000000000");
  EXPECT_EQ(OfTable("source,destination,flits,after\n0,1,1,7\n"),
            "FILE:2: after: 7: is out of range; allowed are whole numbers from 1 to 1");
  const std::string with_ids = "id,source,destination,flits,after\n";
  EXPECT_EQ(OfTable(with_ids + "a,0,1,1,b\n"),
            "FILE:2: after: b: is the id of no message; blanks separate ids");
  EXPECT_EQ(OfTable(with_ids + "a,0,1,1,\na,0,1,1,\n"),
            "FILE:3: id: a: is there twice; each message needs its own word");
  EXPECT_EQ(OfTable(with_ids + ",0,1,1,\n"),
            "FILE:2: id: is missing; each message needs its own word");
  EXPECT_EQ(OfTable(with_ids + "a b,0,1,1,\n"),
            "FILE:2: id: a b: is more than one word; each message needs its own word");
  const std::string with_buffers = "source,destination,flits,buffer\n";
  EXPECT_EQ(OfTable(with_buffers + "0,1,1,0\n"),
            "FILE:2: buffer: 0: is out of range; allowed are whole numbers from 1 to 16777216");
  EXPECT_EQ(OfTable(with_buffers + "0,1,1,4\n1,2,1,5\n2,1,1,\n2,1,1,5\n"),
            "FILE:5: buffer: 5: is not that of other lines, 4; all lines of a destination say the "
            "same, or nothing");
}

TEST(MessageTable, SaysWhatSinksHold) {
  const auto read = Read("source,destination,flits,buffer\n0,1,1,\n1,3,1,7\n0,3,2,\n", ".csv");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->sink_flits, (std::vector<std::uint32_t>{0, 0, 0, 7}));
  EXPECT_EQ(read->NameOf(2), "line 3");
  EXPECT_TRUE(Read("source,destination,flits,buffer\n0,1,1,\n", ".csv")->sink_flits.empty());
}

TEST(MessageTable, IsReadAsSpreadsheetsAndDataFramesWriteIt) {
  for (const std::string table :
       {"Source;Destination;FLITS\n0;1;5\n1;2;3\n",
        "source\tdestination\tflits\n0\t1\t5\n1\t2\t3\n",
        ",source,destination,flits\r\n0,0,1,5\r\n1,1,2,3\r\n",
        "\tsource\tdestination\tflits\n0\t0\t1\t5\n",
        "Unnamed: 0,source,destination,flits\n0,0,1,5.0\n",
        "source,destination,flits,\n0,1,5,\n1,2,3\n", "source,destination,flits\n0,1,5,\n",
        "\"source\",\"destination\",\"flits\"\n\"0\",\" 1\",5.00\n",
        "\xef\xbb\xbfsource,destination,flits\r0,1,5\r"}) {
    const auto read = Read(table, ".csv");
    ASSERT_TRUE(read) << table << ToString(read.diagnostics().front());
    EXPECT_EQ(read->operations[0].from, 0U) << table;
    EXPECT_EQ(read->operations[0].to, 1U) << table;
    EXPECT_EQ(read->operations[0].flits, 5U) << table;
  }
  const auto floats = Read("id,source,destination,flits,after\n1,0,1,1,\n2,1,2,1,1.0\n", ".csv");
  ASSERT_TRUE(floats);
  EXPECT_EQ(floats->AfterOf(floats->operations[2])[0].operation(), 1U);
  EXPECT_EQ(OfTable("source,destination,flits\n\"0,1,5\n").substr(0, 15), "FILE:2: fields:");
  EXPECT_NE(OfTable("\xff\xfes").find("is text of 16-bit characters, not UTF-8"),
            std::string::npos);
}

TEST(Goal, IsReadWithBlanksAndLinesAsItsGrammarHasThem) {
  const auto read = Read(
      "\xef\xbb\xbfnum_ranks 2 rank 0 {\r\nsend 8 b to 1\r\n} rank 1 {\r\nrecv 8b from 0\r\n}\r\n",
      ".goal");
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  EXPECT_EQ(read->operations[0].bytes, 8U);
  EXPECT_EQ(read->operations[0].match, 1U);
}

TEST(MessageTable, NamesEveryFaultUpToTwenty) {
  EXPECT_EQ(OfTable(std::string(kHeader) + "9,1,0\n1,1,1\n"),
            "FILE:2: source: 9: is out of range; allowed are whole numbers from 0 to 3\n"
            "FILE:2: flits: 0: is out of range; allowed are whole numbers from 1 to 16777216\n"
            "FILE:3: destination: 1: is the source too; a message goes to another rank");
  std::string many = kHeader;
  for (int i = 0; i < 100; ++i) many += "0,1,0\n";
  const auto read = Read(many, ".csv");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.diagnostics().size(), 20U);
}

TEST(MessageTable, RefusesMessagesThatWaitForThemselves) {
  const std::string header = "source,destination,flits,after\n";
  EXPECT_EQ(OfTable(header + "0,1,1,\n0,1,1,2\n"),
            "FILE:3: dependencies: send to 1 (rank 0, line 3) waits for receive from 0 (rank 1, "
            "line 3) waits for the first of these; no operation may wait for itself");
  const std::string found = OfTable(header + "0,1,1,3\n1,2,1,1\n2,0,1,2\n");
  for (const char* line : {"line 2)", "line 3)", "line 4)", "waits for the first of these"})
    EXPECT_NE(found.find(line), std::string::npos) << found;
}

// A path that is not a file, an empty file, and a file that is too large.
TEST(Files, ThatCannotBeReadAreNamed) {
  const std::string forms =
      "; give a table of messages (.csv), a GOAL file (.goal), or NAME of Chakra files NAME.0.et, "
      "NAME.1.et and so on";
  const auto fault = [](const std::string& path) {
    const auto read = ReadWorkload(path, kSetting);
    return read ? "" : ToString(read.diagnostics().front());
  };
  EXPECT_EQ(fault("/nowhere/x.csv"),
            "toroid: error: --trace: /nowhere/x.csv: cannot be read" + forms);
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(fault(folder), "toroid: error: --trace: " + folder +
                               ": ends neither in .csv nor in .goal, and there is no " + folder +
                               ".0.et" + forms);
  EXPECT_EQ(OfTable(""), "--trace: FILE: is empty" + forms);
  const File file("x", ".csv");
  std::filesystem::resize_file(file.path(), kMostTraceBytes + 1);  // takes no room
  EXPECT_EQ(fault(file.path()),
            "toroid: error: --trace: " + file.path() + ": has more than 1073741824 bytes" + forms);
}

TEST(Goal, IsReadAsLogGopsimReadsIt) {
  const auto read = Read(
      "// a comment\nnum_ranks 3\n\nrank 1 {\r\n/* two\nlines */ x_1: recv 12b from 0 tag 7 cpu 2 "
      "nic 1\r\ny: calc 10 cpu 3\ny requires x_1\ny irequires z\nz: calc 5\n}\n"
      "rank 0 { a: send 9b to 1 cpu 1 tag 7; send 0b to 2; a requires b; b: calc 1 }\n"
      "rank 2 {\nrecv 100b from 0\n}\n",
      ".goal", {.places = 4, .places_text = "", .flit_bits = 32, .calc_factor = 2.25});
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  EXPECT_EQ(read->ranks, 3U);
  ASSERT_EQ(read->operations.size(), 7U);
  const auto& operations = read->operations;
  EXPECT_EQ(operations[0].line, 6U);
  EXPECT_EQ(operations[0].tag, 7U);
  EXPECT_EQ(operations[0].match, 3U);
  EXPECT_EQ(operations[1].cycles, 23);  // 22.5, to the nearest
  EXPECT_EQ(operations[1].cpu, 3U);
  ASSERT_EQ(operations[1].afters, 2U);
  EXPECT_FALSE(read->AfterOf(operations[1])[0].is_start());
  EXPECT_EQ(read->AfterOf(operations[1])[1].operation(), 2U);
  EXPECT_TRUE(read->AfterOf(operations[1])[1].is_start());
  EXPECT_EQ(operations[3].flits, 3U);  // 9 bytes of 4 a flit
  EXPECT_EQ(operations[4].flits, 1U);  // no byte is a flit too
  EXPECT_EQ(operations[3].line, 12U);
  EXPECT_EQ(operations[6].match, 4U);
}

TEST(Goal, PairsSendsAndReceivesInTheOrderOfTheFile) {
  const auto read = Read(
      "num_ranks 2\nrank 0 {\nsend 1b to 1\nsend 2b to 1 tag 1\nsend 3b to 1\n}\nrank 1 {\nrecv 3b "
      "from 0\nrecv 3b from 0\nrecv 2b from 0 tag 1\n}\n",
      ".goal");
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  EXPECT_EQ(read->operations[0].match, 3U);
  EXPECT_EQ(read->operations[1].match, 5U);
  EXPECT_EQ(read->operations[2].match, 4U);
}

TEST(Goal, SaysWhatIsWrongInWhichLine) {
  const auto of_rank_0 = [](const std::string& statement) {
    return OfGoal("num_ranks 2\nrank 0 {\n" + statement + "\n}\n");
  };
  EXPECT_EQ(OfGoal("rank 0 {\n}\n"),
            "FILE:1: num_ranks: is missing; a GOAL file begins with num_ranks N");
  EXPECT_EQ(OfGoal("num_ranks 5\n"),
            "FILE:1: num_ranks: 5: is out of range; allowed are whole numbers from 1 to 4\n"
            "FILE:1: num_ranks: does not fit; host ring:4 has 4 nodes");
  EXPECT_EQ(OfGoal("num_ranks 2\n").substr(0, 34), "FILE:2: file: has no operation; al");
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 2 {\n}\n").substr(0, 49),
            "FILE:2: rank: 2: is out of range; allowed are who");
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 0 {\ncalc 1\n}\nrank 0 {\n}\n"),
            "FILE:5: rank: 0: is there twice; a rank's operations stand together");
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 0 {\ncalc 1\n"),
            "FILE:4: rank: 0: does not end; end it with }");
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 0 {\ncalc 1\n} /* x\n"),
            "FILE:5: comment: does not end; end it with */");
  EXPECT_EQ(OfGoal("num_ranks 2\ncalc 1\n"),
            "FILE:2: statement: calc: does not belong there; allowed are num_ranks N and rank N {");
  EXPECT_EQ(of_rank_0("sned 8b to 1").substr(0, 48),
            "FILE:3: statement: sned: is not an operation; al");
  EXPECT_EQ(of_rank_0("send 8 to 1"),
            "FILE:3: send: 8: is not a number of bytes; write bytes as in 8b");
  EXPECT_EQ(of_rank_0("send -8b to 1").substr(0, 33), "FILE:3: send: -8: is out of range");
  EXPECT_EQ(of_rank_0("send 8b from 1"),
            "FILE:3: statement: from: does not belong there; send Nb to RANK");
  EXPECT_EQ(of_rank_0("send 8b to 2"),
            "FILE:3: rank: 2: is out of range; allowed are whole numbers from 0 to 1");
  EXPECT_EQ(of_rank_0("send 8b to 0"),
            "FILE:3: rank: 0: is the rank itself; a message goes to another rank");
  EXPECT_EQ(
      of_rank_0("send 8b to 1 tag x"),
      "FILE:3: tag: x: is not a whole number; allowed are whole numbers from 0 to 4294967294");
  EXPECT_EQ(of_rank_0("send 8b to 1 color 3"),
            "FILE:3: statement: color: does not belong there; allowed are tag, cpu, nic");
  EXPECT_EQ(of_rank_0("calc"),
            "FILE:3: calc: is missing; allowed are whole numbers from 0 to 1000000000000");
  EXPECT_EQ(of_rank_0("calc 5 tag 1"),
            "FILE:3: statement: tag: does not belong there; allowed is cpu");
  EXPECT_EQ(of_rank_0("a: calc 1\na: calc 1"),
            "FILE:4: label: a: is there twice; each operation of a rank needs its own label");
  EXPECT_EQ(of_rank_0("a: calc 1\na requires b"),
            "FILE:4: requires: b: is not a label of rank 0; labels of operations of the same rank");
  EXPECT_EQ(of_rank_0("a: calc 1\na requires"),
            "FILE:4: statement: ends too early; label requires label");
  EXPECT_EQ(of_rank_0("recv 8b from -1"),
            "FILE:3: from: -1: would take a message of any rank; sends and receives are paired "
            "before the run, so each names its partner");
  EXPECT_EQ(of_rank_0("recv 8b from 1 tag -1").substr(0, 39),
            "FILE:3: tag: -1: would match any tag; s");
  EXPECT_EQ(of_rank_0("calc 1").substr(0, 35), "--trace: FILE: sends no message; th");
}

TEST(Goal, NamesMessagesWithoutPartnerByRankAndLine) {
  const std::string rule =
      "; with the same sender, receiver and tag the i-th send goes with the i-th recv";
  EXPECT_EQ(OfGoal("num_ranks 3\nrank 0 {\nsend 8b to 1 tag 1\n}\nrank 1 {\nrecv 8b from 0\nrecv "
                   "8b from 2 tag 4\n}\n"),
            "FILE:6: recv: rank 1: no send of rank 0 with tag 0 is left for it" + rule +
                "\nFILE:3: send: rank 0: no recv of rank 1 with tag 1 is left for it" + rule +
                "\nFILE:7: recv: rank 1: no send of rank 2 with tag 4 is left for it" + rule);
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 7b from 0\n}\n"),
            "FILE:6: recv: 7b: is shorter than what rank 0 sends it in line 3, 8b; a receive must "
            "have room for the bytes that are sent");
}

TEST(Goal, NamesRanksThatWaitForEachOther) {
  EXPECT_EQ(OfGoal("num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\n"
                   "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n"),
            "FILE:3: dependencies: receive from 1 (rank 0, line 3) waits for send to 0 (rank 1, "
            "line 9) waits for receive from 0 (rank 1, line 8) waits for send to 1 (rank 0, line "
            "4) waits for the first of these; no operation may wait for itself");
  // An operation that starts after another one's start is not a deadlock.
  EXPECT_TRUE(
      Read("num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb irequires a\n}\n"
           "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n",
           ".goal"));
}

TEST(Goal, HasAHashOfItsText) {
  const std::string text = "num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 8b from 0 }\n";
  EXPECT_EQ(Read(text, ".goal")->hash, Read(text, ".goal")->hash);
  EXPECT_NE(Read(text, ".goal")->hash, Read(text + "\n", ".goal")->hash);
}

}  // namespace
}  // namespace toroid::gen_workload_test
