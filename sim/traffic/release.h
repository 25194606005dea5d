// Release of a schedule's messages other than by their cycles: docs/spec/schedules.md, section 10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// The messages of one iteration, numbered by their place in the schedule.
class ReleaseOrder {
 public:
  // `injectors`: by message, the local port that sends it, numbered over all nodes. Requires a
  // release other than `cycle`.
  ReleaseOrder(Release release, const Schedule& schedule, std::span<const std::uint32_t> injectors);

  // Appends the messages that may begin and were not returned before, ascending.
  void TakeReady(std::vector<std::size_t>& messages);
  // Its last flit has left its source; it has arrived.
  void Sent(std::size_t message);
  void Arrived(std::size_t message);

 private:
  // A group of messages that must be over before the next group's sends may begin.
  struct Group {
    Cycle key = 0;
    std::uint32_t left = 0;          // events still to come
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
  std::vector<std::uint32_t> station_of_;  // by message, the station that sends it
  std::vector<Station> stations_;
  std::vector<std::size_t> ready_;
};

}  // namespace toroid
