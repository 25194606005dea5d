// Chakra files byte by byte: what is written, what is read, and messages about faulty ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "gen/collective/methods.h"
#include "gen/workload/builder.h"
#include "gen/workload/formats.h"
#include "tests/support/scratch.h"

namespace toroid::gen_workload_chakra_test {
namespace {

// Rank 0 calculates for 300 cycles and sends 5 bytes to rank 1.
Workload Small() {
  WorkloadBuilder builder(2);
  const Event clock = *builder.At(0, 300);
  builder.Add({.kind = OperationKind::kSend, .from = 0, .to = 1, .tag = 9, .bytes = 5},
              std::vector{clock});
  builder.Add({.kind = OperationKind::kReceive, .from = 0, .to = 1, .tag = 9, .bytes = 5}, {});
  return std::move(builder).Finish();
}

std::string Varint(std::uint64_t value) {
  std::string text;
  for (; value > 127; value >>= 7) text += static_cast<char>((value & 127) | 128);
  return text + static_cast<char>(value);
}
// A message, preceded by its length.
std::string Delimited(const std::string& message) { return Varint(message.size()) + message; }
// A field of text, or of a message: its number and wire type 2.
std::string Field(unsigned number, const std::string& text) {
  return Varint(number << 3 | 2) + Delimited(text);
}
// A number: wire type 0.
std::string Number(unsigned number, std::uint64_t value) {
  return Varint(number << 3) + Varint(value);
}

// Field numbers of the published format: a node's id 1, name 2, type 3 (calculation 4, send 5),
// data_deps 5, duration_micros 7, attr 10; an attribute's name 1, int32 7, int64 9, bool 27.
TEST(Chakra, FilesHaveThePublishedFieldsByteByByte) {
  const std::vector<std::string> files = ChakraFilesOf(Small());
  ASSERT_EQ(files.size(), 2U);
  const auto attribute = [](const std::string& name, const std::string& value) {
    return Field(10, Field(1, name) + value);
  };
  const std::string calculation = Field(2, "calc_0") + Number(3, 4) + std::string("\x38\xac\x02") +
                                  attribute("is_cpu_op", Number(27, 1));
  const std::string send =
      Number(1, 1) + Field(2, "send_9") + Number(3, 5) + Field(5, {'\0'}) +
      attribute("comm_src", Number(7, 0)) + attribute("comm_dst", Number(7, 1)) +
      attribute("comm_tag", Number(7, 9)) + attribute("comm_size", Number(9, 5)) +
      attribute("is_cpu_op", Number(27, 0));
  EXPECT_EQ(files[0], Delimited(Field(1, "0.0.4")) + Delimited(calculation) + Delimited(send));
}

// A file of such nodes, after the metadata.
std::string File(const std::vector<std::string>& nodes) {
  std::string file = Delimited(Field(1, "0.0.4"));
  for (const std::string& node : nodes) file += Delimited(node);
  return file;
}
enum Type { kInvalid, kMetadata, kLoad, kStore, kCompute, kSend, kReceive, kCollective };
std::string Node(std::uint64_t id, Type type, const std::string& rest = "",
                 const std::vector<std::uint64_t>& after = {}) {
  std::string node = Number(1, id) + Number(3, type) + rest;
  for (const std::uint64_t one : after) node += Number(5, one);
  return node;
}
// The attribute with a value of int64, or of text.
std::string Has(const std::string& name, std::uint64_t value) {
  return Field(10, Field(1, name) + Number(9, value));
}
std::string HasText(const std::string& name, const std::string& value) {
  return Field(10, Field(1, name) + Field(29, value));
}
std::string Micros(std::uint64_t duration) { return Number(7, duration); }
std::string Says(const std::string& values) { return Field(8, Field(1, values)); }
std::string Sum(std::uint64_t bytes) { return Has("comm_type", 0) + Has("comm_size", bytes); }

// Groups do their operations on rings.
Result<GroupProgram> OnARing(const CollectiveTask& task, const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() == 1)
    return GroupProgram{std::make_shared<const CollectiveProgram>(), ranks, "one rank"};
  const auto ring = Graph::Create(Kind::kTorus, {static_cast<int>(ranks.size())});
  MadeProgram made = MakeProgram(CollectiveMethod::kAuto, task, *ring, Ports::kOne, 2);
  return GroupProgram{std::make_shared<const CollectiveProgram>(std::move(made.program)), ranks,
                      "a ring"};
}

Result<Workload> Read(const std::vector<std::string>& files, double factor = 1,
                      const std::string& groups = "", double rate = 0) {
  auto read = ReadChakra("x", static_cast<std::uint32_t>(files.size()),
                         [&](std::uint32_t rank) -> Result<std::string> { return files[rank]; },
                         {.places = 8,
                          .places_text = "",
                          .calc_factor = factor,
                          .ops_per_cycle = rate,
                          .bytes_per_cycle = 2 * rate,
                          .groups_file = groups,
                          .make_program = OnARing});
  if (!read) return read;
  Workload workload = std::move(read).value();
  if (Diagnostics faults = Finish(workload); !faults.empty()) return faults;
  return workload;
}

// "x.0.et: node 3: type: 9: is unknown; ...", a line for each fault.
std::string Faults(const std::vector<std::string>& files, const std::string& groups = "") {
  const auto read = Read(files, 1, groups);
  if (read) return "";
  std::string lines;
  for (const Diagnostic& one : read.diagnostics())
    lines +=
        (lines.empty() ? "" : "\n") + ToString(one).substr(std::string("toroid: error: ").size());
  return lines;
}
// The fault of a node 3 of rank 0, the first of two ranks.
std::string Fault(const std::string& node) {
  std::string fault = Faults({File({node}), File({})});
  const std::string place = "x.0.et: node 3: ";
  return fault.starts_with(place) ? fault.substr(place.size()) : fault;
}

// A file of groups in a folder of its own.
class GroupsFile {
 public:
  explicit GroupsFile(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return (scratch_.path() / "groups.json").string(); }

