// AXI4 endpoints of a network's nodes, in place of their streams (docs/spec/axi4.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/words.h"
#include "gen/topology/graph.h"

namespace toroid {

// What a node has a port for (AX1.1).
enum class AxiRole { kNone, kManager, kSubordinate, kBoth };
template <>
inline constexpr std::string_view kWords<AxiRole> = "none|manager|subordinate|both";

struct AxiNode {
  AxiRole role = AxiRole::kBoth;
  bool lite = false;  // the subordinate's port is AXI4-Lite
  int timeout = 0;    // cycles in which the subordinate has to move (section 11); 0: waits for ever
  std::string name = {};  // what its ports' names begin with; "": its number

  bool HasManager() const { return role == AxiRole::kManager || role == AxiRole::kBoth; }
  bool HasSubordinate() const { return role == AxiRole::kSubordinate || role == AxiRole::kBoth; }
  friend bool operator==(const AxiNode&, const AxiNode&) = default;
};

// Addresses of a node's subordinate (AX2.2).
struct AxiRange {
  std::uint64_t base = 0;
  std::uint64_t size = 0;  // bytes, a power of two
  std::uint32_t node = 0;

  friend bool operator==(const AxiRange&, const AxiRange&) = default;
};

// The values of AX9.1, with its defaults.
struct AxiOptions {
  int address_width = 32;
  int id_width = 4;
  int user_width = 0;
  int threads = 4;
  int max_burst = 256;  // beats, as the buffers
  int read_buffer = 512;
  int write_buffer = 512;
  int outstanding = 4;
  bool ids_by_source = false;
  std::vector<AxiNode> nodes = {};    // of the whole host
  std::vector<AxiRange> ranges = {};  // empty: the top bits of an address are its node (AX2.1)

  friend bool operator==(const AxiOptions&, const AxiOptions&) = default;
};

inline constexpr std::uint32_t kMostAxiNodes = 4096;  // a node's endpoint has a bit for each
inline constexpr std::size_t kMostAxiRanges = 512;    // each manager compares with all of them
inline constexpr int kLeastAxiTimeout = 16;           // cycles, as the most
inline constexpr int kMostAxiTimeout = 16777215;

// A fault of the options, with what to blame: a key of [axi], or of the table of that number, from
// 0, in [[axi.node]] or [[axi.map]].
struct AxiFault {
  enum class Table { kAxi, kNode, kMap } table = Table::kAxi;
  std::size_t index = 0;
  std::string key;
  std::string value;
  std::string what;
  std::string allowed;
};
// Whatever is wrong with them on this host, for this data width in bits.
std::vector<AxiFault> FaultsOf(const AxiOptions& options, const Graph& host, int data_width);

// Whether any node has a timeout.
bool HasTimeouts(const AxiOptions& options);
// Whether a timeout is none or in range.
bool IsAxiTimeout(int cycles);
std::string AllowedAxiTimeouts();
// The widths of AX1.2.
bool IsAxiDataWidth(int bits);
// T of AX3.1: the bits of a thread's number.
int ThreadBits(const AxiOptions& options);
// The payload bits of a flit, F of AX1.6.
int AxiFlitWidth(int data_width);
// H of AX3.1: the head flits of a request.
int HeadFlits(const AxiOptions& options, int data_width);
// The options as one text, for the hardware's hash.
std::string CanonicalText(const AxiOptions& options);
// The options as the tables of a configuration file, which read back give the same options.
std::string TomlText(const AxiOptions& options);

}  // namespace toroid
