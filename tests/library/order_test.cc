// Calls in any order, with any arguments: no crash, no message lost, none twice, every status one
// that the header names. The long test makes 10^6 calls; `make asan` runs the sample under the
// sanitizers.
#include <map>
#include <random>

#include "tests/library/network.h"
#include "tests/support/long_run.h"

namespace toroid::order_test {
namespace {

using test::Network;
using test::Opened;

// A network, and what its caller knows of it.
class Caller {
 public:
  Caller(const std::string& options, std::uint64_t seed) : net_(Opened(options)), random_(seed) {}
  ~Caller() {
    for (std::uint32_t node = 0; node < nodes(); ++node) toroid_hold(net_.get(), node, 0);
    toroid_on_delivery(net_.get(), nullptr, nullptr);
    toroid_status status = TOROID_DELIVERED;
    while (status == TOROID_DELIVERED) status = toroid_next(net_.get(), TOROID_FOREVER);
    EXPECT_EQ(status, TOROID_IDLE) << toroid_error(net_.get());
    Take();
    EXPECT_TRUE(expected_.empty());
    EXPECT_GT(delivered_, 0U);
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  void Call() {
    switch (Below(12)) {
      case 0: Take(); break;
      case 1: toroid_on_delivery(net_.get(), Below(2) ? Told : nullptr, this); break;
      case 2: Hold(); break;
      case 3: Expect(toroid_advance(net_.get(), AnyCycle(200)), {TOROID_OK, TOROID_STUCK}); break;
      case 4:
      case 5:
        Expect(toroid_next(net_.get(), Below(9) ? AnyCycle(50) : TOROID_FOREVER),
               {TOROID_OK, TOROID_DELIVERED, TOROID_IDLE, TOROID_STUCK});
        break;
      case 6: Links(); break;
      default: Inject(); break;
    }
    EXPECT_LE(toroid_under_way(net_.get()), expected_.size());  // the others are to be taken
  }

 private:
  std::uint32_t nodes() const { return toroid_nodes(net_.get()); }
  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  // Mostly one that is allowed.
  std::int64_t AnyCycle(std::uint32_t ahead) {
    const std::int64_t now = toroid_cycle(net_.get());
    switch (Below(40)) {
      case 0: return now - 1 - Below(5);
      case 1: return INT64_MIN;
      case 2: return TOROID_FOREVER;
      default: return now + Below(ahead);
    }
  }
  void Expect(toroid_status status, const std::vector<toroid_status>& allowed) {
    const bool is_allowed = std::ranges::find(allowed, status) != allowed.end();
    EXPECT_TRUE(is_allowed || status == TOROID_REFUSED) << status;
    if (status != TOROID_REFUSED) return;
    EXPECT_EQ(std::string(toroid_error(net_.get())).substr(0, 15), "toroid: error: ");
  }
  void Inject() {
    const std::uint32_t source = Below(20) ? Below(nodes()) : Below(UINT32_MAX);
    const std::uint32_t destination = Below(20) ? Below(nodes()) : Below(UINT32_MAX);
    const std::uint32_t flits = Below(20) ? 1 + Below(12) : Below(2) * UINT32_MAX;
    const std::int64_t cycle = AnyCycle(30);
    const toroid_status status = toroid_inject(net_.get(), source, destination, flits, tag_, cycle);
    Expect(status, {TOROID_OK});
    const bool right = source < nodes() && destination < nodes() && source != destination &&
                       flits >= 1 && flits <= 12 && cycle >= toroid_cycle(net_.get()) &&
                       cycle != TOROID_FOREVER;
    EXPECT_EQ(status == TOROID_OK, right);
    if (status != TOROID_OK) return;
    expected_[tag_] = {tag_, source, destination, flits, cycle, 0, 0};
    ++tag_;
  }
  void Hold() {
    const std::uint32_t node = Below(20) ? Below(nodes()) : Below(UINT32_MAX);
    Expect(toroid_hold(net_.get(), node, static_cast<int>(Below(3) == 0)), {TOROID_OK});
  }
  void Links() {
    std::vector<toroid_link> links(Below(80));
    EXPECT_GT(toroid_links(net_.get(), links.data(), links.size()), 0U);
  }
  void Take() {
    std::vector<toroid_message> some(Below(30) + 1);
    const std::size_t count = toroid_take(net_.get(), some.data(), some.size());
    for (std::size_t i = 0; i < count; ++i) See(some[i]);
    if (count == some.size()) Take();
  }
  // What is delivered has been sent, once, and not before its time.
  void See(const toroid_message& message) {
    const auto sent = expected_.find(message.tag);
    ASSERT_NE(sent, expected_.end());
    EXPECT_EQ(message.source, sent->second.source);
    EXPECT_EQ(message.destination, sent->second.destination);
    EXPECT_EQ(message.flits, sent->second.flits);
    EXPECT_EQ(message.injected, sent->second.injected);
    EXPECT_GE(message.entered, message.injected);
    EXPECT_GT(message.delivered, message.entered + message.flits);
    expected_.erase(sent);
    ++delivered_;
  }
  // Within a call of the network, in which a caller may call it again.
  static void Told(void* context, const toroid_message* message) {
    auto& self = *static_cast<Caller*>(context);
    self.See(*message);
    if (self.Below(3) == 0) self.Inject();
    EXPECT_EQ(toroid_next(self.net_.get(), 0), TOROID_REFUSED);
  }

  Network net_;
  std::mt19937_64 random_;
  std::uint64_t tag_ = 0;
  std::map<std::uint64_t, toroid_message> expected_;
  std::uint64_t delivered_ = 0;
};

TEST(CallsInAnyOrder, LoseNothing) {
  const auto calls = LongOr(1'000'000, 20'000);
  for (const char* options : {"--host torus:4x4", "--host mesh:3x3 --ports all --link-stages 1",
                              "--host ring:5", "--host twisted:4x8 --flit-width 8"}) {
    Caller caller(options, 3);
    for (int i = 0; i < calls / 4; ++i) caller.Call();
  }
}

}  // namespace
}  // namespace toroid::order_test
