// A table of messages: docs/spec/traces.md, section 1. A message is a send and its receive,
// operations 2 i and 2 i + 1. A message comes after the receives of others.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "gen/support/input_file.h"
#include "gen/support/text.h"
#include "gen/workload/formats.h"

namespace toroid {
namespace {

enum Column {
  kId,
  kCycle,
  kAfter,
  kDelay,
  kSource,
  kDestination,
  kFlits,
  kBuffer,
  kColumns,
  kIgnored
};
constexpr std::array<std::string_view, kColumns> kNames = {
    "id", "cycle", "after", "delay", "source", "destination", "flits", "buffer"};
constexpr const char* kHeader =
    "the first line names the columns source, destination and flits, and optionally id, cycle, "
    "after, delay and buffer, separated by commas, semicolons or tabs";

std::string InLowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  return lower;
}

// A whole number as spreadsheets and data frames write it: 5.0 is 5.
std::string_view WithoutZeros(std::string_view number) {
  const auto point = number.find('.');
  if (point == 0 || point == std::string_view::npos || point + 1 == number.size()) return number;
  const bool whole = number.find_first_not_of('0', point + 1) == std::string_view::npos;
  return whole ? number.substr(0, point) : number;
}

// The most frequent of the three separators in the header, outside quotes; the first of equal ones.
char SeparatorOf(std::string_view header) {
  constexpr std::string_view kSeparators = ",;\t";
  std::array<std::ptrdiff_t, kSeparators.size()> found{};
  bool quoted = false;
  for (const char c : header) {
    if (c == '"') quoted = !quoted;
    const auto at = kSeparators.find(c);
    if (!quoted && at != std::string_view::npos) ++found[at];
  }
  return kSeparators[static_cast<std::size_t>(std::ranges::max_element(found) - found.begin())];
}

class TableReader {
 public:
  TableReader(const std::string& file, std::string_view text, const WorkloadSetting& setting)
      : text_(text), setting_(setting), faults_(file) {
    workload_.file = file;
    workload_.ranks = setting.places;
  }

  Result<Workload> Read(const Progress& progress) {
    Stage stage(progress, "reading the trace", text_.size());
    ReadHeader();
    if (faults_.any()) return faults_.Take();
    for (std::size_t left = text_.size(); !faults_.full() && NextLine(); left = text_.size()) {
      ReadRow();
      stage.Tick(left - text_.size());
    }
    if (!faults_.any()) ReadAfters();
    if (!faults_.any() && workload_.operations.empty())
      faults_.Add(line_, "table", "", "has no message", "a line for each message");
    if (faults_.any()) return faults_.Take();
    return std::move(workload_);
  }

 private:
  // A row's fields by column; none if the table does not have it.
  using Fields = std::array<std::optional<std::string_view>, kColumns>;

  // Moves on to the next line that is neither blank nor a comment.
  bool NextLine() {
    line_text_.reset();
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      const std::string_view first = Trimmed(line);
      if (first.empty() || first.starts_with('#')) continue;
      line_text_ = line;
      return true;
    }
    return false;
  }

