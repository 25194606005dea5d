// A whole network as gates: the netlists of its nodes, wired as the netlist of the top says. It is
// computed cycle by cycle for all values of what is unknown: at first every register, and every
// input that was not set.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/result.h"
#include "sim/lanes/netlist.h"
#include "sim/proof/unknown.h"

namespace toroid::proof {

// The parameters of an instance of the node, by name, in binary digits: LINKS is 1011.
using Variant = std::map<std::string, std::string>;

// What the netlist of the top has of instances of nodes, by name.
struct Instance {
  Variant variant;
  std::map<std::string, std::vector<std::int64_t>> nets;  // of each port, from bit 0 up
};
// Nets of constants; others are numbers from 2 on.
inline constexpr std::int64_t kNetZero = 0;
inline constexpr std::int64_t kNetOne = 1;
inline constexpr std::int64_t kNetUnknown = -1;

struct Wiring {
  std::map<std::string, Instance> nodes;
  std::map<std::string, std::vector<std::int64_t>> inputs, outputs;  // of the top
};

// Reads what Yosys' write_json wrote of `top`, in which every cell is an instance of module `node`.
// Diagnostics are of field "yosys" and kUnable.
Result<Wiring> ReadWiring(std::string_view json, const std::string& top, const std::string& node);

class Chip {
 public:
  // A netlist for each variant; what a memory reads is unknown.
  Chip(const Wiring& wiring, const std::map<Variant, lanes::Netlist>& netlists);

  // The bits of an input of the top, to be set before Settle; of an output, to be read after it.
  std::vector<Value>& Input(const std::string& port) { return inputs_.at(port); }
  Value Output(const std::string& port, std::size_t bit) const;
  // Computes all wires of this cycle. Requires that no loop of wires leads past all registers;
  // false: there is one.
  bool Settle();
  void Clock();  // ends the cycle

 private:
  // Nodes of one variant.
  struct Nodes {
    lanes::Netlist netlist;
    std::set<lanes::Signal> read;  // by something in it
    std::size_t count = 0;
    std::size_t words = 0;      // of 64 nodes each
    std::vector<Wires> values;  // of a signal, as many as words, one after another
    std::vector<Wires> next;    // of the registers
  };
  struct Place {  // a wire of a node
    Nodes* nodes = nullptr;
    std::size_t word = 0;
    unsigned lane = 0;
  };
  struct Source {
    Place place;                         // if its nodes are there; else
    std::vector<Value>* port = nullptr;  // of the top, if it is there; else
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
  std::map<std::string, std::size_t> numbers_;  // of each node, among those of its variant
  std::map<std::string, std::vector<Value>> inputs_;
  std::map<std::int64_t, Source> drivers_;  // of each net
  std::map<std::string, std::vector<Source>> outputs_;
  std::vector<Feed> feeds_;  // of inputs of nodes
  std::size_t count_;        // of nodes
};

}  // namespace toroid::proof
