// The ports of the endpoints, as bundles of pins.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "sim/hardware/endpoints.h"

namespace toroid::axi {

// Finds the pins of a node by the names of ports.
class PinFinder {
 public:
  explicit PinFinder(const NodeEndpoints& endpoints);
  std::uint32_t number() const { return number_; }  // of the node in the ports' names
  Pin At(const std::string& name) const;            // requires that there is one
  Pin IfAny(
      const std::string& name) const;  // else a pin that reads 0 and ignores what it is set to

 private:
  std::uint32_t number_;
  std::unordered_map<std::string, Pin> pins_;
};

struct AddressPins {
  Pin id, address, length, size, burst, lock, cache, prot, qos, region, user, valid, ready;
};

// A port of AXI4, or what AXI4-Lite has of one.
struct AxiPins {
  // `way`: 's' of a manager, 'm' of a subordinate.
  AxiPins(const PinFinder& find, char way, bool lite = false);

  AddressPins aw, ar;
  Pin wdata, wstrb, wlast, wvalid, wready;
  Pin bid, bresp, bvalid, bready;
  Pin rid, rdata, rresp, rlast, rvalid, rready;

 private:
  AxiPins(const PinFinder& find, const std::string& prefix);
};

// The two streams of a node at one network.
struct StreamPins {
  // `of_class`: 0 requests, 1 replies.
  StreamPins(const PinFinder& find, int of_class);

  Pin s_valid, s_ready, s_data, s_last, s_dest;  // into the network
  Pin m_valid, m_ready, m_data, m_last, m_source;
};

// A channel's source must keep what it offers until it is taken.
class StableChannel {
 public:
  // `fields`: what is offered beside valid.
  StableChannel(Pin valid, Pin ready, std::vector<Pin> fields);
  // Once a cycle; false if what waited has changed or gone.
  bool Look();

 private:
  Pin valid_, ready_;
  std::vector<Pin> fields_;
  std::vector<std::uint32_t> now_, held_;
  bool waits_ = false;
};

}  // namespace toroid::axi
