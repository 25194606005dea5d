// The idea: list every use of every output, injector and ejector with its first cycle, sort by
// place and cycle, and compare neighbours. A message uses each place for as many cycles as it has
// flits, so two uses of a place meet exactly if the second begins before the first has ended.
//
// Example, L = 3, one port: a message that is offered in cycle 5 uses its injector in cycles 5 to
// 7, the first output of its route in 6 to 8, and its last, and the ejector, hops later than the
// injector. Another message that enters the second node of that route in cycle 7 needs the output
// there from cycle 8 on, but the first message has it from cycle 7 to 9: a collision.
//
// The check uses only the message list, the host's routes and the port rule. It is independent of
// the schedule's construction, and of gen/schedule's own check, which steps through time.
#include "gen/check/scheduled.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "gen/plan/link_fields.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

enum class Place : std::uint8_t { kOutput, kInjector, kEjector };

struct Use {
  Place place;
  std::uint32_t number;   // output: Graph::LinkIndex; else that of the port's link, or the node
  std::uint32_t message;  // index into the messages
  Cycle first;            // cycle in which its first flit is there
  Cycle flits;
};

class ScheduledCheck {
 public:
  ScheduledCheck(const std::vector<TimedMessage>& messages, const Graph& host, Ports ports,
                 const TurnSet& turns, const Progress& progress)
      : messages_(messages),
        host_(host),
        ports_(ports),
        turns_(turns),
        stage_(progress, "checking for collisions", messages.size()) {}

  std::vector<Finding> Find() {
    for (std::uint32_t m = 0; m < messages_.size(); ++m) {
      Follow(m);
      stage_.Tick();
    }
    FindCollision();
    uses_found_.what = "scheduled router: no collision: " +
                       Counted(uses_.size(), "use of an output, injector or ejector",
                               "uses of outputs, injectors and ejectors");
    uses_found_.items_checked = uses_.size();
    uses_found_.item = "use";
    turns_found_.what = "scheduled router: the network has every turn of the schedule";
    turns_found_.item = "turn";
    distances_found_.what = "scheduled router: no flit goes farther on an axis than it can count";
    distances_found_.item = "leg of a route";
    distances_found_.items = "legs of routes";
    std::vector<Finding> findings = {uses_found_, turns_found_, distances_found_};
    for (Finding& finding : findings) finding.holds = finding.counterexample.empty();
    return findings;
  }

 private:
  // N5.3: the e-th link of the route, from 0 on, is crossed 1 + e cycles after the inject.
  void Follow(std::uint32_t m) {
    const TimedMessage& message = messages_[m];
    const std::vector<Hop> route = host_.Route(message.from, message.to);
    const bool one = ports_ == Ports::kOne;
    Add(Place::kInjector, one ? message.from.index() : host_.LinkIndex(route.front()), m,
        message.cycle);
    Cycle at = message.cycle;
    int on_axis = 0;
    for (std::size_t e = 0; e < route.size(); ++e) {
      const bool turned = e > 0 && route[e].axis != route[e - 1].axis;
      if (turned) CheckTurn(m, route[e - 1], route[e]);
      on_axis = turned ? 1 : on_axis + 1;
      CheckDistance(m, route[e].axis, on_axis);
      Add(Place::kOutput, host_.LinkIndex(route[e]), m, ++at);
    }
    Add(Place::kEjector, one ? message.to.index() : host_.LinkIndex(route.back()), m, at);
  }

  void Add(Place place, std::size_t number, std::uint32_t message, Cycle first) {
    uses_.push_back(
        {place, static_cast<std::uint32_t>(number), message, first, messages_[message].flits});
  }

  void CheckTurn(std::uint32_t m, const Hop& before, const Hop& after) {
    ++turns_found_.items_checked;
    if (turns_.Has(LinkPortOf(host_, before), LinkPortOf(host_, after)) ||
        !turns_found_.counterexample.empty())
      return;
    turns_found_.counterexample = MessageText(m) + " turns at node " + host_.NodeText(after.node) +
                                  " from " + AxisText(before) + " to " + AxisText(after);
  }

  void CheckDistance(std::uint32_t m, Axis axis, int links) {
    distances_found_.items_checked += links == 1 ? 1 : 0;
    if (links <= LongestDistance(host_, axis) || !distances_found_.counterexample.empty()) return;
    distances_found_.counterexample = MessageText(m) + " takes more than " +
                                      Counted(LongestDistance(host_, axis), "link") + " on axis " +
                                      std::to_string(axis.value());
  }

  void FindCollision() {
    std::ranges::sort(uses_, {}, [](const Use& use) {
      return std::tuple(use.place, use.number, use.first, use.message);
    });
    const auto meet = [](const Use& one, const Use& next) {
      return one.place == next.place && one.number == next.number &&
             next.first - one.first < one.flits;
    };
    std::tuple<Cycle, std::size_t> earliest{std::numeric_limits<Cycle>::max(), 0};
    for (std::size_t u = 1; u < uses_.size(); ++u) {
      if (meet(uses_[u - 1], uses_[u])) earliest = std::min(earliest, {uses_[u].first, u});
    }
    const auto [cycle, u] = earliest;
    if (u == 0) return;
    uses_found_.counterexample = "in cycle " + std::to_string(cycle) + " " + PlaceText(uses_[u]) +
                                 " has " + MessageText(uses_[u].message) + " and " +
                                 MessageText(uses_[u - 1].message);
  }

  static std::string AxisText(const Hop& hop) {
    return "axis " + std::to_string(hop.axis.value()) + " " + Sign(hop.direction);
  }

  std::string PlaceText(const Use& use) const {
    const bool of_link = use.place == Place::kOutput || ports_ == Ports::kAll;
    const auto per_node = static_cast<std::uint32_t>(2 * host_.axes());
    const NodeId node{of_link ? use.number / per_node : use.number};
    std::string text = use.place == Place::kOutput     ? "the output"
                       : use.place == Place::kInjector ? "the injector"
                                                       : "the ejector";
    if (of_link) {
      const std::uint32_t port = use.number % per_node;
      text += " of the link axis " + std::to_string(port / 2) + " " +
              Sign(static_cast<Direction>(port % 2)) + " from node ";
    } else {
      text += " of node ";
    }
    return text + host_.NodeText(node);
  }

  std::string MessageText(std::uint32_t m) const {
    const TimedMessage& message = messages_[m];
    return "the message from node " + host_.NodeText(message.from) + " to " +
           host_.NodeText(message.to);
  }

  const std::vector<TimedMessage>& messages_;
  const Graph& host_;
  Ports ports_;
  const TurnSet& turns_;
  Stage stage_;
  std::vector<Use> uses_;
  Finding uses_found_;
  Finding turns_found_;
  Finding distances_found_;
};

}  // namespace

std::vector<TimedMessage> TimedMessagesOf(const Schedule& schedule) {
  std::vector<TimedMessage> messages;
  for (const ScheduledMessage& message : schedule.messages)
    messages.push_back({message.node, message.to, message.cycle, schedule.message_flits});
  return messages;
}

std::vector<Finding> CheckScheduledRouter(const std::vector<TimedMessage>& messages,
                                          const Graph& host, Ports ports, const TurnSet& turns,
                                          const Progress& progress) {
  return ScheduledCheck(messages, host, ports, turns, progress).Find();
}

}  // namespace toroid
