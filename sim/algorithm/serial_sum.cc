// Adds up each byte over all processes and carries once at the end; shares no code with the sums
// that travel.
#include "sim/algorithm/serial_sum.h"

#include <vector>

#include "gen/support/random.h"

namespace toroid {

void FillAddend(std::uint64_t seed, int flit_bits, Process n, std::uint64_t e, Element element) {
  FillKeyed(element, flit_bits, Mix(Mix(seed, n), e));
}

void SerialSum(std::uint64_t seed, int flit_bits, Process processes, std::uint64_t e, Element sum) {
  const auto bytes = static_cast<std::size_t>(flit_bits) / 8;
  std::vector<std::uint64_t> columns(bytes, 0);
  for (Process n = 0; n < processes; ++n) {
    FillAddend(seed, flit_bits, n, e, sum);
    for (std::size_t b = 0; b < bytes; ++b) columns[b] += sum[b / 4] >> (b % 4 * 8) & 255;
  }
  for (std::uint32_t& word : sum) word = 0;
  for (std::size_t b = 0; b < bytes; ++b) {
    sum[b / 4] |= static_cast<std::uint32_t>(columns[b] & 255) << (b % 4 * 8);
    if (b + 1 < bytes) columns[b + 1] += columns[b] >> 8;
  }
}

}  // namespace toroid
