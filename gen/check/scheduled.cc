// The idea: list every use of every output, injector and ejector with its first cycle, sort by
// place and cycle, and compare neighbours. A message uses each place for as many cycles as it has
// flits, so two uses of a place meet exactly if the second begins before the first has ended.
//
// The uses and their order are those of gen/program/meetings.h, with the router's own delays.
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
#include <optional>
#include <string>

#include "gen/placing/uses.h"
#include "gen/plan/link_fields.h"
#include "gen/program/meetings.h"
#include "gen/program/tree_uses.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

class ScheduledCheck {
 public:
  ScheduledCheck(const std::vector<Operation>& messages, const MessageRoutes& routes, Ports ports,
                 const TurnSet& turns, const Progress& progress)
      : messages_(messages),
        routes_(routes),
        host_(routes.host()),
        ports_(ports),
        turns_(turns),
        search_(host_, ports, {.link = 1, .ejector = routes.hop_cycles() - 1}),
        stage_(progress, "checking for collisions", messages.size()) {
    if (routes.tree() != nullptr) tree_.emplace(messages, routes, search_);
  }

  std::vector<Finding> Find() {
    for (std::uint32_t m = 0; m < messages_.size(); ++m) {
      Follow(m);
      stage_.Tick();
    }
    FindCollision();
    uses_found_.what = "scheduled router: no collision: " +
                       Counted(search_.size(), "use of an output, injector or ejector",
                               "uses of outputs, injectors and ejectors");
    uses_found_.items_checked = search_.size();
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
  // N5.3: the flit is on the wires of the e-th link of the route, from 0 on, 1 + e cycles after the
  // inject; with a hop of h cycles 1 + e h.
  void Follow(std::uint32_t m) {
    const Operation& message = messages_[m];
    if (message.is_in_network()) return FollowAlongTree(m);
    const NodeId from{message.from}, to{message.to};
    const std::vector<Hop> route = host_.Route(from, to);
    FindUses(routes_, ports_, from, to, scratch_);
    search_.Add(m, scratch_, message.not_before, message.flits);
    if (ports_ == Ports::kAll)
      search_.AddPortsOfLinks(m, scratch_, message.not_before, message.flits);
    int on_axis = 0;
    for (std::size_t e = 0; e < route.size(); ++e) {
      const bool turned = e > 0 && route[e].axis != route[e - 1].axis;
      if (turned) CheckTurn(m, route[e - 1], route[e]);
      on_axis = turned ? 1 : on_axis + 1;
      CheckDistance(m, route[e].axis, on_axis);
    }
  }

  // The network has the turns of its tree (IN1.5), and nothing on it counts links.
  void FollowAlongTree(std::uint32_t m) {
    tree_->Add(m, messages_[m].flits);
    if (!tree_->MeetAtRoot() && uses_found_.counterexample.empty())
      uses_found_.counterexample =
          MessageText(m) + " comes to the root in another cycle than those that it is added to";
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

  // The first two that meet; outputs before injectors before ejectors.
  void FindCollision() {
    std::optional<Occupation> earliest;
    std::uint32_t other = 0;
    search_.Find([&](const Occupation& one, const Occupation& next) {
      if (earliest && earliest->from <= next.from) return;
      earliest = next;
      other = one.message;
    });
    if (!earliest) return;
    uses_found_.counterexample = "in cycle " + std::to_string(earliest->from) + " " +
                                 PlaceText(earliest->resource) + " has " +
                                 MessageText(earliest->message) + " and " + MessageText(other);
  }

  static std::string AxisText(const Hop& hop) {
    return "axis " + std::to_string(hop.axis.value()) + " " + Sign(hop.direction);
  }

  // Resources are numbered: outputs, then injectors, then ejectors.
  std::string PlaceText(std::size_t resource) const {
    const std::size_t outputs = host_.LinkIndexBound();
    if (resource < outputs) return "the output" + LinkText(resource);
    if (ports_ == Ports::kOne) {
      const bool injector = resource < outputs + host_.size();
      const auto node = (resource - outputs) % host_.size();
      return std::string(injector ? "the injector" : "the ejector") + " of node " +
             host_.NodeText(NodeId{static_cast<std::uint32_t>(node)});
    }
    const std::size_t port = resource - ResourceBound(host_);
    return port < outputs ? "the injector" + LinkText(port)
                          : "the ejector" + LinkText(port - outputs);
  }

  std::string LinkText(std::size_t link) const {
    const std::size_t per_node = 2 * static_cast<std::size_t>(host_.axes());
    const std::size_t port = link % per_node;
    return " of the link axis " + std::to_string(port / 2) + " " +
           Sign(static_cast<Direction>(port % 2)) + " from node " +
           host_.NodeText(NodeId{static_cast<std::uint32_t>(link / per_node)});
  }

  std::string MessageText(std::uint32_t m) const {
    const Operation& message = messages_[m];
    return "the message from node " + host_.NodeText(NodeId{message.from}) + " to " +
           host_.NodeText(NodeId{message.to});
  }

  const std::vector<Operation>& messages_;
  const MessageRoutes& routes_;
  const Graph& host_;
  Ports ports_;
  const TurnSet& turns_;
  MeetingSearch search_;
  std::optional<TreeUses> tree_;
  Stage stage_;
  std::vector<Use> scratch_;
  Finding uses_found_;
  Finding turns_found_;
  Finding distances_found_;
};

}  // namespace

std::vector<Finding> CheckScheduledRouter(const Program& program, const MessageRoutes& routes,
                                          Ports ports, const TurnSet& turns,
                                          const Progress& progress) {
  return ScheduledCheck(program.operations, routes, ports, turns, progress).Find();
}

}  // namespace toroid
