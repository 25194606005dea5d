// The output that a flit requests is computed from its destination when it arrives, and kept beside
// a count of its queue. So the properties name no wire inside the node. An output is split by
// virtual channel: flits that cross the wrap link here or have not crossed it ("fresh"), and flits
// that have crossed it before and go straight on, which alone fill that channel ("crossed", R3.2).
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "gen/rtl/network.h"
#include "gen/rtl/properties.h"
#include "gen/support/text.h"
#include "gen/topology/numbering.h"

namespace toroid::rtl {
namespace {

// Wins of position 0 before another position has its turn (R5.6).
constexpr int kGuard = 15;

std::string JoinedOrZero(const std::vector<std::string>& texts, std::string_view separator) {
  return texts.empty() ? "1'b0" : Joined(texts, separator);
}

// The top bit of a count that goes one beyond `most`.
std::string CountMsb(int most) {
  return std::to_string(static_cast<int>(std::bit_width(static_cast<unsigned>(most + 1))) - 1);
}

class Liveness {
 public:
  Liveness(const Plan& plan, const Layers& layers)
      : plan_(plan),
        host_(plan.host()),
        ports_(NodePorts(plan, layers)),
        links_(static_cast<int>(plan.link_ports().size())) {}

  Values All() {
    for (int p = 0; p < links_; ++p) {
      for (int channel = 0; channel < Channels(p); ++channel) AddBuffer(p, channel);
    }
    for (int stream = 0; stream < plan_.local_ports(); ++stream) AddInjector(stream);
    for (int p = 0; p < links_; ++p) AddLink(p);
    for (int stream = 0; stream < plan_.local_ports(); ++stream) AddEjector(stream);
    values_.text["passed"] = JoinedOrZero(passed_, " | ");
    values_.rows["turned"].clear();
    if (!turns_.empty())
      values_.rows["turned"].push_back({.text = {{"turns", JoinedOrZero(turns_, " | ")}}});
    return std::move(values_);
  }

 private:
  bool all() const { return plan_.hardware().ports == Ports::kAll; }
  bool through_first() const { return plan_.hardware().buffered.arbiter == Arbiter::kThroughFirst; }
  const LinkPort& Port(int p) const { return plan_.link_ports()[static_cast<std::size_t>(p)]; }
  std::string Name(int p) const { return PortName(Port(p)); }
  int Channels(int p) const { return HasChannels(plan_, Port(p)) ? 2 : 1; }
  std::string At(const std::string& address, Axis axis) const {
    return fmt::format("{}[{}+:{}]", address, LowestBitsOf(host_)[axis.index()],
                       BitsOf(host_, axis));
  }
  std::string OfStream(const std::string& port, int stream) const {
    const auto found = std::ranges::find(ports_, port, &ModulePort::name);
    return PartOf(*found, stream, plan_.local_ports());
  }

  // R2.4: whether a flit requests link o, or the ejector (o = links_). It comes by link p, or from
  // an injector.
  std::string Request(const std::string& to, std::optional<int> p, int o) const {
    std::vector<std::string> terms;
    const int first = p ? Port(*p).axis.value() : 0;
    const int end = o == links_ ? host_.axes() : Port(o).axis.value();
    if (p == o) return fmt::format("{} != {}", At(to, Axis{first}), At("coordinates", Axis{first}));
    for (int a = first; a < end; ++a)
      terms.push_back(fmt::format("{} == {}", At(to, Axis{a}), At("coordinates", Axis{a})));
    if (o != links_) terms.push_back("(" + RouteBegins(plan_, At(to, Port(o).axis), Port(o)) + ")");
    return Joined(terms, " & ");
  }

  // Whether flits from link p, or from an injector, may request o.
  bool MayWant(std::optional<int> p, std::optional<int> stream, int o) const {
    if (stream) return o != links_ && (!all() || o == *stream);
    if (o == links_) return true;
    return o == *p ? host_.length(Port(o).axis) > 2 : Port(o).axis.value() > Port(*p).axis.value();
  }

  std::string Requests(const std::string& to, std::optional<int> p,
                       std::optional<int> stream) const {
    std::vector<std::string> requests;
    for (int o = links_; o >= 0; --o)
      requests.push_back(MayWant(p, stream, o) ? Request(to, p, o) : "1'b0");
    return "{" + JoinedOrZero(requests, ",\n      ") + "}";
  }

  void AddQueue(const std::string& queue, int depth, Text text) {
    text.insert({{"queue", queue},
                 {"places", std::to_string(depth)},
                 {"count_msb", CountMsb(depth - 1)},
                 {"words_msb", std::to_string(depth * (links_ + 2) - 1)},
                 {"word", std::to_string(links_ + 2)},
                 {"links_msb", std::to_string(links_)}});
    values_.rows["queues"].push_back({.text = std::move(text)});
  }

