// Tries every theorem and keeps the cheapest construction. If there is none, the diagnostic says
// what is missing.
//
// Idea: a theorem covers a pair if the lengths factor as it requires. There may be many factorings,
// so each theorem searches its own and gives its cheapest (plan_*.cc). The predictions are exact on
// every pair that was tried, so the smallest prediction is the smallest cost, and no construction
// is carried out only to compare it.
//
// Example: ring:24 in mesh:4x6. Expansion: the ring walk closes with one link, cost 1. Had that
// cost more than 1, all readings of both shapes would be tried too.
//
// Where it does not apply: shapes of as many axes that are no permutation of each other, such as
// (6,6) and (4,9). The thesis has no theorem for them. Source: Tao, chapters 3 and 5;
// docs/spec/tao.md section 3.
#include "gen/tao/construction.h"

#include <cassert>
#include <numeric>
#include <utility>

#include "gen/support/text.h"
#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

std::string SizesDiffer(const Graph& guest, const Graph& host) {
  return "sizes are incompatible: guest " + NodesText(guest) + ", host " + NodesText(host);
}

// The conditions that two shapes of equal size would have to meet.
std::string WhatWouldDo(const Graph& guest, const Graph& host) {
  if (guest.axes() == host.axes())
    return "shapes with equal numbers of axes must be permutations of each other";
  const bool up = guest.axes() < host.axes();
  const std::string more = up ? "the host's" : "the guest's";
  const std::string fewer = up ? "the guest's" : "the host's";
  return more + " lengths must group into products that are " + fewer +
         (up ? ""
             : ", or some of the guest's lengths be factored into multipliers that make the others "
               "the host's") +
         ", or both shapes be square";
}

// The diagnostic of O3.4.
Diagnostic NoTheorem(const Graph& guest, const Graph& host) {
  const std::string pair = guest.ToString() + " in " + host.ToString();
  if (guest.size() == host.size())
    return {"--embedding", "tao", "no theorem embeds " + pair, WhatWouldDo(guest, host)};
  return {"--embedding", "tao",
          "no contraction leads from " + guest.ToString() +
              " to a shape that a theorem embeds in " + host.ToString(),
          "block sides that divide the guest's lengths must leave a shape that embeds"};
}

// The step of shapes that are equal.
ConstructionStep Keep(const Sides& sides) {
  Expand keep;
  for (const Side& side : sides) keep.parts.push_back({{side.length}, Walk::kLine});
  return {std::move(keep), "Tao Lemma 3.4.1"};
}

// The cost of a construction; a forced walk without a theorem costs more than anything known.
int CostOf(const Construction& construction) {
  return construction.dilation.value_or(kUnknownEdge);
}

// Keeps the cheaper construction; the first of equals.
void Consider(std::optional<Construction> candidate, std::optional<Construction>& best) {
  if (candidate && (!best || CostOf(*candidate) < CostOf(*best))) best = std::move(candidate);
}

// The theorems O2.1 to O2.6, or O2.10, on the shapes as they are.
std::optional<Construction> ByTheorems(const Pair& pair, Effort& effort) {
  if (pair.by == Try::kChains) return ReductionChain(pair, effort);
  std::optional<Construction> best;
  Consider(Expansion(pair, effort), best);
  Consider(SimpleReduction(pair, effort), best);
  Consider(GeneralReduction(pair, effort), best);
  Consider(SquareChain(pair), best);
  return best;
}

// The theorems on readings of both shapes, with the steps to and from the readings.
std::optional<Construction> ByTheorems(const Reading& guest, const Reading& host, Try by,
                                       Effort& effort) {
  std::optional<Construction> found =
      ByTheorems({guest.sides, host.sides, std::nullopt, Read::kAsTheyAre, by}, effort);
  if (!found) return found;
  found->steps.insert(found->steps.begin(), guest.steps.begin(), guest.steps.end());
  found->steps.insert(found->steps.end(), host.steps.begin(), host.steps.end());
  return found;
}

// All readings (O2.9). The first construction of dilation 1 ends the search, because nothing is
// better.
std::optional<Construction> OfAllReadings(const Pair& pair, Effort& effort) {
  assert(!pair.walk);
  std::optional<Construction> best;
  const std::vector<Reading> hosts = HostReadings(pair.host);
  for (const Reading& guest : GuestReadings(pair.guest)) {
    for (const Reading& host : hosts) {
      if (effort.exhausted() || (best && best->dilation == 1)) return best;
      Consider(ByTheorems(guest, host, pair.by, effort), best);
    }
  }
  return best;
}

std::optional<Construction> CheapestOf(const Pair& pair, int ratio, Effort& effort) {
  return ratio == 1 ? CheapestEmbedding(pair, effort) : Contraction(pair, ratio, effort);
}

// The cheapest construction: none if the effort ends on the shapes as they are, the cheapest so far
// if it ends on other readings.
std::optional<Construction> Cheapest(Pair pair, int ratio, Effort& effort) {
  std::optional<Construction> best = CheapestOf(pair, ratio, effort);
  if (effort.exhausted()) return std::nullopt;
  if (pair.walk || (best && best->dilation == 1)) return best;
  pair.read = Read::kEveryWay;
  Consider(CheapestOf(pair, ratio, effort), best);
  if (best || effort.exhausted()) return best;
  pair.by = Try::kChains;
  return CheapestOf(pair, ratio, effort);
}

}  // namespace

// Takes the first free one of equal sides; both lists must have the same sides.
std::vector<int> OrderOfAxes(const Sides& from, const Sides& to) {
  std::vector<bool> used(from.size(), false);
  std::vector<int> order;
  for (const Side& side : to) {
    std::size_t i = 0;
    while (used[i] || from[i] != side) ++i;
    used[i] = true;
    order.push_back(static_cast<int>(i));
  }
  return order;
}

