// No hardware is ever made here (../hardware/hardware.cc). Of its functions those are left that its
// testbench calls, and the answers about tools.
#include "sim/dut/dut.h"

#include <cstdlib>

#include "sim/dut/build.h"

namespace toroid {

struct Dut::Loaded {};

Dut::~Dut() = default;
void Dut::Step(bool /*record*/) { std::abort(); }
std::vector<std::uint32_t> Dut::BusyNodes() const { std::abort(); }
Result<std::vector<std::unique_ptr<Dut>>> Dut::LoadSideBySide(const Plan& /*plan*/,
                                                              const KeptFile& /*library*/,
                                                              const DutOptions& /*options*/,
                                                              std::uint32_t /*copies*/) {
  std::abort();
}

bool HasYosys() { return false; }
std::uint32_t LanesOfWord() { return 0; }

std::vector<ToolState> CheckTools() {
  return {{.name = "compiler",
           .detail = "a web page starts no programs; toroid on a computer does",
           .needed_by = "--rtl nodes, flat and lanes, --wave, and check of a netlist"}};
}

bool Usable(const std::vector<ToolState>& /*states*/, const std::vector<std::string>& names) {
  return names.empty();
}

}  // namespace toroid
