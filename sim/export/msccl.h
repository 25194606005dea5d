// Collective programs as MSCCL XML, the schedules that GPU runtimes interpret: what such a file
// says, and what becomes of the data if it is done. docs/spec/traces.md, section 7.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/support/result.h"

namespace toroid {

enum class MscclKind { kSend, kReceive, kReceiveReduce, kCopy, kNothing };

// Chunks of a buffer: 'i', the input, 'o', the output, or 's', scratch.
struct MscclPlace {
  char buffer = 'i';
  std::int64_t chunk = 0;
  bool operator==(const MscclPlace&) const = default;
};

struct MscclStep {
  MscclKind kind = MscclKind::kNothing;
  MscclPlace from, to;
  std::int64_t count = 0;  // chunks
  // The step of another block of the GPU that must be over; -1: none.
  int block = -1;
  int step = -1;
  bool awaited = false;  // a step of another block comes after it
};

// Steps that are done one after another. It sends to one GPU at most and receives from one.
struct MscclBlock {
  int send = -1;
  int receive = -1;
  int channel = 0;  // both ends of a connection are on the same one
  std::vector<MscclStep> steps;
};

struct MscclGpu {
  std::int64_t inputs = 0;  // chunks of its buffers
  std::int64_t outputs = 0;
  std::int64_t scratch = 0;
  std::vector<MscclBlock> blocks;
};

struct MscclAlgorithm {
  std::string collective;  // "allreduce"
  bool in_place = true;
  std::int64_t chunks = 0;  // of a loop
  std::vector<MscclGpu> gpus;
};

// What its executor takes, as it is built if nothing else is asked for: docs/spec/traces.md, TR7.5.
struct MscclLimits {
  static constexpr std::int64_t kPeersOfChannel = 32;  // that a GPU sends to, or receives from
  static constexpr std::int64_t kChannels = 32;
  static constexpr std::int64_t kSteps = 64;        // of a block
  static constexpr std::int64_t kCount = 71;        // chunks of a step
  static constexpr std::int64_t kChunks = 1 << 15;  // of a buffer
  static constexpr std::int64_t kBlocks = 128;      // of a GPU
  static constexpr std::int64_t kGpus = 1024;
  static constexpr std::int64_t kElements = 4095;  // of XML that it keeps of a file for a GPU
};

// Diagnostics name --export: what MSCCL cannot say, and the limits that the program does not fit.
Result<MscclAlgorithm> MscclOf(const CollectiveProgram& program, std::uint32_t nodes,
                               const std::string& file);
// Whether this build has pugixml, which these two require.
bool HasXml();
std::string ToXml(const MscclAlgorithm& algorithm, std::string_view name);
// Diagnostics name --export.
Result<MscclAlgorithm> ReadMsccl(std::string_view xml, const std::string& file);

struct MscclOutcome {
  std::string fault;            // empty: all steps were done, and every chunk is right
  std::uint64_t transfers = 0;  // sends that were received
  std::uint64_t chunks_checked = 0;
};
// The blocks of the GPUs are taken in order or from the last to the first, each going on for as
// long as it can; or by chance, as the seed says, a step at a time.
struct ReplayOrder {
  enum class Next { kFirst, kLast, kByChance };
  Next next = Next::kFirst;
  std::uint64_t seed = 0;
};
// Does the algorithm. Knows nothing of how it was made.
MscclOutcome Replay(const MscclAlgorithm& algorithm, ReplayOrder order);

}  // namespace toroid
