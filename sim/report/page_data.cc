// A page shows only what is distinguishable on it. Longer lists are cut here: the busiest links
// stay, and the longest iteration of each bin.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "gen/support/text.h"
#include "sim/report/page.h"

namespace toroid {
namespace {

constexpr std::size_t kMostNodes = 4096;
constexpr std::size_t kMostLinks = 4000;
constexpr std::uint64_t kColumns = 128;           // columns of binned links
constexpr std::size_t kMostPatternLinks = 60000;  // links of all patterns
constexpr std::size_t kMostIterations = 200;
constexpr std::size_t kMostUses = 4000;
constexpr std::size_t kMostRanks = 500;
constexpr std::size_t kMostRows = 4000;
constexpr std::size_t kMostLabels = 500;  // networks of a sweep
constexpr std::size_t kMostOptions = 32;  // of a network in its label

class Shortener {
 public:
  explicit Shortener(Json result) : result_(std::move(result)) {}

  Json Shorten() {
    CutMapping();
    if (result_.contains("links")) BinLinks(result_["links"], true);
    if (result_.contains("link_patterns")) CutPatterns();
    if (result_.contains("iterations")) BinIterations();
    if (result_.contains("uses")) CutUses();
    if (result_.contains("trace") && result_["trace"].is_object()) CutTrace();
    if (result_.contains("programs")) CutPrograms();
    if (result_.contains("rows")) CutRows();
    if (result_.contains("networks")) AddLabels();
    if (!notes_.empty()) result_["left_out"] = notes_;
    return std::move(result_);
  }

 private:
  void CutMapping() {
    if (!result_.contains("mapping") || result_["mapping"].size() <= kMostNodes) return;
    result_["mapping"] = nullptr;
    notes_.push_back("The mapping is too long to draw.");
  }

  // Reduces a list too long to draw: for the nodes of a column (report/network.js) the busiest link
  // of each port stays, and shows the largest load of the column's links.
  void BinLinks(Json& links, bool tells) {
    if (!links.is_object() || links["loads"].size() <= kMostLinks) return;
    const auto nodes = result_["host"]["size"].get<std::uint64_t>();
    const auto shape = result_["host"]["shape"].get<std::vector<std::uint64_t>>();
    const Json twists = result_["host"].value("twists", Json::array());
    std::map<std::pair<std::uint64_t, std::size_t>, Json> busiest;  // by column and port
    for (const Json& link : links["loads"]) {
      const auto from = link[0].get<std::uint64_t>();
      const auto column = from * std::min(nodes, kColumns) / nodes;
      Json& cell = busiest[{column, PortOf(shape, twists, from, link[1].get<std::uint64_t>())}];
      if (cell.is_null() || link[2] > cell[2]) cell = link;
    }
    links["loads"] = Json::array();
    for (auto& [place, link] : busiest) links["loads"].push_back(std::move(link));
    if (tells) notes_.push_back("Links are binned; each bin shows its busiest link.");
  }

  // Twice the link's axis, plus one if it goes down. A twisted wrap moves along other axes too.
  static std::size_t PortOf(const std::vector<std::uint64_t>& shape, const Json& twists,
                            std::uint64_t from, std::uint64_t to) {
    std::map<std::size_t, std::uint64_t> steps;  // by axis on which the nodes differ
    for (std::size_t axis = shape.size(); axis-- > 0; from /= shape[axis], to /= shape[axis]) {
      const std::uint64_t length = shape[axis];
      const std::uint64_t step = (to % length + length - from % length) % length;
      if (step != 0) steps[axis] = step;
    }
    for (const auto& [axis, step] : steps) {
      const bool moved = std::ranges::any_of(twists, [&, along = axis](const Json& twist) {
        return twist[1] == along && steps.contains(twist[0].get<std::size_t>());
      });
      if (!moved) return 2 * axis + (shape[axis] > 2 && step != 1 ? 1 : 0);
    }
    return 0;
  }

  // Drops all patterns from the first that exceeds the limit on.
  void CutPatterns() {
    std::size_t listed = 0;
    bool cut = false;
    for (Json& pattern : result_["link_patterns"]) {
      if (pattern.is_null()) continue;
      BinLinks(pattern, false);
      listed += pattern["loads"].size();
      if (listed <= kMostPatternLinks) continue;
      pattern = nullptr;
      cut = true;
    }
    if (cut) notes_.push_back("The links of later iterations are left out.");
  }

