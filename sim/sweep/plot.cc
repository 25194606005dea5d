#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/sweep/report.h"

namespace toroid {
namespace {

// Lengths in points of 1/96 inch.
constexpr double kWidth = 460, kHeight = 320;  // of a diagram, without its margins
constexpr double kLeft = 62, kTop = 34, kGap = 90, kBottom = 52, kRight = 20, kLine = 18;

// Colours, dashes and marks of curves, as on the page (report/page.css, report/base.js). Curves are
// distinguishable in grey and by colour-blind readers. Source: Okabe and Ito, "Color Universal
// Design", 2008.
constexpr std::array kColours = {"#0072b2", "#c44f00", "#00805c", "#a8437f",
                                 "#8a6d00", "#6b3e1d", "#333c49", "#7a4fb0"};
constexpr std::array kDashes = {"none", "7 3", "2 3", "9 3 2 3"};
// Circle, square, triangle, diamond and cross around 0,0.
constexpr std::array kMarks = {
    "M-3.5,0a3.5,3.5 0 1 0 7,0a3.5,3.5 0 1 0 -7,0z", "M-3.2,-3.2H3.2V3.2H-3.2z", "M0,-4.5L4,3H-4z",
    "M0,-4.8L3.4,0L0,4.8L-3.4,0z", "M-4.5,-1.5H-1.5V-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5z"};

struct Style {
  const char* colour;
  const char* dash;
  const char* mark;
};
Style StyleOf(std::size_t curve) {
  return {kColours[curve % kColours.size()], kDashes[curve % kDashes.size()],
          kMarks[curve % kMarks.size()]};
}

std::string MarkAt(double x, double y, const Style& style, bool open) {
  return fmt::format(
      "<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", x, y,
      style.mark, open ? "#fff" : style.colour, style.colour);
}

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return escaped;
}

std::string Label(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     Escaped(text));
}

struct PlotMark {
  double x = 0;
  double y = 0;
  double up = 0;  // half the interval
  bool open = false;
};

// One diagram at `left`, from 0 to `x_end` and `y_end`.
class Diagram {
 public:
  Diagram(double left, double x_end, double y_end) : left_(left), x_end_(x_end), y_end_(y_end) {}

  std::string Frame(const std::string& title, const std::string& y_name) const {
    std::string svg = Label(left_ + kWidth / 2, kTop - 12, "middle", title);
    for (const double x : AxisMarks(x_end_))
      svg += Line(x, 0, x, y_end_, "#ddd") + Label(X(x), kTop + kHeight + 16, "middle", Number(x));
    for (const double y : AxisMarks(y_end_))
      svg += Line(0, y, x_end_, y, "#ddd") + Label(left_ - 6, Y(y) + 4, "end", Number(y));
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"#000\"/>\n",
        left_, kTop, kWidth, kHeight);
    svg += Label(left_ + kWidth / 2, kTop + kHeight + 36, "middle",
                 "offered load, flits per node and cycle");
    return svg + fmt::format(
                     "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
                     "text-anchor=\"middle\">{}</text>\n",
                     left_ - 44, kTop + kHeight / 2, Escaped(y_name));
  }

  std::string Line(double x1, double y1, double x2, double y2, const char* colour) const {
    return fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", X(x1),
        Y(y1), X(x2), Y(y2), colour);
  }

  // Clips the curve at the diagram's upper edge.
  std::string Curve(const std::vector<PlotMark>& marks, const Style& style) const {
    std::string path;
    std::string points;
    for (const PlotMark& mark : marks) {
      const double y = std::min(mark.y, 2 * y_end_);
      path += fmt::format("{:.1f},{:.1f} ", X(mark.x), Y(y));
      if (mark.up > 0) points += Line(mark.x, y - mark.up, mark.x, y + mark.up, style.colour);
      points += MarkAt(X(mark.x), Y(y), style, mark.open);
    }
    return fmt::format(
        "<svg x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" viewBox=\"{0:.1f} "
        "{1:.1f} {2:.1f} {3:.1f}\">\n<polyline points=\"{4}\" fill=\"none\" stroke=\"{5}\" "
        "stroke-dasharray=\"{6}\"/>\n{7}</svg>\n",
        left_, kTop, kWidth, kHeight, path, style.colour, style.dash, points);
  }

 private:
  double X(double x) const { return left_ + kWidth * x / x_end_; }
  double Y(double y) const { return kTop + kHeight * (1 - y / y_end_); }
  static std::string Number(double number) { return fmt::format("{:.6g}", number); }

  double left_, x_end_, y_end_;
};

