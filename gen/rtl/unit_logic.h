// Address units that are computed: wires, and what each output is of them.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/address_fields.h"
#include "gen/rtl/datapath.h"

namespace toroid::rtl {

struct UnitOutput {
  std::string port;
  std::string expression;
};
struct UnitLogic {
  Datapath path;
  std::vector<UnitOutput> outputs;  // but for `valid`
  Signal valid = Fixed(1);
};

// Whether each field of the address `port` is below its length.
Signal InsideShape(Datapath& path, const std::string& port, const AddressFields& fields);

// Whether there is logic for the embedding: for tao and gray.
bool HasUnitLogic(const Embedding& embedding);
// Of the forward or the inverse unit. Requires HasUnitLogic of the plan's embedding.
UnitLogic LogicOf(const Plan& plan, bool forward);

}  // namespace toroid::rtl
