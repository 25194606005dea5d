#include "tests/fuzz/network.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace toroid::fuzz {
namespace {

int Product(const std::vector<int>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), 1, std::multiplies<>());
}

std::string Joined(const std::vector<int>& lengths) {
  std::string text;
  for (const int length : lengths) text += (text.empty() ? "" : "x") + std::to_string(length);
  return text;
}

Family TorusOrMesh(Dice& dice) { return dice.OneIn(2) ? Family::kTorus : Family::kMesh; }

Shape Cube(int dimensions) {
  return {Family::kCube, std::vector<int>(static_cast<std::size_t>(dimensions), 2)};
}

bool AllTwo(const Shape& shape) {
  return std::ranges::all_of(shape.lengths, [](int length) { return length == 2; });
}

std::vector<int> RandomLengths(Dice& dice, int axes, int most) {
  std::vector<int> lengths;
  for (int a = 0; a < axes; ++a) lengths.push_back(dice.Between(2, most));
  return lengths;
}

// At most as many axes as dimensions, of power-of-two lengths.
Shape PowersOfTwo(Dice& dice, int dimensions, bool equal) {
  std::vector<int> bits;
  if (equal) {
    std::vector<int> divisors;
    for (int c = 1; c <= std::min(dimensions, 4); ++c) {
      if (dimensions % c == 0) divisors.push_back(c);
    }
    const int axes = dice.Pick(divisors);
    bits.assign(static_cast<std::size_t>(axes), dimensions / axes);
  } else {
    bits.assign(static_cast<std::size_t>(dice.Between(1, std::min(dimensions, 4))), 1);
    for (int left = dimensions - static_cast<int>(bits.size()); left > 0; --left)
      ++bits[static_cast<std::size_t>(dice.Below(static_cast<int>(bits.size())))];
  }
  Shape shape{TorusOrMesh(dice), {}};
  for (const int b : bits) shape.lengths.push_back(1 << b);
  return shape;
}

// tao.md: an axis into several; several into one each; the same in another order; a multiple.
Network Tao(Dice& dice) {
  const Shape few{TorusOrMesh(dice), RandomLengths(dice, dice.Between(1, 2), 4)};
  Shape many{TorusOrMesh(dice), {}};
  for (const int length : few.lengths) {
    many.lengths.push_back(length);
    if (many.axes() < 3) many.lengths.push_back(dice.Between(2, 3));
  }
  Shape line{TorusOrMesh(dice), {many.size()}};
  Shape turned = many;
  turned.family = TorusOrMesh(dice);
  dice.Shuffle(turned.lengths);
  Shape multiple{TorusOrMesh(dice), few.lengths};
  for (int& length : multiple.lengths) length *= dice.Between(1, 3);
  switch (dice.Below(4)) {
    case 0: return {many, line, "tao", {}};
    case 1: return {line, many, "tao", {}};
    case 2: return {many, turned, "tao", {}};
    default: return {few, multiple, "tao", {}};
  }
}

// gray.md: Gray codes take ceil(log2 length) dimensions an axis, of tori with lengths of 2 and 4; a
// larger mesh or torus shares nodes.
Network Gray(Dice& dice) {
  Shape guest{dice.OneIn(3) ? Family::kTorus : Family::kMesh,
              RandomLengths(dice, dice.Between(1, 3), 5)};
  const bool shares = dice.OneIn(2);
  if (guest.family == Family::kTorus && !shares) {
    for (int& length : guest.lengths) length = dice.OneIn(2) ? 2 : 4;
  }
  int dimensions = 0;
  for (const int length : guest.lengths)
    dimensions += std::bit_width(static_cast<unsigned>(length - 1));
  if (shares) {
    while (dimensions > 1 && (1 << dimensions) >= guest.size()) --dimensions;
  } else if (dimensions < 6 && dice.OneIn(4)) {
    ++dimensions;
  }
  Shape host = Cube(dimensions);
  if (dimensions <= 4) host.family = dice.OneIn(3) ? TorusOrMesh(dice) : Family::kCube;
  return {host, guest, "gray", {}};
}

}  // namespace

int Shape::size() const { return Product(lengths); }

bool Shape::equal() const {
  return std::ranges::count(lengths, lengths.front()) ==
         static_cast<std::ptrdiff_t>(lengths.size());
}

