/* The C library's sys/stat.h, and statx of Linux, which always fails as on a kernel without it. */
#pragma once

#include <errno.h>
#include_next <sys/stat.h>

#define STATX_ATTR_MOUNT_ROOT 0x2000

struct statx {
  unsigned long long stx_attributes, stx_attributes_mask;
};

static inline int statx(int folder, const char* path, int flags, unsigned mask,
                        struct statx* found) {
  (void)folder, (void)path, (void)flags, (void)mask, (void)found;
  errno = ENOSYS;
  return -1;
}
