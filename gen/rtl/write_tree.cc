// Writes the output folder, and decides whether an existing one may be replaced.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "gen/rtl/manifest.h"
#include "gen/rtl/rtl.h"
#include "gen/support/files.h"

namespace toroid {
namespace {

namespace fs = std::filesystem;

// The files that the manifest in `folder` lists, with itself; nothing if there is no readable
// manifest of ours.
std::optional<std::set<std::string>> EarlierOutput(const fs::path& folder) {
  const fs::path path = folder / "manifest.json";
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream manifest(path, std::ios::binary);
  auto files = rtl::ListedFiles(manifest);
  if (files) files->insert("manifest.json");
  return files;
}

// The first file below `folder`, by name, that is not one of `known` and was not made by a Makefile
// of ours. Links count as files and are not followed.
std::optional<std::string> ForeignFile(const fs::path& folder, const std::set<std::string>& known) {
  std::optional<std::string> first;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.symlink_status().type() == fs::file_type::directory) continue;
    std::string name = entry.path().lexically_relative(folder).generic_string();
    if (name.starts_with("sim/build/") && known.contains("sim/Makefile")) continue;
    if (!known.contains(name) && (!first || name < *first)) first = std::move(name);
  }
  return first;
}

// Why an existing `out` may not be replaced; empty if it may.
std::string Objection(const fs::path& out) {
  if (!fs::is_directory(out)) return "exists and is not a folder";
  if (out == fs::current_path()) return "is the current folder";
  if (fs::is_empty(out)) return "";
  const auto known = EarlierOutput(out);
  if (!known) return "is not empty, and holds no manifest.json of an earlier run";
  const auto foreign = ForeignFile(out, *known);
  return foreign ? "holds " + *foreign + ", which its manifest.json does not list" : "";
}

Diagnostic DiagnosticOf(const fs::path& out, const std::string& what) {
  return {"--out", out.string(), what,
          "allowed is a new folder, an empty one, or one that holds an earlier output and nothing "
          "else"};
}

// The folder that `out` names, absolute and without links: a link to a folder stays, and what it
// points to is replaced. A trailing slash is no name.
fs::path TargetOf(const fs::path& out) {
  const fs::path target = fs::weakly_canonical(fs::absolute(out));
  return target.has_filename() ? target : target.parent_path();
}

std::optional<Diagnostic> DiagnosticAbout(const fs::path& out) {
  if (out.empty()) return DiagnosticOf(out, "is empty");
  if (const fs::path link = files::DanglingLink(out); !link.empty()) {
    return Diagnostic{"--out", out.string(),
                      (link == out ? "" : "its part " + link.string() + " ") + "is a link to " +
                          fs::read_symlink(link).string() + ", which does not exist",
                      "create that folder, or remove the link"};
  }
  const fs::path target = TargetOf(out);
  if (!fs::exists(target)) return std::nullopt;
  const std::string objection = Objection(target);
  return objection.empty() ? std::nullopt : std::optional(DiagnosticOf(out, objection));
}

class FolderSink : public FileSink {
 public:
  explicit FolderSink(files::NewFolder& folder) : folder_(folder) {}
  void Begin(const std::string& path) override {
    folder_.MakeParentsOf(path);
    file_.emplace(folder_.path() / path);
    written_.push_back({path, 0});
  }
  void Write(std::string_view text) override { file_->Write(text); }
  void End() override {
    file_->Finish();
    written_.back().bytes = file_->bytes();
    file_.reset();
  }
  std::vector<WrittenFile> Written() && {
    std::ranges::sort(written_, {}, &WrittenFile::path);
    return std::move(written_);
  }

 private:
  files::NewFolder& folder_;
  std::optional<files::NewFile> file_;
  std::vector<WrittenFile> written_;
};

}  // namespace

Result<std::vector<WrittenFile>> WriteTree(const fs::path& out,
                                           const std::function<Diagnostics(FileSink&)>& fill) {
  try {
    if (const auto diagnostic = DiagnosticAbout(out)) return *diagnostic;
    files::NewFolder folder(TargetOf(out));
    FolderSink sink(folder);
    Diagnostics found = fill(sink);
    if (!found.empty()) return found;
    folder.PutInPlace();
    return std::move(sink).Written();
  } catch (const files::FileError& error) {
    return Diagnostic{"--out", out.string(), error.what, error.advice};
  } catch (const fs::filesystem_error& error) {
    return Diagnostic{"--out", out.string(), error.code().message(),
                      files::Advice(error.code().value())};
  }
}

// The environment takes precedence over the folder beside the executable.
std::filesystem::path TemplateRoot() {
  if (const char* chosen = std::getenv("TOROID_TEMPLATES"); chosen != nullptr && *chosen != '\0')
    return chosen;
  return SharedFolder("rtl_templates");
}

}  // namespace toroid
