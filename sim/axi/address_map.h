// What becomes of a request, by docs/spec/axi4.md, sections 2 and 5.
#pragma once

#include "gen/plan/plan.h"
#include "sim/axi/transaction.h"

namespace toroid::axi {

inline constexpr std::uint64_t kPage = 4096;  // bytes that no burst goes beyond

// The node of an address; none if it is unmapped.
std::optional<NodeId> NodeOf(const Plan& plan, std::uint64_t address);
// Sets the subordinate and the response of the transaction.
void Decide(const Plan& plan, Transaction& transaction);

// Cycles from the address to the first answer of a transaction that is alone, of a memory that
// answers a cycle after it was asked (AX7.3, AX7.4); none where the specification does not say.
std::optional<Cycle> ZeroLoadCycles(const Plan& plan, const Transaction& transaction);

}  // namespace toroid::axi
