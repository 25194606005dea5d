// AXI4 endpoints, as Verilator compiled them: ports that are read and written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/support/result.h"
#include "sim/dut/adaptor/dut_abi.h"
#include "sim/dut/trust.h"

namespace toroid {

// One port, where the compiled hardware keeps its value. One that is not there reads 0.
class Pin {
 public:
  Pin() = default;
  Pin(void* at, int bits) : at_(at), bits_(bits) {}

  int bits() const { return bits_; }
  // The lowest 64 bits.
  std::uint64_t Get() const;
  bool high() const { return Get() != 0; }
  void Set(std::uint64_t value) const;  // the bits above are 0
  // All bits, as many words as they take; bits above them are 0.
  void Read(std::uint32_t* words) const;
  void Write(const std::uint32_t* words) const;
  int words() const { return (bits_ + 31) / 32; }

 private:
  void* at_ = nullptr;
  int bits_ = 0;  // 1 of a plain wire
};

class EndpointsDut {
 public:
  // As many of them as asked for. `widths`: of the ports, in the order in which the library was
  // built. `wave`: the FST file that a library which can write one writes. Diagnostics: field
  // "cache".
  static Result<std::vector<std::unique_ptr<EndpointsDut>>> Load(const KeptFile& library,
                                                                 const std::vector<int>& widths,
                                                                 std::size_t copies,
                                                                 const std::string& wave = "");

  Pin PinAt(std::size_t port) const { return pins_[port]; }
  // Makes the outputs follow the inputs. With a wave: for half a cycle.
  void Evaluate() { endpoints_->Evaluate(); }

 private:
  EndpointsDut() = default;

  std::shared_ptr<void> library_;  // closed when all of its endpoints are gone
  std::unique_ptr<ToroidEndpoints> endpoints_;
  std::vector<Pin> pins_;
};

}  // namespace toroid