 private:
  test::Scratch scratch_;
};

TEST(Chakra, IsReadBackAsItWasWritten) {
  const Workload workload = Small();
  const auto read = Read(ChakraFilesOf(workload));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->file, "x");
  ASSERT_EQ(read->operations.size(), workload.operations.size());
  for (std::size_t i = 0; i < workload.operations.size(); ++i) {
    const Operation& a = workload.operations[i];
    const Operation& b = read->operations[i];
    EXPECT_EQ(std::tuple(a.kind, a.from, a.to, a.tag, a.bytes, a.cycles, a.afters),
              std::tuple(b.kind, b.from, b.to, b.tag, b.bytes, b.cycles, b.afters));
  }
  EXPECT_EQ(read->AfterOf(read->operations[1])[0].operation(), 0U);
}

TEST(Chakra, NodesOfEveryTypeAreRead) {
  const std::uint64_t far = std::uint64_t{1} << 40;  // an id; ids are in no order
  const auto read = Read(
      {File({Node(far, kCompute, Micros(10) + Has("num_ops", 7) + Has("is_cpu_op", 1), {2, 7}),
             Node(2, kMetadata, Says("[]")), Node(7, kInvalid), Node(1, kLoad, Micros(3), {far}),
             Node(0, kStore, Micros(0)),
             Node(4, kCompute, Micros(5) + Has("comm_tag", 1) + HasText("unknown", "text"), {1}),
             Node(5, kCollective, Micros(2) + Has("is_cpu_op", 1))})},
      2.5);
  ASSERT_TRUE(read);
  const auto& all = read->operations;
  ASSERT_EQ(all.size(), 7U);
  const auto is = [&](std::size_t i, std::uint64_t id, OperationKind kind, Cycle cycles,
                      std::uint32_t cpu) {
    EXPECT_EQ(std::tuple(all[i].line, all[i].kind, all[i].cycles, all[i].cpu),
              std::tuple(id, kind, cycles, cpu));
  };
  is(0, 0, OperationKind::kCalculate, 0, 2);
  is(1, 2, OperationKind::kJoin, 0, 0);
  is(2, 7, OperationKind::kJoin, 0, 0);
  is(3, far, OperationKind::kCalculate, 25, 0);
  is(4, 1, OperationKind::kCalculate, 8, 2);   // 7.5
  is(5, 4, OperationKind::kCalculate, 13, 1);  // 12.5
  is(6, 5, OperationKind::kCalculate, 5, 0);   // the call of a sum
  EXPECT_EQ(read->AfterOf(all[3])[0].operation(), 1U);
  EXPECT_EQ(read->AfterOf(all[3])[1].operation(), 2U);
}

