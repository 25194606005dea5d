// The options of a network's hardware, as a plan takes them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gen/embedding/embedding.h"
#include "gen/embedding/partition.h"
#include "gen/plan/field.h"
#include "gen/plan/join_options.h"
#include "gen/plan/node_images.h"
#include "gen/plan/router_kind.h"
#include "gen/plan/routes.h"
#include "gen/plan/schedule_unit.h"
#include "gen/plan/wrap_options.h"
#include "gen/support/result.h"
#include "gen/support/words.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

inline constexpr int kMostAtuStages = 16;
// Payload bits of a flit, multiples of the least. The most includes the bits that wrap and layers
// add: beside 512 bits of data there is room for tkeep and 64 more.
inline constexpr int kLeastFlitWidth = 8;
inline constexpr int kMostFlitWidth = 640;
inline constexpr int kMostPayloadWords = kMostFlitWidth / 32;
// Flits of a buffer.
inline constexpr int kLeastBufferDepth = 2;
inline constexpr int kMostBufferDepth = 64;
inline constexpr int kMostClasses = 8;
// The most processes of all nodes together, distinguished by tid.
inline constexpr std::uint32_t kMostProcesses = 1U << 24;
inline constexpr int kMostLinkStages = 8;
// The least depth of buffers with which a link sends a flit each cycle (R9.5).
constexpr int FullRateDepth(int link_stages) { return 2 * link_stages + 2; }

// The policy for an output that several flits request (docs/spec/router.md, section 5).
enum class Arbiter { kRoundRobin, kThroughFirst };
template <>
inline constexpr std::string_view kWords<Arbiter> = "round-robin|through-first";

// The storage of input buffers: flip-flops, distributed memory (LUT-RAM) with one write and one
// asynchronous read port, or flip-flops whose clocks stop while they hold. The cycles are the same.
enum class Storage { kRegisters, kLutram, kGated };
template <>
inline constexpr std::string_view kWords<Storage> = "registers|lutram|gated";

// The check wires of links, which detect wrong bits (docs/spec/router.md, section 10).
enum class Protection { kNone, kParity };
template <>
inline constexpr std::string_view kWords<Protection> = "none|parity";

// FPGA families with different storage.
enum class FpgaFamily { kGeneric, kIce40, kEcp5, kGowin, kXilinx };
template <>
inline constexpr std::string_view kWords<FpgaFamily> = "generic|ice40|ecp5|gowin|xilinx";
// The storage of the smallest router: distributed memory if the target has it.
Storage StorageOf(FpgaFamily family);

// How users name nodes: by the host's coordinates, or by those of the guest node that they hold.
enum class Address { kPhysical, kLogical };
template <>
inline constexpr std::string_view kWords<Address> = "physical|logical";

// How nodes get tables of their guest neighbours' places (docs/spec/translation.md).
enum class TableMethod { kComputed, kExchanged };
template <>
inline constexpr std::string_view kWords<TableMethod> = "computed|exchanged";

// Of buffered routers.
struct BufferedOptions {
  int depth = 4;                             // flits of a buffer, one per input and channel
  Arbiter arbiter = Arbiter::kThroughFirst;  // why: docs/decisions/6-default-arbiter.md
  Storage storage = Storage::kRegisters;
};

struct LinkOptions {
  int stages = 0;                          // registers on the wires (R9.1)
  Protection protect = Protection::kNone;  // (R10.1)
  bool counters = false;                   // docs/spec/counters.md

  int hop_cycles() const { return stages + 1; }  // of a flit over a link
};

struct ScheduleUnitOptions {
  std::optional<UnitTask> task = std::nullopt;  // none: nodes get no schedule units
  // scheduled routers: nodes check what arrives too (docs/spec/scheduled-router.md N7.5)
  bool check_arrivals = false;
};

