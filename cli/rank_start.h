// The processes that mpirun has started for a simulation, until it begins.
//
// Each reads the command line for itself, and what is wrong may be wrong on one machine only. So
// each tells the others whether it could begin; unless all could, none does, and the first says
// what is wrong. mpirun's exit code is the first's. The others end with 0, as at any other code
// mpirun would end the first, which may not have said a word yet.
#pragma once

#include <memory>
#include <ostream>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "sim/ranks/ranks.h"

namespace toroid {

// Joins the others. MPI waits without end for a process that was asked for another command, or for
// another program: after a minute this ends the program and says so.
Result<std::unique_ptr<Ranks>> JoinInTime(std::ostream& err);

class RankStart {
 public:
  // Of a process that has joined the ranks. `out` and `err` are the command's, and must outlive it
  // like the ranks.
  RankStart(Ranks& ranks, std::ostream& out, std::ostream& err);

  Ranks& ranks() { return ranks_; }
  // What the first prints is seen at once, what another says only if it keeps all from beginning.
  std::ostream& out() { return ranks_.first() ? out_ : nowhere_; }
  std::ostream& err() { return ranks_.first() ? err_ : said_; }

  // This process could begin `run`, which is the same text in processes that were asked for the
  // same. Whether all can; if not, End has the exit code.
  bool Begin(const std::string& run);
  // The command has come to its end with this exit code, whether it began or not. Returns that of
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
  int refused_ = kDone;  // exit code if not all could begin
};

}  // namespace toroid
