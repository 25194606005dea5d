// Idea: an arriving message is added right before its node's first message that comes after it, or
// at the end. So the earlier messages that carry the sum must start before the addition. A file
// needs only the last ones of these, back to one that comes after an earlier sum: everything before
// that sum has started by then.
//
// Example, two partners who exchange all they have, in two stages: the message that a node receives
// in stage 2 is added after its own send of stage 2, which comes after the sum of stage 1 and so
// after its send of stage 1.
#include <algorithm>
#include <map>
#include <utility>

#include "sim/export/workload_of.h"

namespace toroid {
namespace {

class DataOrder {
 public:
  DataOrder(const CollectiveProgram& program, const Progress& progress)
      : program_(program),
        stage_(progress, "looking at sums"),
        count_(static_cast<std::uint32_t>(program.operations.size())),
        taken_(count_, count_),
        follows_sum_(count_) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      stage_.Tick();
      const Operation& message = program.operations[i];
      sent_[{message.from, message.content}].push_back(i);
      for (const Event event : program.AfterOf(message))
        if (!event.is_start()) TakeBy(event.operation(), i);
    }
  }

  std::vector<AddsAfter> Make() {
    std::vector<AddsAfter> orders(count_);
    std::map<Place, std::uint32_t> last;  // the last message that added there
    for (const std::uint32_t i : SumsAsTaken()) {
      stage_.Tick();
      orders[i].sends = SendsBefore(i);
      const auto [found, fresh] = last.try_emplace(PlaceOf(i), i);
      if (!fresh) orders[i].arrival = std::exchange(found->second, i);
    }
    return orders;
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // node, content

  Place PlaceOf(std::uint32_t i) const {
    return {program_.operations[i].to, program_.operations[i].to_content};
  }

  void TakeBy(std::uint32_t before, std::uint32_t i) {
    const Operation& arrived = program_.operations[before];
    if (taken_[before] < count_) return;
    taken_[before] = i;
    if (arrived.adds && arrived.to_content == program_.operations[i].content)
      follows_sum_[i] = true;
  }

  std::vector<std::uint32_t> SumsAsTaken() const {
    std::vector<std::uint32_t> sums;
    for (std::uint32_t i = 0; i < count_; ++i)
      if (program_.operations[i].adds) sums.push_back(i);
    std::ranges::stable_sort(sums, {}, [&](std::uint32_t i) { return taken_[i]; });
    return sums;
  }

  std::vector<std::uint32_t> SendsBefore(std::uint32_t i) const {
    std::vector<std::uint32_t> before;
    const auto found = sent_.find(PlaceOf(i));
    if (found == sent_.end()) return before;
    const auto& sends = found->second;
    auto one = std::ranges::lower_bound(sends, taken_[i]);
    while (one != sends.begin()) {
      before.push_back(*--one);
      if (follows_sum_[*one]) break;
    }
    std::ranges::reverse(before);
    return before;
  }

  const CollectiveProgram& program_;
  Stage stage_;
  std::uint32_t count_;
  std::vector<std::uint32_t> taken_;  // by message: the first that comes after it; count_: none
  std::vector<bool> follows_sum_;     // by message: the first after a sum of its content
  std::map<Place, std::vector<std::uint32_t>> sent_;  // the messages that carry it
};

}  // namespace

std::vector<AddsAfter> DataOrderOf(const CollectiveProgram& program, const Progress& progress) {
  return DataOrder(program, progress).Make();
}

}  // namespace toroid
