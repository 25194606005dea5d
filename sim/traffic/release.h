// When the messages of a schedule may begin, if not in its cycles: docs/spec/schedules.md,
// section 10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// The messages of one iteration, each told apart by its place in the schedule.
class ReleaseOrder {
 public:
  // `injectors`: of each message the local port it is sent from, any number that tells ports of all
  // nodes apart. Requires a release other than `cycle`.
  ReleaseOrder(Release release, const Schedule& schedule, std::span<const std::uint32_t> injectors);

  // Appends those that may begin and were not named before, ascending.
  void TakeReady(std::vector<std::size_t>& messages);
  // Its last flit has left its source; has arrived.
  void Sent(std::size_t message);
  void Arrived(std::size_t message);

 private:
  // What waits for what: messages in groups, each of which is over before the next one's sends may
  // begin.
  struct Group {
    Cycle key = 0;
    std::uint32_t left = 0;          // events that are still to come
    std::vector<std::size_t> sends;  // messages that begin with the group
  };
  struct Station {
    std::vector<Group> groups;
    std::size_t open = 0;
  };

  static Group& GroupAt(Station& station, Cycle key);
  void Open(Station& station);
  void Happened(Station& station, Cycle key);
  Cycle KeyOf(std::size_t message) const;

  Release release_;
  const Schedule& schedule_;
  std::vector<std::uint32_t> station_of_;  // that each message is sent from
  std::vector<Station> stations_;
  std::vector<std::size_t> ready_;
};

}  // namespace toroid
