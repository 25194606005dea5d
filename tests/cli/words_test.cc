// Messages of toroid: help in every form, echoed input, suggested words, numbers and their nouns,
// and advice that can be followed.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_toroid.h"

namespace toroid::words_test {
namespace {

#define CUBE "--host torus:8x8 --guest hypercube:6 --embedding xor "
#define MESH "--host mesh:8x8 --guest hypercube:6 --embedding standard "

std::string Out(const std::string& line) {
  const bool command = !line.starts_with("-") && !line.starts_with("help");
  const Outcome outcome = RunToroid(command ? line + " --quiet" : line);
  EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
  EXPECT_EQ(outcome.err, "") << line;
  return outcome.out;
}

// The only line on standard error, after "toroid: error: ".
std::string Refusal(const std::string& line) {
  const Outcome outcome = RunToroid(line);
  EXPECT_EQ(outcome.code, 2) << line;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << line << "\n" << outcome.err;
  EXPECT_EQ(outcome.err.find("toroid: error: "), 0U) << outcome.err;
  return outcome.err.substr(15, outcome.err.size() - 16);
}

TEST(Words, HelpIsGivenHoweverItIsAskedFor) {
  const std::string help = Out("--help");
  EXPECT_NE(help.find("Usage: toroid COMMAND"), std::string::npos);
  for (const char* line : {"-h", "help", "help help", "help --help", "help -h"})
    EXPECT_EQ(Out(line), help) << line;
  for (const std::string command :
       {"map", "schedule", "generate", "simulate", "sweep", "check", "cost"}) {
    const std::string own = Out(command + " --help");
    EXPECT_EQ(own.find("toroid " + command + ": "), 0U) << own;
    for (const std::string& line :
         {command + " -h", "help " + command, command + " --host -h", command + " --bogus -h"}) {
      EXPECT_EQ(Out(line), own) << line;
    }
    const std::string all = Out(command + " --help-all");
    EXPECT_GT(all.size(), own.size());
    for (const std::string& line :
         {"help " + command + " all", "help " + command + " --help-all",
          command + " --bogus --help-all", command + " --help --help-all"}) {
      EXPECT_EQ(Out(line), all) << line;
    }
  }
  EXPECT_EQ(Out("-V"), Out("--version"));
  EXPECT_EQ(Refusal("-v"),
            "command: -v: is not a command; did you mean --version? -V is its short form");
  EXPECT_EQ(Out("--help").find("toroid writes synthesizable Verilog for networks on a chip"), 0U);
  EXPECT_EQ(Refusal("help simulat"),
            "command: simulat: is not a command; did you mean simulate? allowed are map, schedule, "
            "generate, simulate, sweep, check, cost, init, compare, report, choose, doctor, help, "
            "--help, "
            "--version");
}

TEST(Words, HelpIsGivenOnATopic) {
  const std::string wrap = Out("help simulate wrap");
  EXPECT_NE(wrap.find("  --node-clocks NODES"), std::string::npos) << wrap;
  EXPECT_EQ(wrap.find("  --host GRAPH"), std::string::npos) << wrap;
  EXPECT_EQ(Refusal("help simulate wrp"),
            "topic: wrp: is not a topic of simulate; did you mean wrap? allowed are network, "
            "addresses, scheduling, data, patterns, loading, wrap, engines, outputs, all");
  EXPECT_EQ(Refusal("help map wrap"),
            "topic: wrap: is not a topic of map; allowed are network, addresses, outputs, all");
  EXPECT_EQ(Refusal("help doctor wrap"), "topic: wrap: is not a topic of doctor; allowed are all");
}

TEST(Words, HelpIsGivenOnTraffic) {
  const std::string fft = Out("simulate --traffic fft --help");
  EXPECT_EQ(fft.find("toroid simulate --traffic fft\n"), 0U) << fft;
  EXPECT_NE(fft.find("  --elements N"), std::string::npos) << fft;
  EXPECT_EQ(fft.find("--rate"), std::string::npos) << fft;
  for (const char* line :
       {"simulate --traffic=fft -h", "simulate --help --traffic fft",
        "simulate --host nonsense --traffic fft --help", "help simulate --traffic fft"})
    EXPECT_EQ(Out(line), fft) << line;
  EXPECT_NE(Out("sweep --traffic uniform,hotspot --help").find("  --hotspot"), std::string::npos);
  for (const char* line : {"simulate --traffic --help", "simulate --help --traffic"})
    EXPECT_EQ(Out(line), Out("simulate --help")) << line;
  EXPECT_EQ(Out("generate --traffic exchange --help"), Out("generate --help"));
  EXPECT_EQ(Refusal("sweep --traffic uniform,tornadoe --help"),
            "--traffic: tornadoe: is not one of the choices; did you mean tornado? allowed are "
            "uniform, neighbor, bit-complement, transpose, bit-reverse, shuffle, tornado, "
            "random-permutation, hotspot");
}

TEST(Words, HelpIsTheSameInEveryLocaleAndTerminal) {
  EXPECT_EQ(RunShell("LC_ALL=de_DE.UTF-8 COLUMNS=40 TERM=dumb \"$TOROID\" simulate --help-all").out,
            Out("simulate --help-all"));
}

TEST(Words, TheWordThatWasMeantIsNamed) {
  const std::string uniform = "simulate --engine model --host mesh:4x4 --traffic uniform ";
  EXPECT_EQ(Refusal("simulate --engine model --host mesh:4x4 --trafic uniform"),
            "--trafic: is not an option; did you mean --traffic?");
  EXPECT_EQ(Refusal("simulate -host mesh:4x4 --traffic uniform"),
            "-host: is not an option; did you mean --host?");
  EXPECT_EQ(Refusal("map --rat 0.5 " CUBE),
            "--rat: is not an option; did you mean --rate? it goes with simulate, sweep");
  EXPECT_EQ(
      Refusal("simulate --engine model --host mesh:4x4 --traffic unifrom"),
      "--traffic: unifrom: is not one of the choices; did you mean uniform? allowed are "
      "cc-cube, task, complete-exchange, fft, bitonic-sort, all-reduce, all-gather, "
      "reduce-scatter, broadcast, reduce, gather, scatter-blocks, "
      "permutation, scatter, exchange, trace, axi, uniform, neighbor, bit-complement, transpose, "
      "bit-reverse, shuffle, tornado, "
      "random-permutation, hotspot");
  EXPECT_EQ(Refusal(uniform + "--arbiter robin"),
            "--arbiter: robin: is not one of the choices; allowed are round-robin, through-first");
  EXPECT_EQ(Refusal("check --host Torsu:4x4"),
            "--host: Torsu:4x4: is not a graph; did you mean torus:4x4? allowed are torus:8x8, "
            "mesh:4x2x3, ring:12, line:12, hypercube:6, twisted:4x8 and the like, lengths >= 2");
}

TEST(Words, WhatWasTypedIsQuoted) {
  const Outcome outcome = RunToroid(
      "simulate --engine model --host mesh:4x4 --traffic fft "
      "--flit-width 64 --rate 1");
  EXPECT_NE(outcome.err.find("--rate: 1: is not used by traffic fft"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.err.find("0.1"), std::string::npos) << outcome.err;
  EXPECT_EQ(
      Refusal("map --guest mesh:3x5 --host ring:15 --embedding identity"),
      "--embedding: identity: guest mesh:3x5 and host ring:15 differ in shape; identity takes "
      "a guest and a host of the same lengths");
  EXPECT_EQ(Refusal("map --guest line:014 --host torus:3x5 --embedding tao"),
            "--host: torus:3x5: sizes are incompatible: guest line:14 has 14 nodes, host "
            "torus:3x5 has 15 nodes; tao takes guests of as many nodes as the host or a multiple");
  EXPECT_NE(Out("map --guest ring:15 --host mesh:3x5 --embedding tao").find("ring:15, 15 nodes"),
            std::string::npos);
  EXPECT_EQ(Refusal("check --host torus:04x1"),
            "--host: torus:04x1: axis 1 has length 1; leave the axis out");
  EXPECT_EQ(Refusal("generate --out x --partition 03x9 --host torus:8x8 --guest ring:15 "
                    "--embedding tao"),
            "--partition: 03x9: has length 9 on axis 1; give a length from 1 to the host's for "
            "each axis of torus:8x8, not all of them 1");
}

// Equal networks give equal files, whatever they are called.
TEST(Words, HardwareDoesNotDependOnTheWordForAGraph) {
  const Scratch scratch;
  const auto generate = [&](const std::string& host, const std::string& guest) {
    const std::string out = scratch.Path(host.substr(0, 4));
    EXPECT_EQ(RunToroid("generate --embedding tao --host " + host + " --guest " + guest +
                        " --out '" + out + "'")
                  .code,
              0);
    return "'" + out + "'";
  };
  const std::string one = generate("ring:6", "line:6");
  const std::string other = generate("torus:6", "mesh:6");
  EXPECT_EQ(RunShell("diff -r " + one + " " + other).out, "");
  EXPECT_EQ(RunShell("diff -r " + one + " " + other).code, 0);
}

TEST(Words, ControlCharactersInvalidTextAndLongValuesAreMadeSafe) {
  EXPECT_EQ(Refusal("check --host \"$(printf 'ring:8\\033[31m\\n\\377x')\""),
            "--host: ring:8\\x1b[31m\\n\\xffx: has control characters; write it without them");
  EXPECT_EQ(Refusal("check --host ring:8 \"$(printf -- '--\\377c')\""),
            "--\\xffc: is not an option; `toroid check --help-all` lists what is allowed");
  EXPECT_EQ(Refusal("\"$(printf '\\033c')\"").find("command: \\x1bc: is not a command"), 0U);
  const Scratch scratch;
  const std::string folder = "\"$(printf '" + scratch.Path("net") + "\\377')\"";
  const std::string json = Out("generate --host ring:4 --format json --out " + folder);
  EXPECT_NE(json.find("net\xef\xbf\xbd\""), std::string::npos) << json.substr(0, 100);
  const std::string text = Out("generate --host ring:4 --out " + folder);
  EXPECT_NE(text.find("net\\xff, hardware "), std::string::npos) << text;
  const std::string refusal = Refusal("check --host $(printf 'x%.0s' $(seq 5000))");
  EXPECT_NE(refusal.find("xxx... (5000 bytes): is not a graph"), std::string::npos) << refusal;
  EXPECT_LT(refusal.size(), 1000U);
}

TEST(Words, OneIsNotPlural) {
  const std::string many =
      Out("schedule --host line:2 --guest hypercube:1 --embedding standard --task 0,1 --schedule "
          "offset") +
      Out("simulate --engine model --host line:2 --guest hypercube:1 --embedding standard "
          "--traffic task --task 0,1 --schedule offset") +
      Out("simulate --engine model --host line:2 --traffic uniform --rate 1 --cycles 1 "
          "--packet-flits 1") +
      Out("simulate --engine model --host line:3 --guest line:3 --embedding identity --traffic "
          "permutation --sets 1") +
      Out("map --host line:2 --guest hypercube:1 --embedding standard") +
      Out("cost --host line:2 --guest hypercube:1 --embedding standard --schedule offset "
          "--elements 1 --barrier-cycles 1") +
      Out("check --host line:2 --guest hypercube:2 --embedding gray") +
      RunToroid(
          "schedule --host line:2 --guest hypercube:1 --embedding standard --task 0,1 "
          "--schedule exact --steps 1 --ports all")
          .err;
  std::string faults;
  for (std::size_t at = 0; (at = many.find(" 1 ", at)) != std::string::npos; ++at) {
    const std::size_t end = many.find_first_of(" ,;.\n)", at + 3);
    const std::string noun = many.substr(at + 3, end - at - 3);
    if (noun.ends_with('s') && noun != "is" && noun != "was" && noun != "meets")
      faults += noun + "\n";
  }
  EXPECT_EQ(faults, "") << many;
  EXPECT_NE(many.find("messages of 1 flit,"), std::string::npos) << many;
}

// A refusal, and the line with its advice taken: never refused again.
struct Advice {
  const char* line;
  const char* advice;  // a part of the refusal
  const char* followed;
};

TEST(Words, AdviceCanBeFollowed) {
  const Scratch scratch;
  const std::string out = " --out '" + scratch.Path("net") + "'";
  const Advice all[] = {
      {"check --host mesh:8x8 --guest hypercube:6 --embedding xor --task 0,6 --schedule calmant",
       "--schedule list takes any",
       "check --host mesh:8x8 --guest hypercube:6 --embedding xor --task 0,6 --schedule list"},
      {"schedule --host torus:4x16 --guest hypercube:6 --embedding xor --task 0,6 --schedule "
       "offset "
       "--ports all",
       "--schedule list takes any",
       "schedule --host torus:4x16 --guest hypercube:6 --embedding xor --task 0,6 --schedule list "
       "--ports all"},
      {"simulate --engine model --traffic all-reduce --host mesh:8x8 --guest hypercube:6 "
       "--embedding xor --schedule stream",
       "--schedule list takes any",
       "simulate --engine model --traffic all-reduce --host mesh:8x8 --guest hypercube:6 "
       "--embedding xor --schedule list"},
      {"schedule --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --task 0,5 "
       "--schedule calmant",
       "--schedule offset takes it",
       "schedule --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --task 0,5 "
       "--schedule offset"},
      {"generate --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --task 0,5 "
       "--schedule calmant",
       "--schedule offset takes it",
       "generate --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --task 0,5 "
       "--schedule offset"},
      {"cost --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --schedule calmant",
       "--schedule offset takes it",
       "cost --host mesh:4x4x4x4 --guest hypercube:8 --embedding standard --schedule offset"},
      {"cost --host ring:4 --guest hypercube:2 --embedding xor --schedule stream",
       "--ports all has one, and offset",
       "cost --host ring:4 --guest hypercube:2 --embedding xor --schedule offset"},
      {"schedule --host mesh:4x8 --guest hypercube:5 --embedding standard --task 0,5 --schedule "
       "exact --ports all",
       "--schedule list takes all",
       "schedule --host mesh:4x8 --guest hypercube:5 --embedding standard --task 0,5 --schedule "
       "list --ports all"},
      {"check " CUBE "--task 0,6", "--schedule calmant|offset|stream|exact|list",
       "check " CUBE "--task 0,6 --schedule exact"},
      {"cost " CUBE, "--schedule calmant|offset|stream",
       "cost " CUBE "--schedule stream --ports all"},
      {"simulate --engine model --host line:3 --guest ring:12 --embedding tao --traffic exchange "
       "--flit-width 640",
       "so 632 at most",
       "simulate --engine model --host line:3 --guest ring:12 --embedding tao --traffic exchange "
       "--flit-width 632"},
      {"simulate --host mesh:300x300 --traffic uniform --cycles 1",
       "--rtl lanes and --engine model take more",
       "simulate --host mesh:300x300 --traffic uniform --cycles 1 --engine model"}};
  for (const Advice& one : all) {
    const bool generates = std::string(one.line).starts_with("generate");
    const std::string more = generates ? out : "";
    EXPECT_NE(Refusal(one.line + more).find(one.advice), std::string::npos)
        << one.line << "\n"
        << Refusal(one.line + more);
    const Outcome followed = RunToroid(one.followed + more);
    EXPECT_EQ(followed.code, 0) << one.followed << "\n" << followed.err;
  }
}

// A command does not recommend options and values that it refuses.
TEST(Words, ExactIsAdvisedWhatItsCommandTakes) {
  const std::string all_reduce =
      "simulate --engine model --traffic all-reduce --schedule exact --time-limit 0 ";
  const Outcome outcome =
      RunToroid(all_reduce + "--host mesh:8x8 --guest hypercube:6 --embedding xor");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err.find("--steps"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("give more seconds, or ask for --schedule list"), std::string::npos)
      << outcome.err;
  const Outcome task = RunToroid(
      "schedule --schedule exact --time-limit 0 --task 0,6 --host mesh:8x8 --guest hypercube:6 "
      "--embedding xor");
  EXPECT_EQ(task.code, 3);
  EXPECT_NE(task.err.find("another number of --steps, or for --schedule list"), std::string::npos)
      << task.err;
}

}  // namespace
}  // namespace toroid::words_test
