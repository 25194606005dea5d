// Networks side by side on the same input signals: random packets, sinks that let beats wait,
// packets that must be refused, and a reset in the middle. All networks must show equal outputs in
// every cycle, and arrivals must equal what was sent.
#pragma once

#include <gtest/gtest.h>
#include <toroid/network.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/bench/kernel.h"

namespace toroid::test {

template <int kBits>
class Bench : public sc_core::sc_module {
 public:
  using Payload = sc_dt::sc_bv<kBits>;
  static constexpr int kCycles = 600;  // cycles of traffic
  static constexpr int kReset = 250;   // first of three cycles with `rst` high again
  static constexpr int kDrain = 400;   // cycles without new packets

  // Counts of the networks' actions; faults are reported as failures of the test.
  struct Seen {
    int compared = 0;  // outputs of a network, with the first one's
    int delivered = 0;
    int refused = 0;
    int errors = 0;
    int waited = 0;  // cycles in which a beat was offered and not taken, at either end
  };

  Bench(const sc_core::sc_module_name& name, const std::string& options,
        const std::vector<NetworkEngine>& engines)
      : sc_core::sc_module(name) {
    for (const NetworkEngine engine : engines) AddNetwork(options, engine);
    for (int i = 0; i < first().streams(); ++i) sources_.emplace_back();
    SC_METHOD(Drive);
    sensitive << clock_.posedge_event();
    SC_METHOD(Compare);
    sensitive << clock_.negedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(Bench);

  // Where the first network's pins are written from the first reset on, a line of bits a cycle,
  // each field's last stream first: rst; the inputs tvalid, tdata, tlast, tdest, tready; the
  // outputs tready, error, tvalid, tdata, tlast, tuser.
  void Record(std::ostream* pins) { pins_ = pins; }

  const Seen& seen() const { return seen_; }
  int streams() const { return networks_.front().streams(); }
  std::size_t undelivered() const {
    std::size_t count = 0;
    for (const auto& [pair, beats] : expected_) count += beats.size();
    return count;
  }
  static constexpr int kAll = kCycles + kDrain;

 private:
  struct Beat {
    Payload data;
    bool last = false;
    bool operator==(const Beat& other) const { return data == other.data && last == other.last; }
  };
  // Inputs of one stream, shared by all networks.
  struct Inputs {
    sc_core::sc_signal<bool> tvalid, tlast, tready;
    sc_core::sc_signal<Payload> tdata;
    sc_core::sc_signal<std::uint32_t> tdest, tid;
  };
  // Outputs of one stream of one network.
  struct Outputs {
    sc_core::sc_signal<bool> tready, error, tvalid, tlast;
    sc_core::sc_signal<Payload> tdata;
    sc_core::sc_signal<std::uint32_t> tuser, tid;
  };
  struct Source {
    int left = 0;      // beats of its packet that have not been taken
    bool head = true;  // the next beat is the first
    bool refused = false;
    std::pair<std::uint32_t, std::uint32_t> pair;  // addresses that it is from and for
  };

  Network<kBits>& first() { return networks_.front(); }

  void AddNetwork(const std::string& options, NetworkEngine engine) {
    Network<kBits>& network = networks_.emplace_back(sc_core::sc_gen_unique_name("network"),
                                                     FromOptions(options), engine);
    network.clk(clock_);
    network.rst(reset_);
    auto& outputs = outputs_.emplace_back();
    for (int i = 0; i < network.streams(); ++i) {
      if (networks_.size() == 1) inputs_.emplace_back();
      Inputs& in = inputs_[i];
      Outputs& out = outputs.emplace_back();
      auto& s = network.s_axis[i];
      s.tvalid(in.tvalid), s.tready(out.tready), s.tdata(in.tdata), s.tlast(in.tlast);
      s.tdest(in.tdest), s.tid(in.tid), s.error(out.error);
      auto& m = network.m_axis[i];
      m.tvalid(out.tvalid), m.tready(in.tready), m.tdata(out.tdata), m.tlast(out.tlast);
      m.tuser(out.tuser), m.tid(out.tid);
    }
  }

  int Draw(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  Payload DrawPayload() {
    Payload data;
    for (int w = 0; w < (kBits + 31) / 32; ++w) {
      const auto bits = static_cast<std::uint32_t>(random_());
      data.set_word(w, kBits - 32 * w >= 32 ? bits : bits & ((1U << (kBits % 32)) - 1));
    }
    return data;
  }

  // At the rising edge, as the networks do: all see the signals of the cycle that ends.
  void Drive() {
    const int now = cycle_++;
    const bool reset = now < 2 || (now >= kReset && now < kReset + 3);
    if (reset_.read()) {
      Forget();
    } else {
      for (int i = 0; i < first().streams(); ++i) Receive(i);
      for (int i = 0; i < first().streams(); ++i) Send(i, now < kCycles);
    }
    reset_.write(reset);
  }

  void Forget() {
    expected_.clear();
    seen_.refused = seen_.errors;
    for (int i = 0; i < first().streams(); ++i) {
      sources_[i] = {};
      inputs_[i].tvalid.write(false);
      inputs_[i].tready.write(false);
    }
  }

  void Send(int i, bool more) {
    Inputs& in = inputs_[i];
    Source& source = sources_[i];
    if (in.tvalid.read()) {
      if (!outputs_[0][i].tready.read()) {
        ++seen_.waited;
        return;
      }
      if (!source.refused) expected_[source.pair].push_back({in.tdata.read(), in.tlast.read()});
      if (--source.left == 0) seen_.refused += source.refused ? 1 : 0;
    }
    if (source.left == 0 && more && Draw(0, 2) == 0) Begin(i);
    const bool valid = source.left > 0 && (source.head || Draw(0, 3) > 0);
    in.tvalid.write(valid);
    if (!valid) return;
    in.tdata.write(DrawPayload());
    in.tlast.write(source.left == 1);
    if (!source.head) in.tdest.write(static_cast<std::uint32_t>(Draw(0, 1000)));  // is not read
    source.head = false;
  }

  // A packet to any node, to no node, or to itself; with several ports mostly one that has to enter
  // here.
  void Begin(int i) {
    const Network<kBits>& network = first();
    const int from = i / network.local_ports();
    int to = Draw(0, network.nodes() - 1);
    for (int tries = 0; tries < 20 && (to == from || network.InjectorOf(from, to) != i); ++tries)
      to = Draw(0, network.nodes() - 1);
    const int guests = network.GuestsAt(to);
    const auto highest =
        static_cast<std::uint32_t>((std::uint64_t{1} << network.address_bits()) - 1);
    const std::uint32_t address =
        guests > 0 && Draw(0, 20) > 0 ? network.AddressOf(to, Draw(0, guests - 1)) : highest;
    // one too many, where tid can show it
    const int id = Draw(0, std::min(network.GuestsAt(from), (1 << network.rank_bits()) - 1));
    const std::optional<int> there = network.NodeOf(address);
    Source& source = sources_[i];
    source.left = Draw(1, 6);
    source.head = true;
    source.refused = !there || *there == from || network.InjectorOf(from, *there) != i ||
                     id >= network.GuestsAt(from);
    if (!source.refused) source.pair = {network.AddressOf(from, id), address};
    inputs_[i].tdest.write(address);
    inputs_[i].tid.write(static_cast<std::uint32_t>(id));
  }

  void Receive(int i) {
    const Outputs& out = outputs_[0][i];
    if (out.error.read()) ++seen_.errors;
    if (out.tvalid.read() && inputs_[i].tready.read()) {
      const int node = i / first().local_ports();
      auto& beats =
          expected_[{out.tuser.read(), first().AddressOf(node, static_cast<int>(out.tid.read()))}];
      const Beat beat{out.tdata.read(), out.tlast.read()};
      if (beats.empty() || !(beats.front() == beat)) {
        ADD_FAILURE() << "a beat that was not sent, at stream " << i << " in cycle " << cycle_;
      } else {
        beats.pop_front();
        ++seen_.delivered;
      }
    } else if (out.tvalid.read()) {
      ++seen_.waited;
    }
    inputs_[i].tready.write(cycle_ > kCycles || Draw(0, 2) > 0);
  }

  // In the middle of a cycle, when all signals are stable.
  void Compare() {
    recording_ = recording_ || reset_.read();
    if (pins_ && recording_) WritePins();
    for (std::size_t n = 1; n < networks_.size(); ++n) {
      for (int i = 0; i < first().streams(); ++i) {
        if (Same(outputs_[0][i], outputs_[n][i])) {
          ++seen_.compared;
        } else if (++different_ < 10) {
          ADD_FAILURE() << "network " << n << " differs at stream " << i << " in cycle " << cycle_;
        }
      }
    }
  }
  void WritePins() {
    const auto write = [this](const auto& streams, const auto& bits_of) {
      for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream)
        *pins_ << bits_of(*stream);
    };
    const auto bit = [](const auto& signal) { return signal.read() ? "1" : "0"; };
    const auto address = [this](const auto& signal) {
      const std::string bits = sc_dt::sc_bv<32>(signal.read()).to_string();
      return bits.substr(bits.size() - static_cast<std::size_t>(first().address_bits()));
    };
    *pins_ << bit(reset_);
    write(inputs_, [&](const Inputs& in) { return bit(in.tvalid); });
    write(inputs_, [&](const Inputs& in) { return in.tdata.read().to_string(); });
    write(inputs_, [&](const Inputs& in) { return bit(in.tlast); });
    write(inputs_, [&](const Inputs& in) { return address(in.tdest); });
    write(inputs_, [&](const Inputs& in) { return bit(in.tready); });
    write(outputs_[0], [&](const Outputs& out) { return bit(out.tready); });
    write(outputs_[0], [&](const Outputs& out) { return bit(out.error); });
    write(outputs_[0], [&](const Outputs& out) { return bit(out.tvalid); });
    write(outputs_[0], [&](const Outputs& out) { return out.tdata.read().to_string(); });
    write(outputs_[0], [&](const Outputs& out) { return bit(out.tlast); });
    write(outputs_[0], [&](const Outputs& out) { return address(out.tuser); });
    *pins_ << "\n";
  }
  static bool Same(const Outputs& a, const Outputs& b) {
    return a.tready.read() == b.tready.read() && a.error.read() == b.error.read() &&
           a.tvalid.read() == b.tvalid.read() && a.tlast.read() == b.tlast.read() &&
           a.tdata.read() == b.tdata.read() && a.tuser.read() == b.tuser.read() &&
           a.tid.read() == b.tid.read();
  }

  sc_core::sc_clock clock_{"clock", 10, sc_core::SC_NS};
  sc_core::sc_signal<bool> reset_{"reset"};
  std::deque<Inputs> inputs_;
  std::deque<std::deque<Outputs>> outputs_;  // by network and stream
  std::deque<Network<kBits>> networks_;
  std::deque<Source> sources_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Beat>> expected_;
  std::mt19937 random_{1};
  int cycle_ = 0;
  int different_ = 0;
  std::ostream* pins_ = nullptr;
  bool recording_ = false;
  Seen seen_;
};

}  // namespace toroid::test
