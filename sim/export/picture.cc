// Idea: a message of L flits occupies link e of its route from cycle t + e on, for L cycles; that
// is a bar in the link's row. Bars of one colour are one path, in units of cycles and rows.
#include "sim/export/picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gen/support/text.h"

namespace toroid {
namespace {

// Lengths in points of 1/96 inch.
constexpr double kWidth = 800, kMostHeight = 520, kMostRow = 12;
constexpr double kLeft = 90, kTop = 34, kBottom = 46, kRight = 20;

// Distinguishable in grey and by colour-blind readers. Source: Okabe and Ito, "Color Universal
// Design", 2008.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#000000"};

// A message in its cycle.
struct Drawn {
  NodeId from, to;
  Cycle cycle = 0;
  Cycle flits = 0;
  std::size_t colour = 0;
};

struct Bar {
  std::size_t row = 0;
  Cycle from = 0;
  Cycle flits = 0;
  std::size_t colour = 0;
};

// All links of the host: axis by axis, one direction after the other, each by node.
std::vector<Hop> LinksOf(const Graph& host) {
  std::vector<Hop> links;
  for (int axis = 0; axis < host.axes(); ++axis) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
      for (std::uint32_t node = 0; node < host.size(); ++node) {
        const Hop link{NodeId{node}, Axis{axis}, direction};
        if (host.Neighbour(link.node, link.axis, direction)) links.push_back(link);
      }
    }
  }
  return links;
}

class Picture {
 public:
  Picture(const std::vector<Drawn>& messages, const MessageRoutes& routes, Cycle end)
      : routes_(routes), end_(end + 1), links_(LinksOf(routes.host())) {
    const Graph& host = routes.host();
    std::vector<std::size_t> rows(host.LinkIndexBound(), 0);
    for (std::size_t row = 0; row < links_.size(); ++row) rows[host.LinkIndex(links_[row])] = row;
    for (const Drawn& message : messages) AddBars(message, rows);
    row_height_ = std::min(kMostRow, kMostHeight / static_cast<double>(links_.size()));
  }

  std::string Svg(const std::string& title) const {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        kLeft + kWidth + kRight, kTop + Height() + kBottom);
    svg += Text(kLeft + kWidth / 2, kTop - 14, "middle", title) + Cycles() + Groups() + Bars();
    return svg + "</svg>\n";
  }

 private:
  double Height() const { return row_height_ * static_cast<double>(links_.size()); }
  double X(Cycle cycle) const {
    return kLeft + kWidth * static_cast<double>(cycle) / static_cast<double>(end_);
  }

  static std::string Text(double x, double y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, text);
  }

  void AddBars(const Drawn& message, const std::vector<std::size_t>& rows) {
    Cycle cycle = message.cycle;
    for (const Hop& hop : routes_.Route(message.from, message.to)) {
      cycle += routes_.hop_cycles();
      bars_.push_back({rows[routes_.host().LinkIndex(hop)], cycle, message.flits, message.colour});
    }
  }

  // Marks the cycle axis in four to ten equal steps.
  std::string Cycles() const {
    Cycle step = 1;
    for (int i = 0; end_ / step > 10; ++i) step = step * (i % 3 == 1 ? 5 : 4) / 2;
    std::string svg;
    for (Cycle cycle = 0; cycle <= end_; cycle += step) {
      svg += fmt::format("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"#ddd\"/>\n", X(cycle), kTop,
                         Height());
      svg += Text(X(cycle), kTop + Height() + 16, "middle", std::to_string(cycle));
    }
    return svg + Text(kLeft + kWidth / 2, kTop + Height() + 36, "middle", "cycle");
  }

  // Labels the rows of one axis and direction, with a line above.
  std::string Groups() const {
    std::string svg;
    std::size_t first = 0;
    while (first < links_.size()) {
      std::size_t next = first;
      while (next < links_.size() && links_[next].axis == links_[first].axis &&
             links_[next].direction == links_[first].direction)
        ++next;
      const double y = kTop + row_height_ * static_cast<double>(first);
      svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"#888\"/>\n", kLeft, y, kWidth);
      svg += Text(kLeft - 8, y + row_height_ * static_cast<double>(next - first) / 2 + 4, "end",
                  fmt::format("axis {} {}", links_[first].axis.index(),
                              links_[first].direction == Direction::kPlus ? "+" : "-"));
      first = next;
    }
    return svg + fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}\" stroke=\"#888\"/>\n", kLeft,
                             kTop + Height(), kWidth);
  }

  std::string Bars() const {
    std::array<std::string, kColours.size()> paths;
    for (const Bar& bar : bars_) {
      paths[bar.colour] += fmt::format("M{} {}h{}v1h-{}z", bar.from, bar.row, bar.flits, bar.flits);
    }
    std::string svg =
        fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.5f} {:.5f})\">\n", kLeft,
                    kTop, kWidth / static_cast<double>(end_), row_height_);
    for (std::size_t c = 0; c < kColours.size(); ++c) {
      if (!paths[c].empty())
        svg += fmt::format("<path fill=\"{}\" stroke=\"#fff\" stroke-width=\"0.1\" d=\"{}\"/>\n",
                           kColours[c], paths[c]);
    }
    return svg + "</g>\n";
  }

  const MessageRoutes& routes_;
  Cycle end_;               // columns
  std::vector<Hop> links_;  // by row
  std::vector<Bar> bars_;
  double row_height_ = 0;
};

