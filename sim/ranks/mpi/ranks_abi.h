/* What passes between toroid and the library that speaks to Open MPI for it. All ranks call these
 * together. MPI itself ends the process, and all others, when something fails. */
#pragma once

#include <stddef.h>

#define TOROID_RANKS_ABI 1

extern "C" {

int toroid_ranks_abi(void);
/* Begins; this process's number, and how many there are. */
void toroid_ranks_join(int* number, int* count);
/* Sends data[rank], sizes[rank] bytes, to each other rank. Of each other rank's message asks for
 * room(context, rank, bytes) and puts it there. */
void toroid_ranks_exchange(const void* const* data, const size_t* sizes,
                           void* (*room)(void* context, int rank, size_t size), void* context);
void toroid_ranks_leave(void);
}
