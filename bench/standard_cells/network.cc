// Runs a network of nodes on their netlist of standard cells, and counts how often each net
// toggles.
//
// netlist.inc is the netlist (netlist.py): bit i of a word is node i's. Each run begins with a
// reset and 500 cycles that are not counted. Where nothing is offered, users hold what they offered
// last. After the counted cycles the network is emptied: every flit must have arrived where it was
// sent to, with its source and payload, and no node may have complained.
//
// Traffic:
//   idle        nothing
//   uniform R   packets of one flit with probability R at each node and cycle, to any other node
//   through     flits to the node three links away, so that three flows keep each link busy
//   played FILE messages, each in its cycle or when its port is free, until all have arrived. A
//               line is: cycle, source, destination, flits; sorted by cycle. A message to its own
//               source goes along the tree to all other nodes (docs/spec/in-network.md)
// Payload is drawn at random; with a third argument it is always 0.
//
// Prints: cycles, flits that entered, that left, that crossed a link (hops); then the toggles of
// each net, those of all nodes together.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "words.h"

namespace {

#include "links.h"
#include "netlist.inc"
#ifdef PLACE
#include "place.h"
#endif

std::uint64_t Mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

struct Offer {
  bool valid = false;
  std::uint64_t payload = 0;
  int destination = 0;
  int left = 0;      // flits of the message, this one too
  int backlog = 0;   // packets that wait for this port
  int messages = 0;  // begun
};

struct Message {
  long cycle;
  int destination, flits;
};

class Network {
 public:
  Network(std::string traffic, double rate, bool zero)
      : traffic_(std::move(traffic)),
        rate_(rate),
        zero_(zero),
        offers_(kNodes * Ports()),
        messages_(kNodes * Ports()) {
    net_[1] = ~Word{};
    for (std::size_t bit = 0; bit < k_coordinates.size(); ++bit) {
      for (int node = 0; node < kNodes; ++node) Set(k_coordinates[bit], node, node >> bit & 1);
    }
    for (const int net : k_m_axis_tready) net_[net] = ~Word{};
    for (int direction = 0; direction < 2 * kAxes; ++direction) {
      for (int node = 0; node < kNodes; ++node) neighbour_.push_back(Away(node, direction, 1));
    }
  }

  void Reset() {
    net_[k_rst[0]] = ~Word{};
    for (int i = 0; i < 4; ++i) Cycle(false);
    net_[k_rst[0]] = Word{};
    for (int i = 0; i < 4; ++i) Cycle(false);
  }

  // Nodes that a host loads hear the words of a file, with `last` in bit 32.
  bool Load() {
    if (k_loaded.empty()) return true;
    std::ifstream file("words");
    net_[k_host_axis_tvalid[0]] = ~Word{};
    for (std::uint64_t word = 0; file >> std::hex >> word;) {
      for (int node = 0; node < kNodes; ++node) {
        Put(k_host_axis_tdata, 0, node, word);
        Set(k_host_axis_tlast[0], node, word >> 32 & 1);
      }
      Cycle(false);
    }
    net_[k_host_axis_tvalid[0]] = Word{};
    for (int i = 0; i < 100; ++i) Cycle(false);
    return Ones(net_[k_loaded[0]]) == kNodes;
  }

  void Cycle(bool offers) {
    Gates(net_.data());
    Connect();
    for (int node = 0; node < kNodes; ++node) {
      for (int port = 0; port < Ports(); ++port) Offered(node, port, offers);
    }
    Gates(net_.data());
    if (counting_) Count();
#ifdef PLACE
    place_.Cycle(net_, counting_);
#endif
    Watch();
    Sample();  // before users show what comes next
    for (int node = 0; node < kNodes; ++node) {
      for (int port = 0; port < Ports(); ++port) Taken(node, port);
    }
    for (std::size_t i = 0; i < kFlops.size(); ++i) net_[kFlops[i].q] = next_[i];
    ++cycle_;
  }

