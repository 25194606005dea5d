// One node of the network again, as it is with its place constant (place.inc). Each cycle it gets
// what that node of the network gets, and must show the same. Its toggles are counted in place of
// the network's.

namespace place {

#include "place.inc"

class Node {
 public:
  explicit Node(int number) : number_(number) {
    std::map<std::string, const std::vector<int>*> theirs;
    for (const ::Port& port : ::kPorts) theirs[port.name] = &port.nets;
    for (const ::Port& port : kPorts) {
      if (port.name == "clk") continue;
      const std::vector<int>& nets = *theirs.at(port.name);
      for (std::size_t bit = 0; bit < nets.size(); ++bit) {
        const Pair pair{nets[bit], port.nets[bit], Guard(port.name)};
        (port.output ? outputs_ : inputs_).push_back(pair);
      }
    }
    net_[1].b[0] = 1;
  }

  // In a cycle in which the network's nets are these.
  void Cycle(const std::vector<Word>& network, bool counting) {
    const auto there = [&](int net) { return network[net].b[number_ / 64] >> (number_ % 64) & 1; };
    for (const Pair& pair : inputs_) net_[pair.own].b[0] = there(pair.theirs);
    place::Gates(net_.data());
    if (counting) Count();
    for (const Pair& pair : outputs_) {
      const bool meant = pair.guard < 0 || (net_[pair.guard].b[0] & 1) != 0;
      differs_ |= counting && meant && (net_[pair.own].b[0] & 1) != there(pair.theirs);
    }
    before_ = net_;
    Clock();
  }

  bool Same() const { return !differs_; }
  void Print(long cycles, long entered = -1) const {
    std::printf("%ld %ld %ld %ld\n", cycles, entered < 0 ? entered_ : entered, left_, hops_);
    for (const long toggles : toggles_) std::printf("%ld\n", toggles);
  }

 private:
  struct Pair {
    int theirs, own, guard;
  };

  // The valid bit without which an output means nothing, or -1.
  static int Guard(const std::string& name) {
    if (name.ends_with("valid") || name.ends_with("ready")) return -1;
    for (const ::Port& port : kPorts) {
      if (!port.name.ends_with("valid")) continue;
      if (name.starts_with(port.name.substr(0, port.name.size() - 5))) return port.nets[0];
    }
    return -1;
  }

  void Count() {
    for (int net = 0; net < kNets; ++net) toggles_[net] += (net_[net].b[0] ^ before_[net].b[0]) & 1;
    for (const Latch& clock : kClocks) toggles_[clock.q] += 2 * (net_[clock.d].b[0] & 1);
    for (std::size_t port = 0; port < k_s_axis_tvalid.size(); ++port) {
      entered_ += net_[k_s_axis_tvalid[port]].b[0] & net_[k_s_axis_tready[port]].b[0] & 1;
      left_ += net_[k_m_axis_tvalid[port]].b[0] & 1;
    }
    for (const int net : k_sent) hops_ += net_[net].b[0] & 1;
  }

  void Clock() {
    std::vector<std::uint64_t> next;
    for (const Flop& flop : kFlops) {
      const bool open = (net_[flop.enable].b[0] & 1) != 0;
      next.push_back(net_[open ? flop.d : flop.q].b[0]);
    }
    for (const Latch& latch : kLatches) net_[latch.q] = net_[latch.d];
    for (std::size_t i = 0; i < kFlops.size(); ++i) net_[kFlops[i].q].b[0] = next[i];
  }

  int number_;
  std::vector<Pair> inputs_, outputs_;
  std::vector<Word> net_ = std::vector<Word>(kNets);
  std::vector<Word> before_ = std::vector<Word>(kNets);
  std::vector<long> toggles_ = std::vector<long>(kNets);
  bool differs_ = false;
  long entered_ = 0, left_ = 0, hops_ = 0;
};

}  // namespace place
