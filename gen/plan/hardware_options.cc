// The choices of a node's hardware by name, and what some of them imply.
#include "gen/plan/plan.h"

namespace toroid {

std::string_view ToString(Arbiter arbiter) {
  return arbiter == Arbiter::kRoundRobin ? "round-robin" : "through-first";
}

Storage StorageOf(FpgaFamily target) {
  const bool has_none = target == FpgaFamily::kGeneric || target == FpgaFamily::kIce40;
  return has_none ? Storage::kRegisters : Storage::kLutram;
}

bool Hears(const HardwareOptions& options) { return options.load.words || LoadsRegisters(options); }

bool LoadsTables(const HardwareOptions& options) {
  return options.load.routes || options.load.tables;
}

bool LoadsRegisters(const HardwareOptions& options) {
  return LoadsTables(options) || options.load.address_units;
}

int RouterSpecVersionOf(const HardwareOptions& options, const Graph& host) {
  if (options.buffered.arbiter == Arbiter::kRoundRobin || host.WrapsAnywhere()) return 4;
  if (options.links.protect != Protection::kNone) return 3;
  return options.links.stages > 0 ? 2 : 1;
}

std::string_view ToString(Protection protection) {
  return protection == Protection::kNone ? "none" : "parity";
}

std::string_view ToString(Storage storage) {
  constexpr std::string_view kNames[] = {"registers", "lutram", "gated"};
  return kNames[static_cast<int>(storage)];
}

std::string_view ToString(FpgaFamily target) {
  constexpr std::string_view kNames[] = {"generic", "ice40", "ecp5", "gowin", "xilinx"};
  return kNames[static_cast<int>(target)];
}

std::string_view ToString(Address address) {
  return address == Address::kPhysical ? "physical" : "logical";
}

std::string_view ToString(TableMethod method) {
  return method == TableMethod::kComputed ? "computed" : "exchanged";
}

std::optional<Arbiter> ParseArbiter(std::string_view text) {
  for (const auto arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
    if (text == ToString(arbiter)) return arbiter;
  }
  return std::nullopt;
}

std::optional<Storage> ParseStorage(std::string_view text) {
  for (const auto storage : {Storage::kRegisters, Storage::kLutram, Storage::kGated}) {
    if (text == ToString(storage)) return storage;
  }
  return std::nullopt;
}

std::optional<Protection> ParseProtection(std::string_view text) {
  for (const auto protection : {Protection::kNone, Protection::kParity}) {
    if (text == ToString(protection)) return protection;
  }
  return std::nullopt;
}

std::optional<FpgaFamily> ParseFpgaFamily(std::string_view text) {
  for (const auto target : {FpgaFamily::kGeneric, FpgaFamily::kIce40, FpgaFamily::kEcp5,
                            FpgaFamily::kGowin, FpgaFamily::kXilinx}) {
    if (text == ToString(target)) return target;
  }
  return std::nullopt;
}

std::optional<Address> ParseAddress(std::string_view text) {
  for (const auto address : {Address::kPhysical, Address::kLogical}) {
    if (text == ToString(address)) return address;
  }
  return std::nullopt;
}

std::optional<TableMethod> ParseTableMethod(std::string_view text) {
  for (const auto method : {TableMethod::kComputed, TableMethod::kExchanged}) {
    if (text == ToString(method)) return method;
  }
  return std::nullopt;
}

}  // namespace toroid
