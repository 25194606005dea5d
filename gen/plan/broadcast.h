// The broadcast from a host as everyone must agree on it beforehand: what an image is, and when who
// hears what (docs/spec/broadcast.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kBroadcastSpecVersion = 3;
inline constexpr int kBroadcastBits = 32;  // of a word
inline constexpr int kImageHeader = 2;     // words
// Of the header's first word: its first and last are types, not addresses (W2.1).
inline constexpr int kTypeBit = 29;

// What a register is loaded with, the lowest bit first.
using ImageBits = std::vector<bool>;
void AppendBits(std::uint64_t value, int width, ImageBits& bits);

enum class ImageKind { kUser, kUnit, kTable, kLoader };  // in the header's order (W2.1)

// What nodes keep, of those from `first` to `last`: all, or those of its type.
struct Image {
  NodeId first;
  NodeId last;
  std::vector<std::uint32_t> words;  // with the header
};
// With a body as W3.2 says.
Image MakeImage(ImageKind kind, const Graph& host, NodeId first, NodeId last,
                const ImageBits& body);
// Lets the nodes up to `last` keep it too.
void Extend(Image& image, const Graph& host, NodeId last);
Cycle WordsOf(const std::vector<Image>& images);  // of all of them together
// The words one a line in hexadecimal digits, with `last` in bit 32 (W4.3).
std::string TextOf(const std::vector<Image>& images);

// From the cycle in which a word is offered to that in which the node hears it (W1.5).
Cycle HearingDelay(const Graph& host, NodeId node);
// From the first word's cycle to that in which the last node hears the last of so many, without
// gaps (W4.1).
Cycle BroadcastCycles(const Graph& host, Cycle words);

}  // namespace toroid
