// Readers and writers of each format. docs/spec/traces.md, sections 1, 2, 6, 7 and 8.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/progress.h"
#include "gen/workload/workload.h"

namespace toroid {

// Readers of trace formats.

// Each reads a whole file as TextOfInput returns it, and reports faults by line. Sends and receives
// are not paired yet, except those of a table.
Result<Workload> ReadMessageTable(const std::string& file, std::string_view text,
                                  const WorkloadSetting& setting, const Progress& progress = {});
Result<Workload> ReadGoal(const std::string& file, std::string_view text,
                          const WorkloadSetting& setting, const Progress& progress = {});

// Chakra execution traces, which ASTRA-sim replays: a file for each rank, of messages with their
// lengths before them. docs/spec/traces.md, section 8.

// Whether this build has protobuf; the other functions require it.
bool HasChakra();
// "sum.3.et" of "sum".
std::string ChakraFile(const std::string& prefix, std::size_t rank);
// The kinds of calculations that take turns: with `is_cpu_op`, without, and accesses of memory.
inline constexpr std::uint32_t kChakraProcessors = 3;
// The files of all ranks. Requires what WriteGoal does, but for these processors, and none for
// joins. Throws Interrupted.
std::vector<std::string> ChakraFilesOf(const Workload& workload, const Progress& progress = {});
// The program of such files, with sends and receives not yet paired, those of collective operations
// excepted. Diagnostics name file, node and field. `text_of` gives the bytes of a rank's file, and
// is called once for each, in turn. The hash is that of the file of groups, if there is one. Throws
// Interrupted.
Result<Workload> ReadChakra(const std::string& prefix, std::uint32_t ranks,
                            const std::function<Result<std::string>(std::uint32_t)>& text_of,
                            const WorkloadSetting& setting, const Progress& progress = {});

// Writers of programs for other tools. The formats: docs/spec/traces.md, section 6.

inline constexpr std::uint32_t kMostGoalProcessors = 256;

using WriteText = std::function<void(std::string_view)>;

// Requires operations rank by rank, each after operations of its own rank, and no delays except
// those of calculations; of at most as many processors of a rank as a GOAL rank has, joins on one
// of their own. Sizes are bytes.
void WriteGoal(const Workload& workload, const WriteText& write);

}  // namespace toroid