  void AddBuffer(int p, int channel) {
    const std::string way = Name(p) + "_in";
    const std::string queue = fmt::format("{}_{}", Name(p), channel);
    AddQueue(queue, plan_.hardware().buffered.depth,
             {{"comes", fmt::format("sends_{}_{}", way, channel)},
              {"last", fmt::format("{}_flit[{}]", way, LinkWidth(plan_, Port(p)) - 1)},
              {"leaves",
               Channels(p) == 1 ? way + "_credit" : fmt::format("{}_credit[{}]", way, channel)},
              {"requests", Requests("goal_" + way, p, std::nullopt)}});
    const std::string other =
        Channels(p) == 2 ? fmt::format("{}_{}", Name(p), 1 - channel) : std::string();
    for (int o = 0; o <= links_; ++o) {
      if (!MayWant(p, std::nullopt, o)) continue;
      const bool crossed = o == p && channel == 1;
      const std::string output = o == links_
                                     ? fmt::format("local_{}", all() ? p : 0)
                                     : fmt::format("{}_{}", Name(o), crossed ? "crossed" : "fresh");
      AddPair(queue, other, p, output, o, crossed);
      contenders_[output].push_back({queue, o});
    }
  }

  void AddInjector(int stream) {
    const std::string queue = fmt::format("local_{}", stream);
    std::vector<std::string> own;
    std::vector<std::string> exists;
    for (int p = 0; p < links_; ++p) {
      if (MayWant(std::nullopt, stream, p)) own.push_back("own_" + Name(p));
    }
    for (int a = 0; a < host_.axes(); ++a)
      exists.push_back(
          fmt::format("{} <= {}", At("to_" + queue, Axis{a}), host_.length(Axis{a}) - 1));
    Values row{.text = {{"queue", queue},
                        {"valid", OfStream("s_axis_tvalid", stream)},
                        {"ready", OfStream("s_axis_tready", stream)},
                        {"tlast", OfStream("s_axis_tlast", stream)},
                        {"tdest", OfStream("s_axis_tdest", stream)},
                        {"exists", JoinedOrZero(exists, " & ")},
                        {"address_top", std::to_string(plan_.address_bits() - 1)},
                        {"links_top", std::to_string(links_)},
                        {"begin", Requests("to_" + queue, std::nullopt, stream)}}};
    values_.rows["injectors"].push_back(std::move(row));
    AddQueue(queue, kLocalDepth,
             {{"comes", "stores_" + queue},
              {"last", OfStream("s_axis_tlast", stream)},
              {"leaves", JoinedOrZero(own, " | ")},
              {"requests", "goes_" + queue}});
    for (int o = 0; o < links_; ++o) {
      if (MayWant(std::nullopt, stream, o))
        AddPair(queue, {}, std::nullopt, Name(o) + "_fresh", o, false);
    }
  }

  // How many other positions of an output (R5.4) may contend beside one.
  int Rivals(int o) const { return o == links_ ? (all() ? 0 : links_ - 1) : FirstPort(o) + 1; }
  // R5.7: how many grants a position waits for while it contends.
  int Grants(bool straight, int o) const {
    if (o == links_ || !through_first()) return Rivals(o);
    return straight ? 1 : (kGuard + 1) * Rivals(o);
  }
  bool Wraps(int o) const { return o != links_ && Channels(o) == 2; }

  // How many packets may begin at the output while a head waits for it and its link sends nothing
  // else: as many as R5.7 says, and as many again if the link may choose its other channel instead
  // (R5.3).
  int Packets(std::optional<int> p, int o) const {
    const int grants = Grants(p == o, o);
    return p && Channels(*p) == 2 ? 2 * grants + 1 : grants;
  }

  // How many cycles nothing is sent although the flit may be: while its link chooses the other
  // channel, and while flits that have crossed the wrap link win.
  int Cycles(std::optional<int> p, int o, bool crossed) const {
    int cycles = 0;
    if (p && Channels(*p) == 2) {
      for (int other = 0; other <= links_; ++other) {
        if (MayWant(p, std::nullopt, other))
          cycles = std::max(cycles, Grants(p == other, other) + 1);
      }
    }
    if (Wraps(o)) cycles += !through_first() || crossed ? Rivals(o) : p == o ? 1 : kGuard;
    return cycles;
  }

  int FirstPort(int o) const {
    int first = 0;
    while (Port(first).axis.value() != Port(o).axis.value()) ++first;
    return first;
  }

