// A strict template renderer: substitution and repetition, nothing else.
//
//   <%name%>                     the text of that name
//   <%#rows%> ... <%/rows%>      its content once for each row; a row's names hide outer ones; no
//                                rows, no content
//
// A line that holds nothing but a section's tag leaves no line behind. A name without a value is an
// error, and so is an unused value: a template and the code that feeds it cannot drift apart
// silently.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/result.h"

namespace toroid::rtl {

struct Values;
using TakeRow = std::function<void(const Values& row)>;
// Makes rows one after the other; each is destroyed before the next is made. So a network's rows
// take no more memory than a node's.
using MakeRows = std::function<void(const TakeRow& take)>;

using Text = std::map<std::string, std::string>;  // by name

struct Values {
  Text text = {};
  std::map<std::string, std::vector<Values>> rows = {};
  // Rows that are not kept. Their section may appear in a template once.
  std::map<std::string, MakeRows> made = {};
};

// Takes a text piece by piece.
using TakeText = std::function<void(std::string_view piece)>;

// Renders a template. One diagnostic (field "templates", value `file`) for each fault; empty if
// there is none. With faults the text is invalid.
Diagnostics Render(const std::string& file, const std::string& source, const Values& values,
                   const TakeText& write);
// Renders the content of one section that is in no other, as if it were the whole template. Files
// hold several such pieces if these read better together.
Diagnostics RenderPiece(const std::string& file, const std::string& source,
                        const std::string& piece, const Values& values, const TakeText& write);

}  // namespace toroid::rtl
