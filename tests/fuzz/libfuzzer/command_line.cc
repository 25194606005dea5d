// Text as a command line, a word a line, the first a command: whatever it is, it is parsed or
// refused with reasons that name an option, and the same again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/command_line/spec.h"
#include "tests/fuzz/libfuzzer/must.h"

namespace toroid::fuzz {
namespace {

constexpr std::uint32_t kMostNodes = 1024;

std::vector<std::string> WordsIn(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Large networks take long to plan, a solver may take long too, and files are not to be read.
bool IsSlow(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string value = equals == std::string::npos ? word : word.substr(equals + 1);
  const Result<Graph> graph = Graph::Parse(value);
  return (graph.ok() && graph->size() > kMostNodes) || value == "exact" ||
         word.starts_with("--config") || word.starts_with("--trace");
}

// A sweep's lists may name thousands of networks.
bool IsSlow(Command command, const std::vector<std::string>& words) {
  if (std::ranges::any_of(words, [](const std::string& word) { return IsSlow(word); })) return true;
  return command == Command::kSweep && std::ranges::any_of(words, [](const std::string& word) {
           return std::ranges::count(word, ':') > 1 || std::ranges::count(word, ',') > 8;
         });
}

void Try(std::string_view text) {
  std::vector<std::string> words = WordsIn(text);
  if (words.empty()) return;
  const std::optional<Command> command = Parse<Command>(words.front());
  if (!command) return;
  words.erase(words.begin());
  if (IsSlow(*command, words)) return;
  const Result<Spec> spec = ParseSpec(*command, words);
  const Result<Spec> again = ParseSpec(*command, words);
  Must(spec.ok() == again.ok(), "a line is always taken or always refused");
  if (spec.ok()) return Must(spec->command == *command, "a line is for its command");
  Must(!spec.diagnostics().empty() && spec.diagnostics() == again.diagnostics(),
       "a refusal has reasons, always the same");
  for (const Diagnostic& diagnostic : spec.diagnostics()) {
    Must(!diagnostic.field.empty() && !diagnostic.what.empty() && !diagnostic.allowed.empty(),
         "a reason says where, what and what is allowed");
    Must(ToString(diagnostic).find('\n') == std::string::npos, "a reason is a line");
  }
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
