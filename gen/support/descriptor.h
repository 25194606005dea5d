// An open file descriptor, closed with its owner. It is moved, not copied, so each is closed once,
// and an exception leaves none open.
#pragma once

#include <unistd.h>

#include <utility>

namespace toroid {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { Close(); }

  void Close() {
    if (open()) close(std::exchange(number_, -1));
  }
  bool open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

}  // namespace toroid
