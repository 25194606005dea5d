// Both ways are built and the shorter is taken: images are words, so that costs no more than to
// count them.
#include "gen/plan/node_images.h"

#include "gen/topology/address.h"

namespace toroid {
namespace {

Image UserImage(const Graph& host, NodeId first, NodeId last,
                const std::vector<std::uint32_t>& body) {
  Image image = MakeImage(ImageKind::kUser, host, first, last, {});
  image.words.insert(image.words.end(), body.begin(), body.end());
  return image;
}

// An image for each group of neighbours.
std::vector<Image> ByAddress(const Graph& host, const NodeImages& images) {
  std::vector<Image> all;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    const auto body = images.of_node[n];
    if (!body) continue;
    if (n > 0 && images.of_node[n - 1] == body) {
      Extend(all.back(), host, NodeId{n});
    } else {
      all.push_back(UserImage(host, NodeId{n}, NodeId{n}, images.bodies[*body]));
    }
  }
  return all;
}

// The type of each address: of a node its body's number, of nobody's 0. Nodes that keep nothing
// have the number behind the last, which there is, as there are not more bodies than other nodes.
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

}  // namespace

std::vector<Image> ImagesOf(const Graph& host, const NodeImages& images) {
  std::vector<Image> by_address = ByAddress(host, images);
  std::vector<Image> by_type = ByType(host, images);
  return WordsOf(by_type) < WordsOf(by_address) ? by_type : by_address;
}

}  // namespace toroid
