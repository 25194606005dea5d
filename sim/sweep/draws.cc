#include "sim/sweep/draws.h"

#include <algorithm>
#include <string_view>

#include "gen/degraded/draw.h"

namespace toroid {
namespace {

using degraded::kRandom;
using Options = std::vector<std::pair<std::string, std::string>>;

bool IsDeadPart(const std::pair<std::string, std::string>& option) {
  return option.first == "dead-links" || option.first == "dead-nodes";
}

// "random:2:7" without the draw, "random:2".
std::string WithoutDraw(const std::string& value) {
  if (!value.starts_with(kRandom)) return value;
  return value.substr(0, value.find(':', kRandom.size()));
}

bool IsDrawn(const Options& options) {
  return std::ranges::any_of(options, [](const auto& option) {
    return IsDeadPart(option) && option.second.starts_with(kRandom);
  });
}

Options KindOf(Options options) {
  for (auto& option : options)
    if (IsDeadPart(option)) option.second = WithoutDraw(option.second);
  return options;
}

Options Healthy(Options options) {
  std::erase_if(options, IsDeadPart);
  return options;
}

// The networks of a kind.
class DrawsOfKind {
 public:
  explicit DrawsOfKind(Options options) { draws_.options = std::move(options); }

  const Options& options() const { return draws_.options; }
  void Add(const Saturation& found) {
    ++draws_.draws;
    accepted_.push_back(found.most_accepted);
    if (found.stable) {
      stable_.push_back(*found.stable);
    } else {
      ++draws_.unknown;
    }
  }

  Draws Mean(const Saturation* healthy) {
    draws_.stable = EstimateOf(stable_);
    draws_.most_accepted = EstimateOf(accepted_);
    if (healthy == nullptr) return draws_;
    if (healthy->stable && !stable_.empty())
      draws_.stable_share = draws_.stable.mean / *healthy->stable;
    if (healthy->most_accepted > 0)
      draws_.accepted_share = draws_.most_accepted.mean / healthy->most_accepted;
    return draws_;
  }

 private:
  Draws draws_;
  std::vector<double> stable_;
  std::vector<double> accepted_;
};

}  // namespace

std::vector<Draws> DrawsOf(const Grid& grid, const std::vector<Saturation>& saturations) {
  std::vector<DrawsOfKind> kinds;
  const auto options_of = [&](const Saturation& found) -> const Options& {
    return grid.networks[found.network].options;
  };
  for (const Saturation& found : saturations) {
    if (!IsDrawn(options_of(found))) continue;
    const Options options = KindOf(options_of(found));
    auto kind = std::ranges::find(kinds, options, &DrawsOfKind::options);
    if (kind == kinds.end()) kind = kinds.emplace(kinds.end(), options);
    kind->Add(found);
  }
  std::vector<Draws> rows;
  for (DrawsOfKind& kind : kinds) {
    const Options healthy = Healthy(kind.options());
    const auto whole = std::ranges::find(saturations, healthy, options_of);
    rows.push_back(kind.Mean(whole == saturations.end() ? nullptr : &*whole));
  }
  return rows;
}

}  // namespace toroid
