// The table of options in parts, a file for each, and the texts of commands and topics. Limits are
// those of what is kept in memory or counted in 64 bits; where a limit follows from hardware, it is
// the plan's (gen/plan/plan.h).
#pragma once

#include <cstdint>
#include <span>

#include "gen/options/options.h"

namespace toroid {

inline constexpr CommandSet kMapBit = Bit(Command::kMap);
inline constexpr CommandSet kScheduleBit = Bit(Command::kSchedule);
inline constexpr CommandSet kGenerateBit = Bit(Command::kGenerate);
inline constexpr CommandSet kSimulateBit = Bit(Command::kSimulate);
inline constexpr CommandSet kCheckBit = Bit(Command::kCheck);
inline constexpr CommandSet kCostBit = Bit(Command::kCost);
inline constexpr CommandSet kSweepBit = Bit(Command::kSweep);
inline constexpr CommandSet kAllButSweep =
    kMapBit | kScheduleBit | kGenerateBit | kSimulateBit | kCheckBit | kCostBit;
inline constexpr CommandSet kNetworkCommands = kAllButSweep | kSweepBit;
inline constexpr CommandSet kInitBit = Bit(Command::kInit);
inline constexpr CommandSet kCompareBit = Bit(Command::kCompare);
inline constexpr CommandSet kReportBit = Bit(Command::kReport);
inline constexpr CommandSet kChooseBit = Bit(Command::kChoose);
inline constexpr CommandSet kDoctorBit = Bit(Command::kDoctor);
inline constexpr CommandSet kWithoutNetwork =
    kInitBit | kCompareBit | kReportBit | kChooseBit | kDoctorBit;
inline constexpr CommandSet kEveryCommand = kNetworkCommands | kWithoutNetwork;
inline constexpr CommandSet kHardware = kGenerateBit | kSimulateBit;
// What dead links and nodes are taken by.
inline constexpr CommandSet kDegraded =
    kHardware | kSweepBit | kCheckBit | kMapBit | kCostBit | kScheduleBit;
inline constexpr CommandSet kPatterns = kSimulateBit | kSweepBit;
inline constexpr CommandSet kTasks = kScheduleBit | kSimulateBit | kCheckBit | kGenerateBit;
inline constexpr CommandSet kScheduling = kTasks | kCostBit;

inline constexpr std::int64_t kMostCycles = 1'000'000'000'000;

// In the order of help within a topic, one part after the other.
std::span<const Option> NetworkTable();
std::span<const Option> TrafficTable();
std::span<const Option> RunTable();

struct CommandText {
  Command command;
  std::string_view summary;  // a line, without a full stop
  std::string_view details;  // paragraphs, a line break at the end of each
};
std::span<const CommandText> CommandTable();  // by Command

struct TopicText {
  std::string_view name;
  std::string_view summary;  // half a line
};
std::span<const TopicText> TopicTable();  // by Topic

}  // namespace toroid
