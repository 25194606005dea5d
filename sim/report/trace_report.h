// Report of a program read from a file: docs/spec/traces.md, section 4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

struct TraceReport {
  struct Rank {
    std::string node;  // "(3,5)"
    std::uint64_t operations = 0;
    Cycle finish = 0;  // end of its last operation
    Cycle calculated = 0;
    Cycle communicated = 0;                // with a message of its own under way
    Cycle hidden = 0;                      // of these, while it calculated
    std::uint64_t sent = 0, received = 0;  // messages
  };
  // One operation of the critical path, with its share of the path's cycles.
  struct Step {
    std::uint32_t rank = 0;
    std::uint64_t line = 0;  // of Chakra the node's id
    std::string_view kind;
    Cycle from = 0, until = 0;
  };
  // The cycles of the path by cause; their sum is the length of the run.
  struct Path {
    std::vector<Step> steps;  // in the order of time
    Cycle calculation = 0;
    Cycle transfer = 0;  // message latency without load
    Cycle waiting = 0;   // message latency beyond that
    Cycle delay = 0;     // cycles and delays that the file requires
  };
  struct Link {
    std::uint32_t from = 0, to = 0;  // host nodes
    std::string text;                // "(0,0) to (0,1)"
    std::uint64_t flits = 0;
  };

  // A collective operation of a group of ranks, as often as it was done.
  struct Group {
    std::string_view operation;  // "all-reduce"
    std::string by;              // "bucket on torus:4x4"
    std::uint32_t ranks = 0;
    std::uint64_t flits = 0;  // of a rank's vector or block
    std::uint64_t times = 0;
  };

  // Cycles of the first ranks in consecutive windows, by rank and window. In the others that a rank
  // is not done in, it waits.
  struct Windows {
    static constexpr Cycle kMost = 120;
    static constexpr std::size_t kMostRanks = 1024;
    Cycle width = 1;
    std::vector<std::vector<Cycle>> calculating;
    std::vector<std::vector<Cycle>> sending;  // or receiving, and not calculating
  };

  std::uint64_t operations = 0;
  std::uint64_t local_messages = 0;  // between ranks of one host node
  std::vector<Rank> ranks;
  Windows windows;
  Path path;
  std::vector<Group> groups;
  std::vector<Link> links;  // links with a load
  std::uint64_t all_links = 0;
};

}  // namespace toroid
