#include "gen/plan/axi_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "gen/plan/wrap_options.h"
#include "gen/topology/numbering.h"

namespace toroid {
namespace {

using Table = AxiFault::Table;

constexpr std::uint64_t kLeastRange = 4096;  // no burst crosses 4 KiB
constexpr int kLeastRangeBits = 12;

std::string Hex(std::uint64_t number) { return fmt::format("0x{:x}", number); }

// The last address of a range that is well-formed.
std::uint64_t LastOf(const AxiRange& range) { return range.base + (range.size - 1); }

// Collects faults.
class Checker {
 public:
  Checker(const AxiOptions& options, const Graph& host, int data_width)
      : options_(options), host_(host), data_width_(data_width) {}

  std::vector<AxiFault> Check() {
    if (host_.size() > kMostAxiNodes)
      return {{Table::kAxi, 0, "--host", host_.ToString(),
               fmt::format("has {} nodes", host_.size()),
               fmt::format("networks of AXI4 endpoints have at most {}", kMostAxiNodes)}};
    CheckNumbers();
    CheckNodes();
    if (!faults_.empty()) return faults_;
    if (options_.ranges.empty()) {
      CheckTopBits();
    } else {
      CheckRanges();
    }
    return faults_;
  }

 private:
  void Add(Table table, std::size_t index, const char* key, std::string value, std::string what,
           std::string allowed) {
    faults_.push_back({table, index, key, std::move(value), std::move(what), std::move(allowed)});
  }

  void InRange(const char* key, int value, int least, int most, const char* unit = "") {
    if (value < least || value > most)
      Add(Table::kAxi, 0, key, std::to_string(value), "is out of range",
          fmt::format("allowed are {} to {}{}", least, most, unit));
  }

  void Buffer(const char* key, int value) {
    if (value < 4 || value > 4096 || !std::has_single_bit(static_cast<unsigned>(value)))
      return Add(Table::kAxi, 0, key, std::to_string(value), "is not a buffer's size",
                 "allowed are the powers of two from 4 to 4096 beats");
    if (value < options_.max_burst)
      Add(Table::kAxi, 0, key, std::to_string(value),
          fmt::format("is below max-burst, {}: a longest burst would never leave",
                      options_.max_burst),
          "give as many beats as max-burst, or more");
  }

  void CheckNumbers() {
    InRange("address-width", options_.address_width, 32, 64, " bits");
    InRange("id-width", options_.id_width, 1, 16, " bits");
    InRange("user-width", options_.user_width, 0, 16, " bits");
    InRange("max-burst", options_.max_burst, 1, 256, " beats");
    InRange("outstanding", options_.outstanding, 2, 64, " requests");
    if (options_.threads < 1 || options_.threads > 16 ||
        !std::has_single_bit(static_cast<unsigned>(options_.threads)))
      Add(Table::kAxi, 0, "threads", std::to_string(options_.threads), "is not a number of threads",
          "allowed are 1, 2, 4, 8, 16");
    Buffer("read-buffer", options_.read_buffer);
    Buffer("write-buffer", options_.write_buffer);
  }

  void CheckNodes() {
    const auto any = [&](bool (AxiNode::*has)() const) {
      return std::ranges::any_of(options_.nodes,
                                 [&](const AxiNode& node) { return (node.*has)(); });
    };
    if (options_.nodes.size() != host_.size())
      return Add(Table::kNode, 0, "nodes", "", "are of another host", "give a role for each node");
    if (!any(&AxiNode::HasManager))
      Add(Table::kNode, 0, "role", "", "no node has a manager", "give one to a node");
    if (!any(&AxiNode::HasSubordinate))
      Add(Table::kNode, 0, "role", "", "no node has a subordinate", "give one to a node");
    for (const AxiNode& node : options_.nodes) {
      if (!IsAxiTimeout(node.timeout))
        return Add(Table::kNode, 0, "timeout", std::to_string(node.timeout), "is out of range",
                   AllowedAxiTimeouts());
    }
    const bool lite = std::ranges::any_of(
        options_.nodes, [](const AxiNode& node) { return node.HasSubordinate() && node.lite; });
    if (lite && data_width_ > 64)
      Add(Table::kNode, 0, "protocol", "axi4-lite",
          fmt::format("is for data of 32 or 64 bits, and --flit-width is {}", data_width_),
          "allowed is axi4");
  }

  void CheckTopBits() {
    const int least = AddressBits(host_) + kLeastRangeBits;
    if (options_.address_width < least)
      Add(Table::kAxi, 0, "address-width", std::to_string(options_.address_width),
          fmt::format("leaves less than 4 KiB for each node of {}", host_.ToString()),
          fmt::format("allowed are {} to 64 bits", least));
  }

  void CheckRanges() {
    if (options_.ranges.size() > kMostAxiRanges)
      return Add(Table::kMap, kMostAxiRanges, "base", Hex(options_.ranges[kMostAxiRanges].base),
                 fmt::format("is that of range {}", kMostAxiRanges + 1),
                 fmt::format("allowed are {} ranges", kMostAxiRanges));
    for (std::size_t i = 0; i < options_.ranges.size(); ++i) CheckRange(i);
    if (!faults_.empty()) return;
    for (std::size_t i = 0; i < options_.ranges.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const AxiRange& one = options_.ranges[k];
        const AxiRange& other = options_.ranges[i];
        if (one.base <= LastOf(other) && other.base <= LastOf(one))
          Add(Table::kMap, i, "base", Hex(other.base),
              fmt::format("overlaps range {}, {} to {}", k + 1, Hex(one.base), Hex(LastOf(one))),
              "ranges have no address in common");
      }
    }
  }

