// A schedule in space and time: the messages' uses of links, as a list and, on a small line or
// ring, as a drawing.
#pragma once

#include <string>
#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// A message crosses a link: flit j does so in cycle `cycle` + j, if nothing waits.
struct LinkUse {
  std::size_t message = 0;  // index into Schedule::messages
  NodeId from;              // the link's ends
  NodeId to;
  Axis axis;
  Direction direction;
  Cycle cycle = 0;
};
// All uses of links, by cycle, then by sending node, axis and direction of the link.
std::vector<LinkUse> LinkUses(const Schedule& schedule, const MessageRoutes& routes,
                              const Progress& progress = {});

// One line for each use of a link, in the order of LinkUses, under a line of names:
// cycle,last_cycle,step,from,to,axis,direction,node,cube_dimension,first_flit,last_flit. The
// message of `node` in `cube_dimension` occupies the link from -> to from `cycle` to `last_cycle`,
// which its flits first_flit .. last_flit cross one after another.
std::string SpaceTimeCsv(const Schedule& schedule, const MessageRoutes& routes,
                         const Progress& progress = {});

// Whether the schedule can be drawn: free of conflicts by step, one axis, at most 16 nodes.
bool CanBeDrawn(const Schedule& schedule, const Graph& host);

// A line of nodes and links for each step (`stream`: slot) and direction in it. The task <0,2> on
// line:4, L = 1, begins
//
//   step  cycle  0    1    2    3
//      0      0  o----1--->o-0->.
//                .<-0-o<---1----o
//
// "o" sends, an arrowhead arrives, "." does not send; the number on a line is the cube dimension;
// the cycle is the first offer's. On a ring node 0 is at both ends, and messages past it leave at
// one end and come back at the other. Requires CanBeDrawn.
std::string SpaceTimeDrawing(const Schedule& schedule, const Graph& host);

}  // namespace toroid
