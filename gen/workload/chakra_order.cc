// A search along dependencies, from the nodes of least id on: a node is placed when all that it
// depends on is. So the order does not depend on that of the file. Nodes that wait for themselves
// are placed somewhere; Finish names them.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "gen/workload/chakra_nodes.h"

namespace toroid {
namespace {

constexpr std::uint32_t kNoPlace = 0xffffffff;

class NodeOrder {
 public:
  NodeOrder(const std::vector<ChakraNode>& nodes, Stage& stage)
      : nodes_(nodes), stage_(stage), place_(nodes.size(), kNoPlace), seen_(nodes.size()) {}

  // The place of each node.
  std::vector<std::uint32_t> Make() && {
    std::vector<std::uint32_t> by_id(nodes_.size());
    std::iota(by_id.begin(), by_id.end(), 0U);
    std::ranges::sort(by_id, {}, Ticking(stage_, [this](std::uint32_t i) { return nodes_[i].id; }));
    for (const std::uint32_t i : by_id) {
      Push(i);
      while (!stack_.empty()) Advance();
    }
    return std::move(place_);
  }

 private:
  void Push(std::uint32_t i) {
    if (seen_[i]) return;
    seen_[i] = true;
    stack_.emplace_back(i, 0);
  }
  void Advance() {
    stage_.Tick(0);
    auto& [i, next] = stack_.back();
    if (next < nodes_[i].after.size()) {
      Push(static_cast<std::uint32_t>(nodes_[i].after[next++]));
    } else {
      place_[i] = placed_++;
      stack_.pop_back();
    }
  }

  const std::vector<ChakraNode>& nodes_;  // their `after` are indices
  Stage& stage_;
  std::vector<std::uint32_t> place_;
  std::vector<bool> seen_;
  std::uint32_t placed_ = 0;
  std::vector<std::pair<std::uint32_t, std::size_t>>
      stack_;  // nodes, each with its next dependency
};

// Turns ids into indices.
void FindNodes(std::vector<ChakraNode>& nodes, const std::string& file, AbsentNodes& absent,
               Stage& stage, FileFaults& faults) {
  std::unordered_map<std::uint64_t, std::size_t> index_of;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    stage.Tick(0);
    index_of[nodes[i].id] = i;
  }
  for (ChakraNode& node : nodes) {
    stage.Tick(0);
    const std::string place = fmt::format("{}: node {}", file, node.id);
    std::vector<std::uint64_t> after;
    for (std::size_t i = 0; i < node.after.size(); ++i) {
      const auto found = index_of.find(node.after[i]);
      if (found != index_of.end()) {
        after.push_back(found->second);
      } else if (i < node.data_deps) {
        faults.AddAt(place, "data_deps", std::to_string(node.after[i]), "is not a node of the file",
                     "nodes wait for nodes of their own file");
      } else if (absent.count++ == 0) {
        absent.first = fmt::format("{}: ctrl_deps: {}", place, node.after[i]);
      }
    }
    node.after = std::move(after);
  }
}

}  // namespace

void PutInOrder(std::vector<ChakraNode>& nodes, const std::string& file, AbsentNodes& absent,
                Stage& stage, FileFaults& faults) {
  FindNodes(nodes, file, absent, stage, faults);
  const std::vector<std::uint32_t> places = NodeOrder(nodes, stage).Make();
  std::vector<ChakraNode> sorted(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::uint64_t& after : nodes[i].after) after = places[static_cast<std::size_t>(after)];
    sorted[places[i]] = std::move(nodes[i]);
  }
  nodes = std::move(sorted);
}

}  // namespace toroid