  // The fields without blanks around them, and without their quotes.
  std::vector<std::string_view> Split() {
    std::vector<std::string_view> parts;
    std::string_view rest = *line_text_;
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(Blanks()), rest.size()));
      const std::size_t end = rest.starts_with('"') ? EndOfQuoted(rest) : 0;
      const auto separator = rest.find(separator_, end);
      parts.push_back(FieldIn(Trimmed(rest.substr(0, separator))));
      if (separator == std::string_view::npos) return parts;
      rest.remove_prefix(separator + 1);
    }
  }

  // Blanks; a tab that separates is none.
  std::string_view Blanks() const { return separator_ == '\t' ? " " : " \t"; }

  // The place of the closing quote; two quotes mean one in the field.
  static std::size_t EndOfQuoted(std::string_view text) {
    std::size_t at = text.find('"', 1);
    while (at != std::string_view::npos && text.substr(at + 1).starts_with('"'))
      at = text.find('"', at + 2);
    return std::min(at, text.size());
  }

  std::string_view FieldIn(std::string_view part) {
    if (!part.starts_with('"')) return part;
    if (part.size() < 2 || EndOfQuoted(part) != part.size() - 1) {
      faults_.Add(line_, "fields", part, "has a quote that does not end the field",
                  "a quoted field ends with its quote, in its line");
      return part;
    }
    return Trimmed(part.substr(1, part.size() - 2));
  }

  void ReadHeader() {
    if (!NextLine()) return faults_.Add(1, "header", "", "is missing", kHeader);
    separator_ = SeparatorOf(*line_text_);
    names_ = Split();
    const bool is_header = std::ranges::any_of(names_, [](std::string_view name) {
      return std::ranges::find(kNames, InLowerCase(name)) != kNames.end();
    });
    if (!is_header)
      return faults_.Add(line_, "header", Trimmed(*line_text_),
                         "names no column of a table of messages", kHeader);
    for (const std::string_view name : names_) AddColumn(name);
    for (const Column column : {kSource, kDestination, kFlits}) {
      if (!Has(column))
        faults_.Add(line_, kNames[column], "",
                    fmt::format("is missing among the columns, {}", Joined(names_, ", ")), kHeader);
    }
  }

  bool Has(Column column) const { return std::ranges::find(columns_, column) != columns_.end(); }

  // The first column of a data frame is the index, and a line that ends in a separator has one
  // column more: neither has a name.
  void AddColumn(std::string_view name) {
    const bool at_an_end = columns_.empty() || columns_.size() + 1 == names_.size();
    if (at_an_end && (name.empty() || name == "Unnamed: 0")) return columns_.push_back(kIgnored);
    const auto known = std::ranges::find(kNames, InLowerCase(name));
    if (known == kNames.end()) {
      return faults_.Add(
          line_, "header", name, "is not a column",
          DidYouMean(InLowerCase(name), kNames) +
              "allowed are id, cycle, after, delay, source, destination, flits, buffer");
    }
    const auto column = static_cast<Column>(known - kNames.begin());
    if (Has(column)) faults_.Add(line_, "header", name, "is there twice", "each column once");
    columns_.push_back(column);
  }

  // Whether a row fits the columns: a separator at a row's end, or only at the header's, makes no
  // field.
  bool FitsColumns(std::vector<std::string_view>& parts) const {
    if (parts.size() == columns_.size() + 1 && parts.back().empty()) parts.pop_back();
    if (parts.size() + 1 == columns_.size() && columns_.back() == kIgnored) parts.emplace_back();
    return parts.size() == columns_.size();
  }

  void ReadRow() {
    std::vector<std::string_view> parts = Split();
    if (!FitsColumns(parts)) {
      return faults_.Add(line_, "fields", std::to_string(parts.size()),
                         "is not the number of columns",
                         fmt::format("the header has {}", columns_.size()));
    }
    if (workload_.operations.size() + 2 > kMostOperations) {
      faults_.Add(line_, "table", "", "has too many messages",
                  fmt::format("at most {} are kept", kMostOperations / 2));
      text_ = {};
      return;
    }
    Fields fields;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (columns_[i] != kIgnored) fields[columns_[i]] = parts[i];
    AddMessage(fields);
  }

  std::optional<std::uint64_t> WholeIn(Column column, std::string_view field, std::uint64_t low,
                                       std::uint64_t high) {
    return NumberOf(faults_, line_, kNames[column], WithoutZeros(field), low, high);
  }

  // The cycle in a field, which may be missing or empty.
  Cycle CycleIn(const Fields& fields, Column column) {
    if (!fields[column] || fields[column]->empty()) return 0;
    return static_cast<Cycle>(
        WholeIn(column, *fields[column], 0, static_cast<std::uint64_t>(kMostTraceCycles))
            .value_or(0));
  }

  std::optional<std::uint32_t> RankIn(const Fields& fields, Column column) {
    const auto number = WholeIn(column, *fields[column], 0, setting_.places - 1);
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
  }

  void AddMessage(const Fields& fields) {
    const auto source = RankIn(fields, kSource);
    const auto destination = RankIn(fields, kDestination);
    const auto flits = WholeIn(kFlits, *fields[kFlits], 1, kMostMessageFlits);
    if (source && source == destination)
      faults_.Add(line_, "destination", *fields[kDestination], "is the source too",
                  "a message goes to another rank");
    const auto number = static_cast<std::uint32_t>(workload_.operations.size());
    Operation send{.kind = OperationKind::kSend,
                   .from = source.value_or(0),
                   .to = destination.value_or(0),
                   .flits = static_cast<std::uint32_t>(flits.value_or(1)),
                   .match = number + 1,
                   .not_before = CycleIn(fields, kCycle),
                   .delay = CycleIn(fields, kDelay),
                   .line = line_};
    Operation receive = send;
    receive.kind = OperationKind::kReceive;
    receive.not_before = receive.delay = 0;
    receive.match = number;
    workload_.operations.push_back(send);
    workload_.operations.push_back(receive);
    if (fields[kBuffer] && !fields[kBuffer]->empty() && destination)
      AddBuffer(*destination, *fields[kBuffer]);
    afters_.push_back(fields[kAfter].value_or(""));
    AddId(fields[kId], number / 2);
  }

  // What the sink of a rank holds, as one of its rows says.
  void AddBuffer(std::uint32_t rank, std::string_view field) {
    const auto flits =
        static_cast<std::uint32_t>(WholeIn(kBuffer, field, 1, kMostMessageFlits).value_or(0));
    std::vector<std::uint32_t>& sinks = workload_.sink_flits;
    sinks.resize(workload_.ranks);
    if (sinks[rank] != 0 && flits != 0 && sinks[rank] != flits)
      faults_.Add(line_, "buffer", field,
                  fmt::format("is not that of other lines, {}", sinks[rank]),
                  "all lines of a destination say the same, or nothing");
    sinks[rank] = flits;
  }

  // Adds a message's name, or its number, from 1 on.
  void AddId(std::optional<std::string_view> id, std::uint32_t message) {
    if (!id) return;
    workload_.ids.emplace_back(*id);
    if (id->empty() || id->find_first_of(" \t") != std::string_view::npos) {
      faults_.Add(line_, "id", *id, id->empty() ? "is missing" : "is more than one word",
                  "each message needs its own word");
    } else if (!ids_.try_emplace(*id, message).second) {
      faults_.Add(line_, "id", *id, "is there twice", "each message needs its own word");
    }
  }

  std::optional<std::uint32_t> MessageCalled(std::string_view id, std::uint32_t line) {
    if (Has(kId)) {
      for (const std::string_view name : {id, WithoutZeros(id)})
        if (const auto found = ids_.find(name); found != ids_.end()) return found->second;
      faults_.Add(line, "after", id, "is the id of no message", "blanks separate ids");
      return std::nullopt;
    }
    const auto number = NumberOf(faults_, line, "after", WithoutZeros(id), 1, afters_.size());
    return number ? std::optional(static_cast<std::uint32_t>(*number - 1)) : std::nullopt;
  }

  void ReadAfters() {
    for (std::uint32_t message = 0; message < afters_.size() && !faults_.full(); ++message) {
      Operation& send = workload_.operations[std::size_t{2} * message];
      send.first_after = static_cast<std::uint32_t>(workload_.after.size());
      std::string_view rest = afters_[message];
      while (!(rest = Trimmed(rest)).empty()) {
        const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
        if (const auto other =
                MessageCalled(rest.substr(0, end), static_cast<std::uint32_t>(send.line)))
          workload_.after.push_back(Event::EndOf(2 * *other + 1));
        rest.remove_prefix(end);
      }
      send.afters = static_cast<std::uint32_t>(workload_.after.size()) - send.first_after;
    }
  }

  std::string_view text_;  // the text still to be read
  const WorkloadSetting& setting_;
  FileFaults faults_;
  Workload workload_;
  std::uint32_t line_ = 0;
  std::optional<std::string_view> line_text_;
  char separator_ = ',';
  std::vector<std::string_view> names_;   // the header's
  std::vector<Column> columns_;           // the header's, in its order
  std::vector<std::string_view> afters_;  // by message
  std::unordered_map<std::string_view, std::uint32_t> ids_;
};

}  // namespace

Result<Workload> ReadMessageTable(const std::string& file, std::string_view text,
                                  const WorkloadSetting& setting, const Progress& progress) {
  return TableReader(file, text, setting).Read(progress);
}

}  // namespace toroid
