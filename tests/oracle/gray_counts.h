// The number of meshes that each method of the paper covers, and the size of the cube: its Figure
// 2, its lists and Theorem 2.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace toroid::gray {

// The first of methods 1 to 4 (Ho and Johnsson, section 5) that embeds the mesh in the smallest
// cube with dilation at most two; 0 if none does. Lengths 1 .. 2^20.
int PaperMethod(int l1, int l2, int l3);

// The dimensions that methods 1 to i need beyond those of the smallest cube, by i - 1.
std::array<int, 4> PaperExtra(int l1, int l2, int l3);

// The meshes l1 x l2 x l3 with 1 <= l_i <= 2^bits, counted with order.
struct MethodCounts {
  int bits = 0;
  std::uint64_t meshes = 0;
  std::array<std::uint64_t, 5> first{};                 // by PaperMethod
  std::array<std::array<std::uint64_t, 3>, 4> extra{};  // by i - 1 and PaperExtra

  // Per cent of the meshes that methods 1 to `method` embed in a cube of 2^beta times the smallest
  // one's nodes at most, with dilation two at most; beta 0 .. 2.
  double Share(int method, int beta = 0) const;
};
// For bits = 1 .. most_bits. It visits 2^(3 most_bits) / 6 meshes: a second for 9.
std::vector<MethodCounts> CountMethods(int most_bits);

// The meshes of at most `most_nodes` nodes that no method covers, lengths ascending, in
// lexicographic order.
std::vector<std::array<int, 3>> Uncovered(int most_nodes);

// The share of all meshes of `axes` axes for which Gray codes need a cube of 2^beta times the nodes
// of the smallest one, as lengths grow (Theorem 2 for beta 0); axes >= 1, beta >= 0.
double GrayShareLimit(int axes, int beta = 0);
// The share among the meshes with 2^(bits-1) < l_i <= 2^bits, counted; axes 1 .. 4.
double GrayShare(int axes, int bits, int beta = 0);

}  // namespace toroid::gray
