// The processes of a simulation that outgrew one machine: ranks, which `mpirun` starts.
//
// The folder's idea: a rank knows its number, and all ranks meet to hand each other a message.
// That is all that a simulation needs, so that is all there is. Open MPI is reached through a small
// library of its own (mpi/mpi.cc), which is loaded under `mpirun` only: it brings a dozen others,
// which a plain start need not load.
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

// A message: values one after another, each as it lies in memory. All ranks run one program.
class Message {
 public:
  template <class T>
  void Put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    Append(&value, sizeof value);
  }
  // Their number first.
  template <class T>
  void PutAll(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    Put(values.size());
    Append(values.data(), values.size_bytes());
  }
  // In the order in which they were put. Requires that there is one.
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
  void PutText(std::string_view text) { PutAll(std::span(text)); }
  std::string TakeText() {
    const auto letters = TakeAll<char>();
    return {letters.begin(), letters.end()};
  }
  std::span<const std::byte> bytes() const { return bytes_; }
  // Of so many bytes, to be written.
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

// A rank among its like. What it does together with others all ranks do, in the same order.
class Ranks {
 public:
  virtual ~Ranks() = default;

  int number() const { return number_; }
  int count() const { return count_; }
  // Rank 0 speaks for all.
  bool first() const { return number_ == 0; }

  // Hands each other rank its message, messages[rank], and puts theirs in the place. The rank's own
  // stays.
  virtual void Exchange(std::vector<Message>& messages) = 0;

  // The message of every rank, by rank.
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

// This process's number among those that mpirun started, and how many they are; none if there is
// only this one.
struct RankOfProcess {
  int number;
  int count;
};
std::optional<RankOfProcess> RankFromEnvironment();

// Joins the other ranks, which do the same. The one that is destroyed leaves them when all do; by
// an exception it leaves without a word, and when its process ends mpirun ends the others, with its
// exit code. Diagnostics (field "mpirun"): toroid was built without Open MPI.
Result<std::unique_ptr<Ranks>> JoinRanks();

}  // namespace toroid
