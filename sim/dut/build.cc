// The cache is a folder per key, complete or absent, with checksums that tell damage: a build runs
// in a folder beside it and is renamed at the end, so a killed build leaves only a folder that the
// next one sweeps away, and of two builds at once the second waits for the first by a file lock.
#include "sim/dut/build.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "sim/lanes/emit.h"
#include "sim/lanes/script.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSupportedVerilator = "supported is Verilator 5.006 or later of series 5";

struct ToolFault {
  Diagnostic diagnostic;
};
struct Refused {
  Diagnostics diagnostics;
};

// Whoever asked for the build.
struct Caller {
  const std::function<void(const std::string&)>& tell;
  const std::function<bool()>& cancelled;
  const std::function<Diagnostics(const fs::path&)>& accept;
};

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw ToolFault{{"simulator sources", path.string(), "cannot be read",
                     "reinstall, or set TOROID_DUT_SOURCES"}};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    throw ToolFault{{"cache", path.string(), "cannot be written",
                     "free some space, or set XDG_CACHE_HOME to another folder"}};
}

struct Ran {
  int status = 0;
  std::string output;
};

// What a child writes until it ends, or is cancelled and told to end.
std::string ReadAll(int end, pid_t child, const std::function<bool()>& cancelled) {
  std::string output;
  std::array<char, 4096> buffer{};
  while (true) {
    pollfd ready{.fd = end, .events = POLLIN, .revents = 0};
    const int count = poll(&ready, 1, 200);  // milliseconds between looks at `cancelled`
    if (cancelled()) {
      kill(child, SIGTERM);
      return output;
    }
    if (count <= 0) continue;
    const ssize_t got = read(end, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return output;
    output.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Runs a program with its output caught. Status 127 if it cannot be started.
Ran Run(
    const std::vector<std::string>& command, const fs::path& folder,
    const std::function<bool()>& cancelled = [] { return false; }) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw ToolFault{{"cache", "", "no pipe can be made", "raise the limit of open files"}};
  const pid_t child = fork();
  if (child < 0)
    throw ToolFault{{command[0], "", "no process can be started", "raise the limit of processes"}};
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);  // whatever this program has made of it
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (chdir(folder.c_str()) == 0) execvp(words[0], words.data());
    _exit(127);
  }
  close(ends[1]);
  Ran ran{.status = 0, .output = ReadAll(ends[0], child, cancelled)};
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

// The last lines of what a tool printed, on one line.
std::string Tail(const std::string& output) {
  std::string tail = output.size() > 600 ? "..." + output.substr(output.size() - 600) : output;
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  std::replace(tail.begin(), tail.end(), '\n', '|');
  return tail;
}

void MustRun(const std::string& field, const std::vector<std::string>& command,
             const fs::path& folder, const Caller& caller) {
  const Ran ran = Run(command, folder, caller.cancelled);
  if (ran.status == 0) return;
  throw ToolFault{{field, command[0],
                   ran.status == 127 ? "cannot be started"
                                     : "failed (status " + std::to_string(ran.status) + ")",
                   Tail(ran.output)}};
}

std::string Compiler() {
  const char* named = std::getenv("CXX");
  return named && *named ? named : "g++";
}

// "Verilator 5.006 2023-01-22 ..." if it is one that is supported.
std::string VerilatorVersion() {
  const Ran ran = Run({"verilator", "--version"}, "/");
  if (ran.status != 0)
    throw ToolFault{{"verilator", "", "is not installed or does not start", kSupportedVerilator}};
  int major = 0;
  int minor = 0;
  if (std::sscanf(ran.output.c_str(), "Verilator %d.%d", &major, &minor) != 2 || major != 5 ||
      minor < 6) {
    throw ToolFault{
        {"verilator", Tail(ran.output), "is not a supported version", kSupportedVerilator}};
  }
  return ran.output;
}

std::string VerilatorRoot() {
  if (const char* root = std::getenv("VERILATOR_ROOT"); root && *root) return root;
  std::string root = Run({"verilator", "--getenv", "VERILATOR_ROOT"}, "/").output;
  while (!root.empty() && root.back() == '\n') root.pop_back();
  return root;
}

std::string CompilerVersion() {
  const Ran ran = Run({Compiler(), "--version"}, "/");
  if (ran.status != 0)
    throw ToolFault{
        {"compiler", Compiler(), "is not installed or does not start", "install g++, or set CXX"}};
  return ran.output;
}

bool HasCcache() {
  static const bool has = Run({"ccache", "--version"}, "/").status == 0;
  return has;
}

std::vector<std::string> CompileCommand() {
  std::vector<std::string> command;
  if (HasCcache()) command.push_back("ccache");
  for (const char* word : {"", "-std=c++20", "-O2", "-fPIC", "-DVL_TIME_CONTEXT", "-w"})
    command.push_back(*word ? word : Compiler());
  return command;
}

std::string YosysVersion() {
  const Ran ran = Run({"yosys", "-V"}, "/");
  if (ran.status != 0)
    throw ToolFault{{"yosys", "", "is not installed or does not start",
                     "install the package yosys, or take --rtl nodes"}};
  return ran.output;
}

// Verilog without its whole-line comments: a banner does not change what is built.
std::string WithoutComments(const std::string& text) {
  std::istringstream in(text);
  std::string kept;
  for (std::string line; std::getline(in, line);) {
    const auto start = line.find_first_not_of(' ');
    if (start == std::string::npos || line.compare(start, 2, "//") == 0) continue;
    kept += line + '\n';
  }
  return kept;
}

std::string ConfigHeader(const DutSource& source) {
  std::ostringstream text;
  text << "#define TOROID_LINK_PORTS " << source.links.size() << "\n#define TOROID_LOCAL_PORTS "
       << source.local_ports << "\n#define TOROID_PAYLOAD_BITS " << source.payload_bits
       << "\n#define TOROID_ADDRESS_BITS " << source.address_bits << "\n#define TOROID_FLIT_BITS "
       << source.flit_bits << "\n#define TOROID_FOR_EACH_LINK(M)";
  for (std::size_t p = 0; p < source.links.size(); ++p)
    text << " M(" << p << ", " << source.links[p].prefix << ", " << source.links[p].channels << ")";
  text << '\n';
  if (source.kind == DutKind::kFlat) {
    text << "#define TOROID_INSTANCE(instance) __PVT__" << source.top_module
         << "__DOT__##instance\n#define TOROID_FOR_EACH_NODE(M)";
    for (std::size_t n = 0; n < source.node_instances.size(); ++n)
      text << " \\\n  M(" << n << ", " << source.node_instances[n] << ")";
    text << '\n';
  }
  if (source.messages > 0)
    text << "#define TOROID_MESSAGES " << source.messages << "\n#define TOROID_TIME_BITS "
         << source.time_bits << '\n';
  if (source.member_bits > 0) text << "#define TOROID_MEMBER_BITS " << source.member_bits << '\n';
  if (source.relay) text << "#define TOROID_RELAY\n";
  if (source.partition_bits > 0)
    text << "#define TOROID_PARTITION " << source.partition_bits << '\n';
  if (source.wave) text << "#define TOROID_WAVE\n";
  return text.str();
}

std::string Hash(const std::string& text) {
  std::uint64_t a = 0xcbf29ce484222325ULL;
  std::uint64_t b = 0x84222325cbf29ce4ULL;
  for (const char c : text) {
    a = (a ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    b = (b ^ static_cast<unsigned char>(c)) * 0x100000001b5ULL;
  }
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(a),
                static_cast<unsigned long long>(b));
  return digits.data();
}

fs::path CacheRoot() {
  fs::path base;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg)
    base = xdg;
  else if (const char* home = std::getenv("HOME"); home && *home)
    base = fs::path(home) / ".cache";
  else
    throw ToolFault{{"cache", "", "has no place: neither XDG_CACHE_HOME nor HOME is set",
                     "set XDG_CACHE_HOME to a folder of your own"}};
  const fs::path root = fs::absolute(base) / "toroid";
  std::error_code error;
  fs::create_directories(root, error);
  if (error || access(root.c_str(), W_OK) != 0) {
    throw ToolFault{
        {"cache", root.string(), "cannot be written", "set XDG_CACHE_HOME to a folder that can"}};
  }
  return root;
}

