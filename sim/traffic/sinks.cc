#include "sim/traffic/sinks.h"

namespace toroid {

Sinks::Sinks(const Program& program, std::uint32_t nodes, std::span<const std::uint32_t> flits)
    : program_(&program), at_(nodes), holds_(program.operations.size(), 1) {
  for (Process p = 0; p < flits.size(); ++p)
    if (flits[p] != 0) at_[program.NodeOf(p).index()].limit = flits[p];
  for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
    if (program.operations[i].kind != OperationKind::kSend) continue;
    VisitCauses(i, [&](std::uint32_t cause) { ++holds_[cause]; });
  }
}

// The messages to the sender that this one comes after.
template <class Visit>
void Sinks::VisitCauses(std::uint32_t message, Visit visit) const {
  const Operation& one = program_->operations[message];
  for (const Event event : program_->AfterOf(one)) {
    const Operation& before = program_->operations[event.operation()];
    if (before.kind == OperationKind::kReceive && before.to == one.from) visit(before.match);
  }
}

void Sinks::Take(std::uint32_t message) {
  SinkOf(message).held += program_->operations[message].flits;
}

void Sinks::Arrived(std::uint32_t message) { Release(message); }

void Sinks::Sent(std::uint32_t message) {
  VisitCauses(message, [&](std::uint32_t cause) { Release(cause); });
}

void Sinks::Release(std::uint32_t message) {
  if (--holds_[message] == 0) SinkOf(message).held -= program_->operations[message].flits;
}

}  // namespace toroid
