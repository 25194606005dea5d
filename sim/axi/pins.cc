#include "sim/axi/pins.h"

#include <fmt/core.h>

#include <cassert>
#include <utility>

namespace toroid::axi {
namespace {

AddressPins AddressPinsOf(const PinFinder& find, const std::string& prefix) {
  const auto any = [&](const char* name) { return find.IfAny(prefix + name); };
  return {.id = any("id"),
          .address = find.At(prefix + "addr"),
          .length = any("len"),
          .size = any("size"),
          .burst = any("burst"),
          .lock = any("lock"),
          .cache = any("cache"),
          .prot = find.At(prefix + "prot"),
          .qos = any("qos"),
          .region = any("region"),
          .user = any("user"),
          .valid = find.At(prefix + "valid"),
          .ready = find.At(prefix + "ready")};
}

}  // namespace

PinFinder::PinFinder(const NodeEndpoints& endpoints) : number_(endpoints.named.value()) {
  const rtl::PortList& ports = endpoints.module->ports;
  for (std::size_t i = 0; i < ports.size(); ++i)
    pins_.emplace(ports[i].name, endpoints.dut->PinAt(i));
}

Pin PinFinder::At(const std::string& name) const {
  const auto found = pins_.find(name);
  assert(found != pins_.end());
  return found->second;
}

Pin PinFinder::IfAny(const std::string& name) const {
  const auto found = pins_.find(name);
  return found == pins_.end() ? Pin() : found->second;
}

AxiPins::AxiPins(const PinFinder& find, char way, bool lite)
    : AxiPins(find, fmt::format("{}{}_{}_", way, find.number(), lite ? "axil" : "axi")) {}

AxiPins::AxiPins(const PinFinder& find, const std::string& prefix)
    : aw(AddressPinsOf(find, prefix + "aw")),
      ar(AddressPinsOf(find, prefix + "ar")),
      wdata(find.At(prefix + "wdata")),
      wstrb(find.At(prefix + "wstrb")),
      wlast(find.IfAny(prefix + "wlast")),
      wvalid(find.At(prefix + "wvalid")),
      wready(find.At(prefix + "wready")),
      bid(find.IfAny(prefix + "bid")),
      bresp(find.At(prefix + "bresp")),
      bvalid(find.At(prefix + "bvalid")),
      bready(find.At(prefix + "bready")),
      rid(find.IfAny(prefix + "rid")),
      rdata(find.At(prefix + "rdata")),
      rresp(find.At(prefix + "rresp")),
      rlast(find.IfAny(prefix + "rlast")),
      rvalid(find.At(prefix + "rvalid")),
      rready(find.At(prefix + "rready")) {}

StreamPins::StreamPins(const PinFinder& find, int of_class) {
  const auto at = [&](char way, const char* signal) {
    return find.At(fmt::format("c{}_{}{}_axis_t{}", of_class, way, find.number(), signal));
  };
  s_valid = at('s', "valid");
  s_ready = at('s', "ready");
  s_data = at('s', "data");
  s_last = at('s', "last");
  s_dest = at('s', "dest");
  m_valid = at('m', "valid");
  m_ready = at('m', "ready");
  m_data = at('m', "data");
  m_last = at('m', "last");
  m_source = at('m', "user");
}

StableChannel::StableChannel(Pin valid, Pin ready, std::vector<Pin> fields)
    : valid_(valid), ready_(ready), fields_(std::move(fields)) {
  std::size_t words = 0;
  for (const Pin& field : fields_) words += static_cast<std::size_t>(field.words());
  now_.resize(words);
  held_.resize(words);
}

bool StableChannel::Look() {
  std::size_t at = 0;
  for (const Pin& field : fields_) {
    field.Read(&now_[at]);
    at += static_cast<std::size_t>(field.words());
  }
  const bool kept = !waits_ || (valid_.high() && now_ == held_);
  waits_ = valid_.high() && !ready_.high();
  if (waits_) held_ = now_;
  return kept;
}

}  // namespace toroid::axi
