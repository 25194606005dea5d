// An FST file is a row of blocks, each a type byte and a big-endian 64-bit length that counts
// itself and the contents. The list of signals is the last block written, so a file is whole if the
// lengths lead from the start to exactly the end and one block is that list. Example: blocks of 329
// (header) and 92837 (values), 166 and 8471 (signals) bytes, and 4 type bytes, make a file of
// 101807. Source: block types and layout in fstapi.h of GTKWave, which Verilator carries.
#include "sim/run/wave.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <system_error>

namespace toroid {
namespace {

Diagnostic DiagnosticOf(const std::string& path, const std::string& what) {
  return {"--wave", path, what, "name a file in a writable folder with free space", Fault::kUnable};
}

// One type per compression method.
bool ListsSignals(unsigned char type) { return type == 4 || type == 6 || type == 7; }

bool IsWhole(std::ifstream& file) {
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  bool listed = false;
  std::uint64_t place = 0;
  while (place < size) {
    std::array<char, 9> start{};
    file.seekg(static_cast<std::streamoff>(place));
    if (!file.read(start.data(), start.size())) return false;
    std::uint64_t length = 0;
    for (std::size_t i = 1; i < start.size(); ++i)
      length = length << 8 | static_cast<unsigned char>(start[i]);
    if (length < 8 || length > size - place - 1) return false;
    listed = listed || ListsSignals(static_cast<unsigned char>(start[0]));
    place += 1 + length;
  }
  return listed;
}

}  // namespace

std::optional<Diagnostic> PrepareWave(const std::string& path) {
  errno = 0;
  if (std::ofstream(path, std::ios::binary | std::ios::trunc)) return std::nullopt;
  return DiagnosticOf(path, "cannot be written: " + std::generic_category().message(errno));
}

std::optional<Diagnostic> CheckWave(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (file && IsWhole(file)) return std::nullopt;
  return IncompleteWave(path);
}

Diagnostic IncompleteWave(const std::string& path) { return DiagnosticOf(path, "is incomplete"); }

}  // namespace toroid
