// GOAL, the text that LogGOPSim and ATLAHS read: docs/spec/traces.md, section 2. A file is read
// word by word; a statement ends with its line, or with a semicolon. Labels belong to a rank and
// may be used before they are defined, so dependencies are resolved at the rank's end.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/support/input_file.h"
#include "gen/workload/formats.h"
#include "gen/workload/goal_words.h"

namespace toroid {
namespace {

constexpr std::uint64_t kMostTag = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::uint64_t kMostCpu = kMostGoalProcessors - 1;
constexpr const char* kStatements =
    "allowed are `[label:] send Nb to RANK [tag T] [cpu C]`, `[label:] recv Nb from RANK [tag T] "
    "[cpu C]`, `[label:] calc N [cpu C]`, `label requires label` and `label irequires label`";

class GoalReader {
 public:
  GoalReader(const std::string& file, std::string_view text, const WorkloadSetting& setting)
      : words_(text), setting_(setting), faults_(file) {
    workload_.file = file;
  }

  Result<Workload> Read(const Progress& progress) {
    Stage stage(progress, "reading the trace");
    while (!faults_.full()) {
      stage.Tick();
      statement_ = words_.NextStatement();
      next_ = 0;
      if (statement_.empty()) break;
      ReadStatement();
    }
    CheckEnd();
    if (faults_.any()) return faults_.Take();
    return std::move(workload_);
  }

 private:
  // A dependency by labels, until the rank's end.
  struct Dependency {
    std::string_view label, on;
    bool start;
    std::uint32_t line;
  };

  std::uint32_t line() const { return words_.line(); }

  // The next word of the statement; empty at its end.
  std::string_view Word() {
    return next_ < statement_.size() ? statement_[next_++] : std::string_view();
  }
  std::string_view Peek(std::size_t ahead = 0) const {
    return next_ + ahead < statement_.size() ? statement_[next_ + ahead] : std::string_view();
  }

  void Refuse(std::string_view field, std::string_view value, std::string what,
              std::string allowed) {
    faults_.Add(line(), field, value, std::move(what), std::move(allowed));
  }
  void RefuseWord(std::string_view word, std::string allowed) {
    Refuse("statement", word, word.empty() ? "ends too early" : "does not belong there",
           std::move(allowed));
  }

  std::optional<std::uint64_t> Number(std::string_view field, std::string_view word,
                                      std::uint64_t low, std::uint64_t high) {
    return NumberOf(faults_, line(), field, word, low, high);
  }

  void ReadStatement() {
    const std::string_view word = Peek();
    if (word == "num_ranks") return ReadNumberOfRanks();
    if (workload_.ranks == 0 && !said_no_ranks_) {
      said_no_ranks_ = true;
      Refuse("num_ranks", "", "is missing", "a GOAL file begins with num_ranks N");
    }
    if (word == "rank") return BeginRank();
    if (word == "}") return EndRank();
    if (!rank_) return RefuseWord(word, "allowed are num_ranks N and rank N {");
    if (Peek(1) == "requires" || Peek(1) == "irequires") return ReadDependency();
    ReadOperation();
  }

  void ReadNumberOfRanks() {
    Word();
    if (workload_.ranks > 0) return Refuse("num_ranks", Peek(), "is there twice", "once");
    said_no_ranks_ = true;
    const auto number = Number("num_ranks", Word(), 1, setting_.places);
    if (!number) return Refuse("num_ranks", "", "does not fit", setting_.places_text);
    workload_.ranks = static_cast<std::uint32_t>(*number);
    has_block_.resize(workload_.ranks);
    if (Peek() == "rank") return BeginRank();
    EndOfStatement();
  }

  void EndOfStatement() {
    if (!Peek().empty()) RefuseWord(Peek(), "the end of the line");
  }

  std::uint32_t LastRank() const { return std::max(workload_.ranks, 1U) - 1; }

