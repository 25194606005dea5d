// What astra-sim asks of its network, as far as backend.h implements it: names and signatures of
// its header of this name at commit 518bd51. The example is compiled against this header in CI, and
// against astra-sim's own by users.
#pragma once

// NOLINTBEGIN(readability-identifier-naming): names of astra-sim
#include <cstdint>

namespace AstraSim {

enum time_type_e { SE = 0, MS, US, NS, FS };

struct timespec_t {
  time_type_e time_res;
  long double time_val;
};

struct sim_request;

// A rank's network. Each call of sim_send, sim_recv and sim_schedule ends with one call of the
// handler that it names: when the message is sent, has come, or `delta` has passed.
class AstraNetworkAPI {
 public:
  explicit AstraNetworkAPI(int its_rank) : rank(its_rank) {}
  virtual ~AstraNetworkAPI() = default;

  // `count` bytes from this rank to `dst`.
  virtual int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag,
                       sim_request* request, void (*msg_handler)(void*), void* fun_arg) = 0;
  // `count` bytes from `src` to this rank.
  virtual int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag,
                       sim_request* request, void (*msg_handler)(void*), void* fun_arg) = 0;
  virtual void sim_schedule(timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) = 0;
  virtual timespec_t sim_get_time() = 0;

  virtual int sim_comm_get_rank() { return rank; }
  // Of a link, in GB/s; -1: unknown.
  virtual double get_BW_at_dimension(int /*dim*/) { return -1; }
  // The rank's workload has come to its end.
  virtual void sim_notify_finished() {}

  int rank;
};

}  // namespace AstraSim
// NOLINTEND(readability-identifier-naming)