std::vector<int> OrderOfAxes(const Lengths& from, const Lengths& to) {
  const auto sides = [](const Lengths& lengths) {
    Sides list;
    for (const int length : lengths) list.push_back({length, false});
    return list;
  };
  return OrderOfAxes(sides(from), sides(to));
}

void AddPermute(std::vector<int> order, const std::string& source,
                std::vector<ConstructionStep>& steps) {
  std::vector<int> same(order.size());
  std::iota(same.begin(), same.end(), 0);
  if (order != same) steps.push_back({Permute{std::move(order)}, source});
}

std::optional<Construction> CheapestEmbedding(const Pair& pair, Effort& effort) {
  return pair.read == Read::kEveryWay ? OfAllReadings(pair, effort) : ByTheorems(pair, effort);
}

// Effort is counted in choices of factors, not in time, so that an answer does not depend on the
// machine. If there is none, the diagnostic distinguishes a search that was cut off, a walk that
// does not occur, and shapes that no theorem covers.
Result<Construction> Construct(const Graph& guest, const Graph& host, std::optional<Walk> walk,
                               std::int64_t choices) {
  if (guest.size() % host.size() != 0) {
    return Diagnostic{"--host", host.ToString(), SizesDiffer(guest, host),
                      "tao takes guests of as many nodes as the host or a multiple"};
  }
  const int ratio = static_cast<int>(guest.size() / host.size());
  const Pair pair{SidesOf(guest), SidesOf(host), walk};
  Effort effort(choices);
  std::optional<Construction> found = Cheapest(pair, ratio, effort);
  if (found) {
    if (found->steps.empty()) found->steps.push_back(Keep(pair.guest));
    found->choices = effort.spent();
    return *std::move(found);
  }
  if (effort.exhausted()) {
    return Diagnostic{"--embedding", "tao",
                      "the search for factors from " + guest.ToString() + " to " + host.ToString() +
                          " takes more than " + Counted(choices, "choice"),
                      "shapes with fewer different lengths have fewer factors"};
  }
  if (walk && Cheapest({pair.guest, pair.host, std::nullopt}, ratio, effort)) {
    return Diagnostic{
        "--walk", std::string(ToString(*walk)),
        "no walk is chosen in " + guest.ToString() + " to " + host.ToString(),
        "leave --walk out: it takes shapes as they are, and axes that are joined have none"};
  }
  return NoTheorem(guest, host);
}

// Idea: a construction is a chain of steps, each with a formula in both directions. A node's image
// is its coordinates sent through the chain; a guest node is found from its host node and its rank
// by undoing the steps, last first. Only coordinates are kept, so a single address of a graph of
// any size is computed at once: that is what the address units do in hardware.
//
// A step that puts several nodes on one place loses which node it was. Its inverse takes that from
// the rank, as one digit for each contraction, that of the last contraction lowest.
//
// Example: mirror 12 to 6, then blocks of 2: rank 0 .. 3 is side * 2 + place in the block. Host
// node 1, rank 3: undo the block, 1 * 2 + 1 = 3; undo the mirror on its far side, 11 - 3 = 8.
//
// Source: Tao 4.3.1 and 5.4.1, which give each inverse separately.

namespace {

// Whether a step puts several nodes on one place.
template <class S>
concept Contraction = requires(const S& step) {
  step.ranks();
};

// The number of nodes that a step sends to each place.
std::uint32_t GuestsPerNode(const Step& step) {
  return std::visit(
      []<class S>(const S& s) {
        if constexpr (Contraction<S>) {
          return static_cast<std::uint32_t>(s.ranks());
        } else {
          return 1U;
        }
      },
      step);
}

// Undoes one step; removes its digit from `rank`.
void Undo(const Step& step, const Coordinates& to, std::uint32_t& rank, Coordinates& from) {
  std::visit(
      [&]<class S>(const S& s) {
        if constexpr (Contraction<S>) {
          const std::uint32_t count = GuestsPerNode(step);
          s.Inverse(to, static_cast<int>(rank % count), from);
          rank /= count;
        } else {
          s.Inverse(to, from);
        }
      },
      step);
}

std::vector<Step> StepsOf(const Construction& construction) {
  std::vector<Step> steps;
  for (const ConstructionStep& step : construction.steps) steps.push_back(step.step);
  return steps;
}

}  // namespace

Mapping::Mapping(Graph guest, Graph host, const Construction& construction)
    : Mapping(std::move(guest), std::move(host), StepsOf(construction)) {}

Mapping::Mapping(Graph guest, Graph host, std::vector<Step> steps)
    : guest_(std::move(guest)), host_(std::move(host)), steps_(std::move(steps)), ranks_(1) {
  for (const Step& step : steps_) ranks_ *= GuestsPerNode(step);
  assert(guest_.size() == host_.size() * ranks_);
}

NodeId Mapping::HostOf(NodeId guest) const {
  Coordinates at = guest_.CoordinatesOf(guest);
  Coordinates next;
  for (const Step& step : steps_) {
    std::visit([&](const auto& s) { s.Forward(at, next); }, step);
    std::swap(at, next);
  }
  return host_.NodeAt(at);
}

NodeId Mapping::GuestOf(NodeId host, std::uint32_t rank) const {
  assert(rank < ranks_);
  Coordinates at = host_.CoordinatesOf(host);
  Coordinates before;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    Undo(steps_[i], at, rank, before);
    std::swap(at, before);
  }
  return guest_.NodeAt(at);
}

}  // namespace toroid::tao
