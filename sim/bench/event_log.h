// Contents of the wires, and the logs by which two engines are compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/integers.h"
#include "gen/support/random.h"
#include "sim/trace/trace.h"

namespace toroid {

// Makes payloads: the packet's data, or a keyed hash of (source, destination, sequence, flit index)
// cut to the flit width.
class PayloadMaker {
 public:
  PayloadMaker(const Plan& plan, std::uint64_t seed)
      : key_(Mix(seed, 0x7061796c6f6164)),
        bits_(plan.hardware().flit_width),
        words_((bits_ + 31) / 32),
        mask_(bits_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1) {}

  int words() const { return words_; }
  // The data words of a flit; null if the packet holds no data.
  const std::uint32_t* WordsOf(const Packet& packet, std::uint32_t index) const {
    if (!packet.words) return nullptr;
    return packet.words + static_cast<std::size_t>(index) * static_cast<std::size_t>(words_);
  }
  // Writes words() words, least significant first.
  void Write(const Packet& packet, std::uint32_t index, std::uint32_t* words) const {
    if (const std::uint32_t* data = WordsOf(packet, index)) {
      std::copy_n(data, words_, words);
      return;
    }
    std::uint64_t state = Start(packet, index);
    for (int w = 0; w < words_; w += 2) {
      words[w] = static_cast<std::uint32_t>(state);
      if (w + 1 < words_) words[w + 1] = static_cast<std::uint32_t>(state >> 32);
      if (w + 2 < words_) state = Mix(state);
    }
    if (bits_ % 32 != 0) words[words_ - 1] &= (1U << (bits_ % 32)) - 1;
  }
  // The digest of what Write writes.
  std::uint64_t DigestOf(const Packet& packet, std::uint32_t index) const {
    if (words_ <= 2 && !packet.words) return Start(packet, index) & mask_;
    std::uint32_t words[kMostPayloadWords] = {};
    Write(packet, index, words);
    return Digest(words, words_);
  }
  // Whether Write writes these words.
  bool Is(const Packet& packet, std::uint32_t index, const std::uint32_t* words) const {
    if (words_ <= 2) return DigestOf(packet, index) == Digest(words, words_);
    std::uint32_t expected[kMostPayloadWords] = {};
    Write(packet, index, expected);
    return std::equal(expected, expected + words_, words);
  }
  // A digest of a payload: the payload itself if it fits 64 bits.
  static std::uint64_t Digest(const std::uint32_t* words, int count) {
    std::uint64_t digest = words[0];
    if (count > 1) digest |= static_cast<std::uint64_t>(words[1]) << 32;
    for (int w = 2; w < count; ++w) digest = Mix(digest ^ words[w]);
    return digest;
  }

 private:
  std::uint64_t Start(const Packet& packet, std::uint32_t index) const {
    const std::uint64_t pair =
        (static_cast<std::uint64_t>(packet.source.value()) << 32) | packet.destination.value();
    return Mix(Mix(key_ ^ pair) ^ ((static_cast<std::uint64_t>(packet.sequence) << 32) | index));
  }
  std::uint64_t key_;
  int bits_;
  int words_;
  std::uint64_t mask_;  // of a payload that fits 64 bits
};

// `added` of a hop of a flit that the network copies: this. In scheduled routers other fields
// between tail and source are arbitrary then, and the lowest bit is `odd` where there is one
// (docs/spec/in-network.md, IN2.2).
inline constexpr std::uint64_t kOfTree = std::uint64_t{1} << 63;

// One event as wires show it. Two engines agree when they produce equal records in the same order.
struct WireRecord {
  enum Kind : std::uint8_t { kHop, kInject, kEject };
  std::uint32_t place = 0;  // node of a hop, local port of an inject or eject
  std::uint8_t port = 0;    // output link port of a hop
  std::uint8_t channel = 0;
  Kind kind = kHop;
  std::uint8_t head_tail = 0;     // bit 0 head, bit 1 tail; heads are not on the eject wires
  std::uint32_t source = 0;       // as on the wires
  std::uint32_t destination = 0;  // as on the wires; 0 for ejects, which do not carry it
  std::uint64_t payload = 0;      // digest
  // Hops: the fields above the user's payload. With relays {relayed, address} (docs/spec/relay.md
  // L2.1), with several guest nodes on a host node {destination rank, source rank}
  // (docs/spec/generated.md G2.8), on a tree kOfTree.
  std::uint64_t added = 0;
  bool operator==(const WireRecord&) const = default;
};

// The message of a flit that entered or left, which wires do not show.
struct NamedFlit {
  NodeId source, destination;
  Cycle created = 0;  // offered to its injector
  bool head = false;
  bool refused = false;     // the network must refuse it
  bool in_network = false;  // it enters or leaves a tree of the network
};

// A monitor's records of consecutive cycles: every event, and the level of every one-bit output,
// whether or not anything happens.
struct EventLog {
  bool names = false;            // whether `named` is filled
  std::vector<NamedFlit> named;  // of each inject and eject, in their order
  std::vector<WireRecord> records;
  std::vector<std::size_t> ends;      // by cycle: the number of records up to its end
  std::vector<std::uint64_t> levels;  // by cycle: Levels::words() words
  void clear() { named.clear(), records.clear(), ends.clear(), levels.clear(); }
};

// Layout of a cycle's levels in a log: consecutive bitmaps, each starting a new word. `busy` of the
// nodes; `s_axis_tready`, `m_axis_tvalid` and `error` of the local ports; `in_credit` of the links,
// bit 2 * (node * link ports + port) + channel. Scheduled routers have `faults` instead of the last
// two, bit node * Plan::fault_bits() + fault.
class Levels {
 public:
  explicit Levels(const Plan& plan) : Levels(plan, plan.host().size()) {}
  Levels(const Plan& plan, std::uint32_t nodes);

  std::size_t words() const { return ends_.back(); }
  // "busy of node (0,1)", "error of injector 0 of node (0,1)".
  std::string Text(std::size_t word, std::size_t bit) const;

 private:
  const Plan& plan_;
  std::vector<std::size_t> ends_;  // of each bitmap, in words
};

// "axis 0 +": a link port of a node.
std::string LinkPortText(const Plan& plan, std::size_t port);
// The record of a slab that begins at `first_node`, renumbered to the host.
WireRecord InHost(const Plan& plan, std::uint32_t first_node, WireRecord record);
// "node (0,1) output axis 0 + channel 1", "node (0,1) ejector 0": where the event happened.
std::string PlaceText(const Plan& plan, const WireRecord& record);

}  // namespace toroid
