// Links to nodes of another process, the halo. Lists the values that this process shows on them,
// and puts the halo's values where the wiring reads them.
#pragma once

#include <vector>

#include "dut_abi.h"
#include "lanes_values.h"
#include "lanes_wiring.h"

namespace toroid_dut {

constexpr unsigned kFlitWords = (kFlitBits + 31) / 32;

class Border {
 public:
  explicit Border(const ToroidDutShape& shape) {
    for (std::uint32_t n = 0; n < shape.nodes; ++n) {
      for (unsigned p = 0; p < kLinkPorts; ++p) {
        const std::size_t link = static_cast<std::size_t>(n) * kLinkPorts + p;
        const bool flits = IsOutside(shape, shape.downstream[link]);
        const bool credits = IsOutside(shape, shape.upstream[link]);
        if (flits || credits) links_.push_back({n, p, flits, credits});
      }
    }
  }

  // Lists the links' values in this cycle; skips idle links.
  void List(const Wiring& wiring) {
    shown_.clear();
    flits_.clear();
    for (const Link& link : links_) {
      const auto wire = [&](unsigned number) {
        return wiring.Shown(link.node / kLanes, link.port, number, link.node % kLanes / 64) >>
                   link.node % 64 &
               1;
      };
      ToroidDutShown shown{link.node, static_cast<std::uint8_t>(link.port), 0, 0, 0};
      if (link.credits)
        shown.credits = static_cast<std::uint8_t>(wire(kCreditWire) | wire(kCreditWire + 1) << 1);
      if (link.flits && wire(0) != 0) {
        shown.flit = 1;
        shown.channel = static_cast<std::uint8_t>(wire(kChannelWire));
      }
      if (shown.flit == 0 && shown.credits == 0) continue;
      shown_.push_back(shown);
      flits_.resize(shown_.size() * kFlitWords);
      if (shown.flit == 0) continue;
      std::uint32_t* words = &flits_[(shown_.size() - 1) * kFlitWords];
      std::memcpy(words, wiring.ShownPayload(link.port, link.node), kPayloadBits / 8);
      for (unsigned bit = 0; bit < kSideBits; ++bit)
        words[(kPayloadBits + bit) / 32] |= static_cast<std::uint32_t>(wire(kSideWire + bit))
                                            << (kPayloadBits + bit) % 32;
    }
  }
  ToroidDutCrossing shown() const {
    return {shown_.data(), static_cast<std::uint32_t>(shown_.size()), flits_.data()};
  }

  // Stores the values of halo nodes in this cycle. A port may be listed twice, once for its flit
  // and once for its credits.
  void Put(Wiring& wiring, const ToroidDutCrossing& shown) {
    for (const ToroidDutShown& before : put_)
      for (const unsigned wire : {0U, kCreditWire, kCreditWire + 1})
        wiring.ShowInHalo(before.node, before.port, wire, false);
    put_.assign(shown.ports, shown.ports + shown.count);
    const std::uint32_t* flits = shown.flits;
    for (const ToroidDutShown& one : put_) {
      const auto show = [&](unsigned wire, unsigned value) {
        wiring.ShowInHalo(one.node, one.port, wire, (value & 1) != 0);
      };
      if (one.credits != 0) {
        show(kCreditWire, one.credits);
        show(kCreditWire + 1, one.credits >> 1);
      }
      if (one.flit != 0) {
        show(0, 1);
        show(kChannelWire, one.channel);
        std::memcpy(wiring.HaloPayload(one.port, one.node), flits, kPayloadBits / 8);
        for (unsigned bit = 0; bit < kSideBits; ++bit)
          show(kSideWire + bit, flits[(kPayloadBits + bit) / 32] >> (kPayloadBits + bit) % 32);
      }
      flits += kFlitWords;
    }
  }

 private:
  struct Link {
    std::uint32_t node;
    unsigned port;
    bool flits;    // flits leave by it
    bool credits;  // credits leave for flits that come by it
  };
  static bool IsOutside(const ToroidDutShape& shape, std::uint32_t neighbour) {
    return neighbour >= shape.nodes && neighbour - shape.nodes < shape.halo;
  }

  std::vector<Link> links_;
  std::vector<ToroidDutShown> shown_;
  std::vector<std::uint32_t> flits_;  // kFlitWords for each item
  std::vector<ToroidDutShown> put_;
};

}  // namespace toroid_dut
