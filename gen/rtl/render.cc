// Idea: a template is parsed into a tree of three kinds of pieces, and rendered by walking it with
// a stack of scopes: a name means what the innermost row that has it says. There are no conditions:
// a part that may be missing is a repetition of no rows.
//
// Names and values must match one to one. A name without a value and a value without a name are
// both faults of the template or of the C++ beside it; each is reported once.
//
// Rows may be made while they are rendered (MakeRows), so that a file of 65536 instances never
// exists as a whole.
//
// Example: "<%#ports%>wire <%name%>;\n<%/ports%>" with two rows is two declarations.
#include "gen/rtl/render.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace toroid::rtl {
namespace {

constexpr std::string_view kOpen = "<%";
constexpr std::string_view kClose = "%>";

// A template is a list of pieces.
struct Piece {
  enum Kind { kText, kName, kSection };
  Kind kind = kText;
  std::string text;           // text or name
  std::vector<Piece> inside;  // a section's content
};

// Whether the text is of small letters, digits and underscores.
bool IsName(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == text.npos;
}

// Parses a source into a tree.
class Parser {
 public:
  Parser(std::string_view source, std::set<std::string>& faults)
      : source_(source), faults_(faults) {}

  std::vector<Piece> Parse() { return PiecesUpTo(""); }

 private:
  // The pieces up to the end of the section, or of the source.
  std::vector<Piece> PiecesUpTo(const std::string& section) {
    std::vector<Piece> pieces;
    while (const std::optional<std::string> tag = NextTag(pieces)) {
      const char sigil = tag->front();
      const std::string name = tag->substr(sigil == '#' || sigil == '/' ? 1 : 0);
      if (sigil == '/') {
        if (name == section) return pieces;
        faults_.insert("ends " + name + ", which is not the section that began last");
      } else if (sigil == '#') {
        pieces.push_back({Piece::kSection, name, PiecesUpTo(name)});
      } else {
        pieces.push_back({Piece::kName, name, {}});
      }
    }
    if (!section.empty()) faults_.insert("does not end the section " + section);
    return pieces;
  }

  // The text between the next tag's brackets; the text before the tag becomes a piece. Nothing at
  // the end of the source.
  std::optional<std::string> NextTag(std::vector<Piece>& pieces) {
    while (true) {
      const std::size_t open = source_.find(kOpen, at_);
      AddText(source_.substr(at_, open - at_), pieces);
      if (open == source_.npos) {
        at_ = source_.size();
        return std::nullopt;
      }
      const std::size_t begin = open + kOpen.size();
      const std::size_t end = std::min(source_.find(kClose, begin), source_.size());
      const std::string_view tag = source_.substr(begin, end - begin);
      at_ = std::min(end + kClose.size(), source_.size());
      const bool marked = tag.starts_with('#') || tag.starts_with('/');
      if (end < source_.size() && IsName(tag.substr(marked ? 1 : 0))) {
        if (marked) SkipLineEnd(open);
        return std::string(tag);
      }
      faults_.insert("has a tag that is neither substitution nor repetition: " + std::string(tag));
    }
  }

  static void AddText(std::string_view text, std::vector<Piece>& pieces) {
    if (!text.empty()) pieces.push_back({Piece::kText, std::string(text), {}});
  }

  // Skips the end of a line that holds only the section's tag, which began at `open`.
  void SkipLineEnd(std::size_t open) {
    const bool line_start = open == 0 || source_[open - 1] == '\n';
    if (line_start && at_ < source_.size() && source_[at_] == '\n') ++at_;
  }

  std::string_view source_;
  std::set<std::string>& faults_;
  std::size_t at_ = 0;
};

// The names and rows that were looked up, by their place in memory.
using Used = std::unordered_set<const void*>;

// Writes a tree and values as text.
class Renderer {
 public:
  Renderer(const TakeText& write, std::set<std::string>& faults) : write_(write), faults_(faults) {}

  void Run(const std::vector<Piece>& pieces, const Values& values) {
    Used used;
    RenderRow(pieces, values, used);
    FindUnused(values, used);
  }

 private:
  // A row, and the set that records the use of its names.
  struct Scope {
    const Values& values;
    Used& used;
  };