// What nodes hear from a host that broadcasts (docs/spec/broadcast.md); any of it makes the tree.
struct LoadOptions {
  bool words = false;
  bool routes = false;  // buffered routers: their routing tables (docs/spec/degraded.md, DG9)
  bool tables = false;  // scheduled routers: their rows of the schedule's table
  bool tree = false;    // likewise: their ports of the tree (docs/spec/in-network.md, section 8)
  // scheduled routers with logical addresses: the parameters of address units, the partition's base
  // too (docs/spec/loaded-addresses.md); without a partition one that is the whole host
  bool address_units = false;
  // what the host is to send besides; hardware does not depend on it
  std::shared_ptr<const NodeImages> images = nullptr;
};

struct HardwareOptions {
  int flit_width = 32;  // payload bits; of a plan with what the wrap packs beside tdata
  Ports ports = Ports::kOne;
  RouterKind router = RouterKind::kBuffered;
  BufferedOptions buffered = {};
  // buffered routers read tables, and the host may have dead links and nodes; null: dimension order
  std::shared_ptr<const RoutedHost> routes = nullptr;
  // scheduled routers: what of the host is alive, as nothing is sent to or over what is dead; their
  // hardware is that of the whole host
  std::shared_ptr<const degraded::DegradedHost> survivors = nullptr;
  LinkOptions links = {};
  int classes = 1;  // of messages, each with a network of its own in the wrap
  WrapOptions wrap = {};
  std::string name = "toroid";  // prefix of every module, a Verilog identifier
  Address address = Address::kPhysical;
  // of a node, which tid tells apart: with physical addresses; with logical ones these are the
  // embedding's guest nodes
  int processes = 1;
  // registers between an address unit's question and its answer, 0 to 16; with physical addresses
  // only
  int atu_stages = 0;
  std::optional<TableMethod> translation = std::nullopt;  // nodes get translation tables
  // The box of the host that the embedding is in, and for simulation where it is: hardware takes
  // its base as an input.
  std::optional<Partition> partition = std::nullopt;
  // nodes get relays if messages of the embedding's neighbours halt
  bool relay = false;
  ScheduleUnitOptions schedule_unit = {};
  std::optional<InNetwork> in_network = std::nullopt;  // none: routers only pass flits on
  JoinOptions join = {};                               // with kReduction
  int root = 0;                                        // of the tree: a node's number
  bool barrier = false;  // nodes have a barrier (docs/spec/barrier.md)
  LoadOptions load = {};

  // Every option that determines the hardware, except the graphs (GraphOptions), what is dead and
  // the task of schedule units; the base of a box if a host loads it. Their order is fixed, because
  // generated files quote the command that made them.
  Fields fields();
};

// The version of docs/spec/router.md, or scheduled-router.md, from which on routers of these
// options on `host` are as they are, by its list of versions.
int RouterSpecVersionOf(const HardwareOptions& options, const Graph& host);
inline constexpr int kCopiesSpecVersion = 1;  // of docs/spec/copies.md
// Likewise of docs/spec/in-network.md.
int InNetworkSpecVersionOf(const HardwareOptions& options);

// Whether nodes get the tree over which a host sends them words.
bool Hears(const HardwareOptions& options);
// Whether nodes have tables that a host loads: rows of a schedule's, of routes or of a tree.
bool LoadsTables(const HardwareOptions& options);
// Whether nodes have registers that they need loaded before they do anything.
bool LoadsRegisters(const HardwareOptions& options);
// What it loads, as --load names it: "tables,address-units"; "words" if nothing; empty without it.
std::string LoadText(const HardwareOptions& options);
// What --in-network says; empty without a tree.
std::string InNetworkText(const HardwareOptions& options);

// All that can be said of a plan's options before anything is computed, as Plan::Create says it.
Diagnostics OptionDiagnostics(const Graph& host, const std::optional<Embedding>& embedding,
                              const HardwareOptions& options);

// Why the name is no prefix of modules (--name); empty: it is one.
Diagnostics NameDiagnostics(const std::string& name);

}  // namespace toroid
