// Tries every host of at most four axes, every embedding on it that is a new map, and for each the
// program or exchange with every schedule. The ranking is stable, so equal choices keep the order
// in which they were tried.
#include "gen/choice/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <tuple>

#include "gen/metrics/loads.h"
#include "gen/metrics/metrics.h"
#include "gen/plan/routes.h"
#include "gen/routing/strategy.h"
#include "gen/support/text.h"
#include "gen/topology/twist.h"

namespace toroid {
namespace {

constexpr int kMostAxes = 4;

// All ways to write `nodes` as a product of at most `axes` lengths, none longer than the one
// before.
void Factorize(std::uint32_t nodes, std::uint32_t longest, std::vector<int> lengths,
               std::vector<std::vector<int>>& found) {
  if (nodes == 1) found.push_back(lengths);
  if (static_cast<int>(lengths.size()) == kMostAxes) return;
  for (std::uint32_t length = std::min(nodes, longest); length >= 2; --length) {
    if (nodes % length != 0) continue;
    lengths.push_back(static_cast<int>(length));
    Factorize(nodes / length, length, lengths, found);
    lengths.pop_back();
  }
}

bool IsAllTwos(const std::vector<int>& lengths) {
  return std::ranges::all_of(lengths, [](int length) { return length == 2; });
}

class Chooser {
 public:
  Chooser(const Graph& guest, const ChoiceRequest& request, const Progress& progress)
      : guest_(guest), request_(request), progress_(progress) {}

  Choices Choose() {
    const std::vector<Graph> hosts = HostsOf(guest_, request_.nodes);
    Stage stage(progress_, "trying hosts", hosts.size());
    for (const Graph& host : hosts) {
      TryHost(host);
      stage.Tick();
    }
    std::ranges::stable_sort(choices_.ranked, {}, [&](const Choice& choice) {
      return std::tuple(MeasureOf(choice), choice.cycles, choice.cost, choice.average_dilation,
                        choice.links);
    });
    for (Choice& choice : choices_.ranked) choice.reason = ReasonOf(choice);
    return std::move(choices_);
  }

 private:
  double MeasureOf(const Choice& choice) const {
    switch (request_.by) {
      case RankBy::kCycles: return static_cast<double>(choice.cycles);
      case RankBy::kCost: return choice.cost;
      case RankBy::kDilation: return choice.dilation;
    }
    return 0;
  }

  // Routes that are not those of dimension order, on a twisted torus; else none.
  std::optional<OtherRoutes> RoutesOn(const Graph& host) const {
    if (!host.IsTwisted()) return std::nullopt;
    return OtherRoutesBy(ComputeRoutes(degraded::DegradedHost(host), progress_).value());
  }

  // Embeddings that are the same map count once.
  void TryHost(const Graph& host) {
    const std::optional<OtherRoutes> others = RoutesOn(host);
    constexpr std::array kKinds = {EmbeddingKind::kIdentity, EmbeddingKind::kStandard,
                                   EmbeddingKind::kXor, EmbeddingKind::kTao, EmbeddingKind::kGray};
    std::vector<std::vector<NodeId>> maps;
    for (const EmbeddingKind kind : kKinds) {
      const auto embedding =
          Embedding::Create(kind, guest_, host, BitOrder::kCyclic, {}, 1, progress_);
      if (!embedding) {
        ++choices_.unfit;
      } else if (std::ranges::find(maps, embedding->forward()) == maps.end()) {
        maps.push_back(embedding->forward());
        TryEmbedding(*embedding, others ? &*others : nullptr);
      }
    }
  }

  void TryEmbedding(const Embedding& embedding, const OtherRoutes* others) {
    const Metrics metrics = Measure(embedding, progress_, others);
    Choice choice{.host = embedding.host(),
                  .embedding = embedding.kind(),
                  .schedule = ScheduleKind::kList,
                  .pipelining = {},
                  .steps = {},
                  .dilation = metrics.dilation_max,
                  .average_dilation = metrics.dilation_average,
                  .link_load = metrics.link_load_max,
                  .links = LinkLoads(embedding.host()).links()};
    if (guest_.kind() == Kind::kHypercube) {
      for (const ScheduleKind kind :
           {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream})
        TryProgram(embedding, kind, choice);
    } else {
      TryExchange(embedding, others, choice);
    }
  }

