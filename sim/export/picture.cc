// Idea: a message of L flits occupies link e of its route from cycle t + e on, for L cycles; that
// is a bar in the link's row. Bars of one colour are one path, in units of cycles and rows.
#include "sim/export/picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
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
  Picture(const CollectiveProgram& program, const MessageRoutes& routes, Cycle end)
      : program_(program), routes_(routes), end_(end + 1), links_(LinksOf(routes.host())) {
    const Graph& host = routes.host();
    std::vector<std::size_t> rows(host.LinkIndexBound(), 0);
    for (std::size_t row = 0; row < links_.size(); ++row) rows[host.LinkIndex(links_[row])] = row;
    for (const Operation& message : program.operations) AddBars(message, rows);
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

  // The colour shows where the message's content begins in the process' elements.
  void AddBars(const Operation& message, const std::vector<std::size_t>& rows) {
    const Content& content = program_.contents[message.content];
    const std::uint64_t first = program_.RangesOf(content).front().first;
    const auto colour = static_cast<std::size_t>(first * kColours.size() / program_.elements);
    Cycle cycle = message.not_before;
    for (const Hop& hop : routes_.Route(NodeId{message.from}, NodeId{message.to}))
      bars_.push_back({rows[routes_.host().LinkIndex(hop)], ++cycle, content.flits, colour});
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

  const CollectiveProgram& program_;
  const MessageRoutes& routes_;
  Cycle end_;               // columns
  std::vector<Hop> links_;  // by row
  std::vector<Bar> bars_;
  double row_height_ = 0;
};

}  // namespace

Result<std::string> SpaceTimeSvg(const PlannedCollective& planned, const MessageRoutes& routes,
                                 const std::string& file) {
  std::size_t uses = 0;
  for (const Operation& message : planned.program->operations)
    uses += static_cast<std::size_t>(routes.Links(NodeId{message.from}, NodeId{message.to}));
  if (uses > kMostUsesDrawn) {
    return Diagnostic{"--export", file,
                      fmt::format("would show {} uses of links by messages", uses),
                      fmt::format("at most {} are drawn", kMostUsesDrawn)};
  }
  const Picture picture(*planned.program, routes, planned.forecast.end);
  return picture.Svg(fmt::format("{} on {}, {}", ToString(planned.program->task.kind),
                                 routes.host().CanonicalText(),
                                 Counted(planned.forecast.end, "cycle")));
}

}  // namespace toroid
