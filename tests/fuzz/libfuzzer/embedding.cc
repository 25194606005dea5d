// Bytes as a guest, a host and a kind of embedding: the map takes nodes to nodes, its inverse is
// right, and its metrics equal those of a search.
#include "gen/embedding/embedding.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/metrics/metrics.h"
#include "tests/fuzz/libfuzzer/must.h"
#include "tests/oracle/oracle.h"

namespace toroid::fuzz {
namespace {

constexpr std::uint32_t kMostNodes = 256;

Graph GraphFrom(FuzzedDataProvider& data) {
  const auto kind = data.PickValueInArray({Kind::kTorus, Kind::kMesh, Kind::kHypercube});
  const int axes = data.ConsumeIntegralInRange(1, kind == Kind::kHypercube ? 8 : 4);
  std::vector<int> lengths;
  for (std::uint32_t left = kMostNodes; std::ssize(lengths) < axes && left >= 2;) {
    const int most = kind == Kind::kHypercube ? 2 : static_cast<int>(std::min(left, 24U));
    lengths.push_back(data.ConsumeIntegralInRange(2, most));
    left /= static_cast<std::uint32_t>(lengths.back());
  }
  return Graph::Create(kind, lengths).value();
}

void LookAtMaps(const Embedding& embedding) {
  std::vector<std::uint32_t> held(embedding.host().size());
  for (std::uint32_t g = 0; g < embedding.guest().size(); ++g) {
    const NodeId host = embedding.HostOf(NodeId{g});
    Must(host.value() < embedding.host().size(), "guest nodes are on host nodes");
    ++held[host.index()];
    const auto there = embedding.GuestsOf(host);
    Must(there[embedding.RankOf(NodeId{g})] == NodeId{g}, "the inverse finds every guest node");
  }
  for (std::uint32_t h = 0; h < embedding.host().size(); ++h)
    Must(embedding.GuestsOf(NodeId{h}).size() == held[h], "the inverse holds no others");
  Must(embedding.load_factor() == *std::ranges::max_element(held), "the load is the largest");
}

void LookAtDilation(const Embedding& embedding) {
  const auto guest = oracle::Adjacency(embedding.guest());
  const auto host = oracle::Adjacency(embedding.host());
  std::uint64_t total = 0;
  int longest = 0;
  for (std::uint32_t g = 0; g < guest.size(); ++g) {
    const auto distances = oracle::BfsDistances(host, embedding.HostOf(NodeId{g}).value());
    for (const std::uint32_t other : guest[g]) {
      if (other < g) continue;
      const int distance = distances[embedding.HostOf(NodeId{other}).index()];
      longest = std::max(longest, distance);
      total += static_cast<std::uint64_t>(distance);
    }
  }
  const Metrics metrics = Measure(embedding);
  Must(metrics.dilation_max == longest && metrics.dilation_total == total,
       "edges are as long as a search finds");
  if (embedding.construction())
    Must(longest <= embedding.construction()->dilation, "Tao's theorems keep their promise");
  if (embedding.cube_plan())
    Must(longest <= embedding.cube_plan()->dilation, "products keep their promise");
}

void Try(FuzzedDataProvider data) {
  const auto kind = data.PickValueInArray({EmbeddingKind::kIdentity, EmbeddingKind::kStandard,
                                           EmbeddingKind::kXor, EmbeddingKind::kByWeight,
                                           EmbeddingKind::kTao, EmbeddingKind::kGray});
  const auto order = data.ConsumeBool() ? BitOrder::kCyclic : BitOrder::kBlock;
  const Graph guest = GraphFrom(data);
  const Graph host = GraphFrom(data);
  const int dilation = data.ConsumeIntegralInRange(1, 3);
  const auto embedding = Embedding::Create(kind, guest, host, order, {}, dilation);
  if (!embedding) return Must(!embedding.diagnostics().empty(), "a refusal has a reason");
  LookAtMaps(*embedding);
  LookAtDilation(*embedding);
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try(FuzzedDataProvider(data, size));
  return 0;
}
