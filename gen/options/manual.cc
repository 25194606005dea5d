// Manual pages. A line of roff that starts with a dot or an apostrophe is a request, a backslash
// starts an escape and a dash may become a hyphen: text that is to stand as it is is escaped.

#include <fmt/core.h>

#include <array>
#include <utility>

#include "gen/options/help.h"
#include "gen/plan/plan.h"

namespace toroid {
namespace {

struct Variable {
  std::string_view name;
  std::string_view meaning;
};
// As in docs/cli.md.
constexpr auto kVariables = std::to_array<Variable>({
    {"CXX", "the C++ compiler for the RTL, and its options; default g++"},
    {"CCACHE_DIR",
     "and others of ccache: used if ccache is installed and has a folder to write to"},
    {"VERILATOR_ROOT", "Verilator's files, as for Verilator itself"},
    {"XDG_CACHE_HOME", "compiled RTL is kept in its folder toroid; default ~/.cache"},
    {"TMPDIR", "where RTL is compiled if the cache is not used; default /tmp"},
});

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool begins = escaped.empty() || escaped.back() == '\n';
    if (begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '|') {
      escaped += "|\\:";  // a line may end here
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Section(std::string_view name) { return fmt::format(".SH {}\n", name); }

// "toroid-map" becomes .TH TOROID-MAP; no date, so that the same source gives the same page. Lines
// are not stretched: choices are long words.
std::string Title(std::string name) {
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return fmt::format(".TH {} 1 \"\" \"toroid {}\" \"User Commands\"\n.ad l\n.nh\n", name,
                     kToolVersion);
}

// A term and what it means, indented. Not by .TP, whose terms cannot go on to a second line.
std::string Item(std::string_view term, std::string_view meaning) {
  return fmt::format(".PP\n\\fB{}\\fR\n.RS 7\n{}\n.RE\n", Escaped(term), Escaped(meaning));
}

std::string Paragraphs(const std::string& text) {
  std::string paragraphs;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    paragraphs += ".PP\n" + Escaped(text.substr(start, end - start)) + "\n";
    start = end + 1;
  }
  return paragraphs;
}

std::string ExitStatus() {
  std::string text = Section("EXIT STATUS");
  for (const auto& [code, meaning] : ExitCodes()) text += Item(fmt::format("{}", code), meaning);
  return text + Item("129, 130, 143", "interrupted");
}

std::string Environment() {
  std::string text = Section("ENVIRONMENT");
  for (const auto& [name, meaning] : kVariables) text += Item(name, meaning);
  return text;
}

std::string PageName(Command command) { return "toroid-" + std::string(ToString(command)); }

}  // namespace

std::string ManualPage() {
  std::string text = Title("toroid") + Section("NAME") +
                     "toroid \\- torus and mesh networks as Verilog, reference model and "
                     "simulation\n" +
                     Section("SYNOPSIS") + ".B toroid\n.I COMMAND\n[options]\n" +
                     Section("COMMANDS");
  for (const Command command : AllCommands())
    text += Item(fmt::format("{}(1)", PageName(command)), SummaryOf(command));
  text += Section("OPTIONS") + Item("-h, --help", "show the commands") +
          Item("-V, --version", "show the version") + Section("SHAPES") +
          Paragraphs(std::string(GraphsText())) + ExitStatus() + Environment() +
          Section("SEE ALSO");
  for (const Command command : AllCommands()) {
    const bool last = command == AllCommands().back();
    text += fmt::format(".BR {} (1){}\n", Escaped(PageName(command)), last ? "" : ",");
  }
  return text;
}

std::string ManualPage(Command command) {
  std::string text =
      Title(PageName(command)) + Section("NAME") +
      fmt::format("{} \\- {}\n", Escaped(PageName(command)), Escaped(SummaryOf(command))) +
      Section("SYNOPSIS") +
      fmt::format(".B toroid {}\n{} [options]\n", ToString(command), OperandsOf(command)) +
      Section("DESCRIPTION") + Paragraphs(DescriptionOf(command)) +
      (IsOfANetwork(command) ? Paragraphs(std::string(GraphsText())) : "") + Section("OPTIONS");
  for (const OptionGroup& group : GroupsOf(command)) {
    if (group.topic != kAllTopics)
      text += fmt::format(".SS {}\n{}.\n", group.topic, Escaped(group.summary));
    for (const Option* option : group.options)
      text += Item(HeadOf(command, *option), MeaningOf(command, *option));
  }
  const std::vector<RuleText> rules = RulesOf(command);
  if (!rules.empty()) text += Section("RULES");
  for (const RuleText& rule : rules)
    text += Item(WithoutTicks(rule.options + (rule.when.empty() ? "" : " " + rule.when)),
                 WithoutTicks(rule.reason));
  return text + ExitStatus() + Environment() + Section("SEE ALSO") + ".BR toroid (1)\n";
}

std::vector<ManualFile> ManualFiles() {
  std::vector<ManualFile> files = {
      {"man/man1/toroid.1", ManualPage()},
      {"bash-completion/completions/toroid", BashCompletion()},
      {"zsh/vendor-completions/_toroid", ZshCompletion()},
      {"fish/vendor_completions.d/toroid.fish", FishCompletion()},
  };
  for (const Command command : AllCommands())
    files.push_back({fmt::format("man/man1/{}.1", PageName(command)), ManualPage(command)});
  return files;
}

}  // namespace toroid
