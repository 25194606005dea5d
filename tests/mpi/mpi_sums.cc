// Compares vectors that tests/mpi/write_sums.cc wrote with MPI_Allreduce on the same data. Knows
// nothing of toroid but what docs/spec/algorithms.md A1.6 says of the data.
//
// Usage: mpirun -n RANKS mpi_sums FILE sum|min|max|and|or
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

std::uint64_t Hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9U;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

// Element e of a rank, of 8 to 64 bits: the upper halves of one hash, or two, the lower word first.
std::uint64_t Element(std::uint64_t seed, int rank, std::uint64_t e, int bits) {
  const std::uint64_t of_rank = Hash(Hash(seed) ^ static_cast<std::uint64_t>(rank));
  const std::uint64_t state = Hash(Hash(Hash(of_rank) ^ e));
  std::uint64_t element = 0;
  for (int word = 0; 32 * word < bits; ++word) {
    const auto step = static_cast<std::uint64_t>(word) + 1;
    element |= (Hash(state + step * 0x9e3779b97f4a7c15U) >> 32) << (32 * word);
  }
  return bits == 64 ? element : element & ((std::uint64_t{1} << bits) - 1);
}

int Fail(const char* what) {
  std::fprintf(stderr, "mpi_sums: %s\n", what);
  return MPI_Abort(MPI_COMM_WORLD, 2);
}

MPI_Op OperatorOf(std::string_view word) {
  if (word == "sum") return MPI_SUM;
  if (word == "min") return MPI_MIN;
  if (word == "max") return MPI_MAX;
  if (word == "and") return MPI_BAND;
  if (word != "or") Fail("unknown operator");
  return MPI_BOR;
}

// The vectors of all ranks combined, in unsigned integers as wide as the elements.
std::vector<std::uint64_t> Combined(std::vector<std::uint64_t> mine, int bits, MPI_Op by) {
  const int count = static_cast<int>(mine.size());
  if (bits == 64) {
    MPI_Allreduce(MPI_IN_PLACE, mine.data(), count, MPI_UINT64_T, by, MPI_COMM_WORLD);
    return mine;
  }
  if (bits != 32) Fail("elements have 32 or 64 bits");
  std::vector<std::uint32_t> words(mine.begin(), mine.end());
  MPI_Allreduce(MPI_IN_PLACE, words.data(), count, MPI_UINT32_T, by, MPI_COMM_WORLD);
  return {words.begin(), words.end()};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::FILE* file = argc == 3 ? std::fopen(argv[1], "r") : nullptr;
  if (file == nullptr) return Fail("cannot read the file");
  int expected_ranks = 0;
  int bits = 0;
  unsigned long long count = 0;
  unsigned long long seed = 0;
  if (std::fscanf(file, "%d %llu %d %llu", &expected_ranks, &count, &bits, &seed) != 4)
    return Fail("the file has no head");
  if (expected_ranks != ranks) return Fail("the file is of another number of ranks");
  std::vector<std::uint64_t> mine(count);
  for (std::uint64_t e = 0; e < count; ++e) mine[e] = Element(seed, rank, e, bits);
  const std::vector<std::uint64_t> sums = Combined(mine, bits, OperatorOf(argv[2]));
  long long wrong = 0;
  for (int r = 0; r < ranks; ++r) {
    for (std::uint64_t e = 0; e < count; ++e) {
      unsigned long long seen = 0;
      if (std::fscanf(file, "%llu", &seen) != 1) return Fail("the file is too short");
      if (r == rank && seen != sums[e]) ++wrong;
    }
  }
  std::fclose(file);
  long long all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%llu elements, %lld wrong\n", count * static_cast<unsigned>(ranks), all);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}
