// Shared code of both adaptors. They are compiled next to Verilator's output, not with the
// simulator. `dut_config.h` is written for each network and defines
//   TOROID_FOR_EACH_LINK(M)   M(port, signal prefix, channels, bits of a flit) for each link port
//                             of a node; with 0 channels it has neither channel nor credit
//   TOROID_FOR_EACH_NODE(M)   M(index, instance) for each node of the top (flat only)
// and numbers, which are 0 where the network has no such thing:
//   any                 TOROID_LINK_PORTS, TOROID_LOCAL_PORTS, TOROID_PAYLOAD_BITS,
//                       TOROID_ADDRESS_BITS, TOROID_FLIT_BITS, TOROID_WAVE
//   schedule units      TOROID_MESSAGES of each, TOROID_TIME_BITS
//   relays              TOROID_RELAY
//   partition           TOROID_PARTITION, bits of a guest node's address; TOROID_BASE if its base
//                       is an input
//   tid                 TOROID_MEMBER_BITS, if local ports have one
//   scheduled routers   TOROID_FAULT_BITS of `faults`, TOROID_BARRIER with a barrier,
//                       TOROID_BROADCAST if they hear a host, TOROID_LOADED if they load tables
//   link stages         TOROID_LINK_STAGES
//   check wires         TOROID_LINK_CHECKS
//   gates of clocks     TOROID_GATED_CLOCKS
//   translation tables  TOROID_TABLES, bits of an entry's number; TOROID_TABLE_LOGICAL,
//                       TOROID_TABLE_PHYSICAL and TOROID_TABLE_RANK, bits of an entry's fields;
//                       TOROID_BY_ENTRY if packets may be sent by an entry's number
//   counters            TOROID_COUNTERS, bits that select one
// Signals that a network may lack are named in templates only, behind `if constexpr`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "dut_abi.h"
#include "dut_config.h"
#include "verilated.h"

