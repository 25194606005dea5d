// A register's value is collected as bits, the lowest first, and cut into words from there; the
// words are sent in the opposite order.
#include "gen/plan/broadcast.h"

#include <fmt/core.h>

#include <utility>

#include "gen/topology/numbering.h"

namespace toroid {

void AppendBits(std::uint64_t value, int width, ImageBits& bits) {
  for (int i = 0; i < width; ++i) bits.push_back((value >> i & 1) != 0);
}

Image MakeImage(ImageKind kind, const Graph& host, NodeId first, NodeId last,
                const ImageBits& body) {
  const std::size_t length = (body.size() + kBroadcastBits - 1) / kBroadcastBits;
  Image image{first, last, std::vector<std::uint32_t>(kImageHeader + length)};
  image.words[0] = static_cast<std::uint32_t>(kind) << 30 | AddressIn(host, first);
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i])
      image.words[image.words.size() - 1 - i / kBroadcastBits] |= 1U << (i % kBroadcastBits);
  }
  Extend(image, host, last);
  return image;
}

void Extend(Image& image, const Graph& host, NodeId last) {
  image.last = last;
  image.words[1] = AddressIn(host, last);
}

std::vector<Image> ImagesOfRows(const Graph& host, const std::function<ImageBits(NodeId)>& row_of) {
  std::vector<Image> images;
  ImageBits before;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    ImageBits bits = row_of(NodeId{n});
    if (n > 0 && bits == before) {
      Extend(images.back(), host, NodeId{n});
      continue;
    }
    images.push_back(MakeImage(ImageKind::kTable, host, NodeId{n}, NodeId{n}, bits));
    before = std::move(bits);
  }
  return images;
}

Cycle WordsOf(const std::vector<Image>& images) {
  Cycle words = 0;
  for (const Image& image : images) words += static_cast<Cycle>(image.words.size());
  return words;
}

std::string TextOf(const std::vector<Image>& images) {
  std::string text;
  for (const Image& image : images) {
    for (std::size_t i = 0; i < image.words.size(); ++i)
      text += fmt::format("{}{:08x}\n", i + 1 == image.words.size() ? 1 : 0, image.words[i]);
  }
  return text;
}

}  // namespace toroid
