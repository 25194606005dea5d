// From a Plan to a tree of Verilog, file lists and a manifest, and that tree onto the disk.
// What is emitted, and how it is wired: docs/spec/generated.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "gen/plan/plan.h"
#include "gen/support/result.h"

namespace toroid {

using EmittedFiles = std::map<std::string, std::string>;  // path below the output folder -> text

// Everything `generate` writes. The same plan and command give the same bytes. `rebuild_command`
// stands in every banner, on one line; it must hold no absolute path if the bytes are to be the
// same everywhere. Diagnostics: field "--host", too many nodes; field "templates", a template file
// that cannot be read, uses an unknown name or leaves a value unused.
Result<EmittedFiles> RenderRtl(const Plan& plan, const std::string& rebuild_command);

// Puts the files below `out` and returns it. The tree is built aside in the same parent folder and
// then renamed, so `out` is either what it was or complete. An existing `out` is replaced only if
// it is empty or every file below it is listed in its own manifest.json, written by this program
// (listed files may have been edited). Missing parent folders are created. On failure a diagnostic
// (field "--out") says why and nothing stays behind.
Result<std::filesystem::path> WriteTree(const std::filesystem::path& out,
                                        const EmittedFiles& files);

// The folder that holds lib/ and top/: the environment's TOROID_TEMPLATES if set, else
// ../share/toroid/rtl_templates beside the executable's folder if it exists, else the source
// tree's.
std::filesystem::path TemplateRoot();

}  // namespace toroid
