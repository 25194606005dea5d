// Chakra execution traces, which ASTRA-sim replays: a file for each rank, of messages with their
// lengths before them. docs/spec/traces.md, section 8.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// Whether this build has protobuf; the other functions require it.
bool HasChakra();
// "sum.3.et" of "sum".
std::string ChakraFile(const std::string& prefix, std::size_t rank);
// The files of all ranks. Requires what WriteGoal does. Throws Interrupted.
std::vector<std::string> ChakraFilesOf(const Workload& workload, const Progress& progress = {});
// The program of such files, with sends and receives not yet paired, those of collective operations
// excepted. Diagnostics name file, node and field. `text_of` gives the bytes of a rank's file, and
// is called once for each, in turn. The hash is that of the file of groups, if there is one. Throws
// Interrupted.
Result<Workload> ReadChakra(const std::string& prefix, std::uint32_t ranks,
                            const std::function<Result<std::string>(std::uint32_t)>& text_of,
                            const WorkloadSetting& setting, const Progress& progress = {});

}  // namespace toroid
