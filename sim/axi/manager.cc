#include "sim/axi/manager.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace toroid::axi {
namespace {

void Show(const AddressPins& pins, const Transaction& transaction) {
  const Request& request = transaction.request;
  pins.id.Set(transaction.id);
  pins.address.Set(request.address);
  pins.length.Set(static_cast<unsigned>(request.beats - 1));
  pins.size.Set(static_cast<unsigned>(request.size));
  pins.burst.Set(static_cast<unsigned>(request.burst));
  pins.cache.Set(request.cache);
  pins.prot.Set(request.prot);
  pins.qos.Set(request.qos);
  pins.user.Set(request.user);
}

}  // namespace

Manager::Manager(NodeId node, const AxiPins& pins, int data_bits, OnTheirWay& coming, IsReady ready,
                 Complain complain)
    : node_(node),
      pins_(pins),
      words_(static_cast<std::size_t>(data_bits / 32)),
      coming_(coming),
      ready_(std::move(ready)),
      complain_(std::move(complain)),
      stable_reads_(pins.rvalid, pins.rready, {pins.rid, pins.rdata, pins.rresp, pins.rlast}),
      stable_writes_(pins.bvalid, pins.bready, {pins.bid, pins.bresp}),
      beat_(words_) {}

void Manager::Add(Transaction& transaction) {
  (transaction.write ? writes_ : reads_).to_ask.push_back(&transaction);
}

void Manager::Drive(Cycle now, std::vector<Transaction*>& asked) {
  Offer(reads_, pins_.ar, now, asked);
  const std::size_t before = asked.size();
  Offer(writes_, pins_.aw, now, asked);
  if (asked.size() > before) to_write_.push_back(asked.back());
  pins_.wvalid.Set(to_write_.empty() ? 0 : 1);
  if (!to_write_.empty()) {
    const Transaction& first = *to_write_.front();
    pins_.wdata.Write(&first.data[static_cast<std::size_t>(write_beat_) * words_]);
    pins_.wstrb.Set(first.strobes[static_cast<std::size_t>(write_beat_)]);
    pins_.wlast.Set(write_beat_ + 1 == first.request.beats ? 1 : 0);
  }
  pins_.rready.Set(ready_(now, 0) ? 1 : 0);
  pins_.bready.Set(ready_(now, 1) ? 1 : 0);
}

Cycle Manager::NextCycle() const {
  Cycle next = std::numeric_limits<Cycle>::max();
  for (const Way* way : {&reads_, &writes_})
    if (!way->to_ask.empty()) next = std::min(next, way->to_ask.front()->earliest);
  return next;
}

// Offers the next request that is due; once offered it stays until it is taken.
void Manager::Offer(Way& way, const AddressPins& pins, Cycle now,
                    std::vector<Transaction*>& asked) {
  Transaction* next = way.to_ask.empty() ? nullptr : way.to_ask.front();
  const bool due = next != nullptr && next->earliest <= now;
  pins.valid.Set(due ? 1 : 0);
  if (!due || next->asked >= 0) return;
  Show(pins, *next);
  next->asked = now;
  way.by_id[next->id].push_back(next);
  asked.push_back(next);
  ++open_;
}

bool Manager::Look(Cycle now, std::vector<Transaction*>& ended) {
  if (!stable_reads_.Look()) complain_("R changed, or left, before it was taken");
  if (!stable_writes_.Look()) complain_("B changed, or left, before it was taken");
  bool moved = TakeAddress(reads_, pins_.ar);
  moved |= TakeAddress(writes_, pins_.aw);
  moved |= LookAtData();
  moved |= LookAtReads(now, ended);
  moved |= LookAtWrites(now, ended);
  return moved;
}

bool Manager::TakeAddress(Way& way, const AddressPins& pins) {
  if (!pins.valid.high() || !pins.ready.high()) return false;
  way.to_ask.pop_front();
  return true;
}

bool Manager::LookAtData() {
  if (to_write_.empty() || !pins_.wready.high()) return false;
  if (++write_beat_ == to_write_.front()->request.beats) {
    to_write_.pop_front();
    write_beat_ = 0;
  }
  return true;
}

// The transaction that an answer with this ID has to be of; null if there is none.
Transaction* Manager::FirstOf(Way& way, const char* channel, std::uint64_t id) {
  const auto found = way.by_id.find(static_cast<std::uint32_t>(id));
  if (found != way.by_id.end() && !found->second.empty()) return found->second.front();
  complain_(fmt::format("{} has ID {}, and no such request is open", channel, id));
  return nullptr;
}

