// Ranks: the processes of a simulation that outgrew one machine, started by `mpirun`.
//
// A rank knows its number, and all ranks exchange messages together. A simulation needs no more.
// Open MPI is reached through a small separate library (mpi/mpi.cc), which is loaded under `mpirun`
// only: it brings a dozen others, which a plain start need not load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gen/support/result.h"

namespace toroid {

// A message: consecutive values as they are in memory. All ranks run one program.
class Message {
 public:
  template <class T>
  void Put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    Append(&value, sizeof value);
  }
  // Puts the number of values first.
  template <class T>
  void PutAll(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    Put(values.size());
    Append(values.data(), values.size_bytes());
  }
  // Takes values in the order in which they were put. Requires that there is one.
  template <class T>
  T Take() {
    T value;
    std::memcpy(&value, bytes_.data() + taken_, sizeof value);
    taken_ += sizeof value;
    return value;
  }
  template <class T>
  std::vector<T> TakeAll() {
    std::vector<T> values(Take<std::size_t>());
    if (!values.empty())
      std::memcpy(values.data(), bytes_.data() + taken_, values.size() * sizeof(T));
    taken_ += values.size() * sizeof(T);
    return values;
  }
  void PutText(std::string_view text) { PutAll(std::span(text.data(), text.size())); }
  std::string TakeText() {
    const auto letters = TakeAll<char>();
    return {letters.begin(), letters.end()};
  }
  std::span<const std::byte> bytes() const { return bytes_; }
  // Returns room for `size` bytes to write.
  std::byte* Resize(std::size_t size) {
    Clear();
    bytes_.resize(size);
    return bytes_.data();
  }
  void Clear() {
    bytes_.clear();
    taken_ = 0;
  }

 private:
  void Append(const void* data, std::size_t size) {
    const std::size_t end = bytes_.size();
    bytes_.resize(end + size);
    if (size > 0) std::memcpy(bytes_.data() + end, data, size);
  }

  std::vector<std::byte> bytes_;
  std::size_t taken_ = 0;
};

// A rank among others. All ranks make the collective calls in the same order.
class Ranks {
 public:
  virtual ~Ranks() = default;

  int number() const { return number_; }
  int count() const { return count_; }
  // Rank 0 prints for all.
  bool first() const { return number_ == 0; }

  // Sends messages[rank] to each other rank, and replaces it by that rank's message. The rank's own
  // message stays.
  virtual void Exchange(std::vector<Message>& messages) = 0;

  // The messages of all ranks, by rank.
  std::vector<Message> Gather(const Message& own) {
    std::vector<Message> messages(static_cast<std::size_t>(count_), own);
    Exchange(messages);
    return messages;
  }
  // The largest value of all ranks.
  template <class T>
  T Most(T own) {
    Message message;
    message.Put(own);
    for (Message& other : Gather(message)) own = std::max(own, other.Take<T>());
    return own;
  }
  // The sum of all ranks' values.
  template <class T>
  T Sum(T own) {
    Message message;
    message.Put(own);
    T sum{};
    for (Message& part : Gather(message)) sum += part.Take<T>();
    return sum;
  }

 protected:
  Ranks(int number, int count) : number_(number), count_(count) {}

 private:
  int number_;
  int count_;
};

// This process's number and the number of processes that mpirun started; none without mpirun.
struct RankOfProcess {
  int number;
  int count;
};
std::optional<RankOfProcess> RankFromEnvironment();

// Joins the other ranks, which do the same. Destruction waits for all ranks to leave. During an
// exception a rank leaves at once, and when its process ends, mpirun ends the others with its exit
// code. Diagnostics (field "mpirun"): toroid was built without Open MPI.
Result<std::unique_ptr<Ranks>> JoinRanks();

}  // namespace toroid