// TR10.2: the ids of a file's operations, for each order of its nodes.
TEST(Chakra, NodesCountInAnOrderThatTheirDependenciesPermit) {
  std::vector<std::string> nodes = {Node(1, kCompute), Node(2, kCompute, "", {9}),
                                    Node(3, kCompute), Node(9, kCompute, "", {4}),
                                    Node(4, kCompute, "", {1})};
  std::ranges::sort(nodes);
  do {
    const auto read = Read({File(nodes)});
    ASSERT_TRUE(read);
    std::vector<std::uint64_t> ids;
    for (const Operation& one : read->operations) ids.push_back(one.line);
    EXPECT_EQ(ids, (std::vector<std::uint64_t>{1, 4, 9, 2, 3}));
  } while (std::ranges::next_permutation(nodes).found);
}

// TR10.2: sends and receives of one tag go together in that order too.
TEST(Chakra, MessagesGoTogetherInAnyOrderOfTheFile) {
  const auto send = [](std::uint64_t id, std::uint64_t bytes, std::vector<std::uint64_t> after) {
    return Node(id, kSend, Has("comm_dst", 1) + Has("comm_size", bytes), after);
  };
  const auto receive = [](std::uint64_t id, std::uint64_t bytes, std::vector<std::uint64_t> after) {
    return Node(id, kReceive, Has("comm_src", 0) + Has("comm_size", bytes), after);
  };
  EXPECT_EQ(Faults({File({send(2, 8, {1}), send(1, 4, {})}),
                    File({receive(1, 4, {}), receive(2, 8, {1})})}),
            "");
}

// TR10.3: a quotient is rounded up, and only then.
TEST(Chakra, WorkTakesItsAmountOverTheRate) {
  const auto cycles = [](std::uint64_t amount, double rate) {
    const auto read = Read({File({Node(0, kCompute, Has("num_ops", amount)),
                                  Node(1, kLoad, Has("tensor_size", amount)),
                                  Node(2, kCompute, Has("num_ops", amount) + Micros(7))})},
                           1, "", rate);
    if (!read) return std::tuple(Cycle{-1}, Cycle{-1}, Cycle{-1});
    const auto& all = read->operations;
    return std::tuple(all[0].cycles, all[1].cycles, all[2].cycles);
  };
  EXPECT_EQ(cycles(1000, 100), std::tuple(10, 5, 7));
  EXPECT_EQ(cycles(1001, 100), std::tuple(11, 6, 7));
  EXPECT_EQ(cycles(21, 0.7), std::tuple(30, 15, 7));
  EXPECT_EQ(cycles(22, 0.7), std::tuple(32, 16, 7));
  EXPECT_EQ(cycles(1, 1e9), std::tuple(1, 1, 7));
  EXPECT_EQ(cycles(0, 0), std::tuple(0, 0, 7));
  EXPECT_EQ(cycles(5, 0), std::tuple(-1, -1, -1));
  EXPECT_EQ(CyclesOfWork((std::uint64_t{1} << 53) + 1, 9007199254740992.0), 2);
  EXPECT_FALSE(CyclesOfWork(std::uint64_t{1} << 60, 1));
  EXPECT_FALSE(CyclesOfWork(std::uint64_t{1} << 60, 0.5));
}

// What the converters of PyTorch and the symbolic generator write beside what is read.
const std::string kOfConverters =
    Has("rf_id", 1) + Has("fw_parent", 0) + Has("seq_id", 0) + Has("scope", 7) + Has("tid", 1) +
    Has("fw_tid", 0) + HasText("op_schema", "") + Has("stream", 7) + HasText("op_type", "x") +
    Has("tensor_size", 4) + Field(10, Field(1, "inputs") + Field(30, Field(1, "x"))) +
    Field(10, Field(1, "outputs") + Field(30, Field(1, "y"))) + Has("is_cpu_op", 0) +
    Has("comm_priority", 0) + HasText("pg_name", "");

TEST(Chakra, AttributesOfConvertersAreReadOrIgnored) {
  const std::string dims = Field(10, Field(1, "involved_dim") + Field(28, Field(1, "\1\1\1")));
  const std::string sum = File({Node(1, kCollective, Sum(4) + kOfConverters + dims)});
  EXPECT_EQ(Faults({sum, sum}), "");
  EXPECT_EQ(Faults({File({Node(1, kSend,
                               Has("comm_dst", 1) + Has("comm_size", 4) + kOfConverters +
                                   Has("comm_type", 5))}),
                    File({Node(1, kReceive,
                               Has("comm_src", 0) + Has("comm_size", 4) + kOfConverters +
                                   Has("comm_type", 6))})}),
            "");
}

