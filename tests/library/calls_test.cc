// What each function of libtoroid does, and what it refuses.
#include <thread>

#include "tests/library/network.h"
#include "tests/support/run_toroid.h"

namespace toroid::calls_test {
namespace {

using test::AllOf;
using test::Network;
using test::Opened;
using test::Taken;

constexpr const char* kTorus = "--host torus:4x4";

// R6.8: h + 2 cycles for one flit, and one for each other.
TEST(Calls, MessagesTakeTheCyclesOfTheirLinksAndFlits) {
  const Network net = Opened("--host ring:9");
  EXPECT_EQ(toroid_nodes(net.get()), 9U);
  EXPECT_EQ(toroid_inject(net.get(), 2, 6, 1, 77, 0), TOROID_OK);
  EXPECT_EQ(toroid_inject(net.get(), 3, 5, 20, 78, 100), TOROID_OK);
  EXPECT_EQ(toroid_under_way(net.get()), 2U);
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_DELIVERED);
  EXPECT_EQ(toroid_cycle(net.get()), 6);
  const auto all = AllOf(net.get());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].tag, 77U);
  EXPECT_EQ(all[0].source, 2U);
  EXPECT_EQ(all[0].destination, 6U);
  EXPECT_EQ(all[0].flits, 1U);
  EXPECT_EQ(all[0].injected, 0);
  EXPECT_EQ(all[0].entered, 0);
  EXPECT_EQ(all[0].delivered, 4 + 2);
  EXPECT_EQ(all[1].tag, 78U);
  EXPECT_EQ(all[1].injected, 100);
  EXPECT_EQ(all[1].entered, 100);
  EXPECT_EQ(all[1].delivered, 100 + 2 + 2 + 19);
}

// A node's messages enter one after another, in the order of their cycles and then of the calls.
TEST(Calls, MessagesOfANodeEnterInTheOrderOfTheirCycles) {
  const Network net = Opened(kTorus);
  for (const auto& [tag, cycle] : std::vector<std::pair<int, int>>{{3, 2}, {4, 2}, {1, 0}, {2, 1}})
    EXPECT_EQ(toroid_inject(net.get(), 0, 1, 5, static_cast<std::uint64_t>(tag), cycle), TOROID_OK);
  const auto all = AllOf(net.get());
  ASSERT_EQ(all.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all[i].tag, i + 1);
    EXPECT_EQ(all[i].entered, static_cast<std::int64_t>(5 * i));
  }
}

TEST(Calls, AnswersMayLeaveInTheCycleInWhichAQuestionArrives) {
  const Network net = Opened(kTorus);
  toroid_inject(net.get(), 0, 1, 1, 0, 0);
  EXPECT_EQ(toroid_next(net.get(), 1000), TOROID_DELIVERED);
  EXPECT_EQ(toroid_inject(net.get(), 1, 0, 1, 1, toroid_cycle(net.get())), TOROID_OK);
  const auto all = AllOf(net.get());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].entered, all[0].delivered);
}

struct Asker {
  toroid_network* net;
  std::vector<toroid_message> seen;
  std::vector<toroid_status> within;
};
void Answer(void* context, const toroid_message* message) {
  auto& asker = *static_cast<Asker*>(context);
  asker.seen.push_back(*message);
  EXPECT_EQ(message->delivered, toroid_cycle(asker.net));
  if (message->tag >= 4) return;
  asker.within = {toroid_next(asker.net, TOROID_FOREVER),
                  toroid_advance(asker.net, message->delivered + 1), toroid_hold(asker.net, 0, 1)};
  EXPECT_STREQ(toroid_error(asker.net),
               "toroid: error: toroid_hold: is called while the network runs; "
               "toroid_inject, and what only reads");
  EXPECT_EQ(toroid_inject(asker.net, message->destination, message->source, 2, message->tag + 1,
                          message->delivered),
            TOROID_OK);
}

