// Address units that are computed: wires, and what each output is of them.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/datapath.h"

namespace toroid::rtl {

struct UnitOutput {
  std::string port;
  std::string expression;
};
struct UnitLogic {
  Datapath path;
  std::vector<UnitOutput> outputs;  // but for `valid`
  std::string inside;               // what `valid` is of the question's fields
  Signal held = Fixed(1);           // and what it is besides

  std::string Valid() const;
};

// Whether there is logic for the embedding: for tao and gray.
bool HasUnitLogic(const Embedding& embedding);
// Of the forward or the inverse unit. Requires HasUnitLogic of the plan's embedding.
UnitLogic LogicOf(const Plan& plan, bool forward);

}  // namespace toroid::rtl
