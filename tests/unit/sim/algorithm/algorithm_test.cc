// Algorithms on paper: messages are handed over directly, without a network.
#include "sim/algorithm/algorithm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <complex>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <tuple>

#include "gen/collective/makers.h"
#include "gen/trees/network_tree.h"
#include "sim/algorithm/collective_data.h"
#include "sim/algorithm/elements.h"
#include "sim/algorithm/serial.h"

namespace toroid::sim_algorithm_test {
namespace {

struct Message {
  std::size_t round;
  Process from;
  Process to;
  std::vector<std::uint32_t> words;
};
using Change = std::function<void(Message&)>;

std::vector<Process> Partners(const Round& round, Process n, Process processes) {
  std::vector<Process> partners;
  for (int k = 0; k < round.iteration.task.count; ++k)
    partners.push_back(n ^ (Process{1} << (round.iteration.task.first + k)));
  for (const std::uint32_t distance : round.distances)
    partners.push_back(PartnerAt(round, n, distance, processes));
  return partners;
}

// Returns all messages in the order in which they were sent. `change` is applied to each before it
// arrives; the messages of a round arrive in reverse order.
std::vector<Message> Carry(Algorithm& algorithm, const AlgorithmSetting& setting,
                           const Change& change = {}) {
  const Process processes = Process{1} << setting.dimensions;
  std::vector<Message> all;
  for (std::size_t r = 0; r < algorithm.rounds().size(); ++r) {
    const Round& round = algorithm.rounds()[r];
    const std::size_t first = all.size();
    for (Process n = 0; n < processes; ++n) {
      for (const Process to : Partners(round, n, processes)) {
        std::vector<std::uint32_t> words(static_cast<std::size_t>(round.message_flits) *
                                         WordsOf(setting.flit_bits));
        algorithm.Send(r, n, to, words);
        all.push_back({r, n, to, words});
      }
    }
    for (std::size_t i = all.size(); i-- > first;) {
      Message arriving = all[i];
      if (change) change(arriving);
      algorithm.Receive(r, arriving.from, arriving.to, arriving.words);
    }
  }
  return all;
}

struct Case {
  std::string name;
  std::function<std::unique_ptr<Algorithm>(const AlgorithmSetting&)> make;
  // number of elements to check, by number of processes
  std::function<std::uint64_t(std::uint64_t)> elements;
  int least_bits = 8;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> Cases() {
  const auto travelling = [](std::uint64_t p) { return p * (p - 1) * 4; };
  const auto own = [](std::uint64_t p) { return p * 8; };
  return {
      {"CubeExchange", [](const auto& s) { return MakeCubeExchange(s, 4, 1); }, travelling},
      {"CubeExchangeInPackets", [](const auto& s) { return MakeCubeExchange(s, 4, 4); },
       travelling},
      {"BinaryExchange", [](const auto& s) { return MakeBinaryExchange(s, 4); }, travelling},
      {"DirectExchange", [](const auto& s) { return MakeDirectExchange(s, 4); }, travelling},
      {"RingExchange", [](const auto& s) { return MakeRingExchange(s, 4); }, travelling},
      {"Fft", [](const auto& s) { return MakeFft(s, 8, 1); }, own, 64},
      {"FftInPackets", [](const auto& s) { return MakeFft(s, 8, 4); }, own, 64},
      {"BitonicSort", [](const auto& s) { return MakeBitonicSort(s, 8); }, own},
      {"AllReduce", [](const auto& s) { return MakeAllReduce(s, 8, 1); }, own},
      {"AllReduceInPackets", [](const auto& s) { return MakeAllReduce(s, 8, 2); }, own},
      {"AllGather", [](const auto& s) { return MakeAllGather(s, 4); }, travelling},
  };
}

class OnPaper : public testing::TestWithParam<Case> {};

TEST_P(OnPaper, AgreesWithTheSerialComputationForEverySizeWidthAndSeed) {
  int runs = 0;
  for (int d = 1; d <= 6; ++d) {
    for (const int bits : {8, 24, 32, 40, 64, 136, 512}) {
      if (bits < GetParam().least_bits || (d > 4 && bits > 40)) continue;
      for (const std::uint64_t seed : {1U, 2U}) {
        const AlgorithmSetting setting{d, bits, seed};
        const auto algorithm = GetParam().make(setting);
        Carry(*algorithm, setting);
        const AlgorithmResult result = algorithm->Check();
        EXPECT_EQ(result.wrong, 0U)
            << "d " << d << ", " << bits << " bits: " << result.first_wrong->expected << " "
            << result.first_wrong->seen;
        EXPECT_EQ(result.elements_checked, GetParam().elements(1U << d));
        ++runs;
      }
    }
  }
  EXPECT_GE(runs, 12);
}

TEST_P(OnPaper, SeesTheDataThatOneWrongMessageBrings) {
  const AlgorithmSetting setting{3, 64, 5};
  const auto algorithm = GetParam().make(setting);
  const auto messages = Carry(*GetParam().make(setting), setting);
  ASSERT_FALSE(messages.empty());
  const Message& chosen = messages[0];
  Carry(*algorithm, setting, [&](Message& m) {
    if (m.round != chosen.round || m.from != chosen.from || m.to != chosen.to) return;
    for (std::uint32_t& word : m.words) word = ~word;
  });
  const AlgorithmResult result = algorithm->Check();
  EXPECT_GT(result.wrong, 0U);
  ASSERT_TRUE(result.first_wrong);
  EXPECT_NE(result.first_wrong->expected, result.first_wrong->seen);
}

TEST_P(OnPaper, SendsTheSameForTheSameSeedOnly) {
  const auto words = [&](std::uint64_t seed) {
    const AlgorithmSetting setting{3, 64, seed};
    std::vector<std::uint32_t> sent;
    for (const Message& m : Carry(*GetParam().make(setting), setting))
      sent.insert(sent.end(), m.words.begin(), m.words.end());
    return sent;
  };
  EXPECT_EQ(words(1), words(1));
  EXPECT_NE(words(1), words(2));
}

// The network would lose bits beyond the flit width.
TEST_P(OnPaper, NeverUsesBitsBeyondTheFlitWidth) {
  const AlgorithmSetting setting{3, 88, 1};
  for (const Message& m : Carry(*GetParam().make(setting), setting)) {
    for (std::size_t w = 2; w < m.words.size(); w += 3) ASSERT_EQ(m.words[w] >> 24, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, OnPaper, testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

// In these algorithms every element that is sent becomes a result or is added to one.
TEST(EveryBit, OfEveryMessageCounts) {
  const AlgorithmSetting setting{3, 40, 1};
  const std::vector<std::function<std::unique_ptr<Algorithm>()>> makers{[&] { return MakeCubeExchange(setting, 2, 4); },
                                                                        [&] { return MakeBinaryExchange(setting, 1); },
                                                                        [&] { return MakeDirectExchange(setting, 2); },
                                                                        [&] { return MakeRingExchange(setting, 2); },
                                                                        [&] { return MakeAllReduce(setting, 4, 2); },
                                                                        [&] { return MakeAllGather(setting, 2); }};
  for (const auto& make : makers) {
    const auto messages = Carry(*make(), setting);
    for (const Message& chosen : messages) {
      for (std::size_t w = 0; w < chosen.words.size(); ++w) {
        const auto algorithm = make();
        Carry(*algorithm, setting, [&](Message& m) {
          if (m.round == chosen.round && m.from == chosen.from && m.to == chosen.to)
            m.words[w] ^= 1U << (w % 8);
        });
        ASSERT_GT(algorithm->Check().wrong, 0U)
            << algorithm->Check().algorithm << " round " << chosen.round << " word " << w;
      }
    }
  }
}

TEST(CompleteExchange, SeesTwoBlocksSwappedInOneMessage) {
  const AlgorithmSetting setting{4, 32, 1};
  const auto algorithm = MakeCubeExchange(setting, 2, 1);
  Carry(*algorithm, setting, [](Message& m) {
    if (m.round == 1 && m.from == 5)
      std::swap_ranges(m.words.begin(), m.words.begin() + 2, m.words.begin() + 2);
  });
  EXPECT_EQ(algorithm->Check().wrong, 4U);  // two blocks of two elements
}

// ---- pipelining ----

// The value sent for each element of each vector x_k: by (sender, cube dimension, element).
using Vectors = std::map<std::tuple<Process, int, std::size_t>, std::uint32_t>;

Vectors Sent(Algorithm& algorithm, const AlgorithmSetting& setting, int pipelining) {
  Vectors vectors;
  const std::size_t width = WordsOf(setting.flit_bits);
  for (const Message& m : Carry(algorithm, setting)) {
    const int k = std::countr_zero(m.from ^ m.to);
    const std::size_t packet = pipelining == 1 ? 0 : m.round - static_cast<std::size_t>(k);
    for (std::size_t i = 0; i < m.words.size(); i += width) {
      const bool is_new =
          vectors.emplace(std::tuple(m.from, k, (packet * m.words.size() + i) / width), m.words[i])
              .second;
      EXPECT_TRUE(is_new);
    }
  }
  return vectors;
}

using MakePipelined = std::function<std::unique_ptr<Algorithm>(const AlgorithmSetting&, int)>;

// Whether each packet, computed from the data that has arrived by then, equals the packet that is
// sent when each stage waits for the whole previous stage.
bool NeedsNothingThatIsStillToCome(const MakePipelined& make, const AlgorithmSetting& setting,
                                   int pipelining) {
  const Vectors whole = Sent(*make(setting, 1), setting, 1);
  Vectors packets = Sent(*make(setting, pipelining), setting, pipelining);
  // the padding of the last packets
  std::erase_if(packets,
                [&](const auto& sent) { return !whole.contains(sent.first) && sent.second == 0; });
  return !whole.empty() && whole == packets;
}

// Blocks of `block` flits, and vectors of 16 elements.
void ExpectNothingNeeded(int d, int q, int block) {
  const AlgorithmSetting setting{d, 64, 1};
  const auto cube = [&](const auto& s, int p) { return MakeCubeExchange(s, block, p); };
  const auto fft = [](const auto& s, int p) { return MakeFft(s, 16, p); };
  const auto sum = [](const auto& s, int p) { return MakeAllReduce(s, 16, p); };
  if (q <= block << (d - 1)) {
    EXPECT_TRUE(NeedsNothingThatIsStillToCome(cube, setting, q)) << d << " " << q;
  }
  if (q > 16) return;
  EXPECT_TRUE(NeedsNothingThatIsStillToCome(fft, setting, q)) << d << " " << q;
  EXPECT_TRUE(NeedsNothingThatIsStillToCome(sum, setting, q)) << d << " " << q;
}

TEST(AlgorithmPipelining, NoPacketNeedsDataThatHasNotArrived) {
  for (int d = 1; d <= 6; ++d) {
    for (int q = 1; q <= 64; q *= 2) ExpectNothingNeeded(d, q, 2);
  }
}

TEST(AlgorithmPipelining, TakesAnyDegreeUpToTheElements) {
  for (int d = 1; d <= 4; ++d) {
    for (int q = 1; q <= 24; ++q) ExpectNothingNeeded(d, q, 3);
  }
}

// Whether, with blocks sent in ascending order, some element travels in cube dimension k no earlier
// than in the next dimension i that it needs. The element's index in each vector is (rank of its
// place among those with the bit) * block + offset, and packet p of x_k travels in round k + p.
bool UpwardsIsTooLate(int d, int block, int q) {
  const int packet = (block << (d - 1)) / q;
  const auto round = [&](int place, int k, int offset) {
    int rank = 0;
    for (int p = 0; p < place; ++p) rank += p >> k & 1;
    return k + (rank * block + offset) / packet;
  };
  for (int place = 1; place < 1 << d; ++place) {
    int last = -1;
    for (int k = 0; k < d; ++k) {
      if ((place >> k & 1) == 0) continue;
      for (int e = 0; e < block && last >= 0; ++e) {
        if (round(place, last, e) >= round(place, k, e)) return true;
      }
      last = k;
    }
  }
  return false;
}

// Without the reversed order a packet is sent before its data arrives, and the exchange fails,
// except in short pipelines.
TEST(AlgorithmPipelining, OfTheExchangeNeedsTheReversedOrder) {
  const auto forward = [](const auto& s, int p) {
    return MakeCubeExchange(s, 2, p, BlockOrder::kForward);
  };
  int failures = 0;
  for (int d = 1; d <= 6; ++d) {
    const AlgorithmSetting setting{d, 64, 1};
    for (int q = 1; q <= 2 << (d - 1); q *= 2) {
      const bool fails = UpwardsIsTooLate(d, 2, q);
      EXPECT_EQ(NeedsNothingThatIsStillToCome(forward, setting, q), !fails) << d << " " << q;
      const auto algorithm = forward(setting, q);
      Carry(*algorithm, setting);
      EXPECT_EQ(algorithm->Check().wrong > 0, fails) << d << " " << q;
      EXPECT_EQ(fails, d >= 3 && q >= 8) << d << " " << q;
      failures += fails ? 1 : 0;
    }
  }
  EXPECT_EQ(failures, 1 + 2 + 3 + 4);
}

// ---- shape of the rounds ----

TEST(Rounds, AreThoseOfTheDefinitions) {
  const AlgorithmSetting setting{4, 64, 1};
  const auto sizes = [](const Algorithm& algorithm) {
    std::vector<std::tuple<int, int, int>> all;
    for (const Round& r : algorithm.rounds())
      all.emplace_back(r.iteration.task.first, r.iteration.task.count, r.message_flits);
    return all;
  };
  using Sizes = std::vector<std::tuple<int, int, int>>;
  EXPECT_EQ(sizes(*MakeAllGather(setting, 3)),
            (Sizes{{0, 1, 3}, {1, 1, 6}, {2, 1, 12}, {3, 1, 24}}));
  EXPECT_EQ(sizes(*MakeBinaryExchange(setting, 3)),
            (Sizes{{3, 1, 24}, {2, 1, 24}, {1, 1, 24}, {0, 1, 24}}));
  EXPECT_EQ(sizes(*MakeCubeExchange(setting, 3, 1)),
            (Sizes{{0, 1, 24}, {1, 1, 24}, {2, 1, 24}, {3, 1, 24}}));
  EXPECT_EQ(sizes(*MakeFft(setting, 8, 2)),
            (Sizes{{0, 1, 4}, {0, 2, 4}, {1, 2, 4}, {2, 2, 4}, {3, 1, 4}}));
  EXPECT_EQ(sizes(*MakeBitonicSort({3, 32, 1}, 5)),
            (Sizes{{0, 1, 5}, {1, 1, 5}, {0, 1, 5}, {2, 1, 5}, {1, 1, 5}, {0, 1, 5}}));

  const auto direct = MakeDirectExchange(setting, 3);
  ASSERT_EQ(direct->rounds().size(), 1U);
  EXPECT_EQ(Partners(direct->rounds()[0], 5, 16),
            (std::vector<Process>{4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14, 9, 8, 11, 10}));
  const auto ring = MakeRingExchange(setting, 3);
  ASSERT_EQ(ring->rounds().size(), 15U);
  EXPECT_EQ(Partners(ring->rounds()[0], 5, 16), std::vector<Process>{6});
  EXPECT_EQ(Partners(ring->rounds()[14], 5, 16), std::vector<Process>{4});
}

// ---- arithmetic ----

TEST(Sums, CarryFromWordToWordAndEndAtTheFlitWidth) {
  Elements e(2, 72);
  e[0][0] = 0xffffffff, e[0][1] = 0xffffffff, e[0][2] = 0x000000fe;
  e[1][0] = 1;
  Combine(WordOperator::kSum, e[0], e[1], 72);
  EXPECT_EQ(ElementText(e[0]), "0x000000ff0000000000000000");
  e[1][2] = 1;
  Combine(WordOperator::kSum, e[0], e[1], 72);
  EXPECT_EQ(ElementText(e[0]), "0x000000000000000000000001");
}

// docs/spec/in-network.md, IN7.1.
TEST(Operators, TakeWordsAsUnsignedNumbersAsWideAsAFlit) {
  const auto text = [](WordOperator by) {
    Elements e(2, 72);
    e[0][0] = 0x0000000f, e[0][1] = 0x00000001, e[0][2] = 0x00000080;
    e[1][0] = 0x000000f3, e[1][1] = 0x80000000, e[1][2] = 0x0000007f;
    Combine(by, e[0], e[1], 72);
    return ElementText(e[0]);
  };
  EXPECT_EQ(text(WordOperator::kMin), "0x0000007f80000000000000f3");
  EXPECT_EQ(text(WordOperator::kMax), "0x00000080000000010000000f");
  EXPECT_EQ(text(WordOperator::kAnd), "0x000000000000000000000003");
  EXPECT_EQ(text(WordOperator::kOr), "0x000000ff80000001000000ff");
}

TEST(Operators, AddBinary32NumbersSideBySide) {
  Elements e(2, 64);
  e[0][0] = 0x3f800000, e[0][1] = 0x4b800000;  // 1, 2^24
  e[1][0] = 0xc0000000, e[1][1] = 0x3f800000;  // -2, 1
  Combine(WordOperator::kFloat32, e[0], e[1], 64);
  EXPECT_EQ(ElementText(e[0]), "0x4b800000bf800000") << "2^24 + 1 is a tie; -1";
}

// Against the words combined one after another.
TEST(Operators, HaveSerialResults) {
  for (const WordOperator by : {WordOperator::kSum, WordOperator::kMin, WordOperator::kMax,
                                WordOperator::kAnd, WordOperator::kOr, WordOperator::kFloat32}) {
    for (const int bits : {32, 72, 96}) {
      if (by == WordOperator::kFloat32 && bits == 72) continue;
      const Operands operands{by, 7, bits};
      SerialResult serial(operands, 5);
      Elements words(2, bits);
      AlgorithmResult result;
      for (std::uint64_t e = 0; e < 50; ++e) {
        operands.Fill(0, e, words[0]);
        for (Process n = 1; n < 5; ++n) {
          operands.Fill(n, e, words[1]);
          Combine(by, words[0], words[1], bits);
        }
        serial.Compute(e);
        serial.CompareWith(words[0], 0, result);
      }
      EXPECT_EQ(result.wrong, 0U) << ToString(by) << bits;
      words[0][0] ^= 0x400000;  // far more than a sum's last bit
      serial.CompareWith(words[0], 0, result);
      EXPECT_EQ(result.wrong, 1U) << ToString(by) << bits;
      EXPECT_EQ(result.elements_checked, 51U);
    }
  }
}

// Gives every node of a torus:3x5 what comes of all vectors along the tree from node 7, and
// compares that with the same tree, its nodes' children in the other order. Returns the wrong
// elements.
std::uint64_t WrongInTheOtherOrder(WordOperator by, Collective kind) {
  const Graph host = *Graph::Parse("torus:3x5");
  const degraded::DegradedHost whole(host);
  const trees::NetworkTree tree(whole, NodeId{7});
  const CollectiveTask task{.kind = kind, .flits = 40, .root = NodeId{HasRoot(kind) ? 7U : 0U}};
  const auto program = std::make_shared<CollectiveProgram>(
      InNetworkProgram(task, whole, MessageRoutes(host).WithTree(tree, 4)));
  const auto other = std::make_shared<CollectiveProgram>(*program);
  for (auto from = other->joins.begin(); from != other->joins.end();) {
    const auto to = std::find_if(from, other->joins.end(),
                                 [&](const auto& join) { return join.first != from->first; });
    std::reverse(from, to);
    from = to;
  }
  const Operands operands{.by = by, .seed = 3};
  CollectiveData data(program, host.size(), operands), reordered(other, host.size(), operands);
  std::vector<std::uint32_t> words(40);
  data.Send(static_cast<std::uint32_t>(program->operations.size()) - 1, words);  // what all get
  for (std::uint32_t number = 0; number < program->operations.size(); ++number) {
    if (!program->operations[number].leaves) continue;
    data.Receive(number, words);
    reordered.Receive(number, words);
  }
  const AlgorithmResult right = data.Check();
  EXPECT_EQ(right.wrong, 0U);
  EXPECT_EQ(right.elements_checked, kind == Collective::kReduce ? 40U : 600U);
  return reordered.Check().wrong;
}

// docs/spec/in-network.md, IN7.7.
TEST(Operators, KeepTheTreesOrderOfFloats) {
  for (const Collective kind : {Collective::kAllReduce, Collective::kReduce}) {
    EXPECT_GT(WrongInTheOtherOrder(WordOperator::kFloat32, kind), 0U);
    EXPECT_EQ(WrongInTheOtherOrder(WordOperator::kSum, kind), 0U);
    EXPECT_EQ(WrongInTheOtherOrder(WordOperator::kMax, kind), 0U);
  }
}

TEST(Keys, AreOftenEqual) {
  const AlgorithmSetting setting{2, 32, 1};
  std::map<std::uint32_t, int> count;
  for (const Message& m : Carry(*MakeBitonicSort(setting, 32), setting)) {
    if (m.round != 0) break;
    for (const std::uint32_t word : m.words) ++count[word];
  }
  EXPECT_GT(count.size(), 16U);
  EXPECT_LT(count.size(), 80U);  // of 128 keys
}

using Points = std::vector<std::complex<double>>;

Points Input(std::size_t n) {
  Points x;
  for (std::size_t j = 0; j < n; ++j)
    x.emplace_back(static_cast<double>(j * j % 17) - 8, static_cast<double>(j * 7 % 11) - 5);
  return x;
}

TEST(SerialFft, AgreesWithTheDefinition) {
  for (std::size_t n = 1; n <= 256; n *= 2) {
    const Points x = Input(n);
    const Points seen = SerialFft(x);
    ASSERT_EQ(seen.size(), n);
    for (std::size_t k = 0; k < n; ++k) {
      std::complex<double> sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        sum += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) /
                                          static_cast<double>(n));
      }
      EXPECT_LT(std::abs(sum - seen[k]), 1e-10) << n << " " << k;
    }
  }
}

// The bound leaves room for rounding only.
TEST(Fft, ErrorStaysFarBelowWhatAChangedPointCauses) {
  const AlgorithmSetting setting{5, 64, 3};
  const auto right = MakeFft(setting, 32, 4);
  Carry(*right, setting);
  EXPECT_GT(right->Check().largest_error, 0.0);
  EXPECT_LT(right->Check().largest_error, 2e-6);
  const auto changed = MakeFft(setting, 32, 4);
  Carry(*changed, setting, [](Message& m) {
    // an eighth of a power of two
    if (m.round == 2 && m.from == 0 && m.to == 1) m.words[0] ^= 1U << 20;
  });
  EXPECT_GT(changed->Check().wrong, 0U);
  const auto lost = MakeFft(setting, 32, 4);
  Carry(*lost, setting, [](Message& m) {
    if (m.round == 2 && m.from == 0 && m.to == 1) m.words[0] = 0x7fc00000;  // NaN
  });
  EXPECT_GT(lost->Check().wrong, 0U);
}

}  // namespace
}  // namespace toroid::sim_algorithm_test
