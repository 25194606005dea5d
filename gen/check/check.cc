// Idea: check every item in the simplest way. Only the embedding's two lists are used, forward and
// inverse. Following them, node by node, shows whether they agree, in linear time.
//
// A failed statement has its first counterexample, by ascending node, so that two runs print the
// same line. Tests in tests/unit/gen/check/check_test.cc pass wrong maps and expect that line.
#include "gen/check/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "gen/support/text.h"

namespace toroid {
namespace {

std::string NodeText(NodeId node) { return std::to_string(node.value()); }

// The first node that `there` followed by `back` does not lead back to itself, as a line of text;
// empty if there is none.
std::string FirstNotLedBack(const std::vector<NodeId>& there, const std::vector<NodeId>& back,
                            const std::string& from, const std::string& to) {
  for (std::uint32_t n = 0; n < there.size(); ++n) {
    const NodeId image = there[n];
    if (image.index() < back.size() && back[image.index()] == NodeId{n}) continue;
    const std::string path = fmt::format("{} node {} -> {} node {}", from, n, to, NodeText(image));
    if (image.index() >= back.size()) return path + ", which does not exist";
    return path + " -> " + from + " node " + NodeText(back[image.index()]);
  }
  return "";
}

// A check of a schedule (gen/schedule/verify.cc) as a statement.
Finding FromVerification(const std::string& what, const Verification& verification) {
  return {.what = what + " without conflict: " + Counted(verification.messages_checked, "message") +
                  ", " + Counted(verification.links_checked, "use of a link", "uses of links"),
          .holds = verification.conflicts == 0,
          .items_checked = verification.messages_checked + verification.links_checked,
          .item = "message or use of a link",
          .items = "messages and uses of links",
          .counterexample = verification.first_conflict};
}

}  // namespace

// Guest and host have one size, so it is enough that all images exist and none is taken twice.
// Stops at the first wrong one, which is the counterexample.
Finding CheckBijection(const std::vector<NodeId>& forward) {
  Finding finding{.what = "embedding is a bijection",
                  .holds = true,
                  .items_checked = forward.size(),
                  .item = "guest node",
                  .counterexample = ""};
  std::vector<std::int64_t> holder(forward.size(), -1);  // by host node: its guest node, or -1
  for (std::uint32_t guest = 0; guest < forward.size() && finding.holds; ++guest) {
    const NodeId host = forward[guest];
    if (host.index() >= forward.size()) {
      finding.counterexample = fmt::format("guest node {} is on host node {}, which does not exist",
                                           guest, NodeText(host));
    } else if (holder[host.index()] >= 0) {
      finding.counterexample = fmt::format("guest nodes {} and {} are both on host node {}",
                                           holder[host.index()], guest, NodeText(host));
    } else {
      holder[host.index()] = guest;
    }
    finding.holds = finding.counterexample.empty();
  }
  return finding;
}

Finding CheckBijection(const Embedding& embedding) {
  assert(embedding.IsBijection());
  return CheckBijection(embedding.forward());
}

// Checks from guest to host and back, then from host to guest and back.
Finding CheckInverse(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse) {
  Finding finding{.what = "embedding's inverse is right",
                  .holds = true,
                  .items_checked = forward.size() + inverse.size(),
                  .item = "node",
                  .counterexample = ""};
  finding.counterexample = FirstNotLedBack(forward, inverse, "guest", "host");
  if (finding.counterexample.empty())
    finding.counterexample = FirstNotLedBack(inverse, forward, "host", "guest");
  finding.holds = finding.counterexample.empty();
  return finding;
}

Finding CheckInverse(const Embedding& embedding) {
  return CheckInverse(embedding.forward(), embedding.inverse());
}

Finding CheckEvenness(const std::vector<NodeId>& forward, std::uint32_t host_size) {
  // guest nodes of each host node, if they are spread evenly
  const std::size_t share = forward.size() / host_size;
  Finding finding{.what = "every host node holds " + Counted(share, "guest node"),
                  .holds = true,
                  .items_checked = forward.size(),
                  .item = "guest node",
                  .counterexample = ""};
  std::vector<std::size_t> held(host_size, 0);
  for (const NodeId host : forward) ++held[host.index()];
  for (std::uint32_t host = 0; host < host_size && finding.holds; ++host) {
    finding.holds = held[host] == share;
    if (!finding.holds)
      finding.counterexample = fmt::format("host node {} holds {}", host, held[host]);
  }
  return finding;
}

// The claim is exact: a fullest node that holds fewer is a finding too.
Finding CheckLoadFactor(const std::vector<NodeId>& forward, std::uint32_t host_size,
                        std::uint32_t most) {
  Finding finding{.what = most == 1 ? "no host node holds two guest nodes"
                                    : "the fullest host node holds " + Counted(most, "guest node"),
                  .holds = true,
                  .items_checked = forward.size(),
                  .item = "guest node",
                  .counterexample = ""};
  std::vector<std::uint32_t> held(host_size, 0);
  for (const NodeId host : forward) ++held[host.index()];
  const auto fullest = std::ranges::max_element(held);
  finding.holds = *fullest == most;
  if (!finding.holds) {
    finding.counterexample = fmt::format("host node {} holds only {}, and no other holds more",
                                         fullest - held.begin(), *fullest);
  }
  return finding;
}

// `first` says where in `inverse` each host node's list begins, with the end as last entry.
// Together the lists have as many entries as there are guest nodes, so if none is wrong or listed
// twice, none is missing.
Finding CheckRanks(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse,
                   const std::vector<std::uint32_t>& first) {
  Finding finding{.what = "embedding's inverse is right",
                  .holds = true,
                  .items_checked = forward.size() + inverse.size(),
                  .item = "node",
                  .counterexample = ""};
  std::vector<bool> listed(forward.size(), false);
  std::uint32_t host = 0;
  for (std::uint32_t i = 0; i < inverse.size() && finding.holds; ++i) {
    while (i >= first[host + 1]) ++host;
    const NodeId guest = inverse[i];
    const std::string text = fmt::format("host node {} lists guest node {}", host, NodeText(guest));
    if (forward[guest.index()] != NodeId{host}) {
      finding.counterexample = text + ", which is on host node " + NodeText(forward[guest.index()]);
    } else if (listed[guest.index()]) {
      finding.counterexample = text + " twice";
    }
    listed[guest.index()] = true;
    finding.holds = finding.counterexample.empty();
  }
  return finding;
}

std::vector<Finding> CheckEmbedding(const Embedding& embedding, const Progress& progress) {
  const std::uint32_t host_size = embedding.host().size();
  const auto& plan = embedding.cube_plan();
  std::vector<Finding> findings;
  Stage stage(progress, "checking the embedding", 2);  // each check takes a moment
  if (embedding.guest().size() == host_size) {
    findings.push_back(CheckBijection(embedding.forward()));
    stage.Tick();
    findings.push_back(CheckInverse(embedding));
  } else {
    findings.push_back(plan ? CheckLoadFactor(embedding.forward(), host_size, plan->load_factor)
                            : CheckEvenness(embedding.forward(), host_size));
    stage.Tick();
    findings.push_back(CheckRanks(embedding.forward(), embedding.inverse(), embedding.first()));
  }
  stage.Tick();
  if (plan) {
    findings.push_back(
        CheckPaths(gray::Embed(*plan, progress), plan->dilation, plan->congestion, progress));
  }
  return findings;
}

// List schedules have no steps. For all others both are checked: steps, which are claims about
// links, and flits, which are claims about cycles.
std::vector<Finding> CheckSchedule(const MessageRoutes& routes, const Schedule& schedule,
                                   const Embedding& embedding, const Progress& progress) {
  std::vector<Finding> findings;
  if (schedule.kind != ScheduleKind::kList)
    findings.push_back(
        FromVerification("schedule: steps", VerifyStepsOn(routes, schedule, embedding, progress)));
  findings.push_back(
      FromVerification("schedule: flits", VerifyFlitsOn(routes, schedule, embedding, progress)));
  return findings;
}

}  // namespace toroid
