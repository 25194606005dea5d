// Text as a configuration file: read as options, or refused with reasons that name its lines.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gen/command_line/raw_options.h"
#include "gen/options/options.h"
#include "tests/fuzz/libfuzzer/must.h"
#include "tests/fuzz/libfuzzer/scratch_file.h"

namespace toroid::fuzz {
namespace {

void MustBeOptions(const RawOptions& options, const std::string& path) {
  for (const auto& [name, option] : options) {
    Must(FindOption(name) != nullptr, "what is read are options");
    Must(option.place.find(path) == 0, "an option's place is in the file");
  }
}

void Try(std::string_view text) {
  const ScratchFile file(text);
  Diagnostics diagnostics;
  const auto config = ReadConfig(file.path(), diagnostics);
  Must(config.has_value() || !diagnostics.empty(), "a refusal has a reason");
  for (const Diagnostic& diagnostic : diagnostics)
    Must(ToString(diagnostic).find('\n') == std::string::npos, "a reason is a line");
  if (!config) return;
  MustBeOptions(config->options, file.path());
  for (const auto& [command, options] : config->of_command) {
    Must(IsOfANetwork(command), "a table's command reads files");
    MustBeOptions(options, file.path());
  }
  for (const ProgramTable& program : config->programs) {
    Must(program.place.find(": [[program]] ") != std::string::npos, "a table's place names it");
    MustBeOptions(program.options, file.path());
  }
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