// TR10.2: an attribute of a communication that nothing reads may change what it does.
TEST(Chakra, OtherAttributesOfCommunicationsAreRefusedByName) {
  const std::string ends = " is not obeyed, and may change what the node does; this node may have ";
  const auto refuses = [&](const std::string& name, const std::string& node) {
    const std::string fault = Fault(node);
    EXPECT_TRUE(fault.starts_with(name + ":" + ends)) << fault;
  };
  const std::string send = Has("comm_dst", 1) + Has("comm_size", 4);
  for (const char* name : {"involve_dims", "comm_algorithm", "num_ops", "comm_src", "comm_dst"})
    refuses(name, Node(3, kCollective, Sum(4) + Has(name, 1)));
  for (const char* name : {"involved_dim", "anything", "num_ops"})
    refuses(name, Node(3, kSend, send + Has(name, 1)));
  refuses("comm_src",
          Node(3, kCollective, Has("comm_type", 1) + Has("comm_size", 4) + Has("comm_src", 1)));
  EXPECT_EQ(Fault(Node(3, kCollective, Sum(4) + Has("comm_priority", 2))),
            "comm_priority: is not obeyed, as all messages are equal; allowed is 0");
  EXPECT_EQ(Fault(Node(3, kSend, send + Has("comm_type", 6))),
            "comm_type: 6: is not the node's type; allowed is 5");
  EXPECT_EQ(Fault(Node(3, kCollective, Sum(4) + Has("comm_size", 8))),
            "comm_size: is there twice; a node has each attribute once");
  EXPECT_EQ(Fault(Node(3, kCollective, Sum(4) + Has("involved_dim", 1))),
            "involved_dim: is not a list of truth values; a value for each dimension");
  EXPECT_EQ(Fault(Node(3, kCompute, Has("anything", 1))).find("anything"), std::string::npos);
}

TEST(Chakra, EveryCollectiveTypeIsDone) {
  const std::vector<Collective> kinds = {Collective::kAllReduce,     Collective::kReduce,
                                         Collective::kAllGather,     Collective::kGather,
                                         Collective::kScatterBlocks, Collective::kBroadcast,
                                         Collective::kExchange,      Collective::kReduceScatter,
                                         Collective::kReduceScatter, Collective::kAllReduce};
  for (std::uint64_t type = 0; type < kinds.size(); ++type) {
    const std::string file =
        File({Node(3, kCollective, Has("comm_type", type) + Has("comm_size", 16))});
    const auto read = Read({file, file});
    ASSERT_TRUE(read) << ToString(read.diagnostics().front());
    EXPECT_EQ(read->groups[0].kind, kinds[type]);
    const bool halves = type == 4 || type == 6;  // a rank puts in the blocks of all
    EXPECT_EQ(read->groups[0].flits, type == 9 ? 1U : halves ? 2U : 4U) << type;
  }
}

// The rank that a root says: where the data come from, or go to.
TEST(Chakra, RootsAreThoseThatNodesName) {
  for (const auto& [type, field] :
       {std::pair(1, "comm_dst"), {3, "comm_dst"}, {4, "comm_src"}, {5, "comm_src"}}) {
    const std::string file =
        File({Node(3, kCollective, Has("comm_type", type) + Has("comm_size", 8) + Has(field, 1))});
    const auto read = Read({file, file});
    ASSERT_TRUE(read) << ToString(read.diagnostics().front());
    const auto send = std::ranges::find(read->operations, OperationKind::kSend, &Operation::kind);
    EXPECT_EQ(send->from, field == std::string("comm_src") ? 1U : 0U) << type;
  }
}

// TR10.4: operations of other tags are others.
TEST(Chakra, CollectiveOperationsGoTogetherByTag) {
  const auto sum = [](std::uint64_t id, std::uint64_t bytes, std::uint64_t tag) {
    return Node(id, kCollective, Sum(bytes) + Has("comm_tag", tag));
  };
  EXPECT_EQ(Faults({File({sum(1, 4, 7), sum(2, 8, 8)}), File({sum(1, 8, 8), sum(2, 4, 7)})}), "");
}

