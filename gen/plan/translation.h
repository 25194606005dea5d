// Whether nodes can have the translation tables that a plan asks for, and how large they are.
// Rules: docs/spec/translation.md.
#pragma once

#include "gen/plan/plan.h"

namespace toroid {

// Entries of a node's table: two for each axis of the guest, one where its length is 2. Requires an
// embedding.
int TableEntries(const Plan& plan);

// Bits of the payload that an exchange needs: whether the sender holds a guest node, and the
// address that is not the packet's source.
int ExchangeBits(const Plan& plan);

// Diagnostics name --translation and --flit-width. None if the plan has no tables.
Diagnostics TranslationDiagnostics(const Plan& plan);

}  // namespace toroid
