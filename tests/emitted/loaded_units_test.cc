// Address units loaded by a host, against the fixed units: in Icarus Verilog, for every box of
// power-of-two lengths, every embedding of a list and every code of the base, the translation of
// every logical address, and the guest node that every node reports (docs/spec/loaded-addresses.md
// X3.4). Expected values come from the circuits of which the fixed units are printed, evaluated in
// the process, and from the base.
#include "gen/plan/loaded_units.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "gen/address_units/unit_logic.h"
#include "tests/emitted/emitted.h"
#include "tests/oracle/evaluate.h"

namespace toroid::test::loaded_units_test {
namespace {

std::string Binary(std::uint32_t value, int bits) {
  std::string text;
  for (int i = bits; i-- > 0;) text += (value >> i & 1U) != 0 ? '1' : '0';
  return text;
}

// All of them, the whole host among them; not the single node.
std::vector<std::vector<int>> BoxesOf(const Graph& host) {
  std::vector<std::vector<int>> boxes = {{}};
  for (const int most : host.lengths()) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& box : boxes) {
      for (int length = 1; length <= most; length *= 2) {
        longer.push_back(box);
        longer.back().push_back(length);
      }
    }
    boxes = longer;
  }
  boxes.erase(boxes.begin());  // 1x1...
  return boxes;
}

Embedding Cube(EmbeddingKind kind, const Graph& shape, BitOrder order) {
  int dimensions = 0;
  while (1U << dimensions < shape.size()) ++dimensions;
  const Graph cube = *Graph::Parse("hypercube:" + std::to_string(dimensions));
  return Embedding::Create(kind, cube, shape, order).value();
}

std::vector<Embedding> EmbeddingsIn(const Graph& shape) {
  std::vector<Embedding> embeddings;
  for (const EmbeddingKind kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
    for (const BitOrder order : {BitOrder::kBlock, BitOrder::kCyclic})
      embeddings.push_back(Cube(kind, shape, order));
  }
  embeddings.push_back(
      Embedding::Create(EmbeddingKind::kIdentity, shape, shape, BitOrder::kBlock).value());
  return embeddings;
}

Plan PlanOf(const Graph& host, const std::vector<int>& box, const Coordinates& base,
            const Embedding& embedding, bool loaded) {
  HardwareOptions hardware{.address = Address::kLogical,
                           .partition = Partition::Create(host, box, base).value()};
  if (loaded) hardware.router = RouterKind::kScheduled;
  hardware.load.address_units = loaded;
  return Plan::Create(host, embedding, hardware).value();
}

// A fixed unit: the answer to a code, or none where it is not valid.
class FixedUnit {
 public:
  FixedUnit(const Plan& plan, address_units::UnitKind kind)
      : logic_(address_units::LogicOf(plan, kind)), evaluator_(logic_.circuit) {}
  std::optional<std::uint32_t> Ask(std::uint32_t code) {
    const std::uint32_t inputs[] = {code};
    const auto outputs = evaluator_.Step(inputs);
    if (outputs[1] == 0) return std::nullopt;
    return outputs[0];
  }

 private:
  address_units::UnitLogic logic_;
  logic::Evaluator evaluator_;
};

// The coordinates of an address with fields for such lengths; axes of length 1 have no field.
Coordinates CoordinatesIn(const std::vector<int>& lengths, std::uint32_t address) {
  Coordinates coordinates(lengths.size());
  for (std::size_t a = lengths.size(); a-- > 0;) {
    coordinates[a] = static_cast<int>(address % static_cast<std::uint32_t>(lengths[a]));
    address /= static_cast<std::uint32_t>(lengths[a]);
  }
  return coordinates;
}

std::uint32_t AddressOf(const std::vector<int>& lengths, const Coordinates& coordinates) {
  std::uint32_t address = 0;
  for (std::size_t a = 0; a < lengths.size(); ++a)
    address = address * static_cast<std::uint32_t>(lengths[a]) +
              static_cast<std::uint32_t>(coordinates[a]);
  return address;
}

// The register's value, in binary, from the broadcast.
std::string LoadedBits(const Plan& plan) {
  const Image image = UnitImageOf(plan);
  std::string bits;
  for (std::size_t i = kImageHeader; i < image.words.size(); ++i)
    bits += Binary(image.words[i], kBroadcastBits);
  return bits.substr(bits.size() - static_cast<std::size_t>(UnitParameterBits(plan)));
}

// Expected values of one embedding in one box at each code of the base, a line a base. From the
// top: the register, then for each node {holds, logical}, and for each logical address {compared,
// valid, physical}; the highest code first.
class Lines {
 public:
  Lines(const Graph& host, const std::vector<int>& box, const Embedding& embedding)
      : host_(host),
        box_(box),
        bits_(AddressBits(host)),
        fixed_(PlanOf(host, box, {}, embedding, false)),
        forward_(fixed_, address_units::UnitKind::kForward),
        inverse_(fixed_, address_units::UnitKind::kInverse),
        parameters_(LoadedBits(PlanOf(host, box, {}, embedding, true))) {}