// TR10.7: what a control dependency on no node of the file waits for is nothing.
TEST(Chakra, AbsentNodesOfControlDependenciesAreNoted) {
  struct Notes : Watcher {
    bool GoesOn(const Stage& /*stage*/) override { return true; }
    void Ended(const Stage& /*stage*/) override {}
    void Note(const std::string& text) override { all += text + "\n"; }
    void StartPrinting() override {}
    std::string all;
  } notes;
  const std::string file = File({Node(1, kCompute, Number(4, 9) + Number(4, 8))});
  const auto read = ReadChakra(
      "x", 1, [&](std::uint32_t) -> Result<std::string> { return file; },
      {.places = 1, .places_text = ""}, Progress(notes));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->after.size(), 0U);
  EXPECT_EQ(notes.all,
            "note: x.0.et: node 1: ctrl_deps: 9: is not a node of the file; ignored: 2 such "
            "dependencies\n");
}

// A fault is told once, with how often it is there: also one that every rank has.
TEST(Chakra, FaultsThatAreTheSameAreToldOnce) {
  EXPECT_EQ(
      Faults({File({Node(3, kCompute, Has("num_ops", 5)), Node(4, kCompute, Has("num_ops", 6)),
                    Node(5, kCompute, Has("num_ops", 7))})}),
      "x.0.et: node 3: duration_micros: 0: does not say how long num_ops takes (and so at 2 "
      "other places); a node with num_ops needs its duration, or --ops-per-cycle");
  const std::string four = File({Node(3, kCollective, Sum(4))});
  const std::string eight = File({Node(3, kCollective, Sum(8))});
  const std::string fault = Faults({four, eight, eight, eight});
  EXPECT_EQ(std::ranges::count(fault, '\n'), 0) << fault;
  EXPECT_TRUE(fault.starts_with("x.1.et: node 3: comm_type: ")) << fault;
  EXPECT_NE(fault.find(" (and so at 2 other places)"), std::string::npos) << fault;
}

// Nodes are counted while they are read: a file of zeros is nodes of id 0.
TEST(Chakra, FilesOfZerosAreRefusedWhileTheyAreRead) {
  const std::string fault = Faults({std::string(1 << 20, '\0')});
  EXPECT_TRUE(fault.starts_with("x.0.et: node 0: id: 0: is there twice (and so at 1000 other "))
      << fault;
}

// Writers differ in the types of attributes: every one that can hold the number is read.
TEST(Chakra, NumbersMayHaveAnyType) {
  const auto fixed = [](unsigned number, unsigned wire, std::size_t bytes) {
    std::string text = Varint(number << 3 | wire) + std::string(bytes, '\0');
    text[text.size() - bytes] = 1;
    return text;
  };
  for (const std::string& value :
       {Number(7, 1), Number(9, 1), Number(11, 1), Number(13, 1), Number(15, 2), Number(17, 2),
        Number(27, 1), fixed(19, 5, 4), fixed(21, 1, 8), fixed(23, 5, 4), fixed(25, 1, 8)}) {
    const std::string send = Has("comm_size", 4) + Field(10, Field(1, "comm_dst") + value);
    const auto read = Read({File({Node(0, kSend, send)}),
                            File({Node(0, kReceive, Has("comm_size", 4) + Has("comm_src", 0))})});
    ASSERT_TRUE(read) << testing::PrintToString(value);
    EXPECT_EQ(read->operations[0].to, 1U);
  }
  const std::string send = Has("comm_size", 4);
  for (const std::string& value :
       {Number(9, ~std::uint64_t{0}), fixed(3, 1, 8), fixed(5, 5, 4), Field(29, "1"),
        Field(31, "1"), Field(8, Number(1, 1)), std::string()})
    EXPECT_EQ(
        Fault(Node(3, kSend, send + Field(10, Field(1, "comm_dst") + value))),
        "comm_dst: is not a whole number of 0 or more; allowed are whole numbers from 0 to 1");
}

TEST(Chakra, FilesThatAreNoneAreRefused) {
  const std::vector<std::string> right = ChakraFilesOf(Small());
  EXPECT_EQ(Faults(right), "");
  const std::string none = ": metadata: is missing; a Chakra file begins with its metadata";
  EXPECT_EQ(Faults({"", right[1]}), "x.0.et" + none);
  EXPECT_EQ(Faults({right[0], "PK\x03\x04 is a zip"}), "x.1.et" + none);
  EXPECT_EQ(Faults({right[0], right[1].substr(8)}), "x.1.et" + none);
  EXPECT_EQ(Faults({right[0].substr(0, right[0].size() - 1), right[1]}),
            "x.0.et: nodes: end in no whole message after 1 node; each node is a protobuf message "
            "after its length");
  EXPECT_EQ(Faults({right[1], right[0]}),  // each rank's own
            "x.0.et: node 0: comm_dst: 1: is not the file's rank, 0; a send is in its sender's "
            "file, and a receive in its receiver's");
  EXPECT_EQ(Faults({right[0] + right[0].substr(8), right[1]}),
            "x.0.et: node 0: id: 0: is there twice; each node of a file has its own id\n"
            "x.0.et: node 1: id: 1: is there twice; each node of a file has its own id");
}

