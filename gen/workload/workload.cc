#include "gen/workload/workload.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include "gen/support/hash.h"
#include "gen/support/input_file.h"
#include "gen/support/text.h"
#include "gen/workload/formats.h"

namespace toroid {
namespace {

constexpr std::string_view kForms =
    "give a table of messages (.csv), a GOAL file (.goal), or NAME of Chakra files NAME.0.et, "
    "NAME.1.et and so on";

Result<Workload> ReadText(const std::string& path, const WorkloadSetting& setting,
                          const Progress& progress) {
  const auto text = TextOfInput("--trace", path, kMostTraceBytes, kForms);
  if (!text) return text.diagnostics();
  Result<Workload> read = path.ends_with(".goal")
                              ? ReadGoal(path, *text, setting, progress)
                              : ReadMessageTable(path, *text, setting, progress);
  if (!read) return read;
  Workload workload = std::move(read).value();
  workload.hash = HashOf(*text);
  return workload;
}

// "x" of "x.0.et", the file of a rank, and of "x.et", as --export has it.
std::string NameBefore(std::string name) {
  if (!name.ends_with(".et")) return name;
  name.resize(name.size() - std::string_view(".et").size());
  const std::size_t digits = name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '.')
    name.resize(digits);
  return name;
}

// How many files there are, counted from that of rank 0 on. One more than there are places are too
// many.
Result<std::uint32_t> RanksOfChakra(const std::string& prefix, const WorkloadSetting& setting) {
  std::uint32_t ranks = 0;
  std::error_code error;
  while (ranks <= setting.places && std::filesystem::exists(ChakraFile(prefix, ranks), error))
    ++ranks;
  const std::string name = NameBefore(prefix);
  if (ranks == 0 && name != prefix && std::filesystem::exists(ChakraFile(name, 0), error))
    return Diagnostic{"--trace", prefix, "is of a file, not of all ranks", "give --trace " + name};
  if (ranks == 0)
    return Diagnostic{"--trace", prefix,
                      "ends neither in .csv nor in .goal, and there is no " + ChakraFile(prefix, 0),
                      std::string(kForms)};
  if (ranks > setting.places)
    return Diagnostic{"--trace", ChakraFile(prefix, ranks - 1), "is of one rank too many",
                      setting.places_text};
  constexpr std::uint32_t kMostLookedAt = 1000;  // a file behind a gap is probably near
  for (std::uint32_t r = ranks + 1; r < ranks + kMostLookedAt; ++r)
    if (std::filesystem::exists(ChakraFile(prefix, r), error))
      return Diagnostic{"--trace", ChakraFile(prefix, ranks),
                        "is missing, and there is " + ChakraFile(prefix, r),
                        "the ranks of files are numbered without a gap"};
  return ranks;
}

Result<Workload> ReadChakraFiles(const std::string& prefix, const WorkloadSetting& setting,
                                 const Progress& progress) {
  const auto ranks = RanksOfChakra(prefix, setting);
  if (!ranks) return ranks.diagnostics();
  std::size_t left = kMostTraceBytes;
  std::string hashes;
  const auto text_of = [&](std::uint32_t rank) {
    auto text = BytesOfInput("--trace", ChakraFile(prefix, rank), left,
                             fmt::format("all files together have at most {}", kMostTraceBytes));
    if (!text) return text;
    left -= text->size();
    hashes += HashOf(*text);
    return text;
  };
  Result<Workload> read = ReadChakra(prefix, *ranks, text_of, setting, progress);
  if (!read) return read;
  Workload workload = std::move(read).value();
  workload.hash = HashOf(hashes + workload.hash);
  return workload;
}

}  // namespace

std::string Workload::PlaceOf(const Operation& operation) const {
  return of_chakra ? fmt::format("{}: node {}", ChakraFile(file, operation.by()), operation.line)
                   : fmt::format("{}:{}", file, operation.line);
}

std::string Workload::LineOf(const Operation& operation) const {
  return fmt::format("{} {}", of_chakra ? "node" : "line", operation.line);
}

std::string Workload::NameOf(std::uint32_t operation) const {
  return ids.empty() ? LineOf(operations[operation]) : ids[operation / 2];
}

std::uint64_t WorkloadSetting::FlitsOf(std::uint64_t bytes) const {
  const auto flit_bytes = static_cast<std::uint64_t>(flit_bits) / 8;
  return std::max<std::uint64_t>(bytes / flit_bytes + (bytes % flit_bytes > 0 ? 1 : 0), 1);
}

std::optional<Cycle> WorkloadSetting::CyclesOf(std::uint64_t units) const {
  const double cycles = std::round(static_cast<double>(units) * calc_factor);
  if (cycles > static_cast<double>(kMostTraceCycles)) return std::nullopt;
  return static_cast<Cycle>(cycles);
}

// A quotient that is a whole number up to the rounding of decimals is that number: 21 at 0.7 a
// cycle take 30 cycles.
std::optional<Cycle> CyclesOfWork(std::uint64_t amount, double rate) {
  const auto whole = static_cast<std::uint64_t>(rate);
  if (rate == static_cast<double>(whole)) {
    const std::uint64_t cycles = amount / whole + (amount % whole > 0 ? 1 : 0);
    return cycles > static_cast<std::uint64_t>(kMostTraceCycles)
               ? std::nullopt
               : std::optional(static_cast<Cycle>(cycles));
  }
  const double exact = static_cast<double>(amount) / rate;
  if (exact > static_cast<double>(kMostTraceCycles)) return std::nullopt;
  const double near = std::round(exact);
  const double slack = 4 * std::numeric_limits<double>::epsilon() * near;
  return static_cast<Cycle>(std::abs(exact - near) <= slack ? near : std::ceil(exact));
}

Result<Workload> ReadWorkload(const std::string& path, const WorkloadSetting& setting,
                              const Progress& progress) {
  const bool of_text = path.ends_with(".goal") || path.ends_with(".csv");
  Result<Workload> read =
      of_text ? ReadText(path, setting, progress) : ReadChakraFiles(path, setting, progress);
  if (!read) return read;
  Workload workload = std::move(read).value();
  if (const Diagnostics found = Finish(workload, progress); !found.empty()) return found;
  const bool sends = std::ranges::any_of(
      workload.operations, [](const Operation& one) { return one.kind == OperationKind::kSend; });
  if (!sends)
    return Diagnostic{"--trace", path, "sends no message", "there is nothing to run without one"};
  return workload;
}

}  // namespace toroid
