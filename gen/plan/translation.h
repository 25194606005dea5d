// Whether nodes can have the translation tables of a plan, and the sizes of these.
// Rules: docs/spec/translation.md.
#pragma once

#include <optional>

#include "gen/plan/plan.h"

namespace toroid {

// Entries of a node's table: two for each axis of the guest, one if its length is 2. Requires an
// embedding.
int TableEntries(const Plan& plan);
// The guest neighbour of an entry (T1.2); none at a mesh's edge.
std::optional<NodeId> NeighbourOfEntry(const Graph& guest, NodeId node, int entry);

// Bits of an entry's number, at least 1.
int TableEntryBits(const Plan& plan);

// Whether packets may name their destinations by the number of an entry (T1.6). Requires tables.
bool SendsByEntry(const Plan& plan);

// The cycle from which on all nodes have their tables, that of the start pulse being 0 (T2.2, T2.3,
// T3.4). Requires tables.
Cycle TableCycle(const Plan& plan);

// Bits of the payload that an exchange needs: whether the sender holds a guest node, and the
// address that is not the packet's source.
int ExchangeBits(const Plan& plan);

// The faults; diagnostics name --translation and --flit-width. None if the plan has no tables.
Diagnostics TranslationDiagnostics(const Plan& plan);

}  // namespace toroid
