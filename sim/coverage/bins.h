// The indices of bins, and the reasons to exclude bins.
#pragma once

#include <cstdint>
#include <string_view>

namespace toroid::coverage {

inline constexpr std::string_view kNoWires = "there are no wires for it (R2.4, R4.5)";
inline constexpr std::string_view kNoRoute = "no route does so (R2, R3.2)";

// Outcome of a cycle for the oldest flit of a source.
enum Fate : std::uint32_t {
  kOnlyFlitMoves,
  kHeadMoves,
  kMiddleMoves,
  kTailMoves,
  kHeadLacksRoom,
  kHeadIsLockedOut,
  kHeadYields,  // to the other channel of its link (R5.3)
  kHeadLoses,   // the output to another position
  kBodyLacksRoom,
  kBodyYields,
  kBodyLoses,
  kFates
};
inline constexpr std::string_view kFateNames[kFates] = {
    "the only flit moves",
    "a head moves",
    "a middle flit moves",
    "a tail moves",
    "a head waits for room",
    "a head waits for the lock",
    "a head waits for the other channel",
    "a head waits for another position",
    "a later flit waits for room",
    "a later flit waits for the other channel",
    "a later flit waits for another position",
};

// The channels of a link that have a flit able to go (R5.3).
enum Feasible : std::uint32_t { kChannel0, kChannel1, kBoth, kFeasibles };
inline constexpr std::string_view kFeasibleNames[kFeasibles] = {"0 can go", "1 can go",
                                                                "both can go"};

// The winner of a link's output under through-first (R5.6).
enum Granted : std::uint32_t {
  kThroughAlone,
  kThroughOverOthers,
  kOthersAlone,
  kOthersOverThrough,
  kGranteds
};
inline constexpr std::string_view kGrantedNames[kGranteds] = {
    "straight on, nobody else waits", "straight on before others",
    "another, nobody goes straight on", "another before straight on"};

}  // namespace toroid::coverage