  void RenderRow(const std::vector<Piece>& pieces, const Values& values, Used& used) {
    scopes_.push_back({values, used});
    for (const Piece& piece : pieces) {
      switch (piece.kind) {
        case Piece::kText: write_(piece.text); break;
        case Piece::kName: Substitute(piece.text); break;
        case Piece::kSection: Repeat(piece); break;
      }
    }
    scopes_.pop_back();
  }

  // The value of a name in the innermost scope that has it: one of the three, and recorded as used.
  struct Found {
    const std::string* text = nullptr;
    const std::vector<Values>* rows = nullptr;
    const MakeRows* made = nullptr;
    Used* used = nullptr;  // the scope's
  };

  template <class Map>
  static bool Take(const Map& map, const std::string& name, Used& used,
                   const typename Map::mapped_type*& found) {
    const auto place = map.find(name);
    if (place == map.end()) return false;
    used.insert(found = &place->second);
    return true;
  }

  Found Find(const std::string& name) {
    for (std::size_t i = scopes_.size(); i-- > 0;) {
      const auto& [values, used] = scopes_[i];
      Found found{.used = &used};
      if (Take(values.text, name, used, found.text) || Take(values.rows, name, used, found.rows) ||
          Take(values.made, name, used, found.made))
        return found;
    }
    faults_.insert("uses the unknown name " + name);
    return {};
  }

  // <%name%>
  void Substitute(const std::string& name) {
    const Found found = Find(name);
    if (found.text != nullptr) {
      write_(*found.text);
    } else if (found.used != nullptr) {
      faults_.insert("substitutes the rows " + name);
    }
  }

  // <%#name%> ... <%/name%>
  void Repeat(const Piece& section) {
    const Found found = Find(section.text);
    if (found.rows != nullptr) {
      for (const Values& row : *found.rows) RenderRow(section.inside, row, *found.used);
    } else if (found.made != nullptr) {
      (*found.made)([&](const Values& row) { RenderMadeRow(section.inside, row); });
    } else if (found.text != nullptr) {
      faults_.insert("repeats the text " + section.text);
    }
  }

  // A made row exists only while it is rendered, so its unused values are found at once.
  void RenderMadeRow(const std::vector<Piece>& pieces, const Values& row) {
    Used used;
    RenderRow(pieces, row, used);
    FindUnused(row, used);
  }

  void FindUnused(const Values& values, const Used& used) {
    for (const auto& [name, text] : values.text) {
      if (!used.contains(&text)) faults_.insert("does not use the value " + name);
    }
    for (const auto& [name, make] : values.made) {
      if (!used.contains(&make)) faults_.insert("does not use the rows " + name);
    }
    for (const auto& [name, rows] : values.rows) {
      if (!used.contains(&rows)) {
        faults_.insert("does not use the rows " + name);
        continue;
      }
      for (const Values& row : rows) FindUnused(row, used);
    }
  }

  const TakeText& write_;
  std::set<std::string>& faults_;
  std::vector<Scope> scopes_;
};

Diagnostics DiagnosticsOf(const std::string& file, const std::set<std::string>& faults) {
  Diagnostics diagnostics;
  for (const std::string& fault : faults)
    diagnostics.push_back({"templates", file, fault, "names and values must match one to one"});
  return diagnostics;
}

}  // namespace

Diagnostics Render(const std::string& file, const std::string& source, const Values& values,
                   const TakeText& write) {
  std::set<std::string> faults;
  const std::vector<Piece> pieces = Parser(source, faults).Parse();
  if (faults.empty()) Renderer(write, faults).Run(pieces, values);
  return DiagnosticsOf(file, faults);
}

Diagnostics RenderPiece(const std::string& file, const std::string& source,
                        const std::string& piece, const Values& values, const TakeText& write) {
  std::set<std::string> faults;
  const std::vector<Piece> pieces = Parser(source, faults).Parse();
  const auto found = std::ranges::find_if(pieces, [&](const Piece& section) {
    return section.kind == Piece::kSection && section.text == piece;
  });
  if (found == pieces.end()) faults.insert("has no piece " + piece);
  if (faults.empty()) Renderer(write, faults).Run(found->inside, values);
  return DiagnosticsOf(file, faults);
}

}  // namespace toroid::rtl
