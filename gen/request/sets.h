// Traffic `permutation`, `scatter` and `exchange`: sets of messages between guest neighbours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"
#include "gen/support/words.h"

namespace toroid {

// How many messages a node sends and receives in a set (docs/spec/sets.md, SE1): at most one each;
// at most one to each neighbour; one to every neighbour.
enum class SetKind { kPermutation, kScatter, kExchange };
template <>
inline constexpr std::string_view kWords<SetKind> = "permutation|scatter|exchange";

// Whether a set is sent as it is, or in the fewest subsets in which host nodes send at most one
// message and receive at most one (kPermutation), or send at most one to each other host node
// (kScatter).
enum class Split { kNone, kPermutation, kScatter };
template <>
inline constexpr std::string_view kWords<Split> = "none|permutation|scatter";

struct SetsRequest {
  SetKind kind = SetKind::kPermutation;
  int sets = 4;
  int message_flits = 1;  // L
  Split split = Split::kNone;
  Cycle barrier_cycles = 0;  // b, after each set, or each subset
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kSets; }
  std::string_view name() const { return ToString(kind); }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Set `number`, from 0 on, as pairs of guest nodes. Each number has a seed of its own; all sets of
// `exchange` are alike. Source: Tao 4.2; docs/spec/sets.md, SE1.
std::vector<GuestPair> PairsOfSet(const SetsRequest& request, std::uint64_t seed,
                                  const Graph& guest, int number);

// The subsets that a set is sent in, at least one, each in the order of the set. Messages that stay
// on their host node are in the first. Source: Tao 5.4.2; docs/spec/sets.md, SE6.
std::vector<std::vector<GuestPair>> SubsetsOf(Split split, const Embedding& embedding,
                                              const std::vector<GuestPair>& set);

// Set `number`, not split, when its messages are sent.
Schedule ScheduleSet(const SetsRequest& request, std::uint64_t seed, const MessageRoutes& routes,
                     const Embedding& embedding, Ports ports, int number,
                     const Progress& progress = {});

}  // namespace toroid
