// A toroid network that is driven cycle by cycle, without SystemC; toroid/network.h wraps it in a
// module. Compiles as C++17 and later; the CMake target toroid::network sets the options, and the
// location of the installed files that the Verilog engines need (TOROID_FILES).
//
//     toroid::NetworkCore net(toroid::FromOptions("--host torus:4x4 --flit-width 32"),
//                             toroid::NetworkEngine::kModel, 32);
//     const std::uint32_t word = 42;
//     if (net.Ready(0)) net.Inject(0, {&word, net.AddressOf(5), 0, true});
//     net.Step();
//
// Streams are AXI4-Stream, numbered node * local_ports() + port as in the generated Verilog.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toroid {

// The engine that simulates the network. All show the same signals in every cycle.
enum class NetworkEngine {
  kModel,  // the reference model: nothing is compiled
  // The generated Verilog, compiled by Verilator when such a network is first made (seconds; both
  // must be installed) and kept in ~/.cache/toroid for all later runs:
  kNodes,  // one node, used for all places
  kLanes,  // its gates, by Yosys, all nodes at once: for large networks under load
  kFlat    // the whole top with all its wires, which takes long to compile for a large network
};

// Describes a network.
struct NetworkSource {
  enum class Kind { kOptions, kManifest } kind = Kind::kOptions;
  std::string text;
#ifdef TOROID_FILES
  std::string files = TOROID_FILES;
#else
  std::string files = {};  // beside the program, or in the source tree
#endif
};
// The options of `toroid generate` as typed, separated by white space: "--host torus:4x4
// --flit-width 64"; or as a JSON object, whose values may have blanks: {"host": "torus:4x4",
// "dead-links": ["0-1", "5-6"], "counters": true}. Of a `--config FILE` only hardware options
// count.
inline NetworkSource FromOptions(std::string options) {
  NetworkSource source;
  source.text = std::move(options);
  return source;
}
// The network whose manifest.json `toroid generate` wrote there. Its `rebuild` command describes
// the network, and its hash shows whether this version of toroid makes the same hardware.
inline NetworkSource FromManifest(std::string path) {
  NetworkSource source;
  source.kind = NetworkSource::Kind::kManifest;
  source.text = std::move(path);
  return source;
}

// Thrown if a network cannot be made: the options are wrong or not for a module, the manifest is
// invalid, or the engine's tools are missing.
class NetworkError : public std::runtime_error {
 public:
  // Requires at least one line.
  explicit NetworkError(std::vector<std::string> lines);
  ~NetworkError() override;
  // All faults found, one a line, as the program would print them: "toroid: error: OPTION: VALUE:
  // what is wrong; what is allowed". what() joins them.
  const std::vector<std::string>& diagnostics() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

// The network without SystemC; a cycle is a round of calls. Within a cycle read Ready, Offered and
// Error, which are functions of the state at its start, call Inject and Accept at most once for
// each stream, then Step.
class NetworkCore {
 public:
  // Throws NetworkError; `payload_bits` must be the network's flit width.
  NetworkCore(const NetworkSource& source, NetworkEngine engine, int payload_bits);
  ~NetworkCore();
  NetworkCore(const NetworkCore&) = delete;
  NetworkCore& operator=(const NetworkCore&) = delete;

  int nodes() const;
  int local_ports() const;  // streams into a node, and out of it: 1, or with --ports all one a link
  int streams() const { return nodes() * local_ports(); }
  int payload_bits() const;  // of tdata: 8 to 640
  int address_bits() const;  // valid bits of tdest and tuser, up to 32; higher ones are ignored
  int rank_bits() const;     // valid bits of tid; 0: the network has no tid

  // Number of guest nodes that tid selects at a node: 1 without tid, 0 at a node without guest
  // nodes, to which nothing can be sent. Requires 0 <= node < nodes().
  int GuestsAt(int node) const;
  // The value of tdest and tuser for a node. Requires 0 <= rank < GuestsAt(node), else throws
  // std::out_of_range.
  std::uint32_t AddressOf(int node, int rank = 0) const;
  // The node that an address names; none if there is no such node.
  std::optional<int> NodeOf(std::uint32_t address) const;
  // The stream at which a packet must enter: with --ports all a node refuses it at any other.
  // Requires different nodes.
  int InjectorOf(int from, int to) const;

  struct Beat {
    // (payload_bits + 31) / 32, least significant first; bits above are ignored
    const std::uint32_t* words = nullptr;
    std::uint32_t address = 0;  // tdest or tuser
    std::uint32_t id = 0;       // tid: the sending, or receiving, guest node
    bool last = false;
  };
  bool Ready(int stream) const;               // s_axis_tready
  void Inject(int stream, const Beat& beat);  // requires Ready; address and id count on first beats
  bool Offers(int stream) const;              // m_axis_tvalid
  // Requires Offers. Valid until Accept or Step.
  Beat Offered(int stream) const;
  void Accept(int stream);       // requires Offers
  bool Error(int stream) const;  // a refused packet ended in the cycle before
  void Step();                   // ends the cycle
  void Reset();                  // to cycle 0: just out of reset, with s_axis_tready high

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace toroid
