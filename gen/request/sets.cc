#include "gen/request/sets.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"
#include "gen/support/random.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Of the largest scatter set: both messages of every edge.
std::int64_t MessagesOf(const Graph& guest) {
  std::int64_t messages = 0;
  for (int a = 0; a < guest.axes(); ++a) {
    const std::int64_t length = guest.length(Axis{a});
    messages += guest.size() / length * 2 * (guest.Wraps(Axis{a}) ? length : length - 1);
  }
  return messages;
}

}  // namespace

Fields SetsRequest::fields() {
  Fields fields = {{"--sets", &sets},
                   {"--message-flits", &message_flits},
                   {"--split", EnumFieldOf<Parse<Split>>(split), split != Split::kNone},
                   {"--barrier"},
                   {"--barrier-cycles", &barrier_cycles},
                   schedule.KindField(),
                   schedule.UnitsField(),
                   {"--no-baseline"}};
  if (kind == SetKind::kPermutation) fields.push_back({"--relay"});
  return fields;
}

std::string SetsRequest::Text(std::uint64_t seed) const {
  const std::string in_subsets =
      split == Split::kNone ? ""
                            : fmt::format(", split into {} sets of host nodes", ToString(split));
  return fmt::format(", {}, messages of {}{}, seed {}, barrier {}", Counted(sets, "set"),
                     Counted(message_flits, "flit"), in_subsets, seed, barrier_cycles);
}

Diagnostics SetsRequest::Check(const Setting& setting) const {
  const bool alike = kind == SetKind::kExchange;  // one schedule for all sets
  if (schedule.by_units() && !alike && sets != 1)
    return {{"--sets", std::to_string(sets), "are more sets than a schedule unit has a table for",
             "with --schedule-units it is 1, as each set is drawn anew"}};
  const std::int64_t messages = MessagesOf(*setting.guest) * (alike ? 1 : sets);
  if (messages <= kMostMessages) return {};
  return {{alike ? "--guest" : "--sets", alike ? setting.guest->ToString() : std::to_string(sets),
           fmt::format("asks for up to {} messages", messages),
           fmt::format("at most {} are kept", kMostMessages)}};
}

// Source: Tao, 4.2. A set has its own seed, so set 3 is the same whether 4 or 40 are asked for.
std::vector<GuestPair> PairsOfSet(const SetsRequest& request, std::uint64_t seed,
                                  const Graph& guest, int number) {
  const std::uint64_t own_seed = Mix(seed, static_cast<std::uint64_t>(number));
  const std::vector<routing::Message> messages =
      request.kind == SetKind::kExchange  ? routing::AllMessages(guest)
      : request.kind == SetKind::kScatter ? routing::RandomScatterSet(guest, own_seed)
                                          : routing::RandomPermutationSet(guest, own_seed);
  std::vector<GuestPair> pairs;
  for (const routing::Message& message : messages) pairs.emplace_back(message.from, message.to);
  return pairs;
}

std::vector<std::vector<GuestPair>> SubsetsOf(Split split, const Embedding& embedding,
                                              const std::vector<GuestPair>& set) {
  if (split == Split::kNone) return {set};
  std::vector<routing::Ends> crossing;  // host nodes of the messages that leave theirs
  for (const auto& [from, to] : set) {
    const routing::Ends ends{embedding.HostOf(from), embedding.HostOf(to)};
    if (ends.from != ends.to) crossing.push_back(ends);
  }
  const auto type =
      split == Split::kScatter ? routing::SetType::kScatter : routing::SetType::kPermutation;
  const std::vector<std::uint32_t> numbers = routing::SplitIntoFewest(type, crossing);
  std::vector<std::vector<GuestPair>> subsets(1);
  auto number = numbers.begin();
  for (const GuestPair& pair : set) {
    const bool local = embedding.HostOf(pair.first) == embedding.HostOf(pair.second);
    const std::uint32_t subset = local ? 0 : *number++;
    if (subset >= subsets.size()) subsets.resize(subset + 1);
    subsets[subset].push_back(pair);
  }
  return subsets;
}

Schedule ScheduleSet(const SetsRequest& request, std::uint64_t seed, const MessageRoutes& routes,
                     const Embedding& embedding, Ports ports, int number,
                     const Progress& progress) {
  return SchedulePairsOn(routes, request.schedule.kind, embedding,
                         PairsOfSet(request, seed, embedding.guest(), number), ports,
                         request.message_flits, progress);
}

}  // namespace toroid