  void Counting(bool on) {
    counting_ = on;
    before_ = net_;
  }
  // With more than one local port messages enter at that of their first link.
  bool Read(const char* name) {
    std::ifstream file(name);
    Message message{};
    for (int from = 0; file >> message.cycle >> from >> message.destination >> message.flits;) {
      const int port = Ports() > 1 ? FirstLink(from, message.destination) : 0;
      if (port < 0) return false;
      messages_[from * Ports() + port].push_back(message);
      unsent_ += message.flits;
    }
    played_ = true;
    first_ = cycle_;
    return file.eof() && unsent_ > 0;
  }
  bool Empty() const { return sent_ == arrived_ && unsent_ == 0; }
  bool Right() const { return sent_sum_ == arrived_sum_ && !complained_ && Same(); }
  void Print(long cycles) const {
#ifdef PLACE
    place_.Print(cycles);
    return;
#endif
    std::printf("%ld %ld %ld %ld\n", cycles, entered_, left_, hops_);
    for (const long toggles : toggles_) std::printf("%ld\n", toggles);
  }

 private:
#ifdef PLACE
  bool Same() const { return place_.Same(); }
  place::Node place_{PLACE};
#else
  static bool Same() { return true; }
#endif
  static int Ports() { return static_cast<int>(k_s_axis_tvalid.size()); }
  bool Get(int net, int node) const { return net_[net].b[node / 64] >> (node % 64) & 1; }
  void Set(int net, int node, bool value) {
    auto& block = net_[net].b[node / 64];
    const std::uint64_t bit = std::uint64_t{1} << (node % 64);
    block = value ? block | bit : block & ~bit;
  }
  template <typename Nets>
  std::uint64_t Value(const Nets& nets, int port, int node) const {
    const std::size_t width = nets.size() / Ports();
    std::uint64_t value = 0;
    for (std::size_t bit = 0; bit < width; ++bit) {
      value |= std::uint64_t{Get(nets[port * width + bit], node)} << bit;
    }
    return value;
  }
  template <typename Nets>
  void Put(const Nets& nets, int port, int node, std::uint64_t value) {
    const std::size_t width = nets.size() / Ports();
    for (std::size_t bit = 0; bit < width; ++bit) {
      Set(nets[port * width + bit], node, value >> bit & 1);
    }
  }

  void Connect() {
    for (const Link& link : kLinks) {
      const Word from = net_[link.from];
      Word to{};
      for (int node = 0; node < kNodes; ++node) {
        const int there = neighbour_[link.direction * kNodes + node];
        if (there >= 0 && (from.b[node / 64] >> (node % 64) & 1) != 0) {
          to.b[there / 64] |= std::uint64_t{1} << (there % 64);
        }
      }
      net_[link.to] = to;
    }
  }

  double Drawn() { return static_cast<double>(Random() >> 11) * 0x1p-53; }
  std::uint64_t Random() { return Mixed(random_ += 0x9e3779b97f4a7c15u); }

  // The destination of the next message, or -1.
  int Destination(int node, int port, int message) {
    if (played_) return messages_[node * Ports() + port].front().destination;
    if (traffic_ == "uniform") {
      const int other = static_cast<int>(Random() % (kNodes - 1));
      return other < node ? other : other + 1;
    }
    const int direction = Ports() > 1 ? port : message % (2 * kAxes);
    return Away(node, direction, 3);
  }

  bool Begins(int node, int port, Offer& offer) {
    if (played_) {
      const auto& messages = messages_[node * Ports() + port];
      return !messages.empty() && messages.front().cycle <= cycle_ - first_;
    }
    if (traffic_ == "uniform") {
      if (Drawn() < rate_) ++offer.backlog;
      return offer.backlog > 0 && offer.backlog--;
    }
    return traffic_ == "through" && (Ports() == 1 || cycle_ % 3 == 0);
  }

  void Offered(int node, int port, bool offers) {
    Offer& offer = offers_[node * Ports() + port];
    if (offer.valid && offer.left > 0) {
      // the flit before was taken, or waits: Taken() cleared `left` if the message has ended
    } else {
      offer.valid = false;
      if (offers && Begins(node, port, offer)) {
        const int destination = Destination(node, port, offer.messages++);
        if (destination >= 0) {
          offer.valid = true;
          offer.left = 1;
          offer.destination = destination;
          if (played_) {
            auto& messages = messages_[node * Ports() + port];
            offer.left = messages.front().flits;
            messages.pop_front();
            unsent_ -= offer.left;
          }
          Show(node, port, offer);
        }
      }
    }
    Set(k_s_axis_tvalid[port], node, offer.valid);
  }

