// The data that a host is to send to nodes, program by program, and the images for it
// (docs/spec/broadcast.md W2.7; Tao 4.3.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/topology/graph.h"

namespace toroid {

// Programs or other data for nodes: distinct bodies of at least one word, and for each node the
// body that it keeps.
struct NodeImages {
  std::vector<std::vector<std::uint32_t>> bodies;
  std::vector<std::optional<std::size_t>> of_node;
};

// Images: a body for each group of neighbours that keep it, or a loader and each body once by its
// type, whichever has fewer words (W2.7). Requires `of_node` to have the host's size.
std::vector<Image> ImagesOf(const Graph& host, const NodeImages& images);
// The number of words of these images, without making them.
std::uint64_t WordsToSend(const Graph& host, const NodeImages& images);

}  // namespace toroid