  void CheckRange(std::size_t i) {
    const AxiRange& range = options_.ranges[i];
    if (!std::has_single_bit(range.size) || range.size < kLeastRange) {
      Add(Table::kMap, i, "size", Hex(range.size), "is not the size of a range",
          "allowed are the powers of two from 0x1000");
    } else if ((range.base & (range.size - 1)) != 0) {
      Add(Table::kMap, i, "base", Hex(range.base), "is not a multiple of the size",
          fmt::format("allowed are the multiples of {}", Hex(range.size)));
    } else if (options_.address_width < 64 && LastOf(range) >> options_.address_width != 0) {
      Add(Table::kMap, i, "base", Hex(range.base),
          fmt::format("with the size {} is beyond the addresses of {} bits", Hex(range.size),
                      options_.address_width),
          fmt::format("the last address is {}",
                      Hex((std::uint64_t{1} << options_.address_width) - 1)));
    }
    if (range.node >= host_.size()) {
      Add(Table::kMap, i, "node", std::to_string(range.node),
          fmt::format("is not a node of {}", host_.ToString()),
          fmt::format("allowed are 0 to {}", host_.size() - 1));
    } else if (!options_.nodes[range.node].HasSubordinate()) {
      Add(Table::kMap, i, "node", std::to_string(range.node), "has no subordinate",
          "give it the role subordinate or both in an [[axi.node]] table");
    }
  }

  const AxiOptions& options_;
  const Graph& host_;
  int data_width_;
  std::vector<AxiFault> faults_;
};

// The nodes that are alike, in groups: the bits of each.
std::vector<std::pair<AxiNode, std::vector<bool>>> Alike(const std::vector<AxiNode>& nodes) {
  std::vector<std::pair<AxiNode, std::vector<bool>>> groups;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    auto group = std::ranges::find(groups, nodes[n], &std::pair<AxiNode, std::vector<bool>>::first);
    if (group == groups.end())
      group = groups.insert(group, {nodes[n], std::vector<bool>(nodes.size())});
    group->second[n] = true;
  }
  return groups;
}

}  // namespace

std::vector<AxiFault> FaultsOf(const AxiOptions& options, const Graph& host, int data_width) {
  return Checker(options, host, data_width).Check();
}

bool HasTimeouts(const AxiOptions& options) {
  return std::ranges::any_of(options.nodes, [](const AxiNode& node) { return node.timeout > 0; });
}

bool IsAxiTimeout(int cycles) {
  return cycles == 0 || (cycles >= kLeastAxiTimeout && cycles <= kMostAxiTimeout);
}

std::string AllowedAxiTimeouts() {
  return fmt::format("allowed are {} to {} cycles, or 0 for none", kLeastAxiTimeout,
                     kMostAxiTimeout);
}

bool IsAxiDataWidth(int bits) {
  return bits >= 32 && bits <= 512 && std::has_single_bit(static_cast<unsigned>(bits));
}

int ThreadBits(const AxiOptions& options) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(options.threads))) - 1;
}

int AxiFlitWidth(int data_width) { return data_width == 32 ? 40 : data_width / 8 * 9; }

int HeadFlits(const AxiOptions& options, int data_width) {
  const int bits = 25 + ThreadBits(options) + options.address_width + options.user_width;
  const int flit = AxiFlitWidth(data_width);
  return (bits + flit - 1) / flit;
}

std::string CanonicalText(const AxiOptions& options) {
  std::string text = fmt::format(
      " axi4 address {} id {} user {} threads {} max-burst {} buffers {},{} outstanding {} ids {}",
      options.address_width, options.id_width, options.user_width, options.threads,
      options.max_burst, options.read_buffer, options.write_buffer, options.outstanding,
      options.ids_by_source ? "source" : "one");
  for (const auto& [node, which] : Alike(options.nodes))
    text += fmt::format(" {}{}{} {}{}{}", ToString(node.role), node.lite ? " lite" : "",
                        node.timeout > 0 ? fmt::format(" timeout {}", node.timeout) : "",
                        NodesText(which), node.name.empty() ? "" : " ", node.name);
  for (const AxiRange& range : options.ranges)
    text += fmt::format(" map {:x},{:x},{}", range.base, range.size, range.node);
  return text;
}

std::string TomlText(const AxiOptions& options) {
  std::string text = fmt::format(
      "[axi]\naddress-width = {}\nid-width = {}\nuser-width = {}\nthreads = {}\nmax-burst = {}\n"
      "read-buffer = {}\nwrite-buffer = {}\noutstanding = {}\nids = \"{}\"\n",
      options.address_width, options.id_width, options.user_width, options.threads,
      options.max_burst, options.read_buffer, options.write_buffer, options.outstanding,
      options.ids_by_source ? "source" : "one");
  for (const auto& [node, which] : Alike(options.nodes))
    text += fmt::format("\n[[axi.node]]\nnodes = \"{}\"\nrole = \"{}\"\nprotocol = \"{}\"\n{}",
                        NodesText(which), ToString(node.role), node.lite ? "axi4-lite" : "axi4",
                        (node.timeout > 0 ? fmt::format("timeout = {}\n", node.timeout) : "") +
                            (node.name.empty() ? "" : fmt::format("name = \"{}\"\n", node.name)));
  for (const AxiRange& range : options.ranges)
    text += fmt::format("\n[[axi.map]]\nbase = \"{}\"\nsize = \"{}\"\nnode = {}\n", Hex(range.base),
                        Hex(range.size), range.node);
  return text;
}

}  // namespace toroid
