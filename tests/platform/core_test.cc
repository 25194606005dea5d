// Networks that a platform may have, messages about others, and the latency of a beat.
#include <gtest/gtest.h>
#include <toroid/network_core.h>

#include <fstream>

#include "tests/support/run_toroid.h"

namespace toroid::core_test {
namespace {

constexpr auto kModel = NetworkEngine::kModel;

// The lines of the exception; none if the network can be made.
std::string Faults(const NetworkSource& source, int bits = 32) {
  try {
    const NetworkCore core(source, kModel, bits);
  } catch (const NetworkError& error) {
    EXPECT_FALSE(error.diagnostics().empty());
    return error.what();
  }
  return "";
}

TEST(Source, IsRefusedWithEveryFault) {
  EXPECT_EQ(Faults(FromOptions("--host torus:4x4")), "");
  const std::string faults = Faults(FromOptions("--host torus:4x1 --flit-width 33"));
  EXPECT_EQ(faults.find("toroid: error: --flit-width: 33: "), 0U) << faults;
  EXPECT_NE(faults.find("\ntoroid: error: --host: torus:4x1: "), std::string::npos) << faults;
  EXPECT_EQ(Faults(FromOptions("")).find("toroid: error: --host"), 0U);
  EXPECT_EQ(Faults(FromOptions("--host torus:4x4"), 64),
            "toroid: error: --flit-width: 32: differs from tdata of the module, which has 64 bits; "
            "toroid::Network<32>, or --flit-width 64");
}

TEST(Source, IsRefusedWhereANetworkHasOtherPorts) {
  for (const auto& [options, named] : std::vector<std::pair<std::string, std::string>>{
           {"--router scheduled", "--router: scheduled: has ports"},
           {"--ports all --guest hypercube:4 --embedding xor --schedule offset --task 0,4",
            "--schedule: offset: has ports"},
           {"--ports all --guest hypercube:4 --embedding standard --relay", "--relay: has ports"},
           {"--guest hypercube:2 --embedding xor --partition 2x2", "--partition: has ports"},
           {"--guest hypercube:4 --embedding xor --translation computed",
            "--translation: computed: has ports"},
           {"--load words", "--load: words: has ports"},
           {"--barrier hardware", "--barrier: hardware: has ports"},
           {"--tkeep", "--tkeep: has ports"},
           {"--user-bits 4", "--user-bits: 4: has ports"},
           {"--reset active-low", "--reset: active-low: has ports"},
           {"--async-reset", "--async-reset: has ports"},
           {"--local axi4", "--local: axi4: has ports"},
           {"--node-clocks 0,3", "--node-clocks: 0,3: has ports"},
           {"--classes 2", "--classes: 2: are as many networks; a module for each class"}}) {
    const std::string faults = Faults(FromOptions("--host torus:4x4 " + options));
    EXPECT_EQ(faults.find("toroid: error: " + named), 0U) << options << "\n" << faults;
    EXPECT_EQ(faults.find('\n'), std::string::npos) << faults;
  }
}

TEST(Source, MayBeAManifest) {
  const Scratch scratch;
  const std::string folder = scratch.Path("net");
  const std::string manifest = folder + "/manifest.json";
  ASSERT_EQ(RunToroid("generate --host torus:6x6 --ports all --flit-width 64 --link-stages 1 "
                      "--quiet --out '" +
                      folder + "'")
                .code,
            0);
  const NetworkCore core(FromManifest(manifest), kModel, 64);
  EXPECT_EQ(core.nodes(), 36);
  EXPECT_EQ(core.local_ports(), 4);
  EXPECT_EQ(core.payload_bits(), 64);

  const std::string text = ReadFile(manifest);
  const auto write = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return scratch.Write("other.json", other);
  };
  const auto told = [&](const std::string& path, const std::string& what) {
    const std::string faults = Faults(FromManifest(path), 64);
    EXPECT_EQ(faults.find("toroid: error: manifest: " + path + ": " + what), 0U) << faults;
  };
  told(scratch.Path("nowhere.json"), "cannot be read");
  told(scratch.Write("text.json", "no JSON"), "is not a manifest of toroid");
  told(scratch.Write("empty.json", "{}"), "is not a manifest of toroid");
  told(write("\"tool\": \"toroid\"", "\"tool\": \"another\""), "is not a manifest of toroid");
  told(write("toroid generate", "rm"), "is not a manifest of toroid");
  told(write("--buffer-depth 4", "--buffer-depth 8"), "describes hardware ");
}

TEST(Core, NamesNodesAsTheWiresDo) {
  const NetworkCore core(FromOptions("--host mesh:3x5"), kModel, 32);
  EXPECT_EQ(core.address_bits(), 5);
  EXPECT_EQ(core.AddressOf(14), 2U << 3 | 4U);
  EXPECT_EQ(core.NodeOf(2U << 3 | 4U), 14);
  EXPECT_EQ(core.NodeOf(5), std::nullopt);  // axis 1 has only five places
  EXPECT_EQ(core.GuestsAt(0), 1);
  EXPECT_THROW(core.AddressOf(15), std::out_of_range);
  EXPECT_THROW(core.AddressOf(0, 1), std::out_of_range);
  EXPECT_THROW(core.InjectorOf(3, 3), std::out_of_range);
}

// R6.8 and R9.4; and a packet that is much longer than all buffers of the network.
TEST(Core, TakesAsManyCyclesAsTheLinksAndTwo) {
  for (const int stages : {0, 2}) {
    NetworkCore core(FromOptions("--host ring:9 --flit-width 40 --buffer-depth 6 --link-stages " +
                                 std::to_string(stages)),
                     kModel, 40);
    constexpr std::uint32_t kBeats = 5000;
    std::uint32_t sent = 0;
    std::uint32_t received = 0;
    for (std::uint32_t cycle = 0; received < kBeats && cycle < 2 * kBeats; ++cycle) {
      if (sent < kBeats) {
        ASSERT_TRUE(core.Ready(2));
        const std::uint32_t words[] = {sent, ~sent & 0xff};
        core.Inject(2, {words, core.AddressOf(6), 0, sent + 1 == kBeats});
        ++sent;
      }
      if (core.Offers(6)) {
        const NetworkCore::Beat beat = core.Offered(6);
        ASSERT_EQ(cycle, received + 4 * (static_cast<std::uint32_t>(stages) + 1) + 2);
        ASSERT_EQ(beat.words[0], received);
        ASSERT_EQ(beat.words[1], ~received & 0xff);
        ASSERT_EQ(beat.address, core.AddressOf(2));
        ASSERT_EQ(beat.last, received + 1 == kBeats);
        core.Accept(6);
        ++received;
      }
      core.Step();
    }
    EXPECT_EQ(received, kBeats);
  }
}

// docs/spec/copies.md, BC1.4 and BC4.1. Node 0 takes each beat a cycle later than node 2.
TEST(Core, CopiesWhatANodeSendsToItself) {
  NetworkCore core(FromOptions("--host line:3 --in-network multicast"), kModel, 32);
  constexpr std::uint32_t kBeats = 100;
  ASSERT_EQ(core.InjectorOf(1, 1), 1);
  std::uint32_t sent = 0;
  std::uint32_t received[3] = {};
  for (std::uint32_t cycle = 0; received[0] < kBeats; ++cycle) {
    ASSERT_LT(cycle, 3 * kBeats);
    if (sent < kBeats && core.Ready(1)) {
      // packets of two beats; only the first beat's address counts
      core.Inject(1, {&sent, core.AddressOf(sent % 2 == 0 ? 1 : 0), 0, sent % 2 == 1});
      ++sent;
    }
    for (const int node : {0, 2}) {
      if (!core.Offers(node) || (node == 0 && cycle < received[0] + 4)) continue;
      const NetworkCore::Beat beat = core.Offered(node);
      if (node == 2) {
        ASSERT_EQ(cycle, received[2] + 3);
      }
      ASSERT_EQ(beat.words[0], received[node]++);
      ASSERT_EQ(beat.address, core.AddressOf(1));
      ASSERT_TRUE(beat.last);
      core.Accept(node);
    }
    ASSERT_FALSE(core.Offers(1));
    ASSERT_FALSE(core.Error(1));
    core.Step();
  }
  EXPECT_EQ(received[2], kBeats);
}

// An offered beat stays the same while other packets enter.
TEST(Core, OffersTheSameWhileOthersEnter) {
  NetworkCore core(FromOptions("--host torus:8x8"), kModel, 32);
  const std::uint32_t word = 0x5eed;
  core.Inject(0, {&word, core.AddressOf(1), 0, true});
  while (!core.Offers(1)) core.Step();
  const NetworkCore::Beat beat = core.Offered(1);
  const std::uint32_t other = 1;
  for (int stream = 2; stream < core.streams(); ++stream)
    core.Inject(stream, {&other, core.AddressOf(0), 0, true});
  EXPECT_EQ(beat.words[0], word);
}

// A reset removes everything in flight, even a beat that entered in the reset's own cycle.
void ExpectEmptyAfterAReset(NetworkEngine engine, bool steps) {
  NetworkCore core(FromOptions("--host torus:3x3"), engine, 32);
  const std::uint32_t word = 1;
  core.Inject(0, {&word, core.AddressOf(8), 0, false});
  if (steps) core.Step();
  core.Reset();
  core.Inject(0, {&word, core.AddressOf(4), 0, true});  // a packet's first beat
  int beats = 0;
  for (int cycle = 0; cycle < 20; ++cycle) {
    for (int stream = 0; stream < core.streams(); ++stream) {
      if (!core.Offers(stream)) continue;
      EXPECT_EQ(stream, 4);
      core.Accept(stream);
      ++beats;
    }
    core.Step();
  }
  EXPECT_EQ(beats, 1);
}

TEST(Core, IsEmptyAfterAReset) {
  for (const NetworkEngine engine : {kModel, NetworkEngine::kNodes}) {
    ExpectEmptyAfterAReset(engine, true);
    ExpectEmptyAfterAReset(engine, false);
  }
}

}  // namespace
}  // namespace toroid::core_test