  void BeginRank() {
    Word();
    if (rank_) Refuse("rank", Peek(), "begins inside another", "end the other with }");
    const auto number = Number("rank", Word(), 0, LastRank());
    rank_ = static_cast<std::uint32_t>(number.value_or(0));
    if (number && *rank_ < has_block_.size()) {
      if (has_block_[*rank_])
        Refuse("rank", std::to_string(*rank_), "is there twice",
               "a rank's operations stand together");
      has_block_[*rank_] = true;
    }
    if (Peek() != "{") return RefuseWord(Peek(), "rank N {");
    Word();
    EndOfStatement();
  }

  void EndRank() {
    if (!rank_) return RefuseWord("}", "it ends rank N {");
    AddDependencies();
    labels_.clear();
    dependencies_.clear();
    rank_.reset();
  }

  void ReadDependency() {
    Dependency one{.label = Word(), .on = {}, .start = Word() == "irequires", .line = line()};
    one.on = Word();
    if (one.on.empty()) return RefuseWord("", "label requires label");
    EndOfStatement();
    dependencies_.push_back(one);
  }

  void ReadOperation() {
    if (workload_.operations.size() == kMostOperations) {
      Refuse("operations", "", "are too many", fmt::format("at most {} are kept", kMostOperations));
      return;
    }
    std::string_view label;
    if (Peek(1) == ":") {
      label = Word();
      Word();
    }
    const std::string_view word = Word();
    Operation operation{.kind = OperationKind::kCalculate, .from = *rank_, .line = line()};
    bool read = false;
    if (word == "send" || word == "recv") {
      operation.kind = word == "send" ? OperationKind::kSend : OperationKind::kReceive;
      read = ReadMessage(word, operation);
    } else if (word == "calc") {
      read = ReadCalculation(operation);
    } else {
      Refuse("statement", word, word.empty() ? "ends too early" : "is not an operation",
             kStatements);
    }
    if (!read) return;
    AddLabel(label);
    workload_.operations.push_back(operation);
  }

  void AddLabel(std::string_view label) {
    if (label.empty()) return;
    const auto number = static_cast<std::uint32_t>(workload_.operations.size());
    if (!labels_.try_emplace(label, number).second)
      Refuse("label", label, "is there twice", "each operation of a rank needs its own label");
  }

  // 8b, or 8 b.
  std::optional<std::uint64_t> Bytes(std::string_view field) {
    std::string_view size = Word();
    if (Peek() == "b") {
      Word();
    } else if (size.ends_with('b')) {
      size.remove_suffix(1);
    } else {
      Refuse(field, size, "is not a number of bytes", "write bytes as in 8b");
      return std::nullopt;
    }
    return Number(field, size, 0, kMostMessageBytes);
  }

  // Nb to RANK, Nb from RANK.
  bool ReadMessage(std::string_view field, Operation& operation) {
    const auto bytes = Bytes(field);
    if (!bytes) return false;
    const std::string_view direction = field == "send" ? "to" : "from";
    if (Peek() != direction)
      return RefuseWord(Peek(), fmt::format("{} Nb {} RANK", field, direction)), false;
    Word();
    const auto partner = Partner();
    if (!partner || !ReadProperties(operation, true)) return false;
    operation.bytes = *bytes;
    operation.flits = FlitsOf(*bytes);
    (operation.kind == OperationKind::kSend ? operation.to : operation.from) = *partner;
    (operation.kind == OperationKind::kSend ? operation.from : operation.to) = *rank_;
    return true;
  }

