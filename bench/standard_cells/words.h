// What a netlist as C++ (netlist.inc) is made of: words with a bit for each node, and its tables.
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

struct Word {
  std::array<std::uint64_t, BLOCKS> b;
};
inline Word operator&(Word x, const Word& y) {
  for (int i = 0; i < BLOCKS; ++i) x.b[i] &= y.b[i];
  return x;
}
inline Word operator|(Word x, const Word& y) {
  for (int i = 0; i < BLOCKS; ++i) x.b[i] |= y.b[i];
  return x;
}
inline Word operator^(Word x, const Word& y) {
  for (int i = 0; i < BLOCKS; ++i) x.b[i] ^= y.b[i];
  return x;
}
inline Word operator~(Word x) {
  for (auto& block : x.b) block = ~block;
  return x;
}
inline int Ones(const Word& x) {
  int ones = 0;
  for (const auto block : x.b) ones += std::popcount(block);
  return ones;
}

struct Flop {
  int d, q, enable;
};
struct Latch {
  int d, q;
};
struct Link {
  int from, to, direction;
};

struct Port {
  std::string name;
  bool output;
  std::vector<int> nets;
};
