// MSCCL files: their contents, and replays that reveal faults in them.
#include "sim/export/msccl.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "gen/collective/methods.h"

namespace toroid::sim_export_msccl_test {
namespace {

MscclAlgorithm Made(const std::string& shape, CollectiveTask task, Ports ports,
                    CollectiveMethod method = CollectiveMethod::kBucket) {
  const Graph host = *Graph::Parse(shape);
  const MadeProgram made = MakeProgram(method, task, host, ports, 2);
  const auto algorithm = MscclOf(made.program, host.size(), "x.xml");
  EXPECT_TRUE(algorithm) << shape << " " << algorithm.diagnostics().front().what;
  return *ReadMsccl(ToXml(*algorithm, "x"), "x.xml");
}

// Both regular orders, and some random ones.
std::vector<ReplayOrder> Orders() {
  std::vector<ReplayOrder> orders = {{ReplayOrder::Next::kFirst}, {ReplayOrder::Next::kLast}};
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    orders.push_back({ReplayOrder::Next::kByChance, seed});
  return orders;
}

void ExpectRight(const MscclAlgorithm& algorithm, std::uint64_t chunks) {
  for (const ReplayOrder order : Orders()) {
    const MscclOutcome outcome = Replay(algorithm, order);
    EXPECT_EQ(outcome.fault, "");
    EXPECT_GT(outcome.transfers, 0U);
    EXPECT_EQ(outcome.chunks_checked, chunks);
  }
}

TEST(Msccl, GivesTheRightResultInAnyOrder) {
  for (const Ports ports : {Ports::kOne, Ports::kAll}) {
    for (const std::string shape : {"torus:4x4", "mesh:4x2", "ring:8"}) {
      const Graph host = *Graph::Parse(shape);
      const std::uint64_t nodes = host.size();
      const auto chunks_of = [&](const MscclAlgorithm& algorithm) {
        return nodes * static_cast<std::uint64_t>(algorithm.chunks);
      };
      for (const auto method : {CollectiveMethod::kBucket, CollectiveMethod::kHalving}) {
        const auto sum = Made(shape, {Collective::kAllReduce, 48}, ports, method);
        ExpectRight(sum, chunks_of(sum));
        const auto gather = Made(shape, {Collective::kAllGather, 7}, ports, method);
        ExpectRight(gather, chunks_of(gather));
        const auto scatter = Made(shape, {Collective::kReduceScatter, 64}, ports, method);
        ExpectRight(scatter, static_cast<std::uint64_t>(scatter.chunks));
      }
      for (const auto method : {CollectiveMethod::kPhases, CollectiveMethod::kLines}) {
        const auto exchange = Made(shape, {Collective::kExchange, 3}, ports, method);
        EXPECT_EQ(exchange.chunks % static_cast<std::int64_t>(nodes), 0);  // pieces of each block
        ExpectRight(exchange, chunks_of(exchange));
      }
    }
  }
}

TEST(Msccl, EveryMethodIsRightInAnyOrder) {
  std::size_t tried = 0;
  for (const std::string shape :
       {"line:2", "line:8", "ring:8", "mesh:4x4", "torus:8x2", "torus:3x4", "hypercube:3"}) {
    const Graph host = *Graph::Parse(shape);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const Collective task : {Collective::kAllReduce, Collective::kAllGather,
                                    Collective::kReduceScatter, Collective::kExchange}) {
        for (const CollectiveMethod method : MethodsOf(task)) {
          if (WhyNotOn(host, task, method)) continue;
          for (const std::int64_t flits : {1, 2, 8, 16, 48}) {
            const auto made = MakeProgram(method, {task, flits}, host, ports, 2);
            const auto algorithm = MscclOf(made.program, host.size(), "x.xml");
            if (!algorithm) continue;  // blocks of unequal lengths, or beyond the limits
            ++tried;
            for (const ReplayOrder order : Orders())
              EXPECT_EQ(Replay(*algorithm, order).fault, "")
                  << shape << " " << ToString(method) << " " << flits;
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 300U);
}

// Two steps of one GPU that add to the same chunk at the same time would lose an addend. So all
// except one come after another of them: they wait for it, or it is earlier in their block.
TEST(Msccl, SumsOfOneChunkAreOneAfterAnother) {
  for (const auto method : {CollectiveMethod::kForest, CollectiveMethod::kWhole}) {
    const MscclAlgorithm sum = Made("mesh:4x4", {Collective::kAllReduce, 8}, Ports::kAll, method);
    for (const MscclGpu& gpu : sum.gpus) {
      std::map<std::int64_t, int> free;  // by chunk: sums that wait for none
      for (const MscclBlock& block : gpu.blocks) {
        std::set<std::int64_t> in_block;
        bool waits = false;
        for (const MscclStep& step : block.steps) {
          waits = waits || step.block >= 0;
          if (step.kind != MscclKind::kReceiveReduce) continue;
          const bool first = in_block.insert(step.to.chunk).second;
          free[step.to.chunk] += first && !waits ? 1 : 0;
          waits = false;
        }
      }
      for (const auto& [chunk, sums] : free) EXPECT_LE(sums, 1) << chunk;
    }
  }
}

// What Azure/msccl-executor-nccl at c6f6b36 reads: the attributes that it requires, and its names.
TEST(Msccl, IsWrittenAsItsExecutorReadsIt) {
  const Graph host = *Graph::Parse("ring:4");
  for (const auto& [task, name, in_place] :
       {std::tuple(Collective::kAllReduce, "allreduce", true),
        std::tuple(Collective::kAllGather, "allgather", true),
        std::tuple(Collective::kReduceScatter, "reducescatter", true),
        std::tuple(Collective::kExchange, "alltoall", false)}) {
    const MadeProgram made = MakeProgram(CollectiveMethod::kAuto, {task, 4}, host, Ports::kOne, 2);
    const std::string xml = ToXml(*MscclOf(made.program, 4, "x.xml"), "x");
    const std::string root = xml.substr(0, xml.find('>'));
    for (const std::string attribute :
         {"nchunksperloop=\"", "nchannels=\"1\"", "proto=\"Simple\"", "ngpus=\"4\"",
          "minBytes=\"0\"", "maxBytes=\"0\"", in_place ? "inplace=\"1\"" : "inplace=\"0\"",
          in_place ? "outofplace=\"0\"" : "outofplace=\"1\""})
      EXPECT_NE(root.find(std::string(" ") + attribute), std::string::npos) << root;
    EXPECT_NE(root.find(std::string("coll=\"") + name + "\""), std::string::npos) << root;
    EXPECT_EQ(xml.find('\t'), std::string::npos);  // it takes no tabs between elements
  }
}

// The executor allows 32 partners per channel.
TEST(Msccl, HasMoreChannelsForMorePartners) {
  const auto exchange =
      Made("torus:6x6", {Collective::kExchange, 1}, Ports::kAll, CollectiveMethod::kLines);
  EXPECT_EQ(Replay(exchange, {}).fault, "");
  const auto direct =
      Made("torus:6x6", {Collective::kExchange, 1}, Ports::kAll, CollectiveMethod::kPhases);
  EXPECT_EQ(Replay(direct, {}).fault, "");
  std::set<int> channels;
  for (const MscclBlock& block : direct.gpus.front().blocks) channels.insert(block.channel);
  EXPECT_EQ(channels, (std::set{0, 1}));
  MscclAlgorithm crowded = direct;
  for (MscclGpu& gpu : crowded.gpus)
    for (MscclBlock& block : gpu.blocks) block.channel = 0;
  EXPECT_NE(Replay(crowded, {}).fault.find("too many partners on channel 0"), std::string::npos);
}

TEST(Msccl, NamesTheLimitsThatAProgramDoesNotFit) {
  const Graph host = *Graph::Parse("ring:80");
  const MadeProgram made =
      MakeProgram(CollectiveMethod::kPhases, {Collective::kExchange, 1}, host, Ports::kOne, 2);
  const auto refused = MscclOf(made.program, 80, "x.xml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics().front().what,
            "does not fit the executor of MSCCL: 159 thread blocks of a GPU (at most 128)");
  const MadeProgram round =
      MakeProgram(CollectiveMethod::kBucket, {Collective::kAllReduce, 80}, host, Ports::kOne, 2);
  const auto long_one = MscclOf(round.program, 80, "x.xml");
  ASSERT_FALSE(long_one);
  EXPECT_NE(long_one.diagnostics().front().what.find(" steps of a thread block (at most 64)"),
            std::string::npos);
}

// A step has 71 chunks at most, so a longer piece is several steps.
TEST(Msccl, CutsLongPiecesIntoSteps) {
  const Graph host = *Graph::Parse("line:2");
  const MadeProgram made =
      MakeProgram(CollectiveMethod::kBucket, {Collective::kAllReduce, 401}, host, Ports::kOne, 2);
  const auto sum = MscclOf(made.program, 2, "x.xml");
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->chunks, 401);  // halves of 200 and 201 elements
  ExpectRight(*sum, 2U * 401);
  for (const MscclGpu& gpu : sum->gpus)
    for (const MscclBlock& block : gpu.blocks)
      for (const MscclStep& step : block.steps) EXPECT_LE(step.count, MscclLimits::kCount);
}

// The first step, over all GPUs, for which `holds` is true.
MscclStep& FirstStep(MscclAlgorithm& algorithm, bool (*holds)(const MscclStep&)) {
  for (MscclGpu& gpu : algorithm.gpus)
    for (MscclBlock& block : gpu.blocks)
      for (MscclStep& step : block.steps)
        if (holds(step)) return step;
  ADD_FAILURE() << "there is no such step";
  return algorithm.gpus.front().blocks.front().steps.front();
}

TEST(Msccl, DoingItShowsWhatIsWrong) {
  const MscclAlgorithm right = Made("ring:4", {Collective::kAllReduce, 8}, Ports::kOne);
  ExpectRight(right, 4 * static_cast<std::uint64_t>(right.chunks));
  const auto fault = [&](bool (*holds)(const MscclStep&), void (*change)(MscclStep&)) {
    MscclAlgorithm wrong = right;
    change(FirstStep(wrong, holds));
    return Replay(wrong, Orders()[0]).fault + "|" + Replay(wrong, Orders()[1]).fault;
  };
  const auto reduces = [](const MscclStep& step) { return step.kind == MscclKind::kReceiveReduce; };
  const auto sends = [](const MscclStep& step) { return step.kind == MscclKind::kSend; };
  const auto waits = [](const MscclStep& step) { return step.block >= 0; };
  EXPECT_NE(fault(reduces, [](MscclStep& step) { step.kind = MscclKind::kReceive; })
                .find("ends with a wrong chunk"),
            std::string::npos);
  EXPECT_NE(
      fault(sends, [](MscclStep& step) { step.kind = MscclKind::kNothing; }).find("waits for ever"),
      std::string::npos);
  EXPECT_NE(fault(sends, [](MscclStep& step) { step.count += 1; }).find("|"), 0U);
  EXPECT_NE(fault(waits, [](MscclStep& step) { step.step = 1000; }).find("is not there"),
            std::string::npos);
  // Without any of its dependencies it is right in one order at most.
  MscclAlgorithm hasty = right;
  for (MscclGpu& gpu : hasty.gpus)
    for (MscclBlock& block : gpu.blocks)
      for (MscclStep& step : block.steps) step.block = -1;
  const auto orders = Orders();
  EXPECT_FALSE(Replay(hasty, orders[0]).fault.empty() && Replay(hasty, orders[1]).fault.empty());
}

TEST(Msccl, SaysWhatItCannotSay) {
  const Graph host = *Graph::Parse("ring:4");
  const MadeProgram uneven =
      MakeProgram(CollectiveMethod::kBucket, {Collective::kReduceScatter, 6}, host, Ports::kOne, 2);
  const auto refused = MscclOf(uneven.program, 4, "x.xml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics().front().allowed, "give --elements a multiple of 4");
  EXPECT_FALSE(ReadMsccl("<algo", "x.xml"));
  EXPECT_FALSE(ReadMsccl("", "x.xml"));
}

}  // namespace
}  // namespace toroid::sim_export_msccl_test
