// MSCCL files: what they hold, and that doing them shows what is wrong with them.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "gen/collective/methods.h"
#include "sim/export/msccl.h"

namespace toroid::sim_export_msccl_test {
namespace {

MscclAlgorithm Made(const std::string& shape, CollectiveTask task, Ports ports,
                    CollectiveMethod method = CollectiveMethod::kBucket) {
  const Graph host = *Graph::Parse(shape);
  const MadeProgram made = MakeProgram(method, task, host, ports, 2);
  const auto algorithm = MscclOf(made.program, host.size(), "x.xml");
  EXPECT_TRUE(algorithm);
  return *ReadMsccl(ToXml(*algorithm, "x"), "x.xml");
}

// Of the file, done in both orders.
void ExpectRight(const MscclAlgorithm& algorithm, std::uint64_t chunks) {
  for (const bool backwards : {false, true}) {
    const MscclOutcome outcome = Replay(algorithm, backwards);
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
        const auto sum = Made(shape, {Collective::kAllReduce, 100}, ports, method);
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

// The first step that `holds` says, of any GPU.
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
    return Replay(wrong, false).fault + "|" + Replay(wrong, true).fault;
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
  EXPECT_FALSE(Replay(hasty, false).fault.empty() && Replay(hasty, true).fault.empty());
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
