#include "backend.h"

#include <algorithm>

namespace toroid_backend {
namespace {

// Nanoseconds; eleven days. Times in picoseconds stay below 2^64.
constexpr long double kLatest = 1e15L;

std::string TextOf(const Route& route) {
  return "rank " + std::to_string(route.source) + " to rank " + std::to_string(route.destination) +
         ", tag " + std::to_string(route.tag);
}

// Takes the first of a route's queue, and the queue if nothing else is in it.
template <class Queues>
auto TakeFirst(Queues& queues, typename Queues::iterator queue) {
  const auto first = queue->second.front();
  queue->second.pop_front();
  if (queue->second.empty()) queues.erase(queue);
  return first;
}

}  // namespace

double Fabric::bandwidth() const {
  return 1000.0 * static_cast<double>(scale_.flit_bytes) /
         static_cast<double>(scale_.cycle_picoseconds);
}

void Fabric::Schedule(long double delay, Handler handler) {
  if (!(delay >= 0 && delay + static_cast<long double>(now_) <= kLatest))
    return Fail("an event is scheduled for the past, or for a time after 10^15 ns");
  calendar_.emplace(now_ + static_cast<std::uint64_t>(delay), handler);
}

void Fabric::Send(const Route& route, std::uint64_t bytes, Handler sent) {
  const std::uint64_t flits =
      bytes / scale_.flit_bytes + (bytes % scale_.flit_bytes != 0 || bytes == 0 ? 1 : 0);
  const std::uint64_t number = sends_++;
  const std::int64_t cycle = std::max(toroid_cycle(network_), FirstCycleFrom(now_));
  // what does not fit is refused
  const auto narrow = static_cast<std::uint32_t>(std::min<std::uint64_t>(flits, UINT32_MAX));
  if (toroid_inject(network_, static_cast<std::uint32_t>(route.source),
                    static_cast<std::uint32_t>(route.destination), narrow, number,
                    cycle) != TOROID_OK)
    return Fail(TextOf(route) + ": " + toroid_error(network_));

  Message& message = messages_[number] = {route, bytes, sent, {nullptr, nullptr}, false};
  const auto queue = waiting_.find(route);
  if (queue == waiting_.end()) {
    unclaimed_[route].push_back(number);
    return;
  }
  const Receiver receiver = TakeFirst(waiting_, queue);
  if (receiver.bytes != bytes) return FailForBytes(route, bytes, receiver.bytes);
  message.received = receiver.received;
}

void Fabric::Receive(const Route& route, std::uint64_t bytes, Handler received) {
  const auto queue = unclaimed_.find(route);
  if (queue == unclaimed_.end()) {
    waiting_[route].push_back({bytes, received});
    return;
  }
  const auto found = messages_.find(TakeFirst(unclaimed_, queue));
  Message& message = found->second;
  if (message.bytes != bytes) return FailForBytes(route, message.bytes, bytes);
  message.received = received;
  if (!message.arrived) return;
  messages_.erase(found);
  Schedule(0, received);
}

bool Fabric::Run() {
  while (fault_.empty() && !(calendar_.empty() && toroid_under_way(network_) == 0)) {
    const std::int64_t limit =
        calendar_.empty() ? TOROID_FOREVER : LastCycleIn(calendar_.begin()->first);
    const toroid_status status = toroid_next(network_, limit);
    if (status < 0 || status == TOROID_STUCK) {
      Fail(toroid_error(network_));
    } else if (status == TOROID_DELIVERED) {
      Deliver();
    } else {
      RunFirstEvent();
    }
  }
  FailIfUnmatched();
  return fault_.empty();
}

void Fabric::Deliver() {
  toroid_message some[16];
  while (const std::size_t count = toroid_take(network_, some, 16))
    std::for_each(some, some + count, [&](const toroid_message& one) { Arrive(one); });
}

void Fabric::Arrive(const toroid_message& message) {
  now_ = StartOf(message.delivered);
  const auto found = messages_.find(message.tag);
  const Message arrived = found->second;
  if (arrived.received.call == nullptr) {
    found->second.arrived = true;
  } else {
    messages_.erase(found);
  }
  arrived.sent.call(arrived.sent.argument);
  if (arrived.received.call != nullptr) arrived.received.call(arrived.received.argument);
}

void Fabric::RunFirstEvent() {
  const auto first = calendar_.begin();
  now_ = first->first;
  const Handler handler = first->second;
  calendar_.erase(first);
  handler.call(handler.argument);
}

void Fabric::Fail(const std::string& what) {
  if (fault_.empty()) fault_ = what;
}

void Fabric::FailForBytes(const Route& route, std::uint64_t sent, std::uint64_t expected) {
  Fail(TextOf(route) + ": " + std::to_string(sent) + " bytes are sent, " +
       std::to_string(expected) + " received");
}

void Fabric::FailIfUnmatched() {
  if (!waiting_.empty()) Fail(TextOf(waiting_.begin()->first) + ": received and never sent");
  if (!unclaimed_.empty()) Fail(TextOf(unclaimed_.begin()->first) + ": sent and never received");
}

// The nanosecond in which a cycle begins.
std::uint64_t Fabric::StartOf(std::int64_t cycle) const {
  return static_cast<std::uint64_t>(cycle) * scale_.cycle_picoseconds / 1000;
}

// The first cycle that begins in this nanosecond or later.
std::int64_t Fabric::FirstCycleFrom(std::uint64_t time) const {
  return static_cast<std::int64_t>((time * 1000 + scale_.cycle_picoseconds - 1) /
                                   scale_.cycle_picoseconds);
}

// The last cycle that begins in this nanosecond or earlier.
std::int64_t Fabric::LastCycleIn(std::uint64_t time) const {
  return static_cast<std::int64_t>((time * 1000 + 999) / scale_.cycle_picoseconds);
}

int Endpoint::sim_send(void* /*buffer*/, std::uint64_t count, int /*type*/, int dst, int tag,
                       AstraSim::sim_request* /*request*/, void (*msg_handler)(void*),
                       void* fun_arg) {
  fabric_.Send({rank, dst, tag}, count, {msg_handler, fun_arg});
  return 0;
}

int Endpoint::sim_recv(void* /*buffer*/, std::uint64_t count, int /*type*/, int src, int tag,
                       AstraSim::sim_request* /*request*/, void (*msg_handler)(void*),
                       void* fun_arg) {
  fabric_.Receive({src, rank, tag}, count, {msg_handler, fun_arg});
  return 0;
}

void Endpoint::sim_schedule(AstraSim::timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) {
  constexpr long double kNanoseconds[] = {1e9L, 1e6L, 1e3L, 1, 1e-6L};  // by time_type_e
  fabric_.Schedule(delta.time_val * kNanoseconds[delta.time_res], {fun_ptr, fun_arg});
}

AstraSim::timespec_t Endpoint::sim_get_time() {
  return {AstraSim::NS, static_cast<long double>(fabric_.now())};
}

double Endpoint::get_BW_at_dimension(int /*dim*/) { return fabric_.bandwidth(); }

}  // namespace toroid_backend