// Holds the lock file of a key while it lives.
class Lock {
 public:
  explicit Lock(const fs::path& path, const Caller& caller)
      : descriptor_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0)
      throw ToolFault{
          {"cache", path.string(), "cannot be written", "set XDG_CACHE_HOME to a folder that can"}};
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    caller.tell("waiting for another run that compiles the same");
    if (flock(descriptor_, LOCK_EX) == 0) return;
    const int error = errno;
    close(descriptor_);
    const bool interrupted = error == EINTR;  // while another process is building the same
    throw ToolFault{{"cache", path.string(),
                     interrupted ? "interrupted while waiting for it" : "cannot be locked",
                     "run again"}};
  }
  ~Lock() { close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

// A folder that is gone at the end unless it was renamed.
class WorkFolder {
 public:
  explicit WorkFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::remove_all(path_, error);
    fs::create_directories(path_, error);
    if (error)
      throw ToolFault{{"cache", path_.string(), "cannot be made: " + error.message(),
                       "set XDG_CACHE_HOME to another folder"}};
  }
  ~WorkFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return path_; }
  void RenameTo(const fs::path& target) {
    std::error_code error;
    fs::remove_all(target, error);  // what is there is damaged
    fs::rename(path_, target, error);
    if (error)
      throw ToolFault{{"cache", target.string(), "cannot be written: " + error.message(), ""}};
  }

 private:
  fs::path path_;
};

