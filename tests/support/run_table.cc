#include "tests/support/run_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

// A line of the table with the demands below it.
struct Row {
  std::string file;
  int line = 0;
  std::string words;    // as typed
  std::string options;  // of the suite
  Words facts;          // after "=>": the suite's, then its own
  std::size_t own_facts = 0;
  Words demands;  // on lines of their own
};

Words Split(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Each combination of the alternatives in braces, of which one may be empty.
Words Combinations(const std::string& text) {
  const auto open = text.find('{');
  if (open == std::string::npos) return {text};
  const auto close = text.find('}', open);
  if (close == std::string::npos) throw std::invalid_argument("no } in " + text);
  const Words rests = Combinations(text.substr(close + 1));
  Words all;
  for (std::size_t begin = open + 1, end = open; end != close; begin = end + 1) {
    end = std::min(text.find('|', begin), close);
    for (const std::string& rest : rests)
      all.push_back(text.substr(0, open) + text.substr(begin, end - begin) + rest);
  }
  return all;
}

// The values at a path, several below a "*". Throws std::out_of_range for a member that is not
// there, as a misspelt path must not pass.
std::vector<Json> At(const std::vector<Json>& from, const std::string& path) {
  if (path.empty()) return from;
  const auto dot = path.find('.');
  const std::string part = path.substr(0, dot);
  std::vector<Json> next;
  for (const Json& value : from) {
    const bool is_list = value.is_array();
    if (!is_list && !value.is_object()) throw std::out_of_range("no member " + part);
    if (part == "*") {
      for (const Json& element : value) next.push_back(element);
    } else if (part == "size" && !value.contains(part)) {
      next.emplace_back(value.size());
    } else if (is_list ? part.find_first_not_of("0123456789") != std::string::npos
                       : !value.contains(part)) {
      throw std::out_of_range("no member " + part);
    } else {
      next.push_back(is_list ? value.at(std::stoul(part)) : value.at(part));
    }
  }
  return At(next, dot == std::string::npos ? "" : path.substr(dot + 1));
}

bool Holds(const Json& left, const std::string& op, const Json& right) {
  if (op == "=") return left == right;
  if (op == "!=") return left != right;
  if (op == "~") return left.dump().find(right.get<std::string>()) != std::string::npos;
  if (!left.is_number() || !right.is_number()) return false;
  if (op == "<") return left < right;
  if (op == "<=") return left <= right;
  if (op == ">") return left > right;
  if (op == ">=") return left >= right;
  throw std::invalid_argument("what is " + op);
}

class Run : public testing::Test {
 public:
  explicit Run(Row row) : row_(std::move(row)) {}

 protected:
  void TestBody() override {
    for (const std::string& words : Combinations(row_.words)) {
      command_ = words.starts_with("-") ? "simulate" : Split(words).front();
      own_ = words.starts_with("--") ? words : words.substr(command_.size());
      for (const std::string& suites : Combinations(row_.options)) {
        options_ = own_ + " " + suites;
        Try();
        if (HasFatalFailure()) return;
      }
    }
  }

 private:
  void Fail(const std::string& what) {
    ADD_FAILURE_AT(row_.file.c_str(), row_.line) << "toroid " << command_ << " " << options_ << "\n"
                                                 << what;
  }
  void Demand(bool holds, const std::string& what) {
    if (!holds) Fail(what);
  }

  Outcome Start(const std::string& command, const std::string& options) {
    return RunShell(environment_ + "\"$TOROID\" " + command + " " + options);
  }
  // The command's result; null, after a failure, if it has none.
  Json Result(const std::string& command, const std::string& options) {
    const Outcome outcome = Start(command, "--format json " + options);
    Demand(outcome.code == 0 && outcome.out.starts_with("{"),
           "exit code " + std::to_string(outcome.code) + " of " + command + " " + options + "\n" +
               outcome.err + outcome.out);
    return outcome.out.starts_with("{") ? Json::parse(outcome.out) : Json();
  }

  static bool IsOne(const std::string& demand, std::initializer_list<const char*> kinds) {
    return std::ranges::any_of(kinds, [&](const char* kind) { return demand.starts_with(kind); });
  }

  void Try() {
    const Scratch scratch;
    Plant(scratch);
    result_ = {};
    const auto any = [&](std::initializer_list<const char*> kinds) {
      return std::ranges::any_of(row_.demands, [&](const auto& one) { return IsOne(one, kinds); });
    };
    if (any({"refused ", "fails ", "ends ", "error "})) {
      Demand(row_.own_facts == 0 && !any({"as ", "differs ", "cost"}),
             "a command that fails has no result");
    } else {
      result_ = Result(command_, options_);
      if (!result_.is_object()) return;
      if (command_ == "simulate") Arrived(result_);
      for (const std::string& fact : row_.facts) Judge(fact);
    }
    text_.reset();
    for (const std::string& demand : row_.demands) {
      const auto blank = demand.find(' ');
      Answer(demand.substr(0, blank), blank == std::string::npos ? "" : demand.substr(blank + 1));
    }
  }

  // A copy of the templates in which a text of a file is another.
  void Plant(const Scratch& scratch) {
    environment_.clear();
    Words parts;
    for (const std::string& demand : row_.demands)
      for (const char* part : {"plant ", "- ", "+ "})
        if (demand.starts_with(part)) parts.push_back(demand.substr(std::string(part).size()));
    if (parts.empty()) return;
    ASSERT_EQ(parts.size(), 3U) << row_.file << ":" << row_.line << ": plant FILE, - OLD, + NEW";
    environment_ = "TOROID_TEMPLATES=" + Templates(scratch, parts[0], parts[1], parts[2]) + " ";
  }

  Json Measured() const {
    return result_["cycles"].is_null() ? result_["reference_cycles"] : result_["cycles"];
  }

  void Arrived(const Json& result) {
    const Json& messages = result["messages"];
    Demand(messages["sent"] == messages["delivered"], "not all is delivered: " + messages.dump());
    Demand(messages["refused"] == messages["refused_expected"], "refused: " + messages.dump());
    for (const char* fault : {"lost", "duplicated", "corrupted", "misrouted", "out_of_order"})
      Demand(messages[fault] == 0, messages.dump());
  }

  void Judge(const std::string& fact) {
    if (fact == "equal") {
      Demand(result_["match"] == true && result_["events_compared"] > 0 &&
                 result_["cycles"] == result_["reference_cycles"] &&
                 result_["messages"]["sent"] > 0,
             "no match of both engines: " + result_.dump(1));
    } else if (fact == "predicted") {
      Demand(result_["conflicts"] == 0 && result_["predicted_cycles"] == Measured(),
             "predicted " + result_["predicted_cycles"].dump() + ", took " + Measured().dump() +
                 ", conflicts " + result_["conflicts"].dump());
    } else if (fact == "unpredicted") {
      Demand(result_["predicted_cycles"].is_null(),
             "predicted " + result_["predicted_cycles"].dump());
    } else if (fact == "right") {
      Demand(result_["result"].is_object() && result_["result"]["wrong"] == 0 &&
                 result_["result"]["elements_checked"] > 0,
             result_["result"].dump());
    } else {
      Compare(fact);
    }
  }

  void Compare(const std::string& fact) {
    const auto begin = fact.find_first_of("=!<>~");
    ASSERT_NE(begin, std::string::npos) << row_.file << ":" << row_.line << ": what is " << fact;
    const auto end = fact.find_first_not_of("=!<>~", begin);
    const std::string op = fact.substr(begin, end - begin);
    const std::vector<Json> left = At({result_}, fact.substr(0, begin));
    const std::string text = fact.substr(end);
    const Json literal = op == "~" ? Json(text) : Json::parse(text, nullptr, false);
    const std::vector<Json> right =
        literal.is_discarded() ? At({result_}, text) : std::vector<Json>{literal};
    if (left.empty() || (right.size() != 1 && right.size() != left.size()))
      return Fail(fact + ": of nothing");
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Json& other = right[right.size() == 1 ? 0 : i];
      Demand(Holds(left[i], op, other), fact + ": " + left[i].dump() + " and " + other.dump() +
                                            ", the " + std::to_string(i + 1) + ".");
    }
  }

  void Answer(const std::string& kind, const std::string& text) {
    if (kind == "as" || kind == "differs") return As(text, kind == "as");
    if (kind == "cost") {
      const Json cost = Result("cost", own_ + " " + text);
      return Demand(cost.is_object() && cost["rows"][0]["cycles"] == Measured(),
                    "cost has other cycles than " + Measured().dump() + ": " + cost.dump());
    }
    if (kind == "plant" || kind == "-" || kind == "+") return;
    if (!text_) text_ = std::make_unique<Outcome>(Start(command_, options_));
    const auto expect = [&](int code, const std::string& in, bool has = true) {
      Demand(text_->code == code && (in.find(text) != std::string::npos) == has,
             "expected exit code " + std::to_string(code) + " and, " + kind + ": " + text +
                 "\ngot " + std::to_string(text_->code) + " and\n" + text_->out + text_->err);
    };
    if (kind == "says" || kind == "never") return expect(0, text_->out, kind == "says");
    if (kind == "fails") return expect(1, text_->out);
    if (kind == "error") {
      return Demand(
          text_->code == 2 && text_->out.empty() && text_->err == "toroid: error: " + text + "\n",
          "expected " + text + "\ngot exit code " + std::to_string(text_->code) + " and\n" +
              text_->out + text_->err);
    }
    if (kind == "ends") {
      const auto blank = text.find(' ');
      return Demand(text_->code == std::stoi(text) &&
                        text_->err.find(text.substr(blank + 1)) != std::string::npos,
                    "expected exit code " + text + "\ngot " + std::to_string(text_->code) +
                        " and\n" + text_->out + text_->err);
    }
    Demand(kind == "refused", "what is " + kind);
    expect(2, text_->err);
    Demand(text_->out.empty(), "something is printed: " + text_->out);
  }

  void As(const std::string& text, bool same) {
    const auto colon = text.rfind(':');
    const Words paths = Split(colon == std::string::npos ? "" : text.substr(colon + 1));
    ASSERT_FALSE(paths.empty()) << row_.file << ":" << row_.line << ": as OPTIONS: PATH...";
    Json other = Result(command_, options_ + " " + text.substr(0, colon));
    if (!other.is_object()) return;
    if (command_ == "simulate") Arrived(other);
    for (const std::string& path : paths) {
      Json here = result_;
      if (path == "*") {
        here.erase("speed");
        other.erase("speed");
      }
      const std::string members = path == "*" ? "" : path;
      Demand((At({here}, members) == At({other}, members)) == same,
             text + ": " + Json(At({here}, members)).dump() + "\nand " +
                 Json(At({other}, members)).dump());
    }
  }

  Row row_;
  std::string command_;
  std::string own_;      // options of the line
  std::string options_;  // and of the suite
  std::string environment_;
  Json result_;
  std::unique_ptr<Outcome> text_;  // of the command for people
};