TEST(Chakra, FaultsNameFileNodeAndField) {
  EXPECT_EQ(Fault(Number(1, 3) + Number(3, 9)),
            "type: 9: is unknown; allowed are 0 to 7, from INVALID_NODE to COMM_COLL_NODE");
  EXPECT_EQ(
      Fault(Node(3, kCompute, Has("num_ops", 5))),
      "duration_micros: 0: does not say how long num_ops takes; a node with num_ops needs its "
      "duration, or --ops-per-cycle");
  EXPECT_EQ(Fault(Node(3, kStore, Has("tensor_size", 5))),
            "duration_micros: 0: does not say how long tensor_size takes; a node with tensor_size "
            "needs its duration, or --bytes-per-cycle");
  EXPECT_EQ(Fault(Node(3, kCompute, Micros(~std::uint64_t{0}))),
            "duration_micros: 18446744073709551615: is too many cycles; at most 1000000000000 with "
            "--calc-factor");
  EXPECT_EQ(Fault(Node(3, kSend, Has("comm_dst", 1))),
            "comm_size: is missing; allowed are whole numbers from 0 to 1342177280");
  EXPECT_EQ(Fault(Node(3, kSend, Has("comm_dst", 2) + Has("comm_size", 4))),
            "comm_dst: 2: is out of range; allowed are whole numbers from 0 to 1");
  EXPECT_EQ(Fault(Node(3, kSend, Has("comm_dst", 1) + Has("comm_size", 1 << 27))),
            "comm_size: 134217728: are 33554432 flits; a message has at most 16777216");
  EXPECT_EQ(Fault(Node(3, kCollective, Has("comm_type", 10) + Has("comm_size", 4))),
            "comm_type: 10: is out of range; allowed are whole numbers from 0 to 9");
  EXPECT_EQ(
      Fault(Node(3, kCollective, Sum(4) + HasText("pg_name", "mine"))),
      "pg_name: mine: is not a group of ranks; groups are listed by METADATA nodes of the file, "
      "or in --rank-groups FILE");
  const std::string large = File({Node(3, kCollective, Sum(1 << 28))});
  EXPECT_EQ(
      Faults({large, large}),
      "x.0.et: node 3: comm_size: 268435456: are 67108864 flits; a rank's vector or block has "
      "at most 16777216, all blocks at most 2147483648");
  EXPECT_EQ(Fault(Node(3, kCompute, "", {4})),
            "data_deps: 4: is not a node of the file; nodes wait for nodes of their own file");
}

TEST(Chakra, MessagesWithoutPartnersAndCyclesAreNamed) {
  const std::string send = Has("comm_dst", 1) + Has("comm_size", 4) + Has("comm_tag", 6);
  const std::string receive = Has("comm_src", 0) + Has("comm_size", 4) + Has("comm_tag", 6);
  EXPECT_EQ(Faults({File({Node(5, kSend, send)}), File({})}),
            "x.0.et: node 5: send: rank 0: no recv of rank 1 with tag 6 is left for it; with the "
            "same sender, receiver and tag the i-th send goes with the i-th recv");
  EXPECT_EQ(Faults({File({Node(5, kSend, send)}),
                    File({Node(9, kReceive,
                               Has("comm_src", 0) + Has("comm_size", 3) + Has("comm_tag", 6))})}),
            "x.1.et: node 9: recv: 3b: is shorter than what rank 0 sends it in node 5, 4b; a "
            "receive must have room for the bytes that are sent");
  const std::string cycle =
      Faults({File({Node(5, kSend, send, {8}), Node(8, kCollective, Sum(4))}),
              File({Node(9, kReceive, receive), Node(10, kCollective, Sum(4), {9})})});
  EXPECT_TRUE(cycle.starts_with("x.")) << cycle;
  for (const char* part : {"rank 0, node 5", "rank 0, node 8", "rank 1, node 9", "rank 1, node 10"})
    EXPECT_NE(cycle.find(part), std::string::npos) << cycle;
}

