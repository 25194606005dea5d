// Which messages meet: whether two of them need a link, an injector or an ejector at the same time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gen/placing/message_routes.h"
#include "gen/placing/uses.h"
#include "gen/program/program.h"
#include "gen/support/progress.h"
#include "gen/topology/numbering.h"

namespace toroid {

// The cycles [from, until) in which a message has a link or a port.
struct Occupation {
  std::uint32_t resource = 0;  // as Use has it; MeetingSearch numbers further ones
  std::uint32_t message = 0;
  Cycle from = 0;
  Cycle until = 0;
};

// Lists when each message has what it uses, sorts that by place and cycle, and compares neighbours.
class MeetingSearch {
 public:
  // When a message offered in cycle 0 is at its first link, and how long after it begins to cross
  // the last link it is at the ejector.
  struct Delays {
    Cycle link = 1;
    Cycle ejector = 0;
  };

  MeetingSearch(const Graph& host, Ports ports, Delays delays)
      : host_(host), ports_(ports), delays_(delays) {}

  // `uses`: by FindUses.
  void Add(std::uint32_t message, std::span<const Use> uses, Cycle cycle, Cycle length);
  // With all ports, injectors and ejectors belong to links and need no search of their own. Adds
  // them nevertheless: ResourceBound() plus the number of the first link, or of the last one behind
  // all of these.
  void AddPortsOfLinks(std::uint32_t message, std::span<const Use> uses, Cycle cycle, Cycle length);
  // Of a message along the network's tree: single uses, of a link from the cycle in which it is
  // driven. Requires one port.
  void AddLink(std::size_t link, std::uint32_t message, Cycle driven, Cycle length) {
    Add(link, message, driven + delays_.link - 1, length);
  }
  void AddInjector(NodeId node, std::uint32_t message, Cycle from, Cycle length) {
    Add(host_.LinkIndexBound() + node.index(), message, from, length);
  }
  void AddEjector(NodeId node, std::uint32_t message, Cycle from, Cycle length) {
    Add(host_.LinkIndexBound() + host_.size() + node.index(), message, from, length);
  }
  std::size_t size() const { return occupations_.size(); }

  // Calls meet(one, other) for each two neighbours of which the second begins before the first is
  // over. Returns the cycles in which the busiest link or port is taken.
  template <class Meet>
  std::uint64_t Find(const Meet& meet) {
    std::ranges::sort(occupations_, {}, [](const Occupation& o) {
      return std::tuple(o.resource, o.from, o.message);
    });
    std::uint64_t most = 0;
    std::uint64_t load = 0;
    for (std::size_t i = 0; i < occupations_.size(); ++i) {
      const Occupation& now = occupations_[i];
      const bool same = i > 0 && occupations_[i - 1].resource == now.resource;
      load = (same ? load : 0) + static_cast<std::uint64_t>(now.until - now.from);
      most = std::max(most, load);
      if (same && occupations_[i - 1].until > now.from) meet(occupations_[i - 1], now);
    }
    return most;
  }

 private:
  void Add(std::size_t resource, std::uint32_t message, Cycle from, Cycle length) {
    occupations_.push_back({static_cast<std::uint32_t>(resource), message, from, from + length});
  }

  const Graph& host_;
  Ports ports_;
  Delays delays_;
  std::vector<Occupation> occupations_;
};

// Whether messages enter the network in the cycle of their offer, whatever else needs the injector,
// or one after another, in the order of the program.
enum class Entering { kAtOnce, kInTurn };

// What a program of messages does to the network, found without knowing how it was made.
struct ProgramForecast {
  std::uint64_t conflicts = 0;  // uses of a link, injector or ejector that another message has
  std::uint64_t meeting = 0;    // messages in such a use
  std::uint64_t early = 0;      // messages that are offered before their dependencies
  std::string first_fault;      // one line, empty if none
  Cycle end = 0;                // the last eject, if there are no faults; the start pulse's is 0
  Cycle least_end = 0;          // a lower bound of that in any case
  std::uint64_t load = 0;       // flits over the busiest link, or port
  double hops = 0;              // total over all flits
};
// The forecast for sinks that are always ready. If no two messages meet, none ever waits (router.md
// R6.8), so it is exact. If some do, the first two also meet on the router, and a flit of one
// waits.
ProgramForecast ForecastOf(const Program& program, const MessageRoutes& routes, Ports ports,
                           const Timing& timing, Entering entering = Entering::kAtOnce,
                           const Progress& progress = {});

}  // namespace toroid