TEST(Calls, AFunctionIsToldOfEachDeliveryAndMayAnswer) {
  const Network net = Opened(kTorus);
  Asker asker{net.get(), {}, {}};
  toroid_on_delivery(net.get(), Answer, &asker);
  toroid_inject(net.get(), 0, 5, 2, 0, 3);
  EXPECT_EQ(toroid_advance(net.get(), 200), TOROID_OK);
  ASSERT_EQ(asker.seen.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(asker.seen[i].tag, i);
    EXPECT_EQ(asker.seen[i].delivered, static_cast<std::int64_t>(3 + 5 * (i + 1)));
  }
  EXPECT_EQ(asker.within, (std::vector<toroid_status>(3, TOROID_REFUSED)));
  EXPECT_TRUE(Taken(net.get()).empty());
  toroid_on_delivery(net.get(), nullptr, nullptr);
  toroid_inject(net.get(), 0, 5, 2, 9, 200);
  EXPECT_EQ(AllOf(net.get()).size(), 1U);
}

TEST(Calls, NextStopsAtDeliveriesAndNoLaterThanItsLimit) {
  const Network net = Opened(kTorus);
  EXPECT_EQ(toroid_next(net.get(), 10), TOROID_IDLE);
  EXPECT_EQ(toroid_cycle(net.get()), 0);
  toroid_inject(net.get(), 0, 1, 1, 0, 0);
  toroid_inject(net.get(), 0, 1, 1, 1, 1);
  toroid_inject(net.get(), 4, 5, 1, 2, 1);
  EXPECT_EQ(toroid_next(net.get(), 2), TOROID_OK);
  EXPECT_EQ(toroid_cycle(net.get()), 2);
  EXPECT_EQ(toroid_next(net.get(), 3), TOROID_DELIVERED);
  EXPECT_EQ(toroid_cycle(net.get()), 3);
  EXPECT_EQ(toroid_next(net.get(), 3), TOROID_OK);
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_DELIVERED);
  EXPECT_EQ(toroid_cycle(net.get()), 4);
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_IDLE);
  EXPECT_EQ(toroid_cycle(net.get()), 4);
  EXPECT_EQ(Taken(net.get()).size(), 3U);
}

// Idle time takes no time, and changes nothing.
TEST(Calls, CyclesInWhichNothingHappensTakeNoTime) {
  const Network net = Opened(kTorus);
  constexpr std::int64_t kLate = std::int64_t{1} << 60;
  toroid_inject(net.get(), 0, 5, 3, 0, kLate - 100);
  EXPECT_EQ(toroid_advance(net.get(), 5), TOROID_OK);
  EXPECT_EQ(toroid_cycle(net.get()), 5);
  EXPECT_EQ(toroid_next(net.get(), kLate - 100), TOROID_OK);
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_DELIVERED);
  EXPECT_EQ(toroid_cycle(net.get()), kLate - 100 + 2 + 2 + 2);
  EXPECT_EQ(toroid_advance(net.get(), kLate), TOROID_OK);
  EXPECT_EQ(toroid_cycle(net.get()), kLate);
}

TEST(Calls, HeldNodesStopWhatIsForThemAndWhatIsBehindIt) {
  const Network net = Opened("--host line:4");
  EXPECT_EQ(toroid_hold(net.get(), 3, 1), TOROID_OK);
  toroid_inject(net.get(), 0, 3, 200, 0, 0);
  toroid_inject(net.get(), 0, 1, 1, 1, 0);  // behind it
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_STUCK);
  EXPECT_STREQ(toroid_error(net.get()),
               ("nothing moves in cycle " + std::to_string(toroid_cycle(net.get())) +
                ", and 2 messages are under way; held nodes have flits offered to them: (3)")
                   .c_str());
  EXPECT_EQ(toroid_advance(net.get(), 10000), TOROID_STUCK);
  EXPECT_EQ(toroid_cycle(net.get()), 10000);
  toroid_inject(net.get(), 2, 1, 1, 2, 10500);  // the other way
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_DELIVERED);
  EXPECT_EQ(toroid_cycle(net.get()), 10503);
  EXPECT_EQ(toroid_hold(net.get(), 3, 0), TOROID_OK);
  const auto all = AllOf(net.get());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].tag, 1U);
  EXPECT_GT(all[1].entered, 10503);
  EXPECT_EQ(all[2].tag, 0U);
  EXPECT_EQ(all[2].entered, 0);
}