TEST(Chakra, RanksOfAGroupDoTheSame) {
  EXPECT_EQ(
      Faults({File({Node(3, kCollective, Sum(4))}), File({Node(7, kCollective, Sum(8))})}),
      "x.1.et: node 7: comm_type: all-reduce: is number 1 of all ranks, which rank 0 has as "
      "all-reduce of 4 bytes in node 3; the i-th operation of a group is the same for all its "
      "ranks: type, size, root");
  EXPECT_EQ(Faults({File({Node(3, kCollective, Sum(4))}), File({})}),
            "x.0.et: node 3: comm_type: all-reduce: is number 1 of all ranks, of which rank 1 has "
            "0; each rank of a group does all its operations");
}

// A sum of each half of four ranks, and then of all: the messages are those of rings.
void ExpectHalves(const std::string& values, const std::string& groups_file) {
  std::vector<std::string> files;
  for (std::uint64_t rank = 0; rank < 4; ++rank)
    files.push_back(File({Node(0, kMetadata, Says(values)),
                          Node(1, kCollective, Sum(8) + HasText("pg_name", rank < 2 ? "a" : "b")),
                          Node(2, kCollective, Sum(8) + HasText("pg_name", ""), {1})}));
  const auto read = Read(files, 1, groups_file);
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  ASSERT_EQ(read->groups.size(), 2U);
  EXPECT_EQ(read->groups[0].ranks, 4U);
  EXPECT_EQ(read->groups[0].times, 1U);
  EXPECT_EQ(read->groups[1].ranks, 2U);
  EXPECT_EQ(read->groups[1].flits, 2U);
  EXPECT_EQ(read->groups[1].times, 2U);
}

TEST(Chakra, GroupsAreThoseOfMetadataOrOfAFile) {
  const std::string list =
      R"([{"pg_name": "a", "ranks": [0, 1]}, {"pg_name": "b", "backend": {}, "ranks": [3, 2]}])";
  ExpectHalves(list, "");
  ExpectHalves("['" + list + "']", "");  // as Python prints a list of text
  std::string escaped;
  for (const char c : list) escaped += (c == '"' ? "\\" : "") + std::string(1, c);
  ExpectHalves("[\"" + escaped + "\"]", "");  // as JSON does
  const std::string blanks =
      R"( [ {"pg_name" : "a", "ranks": [ 0,1 ] } ,
            { "pg_name": "b", "ranks": [3, 2]}	] )";
  ExpectHalves(blanks, "");
  ExpectHalves("[ '" + blanks + "' ]", "");
  ExpectHalves("['" + list + "', 3]", "");
  ExpectHalves(R"([{"pg_name": "c", "ranks": [0, 9]}, )" + list.substr(1), "");  // c is not used
  const GroupsFile file(R"({"a": [0, 1], "b": [3, 2]})");
  ExpectHalves("", file.path());
  ExpectHalves(R"([{"pg_name": "a", "ranks": [0, 1, 2, 3]}])", file.path());  // the file is right
}

