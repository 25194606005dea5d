// The idea: standard and xor are linear over bits. When all host lengths are powers of two, a host
// node index is the coordinates' bits side by side, so it is enough to know the image of each
// single bit of the process number (its column); the image of n is the xor of its bits' columns.
//
// Example: xor, 3-cube on ring:8. Dimensions 0, 1, 2 have columns 001, 010, 110, so process 5 = 101
// is on node 001 ^ 110 = 111 = 7. It does not apply to by-weight (a sort) nor to shapes with other
// lengths (identity copies the index, tao and gray have their own folders).
//
// Sources: xor paper II.C (standard, by-weight), III.A and III.B (xor); CALMANT 2.3 (cyclic bit
// order).
// Departures: the xor paper needs d_j >= 2 on every axis; here an axis of length 2 keeps its bit.
// The xor paper embeds by xor on tori only; meshes are accepted, where the distances are then not
// constant. CALMANT deals bits to axes of equal length; full axes are skipped here, so that
// rectangular hosts work.
#include "gen/embedding/embedding.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "gen/gray/plan.h"
#include "gen/support/integers.h"
#include "gen/support/text.h"
#include "gen/tao/construction.h"
#include "gen/topology/numbering.h"

namespace toroid {
namespace {

// "lengths 6, 12 are not powers of two", each length named once.
std::string NotPowersText(const Graph& host) {
  std::vector<int> wrong;
  for (const int length : host.lengths()) {
    if (!IsPowerOfTwo(length) && std::ranges::find(wrong, length) == wrong.end())
      wrong.push_back(length);
  }
  const std::string list = Joined(wrong, ", ");
  return wrong.size() == 1 ? fmt::format("length {} is not a power of two", list)
                           : fmt::format("lengths {} are not powers of two", list);
}

// The shapes that a kind accepts, for the end of an error.
std::string Accepts(EmbeddingKind kind) {
  const std::string name(ToString(kind));
  switch (kind) {
    case EmbeddingKind::kIdentity: return name + " takes a guest and a host of the same lengths";
    case EmbeddingKind::kStandard:
    case EmbeddingKind::kXor:
      return name +
             " takes a hypercube guest on a host of as many nodes or fewer whose lengths are "
             "powers "
             "of two";
    case EmbeddingKind::kByWeight:
      return name + " takes a hypercube guest on a line of as many nodes";
    case EmbeddingKind::kTao:
    case EmbeddingKind::kGray: break;  // they report it themselves
  }
  return name;
}

// Every reason why the kind cannot embed the pair; tao and gray report their own.
Diagnostics DiagnosticsOf(EmbeddingKind kind, const Graph& guest, const Graph& host) {
  const std::string allowed = Accepts(kind);
  Diagnostics found;
  if (kind == EmbeddingKind::kIdentity) {
    if (guest.lengths() == host.lengths()) return found;
    found.push_back(
        {"--embedding", "identity",
         "guest " + guest.ToString() + " and host " + host.ToString() + " differ in shape",
         allowed});
    return found;
  }
  if (guest.kind() != Kind::kHypercube)
    found.push_back({"--guest", guest.ToString(), "is not a hypercube", allowed});
  if (kind == EmbeddingKind::kByWeight && (host.kind() != Kind::kMesh || host.axes() != 1)) {
    found.push_back({"--host", host.ToString(), "is not a line", allowed});
  }
  if (kind != EmbeddingKind::kByWeight && !AllPowersOfTwo(host)) {
    found.push_back({"--host", host.ToString(), NotPowersText(host), allowed});
  }
  const bool fits =
      kind == EmbeddingKind::kByWeight ? guest.size() == host.size() : guest.size() >= host.size();
  if (!fits) {
    found.push_back({"--host", host.ToString(),
                     "sizes differ: guest " + NodesText(guest) + ", host " + NodesText(host),
                     allowed});
  }
  return found;
}

// Block: the first axis holds the lowest bits, the next axis the bits above. Source: xor paper
// III.B.
std::vector<BitPlace> BlockPlaces(const Graph& host) {
  std::vector<BitPlace> places;
  for (int a = 0; a < host.axes(); ++a) {
    const int bits = BitsOf(host, Axis{a});
    for (int level = 0; level < bits; ++level) places.push_back({Axis{a}, level});
  }
  return places;
}

// Cyclic: level 0 of every axis, first axis first, then level 1 of every axis that has one, and so
// on. Source: CALMANT 2.3.
std::vector<BitPlace> CyclicPlaces(const Graph& host) {
  std::vector<BitPlace> places = BlockPlaces(host);
  std::ranges::stable_sort(places, {}, &BitPlace::level);
  return places;
}

// A hypercube's coordinate 0 is the highest bit of its process number.
std::vector<BitPlace> CubePlaces(int dimensions) {
  std::vector<BitPlace> places;
  for (int i = 0; i < dimensions; ++i) places.push_back({Axis{dimensions - 1 - i}, 0});
  return places;
}

// The host node with bit `level` of the coordinate on `axis` set and nothing else.
std::uint32_t HostBit(const Graph& host, BitPlace place) {
  Coordinates coordinates(static_cast<std::size_t>(host.axes()), 0);
  coordinates[place.axis.index()] = 1 << place.level;
  return host.NodeAt(coordinates).value();
}

// The image of each process bit: the lowest have none, if there are more bits than places. Under
// xor an axis' top bit also flips the bit below it (xor paper III.B), if there is one.
std::vector<std::uint32_t> Columns(EmbeddingKind kind, int dimensions, const Graph& host,
                                   const std::vector<BitPlace>& places) {
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(dimensions) - places.size(), 0);
  for (const BitPlace& place : places) {
    std::uint32_t column = HostBit(host, place);
    const bool top = 2 << place.level == host.length(place.axis);
    if (kind == EmbeddingKind::kXor && top && place.level > 0)
      column |= HostBit(host, {place.axis, place.level - 1});
    columns.push_back(column);
  }
  return columns;
}

// Computes the image of n from that of n without its lowest 1, which comes before n: one xor for
// each node.
std::vector<NodeId> LinearMap(const std::vector<std::uint32_t>& columns, Stage& stage) {
  std::vector<NodeId> map(std::size_t{1} << columns.size());
  for (std::uint32_t n = 1; n < map.size(); ++n) {
    stage.Tick();
    const std::uint32_t without_lowest = n & (n - 1);
    map[n] = NodeId{map[without_lowest].value() ^
                    columns[static_cast<std::size_t>(std::countr_zero(n))]};
  }
  return map;
}

constexpr const char* kEmbedding = "embedding the guest";
// Ticks for each guest node: its image, two passes for its place in the inverse, its rank.
constexpr std::uint64_t kPasses = 4;

// Processes by ascending weight, equal weights by descending number, left to right on the line.
// Source: xor paper II.C and Figure 4.
std::vector<NodeId> ByWeightMap(std::uint32_t size, Stage& stage) {
  std::vector<NodeId> order;
  for (std::uint32_t n = size; n-- > 0;) order.push_back(NodeId{n});
  const auto weight = [](NodeId n) { return std::popcount(n.value()); };
  std::ranges::stable_sort(order, {}, Ticking(stage, weight));
  std::vector<NodeId> map(size);
  for (std::uint32_t place = 0; place < size; ++place) {
    stage.Tick();
    map[order[place].index()] = NodeId{place};
  }
  return map;
}

std::vector<NodeId> IdentityMap(std::uint32_t size) {
  std::vector<NodeId> map;
  for (std::uint32_t n = 0; n < size; ++n) map.push_back(NodeId{n});
  return map;
}

}  // namespace

