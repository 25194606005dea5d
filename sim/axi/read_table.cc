// A line of the table is a transaction, or what a memory does from a cycle on: docs/spec/axi4.md,
// section 10.
#include <fmt/core.h>

#include <array>
#include <bit>
#include <charconv>
#include <string_view>
#include <utility>

#include "gen/support/input_file.h"
#include "gen/support/random.h"
#include "gen/support/text.h"
#include "sim/axi/transactions.h"

namespace toroid::axi {
namespace {

enum Column : std::size_t { kCycle, kNode, kKind, kAddress, kBeats, kId, kColumns };
constexpr std::array<std::string_view, kColumns> kNames = {"cycle",   "node",  "kind",
                                                           "address", "beats", "id"};
using State = std::pair<std::string_view, MemoryState>;
constexpr std::array<State, 3> kStates = {
    {{"stop", MemoryState::kStopped}, {"mute", MemoryState::kMute}, {"go", MemoryState::kGoes}}};
constexpr const char* kHeader = "the first line is cycle,node,kind,address,beats,id";

class TableReader {
 public:
  TableReader(const Plan& plan, const std::string& file, std::uint64_t seed)
      : plan_(plan),
        axi_(*plan.hardware().wrap.axi),
        faults_(file),
        data_(plan, Mix(seed, 0x7461626c65)) {}

  Result<TransactionTable> Read(std::string_view text) {
    bool header = false;
    for (const std::string_view whole : SplitAt(text, '\n')) {
      ++line_;
      const std::string_view line = Trimmed(whole);
      if (line.empty() || line.starts_with('#') || faults_.full()) continue;
      const std::vector<std::string_view> fields = FieldsOf(line);
      if (!header)
        ReadHeader(fields, line);
      else
        ReadLine(fields);
      header = true;
    }
    if (!faults_.any() && read_.transactions.empty())
      faults_.Add(line_, "table", "", "has no transaction", "a line for each");
    if (faults_.any()) return faults_.Take();
    return std::move(read_);
  }

 private:
  static std::vector<std::string_view> FieldsOf(std::string_view line) {
    std::vector<std::string_view> fields = SplitAt(line, ',');
    for (std::string_view& field : fields) field = Trimmed(field);
    return fields;
  }

  void ReadHeader(const std::vector<std::string_view>& fields, std::string_view line) {
    if (!std::ranges::equal(fields, kNames))
      faults_.Add(line_, "header", line, "does not name the columns", kHeader);
  }

  void ReadLine(const std::vector<std::string_view>& fields) {
    if (fields.size() != kColumns)
      return faults_.Add(line_, "fields", "", fmt::format("are {}", fields.size()), kHeader);
    const auto number = [&](Column column, std::uint64_t low, std::uint64_t high) {
      return NumberOf(faults_, line_, kNames[column], fields[column], low, high);
    };
    constexpr std::uint64_t kMostCycle = std::uint64_t{1} << 40;
    const auto cycle = number(kCycle, 0, kMostCycle);
    const auto node = number(kNode, 0, plan_.host().size() - 1);
    const auto state = std::ranges::find(kStates, fields[kKind], &State::first);
    if (state != kStates.end()) {
      if (cycle && node) ReadChange(fields, *cycle, *node, state->second);
      return;
    }
    const auto beats = number(kBeats, 1, 256);
    const auto id = number(kId, 0, (std::uint64_t{1} << axi_.id_width) - 1);
    const auto address = AddressIn(fields[kAddress]);
    const bool write = fields[kKind] == "write";
    if (!write && fields[kKind] != "read")
      faults_.Add(line_, "kind", fields[kKind], "is none of the kinds",
                  "allowed are read, write, stop, mute, go");
    if (node && !axi_.nodes[*node].HasManager())
      faults_.Add(line_, "node", fields[kNode], "has no manager", "give a node that has one");
    if (faults_.any()) return;
    Transaction one = {
        .manager = NodeId{static_cast<std::uint32_t>(*node)},
        .write = write,
        .id = static_cast<std::uint32_t>(*id),
        .request = {.address = *address,
                    .beats = static_cast<int>(*beats),
                    .size = std::countr_zero(static_cast<unsigned>(plan_.data_width() / 8))},
        .earliest = static_cast<Cycle>(*cycle)};
    data_.Finish(one);
    read_.transactions.push_back(std::move(one));
  }

  void ReadChange(const std::vector<std::string_view>& fields, std::uint64_t cycle,
                  std::uint64_t node, MemoryState state) {
    for (const Column column : {kAddress, kBeats, kId})
      if (!fields[column].empty())
        faults_.Add(line_, kNames[column], fields[column], "is not for a memory", "leave it empty");
    if (!axi_.nodes[node].HasSubordinate())
      faults_.Add(line_, "node", fields[kNode], "has no memory", "give a node that has one");
    read_.changes.push_back(
        {NodeId{static_cast<std::uint32_t>(node)}, static_cast<Cycle>(cycle), state});
  }

  // 4096 or 0x1000.
  std::optional<std::uint64_t> AddressIn(std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = hex ? text.substr(2) : text;
    std::uint64_t address = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), address, hex ? 16 : 10);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    if (whole && (axi_.address_width == 64 || address >> axi_.address_width == 0)) return address;
    faults_.Add(line_, "address", text,
                fmt::format("is not an address of {} bits", axi_.address_width),
                "write it as 4096 or 0x1000");
    return std::nullopt;
  }

  const Plan& plan_;
  const AxiOptions& axi_;
  FileFaults faults_;
  Drawer data_;
  std::uint32_t line_ = 0;
  TransactionTable read_;
};

}  // namespace

Result<TransactionTable> ReadTransactions(const Plan& plan, const std::string& file,
                                          std::string_view text, std::uint64_t seed) {
  return TableReader(plan, file, seed).Read(text);
}

}  // namespace toroid::axi
