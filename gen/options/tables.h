// The table of options in parts, a file for each. Limits are those of what is kept in memory or
// counted in 64 bits; where a limit follows from hardware, it is the plan's (gen/plan/plan.h).
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
inline constexpr CommandSet kEveryCommand =
    kNetworkCommands | kInitBit | kCompareBit | kReportBit | kChooseBit | kDoctorBit;
inline constexpr CommandSet kHardware = kGenerateBit | kSimulateBit;
inline constexpr CommandSet kPatterns = kSimulateBit | kSweepBit;
inline constexpr CommandSet kTasks = kScheduleBit | kSimulateBit | kCheckBit | kGenerateBit;
inline constexpr CommandSet kScheduling = kTasks | kCostBit;

inline constexpr std::int64_t kMostCycles = 1'000'000'000'000;

// In the order of help, one part after the other.
std::span<const Option> NetworkTable();
std::span<const Option> TrafficTable();
std::span<const Option> RunTable();

}  // namespace toroid