TEST(Chakra, FaultsOfGroupsAreNamed) {
  const auto of_file = [](const std::string& text) {
    const GroupsFile file(text);
    std::string fault = Faults({File({}), File({})}, file.path());
    if (const auto at = fault.find(file.path()); at != std::string::npos)
      fault.replace(at, file.path().size(), "FILE");
    return fault;
  };
  EXPECT_EQ(
      of_file("[]"),
      "--rank-groups: FILE: is not an object of groups; an object such as {\"1\": [0, 1], \"2\": "
      "[2, 3]}");
  EXPECT_EQ(of_file(R"({"g": [0, 2]})"), "");
  for (const char* ranks : {"[0, 0]", "[-1]", "[]", "{}", "[0.5]", "7", "[4294967296]"})
    EXPECT_EQ(
        of_file("{\"g\": " + std::string(ranks) + "}"),
        "--rank-groups: FILE: group g is not a list of ranks; allowed are different whole numbers "
        "from 0 to 4294967295");
  EXPECT_NE(of_file("{"), "");
  const auto of_metadata = [](const std::string& values) {
    return Fault(Node(3, kMetadata, Says(values)));
  };
  EXPECT_EQ(of_metadata(R"([{"pg_name": "0", "ranks": [2, 2]}])"),
            "ranks: 0: are no list of ranks; allowed are different whole numbers from 0 to "
            "4294967295");
  const std::string form = "; a list of objects with pg_name and ranks";
  for (const char* broken : {R"([{"pg_name": "1", "ranks": [0, 1])", R"(['[{"pg_name": "1", "r)"})
    EXPECT_TRUE(of_metadata(broken).starts_with("inputs: is not JSON: at byte ")) << broken;
  EXPECT_EQ(of_metadata(R"({"pg_name": "1", "ranks": [0]})"),
            "inputs: is not a list of groups" + form);
  EXPECT_EQ(of_metadata(R"([{"pg_name": "1", "ranks": [0]}, 7])"),
            "inputs: entry 2 is not a group" + form);
  EXPECT_EQ(of_metadata(R"([{"pg_name": "0", ranks}])"),
            "inputs: is not JSON: at byte 19; a list of objects with pg_name and ranks");
  EXPECT_EQ(of_metadata("[{}] or anything else"), "");
  EXPECT_EQ(Faults({File({Node(0, kMetadata, Says(R"([{"pg_name": "1", "ranks": [1]}])")),
                          Node(3, kCollective, Sum(4) + HasText("pg_name", "1"))}),
                    File({})}),
            "x.0.et: node 3: pg_name: 1: is without rank 0; a group has the ranks that take part, "
            "and the root");
}

// A group that is used must have files for its ranks.
TEST(Chakra, GroupsThatAreUsedHaveFilesOfAllTheirRanks) {
  const std::string file =
      File({Node(0, kMetadata, Says(R"([{"pg_name": "7", "ranks": [0, 1, 2, 3]}])")),
            Node(3, kCollective, Sum(4) + HasText("pg_name", "7"))});
  EXPECT_EQ(Faults({file, file}),
            "x.0.et: node 3: pg_name: 7: has rank 3, of no file; the files have ranks 0 to 1");
}

TEST(Chakra, FilesOfRanksHaveNoGap) {
  const test::Scratch scratch;
  const std::string prefix = (scratch.path() / "x").string();
  const std::vector<std::string> files = ChakraFilesOf(Small());
  std::ofstream(ChakraFile(prefix, 0), std::ios::binary) << files[0];
  std::ofstream(ChakraFile(prefix, 1), std::ios::binary) << files[1];
  const WorkloadSetting setting = {.places = 2, .places_text = "host line:2 has 2 nodes"};
  const auto read = ReadWorkload(prefix, setting);
  ASSERT_TRUE(read) << ToString(read.diagnostics().front());
  EXPECT_EQ(read->operations.size(), 3U);
  EXPECT_EQ(read->hash.size(), 32U);
  for (const char* ending : {".0.et", ".1.et", ".et"})
    EXPECT_EQ(ToString(ReadWorkload(prefix + ending, setting).diagnostics().front()),
              "toroid: error: --trace: " + prefix + ending +
                  ": is of a file, not of all ranks; give --trace " + prefix);
  const auto fault = [&] { return ToString(ReadWorkload(prefix, setting).diagnostics().front()); };
  std::ofstream(ChakraFile(prefix, 2), std::ios::binary) << files[1];
  EXPECT_EQ(fault(), "toroid: error: --trace: " + prefix +
                         ".2.et: is of one rank too many; host line:2 has 2 nodes");
  std::filesystem::rename(ChakraFile(prefix, 1), ChakraFile(prefix, 7));
  EXPECT_EQ(fault(), "toroid: error: --trace: " + prefix + ".1.et: is missing, and there is " +
                         prefix + ".2.et; the ranks of files are numbered without a gap");
}

// Every cut and many changed bytes: a program, or faults that are lines.
TEST(Chakra, HostileFilesAreReadOrRefused) {
  const std::string values = R"(['[{"pg_name": "g", "ranks": [0]}]'])";
  const std::string right =
      File({Node(0, kMetadata, Says(values)), Node(1, kCompute, Micros(7), {0}),
            Node(2, kCollective, Sum(40) + HasText("pg_name", "g"), {1}),
            Node(3, kSend, Has("comm_dst", 1) + Has("comm_size", 9) + Has("comm_tag", 1), {2})});
  const auto look = [](const std::string& text) {
    for (const auto& files : {std::vector{text, File({})}, std::vector{text}}) {
      const auto read = Read(files);
      if (read) continue;
      for (const Diagnostic& one : read.diagnostics())
        EXPECT_EQ(ToString(one).find('\n'), std::string::npos) << ToString(one);
    }
  };
  for (std::size_t i = 0; i < right.size(); ++i) look(right.substr(0, i));
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text = right;
    for (auto changes = 1 + random() % 3; changes > 0; --changes)
      text[random() % text.size()] = static_cast<char>(random());
    look(text);
  }
}

}  // namespace
}  // namespace toroid::gen_workload_chakra_test