  // Replaces each bin by its longest iteration.
  void BinIterations() {
    const Json& all = result_["iterations"];
    if (all.size() <= kMostIterations) return;
    const std::size_t width = (all.size() + kMostIterations - 1) / kMostIterations;
    const auto cycles = [](const Json& one) {
      const Json& measured = MemberOf(one, "cycles");
      return CountIn(measured.is_null() ? MemberOf(one, "reference_cycles") : measured).value_or(0);
    };
    Json bins = Json::array();
    for (std::size_t first = 0; first < all.size(); first += width) {
      Json longest = all[first];
      std::uint64_t times = 0;
      for (std::size_t i = first; i < std::min(first + width, all.size()); ++i) {
        times += all[i]["times"].get<std::uint64_t>();
        if (cycles(all[i]) > cycles(longest)) longest = all[i];
      }
      longest["times"] = times;
      bins.push_back(std::move(longest));
    }
    result_["iterations"] = std::move(bins);
    notes_.push_back(
        fmt::format("Iterations are in bins of {}; each bin shows the longest.", width));
  }

  // Keeps the uses of the busiest links, with their messages.
  void CutUses() {
    if (!result_["uses"].is_array() || !result_["messages"].is_array()) {
      result_["uses"] = Json::array();
      result_["messages"] = Json::array();
      notes_.push_back("The schedule is too long to draw.");
      return;
    }
    const Json& all = result_["uses"];
    if (all.size() <= kMostUses) return;
    using Link = std::pair<std::uint64_t, std::uint64_t>;
    std::map<Link, std::vector<std::size_t>> by_link;
    for (std::size_t i = 0; i < all.size(); ++i)
      by_link[{all[i][1].get<std::uint64_t>(), all[i][2].get<std::uint64_t>()}].push_back(i);
    std::vector<std::vector<std::size_t>> links;
    for (auto& [link, uses] : by_link) links.push_back(std::move(uses));
    std::ranges::stable_sort(links,
                             [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::vector<std::size_t> kept;
    std::size_t shown = 0;
    for (; shown < links.size() && kept.size() + links[shown].size() <= kMostUses; ++shown)
      kept.insert(kept.end(), links[shown].begin(), links[shown].end());
    std::ranges::sort(kept);
    KeepUses(kept);
    notes_.push_back(fmt::format("Space and time shows the {} busiest of {}.", shown,
                                 Counted(links.size(), "link")));
  }

  void KeepUses(const std::vector<std::size_t>& kept) {
    Json uses = Json::array();
    Json messages = Json::array();
    std::map<std::size_t, std::size_t> places;  // index of each message, before and after
    for (const std::size_t i : kept) {
      Json use = result_["uses"][i];
      const auto message = use[0].get<std::size_t>();
      const auto [place, is_new] = places.try_emplace(message, messages.size());
      if (is_new) messages.push_back(result_["messages"][message]);
      use[0] = place->second;
      uses.push_back(std::move(use));
    }
    result_["uses"] = std::move(uses);
    result_["messages"] = std::move(messages);
  }

  void CutTrace() {
    Json& trace = result_["trace"];
    trace["links"] = Json::array();  // shown by `links`
    trace["critical_path"]["steps"] = Json::array();
    if (trace["ranks"].size() <= kMostRanks) return;
    for (Json* list :
         {&trace["ranks"], &trace["windows"]["calculating"], &trace["windows"]["sending"]})
      if (list->size() > kMostRanks) list->erase(list->begin() + kMostRanks, list->end());
    notes_.push_back(fmt::format("The first {} ranks are shown.", kMostRanks));
  }

  // Keeps each program's totals only.
  void CutPrograms() {
    for (Json& program : result_["programs"]) {
      Json shown;
      for (const char* key : {"traffic", "cycles", "reference_cycles"})
        shown[key] = MemberOf(program, key);
      program = std::move(shown);
    }
  }

  void CutRows() {
    Json& rows = result_["rows"];
    if (rows.size() <= kMostRows) return;
    rows.erase(rows.begin() + kMostRows, rows.end());
    notes_.push_back(fmt::format("The first {} rows are shown.", kMostRows));
  }

  // Bounded, as a saved result may name any number of options.
  void AddLabels() {
    std::vector<NetworkOptions> networks;
    for (const Json& network : result_["networks"]) {
      if (networks.size() == kMostLabels) break;
      NetworkOptions& options = networks.emplace_back();
      for (const auto& [name, value] : network["options"].items())
        if (options.size() < kMostOptions) options.emplace_back(name, value.get<std::string>());
    }
    result_["labels"] = NetworkLabels(networks);
  }

  Json result_;
  Json notes_ = Json::array();
};

}  // namespace

Json ShortenedForPage(Json result) { return Shortener(std::move(result)).Shorten(); }

}  // namespace toroid