std::string_view ToString(EmbeddingKind kind) {
  switch (kind) {
    case EmbeddingKind::kIdentity: return "identity";
    case EmbeddingKind::kStandard: return "standard";
    case EmbeddingKind::kXor: return "xor";
    case EmbeddingKind::kByWeight: return "by-weight";
    case EmbeddingKind::kTao: return "tao";
    case EmbeddingKind::kGray: return "gray";
  }
  return "";
}

std::string_view ToString(BitOrder order) { return order == BitOrder::kBlock ? "block" : "cyclic"; }

std::optional<EmbeddingKind> ParseEmbeddingKind(std::string_view text) {
  for (const auto kind : {EmbeddingKind::kIdentity, EmbeddingKind::kStandard, EmbeddingKind::kXor,
                          EmbeddingKind::kByWeight, EmbeddingKind::kTao, EmbeddingKind::kGray}) {
    if (text == ToString(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<BitOrder> ParseBitOrder(std::string_view text) {
  for (const auto order : {BitOrder::kBlock, BitOrder::kCyclic}) {
    if (text == ToString(order)) return order;
  }
  return std::nullopt;
}

Embedding::Embedding(EmbeddingKind kind, BitOrder order, Graph guest, Graph host,
                     const Progress& progress)
    : kind_(kind), order_(order), guest_(std::move(guest)), host_(std::move(host)) {
  Stage stage(progress, kEmbedding, kPasses * guest_.size());
  switch (kind_) {
    case EmbeddingKind::kIdentity:
      forward_ = IdentityMap(guest_.size());
      if (guest_.kind() == Kind::kHypercube) places_ = CubePlaces(guest_.axes());
      break;
    case EmbeddingKind::kStandard:
    case EmbeddingKind::kXor:
      places_ = order_ == BitOrder::kBlock ? BlockPlaces(host_) : CyclicPlaces(host_);
      forward_ = LinearMap(Columns(kind_, guest_.axes(), host_, places_), stage);
      break;
    case EmbeddingKind::kByWeight: forward_ = ByWeightMap(guest_.size(), stage); break;
    case EmbeddingKind::kTao:
    case EmbeddingKind::kGray: assert(false);  // they have their own constructors
  }
  Invert(stage);
}

Embedding::Embedding(Graph guest, Graph host, tao::Construction construction,
                     std::optional<tao::Walk> walk, const Progress& progress)
    : kind_(EmbeddingKind::kTao),
      order_(BitOrder::kBlock),
      guest_(std::move(guest)),
      host_(std::move(host)),
      construction_(std::move(construction)),
      walk_(walk) {
  Stage stage(progress, kEmbedding, (kPasses + 2) * guest_.size());
  const tao::Mapping mapping(guest_, host_, *construction_);
  for (std::uint32_t n = 0; n < guest_.size(); ++n) {
    forward_.push_back(mapping.HostOf(NodeId{n}));
    stage.Tick();
  }
  Invert(stage);
  for (std::uint32_t n = 0; n < guest_.size(); ++n) {  // ranks are in the order of the theorems
    inverse_[n] = mapping.GuestOf(NodeId{n / mapping.ranks()}, n % mapping.ranks());
    stage.Tick();
  }
  RankGuests(stage);
}

Embedding::Embedding(Graph guest, Graph host, gray::Plan plan, const Progress& progress)
    : kind_(EmbeddingKind::kGray),
      order_(BitOrder::kBlock),
      guest_(std::move(guest)),
      host_(std::move(host)),
      forward_(gray::Embed(plan, progress).map),
      cube_plan_(std::move(plan)) {
  Stage stage(progress, kEmbedding, kPasses * guest_.size());
  Invert(stage);
}

// A counting sort of the guest nodes by host node; stable, so ranks ascend with the guest's index.
void Embedding::Invert(Stage& stage) {
  first_.assign(std::size_t{host_.size()} + 1, 0);
  for (const NodeId host : forward_) {
    ++first_[host.index() + 1];
    stage.Tick();
  }
  load_factor_ = std::ranges::max(first_);
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::uint32_t> next = first_;
  inverse_.resize(forward_.size());
  for (std::uint32_t n = 0; n < forward_.size(); ++n) {
    inverse_[next[forward_[n].index()]++] = NodeId{n};
    stage.Tick();
  }
  RankGuests(stage);
}

// Stores nothing for one-to-one embeddings, whose ranks are all 0.
void Embedding::RankGuests(Stage& stage) {
  rank_.clear();
  if (IsInjective()) return;
  rank_.resize(inverse_.size());
  for (std::uint32_t n = 0; n < inverse_.size(); ++n) {
    stage.Tick();
    const NodeId guest = inverse_[n];
    rank_[guest.index()] = n - first_[HostOf(guest).index()];
  }
}

Result<Embedding> Embedding::Create(EmbeddingKind kind, const Graph& guest, const Graph& host,
                                    BitOrder order, std::optional<tao::Walk> walk, int dilation,
                                    const Progress& progress) {
  assert(!walk || kind == EmbeddingKind::kTao);
  if (host.IsTwisted()) {  // whose links that do not wrap are a mesh
    const Graph mesh = Graph::Create(Kind::kMesh, host.lengths()).value();
    Result<Embedding> on_mesh = Create(kind, guest, mesh, order, walk, dilation, progress);
    if (!on_mesh) return on_mesh.diagnostics();
    Embedding embedding = std::move(on_mesh).value();
    embedding.host_ = host;
    return embedding;
  }
  if (kind == EmbeddingKind::kTao) {
    Result<tao::Construction> construction = tao::Construct(guest, host, walk);
    if (!construction) return construction.diagnostics();
    return Embedding(guest, host, std::move(construction).value(), walk, progress);
  }
  if (kind == EmbeddingKind::kGray) {
    Result<gray::Plan> plan = gray::PlanOnHost(guest, host, dilation, progress);
    if (!plan) return plan.diagnostics();
    return Embedding(guest, host, std::move(plan).value(), progress);
  }
  Diagnostics diagnostics = DiagnosticsOf(kind, guest, host);
  if (!diagnostics.empty()) return diagnostics;
  return Embedding(kind, order, guest, host, progress);
}

// A copy with other host nodes: guest nodes keep their places relative to each other.
Embedding Embedding::Within(const Graph& host, std::span<const NodeId> places) const {
  assert(places.size() == host_.size());
  Embedding placed = *this;
  placed.host_ = host;
  for (NodeId& node : placed.forward_) node = places[node.index()];
  placed.places_.clear();
  placed.construction_.reset();
  placed.cube_plan_.reset();
  Stage unwatched({}, "");
  placed.Invert(unwatched);
  return placed;
}

std::string WhyNoBijection(const Embedding& embedding) {
  assert(!embedding.IsBijection());
  if (embedding.IsInjective()) {
    const std::uint32_t empty = embedding.host().size() - embedding.guest().size();
    return "leaves " + Counted(empty, "host node") + " without a guest node";
  }
  return fmt::format("puts {}{} guest nodes on a host node", embedding.IsEven() ? "" : "up to ",
                     embedding.load_factor());
}

}  // namespace toroid
