// The images that a host broadcasts (docs/spec/broadcast.md, sections 2 and 3).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kBroadcastSpecVersion = 3;
inline constexpr int kBroadcastBits = 32;  // bits of a word
inline constexpr int kImageHeader = 2;     // words
// The bit of the header's first word that says that first and last are types, not addresses (W2.1).
inline constexpr int kTypeBit = 29;

// The bits loaded into a register, the lowest first.
using ImageBits = std::vector<bool>;
void AppendBits(std::uint64_t value, int width, ImageBits& bits);

enum class ImageKind { kUser, kUnit, kTable, kLoader };  // in the header's order (W2.1)

// An image, which the nodes from `first` to `last` keep, or those of its type.
struct Image {
  NodeId first;
  NodeId last;
  std::vector<std::uint32_t> words;  // with the header
};
// The image of a body, by W3.2.
Image MakeImage(ImageKind kind, const Graph& host, NodeId first, NodeId last,
                const ImageBits& body);
// Extends the image to the nodes up to `last`.
void Extend(Image& image, const Graph& host, NodeId last);
// Of tables: an image for each group of nodes with neighbouring numbers whose rows are the same.
std::vector<Image> ImagesOfRows(const Graph& host, const std::function<ImageBits(NodeId)>& row_of);
Cycle WordsOf(const std::vector<Image>& images);  // of all images together
// The words in hexadecimal digits, one on each line, with `last` in bit 32 (W4.3).
std::string TextOf(const std::vector<Image>& images);

}  // namespace toroid