  std::string At(std::uint32_t code) {
    const Coordinates base = CoordinatesIn(host_.lengths(), code);
    bool fits = true;
    for (std::size_t a = 0; a < base.size(); ++a)
      fits = fits && base[a] + box_[a] <= host_.lengths()[a];
    std::string nodes;
    std::string addresses;
    for (std::uint32_t n = host_.size(); n-- > 0;) {
      nodes += Held(base, fits, n);
      addresses += Place(base, fits, n);
    }
    const auto low = static_cast<std::size_t>(bits_);
    return parameters_.substr(0, parameters_.size() - low) + Binary(code, bits_) + nodes +
           addresses + "\n";
  }

 private:
  std::string Held(const Coordinates& base, bool fits, std::uint32_t node) {
    Coordinates place = CoordinatesIn(host_.lengths(), node);
    bool inside = fits;
    for (std::size_t a = 0; a < place.size(); ++a) {
      place[a] -= base[a];
      inside = inside && place[a] >= 0 && place[a] < box_[a];
    }
    const auto logical =
        inside ? inverse_.Ask(AddressOf(box_, place)) : std::optional<std::uint32_t>();
    return logical ? "1" + Binary(*logical, bits_) : "0" + Binary(0, bits_);
  }

  // Where the base does not fit, no node sends, whatever the unit answers.
  std::string Place(const Coordinates& base, bool fits, std::uint32_t logical) {
    const bool exists = logical >> fixed_.logical_bits() == 0;
    const auto place = exists ? forward_.Ask(logical) : std::optional<std::uint32_t>();
    if (!place || !fits) return (place ? "01" : "00") + Binary(0, bits_);
    Coordinates coordinates = CoordinatesIn(box_, *place);
    for (std::size_t a = 0; a < base.size(); ++a) coordinates[a] += base[a];
    return "11" + Binary(AddressOf(host_.lengths(), coordinates), bits_);
  }

  const Graph& host_;
  std::vector<int> box_;
  int bits_;
  Plan fixed_;
  FixedUnit forward_;
  FixedUnit inverse_;
  std::string parameters_;
};

struct Expected {
  std::string lines;
  std::size_t cases = 0;
  std::size_t widths = 0;
};

Expected ExpectedOf(const Graph& host) {
  Expected expected;
  for (const std::vector<int>& box : BoxesOf(host)) {
    const Graph shape = Partition::Create(host, box)->shape();
    for (const Embedding& embedding : EmbeddingsIn(shape)) {
      Lines lines(host, box, embedding);
      for (std::uint32_t code = 0; code < host.size(); ++code) {
        expected.lines += lines.At(code);
        ++expected.cases;
      }
    }
  }
  expected.widths = expected.lines.find('\n');
  return expected;
}

// The two units as the node has them: one address after the other, and one node after the other.
std::string Testbench(const Graph& host, const Expected& expected) {
  const int bits = AddressBits(host);
  std::string lengths;
  std::string lowest;
  for (int a = host.axes(); a-- > 0;) {
    lengths += fmt::format("{}16'd{}", lengths.empty() ? "" : ", ", host.length(Axis{a}));
    lowest += fmt::format("{}32'd{}", lowest.empty() ? "" : ", ",
                          LowestBitsOf(host)[static_cast<std::size_t>(a)]);
  }
  return fmt::format(R"(`timescale 1ns / 1ns
module tb;
  localparam P = {};
  localparam N = 1 << P;
  localparam ROW = 2 * P * P + 3 * P;
  reg [{}:0] lines [0:{}];
  reg [{}:0] line;
  reg [P-1:0] code;
  wire [ROW-1:0] row = line[N*(2*P+3)+:ROW];
  wire [P+1:0] expected = line[code*(P+2)+:P+2];
  wire [P:0] held = line[N*(P+2)+code*(P+1)+:P+1];
  wire [P-1:0] physical, logical;
  wire valid, holds;
  net_loaded_forward #(.AXES({}), .LENGTHS({{{}}}), .LOWEST_BITS({{{}}}), .BITS(P)) forward (
    .logical(code), .matrix(row[3*P+:P*P]), .guest(row[2*P+:P]), .base(row[0+:P]),
    .physical(physical), .valid(valid));
  net_loaded_inverse #(.AXES({}), .LENGTHS({{{}}}), .LOWEST_BITS({{{}}}), .BITS(P)) inverse (
    .here(code), .matrix(row[3*P+P*P+:P*P]), .box(row[P+:P]), .base(row[0+:P]),
    .logical(logical), .holds(holds));
  integer i, j, wrong, places, guests;
  initial begin
    {{wrong, places, guests}} = 0;
    $readmemb("lines.txt", lines);
    for (i = 0; i < {}; i = i + 1) begin
      line = lines[i];
      for (j = 0; j < N; j = j + 1) begin
        code = j;
        #1;
        if (valid !== expected[P]) wrong = wrong + 1;
        if (expected[P+1] && physical !== expected[P-1:0]) wrong = wrong + 1;
        if (holds !== held[P] || (held[P] && logical !== held[P-1:0])) wrong = wrong + 1;
        places = places + expected[P+1];
        guests = guests + held[P];
      end
    end
    $display("%0d wrong, %0d places, %0d guest nodes", wrong, places, guests);
    $finish;
  end