TEST(Calls, LinksCountWhatCrossesThem) {
  const Network net = Opened("--host mesh:2x3");
  EXPECT_EQ(toroid_links(net.get(), nullptr, 0), 14U);
  toroid_inject(net.get(), 0, 5, 7, 0, 0);  // first axis first: by node 3 and 4
  AllOf(net.get());
  std::vector<toroid_link> links(20);
  ASSERT_EQ(toroid_links(net.get(), links.data(), 20), 14U);
  std::uint64_t all = 0;
  for (const toroid_link& link : links) {
    const bool on_route = std::tuple(link.from, link.to) == std::tuple(0U, 3U) ||
                          std::tuple(link.from, link.to) == std::tuple(3U, 4U) ||
                          std::tuple(link.from, link.to) == std::tuple(4U, 5U);
    EXPECT_EQ(link.flits, on_route ? 7U : 0U) << link.from << " " << link.to;
    all += link.flits;
  }
  EXPECT_EQ(all, 21U);
  EXPECT_EQ(toroid_links(net.get(), links.data(), 3), 14U);
}

// With several guest nodes on a host node; and dead nodes are none to send to.
TEST(Calls, NodesAreThoseOfTheGuestIfThereIsOne) {
  const Network guests = Opened("--host hypercube:2 --guest mesh:3x3 --embedding gray");
  EXPECT_EQ(toroid_nodes(guests.get()), 9U);
  std::uint64_t sent = 0;
  for (std::uint32_t from = 0; from < 9; ++from) {
    for (std::uint32_t to = 0; to < 9; ++to)
      if (toroid_inject(guests.get(), from, to, 2, from * 9 + to, 0) == TOROID_OK) ++sent;
  }
  EXPECT_LT(sent, 72U);
  EXPECT_GT(sent, 40U);
  const auto all = AllOf(guests.get());
  EXPECT_EQ(all.size(), sent);
  for (const toroid_message& message : all)
    EXPECT_EQ(message.tag, message.source * 9 + message.destination);

  const Network degraded = Opened("--host torus:4x4 --dead-nodes 5");
  EXPECT_EQ(toroid_nodes(degraded.get()), 16U);
  EXPECT_EQ(toroid_inject(degraded.get(), 4, 5, 1, 0, 0), TOROID_REFUSED);
  EXPECT_STREQ(toroid_error(degraded.get()),
               "toroid: error: destination: 5: is dead; a node that is alive");
  EXPECT_EQ(toroid_inject(degraded.get(), 4, 6, 1, 0, 0), TOROID_OK);
  EXPECT_EQ(AllOf(degraded.get()).size(), 1U);
  EXPECT_EQ(toroid_links(degraded.get(), nullptr, 0), 64U - 8);
}

TEST(Calls, RefuseWrongArgumentsAndChangeNothing) {
  const Network net = Opened(kTorus);
  EXPECT_STREQ(toroid_error(net.get()), "");
  toroid_advance(net.get(), 10);
  const auto expect = [&](toroid_status status, const char* text) {
    EXPECT_EQ(status, TOROID_REFUSED);
    EXPECT_STREQ(toroid_error(net.get()), text);
  };
  expect(toroid_inject(net.get(), 16, 99, 0, 0, 10),
         "toroid: error: source: 16: is out of range; allowed are whole numbers from 0 to 15\n"
         "toroid: error: destination: 99: is out of range; allowed are whole numbers from 0 to 15\n"
         "toroid: error: flits: 0: is out of range; allowed are whole numbers from 1 to 16777216");
  expect(toroid_inject(net.get(), 3, 3, 1, 0, 10),
         "toroid: error: destination: 3: is where 3 is; another node");
  expect(toroid_inject(net.get(), 3, 4, (1U << 24) + 1, 0, 10),
         "toroid: error: flits: 16777217: is out of range; allowed are whole numbers from 1 to "
         "16777216");
  expect(toroid_inject(net.get(), 3, 4, 1, 0, 9),
         "toroid: error: cycle: 9: is out of range; the network is in cycle 10; allowed are whole "
         "numbers from there to 1152921504606846976");
  expect(toroid_advance(net.get(), 9),
         "toroid: error: cycle: 9: is out of range; the network is in cycle 10; allowed are whole "
         "numbers from there to 1152921504606846976");
  EXPECT_EQ(toroid_advance(net.get(), TOROID_FOREVER), TOROID_REFUSED);
  EXPECT_EQ(toroid_next(net.get(), 9), TOROID_REFUSED);
  expect(toroid_hold(net.get(), 16, 1),
         "toroid: error: node: 16: is out of range; allowed are whole numbers from 0 to 15");
  EXPECT_EQ(toroid_under_way(net.get()), 0U);
  EXPECT_EQ(toroid_cycle(net.get()), 10);
  EXPECT_EQ(toroid_next(net.get(), TOROID_FOREVER), TOROID_IDLE);
}

