#include "sim/proof/unknown.h"

namespace toroid::proof {

Wires Compute(lanes::Op op, Wires a, Wires b, Wires select) {
  using lanes::Op;
  switch (op) {
    case Op::kNot: return Not(a);
    case Op::kAnd: return And(a, b);
    case Op::kOr: return Or(a, b);
    case Op::kXor: return Xor(a, b);
    case Op::kNand: return Not(And(a, b));
    case Op::kNor: return Not(Or(a, b));
    case Op::kXnor: return Not(Xor(a, b));
    case Op::kAndNot: return And(a, Not(b));
    case Op::kOrNot: return Or(a, Not(b));
    case Op::kMux: return Choose(select, a, b);
  }
  return {};
}

}  // namespace toroid::proof
