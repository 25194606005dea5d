// A whole network as gates: the netlists of its nodes, wired as in the netlist of the top. Computes
// each cycle for all values of the unknown signals: at first every register, and every input that
// was not set.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/rtl.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/lanes/netlist.h"

namespace toroid::proof {

// Wires whose value may be unknown, 64 at once.
//
// Idea: a wire is the set of its possible values. A gate with unknown operands is unknown too,
// unless the known ones decide it: 0 AND unknown is 0. So a wire that comes out as known has that
// value for all values of the unknown ones.

// One wire, as bits for its possible values.
enum class Value : std::uint8_t { kZero = 1, kOne = 2, kUnknown = 3 };

// A wire in 64 nodes: the nodes in which it can be 0, and those in which it can be 1.
struct Wires {
  std::uint64_t zero = ~std::uint64_t{0};
  std::uint64_t one = ~std::uint64_t{0};
  bool operator==(const Wires&) const = default;

  Value Of(unsigned lane) const {
    return static_cast<Value>((zero >> lane & 1) | (one >> lane & 1) << 1);
  }
  void Set(unsigned lane, Value value) {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    const auto can = static_cast<unsigned>(value);
    zero = (can & 1) != 0 ? zero | bit : zero & ~bit;
    one = (can & 2) != 0 ? one | bit : one & ~bit;
  }
};

inline constexpr Wires kAllZero{~std::uint64_t{0}, 0};
inline constexpr Wires kAllOne{0, ~std::uint64_t{0}};

inline Wires Not(Wires a) { return {a.one, a.zero}; }
inline Wires And(Wires a, Wires b) { return {a.zero | b.zero, a.one & b.one}; }
inline Wires Or(Wires a, Wires b) { return {a.zero & b.zero, a.one | b.one}; }
inline Wires Xor(Wires a, Wires b) {
  return {(a.zero & b.zero) | (a.one & b.one), (a.zero & b.one) | (a.one & b.zero)};
}
// `b` where `select` is 1, else `a`. Where `select` is unknown, known if both are equal.
inline Wires Choose(Wires select, Wires a, Wires b) {
  return {(select.zero & a.zero) | (select.one & b.zero),
          (select.zero & a.one) | (select.one & b.one)};
}
// The output of a gate.
Wires Compute(lanes::Op op, Wires a, Wires b, Wires select);

// The parameters of an instance of the node, by name, in binary digits: LINKS is 1011.
using Variant = std::map<std::string, std::string>;

// An instance of the node in the top's netlist.
struct Instance {
  Variant variant;
  std::map<std::string, std::vector<std::int64_t>> nets;  // by port, from bit 0 up
};
// Nets of constants; other nets have numbers from 2 on.
inline constexpr std::int64_t kNetZero = 0;
inline constexpr std::int64_t kNetOne = 1;
inline constexpr std::int64_t kNetUnknown = -1;

struct Wiring {
  std::map<std::string, Instance> nodes;
  std::map<std::string, std::vector<std::int64_t>> inputs, outputs;  // ports of the top
};

// Reads the output of Yosys' write_json for `top`, in which every cell is an instance of module
// `node`. Diagnostics have field "yosys" and kUnable.
Result<Wiring> ReadWiring(std::string_view json, const std::string& top, const std::string& node);

class Chip {
 public:
  // Takes a netlist for each variant; memory outputs are unknown.
  Chip(const Wiring& wiring, const std::map<Variant, lanes::Netlist>& netlists);

  // The bits of a top input, to set before Settle; of a top output, to read after it.
  std::vector<Value>& Input(const std::string& port) { return inputs_.at(port); }
  Value Output(const std::string& port, std::size_t bit) const;
  // Computes all wires of this cycle. Returns false if a loop of wires passes no register.
  bool Settle();
  void Clock();  // ends the cycle

 private:
  // All nodes of one variant.
  struct Nodes {
    lanes::Netlist netlist;
    std::set<lanes::Signal> read;  // read inside the netlist
    std::size_t count = 0;
    std::size_t words = 0;      // 64 nodes each
    std::vector<Wires> values;  // by signal, `words` each
    std::vector<Wires> next;    // by register
  };
  struct Place {  // a wire of a node
    Nodes* nodes = nullptr;
    std::size_t word = 0;
    unsigned lane = 0;
  };
  struct Source {
    Place place;                         // if a node drives it
    std::vector<Value>* port = nullptr;  // if a port of the top drives it
    std::size_t bit = 0;
    Value constant = Value::kUnknown;
  };
  struct Feed {
    Place to;
    Source from;
  };

  static void PowerUp(Nodes& nodes);
  void FindDrivers(const Wiring& wiring);
  void AddFeeds(const std::string& name, const Instance& instance);
  static Place PlaceOf(Nodes& nodes, lanes::Signal signal, std::size_t node);
  Source SourceOf(std::int64_t net) const;
  static Value Read(const Source& source);
  bool Gather();
  static void Evaluate(Nodes& nodes);

  std::map<Variant, Nodes> nodes_;
  std::map<std::string, std::size_t> numbers_;  // by node: index among those of its variant
  std::map<std::string, std::vector<Value>> inputs_;
  std::map<std::int64_t, Source> drivers_;  // by net
  std::map<std::string, std::vector<Source>> outputs_;
  std::vector<Feed> feeds_;  // inputs of nodes
  std::size_t count_;        // number of nodes
};

// The emitted network, synthesised by Yosys.
struct Netlists {
  Wiring wiring;                               // the top's
  std::map<Variant, lanes::Netlist> variants;  // of the node, simplified
};

// `files` are RenderRtl's output for the plan. Diagnostics have field "yosys" and kUnable: Yosys is
// missing, failed, or wrote something unknown to sim/lanes.
Result<Netlists> Synthesise(const Plan& plan, const EmittedFiles& files, const Progress& progress);

}  // namespace toroid::proof