endmodule
)",
                     bits, expected.widths - 1, expected.cases - 1, expected.widths - 1,
                     host.axes(), lengths, lowest, host.axes(), lengths, lowest, expected.cases);
}

EmittedFiles FilesFor(const Graph& host) {
  const Plan plan = PlanOf(host, host.lengths(), {},
                           Cube(EmbeddingKind::kStandard, host, BitOrder::kBlock), true);
  HardwareOptions hardware = plan.hardware();
  hardware.name = "net";
  return RenderRtl(Plan::Create(host, plan.unit_embedding(), hardware).value(), "toroid generate")
      .value();
}

// `right` replaced by `wrong` in one of the library's modules.
std::string Simulate(const Graph& host, const std::string& module = "",
                     const std::string& right = "", const std::string& wrong = "") {
  const Expected expected = ExpectedOf(host);
  EmittedFiles files = FilesFor(host);
  if (!module.empty()) {
    std::string& text = files.at("rtl/net_" + module + ".v");
    const auto at = text.find(right);
    EXPECT_NE(at, text.npos);
    text.replace(at, right.size(), wrong);
  }
  files["tb.v"] = Testbench(host, expected);
  files["lines.txt"] = expected.lines;
  const Outcome outcome = EmittedFolder(files).Run(
      "iverilog -g2005 -o tb -s tb tb.v rtl/net_loaded_forward.v rtl/net_loaded_inverse.v "
      "rtl/net_bit_matrix.v && vvp -n tb");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return outcome.output;
}

// Guest nodes at all bases of all boxes for all embeddings: as many are placed as are held.
std::string AllRight(const Graph& host) {
  std::size_t guests = 0;
  for (const std::vector<int>& box : BoxesOf(host)) {
    std::size_t size = 1;
    std::size_t bases = 1;
    for (std::size_t a = 0; a < box.size(); ++a) {
      size *= static_cast<std::size_t>(box[a]);
      bases *= static_cast<std::size_t>(host.lengths()[a] - box[a] + 1);
    }
    guests += size * bases * EmbeddingsIn(Partition::Create(host, box)->shape()).size();
  }
  return fmt::format("0 wrong, {} places, {} guest nodes\n", guests, guests);
}

class LoadedUnits : public testing::TestWithParam<const char*> {};

TEST_P(LoadedUnits, AnswerAsTheFixedUnitsForEveryEmbeddingBoxAndBase) {
  const Graph host = *Graph::Parse(GetParam());
  const std::string expected = AllRight(host);
  EXPECT_EQ(Simulate(host), expected);
  std::cout << GetParam() << ": " << expected;
}

std::string HostName(const testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  for (char& c : name) c = c == ':' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Hosts, LoadedUnits,
                         testing::Values("ring:8", "line:16", "torus:4x4", "mesh:2x8",
                                         "torus:4x2x4", "hypercube:4", "torus:8x8"),
                         HostName);

TEST(LoadedUnitsTwin, ABoxBeyondTheHostIsNoticed) {
  const Graph host = *Graph::Parse("ring:8");
  EXPECT_NE(Simulate(host, "loaded_inverse", " & ~|beyond", ""), AllRight(host));
}

TEST(LoadedUnitsTwin, ACarryBetweenAxesIsNoticed) {
  const Graph host = *Graph::Parse("torus:4x4");
  EXPECT_NE(Simulate(host, "loaded_forward", "base[LOW+:FIELD] + place[LOW+:FIELD]",
                     "base[LOW+:FIELD] | place[LOW+:FIELD]"),
            AllRight(host));
}

// One chip: networks of two embeddings and boxes differ only in the loaded words.
TEST(LoadedUnitsHardware, IsTheSameForAllEmbeddingsBoxesAndBases) {
  const Graph host = *Graph::Parse("torus:4x4");
  const auto files = [&](const std::vector<int>& box, const Coordinates& base, EmbeddingKind kind) {
    const Graph shape = Partition::Create(host, box)->shape();
    return RenderRtl(PlanOf(host, box, base, Cube(kind, shape, BitOrder::kCyclic), true),
                     "toroid generate")
        .value();
  };
  EmittedFiles whole = files({4, 4}, {0, 0}, EmbeddingKind::kXor);
  EmittedFiles box = files({2, 4}, {1, 0}, EmbeddingKind::kStandard);
  EXPECT_NE(whole.at("toroid_address_units.hex"), box.at("toroid_address_units.hex"));
  for (const char* told : {"toroid_address_units.hex", "manifest.json"}) {
    whole.erase(told);
    box.erase(told);
  }
  EXPECT_EQ(whole, box);
}

}  // namespace
}  // namespace toroid::test::loaded_units_test