// Kept files have their checksum beside them: loading a library that a full or failing disk has cut
// short would end the program.
fs::path SumOf(const fs::path& file) { return file.string() + ".sum"; }

bool Intact(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) && fs::exists(SumOf(file), error) &&
         ReadFile(SumOf(file)) == Hash(ReadFile(file));
}

void WriteSum(const fs::path& file) { WriteFile(SumOf(file), Hash(ReadFile(file))); }

// Verilator's own runtime, compiled once for each version and shared by all builds.
fs::path Runtime(const fs::path& cache, const std::string& name, const std::string& versions,
                 const std::string& root, const Caller& caller) {
  const fs::path target = cache / ("runtime-" + Hash(versions + name));
  const Lock lock(target.string() + ".lock", caller);
  const fs::path object = name + ".o";
  if (Intact(target / object)) return target / object;
  WorkFolder work(target.string() + ".part");
  auto command = CompileCommand();
  const std::string source = root + "/include/" + name + ".cpp";
  command.insert(command.end(), {"-I" + root + "/include", "-I" + root + "/include/vltstd", "-c",
                                 source, "-o", object.string()});
  MustRun("compiler", command, work.path(), caller);
  WriteSum(work.path() / object);
  work.RenameTo(target);
  return target / object;
}

void Verilate(const DutSource& source, const fs::path& folder, const Caller& caller) {
  std::vector<std::string> command = {
      "verilator", "--cc",        "--prefix",   "Vdut",       "--top-module", source.top_module,
      "--Mdir",    "v",           "-O3",        "--x-assign", "fast",         "--x-initial",
      "fast",      "--no-timing", "-Wno-fatal", "-Wno-lint"};
  // Shared lookup tables make Verilator give each instance code of its own.
  if (source.kind == DutKind::kFlat) command.push_back("-fno-table");
  if (source.wave) command.insert(command.end(), {"--trace-fst", "--trace-structs"});
  for (const auto& [name, text] : source.files) {
    WriteFile(folder / name, text);
    if (name.ends_with(".vlt"))
      command.insert(command.begin() + 2, name);
    else
      command.push_back(name);
  }
  MustRun("verilator", command, folder, caller);
}

void Compile(const DutSource& source, const fs::path& folder, const fs::path& cache,
             const std::string& versions, const Caller& caller) {
  const std::string root = VerilatorRoot();
  std::string includes;
  std::vector<fs::path> parts;
  for (const auto& entry : fs::directory_iterator(folder / "v")) {
    if (entry.path().extension() == ".cpp") parts.push_back(entry.path());
  }
  std::sort(parts.begin(), parts.end());
  for (const fs::path& part : parts)
    includes += "#include \"v/" + part.filename().string() + "\"\n";
  includes += std::string("#include \"") +
              (source.kind == DutKind::kNodes ? "nodes.cc" : "flat.cc") + "\"\n";
  WriteFile(folder / "all.cc", includes);
  auto command = CompileCommand();
  command.insert(command.end(), {"-I.", "-Iv", "-I" + root + "/include",
                                 "-I" + root + "/include/vltstd", "-c", "all.cc", "-o", "all.o"});
  MustRun("compiler", command, folder, caller);
  const auto runtime = [&](const std::string& name) {
    return Runtime(cache, name, versions, root, caller).string();
  };
  std::vector<std::string> link = {Compiler(), "-shared", "-o",
                                   "dut.so",   "all.o",   runtime("verilated")};
  if (fs::exists(root + "/include/verilated_threads.cpp"))
    link.push_back(runtime("verilated_threads"));
  if (source.wave) {
    link.push_back(runtime("verilated_fst_c"));
    link.push_back("-lz");
  }
  link.push_back("-pthread");
  MustRun("compiler", link, folder, caller);
}

double ChildSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

// Puts a new library into the cache, if whoever asked for it accepts it.
void Publish(const fs::path& library, const fs::path& target, const Caller& caller) {
  if (caller.accept) {
    const Diagnostics complaints = caller.accept(library);
    if (!complaints.empty()) throw Refused{complaints};
  }
  WorkFolder ready(target.string() + ".ready");
  std::error_code error;
  fs::rename(library, ready.path() / "dut.so", error);
  if (error)
    throw ToolFault{{"cache", target.string(), "cannot be written: " + error.message(), ""}};
  WriteSum(ready.path() / "dut.so");
  ready.RenameTo(target);
}

BuiltDut Build(const DutSource& source, const Caller& caller) {
  const fs::path adaptor = AdaptorRoot();
  const std::string kind = source.kind == DutKind::kNodes ? "nodes.cc" : "flat.cc";
  const std::string common = ReadFile(adaptor / "common.h");
  const std::string body = ReadFile(adaptor / kind);
  const std::string abi = ReadFile(adaptor / "dut_abi.h");
  const std::string config = ConfigHeader(source);
  std::string versions = VerilatorVersion();
  versions += CompilerVersion();

  std::string key = versions + common + body + abi + config + source.top_module;
  for (const auto& [name, text] : source.files) key += name + '\n' + WithoutComments(text);
  const fs::path cache = CacheRoot();
  const fs::path target = cache / ("dut-" + Hash(key));
  if (Intact(target / "dut.so")) return {target / "dut.so", true, 0};
  const Lock lock(target.string() + ".lock", caller);
  if (Intact(target / "dut.so")) return {target / "dut.so", true, 0};

  caller.tell(source.kind == DutKind::kNodes
                  ? "compiling one node (first run for this network; cached afterwards)"
                  : "compiling the whole network (first run for this network; cached afterwards)");
  const double before = ChildSeconds();
  WorkFolder work(target.string() + ".part");
  WriteFile(work.path() / "common.h", common);
  WriteFile(work.path() / kind, body);
  WriteFile(work.path() / "dut_abi.h", abi);
  WriteFile(work.path() / "dut_config.h", config);
  Verilate(source, work.path(), caller);
  Compile(source, work.path(), cache, versions, caller);
  Publish(work.path() / "dut.so", target, caller);
  return {target / "dut.so", false, ChildSeconds() - before};
}

// ---- the lanes engine: a netlist instead of Verilator

// What the compiler may use of the machine it runs on, and how many lanes that makes worth while.
struct Machine {
  std::string architecture;  // of -march; empty: what every machine has
  unsigned lanes = 64;
};
Machine MachineHere() {
#if defined(__x86_64__)
  const char* limit = std::getenv("TOROID_LANES_MACHINE");  // plain, v3 or v4
  const std::string most = limit && *limit ? limit : "v4";
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4 && most == "v4") return {"x86-64-v4", 512};
  if (v3 && most != "plain") return {"x86-64-v3", 256};
#endif
  return {};
}

lanes::NodePorts NodePortsOf(const DutSource& source) {
  lanes::NodePorts ports;
  ports.module = source.top_module;
  for (const auto& link : source.links) ports.links.push_back({link.prefix, link.channels});
  ports.local_ports = source.local_ports;
  ports.payload_bits = source.payload_bits;
  ports.flit_bits = source.flit_bits;
  ports.address_bits = source.address_bits;
  ports.member_bits = source.member_bits;
  ports.messages = source.messages;
  ports.relay = source.relay;
  ports.partition = source.partition_bits > 0;
  return ports;
}

