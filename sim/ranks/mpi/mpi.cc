// Open MPI, as far as toroid uses it: messages from each rank to all others at once.
//
// Sends begin before anything is received, so no order of ranks can block. A message's length is
// probed before the message is received.
#include <mpi.h>

#include <cstdlib>
#include <vector>

#include "sim/ranks/mpi/ranks_abi.h"

namespace {

constexpr int kTag = 1;
int number = 0;
int count = 1;

}  // namespace

int toroid_ranks_abi(void) { return TOROID_RANKS_ABI; }

// A waiting rank yields its processor: there may be more ranks than processors.
void toroid_ranks_join(int* own_number, int* all) {
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  *own_number = number;
  *all = count;
}

void toroid_ranks_exchange(const void* const* data, const size_t* sizes,
                           void* (*room)(void* context, int rank, size_t size), void* context) {
  std::vector<MPI_Request> sends;
  for (int rank = 0; rank < count; ++rank) {
    if (rank == number) continue;
    MPI_Request& send = sends.emplace_back();
    MPI_Isend(data[rank], static_cast<int>(sizes[rank]), MPI_BYTE, rank, kTag, MPI_COMM_WORLD,
              &send);
  }
  for (int rank = 0; rank < count; ++rank) {
    if (rank == number) continue;
    MPI_Status status;
    MPI_Probe(rank, kTag, MPI_COMM_WORLD, &status);
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Recv(room(context, rank, static_cast<size_t>(bytes)), bytes, MPI_BYTE, rank, kTag,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
}

void toroid_ranks_leave(void) { MPI_Finalize(); }
