// A loop that never changes. Other measurements are divided by its speed, so that figures of
// different days and machines can be compared. Do not make it faster.
//
// Half of it is a chain of dependent arithmetic, half are random reads in a megabyte, as in
// simulations. Prints million steps per second of processor time.
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

double UserSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace

int main() {
  constexpr std::uint64_t kSteps = 1 << 25;
  constexpr std::uint64_t kWords = 1 << 17;
  std::vector<std::uint64_t> words(kWords);
  for (std::uint64_t i = 0; i < kWords; ++i) words[i] = i * 0x9e3779b97f4a7c15ULL;
  std::uint64_t x = 1;
  const double start = UserSeconds();
  for (std::uint64_t i = 0; i < kSteps; ++i) {
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    x += words[(x >> 40) % kWords];
  }
  const double seconds = UserSeconds() - start;
  std::printf("%.2f\n", static_cast<double>(kSteps) / seconds * 1e-6);
  return x == 0 ? 1 : 0;  // keeps the compiler from removing the loop
}
