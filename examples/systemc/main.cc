// A platform of one producer and one consumer a node, with a network of toroid between them. Every
// node sends packets to every other; the consumers, which let a beat wait now and then, check what
// arrives.
//
// Usage: platform ENGINE MANIFEST|OPTION..., ENGINE being model, nodes, lanes or flat:
//   platform model --host torus:4x4 --flit-width 64
//   platform nodes my-network/manifest.json
#include <toroid/network.h>

#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int kBits = 64;  // of tdata
constexpr int kRounds = 3;
constexpr int kBeats = 4;  // of a packet
using Network = toroid::Network<kBits>;
using Data = sc_dt::sc_bv<kBits>;

// What a beat carries: who sent it, the packet's number among those of the pair, and its place.
std::uint64_t Content(std::uint32_t source, int packet, int beat) {
  return std::uint64_t{source} << 32 | static_cast<unsigned>(packet) << 8 |
         static_cast<unsigned>(beat);
}

class Producer : public sc_core::sc_module {
 public:
  Producer(const sc_core::sc_module_name& name, const Network& network, int node)
      : sc_core::sc_module(name), network_(network), node_(node) {
    SC_THREAD(Run);
    sensitive << clk.pos();
  }
  SC_HAS_PROCESS(Producer);

  sc_core::sc_in<bool> clk{"clk"}, tready{"tready"};
  sc_core::sc_out<bool> tvalid{"tvalid"}, tlast{"tlast"};
  sc_core::sc_out<Data> tdata{"tdata"};
  sc_core::sc_out<std::uint32_t> tdest{"tdest"};

 private:
  void Run() {
    wait();
    for (int packet = 0; packet < kRounds; ++packet) {
      for (int step = 1; step < network_.nodes(); ++step)
        Send((node_ + step) % network_.nodes(), packet);
    }
    tvalid.write(false);
  }
  void Send(int to, int packet) {
    tdest.write(network_.AddressOf(to));
    for (int beat = 0; beat < kBeats; ++beat) {
      tvalid.write(true);
      tdata.write(Content(network_.AddressOf(node_), packet, beat));
      tlast.write(beat == kBeats - 1);
      do wait();
      while (!tready.read());
    }
  }

  const Network& network_;
  int node_;
};

class Consumer : public sc_core::sc_module {
 public:
  explicit Consumer(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_METHOD(Rise);
    sensitive << clk.pos();
    dont_initialize();
  }
  SC_HAS_PROCESS(Consumer);

  sc_core::sc_in<bool> clk{"clk"}, tvalid{"tvalid"}, tlast{"tlast"};
  sc_core::sc_in<Data> tdata{"tdata"};
  sc_core::sc_in<std::uint32_t> tuser{"tuser"};
  sc_core::sc_out<bool> tready{"tready"};

  int packets() const { return packets_; }
  int wrong() const { return wrong_; }

 private:
  void Rise() {
    if (tvalid.read() && tready.read()) Take();
    tready.write(++cycle_ % 5 != 0);
  }
  void Take() {
    const std::uint32_t source = tuser.read();
    const bool last = beat_ == kBeats - 1;
    if (tdata.read().to_uint64() != Content(source, next_[source], beat_) || tlast.read() != last)
      ++wrong_;
    ++beat_;
    if (!tlast.read()) return;
    beat_ = 0;
    ++next_[source];
    ++packets_;
  }

  std::map<std::uint32_t, int> next_;  // packet of each source
  int beat_ = 0;                       // of the packet that arrives
  int packets_ = 0;
  int wrong_ = 0;
  int cycle_ = 0;
};

toroid::NetworkEngine EngineOf(const std::string& word) {
  if (word == "nodes") return toroid::NetworkEngine::kNodes;
  if (word == "lanes") return toroid::NetworkEngine::kLanes;
  if (word == "flat") return toroid::NetworkEngine::kFlat;
  return toroid::NetworkEngine::kModel;
}

toroid::NetworkSource SourceOf(const std::vector<std::string>& words) {
  if (words.size() == 1) return toroid::FromManifest(words[0]);
  std::string options;
  for (const std::string& word : words) options += word + " ";
  return toroid::FromOptions(options);
}

class Platform : public sc_core::sc_module {
 public:
  Platform(const sc_core::sc_module_name& name, const toroid::NetworkSource& source,
           toroid::NetworkEngine engine)
      : sc_core::sc_module(name), network_("network", source, engine) {
    if (network_.local_ports() > 1) throw std::invalid_argument("one stream a node is enough");
    network_.clk(clock_);
    network_.rst(reset_);
    for (int node = 0; node < network_.nodes(); ++node) AddNode(node);
  }

  int expected() const { return kRounds * network_.nodes() * (network_.nodes() - 1); }
  int packets() const {
    int count = 0;
    for (const Consumer& consumer : consumers_) count += consumer.packets();
    return count;
  }
  int wrong() const {
    int count = 0;
    for (const Consumer& consumer : consumers_) count += consumer.wrong();
    return count;
  }

 private:
  void AddNode(int node) {
    toroid::AxisSignals<kBits>& in = wires_.emplace_back();
    toroid::AxisSignals<kBits>& out = wires_.emplace_back();
    network_.s_axis[node](in);
    network_.m_axis[node](out);
    Producer& producer =
        producers_.emplace_back(sc_core::sc_gen_unique_name("producer"), network_, node);
    producer.clk(clock_);
    producer.tvalid(in.tvalid);
    producer.tready(in.tready);
    producer.tdata(in.tdata);
    producer.tlast(in.tlast);
    producer.tdest(in.tdest);
    Consumer& consumer = consumers_.emplace_back(sc_core::sc_gen_unique_name("consumer"));
    consumer.clk(clock_);
    consumer.tvalid(out.tvalid);
    consumer.tready(out.tready);
    consumer.tdata(out.tdata);
    consumer.tlast(out.tlast);
    consumer.tuser(out.tuser);
  }

  sc_core::sc_clock clock_{"clock", 10, sc_core::SC_NS};
  sc_core::sc_signal<bool> reset_{"reset"};  // stays low: a network begins in reset
  Network network_;
  std::deque<toroid::AxisSignals<kBits>> wires_;
  std::deque<Producer> producers_;
  std::deque<Consumer> consumers_;
};

int Run(const std::vector<std::string>& words) {
  Platform platform("platform", SourceOf({words.begin() + 1, words.end()}), EngineOf(words[0]));
  int cycles = 0;
  for (; platform.packets() < platform.expected() && cycles < 100000; ++cycles)
    sc_core::sc_start(10, sc_core::SC_NS);
  const bool passed = platform.packets() == platform.expected() && platform.wrong() == 0;
  std::cout << platform.packets() << " of " << platform.expected() << " packets in " << cycles
            << " cycles, " << platform.wrong() << " beats wrong: " << (passed ? "PASS" : "FAIL")
            << "\n";
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int sc_main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: platform model|nodes|lanes|flat MANIFEST|OPTION...\n";
    return 2;
  }
  try {
    return Run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