// A name for ctest: the row's number in its suite, and its first words.
std::string NameOf(std::size_t number, const std::string& words) {
  std::string name = std::to_string(number) + "_";
  for (const char c : words.substr(0, 48)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain || name.back() != '_') name += plain ? c : '_';
  }
  return name;
}

class Reader {
 public:
  explicit Reader(const std::string& file) : path_(Checkout(file)), file_(path_) {}

  bool Register() {
    for (std::string line; Next(line);) Take(line);
    EndSuite();
    return good_ && file_.eof();
  }

 private:
  // The next line, with those that continue it.
  bool Next(std::string& line) {
    if (!std::getline(file_, line)) return false;
    ++number_;
    for (std::string more; line.ends_with('\\') && std::getline(file_, more); ++number_)
      line = line.substr(0, line.size() - 1) +
             more.substr(std::min(more.find_first_not_of(' '), more.size()));
    return true;
  }

  std::string Expanded(std::string text) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [name, value] : texts_) {
        const auto at = text.find(name);
        const char after = at == std::string::npos ? '_' : text.c_str()[at + name.size()];
        if (at == std::string::npos || std::isalnum(static_cast<unsigned char>(after)) != 0)
          continue;
        text.replace(at, name.size(), value);
        changed = true;
      }
    }
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos; ++at)
      Demand(std::isalpha(static_cast<unsigned char>(text.c_str()[at + 1])) == 0,
             "what is " + text);
    return text;
  }

  void Demand(bool holds, const std::string& what) const {
    if (holds) return;
    std::cerr << path_ << ":" << number_ << ": " << what << "\n";
    good_ = false;
  }

  void Take(const std::string& line) {
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with("  ")) {
      Demand(!row_.words.empty(), "a demand before the first run");
      std::string demand = Expanded(line.substr(2));
      for (std::size_t at; (at = demand.find("\\n")) != std::string::npos;)
        demand.replace(at, 2, "\n");
      row_.demands.push_back(demand);
    } else if (const auto equals = line.find(" = ");
               line.starts_with('$') && line.find(' ') == equals && equals != std::string::npos) {
      texts_[line.substr(0, equals)] = Expanded(line.substr(equals + 3));
    } else if (line.starts_with("=>")) {
      Demand(facts_.empty() && in_suite_ == 0 && row_.words.empty(), "facts are not the first");
      facts_ = Split(Expanded(line.substr(2)));
    } else if (line.starts_with('[')) {
      if (!suite_.empty()) EndSuite();
      const auto close = line.find(']');
      suite_ = line.substr(1, close - 1);
      options_ = Expanded(line.substr(close + 1));
      facts_.clear();
      in_suite_ = 0;
    } else {
      Finish();
      Demand(!suite_.empty(), "a run before the first suite");
      const std::string text = Expanded(line);
      const auto arrow = text.find("=>");
      row_ = {path_, number_, text.substr(0, arrow), options_, facts_, 0, {}};
      if (arrow == std::string::npos) return;
      const Words own = Split(text.substr(arrow + 2));
      row_.facts.insert(row_.facts.end(), own.begin(), own.end());
      row_.own_facts = own.size();
    }
  }

  void EndSuite() {
    Finish();
    Demand(in_suite_ > 0, "suite " + suite_ + " has no run");
  }

  void Finish() {
    if (row_.words.empty()) return;
    testing::RegisterTest(suite_.c_str(), NameOf(++in_suite_, row_.words).c_str(), nullptr, nullptr,
                          row_.file.c_str(), row_.line,
                          [row = row_]() -> Run* { return new Run(row); });
    row_ = {};
  }

  std::string path_;
  std::ifstream file_;
  int number_ = 0;
  std::map<std::string, std::string> texts_;
  std::string suite_;
  std::string options_;
  Words facts_;
  std::size_t in_suite_ = 0;
  mutable bool good_ = true;
  Row row_;
};

}  // namespace

bool RegisterRuns(const std::string& file) { return Reader(file).Register(); }

}  // namespace toroid
