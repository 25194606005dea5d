// The words of both alternatives are counted before any are made: a body may be long, and be sent
// to many groups of neighbours.
#include "gen/plan/node_images.h"

#include <algorithm>

#include "gen/topology/numbering.h"

namespace toroid {
namespace {

Image UserImage(const Graph& host, NodeId first, NodeId last,
                const std::vector<std::uint32_t>& body) {
  Image image = MakeImage(ImageKind::kUser, host, first, last, {});
  image.words.insert(image.words.end(), body.begin(), body.end());
  return image;
}

// Whether a group of neighbours that keep the same body begins at the node.
bool Begins(const NodeImages& images, std::uint32_t n) {
  return images.of_node[n] && (n == 0 || images.of_node[n - 1] != images.of_node[n]);
}

// An image for each group of neighbours.
std::vector<Image> ByAddress(const Graph& host, const NodeImages& images) {
  std::vector<Image> all;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    if (!images.of_node[n]) continue;
    if (Begins(images, n)) {
      all.push_back(UserImage(host, NodeId{n}, NodeId{n}, images.bodies[*images.of_node[n]]));
    } else {
      Extend(all.back(), host, NodeId{n});
    }
  }
  return all;
}

// The type of each address: a node's is its body's number, that of an address without a node is 0.
// Nodes that keep nothing have the number after the last. It exists, because there are not more
// bodies than other nodes.
Image Loader(const Graph& host, const NodeImages& images) {
  const NodeId last{host.size() - 1};
  Image loader = MakeImage(ImageKind::kLoader, host, NodeId{0}, last, {});
  loader.words.resize(kImageHeader + AddressIn(host, last) + 1);
  for (std::uint32_t n = 0; n < host.size(); ++n)
    loader.words[kImageHeader + AddressIn(host, NodeId{n})] =
        static_cast<std::uint32_t>(images.of_node[n].value_or(images.bodies.size()));
  return loader;
}

std::vector<Image> ByType(const Graph& host, const NodeImages& images) {
  std::vector<Image> all = {Loader(host, images)};
  const NodeId last{host.size() - 1};
  for (std::size_t type = 0; type < images.bodies.size(); ++type) {
    Image image = UserImage(host, NodeId{0}, last, images.bodies[type]);
    image.words[0] = std::uint32_t{1} << kTypeBit | static_cast<std::uint32_t>(type);
    image.words[1] = static_cast<std::uint32_t>(type);
    all.push_back(std::move(image));
  }
  return all;
}

std::uint64_t WordsByAddress(const Graph& host, const NodeImages& images) {
  std::uint64_t words = 0;
  for (std::uint32_t n = 0; n < host.size(); ++n)
    if (Begins(images, n)) words += kImageHeader + images.bodies[*images.of_node[n]].size();
  return words;
}

std::uint64_t WordsByType(const Graph& host, const NodeImages& images) {
  std::uint64_t words = kImageHeader + AddressIn(host, NodeId{host.size() - 1}) + std::uint64_t{1};
  for (const auto& body : images.bodies) words += kImageHeader + body.size();
  return words;
}

}  // namespace

std::vector<Image> ImagesOf(const Graph& host, const NodeImages& images) {
  return WordsByType(host, images) < WordsByAddress(host, images) ? ByType(host, images)
                                                                  : ByAddress(host, images);
}

std::uint64_t WordsToSend(const Graph& host, const NodeImages& images) {
  return std::min(WordsByType(host, images), WordsByAddress(host, images));
}

}  // namespace toroid
