// Options as text, before their values are looked at: from the command line, and from a TOML file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/command_line/spec.h"
#include "gen/options/options.h"
#include "gen/support/result.h"

namespace toroid {

// An option as it was written.
struct RawOption {
  std::string text = {};  // "true" for a flag
  // "net.toml:3", in a table "net.toml:12: [[program]] 2"; empty on the command line
  std::string place = {};
};

// By name with dashes. Flags that are switched off are left out. Operands, of commands that take
// some, have the name kOperands, with a newline between them.
inline constexpr std::string_view kOperands = "";
using RawOptions = std::map<std::string, RawOption, std::less<>>;

inline constexpr const char* kControlFault = "has control characters";
inline constexpr const char* kControlAdvice = "write it without them";
// A fault for each word with a control character, which no option takes.
Diagnostics ControlFaults(std::span<const std::string> arguments);

// Reads `--name value`, `--name=value` and flags. Every word that fits nothing, every option that
// the command does not take, is given twice or lacks its value is added to `diagnostics`.
RawOptions ReadArguments(Command command, std::span<const std::string> arguments,
                         Diagnostics& diagnostics);

// One of several programs that a file describes.
struct ProgramTable {
  RawOptions options = {};
  std::string place = {};  // "net.toml:9: [[program]] 2"
};

// The option's text; empty if it was not given.
std::string_view TextOf(const RawOptions& options, std::string_view name);
// Nothing if there is none, or no such.
std::optional<TrafficRequest> TrafficIn(const RawOptions& options);
// Whether messages are scheduled: by a task, a schedule or a traffic that schedules.
bool Schedules(const RawOptions& options);
// Adds what a file has for all commands, where it is used and not given already.
void AddShared(Command command, const RawOptions& shared, RawOptions& options);

// "is not an option of map", and "it goes with simulate, sweep".
std::string NotOf(Command command);
std::string GoesWith(const Option& option);

// A table of the file that is no program's: its keys, without dashes, as they were written.
struct KeyTable {
  RawOptions keys = {};
  std::string place = {};  // "net.toml:9: [[axi.node]] 2"
};

struct ConfigFile {
  RawOptions options;                        // above the tables: what IsShared
  std::map<Command, RawOptions> of_command;  // [simulate] and the like
  std::vector<ProgramTable> programs = {};   // in the order of the file
  std::optional<KeyTable> axi = {};          // [axi]; there if any of the three is
  std::vector<KeyTable> axi_nodes = {};      // [[axi.node]]
  std::vector<KeyTable> axi_maps = {};       // [[axi.map]]
  std::vector<KeyTable> dead = {};           // [[dead]]
  std::vector<KeyTable> streams = {};        // [[stream]]

  bool Schedules() const;  // whether some command's table does
};

// Reads `name = value` lines, also in tables of commands and in [[program]]: names without dashes,
// values strings, numbers and booleans only. [axi], [[axi.node]], [[axi.map]], [[dead]] and
// [[stream]] have keys of their own, which are not looked at. Nothing if there is no such file, or
// it is not of this form.
std::optional<ConfigFile> ReadConfig(const std::string& path, Diagnostics& diagnostics);

// What to write instead of an option of an older version with this value: "write --load tables" for
// "--tables loaded", in a file `write load = "tables"`. Empty if the name is no such.
std::string AdviceOnOldName(std::string_view old_name, std::string_view value, bool in_file);

// The option that was probably meant, "--traffic" for "-trafic" and "trafic": one that the command
// takes, or else any. Null if none is near.
const Option* NearestOption(std::string_view word, std::optional<Command> command = {});

}  // namespace toroid
