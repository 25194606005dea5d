// The wave of a run with AXI4 endpoints (docs/spec/axi4.md, AX10.9).
//
// The run has its endpoints and networks in parts, each compiled once for many nodes. One file with
// all signals needs one module, so NAME_wrap as it is emitted runs beside them: it gets what
// managers and memories send, and must answer as the endpoints do. So the wave is that of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/axi/transactions.h"
#include "sim/hardware/endpoints.h"

namespace toroid::axi {

inline constexpr int kResetCycles = 4;  // of the hardware, before cycle 0

class Wave {
 public:
  // Ends in cycle 0.
  Wave(const Endpoints& endpoints, Wrap wrap, Complain complain);
  // Ends the cycle; call when the endpoints' outputs have followed their inputs.
  void Step();

 private:
  // A port of an endpoint and the same port of the wrap.
  struct Port {
    bool Differs() const;

    Pin endpoint, wrap;
    std::string name;               // in the wrap
    std::optional<Pin> valid = {};  // it means something while this is high; none: always
  };

  Wrap wrap_;
  Complain complain_;
  std::vector<Port> inputs_, outputs_;
  bool differs_ = false;  // which was reported
};

}  // namespace toroid::axi
