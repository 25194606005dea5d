// Agreement of the processes under mpirun before a simulation begins.
//
// Each process reads the command line, and a fault may occur on one machine only. So each tells the
// others whether it can begin. Unless all can, none begins, and the first prints the fault.
// mpirun's exit code is the first's. The others end with 0, as for any other code mpirun would end
// the first, which may not have printed anything yet.
#pragma once

#include <memory>
#include <ostream>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "sim/ranks/ranks.h"

namespace toroid {

// Joins the others. MPI waits forever for a process that has another command or program, so after a
// minute this ends the program with a message.
Result<std::unique_ptr<Ranks>> JoinInTime(std::ostream& err);

class RankStart {
 public:
  // For a process that has joined the ranks. `out` and `err` are the command's, and must outlive
  // this, as must the ranks.
  RankStart(Ranks& ranks, std::ostream& out, std::ostream& err);

  Ranks& ranks() { return ranks_; }
  // Output of the first rank appears at once; output of another only if it keeps all from
  // beginning.
  std::ostream& out() { return ranks_.first() ? out_ : nowhere_; }
  std::ostream& err() { return ranks_.first() ? err_ : said_; }

  // This process can begin `run`, a text that is equal in processes with equal commands. Returns
  // whether all can; if not, End has the exit code.
  bool Begin(const std::string& run);
  // The command has ended with this exit code, whether it began or not. Returns the exit code of
  // the process.
  int End(int code);

 private:
  bool Agree(bool ready, int code, const std::string& run);

  Ranks& ranks_;
  std::ostream& out_;
  std::ostream& err_;
  std::ostream nowhere_{nullptr};
  std::ostringstream said_;
  bool agreed_ = false;
  int refused_ = kDone;  // exit code if some process cannot begin
};

}  // namespace toroid
