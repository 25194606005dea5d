// Unlike std::cout, this stream distinguishes a full disk from a closed pipe, by the errno in its
// exception. An interrupted write continues; a failed write is not repeated by a second flush.
#include "cli/standard_output.h"

#include <unistd.h>

#include <cerrno>

namespace toroid {

StandardOutput::StandardOutput() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

int StandardOutput::sync() {
  const char* at = pbase();
  const char* const end = pptr();
  setp(buffer_.data(), buffer_.data() + buffer_.size());  // a failed write is not repeated
  while (at < end) {
    const ::ssize_t written = ::write(STDOUT_FILENO, at, static_cast<std::size_t>(end - at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputFailure(errno);
    at += written;
  }
  return 0;
}

StandardOutput::int_type StandardOutput::overflow(int_type next) {
  sync();
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

}  // namespace toroid