  // Adds a queue and an output that it may request. `other` is the queue of its link's other
  // channel, "" if there is none.
  void AddPair(const std::string& queue, const std::string& other, std::optional<int> p,
               const std::string& output, int o, bool crossed) {
    const int cycles = Cycles(p, o, crossed);
    const int packets = Packets(p, o);
    const bool two = !other.empty();
    values_.rows["pairs"].push_back(
        {.text = {{"pair", queue + "_to_" + output},
                  {"queue", queue},
                  {"output", output},
                  {"place", std::to_string(o)},
                  {"open", crossed ? "1'b1" : fmt::format("(body_{} | ~held_{})", queue, output)},
                  {"cycles_msb", CountMsb(cycles)},
                  {"packets_msb", CountMsb(packets)},
                  {"cycles", std::to_string(cycles)},
                  {"packets", std::to_string(packets)},
                  {"behind",
                   two ? fmt::format("leaves_{} & ~turn_{}_to_{}", other, queue, output) : "1'b0"}},
         .rows = {{"two_channels", {}}}});
    if (two) {
      values_.rows["pairs"].back().rows["two_channels"].push_back({.text = {{"other", other}}});
    }
    // On shorter axes channels do not compete.
    if (two && host_.length(Port(*p).axis) >= 5) {
      turns_.push_back(fmt::format("turn_{0}_to_{1} & may_{0}_to_{1}", queue, output));
    }
    passed_.push_back(fmt::format("packets_{}_to_{} != 0", queue, output));
  }

  void AddLink(int p) {
    const std::string way = Name(p) + "_out";
    std::vector<std::string> from;
    for (const char* kind : {"_fresh", "_crossed"}) {
      for (const auto& [queue, o] : contenders_[Name(p) + kind])
        from.push_back(fmt::format("leaves_{0} & wants_{0}[{1}]", queue, o));
    }
    values_.rows["outs"].push_back(
        {.text = {{"link", Name(p)}, {"from", JoinedOrZero(from, " | ")}}});
    if (Channels(p) == 1) {
      AddOutput(Name(p) + "_fresh", "sends_" + way + "_0", "free_" + way + "_0",
                "open_" + way + "_0");
      return;
    }
    const bool minus = Port(p).direction == Direction::kMinus;
    const std::string wrap = fmt::format("here_{} == {}", Port(p).axis.value(),
                                         minus ? 0 : host_.length(Port(p).axis) - 1);
    const auto fresh = [&](const char* what) {
      return fmt::format("({0} ? {1}_{2}_1 : {1}_{2}_0)", wrap, what, way);
    };
    AddOutput(Name(p) + "_fresh", fresh("sends"), fresh("free"), fresh("open"));
    AddOutput(Name(p) + "_crossed", fmt::format("(~({}) & sends_{}_1)", wrap, way),
              "free_" + way + "_1", "open_" + way + "_1");
  }

  void AddOutput(const std::string& output, const std::string& sends, const std::string& credits,
                 const std::string& held) {
    values_.rows["outputs"].push_back(
        {.text = {
             {"output", output}, {"sends", sends}, {"room", credits + " != 0"}, {"held", held}}});
  }

  void AddEjector(int stream) {
    const std::string output = fmt::format("local_{}", stream);
    std::vector<std::string> into;
    std::vector<std::string> last;
    for (const auto& [queue, o] : contenders_[output]) {
      into.push_back(fmt::format("leaves_{0} & wants_{0}[{1}]", queue, o));
      last.push_back(fmt::format("leaves_{0} & wants_{0}[{1}] & first_{0}[0]", queue, o));
    }
    values_.rows["ejectors"].push_back({.text = {{"output", output},
                                                 {"into", JoinedOrZero(into, " | ")},
                                                 {"into_last", JoinedOrZero(last, " | ")},
                                                 {"m_valid", OfStream("m_axis_tvalid", stream)},
                                                 {"m_ready", OfStream("m_axis_tready", stream)}}});
  }

  const Plan& plan_;
  const Graph& host_;
  std::vector<ModulePort> ports_;
  int links_;
  Values values_;
  // Terms of covers: a head is passed; a flit has its turn behind the other channel.
  std::vector<std::string> passed_;
  std::vector<std::string> turns_;
  // For each output the queues that may request it, and its number.
  std::map<std::string, std::vector<std::pair<std::string, int>>> contenders_;
};

}  // namespace

bool HasLivenessProperties(const Plan& plan) {
  const Graph& host = plan.host();
  return HasDeliveryProperties(plan) && (host.axes() == 1 || !host.WrapsAnywhere());
}

Values LivenessProperties(const Plan& plan, const Layers& layers) {
  Values values = LinkProperties(plan, layers);
  values.text["module"] = ModuleName(plan, "liveness_properties");
  values.rows["links_alone"].clear();
  values.rows["liveness"].push_back(Liveness(plan, layers).All());
  return values;
}

}  // namespace toroid::rtl
