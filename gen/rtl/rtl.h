// From a Plan to a tree of Verilog, file lists and a manifest, and that tree onto the disk.
// What is emitted, and how it is wired: docs/spec/generated.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// Takes files one after another, each from its beginning to its end, so that no whole file must be
// kept.
class FileSink {
 public:
  virtual ~FileSink() = default;
  // Whether a file is wanted; `path` is below the output folder.
  virtual bool Wants(const std::string& /*path*/) const { return true; }
  virtual void Begin(const std::string& path) = 0;
  virtual void Write(std::string_view text) = 0;
  virtual void End() = 0;
};

// Hands everything `generate` writes to `sink`. The same plan and command give the same bytes.
// Every banner has `rebuild_command` on one line; it must hold no absolute path if the bytes are to
// be the same everywhere. Diagnostics, none if all went well: field "--host", too many nodes; field
// "templates", a template file that cannot be read, uses an unknown name or leaves a value unused.
Diagnostics EmitRtl(const Plan& plan, const std::string& rebuild_command, FileSink& sink,
                    const Progress& progress = {});

// The emitted file of tables that no option can hold, and that the rebuild command reads:
// "NAME_axi.toml" of endpoints, "NAME_streams.toml" of names; "" if the network has none.
std::string TablesFile(const Plan& plan);
// The network's copy of the user's operator; empty: toroid's own is used.
std::string OperatorFile(const Plan& plan);

using EmittedFiles = std::map<std::string, std::string>;  // path below the output folder -> text

// The wanted files as texts. Without the top, networks may have any size, because a node's text
// does not grow with them.
Result<EmittedFiles> RenderRtl(const Plan& plan, const std::string& rebuild_command,
                               const std::function<bool(const std::string& path)>& wanted = nullptr,
                               const Progress& progress = {});

// A file that was written.
struct WrittenFile {
  std::string path;  // below the output folder
  std::uint64_t bytes = 0;
};

// Makes the folder `out` of the files that `fill` hands to the sink, and returns these by path. The
// folder is built aside and then put in place (gen/support/files.h), so `out` is either unchanged
// or complete, even if `fill` returns diagnostics or throws. An existing `out` is replaced only if
// it is empty or every file below it is listed in its own manifest.json, written by this program
// (listed files may have been edited). Missing parent folders are created. On failure a diagnostic
// (field "--out", or one of `fill`'s) says why and nothing stays behind.
Result<std::vector<WrittenFile>> WriteTree(const std::filesystem::path& out,
                                           const std::function<Diagnostics(FileSink&)>& fill);

// The folder that holds lib/ and top/: the environment's TOROID_TEMPLATES if set, else
// ../share/toroid/rtl_templates beside the executable's folder if it exists, else the source
// tree's.
std::filesystem::path TemplateRoot();

}  // namespace toroid
