// Words are read once a file; files with the same words are one body.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "gen/command_line/file_tables.h"
#include "gen/support/input_file.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::size_t kMostImageBytes = std::size_t{1} << 26;  // of a list, and of a file of words
constexpr std::string_view kListForm = "give a list with lines such as `0-3,8 boot.hex`";
constexpr std::string_view kWordsForm = "give a file of 32-bit words in hexadecimal digits";
constexpr std::string_view kSpaces = " \t\v\f";

// Hands each line without its remark to `take`, with its number, until `faults` is full.
template <class Take>
void ForLines(std::string_view text, std::string_view remark, const FileFaults& faults,
              const Take& take) {
  for (std::uint32_t number = 1; !text.empty() && !faults.full(); ++number) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    take(number, Trimmed(line.substr(0, line.find(remark))));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
}

Result<std::vector<std::uint32_t>> ReadWords(const std::string& path) {
  const auto text = TextOfInput("file", path, kMostImageBytes, kWordsForm);
  if (!text) return text.diagnostics();
  std::vector<std::uint32_t> words;
  FileFaults faults(path);
  ForLines(*text, "//", faults, [&](std::uint32_t number, std::string_view line) {
    while (!line.empty()) {
      const std::string_view digits = line.substr(0, line.find_first_of(kSpaces));
      std::uint32_t word = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), word, 16);
      if (error != std::errc() || end != digits.data() + digits.size() || digits.size() > 8)
        return faults.Add(number, "word", digits, "is not a word of 32 bits",
                          "allowed are 1 to 8 hexadecimal digits");
      words.push_back(word);
      line = Trimmed(line.substr(digits.size()));
    }
  });
  if (faults.any()) return faults.Take();
  if (words.empty()) return Diagnostic{"file", path, "has no words", std::string(kWordsForm)};
  return words;
}

class ImageListReader {
 public:
  ImageListReader(const std::string& path, const Graph& host)
      : path_(path), host_(host), faults_(path) {
    images_.of_node.resize(host.size());
  }

  Result<NodeImages> Read() {
    const auto text = TextOfInput("--load", path_, kMostImageBytes, kListForm);
    if (!text) return text.diagnostics();
    ForLines(*text, "#", faults_, [&](std::uint32_t number, std::string_view line) {
      line_ = number;
      if (!line.empty()) Add(line);
    });
    Diagnostics found = faults_.Take();
    found.insert(found.end(), in_words_.begin(), in_words_.end());
    if (!found.empty()) return found;
    if (images_.bodies.empty())
      return Diagnostic{"--load", path_, "names no nodes", std::string(kListForm)};
    const std::uint64_t words = WordsToSend(host_, images_);
    if (words > kMostImageWords)
      return Diagnostic{"--load", path_, fmt::format("has the host send {} words", words),
                        fmt::format("allowed are at most {}", kMostImageWords)};
    return std::move(images_);
  }

 private:
  void Add(std::string_view line) {
    const std::string_view nodes = line.substr(0, line.find_first_of(kSpaces));
    const std::string_view file = Trimmed(line.substr(nodes.size()));
    if (file.empty())
      return faults_.Add(line_, "file", line, "names no file of words", std::string(kListForm));
    // of a file at fault the nodes are looked at all the same
    const std::size_t body = BodyOf(std::string(file)).value_or(0);
    if (nodes == "all") return Keep(0, host_.size() - 1, body);
    std::string_view rest = nodes;
    while (true) {
      const auto comma = rest.find(',');
      AddRange(rest.substr(0, comma), body);
      if (comma == std::string_view::npos) return;
      rest = rest.substr(comma + 1);
    }
  }

  void AddRange(std::string_view range, std::size_t body) {
    const auto dash = range.find('-');
    const auto first =
        NumberOf(faults_, line_, "nodes", range.substr(0, dash), 0, host_.size() - 1);
    if (!first) return;
    if (dash == std::string_view::npos) return Keep(*first, *first, body);
    const auto last =
        NumberOf(faults_, line_, "nodes", range.substr(dash + 1), 0, host_.size() - 1);
    if (!last) return;
    if (*last < *first)
      return faults_.Add(line_, "nodes", range, "ends before it begins",
                         "write first-last upwards");
    Keep(*first, *last, body);
  }

  void Keep(std::uint64_t first, std::uint64_t last, std::size_t body) {
    for (std::uint64_t n = first; n <= last; ++n) {
      auto& image = images_.of_node[static_cast<std::size_t>(n)];
      if (image)
        return faults_.Add(line_, "nodes", std::to_string(n), "has an image already",
                           "name each node once");
      image = body;
    }
  }

  // The number of the file's words among the bodies; nothing if they are at fault, which is said
  // once a file.
  std::optional<std::size_t> BodyOf(const std::string& file) {
    const auto [place, is_new] = files_.try_emplace(file);
    if (!is_new) return place->second;
    const auto path = std::filesystem::path(path_).parent_path() / file;
    auto words = ReadWords(path.string());
    if (!words) {
      Diagnostics found = words.diagnostics();
      if (found.front().place.empty()) found.front().place = fmt::format("{}:{}", path_, line_);
      in_words_.insert(in_words_.end(), found.begin(), found.end());
      return std::nullopt;
    }
    const auto same = std::ranges::find(images_.bodies, *words);
    place->second = static_cast<std::size_t>(same - images_.bodies.begin());
    if (same == images_.bodies.end()) images_.bodies.push_back(std::move(words).value());
    return place->second;
  }

  std::string path_;
  const Graph& host_;
  FileFaults faults_;  // of the list
  Diagnostics in_words_;
  std::uint32_t line_ = 0;
  std::map<std::string, std::optional<std::size_t>> files_;
  NodeImages images_;
};

}  // namespace

Result<NodeImages> ReadImageList(const std::string& path, const Graph& host) {
  return ImageListReader(path, host).Read();
}

}  // namespace toroid
