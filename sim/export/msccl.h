// Collective programs as MSCCL XML, the schedules that GPU runtimes interpret: writing and reading
// such a file, and replaying it on data. docs/spec/traces.md, section 7.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

enum class MscclKind { kSend, kReceive, kReceiveReduce, kCopy, kNothing };

// A place in a buffer: 'i', the input, 'o', the output, or 's', scratch.
struct MscclPlace {
  char buffer = 'i';
  std::int64_t chunk = 0;
  bool operator==(const MscclPlace&) const = default;
};

struct MscclStep {
  MscclKind kind = MscclKind::kNothing;
  MscclPlace from, to;
  std::int64_t count = 0;  // chunks
  // The step of another block of the GPU that must end first; -1: none.
  int block = -1;
  int step = -1;
  bool awaited = false;  // a step of another block waits for it
};

// Sequential steps. A block sends to at most one GPU and receives from at most one.
struct MscclBlock {
  int send = -1;
  int receive = -1;
  int channel = 0;  // the same at both ends of a connection
  std::vector<MscclStep> steps;
};

struct MscclGpu {
  std::int64_t inputs = 0;  // chunks of each buffer
  std::int64_t outputs = 0;
  std::int64_t scratch = 0;
  std::vector<MscclBlock> blocks;
};

struct MscclAlgorithm {
  std::string collective;  // "allreduce"
  bool in_place = true;
  std::int64_t chunks = 0;  // per loop
  std::vector<MscclGpu> gpus;
};

// Limits of MSCCL's executor in its default build: docs/spec/traces.md, TR7.5.
struct MscclLimits {
  static constexpr std::int64_t kPeersOfChannel = 32;  // GPUs that it sends to, or receives from
  static constexpr std::int64_t kChannels = 32;
  static constexpr std::int64_t kSteps = 64;        // per block
  static constexpr std::int64_t kCount = 71;        // chunks of a step
  static constexpr std::int64_t kChunks = 1 << 15;  // per buffer
  static constexpr std::int64_t kBlocks = 128;      // per GPU
  static constexpr std::int64_t kGpus = 1024;
  static constexpr std::int64_t kElements = 4095;  // XML elements kept per GPU of a file
};

// All of these throw Interrupted. Diagnostics name --export: what MSCCL cannot express, and the
// limits that the program exceeds.
Result<MscclAlgorithm> MscclOf(const CollectiveProgram& program, std::uint32_t nodes,
                               const std::string& file, const Progress& progress = {});
// Whether this build has pugixml, which the next two functions require.
bool HasXml();
std::string ToXml(const MscclAlgorithm& algorithm, std::string_view name,
                  const Progress& progress = {});
// Diagnostics name --export.
Result<MscclAlgorithm> ReadMsccl(std::string_view xml, const std::string& file);

struct MscclOutcome {
  std::string fault;            // empty: all steps were done, and every chunk is right
  std::uint64_t transfers = 0;  // sends that were received
  std::uint64_t chunks_checked = 0;
};
// The order of steps: blocks in order or in reverse, each running as long as it can; or at random
// by the seed, one step at a time.
struct ReplayOrder {
  enum class Next { kFirst, kLast, kByChance };
  Next next = Next::kFirst;
  std::uint64_t seed = 0;
};
// Executes the algorithm, independently of how it was made.
MscclOutcome Replay(const MscclAlgorithm& algorithm, ReplayOrder order,
                    const Progress& progress = {});

}  // namespace toroid