// Whether this is a timeout's answer, in place of the memory's.
bool Manager::IsTimeouts(const Transaction& one, const Pin& response) const {
  return one.response == Response::kOkay &&
         response.Get() == static_cast<unsigned>(Response::kSlvErr) && coming_.IsGivenUp(one);
}

bool Manager::LookAtReads(Cycle now, std::vector<Transaction*>& ended) {
  if (!pins_.rvalid.high()) return false;
  const std::uint64_t id = pins_.rid.Get();
  const auto open = reads_.by_id.find(static_cast<std::uint32_t>(id));
  const bool known = open != reads_.by_id.end() && !open->second.empty();
  if (known && open->second.front()->first < 0) open->second.front()->first = now;
  if (!pins_.rready.high()) return false;
  Transaction* read = FirstOf(reads_, "R", id);
  if (read == nullptr) return true;
  int& beat = read_beats_[read->id];
  const bool last = beat + 1 == read->request.beats;
  const auto fault = [&](const std::string& what) {
    complain_(fmt::format("R of ID {}, beat {} of the read of {:#x}: {}", id, beat,
                          read->request.address, what));
  };
  if (pins_.rlast.high() != last) fault(last ? "RLAST is missing" : "RLAST comes too early");
  const bool okay = pins_.rresp.Get() == static_cast<unsigned>(Response::kOkay);
  if (IsTimeouts(*read, pins_.rresp))
    read->timed_out = true;
  else if (pins_.rresp.Get() != static_cast<unsigned>(read->response))
    fault(fmt::format("RRESP is {}, not {}", pins_.rresp.Get(),
                      static_cast<unsigned>(read->response)));
  if (read->response == Response::kOkay && okay) {
    pins_.rdata.Read(beat_.data());
    if (beat == 0) coming_.Identify(*read, beat_);
    const std::size_t at = static_cast<std::size_t>(beat) * words_;
    if (read->data.size() < at + words_)
      fault("it comes before the memory has answered");
    else if (!std::equal(beat_.begin(), beat_.end(),
                         read->data.begin() + static_cast<std::ptrdiff_t>(at)))
      fault("the data are not those that the memory sent");
  }
  ++beat;
  if (!last) return true;
  beat = 0;
  End(reads_, *read, now, ended);
  return true;
}

bool Manager::LookAtWrites(Cycle now, std::vector<Transaction*>& ended) {
  if (!pins_.bvalid.high()) return false;
  const std::uint64_t id = pins_.bid.Get();
  const auto open = writes_.by_id.find(static_cast<std::uint32_t>(id));
  const bool known = open != writes_.by_id.end() && !open->second.empty();
  if (known && open->second.front()->first < 0) open->second.front()->first = now;
  if (!pins_.bready.high()) return false;
  Transaction* write = FirstOf(writes_, "B", id);
  if (write == nullptr) return true;
  if (IsTimeouts(*write, pins_.bresp))
    write->timed_out = true;
  else if (pins_.bresp.Get() != static_cast<unsigned>(write->response))
    complain_(fmt::format("B of ID {}, of the write of {:#x}: BRESP is {}, not {}", id,
                          write->request.address, pins_.bresp.Get(),
                          static_cast<unsigned>(write->response)));
  const bool sent = std::ranges::find(to_write_, write) == to_write_.end();
  if (!sent)
    complain_(fmt::format("B of ID {} comes before the last beat of its write was taken", id));
  End(writes_, *write, now, ended);
  return true;
}

void Manager::End(Way& way, Transaction& transaction, Cycle now, std::vector<Transaction*>& ended) {
  way.by_id[transaction.id].pop_front();
  coming_.End(transaction);
  transaction.ended = now;
  ended.push_back(&transaction);
  --open_;
}

std::vector<std::string> Manager::Waits() const {
  std::vector<std::string> lines;
  const auto look = [&](const char* channel, const Pin& valid, const Pin& ready) {
    if (valid.high() && !ready.high())
      lines.push_back(fmt::format("manager {}: {} is not taken", node_.value(), channel));
  };
  look("AR", pins_.ar.valid, pins_.ar.ready);
  look("AW", pins_.aw.valid, pins_.aw.ready);
  look("W", pins_.wvalid, pins_.wready);
  if (open_ > 0)
    lines.push_back(fmt::format("manager {}: {} requests are not answered", node_.value(), open_));
  return lines;
}

}  // namespace toroid::axi
