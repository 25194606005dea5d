// A toroid network as a module of a SystemC platform. Compiles as C++17 and later, with the CMake
// target toroid::network.
//
//     toroid::Network<64> net("net", toroid::FromOptions("--host torus:4x4 --flit-width 64"));
//     std::deque<toroid::AxisSignals<64>> in, out;
//     net.clk(clk);
//     net.rst(rst);
//     for (int i = 0; i < net.streams(); ++i) {
//       net.s_axis[i](in.emplace_back());
//       net.m_axis[i](out.emplace_back());
//     }
//
// Streams are AXI4-Stream, numbered node * local_ports() + port as in the generated Verilog, and
// their ports are named as in NAME_wrap: s0_axis_tvalid, m0_axis_tdata, ... A beat is taken at a
// rising edge of `clk` at which tvalid and tready are high. Put the destination's address
// (AddressOf) on tdest with a packet's first beat, and end the packet with tlast. Packets may have
// any length. At the other end tuser is the source's address on every beat. Packets from one source
// to one destination arrive in order. A packet to its own node, or to an address without a node, is
// taken and dropped, and `error` is high for one cycle. With --in-network multicast each beat to
// its own node comes out at all others instead, as a packet of one beat.
//
// Cycles are those of the Verilog and of `toroid simulate`, with either engine: a cycle is from one
// rising edge to the next, inputs are sampled just before an edge, and outputs change after it
// (docs/spec/router.md). The network takes a beat a cycle at each stream. Without load, a beat
// taken at edge t is offered at the other end h + 2 edges later, where h is the number of links of
// its route; with n link stages, (n + 1) h + 2 edges later.
//
// Reset is synchronous and active high. While it is high all outputs are low; tready rises one
// cycle after the first cycle with `rst` low. A network begins in reset, so a platform need not
// pulse it. Reset in a run drops everything in flight.
//
// An invalid network throws NetworkError from the constructor.
#pragma once

#include <toroid/network_core.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <systemc>

namespace toroid {

// Ports that may stay unbound.
template <class T>
using OptionalIn = sc_core::sc_port<sc_core::sc_signal_in_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
template <class T>
using OptionalOut =
    sc_core::sc_port<sc_core::sc_signal_inout_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

// The wires of one stream in either direction: streams into the network have tdest, streams out of
// it tuser.
template <int kBits>
struct AxisSignals {
  sc_core::sc_signal<bool> tvalid, tready;
  sc_core::sc_signal<sc_dt::sc_bv<kBits>> tdata;
  sc_core::sc_signal<bool> tlast;
  sc_core::sc_signal<std::uint32_t> tdest, tuser, tid;
};

// A stream into the network.
template <int kBits>
struct AxisSlave {
  explicit AxisSlave(int stream)
      : AxisSlave("s" + std::to_string(stream) + "_", "s" + std::to_string(stream) + "_axis_") {}
  void operator()(AxisSignals<kBits>& wires) {
    tvalid(wires.tvalid);
    tready(wires.tready);
    tdata(wires.tdata);
    tlast(wires.tlast);
    tdest(wires.tdest);
    tid(wires.tid);
  }

  sc_core::sc_in<bool> tvalid;
  sc_core::sc_out<bool> tready;
  sc_core::sc_in<sc_dt::sc_bv<kBits>> tdata;
  sc_core::sc_in<bool> tlast;
  sc_core::sc_in<std::uint32_t> tdest;  // an address (AddressOf), read on a packet's first beat
  OptionalIn<std::uint32_t> tid;        // the sending guest node, where several share a host node
  OptionalOut<bool> error;              // a packet was refused: high for one cycle

 private:
  AxisSlave(const std::string& stream, const std::string& axis)
      : tvalid((axis + "tvalid").c_str()),
        tready((axis + "tready").c_str()),
        tdata((axis + "tdata").c_str()),
        tlast((axis + "tlast").c_str()),
        tdest((axis + "tdest").c_str()),
        tid((axis + "tid").c_str()),
        error((stream + "error").c_str()) {}
};

// A stream out of the network. While tvalid is low the other wires keep their last value.
template <int kBits>
struct AxisMaster {
  explicit AxisMaster(int stream) : AxisMaster("m" + std::to_string(stream) + "_axis_") {}
  void operator()(AxisSignals<kBits>& wires) {
    tvalid(wires.tvalid);
    tready(wires.tready);
    tdata(wires.tdata);
    tlast(wires.tlast);
    tuser(wires.tuser);
    tid(wires.tid);
  }