std::string NodeCode(const DutSource& source, const fs::path& folder, const Caller& caller) {
  std::vector<std::string> files;
  for (const auto& [name, text] : source.files) {
    WriteFile(folder / name, text);
    files.push_back(name);
  }
  WriteFile(folder / "netlist.ys",
            lanes::YosysScript(files, source.top_module, source.payload_bits));
  MustRun("yosys", {"yosys", "-q", "netlist.ys"}, folder, caller);
  const auto ports = NodePortsOf(source);
  auto netlist = lanes::ReadNetlist(ReadFile(folder / "netlist.json"), source.top_module);
  if (!netlist) throw Refused{netlist.diagnostics()};
  const auto program = lanes::MakeProgram(lanes::Simplified(std::move(netlist).value()),
                                          lanes::RolesOf(ports), source.payload_bits);
  if (!program) throw Refused{program.diagnostics()};
  return lanes::EmitNode(*program, ports);
}

constexpr const char* kLanesSources[] = {"lanes.cc",          "lanes_bitmap.h", "lanes_payload.h",
                                         "lanes_transpose.h", "lanes_values.h", "lanes_wiring.h",
                                         "lanes_words.h"};

BuiltDut BuildLanes(const DutSource& source, const Caller& caller) {
  const fs::path adaptor = AdaptorRoot();
  Machine machine = MachineHere();
  if (source.nodes <= 64)
    machine.lanes = 64;
  else if (source.nodes <= 256)
    machine.lanes = std::min(machine.lanes, 256U);
  std::map<std::string, std::string> sources = {{"dut_abi.h", ReadFile(adaptor / "dut_abi.h")}};
  for (const char* name : kLanesSources) sources[name] = ReadFile(adaptor / "lanes" / name);

  std::string key = "lanes" + YosysVersion() + CompilerVersion() + machine.architecture + ' ' +
                    std::to_string(machine.lanes) + ' ' + TOROID_LANES_SOURCES +
                    ConfigHeader(source) + source.top_module;
  for (const auto& [name, text] : sources) key += name + '\n' + text;
  for (const auto& [name, text] : source.files) key += name + '\n' + WithoutComments(text);
  const fs::path cache = CacheRoot();
  const fs::path target = cache / ("dut-" + Hash(key));
  if (Intact(target / "dut.so")) return {target / "dut.so", true, 0};
  const Lock lock(target.string() + ".lock", caller);
  if (Intact(target / "dut.so")) return {target / "dut.so", true, 0};

  caller.tell(
      "synthesizing and compiling one node (first run for this network; cached afterwards)");
  const double before = ChildSeconds();
  WorkFolder work(target.string() + ".part");
  for (const auto& [name, text] : sources) WriteFile(work.path() / name, text);
  WriteFile(work.path() / "lanes_node.h", NodeCode(source, work.path(), caller));
  auto command = CompileCommand();
  command.insert(command.end(),
                 {"-shared", "-fno-strict-aliasing", "-I.",
                  "-DTOROID_LANES=" + std::to_string(machine.lanes), "lanes.cc", "-o", "dut.so"});
  if (!machine.architecture.empty()) command.push_back("-march=" + machine.architecture);
  MustRun("compiler", command, work.path(), caller);
  Publish(work.path() / "dut.so", target, caller);
  return {target / "dut.so", false, ChildSeconds() - before};
}

}  // namespace

bool HasYosys() { return Run({"yosys", "-V"}, "/").status == 0; }

fs::path AdaptorRoot() {
  if (const char* given = std::getenv("TOROID_DUT_SOURCES"); given && *given) return given;
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() /
                          "share" / "toroid" / "dut";
  if (!error && fs::exists(beside)) return beside;
  return TOROID_ADAPTOR_SOURCES;
}

Result<BuiltDut> BuildDut(const DutSource& source,
                          const std::function<void(const std::string&)>& progress,
                          const std::function<bool()>& cancelled,
                          const std::function<Diagnostics(const fs::path&)>& accept) {
  try {
    const Caller caller{progress, cancelled, accept};
    return source.kind == DutKind::kLanes ? BuildLanes(source, caller) : Build(source, caller);
  } catch (const Refused& refused) {
    return refused.diagnostics;
  } catch (const ToolFault& fault) {
    return fault.diagnostic;
  } catch (const fs::filesystem_error& error) {
    return Diagnostic{"cache", error.path1().string(), error.code().message(),
                      "free some space, or set XDG_CACHE_HOME to another folder"};
  }
}

}  // namespace toroid
