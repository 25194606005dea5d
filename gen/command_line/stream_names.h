// The [[stream]] tables of a configuration file, which name the ports of nodes.
#pragma once

#include <string>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// WrapOptions::names from the tables, or all their faults, each with its place in the file.
Result<std::vector<std::string>> ReadStreamNames(const std::vector<KeyTable>& tables,
                                                 const Graph& host);

}  // namespace toroid
