// The fields of a link of scheduled routers (docs/spec/scheduled-router.md, section 3). RTL
// generation and simulation read and write a link's wires by this record.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

struct LinkField {
  enum class Kind {
    kTail,
    kAhead,
    kTurn,
    kLeft,
    kGo,
    kMinus,
    kSource,
    kTree,  // docs/spec/in-network.md, section 2
    kOdd,
    kPayload
  };
  Kind kind;
  int of = -1;     // kTurn: the output's link port; kGo, kMinus, kLeft of a later axis: that axis
  int offset = 0;  // place of its lowest bit
  int width = 1;
  std::string name;  // "tail", "turn_axis1_plus", "left_axis1"
};

struct LinkFields {
  std::vector<LinkField> fields;  // from the top bit down
  int width = 0;
  // The field of this kind; null if the link has none.
  const LinkField* Find(LinkField::Kind kind, int of = -1) const&;
  const LinkField* Find(LinkField::Kind kind, int of = -1) const&& = delete;
};

// H_a (N1.4): the longest distance on an axis.
int LongestDistance(const Graph& host, Axis axis);

// The fields of the links that leave by this link port, at any node. Requires scheduled routers.
LinkFields FieldsOfLink(const Plan& plan, int port);

}  // namespace toroid
