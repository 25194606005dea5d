// Runs that a table lists, a test for each: the words of the command and what its result must be.
//
//   # a comment; a line that ends in "\" goes on in the next
//   $torus = --host torus:8x8 --ports all        "$torus" below stands for this text
//   [LongStream] --no-baseline                   a suite of tests, and options of all its runs
//   => equal predicted                           what all its runs must be, besides what they say
//   $torus --schedule {stream|offset} => cycles=50
//     says in one iteration                      further demands on the run above, one a line
//   check $torus --without dateline              a command other than `simulate`
//     refused --without: is not
//
// {a|b} is each of both, in all combinations, in rows and in options of suites. Without "refused"
// or "fails" a run must end with exit code 0, and all messages of a simulation must have arrived.
//
// Words after "=>":
//   equal        hardware and model agree in every event, and some were compared
//   predicted    no messages conflicted, and the cycles are those that were predicted
//   unpredicted  no cycles were predicted
//   right        data were compared, and none were wrong
//   PATH OP VALUE, without blanks: OP is = != < <= > >= or ~ ("contains"), PATH a member of the
//                result such as "cycles", "steps.executed", "iterations.*.steps" (of each element)
//                or "iterations.size" (their number), VALUE is JSON or another path.
// Demands on lines of their own, where "\n" in a text is the end of a line:
//   says TEXT, never TEXT    the command's text for people has it, or has it nowhere
//   refused TEXT             exit code 2, nothing is printed, and the error has TEXT
//   error TEXT               the same, and the error is TEXT alone
//   fails TEXT               exit code 1, and the output has TEXT
//   ends CODE TEXT           that exit code, and the error has TEXT; results so far may be printed
//   as OPTIONS: PATH...      with these options too, members are the same; "*": all but `speed`
//   differs OPTIONS: PATH... they are not
//   cost OPTIONS             `toroid cost` with the row's options and these has the run's cycles
//   plant FILE, - OLD, + NEW three lines: in this file of the templates OLD is NEW
#pragma once

#include <string>

namespace toroid {

// Makes GoogleTest tests of the table in a file of the checkout. A failure names file and line.
// False, after a line on standard error, if the table has what nothing reads: a name that stands
// for nothing, an empty suite, a demand on no run.
bool RegisterRuns(const std::string& file);

}  // namespace toroid