  void Show(int node, int port, Offer& offer) {
    offer.payload = zero_ ? 0 : Random() & Mask();
    Put(k_s_axis_tdata, port, node, offer.payload);
    Put(k_s_axis_tdest, port, node, offer.destination);
    Set(k_s_axis_tlast[port], node, offer.left == 1);
  }
  static std::uint64_t Mask() {
    const std::size_t width = k_s_axis_tdata.size() / Ports();
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  }

  static std::uint64_t Trace(std::uint64_t payload, int source, int destination) {
    return Mixed(Mixed(payload) + (static_cast<std::uint64_t>(source) << 32) + destination);
  }

  void Sent(int node, const Offer& offer) {
    for (int to = 0; to < kNodes; ++to) {
      const bool goes = offer.destination == node ? to != node : to == offer.destination;
      if (!goes) continue;
      ++sent_;
      sent_sum_ += Trace(offer.payload, node, to);
    }
  }

  void Taken(int node, int port) {
    Offer& offer = offers_[node * Ports() + port];
    if (offer.valid && Get(k_s_axis_tready[port], node)) {
      entered_ += counting_;
      Sent(node, offer);
      if (--offer.left > 0) Show(node, port, offer);
    }
    if (Get(k_m_axis_tvalid[port], node)) {
      ++arrived_;
      left_ += counting_;
      const int source = static_cast<int>(Value(k_m_axis_tuser, port, node));
      arrived_sum_ += Trace(Value(k_m_axis_tdata, port, node), source, node);
    }
  }

  void Watch() {
    if (counting_) {
      for (const int net : k_sent) hops_ += Ones(net_[net]);
    }
    if (cycle_ < 8) return;
    for (const int net : k_complaints) complained_ |= Ones(net_[net]) > 0;
  }

  void Count() {
    for (int net = 0; net < kNets; ++net) toggles_[net] += Ones(net_[net] ^ before_[net]);
    for (const Latch& clock : kClocks) toggles_[clock.q] += 2 * Ones(net_[clock.d]);
    before_ = net_;
  }

  // What flip-flops will hold after the edge, and what latches hold from now on.
  void Sample() {
    next_.clear();
    for (const Flop& flop : kFlops) {
      const Word& open = net_[flop.enable];
      next_.push_back((net_[flop.d] & open) | (net_[flop.q] & ~open));
    }
    for (const Latch& latch : kLatches) net_[latch.q] = net_[latch.d];
  }

  std::string traffic_;
  double rate_;
  bool zero_;
  std::vector<Word> net_ = std::vector<Word>(kNets);
  std::vector<Word> before_;
  std::vector<Word> next_;
  std::vector<long> toggles_ = std::vector<long>(kNets);
  std::vector<int> neighbour_;
  std::vector<Offer> offers_;
  std::vector<std::deque<Message>> messages_;
  bool played_ = false;
  long first_ = 0;   // the cycle in which a file's cycle 0 is
  long unsent_ = 0;  // flits of messages that have not begun
  std::uint64_t random_ = 1;
  bool counting_ = false;
  bool complained_ = false;
  long cycle_ = 0;
  long sent_ = 0, arrived_ = 0, entered_ = 0, left_ = 0, hops_ = 0;
  std::uint64_t sent_sum_ = 0, arrived_sum_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  long cycles = std::atol(argv[3]);
  const bool idle = std::strcmp(argv[1], "idle") == 0;
  const bool played = std::strcmp(argv[1], "played") == 0;
  Network network(argv[1], played ? 0 : std::atof(argv[2]), argc > 4);
  network.Reset();
  if (!network.Load()) {
    std::fprintf(stderr, "not all nodes are loaded\n");
    return 1;
  }
  for (int i = 0; i < 500; ++i) network.Cycle(!idle);
  if (played && !network.Read(argv[2])) {
    std::fprintf(stderr, "%s: no messages that this network can send\n", argv[2]);
    return 1;
  }
  network.Counting(true);
  if (played) {
    const long most = 2 * cycles;
    for (cycles = 0; cycles < most && !network.Empty(); ++cycles) network.Cycle(true);
  } else {
    for (long i = 0; i < cycles; ++i) network.Cycle(!idle);
  }
  network.Counting(false);
  for (int i = 0; i < 100000 && (i < 100 || !network.Empty()); ++i) network.Cycle(false);
  network.Print(cycles);
  if (!network.Empty() || !network.Right()) {
    std::fprintf(stderr, "flits were lost or altered, or a node complained\n");
    return 1;
  }
  return 0;
}