  sc_core::sc_out<bool> tvalid;
  sc_core::sc_in<bool> tready;
  sc_core::sc_out<sc_dt::sc_bv<kBits>> tdata;
  sc_core::sc_out<bool> tlast;
  sc_core::sc_out<std::uint32_t> tuser;  // the source's address
  OptionalOut<std::uint32_t> tid;        // the receiving guest node

 private:
  explicit AxisMaster(const std::string& axis)
      : tvalid((axis + "tvalid").c_str()),
        tready((axis + "tready").c_str()),
        tdata((axis + "tdata").c_str()),
        tlast((axis + "tlast").c_str()),
        tuser((axis + "tuser").c_str()),
        tid((axis + "tid").c_str()) {}
};

// The module; kBits is the width of tdata and must be the network's --flit-width.
template <int kBits>
class Network : public sc_core::sc_module {
 public:
  explicit Network(const sc_core::sc_module_name& name, const NetworkSource& source,
                   NetworkEngine engine = NetworkEngine::kModel)
      : sc_core::sc_module(name), core_(source, engine, kBits) {
    for (int i = 0; i < core_.streams(); ++i) {
      s_axis.emplace_back(i);
      m_axis.emplace_back(i);
    }
    SC_METHOD(Rise);
    sensitive << clk.pos();
    dont_initialize();
  }
  SC_HAS_PROCESS(Network);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst{"rst"};
  // by stream: node * local_ports() + port
  std::deque<AxisSlave<kBits>> s_axis;
  std::deque<AxisMaster<kBits>> m_axis;

  // As in NetworkCore.
  int nodes() const { return core_.nodes(); }
  int local_ports() const { return core_.local_ports(); }
  int streams() const { return core_.streams(); }
  int address_bits() const { return core_.address_bits(); }
  int rank_bits() const { return core_.rank_bits(); }
  int GuestsAt(int node) const { return core_.GuestsAt(node); }
  std::uint32_t AddressOf(int node, int rank = 0) const { return core_.AddressOf(node, rank); }
  std::optional<int> NodeOf(std::uint32_t address) const { return core_.NodeOf(address); }
  int InjectorOf(int from, int to) const { return core_.InjectorOf(from, to); }

 private:
  static constexpr int kWords = (kBits + 31) / 32;

  // Runs once a cycle, at its end.
  void Rise() {
    if (rst->read()) {
      if (running_) core_.Reset();
      running_ = false;
      for (int i = 0; i < core_.streams(); ++i) ShowNothing(i);
      return;
    }
    if (running_) {
      for (int i = 0; i < core_.streams(); ++i) Take(i);
      core_.Step();
    }
    running_ = true;
    for (int i = 0; i < core_.streams(); ++i) Show(i);
  }

  // Takes the beats transferred in the cycle that ends.
  void Take(int i) {
    AxisSlave<kBits>& in = s_axis[i];
    if (core_.Ready(i) && in.tvalid->read()) {
      std::array<std::uint32_t, kWords> words;
      const sc_dt::sc_bv<kBits>& data = in.tdata->read();
      for (int w = 0; w < kWords; ++w) words[w] = data.get_word(w);
      const std::uint32_t id = in.tid.size() > 0 ? in.tid->read() : 0;
      core_.Inject(i, {words.data(), in.tdest->read(), id, in.tlast->read()});
    }
    if (core_.Offers(i) && m_axis[i].tready->read()) core_.Accept(i);
  }

  // Drives the outputs of the cycle that begins.
  void Show(int i) {
    s_axis[i].tready->write(core_.Ready(i));
    if (s_axis[i].error.size() > 0) s_axis[i].error->write(core_.Error(i));
    AxisMaster<kBits>& out = m_axis[i];
    const bool valid = core_.Offers(i);
    out.tvalid->write(valid);
    if (!valid) return;
    const NetworkCore::Beat beat = core_.Offered(i);
    sc_dt::sc_bv<kBits> data;
    for (int w = 0; w < kWords; ++w) data.set_word(w, beat.words[w]);
    out.tdata->write(data);
    out.tlast->write(beat.last);
    out.tuser->write(beat.address);
    if (out.tid.size() > 0) out.tid->write(beat.id);
  }
  void ShowNothing(int i) {
    s_axis[i].tready->write(false);
    if (s_axis[i].error.size() > 0) s_axis[i].error->write(false);
    m_axis[i].tvalid->write(false);
  }

  NetworkCore core_;
  bool running_ = false;  // not in reset
};

}  // namespace toroid