namespace toroid_dut {

constexpr unsigned kPayloadWords = (TOROID_PAYLOAD_BITS + 31) / 32;
constexpr unsigned kFlitWords = (TOROID_FLIT_BITS + 31) / 32;
constexpr unsigned kSideBits =
    TOROID_FLIT_BITS - TOROID_PAYLOAD_BITS;  // flit bits above the payload
constexpr unsigned kSideWords = (kSideBits + 31) / 32;
constexpr unsigned kFaultBits = TOROID_FAULT_BITS;  // 0: buffered routers

// Check wires of a link port.
constexpr unsigned kLinkFaultBits = TOROID_LINK_CHECKS ? 2 * TOROID_LINK_PORTS : 0;
#if TOROID_LINK_CHECKS
#define TOROID_CHECKED(statement) statement
#else
#define TOROID_CHECKED(statement)
#endif

// Members of a link port by its number of channels.
#define TOROID_CHANNEL_0(statement)
#define TOROID_CHANNEL_1(statement)
#define TOROID_CHANNEL_2(statement) statement
#define TOROID_CREDIT_0(statement)
#define TOROID_CREDIT_1(statement) statement
#define TOROID_CREDIT_2(statement) statement

// Reads `width` bits from bit `lsb` of a Verilated signal into words.
template <class T>
inline void GetField(const T& signal, unsigned lsb, unsigned width, std::uint32_t* words) {
  if constexpr (std::is_integral_v<T>) {
    const std::uint64_t value = static_cast<std::uint64_t>(signal) >> lsb;
    words[0] = static_cast<std::uint32_t>(value);
    if (width > 32) words[1] = static_cast<std::uint32_t>(value >> 32);
  } else {
    for (unsigned w = 0; w * 32 < width; ++w) {
      const unsigned bit = lsb + w * 32;
      std::uint32_t word = signal[bit / 32] >> (bit % 32);
      if (bit % 32 != 0 && width - w * 32 > 32 - bit % 32)
        word |= signal[bit / 32 + 1] << (32 - bit % 32);
      words[w] = word;
    }
  }
  if (width % 32 != 0) words[(width - 1) / 32] &= (1U << (width % 32)) - 1;
}

// Writes `width` bits at bit `lsb` of a Verilated signal; bits of `words` above `width` must be 0.
template <class T>
inline void PutField(T& signal, unsigned lsb, unsigned width, const std::uint32_t* words) {
  if constexpr (std::is_integral_v<T>) {
    std::uint64_t value = words[0];
    if (width > 32) value |= static_cast<std::uint64_t>(words[1]) << 32;
    const std::uint64_t mask = (width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1)
                               << lsb;
    signal = static_cast<T>((static_cast<std::uint64_t>(signal) & ~mask) | ((value << lsb) & mask));
  } else {
    for (unsigned done = 0; done < width;) {
      const unsigned bit = lsb + done;
      const unsigned from = done % 32;
      unsigned count = 32 - bit % 32;
      if (count > 32 - from) count = 32 - from;
      if (count > width - done) count = width - done;
      const std::uint32_t mask = count == 32 ? ~0U : (1U << count) - 1;
      std::uint32_t& target = signal[bit / 32];
      target =
          (target & ~(mask << (bit % 32))) | (((words[done / 32] >> from) & mask) << (bit % 32));
      done += count;
    }
  }
}

// Signals of up to 64 bits are integers, wider ones arrays of 32-bit words.
template <class T>
inline bool GetBit(const T& signal, unsigned bit) {
  if constexpr (std::is_integral_v<T>)
    return (signal >> bit) & 1;
  else
    return (signal[bit / 32] >> (bit % 32)) & 1;
}
template <class T>
inline void PutBit(T& signal, unsigned bit, bool value) {
  const std::uint32_t word = value;
  PutField(signal, bit, 1, &word);
}

// ---- bitmaps of 64-bit words ----
using Bitmap = std::vector<std::uint64_t>;

// Requires bits != 0.
inline unsigned LowestBit(std::uint64_t bits) {
  return static_cast<unsigned>(__builtin_ctzll(bits));
}
inline std::size_t BitmapWords(std::size_t bits) { return (bits + 63) / 64; }
inline void Set(Bitmap& bitmap, std::size_t i) { bitmap[i / 64] |= std::uint64_t{1} << (i % 64); }
inline void Put(Bitmap& bitmap, std::size_t i, bool value) {
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  bitmap[i / 64] = value ? bitmap[i / 64] | bit : bitmap[i / 64] & ~bit;
}
// All bits of a Verilated signal.
template <class T>
inline void Copy(const T& signal, Bitmap& bitmap) {
  if constexpr (std::is_integral_v<T>) {
    bitmap[0] = signal;
  } else {
    for (std::size_t half = 0; half < sizeof(signal) / 4; ++half) {
      const std::uint64_t word = signal[half];
      bitmap[half / 2] = half % 2 == 0 ? word : bitmap[half / 2] | word << 32;
    }
  }
}

// Outputs that the simulator reads after each cycle. Bitmaps have a bit for each node (busy,
// holds_guest), local port (ready, valid, error), link (crossed) or link and channel (sends,
// credits), node after node. error has a bit for each node in scheduled routers. faults has
// kFaultBits for each node, or kLinkFaultBits in buffered routers. A beat's arrays are indexed by
// local port and hold the last offered beat; they count only where `valid` is set.
struct Outputs {
  explicit Outputs(const ToroidDutShape& shape)
      : Outputs(shape.nodes, static_cast<std::size_t>(shape.nodes) * TOROID_LOCAL_PORTS) {}
  Outputs(std::size_t nodes, std::size_t locals)
      : ready(BitmapWords(locals)),
        valid(BitmapWords(locals)),
        error(BitmapWords(kFaultBits > 0 ? nodes : locals)),
        busy(BitmapWords(nodes)),
        sends(BitmapWords(nodes * TOROID_LINK_PORTS * 2)),
        crossed(BitmapWords(nodes * TOROID_LINK_PORTS)),
        last_sides(nodes * TOROID_LINK_PORTS * kSideWords),
        credits(BitmapWords(nodes * TOROID_LINK_PORTS * 2)),
        m_last(locals),
        m_source(locals),
        m_id(locals),
        m_data(locals * kPayloadWords),
        holds_guest(TOROID_PARTITION ? BitmapWords(nodes) : 0),
        logical(TOROID_PARTITION ? nodes : 0),
        faults(BitmapWords(nodes * (kFaultBits + kLinkFaultBits))),
        released(TOROID_BARRIER ? BitmapWords(nodes) : 0),
        loaded(TOROID_LOADED ? BitmapWords(nodes) : 0),
        tables(TOROID_TABLES ? BitmapWords(nodes) : 0),
        entries(TOROID_TABLES ? nodes : 0),
        counters(TOROID_COUNTERS ? nodes : 0) {}
  Bitmap ready, valid, error, busy, sends;
  Bitmap crossed;  // links crossed by a flit since reset
  std::vector<std::uint32_t> last_sides;
  Bitmap credits;
  std::vector<std::uint8_t> m_last;
  std::vector<std::uint32_t> m_source, m_id, m_data;
  Bitmap holds_guest;
  std::vector<std::uint32_t> logical;
  Bitmap faults;
  Bitmap released;
  Bitmap loaded;
  Bitmap tables;
  std::vector<ToroidDutEntry> entries;  // last answer of Entries
  std::vector<std::uint32_t> counters;  // last answer of the counters
  std::vector<ToroidDutHop> hops;
  std::vector<std::uint32_t> flits;
  std::uint64_t evaluated = 0;
  std::uint64_t crossings = 0;
  bool record = true;

