// `toroid choose`: networks, embeddings and schedules for a program, ranked.
#include "gen/choice/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/plan/router_kind.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMostListed = 10;  // in the text form

ChoiceRequest RequestOf(const Spec& spec) {
  ChoiceRequest request;
  request.nodes = spec.choose.nodes;
  request.by = spec.choose.by;
  request.ports = spec.hardware.ports;
  request.elements = spec.cost.elements;
  request.machine = {.startup = spec.cost.startup, .per_flit = spec.cost.per_flit, .barrier = 0};
  request.interface = InterfaceLatency(RouterKind::kBuffered);
  return request;
}

bool IsCube(const Spec& spec) { return spec.guest->kind() == Kind::kHypercube; }

Json ChoiceJson(const Choice& choice) {
  return {{"host", GraphJson(choice.host)},
          {"embedding", ToString(choice.embedding)},
          {"schedule", ToString(choice.schedule)},
          {"pipelining", choice.pipelining ? Json(*choice.pipelining) : Json(nullptr)},
          {"steps", choice.steps ? Json(*choice.steps) : Json(nullptr)},
          {"dilation", choice.dilation},
          {"average_dilation", choice.average_dilation},
          {"link_load", choice.link_load},
          {"host_links", choice.links},
          {"cycles", choice.cycles},
          {"cost", choice.cost},
          {"reason", choice.reason}};
}

Json ChoicesJson(const Spec& spec, const Choices& choices) {
  Json json = ResultJson(Command::kChoose);
  json["guest"] = GraphJson(*spec.guest);
  json["nodes"] = spec.choose.nodes;
  json["program"] = IsCube(spec) ? "cc-cube" : "exchange";
  json["ports"] = ToString(spec.hardware.ports);
  json["elements"] = spec.cost.elements;
  json["startup"] = spec.cost.startup;
  json["per_flit"] = spec.cost.per_flit;
  json["by"] = ToString(spec.choose.by);
  json["unfit"] = choices.unfit;
  json["choices"] = Json::array();
  for (const Choice& choice : choices.ranked) json["choices"].push_back(ChoiceJson(choice));
  return json;
}

// The `simulate` command that measures the prediction.
std::string SimulationOf(const Spec& spec, const Choice& choice) {
  std::string text =
      fmt::format("toroid simulate --guest {} --host {} --embedding {} --ports {} --schedule {}",
                  spec.guest->ToString(), choice.host.ToString(), ToString(choice.embedding),
                  ToString(spec.hardware.ports), ToString(choice.schedule));
  if (IsCube(spec) && spec.cost.startup > 0 && spec.cost.startup <= kMostStartup)
    text += fmt::format(" --startup {:.0f}", std::ceil(spec.cost.startup));
  return text + (IsCube(spec) ? fmt::format(" --traffic cc-cube --elements {} --pipelining {}",
                                            spec.cost.elements, *choice.pipelining)
                              : fmt::format(" --traffic exchange --sets 1 --message-flits {}",
                                            spec.cost.elements));
}

double RankedValue(RankBy by, const Choice& choice) {
  switch (by) {
    case RankBy::kCycles: return static_cast<double>(choice.cycles);
    case RankBy::kCost: return choice.cost;
    case RankBy::kDilation: return choice.dilation;
  }
  return 0;
}

// Equally good choices, which differ in their links.
std::string TieText(const Spec& spec, const Choices& choices) {
  const auto value = [&](const Choice& choice) { return RankedValue(spec.choose.by, choice); };
  const double best = value(choices.ranked.front());
  std::uint64_t least = choices.ranked.front().links;
  std::uint64_t most = least;
  std::size_t tied = 0;
  for (; tied < choices.ranked.size() && value(choices.ranked[tied]) == best; ++tied) {
    least = std::min(least, choices.ranked[tied].links);
    most = std::max(most, choices.ranked[tied].links);
  }
  if (tied == 1) return "";
  const std::string links = least == most ? fmt::format("all with {} links", least)
                                          : fmt::format("with {} to {} links", least, most);
  return fmt::format("tied     the first {} are equal in {}, {}; fewer links are less area\n", tied,
                     ToString(spec.choose.by), links);
}

void PrintText(const Spec& spec, const Choices& choices, std::ostream& out) {
  out << fmt::format("guest    {}, on {}\n", spec.guest->ToString(),
                     Counted(spec.choose.nodes, "node"));
  out << fmt::format("program  {}, {} a message, ports {}\n",
                     IsCube(spec) ? "pipelined CC-cube" : "every node sends to all its neighbours",
                     Counted(spec.cost.elements, "flit"), ToString(spec.hardware.ports));
  out << fmt::format("machine  startup {:.10g}, per flit {:.10g}\n", spec.cost.startup,
                     spec.cost.per_flit);
  out << fmt::format(
      "ranked   by {}; of {} of host, embedding and schedule {} exist\n", ToString(spec.choose.by),
      Counted(choices.ranked.size() + choices.unfit, "combination"), choices.ranked.size());
  out << TieText(spec, choices);
  out << fmt::format("\n{:>4}  {:<17} {:<10} {:<10} {:>5} {:>9} {:>6} {:>7} {:>10} {:>12}\n", "",
                     "host", "embedding", "schedule", "Q", "dilation", "load", "links", "cycles",
                     "cost");
  const std::size_t shown = std::min(choices.ranked.size(), kMostListed);
  for (std::size_t i = 0; i < shown; ++i) {
    const Choice& choice = choices.ranked[i];
    out << fmt::format("{:>4}  {:<17} {:<10} {:<10} {:>5} {:>9} {:>6} {:>7} {:>10} {:>12.10g}\n",
                       i + 1, choice.host.ToString(), ToString(choice.embedding),
                       ToString(choice.schedule),
                       choice.pipelining ? std::to_string(*choice.pipelining) : "-",
                       choice.dilation, choice.link_load, choice.links, choice.cycles, choice.cost);
    out << fmt::format("      {}\n", choice.reason);
  }
  if (shown < choices.ranked.size())
    out << fmt::format("      and {} more; --format json has all\n", choices.ranked.size() - shown);
  out << "\nto measure the first:\n  " << SimulationOf(spec, choices.ranked.front()) << "\n";
}

}  // namespace

int RunChoose(const Spec& spec, const Console& console) {
  const Choices choices = Choose(*spec.guest, RequestOf(spec), console.progress);
  if (choices.ranked.empty())
    return PrintDiagnostics(
        {{"--nodes", std::to_string(spec.choose.nodes),
          "no network of so many nodes has an embedding and a schedule for " +
              spec.guest->CanonicalText(),
          fmt::format("a network of {} has", Counted(spec.guest->size(), "node"))}},
        console.err, kBadInput);
  console.progress.StartPrinting();
  if (spec.format == Format::kJson) {
    console.out << JsonText(ChoicesJson(spec, choices));
  } else {
    PrintText(spec, choices, console.out);
  }
  return kDone;
}

}  // namespace toroid
