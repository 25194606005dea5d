// The names of options. One that is written in the source must be in the list below, or the source
// does not compile.
#pragma once

#include <cstddef>
#include <string_view>

namespace toroid {

// In the order of help.
inline constexpr std::string_view kOptionNames[] = {
    // clang-format off
    "--host", "--routes", "--dead-links", "--dead-nodes", "--draws", "--guest", "--nodes", "--by",
    "--embedding", "--bit-order", "--walk", "--dilation", "--partition", "--base", "--moved-from",
    "--flit-width", "--buffer-depth", "--link-stages", "--protect", "--counters", "--ports",
    "--router", "--in-network", "--arbiter", "--storage", "--target", "--classes", "--tkeep",
    "--user-bits", "--reset", "--async-reset", "--local", "--node-clocks", "--address",
    "--processes", "--atu-stages", "--translation", "--name", "--relay", "--out", "--axi4",
    "--tolerance", "--traffic", "--elements", "--pipelining", "--barrier", "--barrier-cycles",
    "--startup", "--per-flit", "--by-block", "--release", "--method", "--root", "--collective",
    "--block-flits", "--task", "--message-flits", "--sets", "--split", "--schedule", "--steps",
    "--time-limit", "--schedule-units", "--load", "--no-baseline", "--trace", "--requests",
    "--calc-factor", "--rank-groups", "--ops-per-cycle", "--bytes-per-cycle", "--rate",
    "--packet-flits", "--burst", "--refused", "--hotspot", "--cycles", "--sink-ready", "--seed",
    "--engine", "--rtl", "--wave", "--export", "--coverage", "--watchdog", "--threads", "--warmup",
    "--batches", "--precision", "--drain", "--shortfall", "--latency-limit", "--resolution",
    "--jobs", "--shard", "--results", "--plot", "--merge", "--flows", "--without", "--report",
    "--format", "--quiet", "--config", "--help", "--help-all",
    // clang-format on
};

class OptionName {
 public:
  constexpr OptionName() = default;
  // A literal in the list: OptionName name = "--host".
  consteval OptionName(const char* name) : text_(InList(name)) {}  // NOLINT(google-explicit-*)

  // A name that is in the list.
  static constexpr OptionName Of(std::string_view name) { return OptionName(name, nullptr); }

  constexpr std::string_view text() const { return text_; }
  constexpr operator std::string_view() const { return text_; }  // NOLINT(google-explicit-*)
  friend constexpr bool operator==(OptionName one, OptionName other) {
    return one.text_ == other.text_;
  }
  friend auto& operator<<(auto& out, OptionName name) { return out << name.text(); }

 private:
  // Not constant, so that the compiler stops, if the name is not in the list.
  static consteval std::string_view InList(std::string_view name) {
    for (const std::string_view known : kOptionNames)
      if (known == name) return known;
    throw "no such option";
  }

  constexpr OptionName(std::string_view name, std::nullptr_t /*known*/) : text_(name) {}

  std::string_view text_;
};

}  // namespace toroid