  template <unsigned kBits, class T>
  void AddHop(std::uint32_t node, unsigned port, unsigned channel, const T& flit) {
    const std::size_t link = static_cast<std::size_t>(node) * TOROID_LINK_PORTS + port;
    ++crossings;
    Set(sends, 2 * link + channel);
    Set(crossed, link);
    GetField(flit, TOROID_PAYLOAD_BITS, kBits - TOROID_PAYLOAD_BITS,
             &last_sides[link * kSideWords]);
    if (!record) return;
    hops.push_back({node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(channel), 0});
    std::uint32_t words[kFlitWords] = {};
    GetField(flit, 0, kBits, words);
    flits.insert(flits.end(), words, words + kFlitWords);
  }
  // A bit for each channel.
  void AddCredits(std::uint32_t node, unsigned port, unsigned channels) {
    const std::size_t link = static_cast<std::size_t>(node) * TOROID_LINK_PORTS + port;
    credits[link / 32] |= static_cast<std::uint64_t>(channels) << (link % 32 * 2);
  }
  // Clears the events of the last cycle; levels stay until their node is read again.
  void BeginStep(const ToroidDutCycle& cycle) {
    record = cycle.record != 0;
    hops.clear(), flits.clear(), evaluated = 0, crossings = 0;
    std::fill(sends.begin(), sends.end(), 0);
    std::fill(credits.begin(), credits.end(), 0);
  }
};

// What both engines have.
class VerilatedDut : public ToroidDut {
 public:
  void Wires(ToroidDutWires* wires) const override {
    *wires = {.s_ready = out_.ready.data(),
              .m_valid = out_.valid.data(),
              .error = out_.error.data(),
              .busy = out_.busy.data(),
              .sends = out_.sends.data(),
              .credits = out_.credits.data(),
              .m_last = out_.m_last.data(),
              .m_source = out_.m_source.data(),
              .m_id = out_.m_id.data(),
              .m_data = out_.m_data.data(),
              .holds_guest = out_.holds_guest.data(),
              .logical = out_.logical.data(),
              .faults = out_.faults.data(),
              .released = out_.released.data(),
              .loaded = out_.loaded.data(),
              .tables = out_.tables.data(),
              .payload_words = kPayloadWords,
              .flit_words = kFlitWords};
  }
  const std::uint32_t* LastSides(std::uint32_t link) override {
    const bool any = (out_.crossed[link / 64] >> (link % 64) & 1) != 0;
    return any ? &out_.last_sides[std::size_t{link} * kSideWords] : nullptr;
  }

 protected:
  explicit VerilatedDut(const ToroidDutShape& shape) : shape_(shape), out_(shape) {
    context_.randReset(0);
  }
  void PutResult(ToroidDutResult* result) const {
    *result = {out_.crossings, out_.hops.data(), out_.flits.data(),
               static_cast<std::uint32_t>(out_.hops.size()), out_.evaluated};
  }
  ToroidDutList ListSending() const {
    return {sending_.data(), static_cast<std::uint32_t>(sending_.size())};
  }

