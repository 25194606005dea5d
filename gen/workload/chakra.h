// Chakra execution traces, which ASTRA-sim replays: a file for each rank, of messages with their
// lengths before them. docs/spec/traces.md, section 8.
#pragma once

#include <string>
#include <vector>

#include "gen/workload/workload.h"

namespace toroid {

// Whether this build has protobuf; the other functions require it.
bool HasChakra();
// The files of all ranks. Requires what WriteGoal does.
std::vector<std::string> ChakraFilesOf(const Workload& workload);
// The program of such files, with sends and receives not yet paired. Diagnostics name --export.
Result<Workload> ReadChakra(const std::vector<std::string>& files, const std::string& name);

}  // namespace toroid
