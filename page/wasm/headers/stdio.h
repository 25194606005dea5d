/* The C library's stdio.h, and renames of Linux, which always fail as on a kernel without them. */
#pragma once

#include <errno.h>
#include_next <stdio.h>

#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2

static inline int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                            unsigned flags) {
  (void)from_folder, (void)from, (void)to_folder, (void)to, (void)flags;
  errno = ENOSYS;
  return -1;
}
