// Idea: a schedule fixes when each flit crosses each link, so it can be listed as uses of links
// and, on a line or ring of few nodes, drawn: nodes from left to right, steps downwards, a row for
// each direction.
//
// A drawing makes sense only if no two messages of a row overlap, so it takes schedules that are
// free of conflicts by step. Source: after CALMANT's Figure 4; the form is ours.
#include "gen/schedule/space_time.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

namespace toroid {
namespace {

constexpr int kMostNodes = 16;       // a row then fits a terminal of 100 characters
constexpr int kPitch = 5;            // characters from one node to the next
constexpr std::size_t kMargin = 15;  // left of node 0: step and cycle

// The text aligned to the right.
std::string Field(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// The messages of one direction in one step. Places 0 to n - 1 are the nodes; on a ring place n is
// node 0 again.
class Row {
 public:
  explicit Row(const Graph& host)
      : links_(static_cast<int>(host.size()) - (host.Wraps(Axis{0}) ? 0 : 1)),
        cells_(static_cast<std::size_t>(kPitch * links_ + 1), ' ') {
    for (int place = 0; place <= links_; ++place) At(place) = '.';
  }

  // Draws a message. The number is in the middle of the line, or of its longer part if the wrap
  // link cuts it.
  void Draw(int place, int hops, Direction direction, int number) {
    const bool plus = direction == Direction::kPlus;
    if (!plus && place == 0) place = links_;  // node 0 sends over the wrap link
    const int first = std::min(hops, plus ? links_ - place : place);
    const int rest = hops - first;
    const bool label_first = first >= rest;
    Line(place, first, plus, rest == 0);
    if (label_first) Label(place, first, plus, number);
    if (rest > 0) {
      const int again = plus ? 0 : links_;
      Line(again, rest, plus, true);
      if (!label_first) Label(again, rest, plus, number);
      At(0) = At(links_) = '-';
    }
    At(place) = 'o';
  }

  const std::string& Text() const { return cells_; }

 private:
  char& At(int place) { return cells_[kPitch * static_cast<std::size_t>(place)]; }

  // Draws a line over `hops` links from `place`, passing the nodes between, with an arrowhead if
  // the message arrives there.
  void Line(int place, int hops, bool plus, bool arrives) {
    const int left = kPitch * (plus ? place : place - hops);
    const int right = left + kPitch * hops;
    for (int x = left + 1; x < right; ++x) cells_[static_cast<std::size_t>(x)] = '-';
    if (arrives) cells_[static_cast<std::size_t>(plus ? right - 1 : left + 1)] = plus ? '>' : '<';
  }
  // Draws the number in the middle of the line.
  void Label(int place, int hops, bool plus, int number) {
    const int ends = kPitch * (2 * place + (plus ? hops : -hops));
    cells_[static_cast<std::size_t>((ends + (plus ? 0 : 1)) / 2)] = static_cast<char>('0' + number);
  }

  int links_;
  std::string cells_;
};

// A row for each direction that is used, "+" first.
std::vector<Row> RowsOf(const std::vector<const ScheduledMessage*>& messages, const Graph& host) {
  std::vector<Row> rows;
  for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
    Row row(host);
    bool used = false;
    for (const ScheduledMessage* m : messages) {
      if (m->direction != direction) continue;
      row.Draw(host.Coordinate(m->node, m->axis), host.Distance(m->node, m->to), direction,
               m->cube_dimension.value());
      used = true;
    }
    if (used) rows.push_back(row);
  }
  return rows;
}

// The names of the columns and the nodes' numbers.
std::string Heading(const Schedule& schedule, const Graph& host) {
  std::string text =
      Field(schedule.kind == ScheduleKind::kStream ? "slot" : "step", 6) + Field("cycle", 7);
  const int places = static_cast<int>(host.size()) + (host.Wraps(Axis{0}) ? 1 : 0);
  for (int place = 0; place < places; ++place) {
    const std::string number = std::to_string(place % static_cast<int>(host.size()));
    text.resize(kMargin + static_cast<std::size_t>(kPitch * place), ' ');
    text += number;
  }
  return text + "\n";
}

}  // namespace

// A head crosses the e-th link of its route e cycles after it is offered, if nothing stalls it; the
// body follows flit by flit.
std::vector<LinkUse> LinkUses(const Schedule& schedule, const MessageRoutes& routes,
                              const Progress& progress) {
  Stage stage(progress, "listing the uses of links", schedule.messages.size());
  std::vector<LinkUse> uses;
  for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
    const ScheduledMessage& message = schedule.messages[m];
    const std::vector<Hop> route = routes.Route(message.node, message.to);
    for (std::size_t e = 0; e < route.size(); ++e) {
      const NodeId to = e + 1 < route.size() ? route[e + 1].node : message.to;
      uses.push_back({m, route[e].node, to, route[e].axis, route[e].direction,
                      message.cycle + static_cast<Cycle>(e)});
    }
    stage.Tick();
  }
  std::ranges::stable_sort(uses, {}, Ticking(stage, [](const LinkUse& use) {
                             return std::tuple(use.cycle, use.from, use.axis, use.direction);
                           }));
  return uses;
}

// A line for each use of a link, in the order of LinkUses.
std::string SpaceTimeCsv(const Schedule& schedule, const MessageRoutes& routes,
                         const Progress& progress) {
  std::string text =
      "cycle,last_cycle,step,from,to,axis,direction,node,cube_dimension,first_flit,last_flit\n";
  const int last_flit = schedule.message_flits - 1;
  const std::vector<LinkUse> uses = LinkUses(schedule, routes, progress);
  Stage stage(progress, "writing the table", uses.size());
  for (const LinkUse& use : uses) {
    stage.Tick();
    const ScheduledMessage& message = schedule.messages[use.message];
    const std::string cells[] = {std::to_string(use.cycle),
                                 std::to_string(use.cycle + last_flit),
                                 std::to_string(message.step.value_or(0)),
                                 std::to_string(use.from.value()),
                                 std::to_string(use.to.value()),
                                 std::to_string(use.axis.value()),
                                 std::string(1, Sign(use.direction)),
                                 std::to_string(message.node.value()),
                                 std::to_string(message.cube_dimension.value()),
                                 "0",
                                 std::to_string(last_flit)};
    for (const std::string& cell : cells) text += (&cell == cells ? "" : ",") + cell;
    text += '\n';
  }
  return text;
}

bool CanBeDrawn(const Schedule& schedule, const Graph& host) {
  return schedule.claims_conflict_free() && schedule.kind != ScheduleKind::kList &&
         host.axes() == 1 && host.size() <= kMostNodes;
}

// Nodes from left to right, time downwards; a step has a row for each direction in which something
// is sent, and its number and first cycle beside the first row.
std::string SpaceTimeDrawing(const Schedule& schedule, const Graph& host) {
  assert(CanBeDrawn(schedule, host));
  std::map<int, std::vector<const ScheduledMessage*>> steps;
  for (const ScheduledMessage& message : schedule.messages)
    steps[message.step.value_or(0)].push_back(&message);
  std::string text = Heading(schedule, host);
  for (const auto& [step, messages] : steps) {
    Cycle first = messages.front()->cycle;
    for (const ScheduledMessage* m : messages) first = std::min(first, m->cycle);
    std::string margin = Field(std::to_string(step), 6) + Field(std::to_string(first), 7) + "  ";
    for (const Row& row : RowsOf(messages, host)) {
      text += margin + row.Text() + "\n";
      margin.assign(kMargin, ' ');
    }
  }
  return text;
}

}  // namespace toroid