std::string Shape::Text(Dice& dice) const {
  if (IsCube()) return "hypercube:" + std::to_string(axes());
  const bool torus = family == Family::kTorus;
  const bool word = axes() == 1 && dice.OneIn(2);
  return (word ? (torus ? "ring:" : "line:") : (torus ? "torus:" : "mesh:")) + Joined(lengths);
}

bool Network::IsOneToOne() const {
  return guest && guest->size() <= (box ? Product(*box) : host.size());
}
bool Network::FillsHost() const { return guest && !box && guest->size() == host.size(); }
bool Network::RunsTasks() const { return FillsHost() && guest->IsCube(); }

bool Network::HasFormula() const {
  const bool line = host.family != Family::kTorus && embedding == "standard";
  const bool ring = host.family == Family::kTorus && embedding == "xor";
  return RunsTasks() && host.equal() && (line || ring || embedding == "identity");
}

bool Network::HasBitOrder() const {
  return guest && guest->IsCube() && embedding != "tao" && embedding != "gray";
}

bool Network::ChoosesWalks() const {
  return embedding == "tao" && guest->axes() == 1 && FillsHost() && host.axes() > 1;
}

bool Network::HasDilationOne() const {
  return embedding == "identity" && !box &&
         (guest->family != Family::kTorus || host.family == Family::kTorus || AllTwo(*guest));
}

bool Network::SharesCubeNodes() const { return embedding == "gray" && guest->size() > host.size(); }

bool Network::MayRelay() const {
  return FillsHost() && embedding == "identity" && HasDilationOne();
}

Shape AnyShape(Dice& dice) {
  if (dice.OneIn(5)) return Cube(dice.Between(1, 5));
  const int axes = dice.Between(1, 3);
  return {TorusOrMesh(dice), RandomLengths(dice, axes, axes == 1 ? 16 : axes == 2 ? 6 : 4)};
}

Network Alone(Dice& dice) {
  return {.host = AnyShape(dice), .guest = {}, .embedding = "", .box = {}};
}

Network OfCube(Dice& dice, bool with_formula) {
  const int dimensions = dice.Between(1, 5);
  const Shape host = PowersOfTwo(dice, dimensions, with_formula || dice.OneIn(2));
  if (with_formula) {
    const bool torus = host.family == Family::kTorus;
    return {host, Cube(dimensions), torus ? "xor" : "standard", {}};
  }
  std::vector<std::string> embeddings = {"standard", "xor", "tao"};
  if (host.family == Family::kMesh && host.axes() == 1) embeddings.push_back("by-weight");
  if (dice.OneIn(4))
    return {
        Cube(dimensions), Cube(dimensions), dice.Word({"identity", "standard", "xor", "gray"}), {}};
  return {host, Cube(dimensions), dice.Pick(embeddings), {}};
}

Network OfProcesses(Dice& dice) {
  const int dimensions = dice.Between(1, 3);
  const Shape guest = Cube(dimensions + dice.Between(1, 2));
  if (dice.OneIn(3)) return {Cube(dimensions), guest, "gray", {}};
  return {PowersOfTwo(dice, dimensions, dice.OneIn(2)), guest, "tao", {}};
}

Network OfTheSame(Dice& dice) {
  const Shape host = AnyShape(dice);
  Shape guest = host;
  if (!AllTwo(host)) guest.family = TorusOrMesh(dice);
  return {host, guest, "identity", {}};
}

Network OfAnyGuest(Dice& dice) {
  switch (dice.Below(4)) {
    case 0: return OfCube(dice, false);
    case 1: return Tao(dice);
    case 2: return Gray(dice);
    default: return OfTheSame(dice);
  }
}

Network InBox(Dice& dice) {
  const int axes = dice.Between(1, 2);
  const Shape host{TorusOrMesh(dice), RandomLengths(dice, axes, 6)};
  std::vector<int> box;
  for (const int length : host.lengths) box.push_back(dice.Between(1, length));
  if (Product(box) == 1) box.front() = 2;
  if (dice.OneIn(2)) return {host, {{TorusOrMesh(dice), {Product(box)}}}, "tao", box};
  Shape same{TorusOrMesh(dice), box};
  std::erase(same.lengths, 1);
  return {host, same, "identity", box};
}

}  // namespace toroid::fuzz