// Of data, in which seventh of a process' elements the message's content begins; else in which
// seventh of the host its sender is.
std::size_t ColourOf(const CollectiveProgram* data, const Operation& message, NodeId from,
                     const Graph& host) {
  if (data == nullptr) return from.index() * kColours.size() / host.size();
  const Content& content = data->contents[message.content];
  const std::uint64_t first = data->RangesOf(content).front().first;
  return static_cast<std::size_t>(first * kColours.size() / data->elements);
}

// The messages of all iterations, and the last cycle.
class Drawing {
 public:
  Drawing(const PreparedRun& run, const MessageRoutes& routes)
      : run_(run), routes_(routes), planned_(run.stimulus.collective()) {}

  bool HasCycles() const {
    return run_.stimulus.claims_conflict_free() &&
           (planned_ != nullptr || !run_.predictions.empty());
  }

  std::size_t CountBars() const {
    std::size_t bars = 0;
    for (const Section& section : run_.stimulus.sections()) {
      std::size_t once = 0;
      ForMessages(*section.program, [&](const Operation&, NodeId from, NodeId to) {
        once += static_cast<std::size_t>(routes_.Links(from, to));
      });
      bars += once * section.times;
    }
    return bars;
  }

  std::pair<std::vector<Drawn>, Cycle> Draw() const {
    std::vector<Drawn> drawn;
    Cycle start = 0, end = 0;
    const std::vector<Section>& sections = run_.stimulus.sections();
    for (std::size_t s = 0; s < sections.size(); ++s) {
      for (std::uint64_t t = 0; t < sections[s].times; ++t) {
        ForMessages(*sections[s].program, [&](const Operation& message, NodeId from, NodeId to) {
          drawn.push_back({from, to, start + message.not_before, message.flits,
                           ColourOf(planned_ ? planned_->program.get() : nullptr, message, from,
                                    routes_.host())});
        });
        end = start + (planned_ ? planned_->forecast.end : *run_.predictions[s].cycles);
        start = end + BarrierOf(run_.request.traffic);
      }
    }
    return {std::move(drawn), end};
  }

 private:
  template <class Visit>
  static void ForMessages(const Program& program, const Visit& visit) {
    for (const Operation& one : program.operations)
      if (one.is_message() && !program.IsLocal(one))
        visit(one, program.NodeOf(one.from), program.NodeOf(one.to));
  }

  const PreparedRun& run_;
  const MessageRoutes& routes_;
  const PlannedCollective* planned_;
};

}  // namespace

Result<std::string> SpaceTimeSvg(const Plan& plan, const PreparedRun& run,
                                 const std::string& file) {
  const MessageRoutes routes = plan.message_routes();
  const Drawing drawing(run, routes);
  if (!drawing.HasCycles())
    return Diagnostic{"--export", file, "would show messages in cycles that only the run tells",
                      "a picture goes with a --schedule that keeps to its cycles, and with "
                      "--sink-ready 1"};
  if (const std::size_t bars = drawing.CountBars(); bars > kMostUsesDrawn) {
    return Diagnostic{"--export", file,
                      fmt::format("would show {} uses of links by messages", bars),
                      fmt::format("at most {} are drawn", kMostUsesDrawn)};
  }
  const auto [messages, end] = drawing.Draw();
  const PlannedCollective* planned = run.stimulus.collective();
  return Picture(messages, routes, end)
      .Svg(
          fmt::format("{} on {}, {}",
                      planned ? ToString(planned->program->task.kind) : NameOf(run.request.traffic),
                      routes.host().CanonicalText(), Counted(end, "cycle")));
}

}  // namespace toroid
