// Address units of many networks in one testbench, distinguished by the prefix of their modules, so
// that each simulator compiles only once; and the expected answers, from the C++ embeddings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/emitted/emitted.h"

namespace toroid::test {

using Answer = std::optional<std::uint32_t>;  // nothing where valid is low
// Unit -> answers of codes 0, 1, ... A code is the unit's inputs side by side, {physical, member}
// or {logical}; an answer its outputs, {physical, member} or {logical}. The key of an inverse
// unit's counts is its name and "_count"; they are empty outside the host's shape.
using Answers = std::map<std::string, std::vector<Answer>>;

Answers ExpectedAnswers(const std::vector<Network>& cases);

// The files of both units of each case.
EmittedFiles UnitFiles(const std::vector<Network>& cases);

// Asks every unit every code. `command` is kIcarus or kVerilator.
Answers Simulate(EmittedFiles files, const std::vector<Network>& cases, const std::string& command);
inline constexpr const char* kIcarus =
    "iverilog -g2005 -Wall -o tb -s tb tb.v rtl/*.v 2>/dev/null && vvp -n tb";
inline constexpr const char* kVerilator =
    "verilator --binary --timing -O1 -Wno-WIDTH -Wno-UNUSED --top-module tb -CFLAGS -O0 -Mdir obj "
    "-o tb tb.v rtl/*.v >log 2>&1 || { cat "
    "log; exit 1; }; obj/tb";

// The number of codes at which they differ; prints how many were compared.
std::size_t Compare(const Answers& expected, const Answers& found);

// Verilator, Icarus, and Yosys with the script `yosys` print no warning about the units.
void ExpectClean(const std::vector<Network>& cases,
                 const std::string& yosys = "proc; memory; check -assert");

// Has Yosys prove, with a miter for each unit, that it answers every code as `expected` says. The
// units have no registers. `files` are UnitFiles, or altered ones.
Outcome ProveAsExpected(const std::vector<Network>& cases, EmittedFiles files,
                        const Answers& expected);

// Has Yosys prove that the inverse unit undoes the forward unit, of one network: a valid code comes
// back as the same member of its host node. `files` are its UnitFiles, or altered ones.
Outcome ProveThereAndBack(const Network& network, EmittedFiles files);

}  // namespace toroid::test