  ToroidDutShape shape_;
  VerilatedContext context_;
  Outputs out_;
  std::vector<std::uint32_t> sending_;  // last answer of Sending
};

// Reads the beat that port q of a set of AXI4-Stream vectors offers: tlast, tuser, tid and tdata
// into place `local` of the arrays.
template <class V>
inline void ReadBeat(const V& v, unsigned q, std::size_t local, Outputs& out) {
  out.m_last[local] = GetBit(v.m_axis_tlast, q);
  GetField(v.m_axis_tuser, q * TOROID_ADDRESS_BITS, TOROID_ADDRESS_BITS, &out.m_source[local]);
  if constexpr (TOROID_MEMBER_BITS > 0)
    GetField(v.m_axis_tid, q * TOROID_MEMBER_BITS, TOROID_MEMBER_BITS, &out.m_id[local]);
  GetField(v.m_axis_tdata, q * TOROID_PAYLOAD_BITS, TOROID_PAYLOAD_BITS,
           &out.m_data[local * kPayloadWords]);
}

// Offers the beat at place `local` of the arrays to local port q.
template <class V>
inline void DriveLocal(V& v, unsigned q, std::uint32_t local, const ToroidDutCycle& cycle) {
  PutBit(v.s_axis_tvalid, q, true);
  PutBit(v.s_axis_tlast, q, cycle.s_last[local] != 0);
  PutField(v.s_axis_tdest, q * TOROID_ADDRESS_BITS, TOROID_ADDRESS_BITS, &cycle.s_dest[local]);
  if constexpr (TOROID_MEMBER_BITS > 0)
    PutField(v.s_axis_tid, q * TOROID_MEMBER_BITS, TOROID_MEMBER_BITS, &cycle.s_id[local]);
  if constexpr (TOROID_BY_ENTRY) PutBit(v.s_axis_by_entry, q, cycle.s_entry[local] != 0);
  PutField(v.s_axis_tdata, q * TOROID_PAYLOAD_BITS, TOROID_PAYLOAD_BITS,
           &cycle.s_data[static_cast<std::size_t>(local) * kPayloadWords]);
}

// Gates of clocks look at this cycle's inputs while the clock is low.
template <class V>
inline void OpenGates(V& v) {
  if constexpr (TOROID_GATED_CLOCKS) {
    v.clk = 0;
    v.eval();
  }
}

// Sets a partition's base, if there is one, before reset.
template <class V>
inline void PlacePartition(V& v, const ToroidDutShape& shape) {
  if constexpr (TOROID_BASE)
    v.base = static_cast<std::remove_reference_t<decltype(v.base)>>(shape.base);
}

// The start pulse of translation tables.
template <class V>
inline void DriveTables(V& v, bool starts) {
  if constexpr (TOROID_TABLES > 0) v.table_start = starts;
}

// Requests an entry at the read port of node n of a node or top, and reads the answer.
template <class V>
inline void AskTable(V& v, std::uint32_t n, std::uint32_t entry, std::uint32_t rank) {
  if constexpr (TOROID_TABLES > 0)
    PutField(v.table_entry, n * TOROID_TABLES, TOROID_TABLES, &entry);
  if constexpr (TOROID_TABLE_RANK > 0)
    PutField(v.table_rank, n * TOROID_TABLE_RANK, TOROID_TABLE_RANK, &rank);
}
template <class V>
inline ToroidDutEntry ReadTable(const V& v, std::uint32_t n) {
  ToroidDutEntry read{};
  if constexpr (TOROID_TABLES > 0) {
    read.valid = GetBit(v.table_valid, n);
    GetField(v.table_logical, n * TOROID_TABLE_LOGICAL, TOROID_TABLE_LOGICAL, &read.logical);
    GetField(v.table_physical, n * TOROID_TABLE_PHYSICAL, TOROID_TABLE_PHYSICAL, &read.physical);
  }
  if constexpr (TOROID_TABLE_RANK > 0)
    GetField(v.table_neighbour_rank, n * TOROID_TABLE_RANK, TOROID_TABLE_RANK, &read.rank);
  return read;
}

// Selects a counter of node n of a node or top, and reads it.
template <class V>
inline void AskCounter(V& v, std::uint32_t n, std::uint32_t select) {
  if constexpr (TOROID_COUNTERS > 0)
    PutField(v.counter_select, n * TOROID_COUNTERS, TOROID_COUNTERS, &select);
}
template <class V>
inline std::uint32_t ReadCounter(const V& v, std::uint32_t n) {
  std::uint32_t value = 0;
  if constexpr (TOROID_COUNTERS > 0) GetField(v.counter_value, n * 32, 32, &value);
  return value;
}

// Drives the word that the host offers.
template <class V>
inline void DriveHost(V& v, bool valid, bool last, std::uint32_t word) {
  if constexpr (TOROID_BROADCAST) {
    v.host_axis_tvalid = valid;
    v.host_axis_tlast = last;
    v.host_axis_tdata = word;
  }
}

// Clock cycles with rst high, before cycle 0.
constexpr int kResetCycles = 4;

}  // namespace toroid_dut
