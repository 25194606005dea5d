// Runs collective programs as if each message were alone, and checks the final data of all
// processes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/collective/bound.h"
#include "gen/collective/program.h"

namespace toroid {

inline constexpr Cycle kInterface = 2;
inline constexpr std::array kVectorTasks = {Collective::kReduceScatter, Collective::kAllGather,
                                            Collective::kAllReduce};

// The data of every process after all messages, each carried flit by flit as if it were alone: its
// words are read when it is offered, and written when its last flit has arrived and the first
// message that comes after it is offered.
class ProgramMachine {
 public:
  ProgramMachine(const CollectiveProgram& program, const Graph& host)
      : program_(program), host_(host), ranks_(program.ranks) {
    for (std::uint32_t n = 0; ranks_.size() < host.size() && program.ranks.empty(); ++n)
      ranks_.emplace_back(n);
    processes_ = static_cast<std::uint32_t>(ranks_.size());
    buffers_.resize(processes_);
    for (std::uint32_t n = 0; n < processes_; ++n) {
      for (std::uint64_t e = 0; e < program.elements; ++e) buffers_[n].push_back(First(n, e));
    }
  }

  void Run() {
    std::map<std::uint32_t, std::pair<Cycle, std::vector<std::uint64_t>>> in_flight;
    const auto take = [&](std::uint32_t number, Cycle now) {
      const auto found = in_flight.find(number);
      if (found == in_flight.end() || found->second.first > now) return;
      Write(program_.operations[number], found->second.second);
      in_flight.erase(found);
    };
    for (std::uint32_t i = 0; i < program_.operations.size(); ++i) {
      const Operation& message = program_.operations[i];
      for (const Event event : program_.AfterOf(message))
        if (!event.is_start()) take(event.operation(), message.not_before);
      const Cycle end = message.not_before + message.flits - 1 + kInterface +
                        host_.Distance(NodeId{message.from}, NodeId{message.to});
      in_flight.emplace(i, std::pair(end, Read(message)));
    }
    for (std::uint32_t i = 0; i < program_.operations.size(); ++i)
      take(i, std::numeric_limits<Cycle>::max());
  }

  // Number of elements that differ from a serial program.
  std::uint64_t Wrong() const {
    std::uint64_t wrong = 0;
    for (std::uint32_t n = 0; n < processes_; ++n) {
      for (std::uint32_t owner = 0; owner < processes_; ++owner) {
        if (!Needs(n, owner)) continue;
        for (std::uint64_t e = program_.elements * owner / processes_;
             e < program_.elements * (owner + 1) / processes_; ++e)
          wrong += buffers_[n][e] == Last(owner, e) ? 0 : 1;
      }
    }
    return wrong;
  }

 private:
  bool Needs(std::uint32_t n, std::uint32_t owner) const {
    const bool is_root = n == Root();
    switch (program_.task.kind) {
      case Collective::kReduceScatter:
      case Collective::kScatterBlocks: return n == owner;
      case Collective::kReduce:
      case Collective::kGather: return is_root;
      default: return true;
    }
  }

  // The process at a node, which has one.
  std::uint32_t RankOf(NodeId node) const {
    const auto found = std::ranges::find(ranks_, node);
    EXPECT_NE(found, ranks_.end()) << node.value();
    return static_cast<std::uint32_t>(found - ranks_.begin());
  }
  std::uint32_t Root() const {
    return HasRoot(program_.task.kind) ? RankOf(program_.task.root) : 0;
  }

  static std::uint64_t Input(std::uint32_t n, std::uint64_t e) { return 1000003 * (n + 1) + 7 * e; }

  std::uint64_t First(std::uint32_t n, std::uint64_t e) const {
    const bool own =
        e >= program_.elements * n / processes_ && e < program_.elements * (n + 1) / processes_;
    switch (program_.task.kind) {
      case Collective::kAllGather:
      case Collective::kGather: return own ? Input(n, e) : 0;
      case Collective::kBroadcast:
      case Collective::kScatterBlocks: return n == Root() ? Input(n, e) : 0;
      default: return Input(n, e);
    }
  }
  std::uint64_t Last(std::uint32_t owner, std::uint64_t e) const {
    switch (program_.task.kind) {
      case Collective::kAllGather:
      case Collective::kGather: return Input(owner, e);
      case Collective::kBroadcast:
      case Collective::kScatterBlocks: return Input(Root(), e);
      default: break;
    }
    std::uint64_t sum = 0;
    for (std::uint32_t n = 0; n < processes_; ++n) sum += Input(n, e);
    return sum;
  }

  std::vector<std::uint64_t> Read(const Operation& message) const {
    std::vector<std::uint64_t> words;
    for (const ElementRange& range : program_.RangesOf(program_.contents[message.content])) {
      for (std::uint64_t e = range.first; e < range.first + range.count; ++e)
        words.push_back(buffers_[RankOf(NodeId{message.from})][e]);
    }
    EXPECT_EQ(words.size(), message.flits);
    return words;
  }
  void Write(const Operation& message, const std::vector<std::uint64_t>& words) {
    std::size_t i = 0;
    for (const ElementRange& range : program_.RangesOf(program_.contents[message.content])) {
      for (std::uint64_t e = range.first; e < range.first + range.count; ++e) {
        std::uint64_t& place = buffers_[RankOf(NodeId{message.to})][e];
        place = (message.adds ? place : 0) + words[i++];
      }
    }
  }

  const CollectiveProgram& program_;
  const Graph& host_;
  std::vector<NodeId> ranks_;  // by process
  std::uint32_t processes_ = 0;
  std::vector<std::vector<std::uint64_t>> buffers_;  // by process
};

// No conflict, nothing offered before its dependences, no fewer cycles than the lower bound, and
// every element right at the end.
inline void ExpectRightAndFreeOfConflicts(const CollectiveProgram& program,
                                          const degraded::DegradedHost& degraded, Ports ports,
                                          const std::string& what) {
  const Graph& host = degraded.host();
  const CollectiveTask& task = program.task;
  SCOPED_TRACE(std::string(ToString(task.kind)) + " of " + std::to_string(task.flits) + " by " +
               what + " on " + host.ToString() + ", ports " + std::string(ToString(ports)));
  const ProgramForecast forecast = ForecastOf(program, host, ports, kInterface);
  ASSERT_EQ(forecast.conflicts + forecast.early, 0) << forecast.first_fault;
  ASSERT_GE(forecast.end, BoundOf(task, degraded, ports, kInterface).cycles());
  ProgramMachine machine(program, host);
  machine.Run();
  ASSERT_EQ(machine.Wrong(), 0U);
}
inline void ExpectRightAndFreeOfConflicts(const CollectiveProgram& program, const Graph& host,
                                          Ports ports, const std::string& what) {
  ExpectRightAndFreeOfConflicts(program, degraded::DegradedHost(host), ports, what);
}

}  // namespace toroid