  std::optional<std::uint32_t> Partner() {
    const std::string_view word = Word();
    if (word == "-1") {
      Refuse("from", word, "would take a message of any rank",
             "sends and receives are paired before the run, so each names its partner");
      return std::nullopt;
    }
    const auto partner = Number("rank", word, 0, LastRank());
    if (!partner) return std::nullopt;
    if (*partner == *rank_) {
      Refuse("rank", word, "is the rank itself", "a message goes to another rank");
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(*partner);
  }

  std::uint32_t FlitsOf(std::uint64_t bytes) {
    const std::uint64_t flits = setting_.FlitsOf(bytes);
    if (flits > kMostMessageFlits)
      Refuse("bytes", std::to_string(bytes), fmt::format("are {} flits", flits),
             fmt::format("a message has at most {}", kMostMessageFlits));
    return static_cast<std::uint32_t>(std::min(flits, kMostMessageFlits));
  }

  bool ReadCalculation(Operation& operation) {
    const auto units = Number("calc", Word(), 0, static_cast<std::uint64_t>(kMostTraceCycles));
    if (!units || !ReadProperties(operation, false)) return false;
    const auto cycles = setting_.CyclesOf(*units);
    if (!cycles) {
      Refuse("calc", std::to_string(*units), "is too many cycles",
             fmt::format("at most {} with --calc-factor", kMostTraceCycles));
      return false;
    }
    operation.cycles = *cycles;
    return true;
  }

  // tag T, cpu C and nic N, in any order.
  bool ReadProperties(Operation& operation, bool of_message) {
    while (!Peek().empty()) {
      const std::string_view name = Word();
      const bool known = name == "cpu" || (of_message && (name == "tag" || name == "nic"));
      if (!known)
        return RefuseWord(name, of_message ? "allowed are tag, cpu, nic" : "allowed is cpu"), false;
      if (name == "tag" && Peek() == "-1")
        return Refuse("tag", "-1", "would match any tag",
                      "sends and receives are paired before the run, so each has its tag"),
               false;
      const auto value = Number(name, Word(), 0, name == "tag" ? kMostTag : kMostCpu);
      if (!value) return false;
      if (name == "tag") operation.tag = static_cast<std::uint32_t>(*value);
      if (name == "cpu") operation.cpu = static_cast<std::uint32_t>(*value);
    }
    return true;
  }

  std::optional<std::uint32_t> Labelled(std::string_view label, const Dependency& one) {
    const auto found = labels_.find(label);
    if (found != labels_.end()) return found->second;
    faults_.Add(one.line, one.start ? "irequires" : "requires", label,
                fmt::format("is not a label of rank {}", *rank_),
                "labels of operations of the same rank");
    return std::nullopt;
  }

  // Collects a rank's dependencies by operation.
  void AddDependencies() {
    std::vector<std::pair<std::uint32_t, Event>> found;
    for (const Dependency& one : dependencies_) {
      const auto number = Labelled(one.label, one);
      const auto on = Labelled(one.on, one);
      if (number && on)
        found.push_back({*number, one.start ? Event::StartOf(*on) : Event::EndOf(*on)});
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::uint32_t, Event>::first);
    for (const auto& [number, after] : found) {
      Operation& operation = workload_.operations[number];
      if (operation.afters++ == 0)
        operation.first_after = static_cast<std::uint32_t>(workload_.after.size());
      workload_.after.push_back(after);
    }
  }

  void CheckEnd() {
    if (faults_.full()) return;
    if (words_.in_comment()) Refuse("comment", "", "does not end", "end it with */");
    if (rank_) Refuse("rank", std::to_string(*rank_), "does not end", "end it with }");
    if (workload_.ranks == 0 && !said_no_ranks_)
      Refuse("num_ranks", "", "is missing", "a GOAL file begins with num_ranks N");
    if (!faults_.any() && workload_.operations.empty())
      Refuse("file", "", "has no operation", kStatements);
  }

  GoalWords words_;
  const WorkloadSetting& setting_;
  FileFaults faults_;
  Workload workload_;
  std::vector<std::string_view> statement_;
  std::size_t next_ = 0;               // word of the statement
  std::optional<std::uint32_t> rank_;  // the rank whose operations are being read
  std::vector<bool> has_block_;        // by rank
  bool said_no_ranks_ = false;
  std::unordered_map<std::string_view, std::uint32_t> labels_;  // the rank's
  std::vector<Dependency> dependencies_;                        // the rank's
};

}  // namespace

Result<Workload> ReadGoal(const std::string& file, std::string_view text,
                          const WorkloadSetting& setting, const Progress& progress) {
  return GoalReader(file, text, setting).Read(progress);
}

}  // namespace toroid
