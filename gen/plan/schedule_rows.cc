#include "gen/plan/schedule_rows.h"

#include <algorithm>
#include <tuple>

#include "gen/plan/broadcast.h"

namespace toroid {
namespace {

// The arrivals in a loaded row; none if they are not checked.
int LoadedArrivals(const Plan& plan) {
  return plan.hardware().schedule_unit.check_arrivals ? plan.schedule_unit()->arrivals : 0;
}

// Appends the cycles of `most` messages, then their ports, one-hot; zeros if the node has fewer.
void AppendEntries(const std::vector<RowEntry>& entries, int most, const Plan& plan,
                   ImageBits& bits) {
  const int time_bits = plan.schedule_unit()->time_bits;
  const auto count = static_cast<std::size_t>(most);
  for (std::size_t i = 0; i < count; ++i)
    AppendBits(i < entries.size() ? static_cast<std::uint64_t>(entries[i].cycle) : 0, time_bits,
               bits);
  for (std::size_t i = 0; i < count; ++i) {
    for (int port = 0; port < plan.local_ports(); ++port)
      bits.push_back(i < entries.size() && entries[i].local == port);
  }
}

ImageBits BitsOf(const ScheduleRow& row, const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  ImageBits bits;
  AppendEntries(row.sends, unit.sends, plan, bits);
  AppendEntries(row.arrivals, LoadedArrivals(plan), plan, bits);
  AppendBits(static_cast<std::uint64_t>(unit.last_count), unit.time_bits, bits);
  return bits;
}

}  // namespace

std::vector<ScheduleRow> ScheduleRowsOf(const Plan& plan) {
  const Schedule& table = *plan.schedule_unit()->table;
  const std::vector<int> numbers = UnitNumbers(table, table.task.first);
  std::vector<ScheduleRow> rows(plan.host().size());
  for (std::size_t m = 0; m < table.messages.size(); ++m) {
    const ScheduledMessage& message = table.messages[m];
    const std::vector<Hop> route = plan.host().Route(message.node, message.to);
    const bool one = plan.local_ports() == 1;
    auto& sends = rows[message.node.index()].sends;
    const auto number = static_cast<std::size_t>(numbers[m]);
    if (sends.size() <= number) sends.resize(number + 1);
    sends[number] = {message.cycle, one ? 0 : LinkPortOf(plan.host(), route.front()), message.to};
    if (!plan.hardware().schedule_unit.check_arrivals) continue;
    const Cycle arrival = message.cycle + static_cast<Cycle>(route.size()) * plan.hop_cycles();
    rows[message.to.index()].arrivals.push_back(
        {arrival, one ? 0 : LinkPortOf(plan.host(), route.back()), message.node});
  }
  for (ScheduleRow& row : rows) {
    std::ranges::sort(row.arrivals, {}, [](const RowEntry& entry) {
      return std::tuple(entry.cycle, entry.local, entry.other);
    });
  }
  return rows;
}

int LoadedRowBits(const Plan& plan) {
  const ScheduleUnit& unit = *plan.schedule_unit();
  const int messages = unit.sends + LoadedArrivals(plan);
  return messages * (unit.time_bits + plan.local_ports()) + unit.time_bits;
}

std::vector<Image> TableImagesOf(const Plan& plan) {
  const std::vector<ScheduleRow> rows = ScheduleRowsOf(plan);
  return ImagesOfRows(plan.host(), [&](NodeId node) { return BitsOf(rows[node.index()], plan); });
}

}  // namespace toroid
