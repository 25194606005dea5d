// Checks results before they are used, as a result may come from anywhere. It checks all members
// that are read when lists are cut (page_data.cc); members that only the page's script reads do no
// harm there.
#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/report/page.h"
#include "sim/report/schema_version.h"

namespace toroid {
namespace {

constexpr std::uint64_t kMostPageNodes = 1U << 24;  // the largest shape
constexpr std::uint64_t kAny = ~std::uint64_t{0};
constexpr const char* kPageAllowed =
    "allowed is what map, schedule, simulate, cost and sweep print with --format json, and what "
    "make synth and make chip write";

// The members that a page reads, by command.
const std::map<std::string, std::vector<std::string>>& Members() {
  static const std::map<std::string, std::vector<std::string>> members = {
      {"map",
       {"guest", "host", "embedding", "bit_order", "plan", "predicted_dilation", "mapping",
        "metrics", "links"}},
      {"schedule",
       {"guest", "host", "embedding", "task", "schedule", "ports", "message_flits", "steps",
        "cycles", "lower_bound", "conflicts", "messages_checked", "links_checked", "messages",
        "uses", "links"}},
      {"simulate",
       {"network",
        "traffic",
        "host",
        "cycles",
        "reference_cycles",
        "predicted_cycles",
        "match",
        "events_compared",
        "difference",
        "conflicts",
        "stalled_flit_cycles",
        "messages",
        "cycle_lower_bound",
        "cycle_ratio",
        "task_bound",
        "baseline_cycles",
        "unsplit_cycles",
        "method_cycles",
        "programs",
        "trace",
        "iterations",
        "links",
        "link_patterns",
        "link_windows",
        "latency",
        "throughput",
        "hardware_hash",
        "run_hash",
        "complaints"}},
      {"cost", {"host", "ports", "startup", "rows"}},
      {"sweep", {"networks", "seeds", "engine", "saturations", "rows"}},
      {"synth", {"yosys", "rows"}},
      {"chip", {"yosys", "opensta", "library", "rows"}}};
  return members;
}

// Whether it is a list of as many whole numbers as bounds, each below its bound.
bool AreCounts(const Json& list, std::initializer_list<std::uint64_t> bounds) {
  if (!list.is_array()) return false;
  return std::ranges::equal(list, bounds, [](const Json& value, std::uint64_t bound) {
    const auto count = CountIn(value);
    return count && *count < bound;
  });
}

// Finds the first member that differs from the commands' format, and describes it. Members that a
// command does not have are null, and so are lists that were too long to keep.
class ShapeCheck {
 public:
  explicit ShapeCheck(const Json& result)
      : result_(result), nodes_(CountIn(MemberOf(MemberOf(result, "host"), "size")).value_or(0)) {}

  std::string Fault() {
    CheckGraph("guest");
    CheckGraph("host");
    CheckLinks("links", MemberOf(result_, "links"));
    CheckEach("link_patterns", "the load of links", [&](const Json& pattern) {
      CheckLinks("link_patterns", pattern);
      return true;
    });
    CheckEach("iterations", "an object with times", [](const Json& iteration) {
      return CountIn(MemberOf(iteration, "times")).has_value();
    });
    CheckUses();
    CheckTrace();
    CheckEach("mapping", "a node",
              [&](const Json& node) { return CountIn(node).value_or(nodes_) < nodes_; });
    for (const char* list : {"programs", "rows"})
      CheckEach(list, "an object", [](const Json& one) { return one.is_object(); });
    return fault_;
  }

 private:
  void Say(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  template <class IsRight>
  void CheckEach(const std::string& name, const Json& list, const char* form, IsRight is_right) {
    if (list.is_null()) return;
    if (!list.is_array()) return Say(name + " is no list");
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!is_right(list[i])) return Say(fmt::format("{}[{}] is not {}", name, i, form));
    }
  }
  template <class IsRight>
  void CheckEach(const std::string& name, const char* form, IsRight is_right) {
    CheckEach(name, MemberOf(result_, name), form, is_right);
  }

  void CheckGraph(const char* name) {
    const Json& graph = MemberOf(result_, name);
    if (graph.is_null()) return;
    std::uint64_t nodes = MemberOf(graph, "shape").is_array() ? 1 : 0;
    for (const Json& axis : MemberOf(graph, "shape")) {
      const std::uint64_t length = CountIn(axis).value_or(0);
      const bool is_length = length >= 2 && length <= kMostPageNodes;
      nodes = is_length ? std::min(nodes * length, kMostPageNodes + 1) : 0;
    }
    if (nodes == 0 || nodes > kMostPageNodes || CountIn(MemberOf(graph, "size")) != nodes)
      Say(std::string(name) + " is no shape");
  }

  void CheckLinks(const std::string& name, const Json& links) {
    if (links.is_null()) return;
    if (!MemberOf(links, "loads").is_array()) return Say(name + " has no loads");
    CheckEach(name + ".loads", MemberOf(links, "loads"), "[from, to, load]", [&](const Json& link) {
      return AreCounts(link, {nodes_, nodes_, kAny});
    });
  }

  void CheckUses() {
    const Json& uses = MemberOf(result_, "uses");
    const Json& messages = MemberOf(result_, "messages");
    if (uses.is_null() || messages.is_null()) return;
    CheckEach("messages", "an object", [](const Json& one) { return one.is_object(); });
    CheckEach("uses", "[message, from, to, cycle]", [&](const Json& use) {
      return AreCounts(use, {messages.size(), nodes_, nodes_, kAny});
    });
  }

  void CheckTrace() {
    const Json& trace = MemberOf(result_, "trace");
    if (trace.is_null()) return;
    if (!MemberOf(trace, "critical_path").is_object() || !MemberOf(trace, "ranks").is_array())
      Say("trace has no ranks or no critical_path");
  }

  const Json& result_;
  std::uint64_t nodes_;
  std::string fault_;
};

}  // namespace

Diagnostics PageDiagnostics(const Json& result, const std::string& name) {
  const auto refuse = [&](std::string what, std::string allowed = kPageAllowed) {
    return Diagnostics{{"result", name, std::move(what), std::move(allowed)}};
  };
  const Json& command = MemberOf(result, "command");
  if (!command.is_string()) return refuse("is not a result");
  const auto members = Members().find(command.get<std::string>());
  if (members == Members().end()) return refuse("is of a command without a page");
  if (MemberOf(result, "schema_version") != kSchemaVersion)
    return refuse("is of another version",
                  fmt::format("this toroid reads schema_version {}", kSchemaVersion));
  for (const std::string& member : members->second)
    if (!result.contains(member)) return refuse("lacks " + member);
  if (std::string fault = ShapeCheck(result).Fault(); !fault.empty())
    return refuse("was altered: " + fault);
  return {};
}

}  // namespace toroid
