// Operators of joins by modules of users (docs/spec/in-network.md, section 7): the binary32 adder
// of examples/float32 against the processor's own sums, and networks with a module.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "gen/support/random.h"
#include "tests/emitted/emitted.h"
#include "tests/support/checkout.h"

namespace toroid::test::operator_test {
namespace {

constexpr const char* kFloatAdd = "examples/float32/float_add.v";
constexpr int kPairs = 40000;

// Zeros, the least and the largest subnormal and normal numbers, infinities, NaN, 1, 2^-24, 2^-23.
constexpr std::uint32_t kSpecial[] = {0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x7f7fffff,
                                      0x7f800000, 0x7fc00000, 0x3f800000, 0x33800000, 0x34000000};

// A pair of numbers, often special, near each other's negative, or of near exponents.
std::pair<std::uint32_t, std::uint32_t> DrawPair(Random& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random.Next() >> 32); };
  const auto special = [&] { return kSpecial[random.Below(10)] | (word() & 0x80000000); };
  const std::uint32_t a = word();
  const std::uint32_t b = word();
  constexpr std::uint32_t kExponent = 0x7f800000;
  switch (random.Below(6)) {
    case 0: return {special(), special()};
    case 1: return {a, special()};
    case 2: return {a, (a ^ 0x80000000) + static_cast<std::uint32_t>(random.Below(9)) - 4};
    case 3: return {a & 0x81ffffff, b & 0x81ffffff};
    case 4:
      return {
          a & 0xfff80003,
          (b & 0x80000007) |
              ((a + (static_cast<std::uint32_t>(random.Below(60)) - 30) * 0x800000) & kExponent)};
    default: return {a, b};
  }
}

std::uint32_t SumOf(std::uint32_t a, std::uint32_t b) {
  const float sum = std::bit_cast<float>(a) + std::bit_cast<float>(b);
  return std::isnan(sum) ? 0x7fc00000 : std::bit_cast<std::uint32_t>(sum);
}

// Two numbers side by side, a pair in every cycle. Prints FAIL with the first mistake, or PASS.
constexpr const char* kBench = R"(module bench;
  parameter PAIRS = 1;
  reg clk = 0;
  reg [191:0] pairs [0:PAIRS-1];
  reg [63:0] a, b;
  wire [63:0] y;
  integer i, bad = 0;
  float_add #(.WIDTH(64)) dut (.clk(clk), .a(a), .b(b), .y(y));
  always #5 clk = ~clk;
  initial begin
    $readmemh("pairs.hex", pairs);
    for (i = 0; i < PAIRS + 4; i = i + 1) begin
      @(negedge clk);
      if (i < PAIRS) {a, b} = pairs[i][191:64];
      if (i >= 4 && y !== pairs[i-4][63:0]) begin
        if (bad == 0) $display("FAIL: %h + %h = %h", pairs[i-4][191:128], pairs[i-4][127:64], y);
        bad = bad + 1;
      end
    end
    if (bad == 0) $display("PASS: %0d pairs", PAIRS);
    $finish;
  end
endmodule
)";

Outcome RunAdder(const std::string& edit) {
  Random random(11);
  std::string pairs;
  for (int i = 0; i < kPairs; ++i) {
    const auto [a, b] = DrawPair(random);
    const auto [c, d] = DrawPair(random);
    pairs +=
        fmt::format("{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}\n", c, a, d, b, SumOf(c, d), SumOf(a, b));
  }
  const EmittedFolder folder({{"bench.v", kBench}, {"pairs.hex", pairs}});
  return folder.Run(
      fmt::format("sed '{}' '{}' >adder.v && iverilog -g2005 -s bench -P bench.PAIRS={} -o bench "
                  "bench.v adder.v "
                  "&& vvp -n bench",
                  edit, Checkout(kFloatAdd), kPairs));
}

TEST(FloatAdder, AddsAsTheProcessorDoes) {
  const Outcome run = RunAdder("");
  EXPECT_EQ(run.output, fmt::format("PASS: {} pairs\n", kPairs));
}

TEST(FloatAdder, IsFoundWrong) {
  for (const char* edit : {"s/ | sum_3\\[3\\])/)/", "s/|shifted\\[27:0\\]/1'\"'\"'b0/",
                           "s/ > most ? most/ > 8'\"'\"'d99 ? most/",
                           "s/& (|sum_2 | ~subtract_2)//", "s/ | &exponent_2\\[7:1\\]//"}) {
    const Outcome run = RunAdder(edit);
    EXPECT_TRUE(run.output.starts_with("FAIL: ")) << edit << run.output;
  }
}

TEST(FloatAdder, LintsAlone) {
  const Scratch scratch;
  for (const char* command : {"verilator --lint-only -Wall", "iverilog -g2005 -Wall -t null"}) {
    const Outcome run =
        RunCommand(scratch.path(), fmt::format("{} '{}'", command, Checkout(kFloatAdd)));
    EXPECT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(run.output, "");
  }
}

Network WithModule(const JoinOptions& join) {
  return {.host = "mesh:2x3",
          .router = RouterKind::kScheduled,
          .in_network = InNetwork::kReduction,
          .join = join};
}

// IN7.4.
TEST(OperatorModules, AreCopiedIntoTheNetwork) {
  const EmittedFiles files = FilesOf(WithModule(ModuleOf(kFloatAdd, 4)));
  EXPECT_EQ(files.at("rtl/float_add.v"), ReadFile(Checkout(kFloatAdd)));
  EXPECT_FALSE(files.contains("rtl/net_join_operator.v"));
  EXPECT_NE(files.at("net.f").find("rtl/float_add.v"), std::string::npos);
}

// IN7.9: where the file was does not matter; its text does.
TEST(OperatorModules, ArePartOfTheHardwareByTheirText) {
  const JoinOptions join = ModuleOf(kFloatAdd, 4);
  const auto hash = [](const JoinOptions& of) { return PlanOf(WithModule(of)).hardware_hash(); };
  JoinOptions other = join;
  other.module->path = "elsewhere/float_add.v";
  EXPECT_EQ(hash(other), hash(join));
  other.module->text += "// changed\n";
  EXPECT_NE(hash(other), hash(join));
  other = join;
  other.module->latency = 5;
  EXPECT_NE(hash(other), hash(join));
  other = join;
  other.by = WordOperator::kFloat32;
  EXPECT_NE(hash(other), hash(join));
}

TEST(Operators, MakeOtherHardwareOfTheNextVersion) {
  const Network sum = WithModule({});
  Network min = sum;
  min.join.by = WordOperator::kMin;
  EXPECT_NE(PlanOf(min).hardware_hash(), PlanOf(sum).hardware_hash());
  EXPECT_EQ(InNetworkSpecVersionOf(PlanOf(sum).hardware()), 1);
  EXPECT_EQ(InNetworkSpecVersionOf(PlanOf(min).hardware()), 2);
}

}  // namespace
}  // namespace toroid::test::operator_test
