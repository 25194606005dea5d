// Groups of ranks in a program, and their collective operations: docs/spec/traces.md, TR10.4 and
// TR10.6.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gen/collective/task.h"
#include "gen/support/input_file.h"
#include "gen/support/result.h"
#include "gen/workload/workload.h"

namespace toroid {

// Named groups of ranks: docs/spec/traces.md, TR10.5.

using RankGroups = std::map<std::string, std::vector<std::uint32_t>, std::less<>>;

// The groups of a file as ASTRA-sim takes it, {"1": [0, 1]}: each name with its ranks, which are
// different, and of which the program may lack some. Diagnostics name --rank-groups.
Result<RankGroups> ReadRankGroups(const std::string& path, std::string_view text);
// Adds the groups that a metadata node lists, as PyTorch writes them: a list of objects with
// pg_name and ranks, in text around it; no ranks are all. Other text has none. Faults are of
// `place`.
void AddGroupsOf(std::string_view values, const std::string& place, std::uint32_t ranks,
                 RankGroups& groups, FileFaults& faults);

// Collective operations of groups in a program of ranks: the nodes of the ranks that are one
// operation, and its messages. docs/spec/traces.md, TR10.4 and TR10.6.

// A rank's part in a collective operation: joins of the program that stand for its begin and end.
struct GroupCall {
  Collective kind = Collective::kAllReduce;
  std::uint64_t bytes = 0;  // that each rank puts in
  std::uint32_t root = 0;   // a rank, where the operation has one
  std::uint32_t begin = 0, end = 0;
};

class GroupCalls {
 public:
  // Adds a call of `ranks`, which are different, after those that the rank made before.
  void Add(const std::string& name, std::uint32_t tag, const std::vector<std::uint32_t>& ranks,
           std::uint32_t rank, const GroupCall& call);
  // Adds the messages of all calls to the program. The i-th call with a tag of each rank in a group
  // is the group's i-th; if they differ, nothing is added, and the faults say so.
  void Expand(Workload& workload, const WorkloadSetting& setting, const Progress& progress,
              FileFaults& faults) const;

 private:
  struct Group {
    std::string name;
    std::uint32_t tag;
    std::vector<std::uint32_t> ranks;
  };
  struct Less {
    bool operator()(const Group& one, const Group& other) const {
      return std::tie(one.name, one.tag, one.ranks) < std::tie(other.name, other.tag, other.ranks);
    }
  };
  // By rank of the program: its calls.
  using Calls = std::map<std::uint32_t, std::vector<GroupCall>>;

  static bool AreAlike(const Group& group, const Calls& calls, const Workload& workload,
                       FileFaults& faults);
  // Adds the messages of the i-th calls; whether that went well.
  static bool ExpandOne(const Group& group, const Calls& calls, std::size_t i, Workload& workload,
                        const WorkloadSetting& setting, FileFaults& faults);

  std::map<Group, Calls, Less> calls_;
};

}  // namespace toroid