// A saturated load has no interval, as its value grows with the length of the run.
std::vector<PlotMark> Marks(const std::vector<Row>& rows, std::size_t network,
                            Estimate Row::*value) {
  std::vector<PlotMark> marks;
  for (const Row& row : rows) {
    const bool known = row.packets > row.undelivered;
    if (row.network != network || !known) continue;
    const bool saturated = IsSaturated(row.saturated);
    marks.push_back({row.offered.mean, (row.*value).mean,
                     saturated ? 0 : (row.*value).half_width.value_or(0), saturated});
  }
  return marks;
}

// Somewhat above the latency limit: larger values only show the simulated time.
double LatencyEnd(const Grid& grid) {
  double end = 1;
  for (const GridNetwork& network : grid.networks)
    end = std::max(end, 1.5 * grid.saturation.latency_limit * network.zero_load_latency);
  return std::ceil(end);
}

std::string LegendLine(double top, const Style& style, const std::string& label) {
  const double y = top + kLine / 2 - 4;
  return fmt::format(
             "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
             "stroke-dasharray=\"{}\"/>\n",
             kLeft, y, kLeft + 28, y, style.colour, style.dash) +
         MarkAt(kLeft + 14, y, style, false) + Label(kLeft + 36, y + 4, "start", label);
}

}  // namespace

std::vector<double> AxisMarks(double end) {
  const double rough = std::pow(10, std::floor(std::log10(end / 4)));
  double step = rough;
  for (const double factor : {2.0, 5.0})
    if (factor * rough <= end / 4) step = factor * rough;
  std::vector<double> marks = {0};
  for (int i = 1; i <= 10 && step > 0 && i * step <= end * 1.0001; ++i) marks.push_back(i * step);
  return marks;
}

std::string PlotSvg(const Grid& grid, const Runs& runs) {
  const std::vector<Row> rows = RowsOf(grid, runs);
  double end = 0;
  for (const Row& row : rows) end = std::max({end, row.load, row.offered.mean});
  if (end == 0) end = 1;
  const Diagram latency(kLeft, end, LatencyEnd(grid));
  const Diagram accepted(kLeft + kWidth + kGap, end, end);
  const double width = kLeft + 2 * kWidth + kGap + kRight;
  const double legend = kTop + kHeight + kBottom;
  const double height = legend + kLine * static_cast<double>(grid.networks.size() + 1);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 "
      "0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" "
      "height=\"100%\" fill=\"#fff\"/>\n",
      width, height);
  svg += latency.Frame("latency", "cycles, mean and 95 % interval");
  svg += accepted.Frame("accepted load", "flits per node and cycle");
  svg += accepted.Line(0, 0, end, end, "#999");
  const std::vector<std::string> labels = grid.Labels();
  for (std::size_t n = 0; n < grid.networks.size(); ++n) {
    const Style style = StyleOf(n);
    svg += latency.Curve(Marks(rows, n, &Row::latency), style);
    svg += accepted.Curve(Marks(rows, n, &Row::accepted), style);
    svg += LegendLine(legend + kLine * static_cast<double>(n), style, labels[n]);
  }
  svg += Label(kLeft, height - kLine / 2, "start", "open marks: saturated");
  return svg + "</svg>\n";
}

}  // namespace toroid
