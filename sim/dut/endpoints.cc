#include "sim/dut/endpoints.h"

#include <cstring>

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

Result<std::vector<std::unique_ptr<EndpointsDut>>> EndpointsDut::Load(
    const KeptFile& library, const std::vector<int>& widths, std::size_t copies,
    const std::string& wave) {
  const auto loaded = std::make_shared<LoadedLibrary>();
  decltype(toroid_endpoints_create)* create = nullptr;
  if (const Diagnostics found = loaded->Open(library, "toroid_endpoints_create", create);
      !found.empty())
    return found;
  std::vector<std::unique_ptr<EndpointsDut>> duts;
  for (std::size_t copy = 0; copy < copies; ++copy) {
    EndpointsDut& dut = *duts.emplace_back(new EndpointsDut());
    dut.library_ = loaded;
    dut.endpoints_.reset(create(wave.empty() ? nullptr : wave.c_str()));
    void* const* ports = dut.endpoints_->Ports();
    for (std::size_t i = 0; i < widths.size(); ++i)
      dut.pins_.emplace_back(ports[i], widths[i] == 0 ? 1 : widths[i]);
  }
  return duts;
}

}  // namespace toroid