  // Tries the program with the number of packets that costs least.
  void TryProgram(const Embedding& embedding, ScheduleKind kind, Choice choice) {
    bool fits = false;
    std::optional<Choice> best;
    for (const int q : Divisors(request_.elements)) {
      if (!embedding.IsBijection() || !CostDiagnostics(kind, embedding, request_.ports, q).empty())
        continue;
      fits = true;
      const PipelinedCost cost = CostOf({.kind = kind,
                                         .ports = request_.ports,
                                         .layout = LayoutOf(embedding),
                                         .elements = request_.elements,
                                         .machine = request_.machine,
                                         .interface = request_.interface},
                                        q);
      choice.schedule = kind;
      choice.pipelining = q;
      choice.steps = cost.steps;
      choice.cycles = cost.cycles;
      choice.cost = cost.cost;
      const bool by_cost = request_.by == RankBy::kCost;
      if (!best || (by_cost ? choice.cost < best->cost : choice.cycles < best->cycles))
        best = choice;
    }
    if (best) choices_.ranked.push_back(*best);
    if (!fits) ++choices_.unfit;
  }

  void TryExchange(const Embedding& embedding, const OtherRoutes* others, Choice choice) {
    std::vector<GuestPair> pairs;
    std::vector<int> sent(embedding.host().size(), 0);
    const auto add = [&](NodeId from, NodeId to) {
      if (embedding.HostOf(from) == embedding.HostOf(to)) return;
      pairs.emplace_back(from, to);
      ++sent[embedding.HostOf(from).index()];
    };
    for (const routing::Message& message : routing::AllMessages(guest_))
      add(message.from, message.to);
    if (pairs.empty()) return;
    const MessageRoutes routes(embedding.host(), others ? others->route : nullptr);
    const Schedule schedule = SchedulePairsOn(routes, ScheduleKind::kList, embedding, pairs,
                                              request_.ports, request_.elements, progress_);
    choice.cycles = schedule.end() + request_.interface;
    const int startups = request_.ports == Ports::kOne ? std::ranges::max(sent) : 1;
    choice.cost = startups * request_.machine.startup +
                  static_cast<double>(choice.cycles) * request_.machine.per_flit;
    choices_.ranked.push_back(choice);
  }

  // What the choice has, and where it is behind the best or ahead of it.
  std::string ReasonOf(const Choice& choice) const {
    const Choice& best = choices_.ranked.front();
    std::string text = choice.dilation <= 1
                           ? std::string("all neighbours stay neighbours")
                           : fmt::format("messages cross {:.3g} links on average, {} at most",
                                         choice.average_dilation, choice.dilation);
    if (choice.pipelining == best.pipelining && choice.steps && *choice.steps != *best.steps)
      text += fmt::format("; {} instead of {}", Counted(*choice.steps, "step"), *best.steps);
    if (choice.link_load != best.link_load)
      text += fmt::format("; its busiest link has {} in an exchange, the best's {}",
                          Counted(choice.link_load, "message"), best.link_load);
    if (choice.links != best.links)
      text += fmt::format("; {} links instead of {}", choice.links, best.links);
    return text;
  }

  const Graph& guest_;
  const ChoiceRequest& request_;
  Progress progress_;
  Choices choices_;
};

}  // namespace

// Axes of length 2 are the same in tori and meshes: such hosts are hypercubes. Programs of
// hypercube guests have formulas, which are for dimension order: no host of these is twisted.
std::vector<Graph> HostsOf(const Graph& guest, std::uint32_t nodes) {
  std::vector<std::vector<int>> shapes;
  Factorize(nodes, nodes, {}, shapes);
  std::vector<int> of_guest = guest.lengths();
  std::ranges::sort(of_guest, std::greater<>());
  std::vector<Graph> hosts;
  for (std::vector<int>& lengths : shapes) {
    if (IsAllTwos(lengths)) continue;
    if (lengths == of_guest) lengths = guest.lengths();
    for (const Kind kind : {Kind::kTorus, Kind::kMesh})
      hosts.push_back(Graph::Create(kind, lengths).value());
    if (guest.kind() == Kind::kHypercube || nodes > Graph::kMostTwistedNodes) continue;
    const std::vector<Twist> twists = UsualTwists(lengths);
    if (!twists.empty()) hosts.push_back(Graph::Twisted(lengths, twists).value());
  }
  if ((nodes & (nodes - 1)) == 0) {
    const std::vector<int> twos(static_cast<std::size_t>(BitsFor(nodes)), 2);
    hosts.push_back(Graph::Create(Kind::kHypercube, twos).value());
  }
  return hosts;
}

Choices Choose(const Graph& guest, const ChoiceRequest& request, const Progress& progress) {
  assert(request.nodes >= 2 && request.nodes <= ChoiceRequest::kMostNodes);
  return Chooser(guest, request, progress).Choose();
}

}  // namespace toroid