// The handle of a network that could not be opened has the reasons and refuses everything.
void ExpectNotOpened(const char* options, int engine, const std::string& text) {
  toroid_network* network = nullptr;
  EXPECT_EQ(toroid_open(options, engine, &network), TOROID_REFUSED);
  ASSERT_NE(network, nullptr);
  EXPECT_EQ(std::string(toroid_error(network)).substr(0, text.size()), text);
  EXPECT_EQ(toroid_nodes(network), 0U);
  EXPECT_EQ(toroid_cycle(network), 0);
  EXPECT_EQ(toroid_under_way(network), 0U);
  EXPECT_EQ(toroid_inject(network, 0, 1, 1, 0, 0), TOROID_REFUSED);
  EXPECT_EQ(toroid_advance(network, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_next(network, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_hold(network, 0, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_links(network, nullptr, 0), 0U);
  EXPECT_TRUE(Taken(network).empty());
  EXPECT_EQ(std::string(toroid_error(network)).substr(0, text.size()), text);
  toroid_close(network);
}

TEST(Calls, OpenTakesOptionsAsJson) {
  for (const char* json :
       {R"({"host": "torus:4x4", "dead-links": "0-1,5-6", "flit-width": 64, "counters": true})",
        R"( {"host": "torus:4x4", "dead-links": ["0-1", "5-6"], "flit-width": "64",
            "counters": true, "tkeep": false})"}) {
    const Network typed =
        Opened("--host torus:4x4 --dead-links 0-1,5-6 --flit-width 64 --counters");
    const Network named = Opened(json);
    for (const auto& net : {typed.get(), named.get()})
      ASSERT_EQ(toroid_inject(net, 0, 1, 3, 7, toroid_cycle(net)), TOROID_OK);
    ASSERT_EQ(toroid_next(typed.get(), TOROID_FOREVER), toroid_next(named.get(), TOROID_FOREVER));
    EXPECT_EQ(toroid_cycle(typed.get()), toroid_cycle(named.get()));
    EXPECT_EQ(toroid_links(typed.get(), nullptr, 0), toroid_links(named.get(), nullptr, 0));
  }
  ExpectNotOpened("{\"host\": \"torus:4x4\"", TOROID_MODEL, "toroid: error: options: JSON: ");
  ExpectNotOpened(R"({"host": "torus:4x4", "colour": "red"})", TOROID_MODEL,
                  "toroid: error: --colour: ");
  ExpectNotOpened(R"({"host": "torus:4x4", "dead-links": [["0-1"]]})", TOROID_MODEL,
                  R"(toroid: error: --dead-links: [["0-1"]]: is no value of an option; a text, )");
  ExpectNotOpened(R"({"host": null})", TOROID_MODEL,
                  "toroid: error: --host: null: is no value of an option");
}

TEST(Calls, OpenRefusesWhatIsNoNetworkOfMessages) {
  ExpectNotOpened("--host torus:1x4", TOROID_MODEL, "toroid: error: --host: torus:1x4: ");
  ExpectNotOpened("--host torus:4x4 --flit-width 33 --colour red", TOROID_MODEL,
                  "toroid: error: --colour: ");
  ExpectNotOpened("--host torus:4x4 --router scheduled", TOROID_MODEL,
                  "toroid: error: --router: scheduled: has ports that this library does not drive");
  ExpectNotOpened(nullptr, TOROID_MODEL, "toroid: error: options: NULL: are no text");
  ExpectNotOpened(kTorus, 4, "toroid: error: engine: 4: is unknown; TOROID_MODEL, ");
  ExpectNotOpened(kTorus, -1, "toroid: error: engine: -1: is unknown");
}

TEST(Calls, TakeNullForNothing) {
  EXPECT_EQ(toroid_open(kTorus, TOROID_MODEL, nullptr), TOROID_REFUSED);
  EXPECT_STREQ(toroid_error(nullptr), "");
  EXPECT_EQ(toroid_nodes(nullptr), 0U);
  EXPECT_EQ(toroid_cycle(nullptr), 0);
  EXPECT_EQ(toroid_under_way(nullptr), 0U);
  EXPECT_EQ(toroid_inject(nullptr, 0, 1, 1, 0, 0), TOROID_REFUSED);
  EXPECT_EQ(toroid_advance(nullptr, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_next(nullptr, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_hold(nullptr, 0, 1), TOROID_REFUSED);
  EXPECT_EQ(toroid_take(nullptr, nullptr, 1), 0U);
  EXPECT_EQ(toroid_links(nullptr, nullptr, 1), 0U);
  toroid_on_delivery(nullptr, nullptr, nullptr);
  toroid_close(nullptr);
}

void Throw(void*, const toroid_message*) { throw std::string("no exception of C++"); }

// A caller in C++ that lets one out of its function anyway.
TEST(Calls, ExceptionsOfACallersFunctionDoNotPass) {
  const Network net = Opened(kTorus);
  toroid_on_delivery(net.get(), Throw, nullptr);
  toroid_inject(net.get(), 0, 1, 1, 0, 0);
  EXPECT_EQ(toroid_advance(net.get(), 100), TOROID_FAILED);
  EXPECT_NE(std::string(toroid_error(net.get())), "");
  EXPECT_EQ(toroid_advance(net.get(), 100), TOROID_FAILED);
  EXPECT_EQ(toroid_inject(net.get(), 0, 1, 1, 0, 100), TOROID_FAILED);
}

TEST(Calls, NetworksDoNotKnowOfEachOther) {
  const Network one = Opened(kTorus);
  const Network other = Opened("--host mesh:3x3");
  toroid_inject(one.get(), 0, 1, 1, 0, 0);
  EXPECT_EQ(toroid_next(other.get(), TOROID_FOREVER), TOROID_IDLE);
  EXPECT_EQ(toroid_inject(other.get(), 10, 1, 1, 0, 0), TOROID_REFUSED);
  EXPECT_STREQ(toroid_error(one.get()), "");
  EXPECT_EQ(AllOf(one.get()).size(), 1U);
}

// The cycles in which all messages of a network to itself are delivered.
std::vector<std::int64_t> CyclesOf(const std::string& options) {
  const Network net = Opened(options);
  const std::uint32_t nodes = toroid_nodes(net.get());
  for (std::uint32_t i = 0; i < 40 * nodes; ++i)
    toroid_inject(net.get(), i % nodes, (i * 7 + 1 + i % nodes) % nodes, 3, i, i % 50);
  std::vector<std::int64_t> cycles;
  for (const toroid_message& one : AllOf(net.get())) cycles.push_back(one.delivered);
  return cycles;
}

// `make tsan` runs it too.
TEST(Calls, ThreadsUseNetworksOfTheirOwn) {
  const std::vector<std::string> options = {kTorus, "--host mesh:4x5 --ports all", "--host ring:9"};
  std::vector<std::vector<std::int64_t>> seen(options.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < options.size(); ++i)
    threads.emplace_back([&, i] { seen[i] = CyclesOf(options[i]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < options.size(); ++i) {
    EXPECT_GT(seen[i].size(), 300U);
    EXPECT_EQ(seen[i], CyclesOf(options[i]));
  }
}

TEST(Calls, VersionIsThatOfTheProgram) {
  EXPECT_EQ(RunToroid("--version").out, std::string("toroid ") + toroid_version() + "\n");
}

// Everything that the header declares is exported with a version, and nothing else is.
TEST(Calls, LibraryShowsItsFunctionsAndNothingElse) {
  const Outcome outcome =
      RunShell("nm -D --defined-only '" TOROID_LIBRARY
               "' | sed -n 's/.* T //p' | sort >shown; "
               "nm -D --defined-only '" TOROID_LIBRARY
               "' | grep -vc ' [TA] '; "
               "grep -oE '\\btoroid_[a-z_]+\\(' '" TOROID_HEADER
               "' | tr -d '(' | sort -u | "
               "sed 's/$/@@TOROID_0.1/' | diff shown - && wc -l <shown; rm shown");
  EXPECT_EQ(outcome.out, "0\n14\n") << outcome.err;
}

}  // namespace
}  // namespace toroid::calls_test
