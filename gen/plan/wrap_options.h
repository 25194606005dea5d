// The options of NAME_wrap for a network's local ports, clock and reset (docs/spec/generated.md,
// section 7). The network itself only gets a wider payload.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/axi_options.h"
#include "gen/plan/field.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr int kMostUserBits = 256;

struct WrapOptions {
  bool keep = false;         // streams have tkeep, a bit for each byte of tdata
  int user_bits = 0;         // bits of tuser with each beat, 0 to kMostUserBits
  bool active_low = false;   // the reset is active low
  bool async_reset = false;  // the reset is asynchronous; per-node clocks imply that
  // By node: whether its local ports have a per-node clock. Empty: none has.
  std::vector<bool> own_clock = {};
  // By node: what its streams' names begin with in place of numbers; "": the numbers. Empty: no
  // node has a name.
  std::vector<std::string> names = {};
  // Nodes have AXI4 endpoints in place of streams.
  std::optional<AxiOptions> axi = std::nullopt;

  friend bool operator==(const WrapOptions&, const WrapOptions&) = default;
  Fields fields();
};

// Bits beside tdata, of `data_width` bits, in a flit's payload: tkeep, the user bits and up to
// seven more, so that the payload is whole bytes. With endpoints, what these send beside data.
int SideBits(const WrapOptions& options, int data_width);
int SpareBits(const WrapOptions& options, int data_width);  // those up to seven bits

bool HasOwnClocks(const WrapOptions& options);
bool HasAsyncReset(const WrapOptions& options);
// Whether the wrap only renames wires.
bool IsPlain(const WrapOptions& options);

// Whether it can stand before the names of ports, and beside those with numbers.
bool IsPortName(std::string_view text);
inline constexpr const char* kPortNames =
    "give a letter, then letters, digits and single underscores, such as cpu0; names such as s0, "
    "m0, n0, c0 and near_a are taken";
// The name of the node's ports, of streams or endpoints; "" if they have its number.
std::string NameOfPorts(const WrapOptions& options, NodeId node);
// The names of streams as tables of a configuration file, which read back give the same.
std::string StreamsToml(const WrapOptions& options);

// "all", or "0,3,8-11": the nodes whose bit is set; at least one must be.
std::string NodesText(const std::vector<bool>& nodes);

// The options that differ from the defaults: " --tkeep --user-bits 3 ...".
std::string OptionsText(WrapOptions options);

}  // namespace toroid
