#include "sim/dut/endpoints.h"

#include <cstring>

#include "sim/dut/adaptor/endpoints_abi.h"
#include "sim/dut/cache.h"

namespace toroid {

std::uint64_t Pin::Get() const {
  if (at_ == nullptr) return 0;
  if (bits_ <= 8) return *static_cast<const std::uint8_t*>(at_);
  if (bits_ <= 16) return *static_cast<const std::uint16_t*>(at_);
  if (bits_ <= 32) return *static_cast<const std::uint32_t*>(at_);
  std::uint64_t value = 0;
  std::memcpy(&value, at_, sizeof value);
  return value;
}

void Pin::Set(std::uint64_t value) const {
  if (at_ == nullptr) return;
  if (bits_ <= 8) {
    *static_cast<std::uint8_t*>(at_) = static_cast<std::uint8_t>(value);
  } else if (bits_ <= 16) {
    *static_cast<std::uint16_t*>(at_) = static_cast<std::uint16_t>(value);
  } else if (bits_ <= 32) {
    *static_cast<std::uint32_t*>(at_) = static_cast<std::uint32_t>(value);
  } else {
    if (bits_ > 64) std::memset(at_, 0, sizeof(std::uint32_t) * static_cast<std::size_t>(words()));
    std::memcpy(at_, &value, sizeof value);
  }
}

void Pin::Read(std::uint32_t* words) const {
  if (at_ == nullptr) return;
  if (bits_ <= 32)
    *words = static_cast<std::uint32_t>(Get());
  else
    std::memcpy(words, at_, sizeof(std::uint32_t) * static_cast<std::size_t>(this->words()));
}

void Pin::Write(const std::uint32_t* words) const {
  if (bits_ <= 32)
    Set(*words);
  else
    std::memcpy(at_, words, sizeof(std::uint32_t) * static_cast<std::size_t>(this->words()));
}

struct EndpointsDut::Library : LoadedLibrary {
  decltype(toroid_endpoints_abi)* abi = nullptr;
  decltype(toroid_endpoints_create)* create = nullptr;
  decltype(toroid_endpoints_ports)* ports = nullptr;
  decltype(toroid_endpoints_evaluate)* evaluate = nullptr;
  decltype(toroid_endpoints_destroy)* destroy = nullptr;
};

Result<std::vector<std::unique_ptr<EndpointsDut>>> EndpointsDut::Load(
    const KeptFile& library, const std::vector<int>& widths, std::size_t copies) {
  const auto lib = std::make_shared<Library>();
  if (const Diagnostics found = lib->Open(library); !found.empty()) return found;
  const bool whole = lib->Find("toroid_endpoints_abi", lib->abi) &&
                     lib->Find("toroid_endpoints_create", lib->create) &&
                     lib->Find("toroid_endpoints_ports", lib->ports) &&
                     lib->Find("toroid_endpoints_evaluate", lib->evaluate) &&
                     lib->Find("toroid_endpoints_destroy", lib->destroy);
  if (!whole || lib->abi() != TOROID_ENDPOINTS_ABI) return LoadedLibrary::OtherVersion(library);
  std::vector<std::unique_ptr<EndpointsDut>> duts;
  for (std::size_t copy = 0; copy < copies; ++copy) {
    EndpointsDut& dut = *duts.emplace_back(new EndpointsDut());
    dut.library_ = lib;
    dut.endpoints_ = lib->create();
    void* const* ports = lib->ports(dut.endpoints_);
    for (std::size_t i = 0; i < widths.size(); ++i)
      dut.pins_.emplace_back(ports[i], widths[i] == 0 ? 1 : widths[i]);
  }
  return duts;
}

EndpointsDut::~EndpointsDut() {
  if (endpoints_ != nullptr) library_->destroy(endpoints_);
}

void EndpointsDut::Evaluate() { library_->evaluate(endpoints_); }

}  // namespace toroid
