// The words of a GOAL file, between blanks and comments, statement by statement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace toroid {

// The words and signs of a file, statement by statement.
class GoalWords {
 public:
  explicit GoalWords(std::string_view text) : text_(text) {}

  // The words of the next statement, including "{" and "}"; empty at the end. A statement ends
  // before a "}" and behind a "{".
  const std::vector<std::string_view>& NextStatement() {
    words_.clear();
    while (at_ < text_.size()) {
      if (SkipBlank()) continue;
      const char c = text_[at_];
      if (c == '\n' || c == ';') {
        if (!words_.empty()) return words_;
        ++at_;
        line_ += c == '\n' ? 1 : 0;
      } else if (c == '}' && !words_.empty()) {
        return words_;
      } else {
        TakeWord();
        if (c == '{' || c == '}') return words_;
      }
    }
    return words_;
  }
  // The line of the statement.
  std::uint32_t line() const { return line_; }
  bool in_comment() const { return in_comment_; }  // whether the file ends in a comment

 private:
  static bool IsOfWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  }

  bool SkipBlank() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      in_comment_ = end == std::string_view::npos;
      const std::size_t next = in_comment_ ? text_.size() : end + 2;
      for (; at_ < next; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
      return true;
    }
    if (text_[at_] != ' ' && text_[at_] != '\t') return false;
    ++at_;
    return true;
  }

  void TakeWord() {
    std::size_t end = at_;
    while (end < text_.size() && IsOfWord(text_[end])) ++end;
    end = std::max(end, at_ + 1);  // a sign is a separate word
    words_.push_back(text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool in_comment_ = false;
  std::vector<std::string_view> words_;
};

}  // namespace toroid
