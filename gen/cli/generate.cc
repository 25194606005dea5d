// `toroid generate`: the plan's Verilog, written to a folder.
#include <fmt/format.h>
#include <signal.h>

#include <cassert>

#include "gen/cli/commands.h"
#include "gen/cli/json.h"
#include "gen/rtl/rtl.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// The command with every option that shapes the hardware written out, so that requests for the same
// hardware give the same bytes.
std::string RebuildCommand(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = "toroid generate " + GraphOptions(plan);
  if (const auto& unit = hardware.unit_task) {
    text += fmt::format(" --schedule {} --task {},{} --message-flits {}", ToString(unit->schedule),
                        unit->task.first, unit->task.count, unit->message_flits);
  }
  if (hardware.atu_stages > 0) text += fmt::format(" --atu-stages {}", hardware.atu_stages);
  if (plan.relay()) text += " --relay";
  if (hardware.translation)
    text += fmt::format(" --translation {}", ToString(*hardware.translation));
  return text + fmt::format(
                    " --flit-width {} --buffer-depth {} --ports {} --arbiter {} --address {} "
                    "--name {} --out DIR",
                    hardware.flit_width, hardware.buffer_depth, ToString(hardware.ports),
                    ToString(hardware.arbiter), ToString(hardware.address), hardware.name);
}

void Print(const Spec& spec, const EmittedFiles& files, std::ostream& out) {
  switch (spec.format) {
    case Format::kText:
      for (const auto& [path, text] : files)
        out << fmt::format("{:<40}{}\n", path, Counted(text.size(), "byte"));
      out << fmt::format("{} in {}, hardware {}\n", Counted(files.size(), "file"),
                         Printable(spec.out, 5000), spec.plan->hardware_hash());
      break;
    case Format::kJson: {
      Json list = Json::array();
      for (const auto& [path, text] : files)
        list.push_back({{"path", path}, {"bytes", text.size()}});
      out << JsonText(Json{{"out", spec.out},
                           {"hardware_hash", spec.plan->hardware_hash()},
                           {"files", std::move(list)}});
      break;
    }
    case Format::kCsv:
      out << "path,bytes\n";
      for (const auto& [path, text] : files) out << path << "," << text.size() << "\n";
      break;
  }
}

// Holds back Ctrl-C and its like while it lives, so that a folder is written whole or swept away;
// then they take effect.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

Result<std::filesystem::path> WriteWhole(const std::string& out, const EmittedFiles& files) {
  const SignalsHeld held;
  return WriteTree(out, files);
}

}  // namespace

int RunGenerate(const Spec& spec, std::ostream& out, std::ostream& err) {
  assert(spec.plan);
  const Result<EmittedFiles> files = RenderRtl(*spec.plan, RebuildCommand(*spec.plan));
  if (!files) return Complain(files.diagnostics(), err, kFailed);
  const auto written = WriteWhole(spec.out, *files);
  if (!written) return Complain(written.diagnostics(), err, kFailed);
  Print(spec, *files, out);
  return kDone;
}

}  // namespace toroid
