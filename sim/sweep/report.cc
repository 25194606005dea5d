// All three forms are made from the same rows, with the significant digits only.
#include "sim/sweep/report.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"
#include "sim/sweep/curve.h"

namespace toroid {
namespace {

// Rounds to six digits after the point.
Json Rounded(double number) { return std::round(number * 1e6) / 1e6; }
Json Rounded(const std::optional<double>& number) {
  return number ? Rounded(*number) : Json(nullptr);
}

std::string WithInterval(const Estimate& estimate, int digits) {
  if (!estimate.half_width) return fmt::format("{:.{}f}", estimate.mean, digits);
  return fmt::format("{:.{}f} +- {:.{}f}", estimate.mean, digits, *estimate.half_width, digits);
}

bool HasLatency(const Row& row) { return row.packets > row.undelivered; }

// Missing packets arrive later still, so the quantile is a lower bound.
std::string LatencyText(const Row& row) {
  if (!HasLatency(row)) return "-";
  return (row.undelivered > 0 ? "> " : "") + WithInterval(row.latency, 2);
}

std::string Remark(const Row& row, const GridNetwork& network) {
  switch (row.saturated) {
    case Saturated::kNo: return "";
    case Saturated::kTooFewPackets:
      return fmt::format("  not judged: too few packets (at least {})", kLeastPackets);
    case Saturated::kUndelivered:
      return fmt::format("  saturated: {} did not arrive", Counted(row.undelivered, "packet"));
    case Saturated::kShortfall:
      return fmt::format("  saturated: accepts {:.1f} % less than is offered",
                         100 * (1 - row.accepted.mean / row.offered.mean));
    case Saturated::kLatency:
      return fmt::format("  saturated: {:.1f} times the latency without load",
                         row.latency.mean / network.zero_load_latency);
  }
  return "";
}

std::string TextOf(const Saturation& found, const Grid& grid) {
  if (!found.saturated && found.unjudged > 0) {
    return found.stable
               ? fmt::format("no load that could be judged was saturated; {} had too few packets",
                             found.unjudged)
               : "too few packets to judge any load";
  }
  if (!found.saturated) return "no load was saturated";
  const std::string most = fmt::format(", most accepted {:.4f}", found.most_accepted);
  if (!found.stable)
    return "saturated at every load from " + ShortestText(*found.saturated) + " on" + most;
  return "saturation between " + ShortestText(*found.stable) + " and " +
         ShortestText(*found.saturated) + (grid.resolution > 0 ? " (searched)" : "") + most;
}

// "dead-links random:2": what the kind's networks differ in from a healthy one.
std::string NameOf(const Draws& draws) {
  std::string name;
  for (const auto& [option, value] : draws.options) {
    if (option.starts_with("dead-")) name += (name.empty() ? "" : ", ") + option + " " + value;
  }
  return name;
}

std::string ShareText(const std::optional<double>& share) {
  return share ? fmt::format("{:.3f}", *share) : "-";
}

std::string TextOf(const std::vector<Draws>& all) {
  if (all.empty()) return "";
  std::string text = fmt::format(
      "\nmeans over draws, and their shares of the network of which nothing is dead\n"
      "  {:<24} {:>5} {:>19} {:>6} {:>19} {:>6}\n",
      "", "draws", "stable", "share", "most accepted", "share");
  for (const Draws& draws : all) {
    text += fmt::format("  {:<24} {:>5} {:>19} {:>6} {:>19} {:>6}", NameOf(draws), draws.draws,
                        WithInterval(draws.stable, 4), ShareText(draws.stable_share),
                        WithInterval(draws.most_accepted, 4), ShareText(draws.accepted_share));
    if (draws.unknown > 0) text += fmt::format("  no load was stable in {}", draws.unknown);
    text += "\n";
  }
  return text;
}

Json ToJson(const Draws& draws) {
  Json json;
  for (const auto& [option, value] : draws.options) json["options"][option] = value;
  json["draws"] = draws.draws;
  json["unknown"] = draws.unknown;
  json["stable"] = Rounded(draws.stable.mean);
  json["stable_interval"] = Rounded(draws.stable.half_width);
  json["stable_share"] = Rounded(draws.stable_share);
  json["most_accepted"] = Rounded(draws.most_accepted.mean);
  json["most_accepted_interval"] = Rounded(draws.most_accepted.half_width);
  json["most_accepted_share"] = Rounded(draws.accepted_share);
  return json;
}

Json ToJson(const Row& row) {
  const bool latency = HasLatency(row);
  return {{"network", row.network},
          {"rate", row.load},
          {"seeds", row.seeds},
          {"packets", row.packets},
          {"undelivered", row.undelivered},
          {"offered", Rounded(row.offered.mean)},
          {"accepted", Rounded(row.accepted.mean)},
          {"accepted_interval", Rounded(row.accepted.half_width)},
          {"latency", latency ? Rounded(row.latency.mean) : Json(nullptr)},
          {"latency_interval", latency ? Rounded(row.latency.half_width) : Json(nullptr)},
          {"median", latency ? Json(row.median) : Json(nullptr)},
          {"percentile_99", latency ? Json(row.percentile_99) : Json(nullptr)},
          {"longest", latency ? Json(row.longest) : Json(nullptr)},
          {"saturated", ToString(row.saturated)}};
}

}  // namespace

std::string ReportText(const Grid& grid, const Runs& runs) {
  const std::vector<Row> rows = RowsOf(grid, runs);
  const std::vector<Saturation> saturations = SaturationsOf(grid, rows);
  std::string text;
  for (const Saturation& found : saturations) {
    const GridNetwork& network = grid.networks[found.network];
    text +=
        fmt::format("{}{}\n  latency without load {:.2f} cycles; {}\n", text.empty() ? "" : "\n",
                    grid.NameOf(found.network), network.zero_load_latency, TextOf(found, grid));
    text += fmt::format("  {:>8} {:>8} {:>19} {:>21} {:>6} {:>8} {:>9}\n", "rate", "offered",
                        "accepted", "latency", "99 %", "longest", "packets");
    for (const Row& row : rows) {
      if (row.network != found.network) continue;
      text += fmt::format("  {:>8} {:>8.4f} {:>19} {:>21} {:>6} {:>8} {:>9}{}\n",
                          ShortestText(row.load), row.offered.mean, WithInterval(row.accepted, 4),
                          LatencyText(row), row.percentile_99, row.longest, row.packets,
                          Remark(row, network));
    }
  }
  return text + TextOf(DrawsOf(grid, saturations));
}

// Text without quotes; empty for null.
std::string Plain(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return ShortestText(value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The network's options come first; a network without an option has an empty field.
std::string ReportCsv(const Grid& grid, const Runs& runs) {
  std::vector<std::string> options;
  for (const GridNetwork& network : grid.networks) {
    for (const auto& [option, value] : network.options)
      if (std::ranges::find(options, option) == options.end()) options.push_back(option);
  }
  std::string text;
  for (const std::string& option : options) text += CsvField(option) + ",";
  text += "zero_load_latency";
  bool first = true;
  std::string lines;
  for (const Row& row : RowsOf(grid, runs)) {
    const GridNetwork& network = grid.networks[row.network];
    for (const std::string& option : options) {
      for (const auto& [name, value] : network.options)
        lines += name == option ? CsvField(value) : "";
      lines += ",";
    }
    lines += Plain(Rounded(network.zero_load_latency));
    const Json json = ToJson(row);
    for (const auto& [key, value] : json.items()) {
      if (key == "network") continue;
      if (first) text += "," + key;
      lines += "," + Plain(value);
    }
    first = false;
    lines += "\n";
  }
  return text + "\n" + lines;
}

Json ReportJson(const Grid& grid, const Runs& runs) {
  const std::vector<Row> rows = RowsOf(grid, runs);
  Json json = ToJson(grid);
  json["saturations"] = Json::array();
  const std::vector<Saturation> saturations = SaturationsOf(grid, rows);
  for (const Saturation& found : saturations)
    json["saturations"].push_back(
        {{"network", found.network},
         {"stable", found.stable ? Json(*found.stable) : Json(nullptr)},
         {"saturated", found.saturated ? Json(*found.saturated) : Json(nullptr)},
         {"most_accepted", Rounded(found.most_accepted)}});
  json["draws"] = Json::array();
  for (const Draws& draws : DrawsOf(grid, saturations)) json["draws"].push_back(ToJson(draws));
  json["rows"] = Json::array();
  for (const Row& row : rows) json["rows"].push_back(ToJson(row));
  return json;
}

}  // namespace toroid
