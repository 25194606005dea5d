// The three walks through a mesh in Tao's embeddings, each with its inverse by formula.
//
// A walk numbers the places of a mesh 0, 1, ..., n-1. Lengths are those of the mesh, n their
// product; a place has one digit for each length. Preconditions: lengths >= 1, 0 <= step < n,
// digits in range.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace toroid::tao {

using Lengths = std::vector<int>;

// line: every step moves by one link (Tao's f). fold: out on the even steps of the line walk, back
// on the odd ones, so that the walk closes and every step moves by at most two links (g). ring:
// closes with single links on every torus, and on meshes of two and more axes whose first length is
// even or whose second is 2 (h).
enum class Walk { kLine, kFold, kRing };

// "line", "fold", "ring".
std::string_view ToString(Walk walk);
std::optional<Walk> ParseWalk(std::string_view text);

// The nodes of a mesh of these lengths.
int Product(std::span<const int> lengths);

// The digits of a number in the mixed radix `lengths`, the first digit most significant (u), and
// the inverse.
void Digits(std::span<const int> lengths, int number, std::span<int> digits);
int Number(std::span<const int> lengths, std::span<const int> digits);

// The place of x on a ring of `length` places laid flat on a line, with neighbours at most 2 apart
// (t), and the inverse.
int FoldedPlace(int length, int x);
int UnfoldedPlace(int length, int place);

// The place of step number `step`, and the step number of `place`.
void PlaceAt(Walk walk, std::span<const int> lengths, int step, std::span<int> place);
int StepAt(Walk walk, std::span<const int> lengths, std::span<const int> place);

}  // namespace toroid::tao
