// Builds the drawing line by line from the nodes of the last two axes: a line of names and "-", and
// below it one of "|". A wrapping axis has "~" at its ends. Long axes are cut to their first three
// nodes and their last, so the picture of any shape fits a screen.
#include <fmt/core.h>

#include <algorithm>

#include "gen/rtl/network.h"

namespace toroid::rtl {
namespace {

constexpr int kShown = 4;  // a longer axis is drawn as its first three nodes, dots, and its last
constexpr int kDots = -1;

// Coordinates of an axis that are drawn; kDots between the third and the last of a long one.
std::vector<int> ShownIndices(int length) {
  std::vector<int> shown;
  for (int i = 0; i < std::min(length, kShown - 1); ++i) shown.push_back(i);
  if (length > kShown) shown.push_back(kDots);
  if (length >= kShown) shown.push_back(length - 1);
  return shown;
}

std::string WithoutBlanksBehind(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

class Drawing {
 public:
  explicit Drawing(const Graph& host)
      : host_(host), across_(Axis{host.axes() - 1}), columns_(ShownIndices(host.length(across_))) {
    Coordinates last(static_cast<std::size_t>(host.axes()), 0);
    for (int a = std::max(0, host.axes() - 2); a < host.axes(); ++a)
      last[static_cast<std::size_t>(a)] = host.length(Axis{a}) - 1;
    width_ = host.NodeText(host.NodeAt(last)).size();
  }

  // The nodes of one row with the links between them; `x` is the coordinate on the axis before the
  // last, if there is one.
  std::string Nodes(int x) const {
    const bool wraps = host_.Wraps(across_);
    std::string text = wraps ? "~" : " ";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::string cell = columns_[i] == kDots ? " ... " : Label(x, columns_[i]);
      if (columns_[i] != kDots && i + 1 < columns_.size()) cell.resize(width_ + 1, '-');
      text += cell + (columns_[i] == kDots ? "-" : "");
    }
    return WithoutBlanksBehind(text + (wraps ? "~" : ""));
  }

  // A line with `mark` below each node.
  std::string Between(char mark) const {
    std::string text = " ";
    for (const int column : columns_) {
      std::string cell(column == kDots ? 6 : width_ + 1, ' ');
      if (column != kDots) cell[width_ / 2] = mark;
      text += cell;
    }
    return WithoutBlanksBehind(text);
  }

 private:
  std::string Label(int x, int y) const {
    Coordinates place(static_cast<std::size_t>(host_.axes()), 0);
    if (place.size() > 1) place[place.size() - 2] = x;
    place.back() = y;
    return host_.NodeText(host_.NodeAt(place));
  }

  const Graph& host_;
  Axis across_;
  std::vector<int> columns_;
  std::size_t width_ = 0;  // characters of the widest label
};

}  // namespace

std::vector<std::string> Picture(const Plan& plan) {
  const Graph& host = plan.host();
  std::vector<std::string> lines;
  for (int a = 0; a < host.axes(); ++a) {
    lines.push_back(fmt::format("axis {}: length {}{}", a, host.length(Axis{a}),
                                host.Wraps(Axis{a}) ? ", wraps" : ""));
    for (const Twist& twist : host.twists())
      if (twist.axis == Axis{a})
        lines.back() += fmt::format(", {} further on axis {}", twist.shift, twist.along.value());
  }
  lines.emplace_back();
  const Drawing drawing(host);
  if (host.axes() == 1) {
    lines.push_back(drawing.Nodes(0));
    return lines;
  }
  const Axis down{host.axes() - 2};
  const std::vector<int> rows = ShownIndices(host.length(down));
  if (host.Wraps(down)) lines.push_back(drawing.Between('~'));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == kDots) {
      lines.push_back(drawing.Between(':'));
      continue;
    }
    if (i > 0 && rows[i - 1] != kDots) lines.push_back(drawing.Between('|'));
    lines.push_back(drawing.Nodes(rows[i]));
  }
  if (host.Wraps(down)) lines.push_back(drawing.Between('~'));
  return lines;
}

}  // namespace toroid::rtl
