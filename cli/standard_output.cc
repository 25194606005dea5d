// Unlike std::cout, this stream distinguishes a full disk from a closed pipe, by the errno in its
// exception. An interrupted write continues; a failed write is not repeated by a second flush.
#include "cli/standard_output.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "gen/support/text.h"

namespace toroid {

StandardOutput::StandardOutput() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

int StandardOutput::sync() {
  WriteFirst(static_cast<std::size_t>(pptr() - pbase()));
  return 0;
}

// Keeps what is behind the first `count` characters of the buffer. A failed write is not repeated.
void StandardOutput::WriteFirst(std::size_t count) {
  const std::string text = Harmless({pbase(), count});
  const std::string rest(pbase() + count, pptr());
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  sputn(rest.data(), static_cast<std::streamsize>(rest.size()));
  for (const char *at = text.data(), *const end = at + text.size(); at < end;) {
    const ::ssize_t written = ::write(STDOUT_FILENO, at, static_cast<std::size_t>(end - at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputFailure(errno);
    at += written;
  }
}

StandardOutput::int_type StandardOutput::overflow(int_type next) {
  WriteFirst(WholeCharacters({pbase(), static_cast<std::size_t>(pptr() - pbase())}));
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

}  // namespace toroid
