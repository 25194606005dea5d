#include "sim/axi/memory.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "gen/support/random.h"

namespace toroid::axi {
namespace {

std::vector<Pin> FieldsOf(const AddressPins& pins) {
  return {pins.id,    pins.address, pins.length, pins.size,   pins.burst, pins.lock,
          pins.cache, pins.prot,    pins.qos,    pins.region, pins.user};
}

}  // namespace

Memory::Memory(MemoryPort port, const AxiPins& pins, std::uint64_t seed, OnTheirWay& coming,
               IsReady ready, Complain complain)
    : port_(std::move(port)),
      pins_(pins),
      seed_(Mix(seed, port_.node.value())),
      coming_(coming),
      ready_(std::move(ready)),
      complain_(std::move(complain)),
      stable_aw_(pins.aw.valid, pins.aw.ready, FieldsOf(pins.aw)),
      stable_w_(pins.wvalid, pins.wready, {pins.wdata, pins.wstrb, pins.wlast}),
      stable_ar_(pins.ar.valid, pins.ar.ready, FieldsOf(pins.ar)),
      words_(static_cast<std::size_t>(port_.data_bits / 32)) {}

void Memory::Drive(Cycle now) {
  const bool takes = state_ != MemoryState::kStopped;
  pins_.ar.ready.Set(takes && ready_(now, 2) ? 1 : 0);
  pins_.aw.ready.Set(takes && ready_(now, 3) ? 1 : 0);
  pins_.wready.Set(takes && ready_(now, 4) ? 1 : 0);
  const bool answers = state_ == MemoryState::kGoes;
  const bool reads =
      (answers || r_held_) && !read_answers_.empty() && read_answers_.front().due <= now;
  pins_.rvalid.Set(reads ? 1 : 0);
  if (reads) {
    const Answer& answer = read_answers_.front();
    pins_.rid.Set(answer.id);
    pins_.rdata.Write(&answer.data[static_cast<std::size_t>(answer.beat) * words_]);
    pins_.rresp.Set(0);
    pins_.rlast.Set(answer.beat + 1 == answer.beats ? 1 : 0);
  }
  const bool writes =
      (answers || b_held_) && !write_answers_.empty() && write_answers_.front().due <= now;
  pins_.bvalid.Set(writes ? 1 : 0);
  if (!writes) return;
  pins_.bid.Set(write_answers_.front().id);
  pins_.bresp.Set(0);
}

bool Memory::Look(Cycle now) {
  if (!stable_ar_.Look()) complain_("AR changed, or left, before it was taken");
  if (!stable_aw_.Look()) complain_("AW changed, or left, before it was taken");
  if (!stable_w_.Look()) complain_("W changed, or left, before it was taken");
  const auto taken = [](const Pin& valid, const Pin& ready) {
    return valid.high() && ready.high();
  };
  r_held_ = pins_.rvalid.high() && !pins_.rready.high();
  b_held_ = pins_.bvalid.high() && !pins_.bready.high();
  bool moved = false;
  if (taken(pins_.rvalid, pins_.rready)) {
    moved = true;
    Answer& answer = read_answers_.front();
    if (++answer.beat == answer.beats) read_answers_.pop_front();
  }
  if (taken(pins_.bvalid, pins_.bready)) {
    moved = true;
    write_answers_.pop_front();
  }
  if (taken(pins_.ar.valid, pins_.ar.ready)) {
    moved = true;
    TakeRead(now);
  }
  if (taken(pins_.aw.valid, pins_.aw.ready)) {
    moved = true;
    writes_.push_back(RequestAt(pins_.aw));
  }
  if (taken(pins_.wvalid, pins_.wready)) {
    moved = true;
    TakeWriteBeat();
  }
  while (!writes_.empty() && !complete_.empty()) EndWrite(now);
  return moved;
}

Memory::Arrived Memory::RequestAt(const AddressPins& pins) const {
  Arrived arrived;
  Request& request = arrived.request;
  arrived.id = pins.id.Get();
  request.address = pins.address.Get();
  request.prot = static_cast<std::uint32_t>(pins.prot.Get());
  if (port_.lite) {
    request.size = std::countr_zero(static_cast<unsigned>(port_.data_bits / 8));
    return arrived;
  }
  request.beats = static_cast<int>(pins.length.Get()) + 1;
  request.size = static_cast<int>(pins.size.Get());
  request.burst = static_cast<Burst>(pins.burst.Get());
  request.cache = static_cast<std::uint32_t>(pins.cache.Get());
  request.qos = static_cast<std::uint32_t>(pins.qos.Get());
  request.user = static_cast<std::uint32_t>(pins.user.Get());
  if (pins.lock.high() || pins.region.high()) complain_("AxLOCK or AxREGION is not 0");
  return arrived;
}

bool Memory::Fits(const Arrived& arrived, const Transaction& transaction) const {
  if (port_.lite)
    return arrived.request.address == transaction.request.address &&
           arrived.request.prot == transaction.request.prot;
  if (port_.manager_of && port_.manager_of(arrived.id) != transaction.manager) return false;
  return arrived.request == transaction.request;
}

// Words that nobody has written hold something that depends on the address.
std::vector<std::uint32_t>& Memory::WordsAt(std::uint64_t address) {
  const std::uint64_t word = address / (words_ * 4);
  std::vector<std::uint32_t>& words = contents_[word];
  if (!words.empty()) return words;
  Random random(Mix(seed_, word));
  for (std::size_t w = 0; w < words_; ++w)
    words.push_back(static_cast<std::uint32_t>(random.Next()));
  return words;
}

void Memory::TakeRead(Cycle now) {
  const Arrived arrived = RequestAt(pins_.ar);
  Transaction* read =
      coming_.Take(port_.node, false, [&](const Transaction& one) { return Fits(arrived, one); });
  Answer answer = {now + 1, arrived.id, arrived.request.beats};
  for (int beat = 0; beat < arrived.request.beats; ++beat) {
    const auto& words = WordsAt(BeatAddress(arrived.request, beat));
    answer.data.insert(answer.data.end(), words.begin(), words.end());
  }
  if (read == nullptr)
    complain_(
        fmt::format("AR of {:#x}, {} beats: no manager has asked for it, or another of its "
                    "reads comes first",
                    arrived.request.address, arrived.request.beats));
  else
    read->data = answer.data;
  read_answers_.push_back(std::move(answer));
}

void Memory::TakeWriteBeat() {
  const std::size_t at = data_.size();
  data_.resize(at + words_);
  pins_.wdata.Read(&data_[at]);
  strobes_.push_back(pins_.wstrb.Get());
  if (!port_.lite && !pins_.wlast.high()) return;
  std::size_t beats = strobes_.size();
  for (const std::size_t earlier : complete_) beats -= earlier;
  complete_.push_back(beats);
}

// Whether these are the beats of a write; of one that a timeout has cut off, those before.
bool Memory::IsWriteOf(const Transaction& one, const std::vector<std::uint32_t>& data,
                       const std::vector<std::uint64_t>& strobes) const {
  if (!port_.cut) return one.data == data && one.strobes == strobes;
  std::size_t beats = strobes.size();
  while (beats > 0 && strobes[beats - 1] == 0) --beats;
  return one.strobes.size() == strobes.size() &&
         std::equal(strobes.begin(), strobes.begin() + static_cast<std::ptrdiff_t>(beats),
                    one.strobes.begin()) &&
         std::equal(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(beats * words_),
                    one.data.begin());
}

// The first request whose data have all come.
void Memory::EndWrite(Cycle now) {
  const Arrived arrived = writes_.front();
  writes_.pop_front();
  const std::size_t beats = complete_.front();
  complete_.pop_front();
  const auto end_of = [&](auto& all, std::size_t count) {
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
    const std::remove_reference_t<decltype(all)> first(all.begin(), end);
    all.erase(all.begin(), end);
    return first;
  };
  const std::vector<std::uint32_t> data = end_of(data_, beats * words_);
  const std::vector<std::uint64_t> strobes = end_of(strobes_, beats);
  const Transaction* write = coming_.Take(port_.node, true, [&](const Transaction& one) {
    return Fits(arrived, one) && IsWriteOf(one, data, strobes);
  });
  if (write == nullptr)
    complain_(
        fmt::format("a write of {:#x}, {} beats: no manager has sent it with these data, or "
                    "another of its writes comes first",
                    arrived.request.address, beats));
  for (std::size_t beat = 0; beat < beats; ++beat) {
    auto& words = WordsAt(BeatAddress(arrived.request, static_cast<int>(beat)));
    for (std::size_t byte = 0; byte < words_ * 4; ++byte) {
      if ((strobes[beat] >> byte & 1) == 0) continue;
      const std::uint32_t mask = 0xffU << byte % 4 * 8;
      std::uint32_t& word = words[byte / 4];
      word = (word & ~mask) | (data[beat * words_ + byte / 4] & mask);
    }
  }
  write_answers_.push_back({now + 1, arrived.id});
}

std::vector<std::string> Memory::Waits() const {
  std::vector<std::string> lines;
  const auto look = [&](const char* channel, const Pin& valid, const Pin& ready) {
    if (valid.high() && !ready.high())
      lines.push_back(fmt::format("memory {}: {} is not taken", port_.node.value(), channel));
  };
  look("R", pins_.rvalid, pins_.rready);
  look("B", pins_.bvalid, pins_.bready);
  return lines;
}

}  // namespace toroid::axi
