// A network of toroid as the network of astra-sim. A Fabric carries the messages of all ranks and
// has the calendar of what astra-sim schedules; an Endpoint is what one rank sees of it.
//
// Time of astra-sim is whole nanoseconds. Cycle c begins in nanosecond c * cycle_picoseconds /
// 1000, rounded down. What arrives in a cycle is reported when the cycle begins, and a message
// enters in the first cycle that begins no earlier than it is sent. So an answer that is sent at
// once enters in the cycle in which its question arrived, as in any program on libtoroid.
#pragma once

#include <toroid.h>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>

#include "astra-sim/common/AstraNetworkAPI.hh"

namespace toroid_backend {

// What astra-sim wants called.
struct Handler {
  void (*call)(void*);
  void* argument;
};

// Which messages go together: the i-th send and the i-th receive of the same route.
struct Route {
  int source, destination, tag;
  bool operator<(const Route& other) const {
    return std::tie(source, destination, tag) <
           std::tie(other.source, other.destination, other.tag);
  }
};

struct Scale {
  std::uint64_t cycle_picoseconds;  // at least 1
  std::uint64_t flit_bytes;         // at least 1
};

class Fabric {
 public:
  // The network is in cycle 0, is not closed before, and is run by nobody else.
  Fabric(toroid_network* network, Scale scale) : network_(network), scale_(scale) {}

  // In nanoseconds.
  std::uint64_t now() const { return now_; }
  // Of a link, in GB/s.
  double bandwidth() const;
  // Messages that were sent.
  std::uint64_t sends() const { return sends_; }

  // Calls the handler after so many nanoseconds, behind all that was scheduled for then before.
  void Schedule(long double delay, Handler handler);
  // A message of as many flits as its bytes need, at least one. `sent` is called when it has
  // arrived; so does astra-sim's analytical network.
  void Send(const Route& route, std::uint64_t bytes, Handler sent);
  // `received` is called when the message has arrived, or at once if it has already.
  void Receive(const Route& route, std::uint64_t bytes, Handler received);

  // Runs until nothing is scheduled or under way. False if there is a fault: the network refused a
  // message or hangs, a send and its receive differ in bytes, or one of them has no other.
  bool Run();
  // The first fault; "" if there was none. It is kept until Run ends, as astra-sim catches what is
  // thrown in its handlers and goes on.
  const std::string& fault() const { return fault_; }

 private:
  struct Message {
    Route route;
    std::uint64_t bytes;
    Handler sent;
    Handler received;  // call is null before the receive
    bool arrived;
  };
  struct Receiver {
    std::uint64_t bytes;
    Handler received;
  };

  void Fail(const std::string& what);
  void FailForBytes(const Route& route, std::uint64_t sent, std::uint64_t expected);
  void FailIfUnmatched();
  void Deliver();
  void Arrive(const toroid_message& message);
  void RunFirstEvent();
  std::uint64_t StartOf(std::int64_t cycle) const;
  std::int64_t FirstCycleFrom(std::uint64_t time) const;
  std::int64_t LastCycleIn(std::uint64_t time) const;

  toroid_network* network_;
  Scale scale_;
  std::uint64_t now_ = 0;
  std::string fault_;
  std::multimap<std::uint64_t, Handler> calendar_;  // by nanosecond; equal ones in their order
  std::uint64_t sends_ = 0;
  std::map<std::uint64_t, Message> messages_;             // by number, until both are called
  std::map<Route, std::deque<std::uint64_t>> unclaimed_;  // messages without a receive
  std::map<Route, std::deque<Receiver>> waiting_;         // receives without a message
};

class Endpoint : public AstraSim::AstraNetworkAPI {
 public:
  Endpoint(Fabric& fabric, int its_rank) : AstraNetworkAPI(its_rank), fabric_(fabric) {}

  int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag,
               AstraSim::sim_request* request, void (*msg_handler)(void*), void* fun_arg) override;
  int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag,
               AstraSim::sim_request* request, void (*msg_handler)(void*), void* fun_arg) override;
  void sim_schedule(AstraSim::timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) override;
  AstraSim::timespec_t sim_get_time() override;
  double get_BW_at_dimension(int dim) override;
  void sim_notify_finished() override { finished_ = true; }

  bool finished() const { return finished_; }

 private:
  Fabric& fabric_;
  bool finished_ = false;
};

}  // namespace toroid_backend
