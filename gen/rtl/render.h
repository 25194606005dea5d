// A strict template renderer: substitution and repetition, nothing else.
//
//   <%name%>                     the text of that name
//   <%#rows%> ... <%/rows%>      its content once for each row; a row's names hide outer ones; no
//                                rows, no content
//
// A name that the template uses and nobody gave is an error, and so is a value that was given and
// not used: a template and the code that feeds it cannot drift apart silently.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gen/support/result.h"

namespace toroid::rtl {

struct Values {
  std::map<std::string, std::string> text;
  std::map<std::string, std::vector<Values>> rows;
};

// One diagnostic (field "templates", value `file`) for each fault.
Result<std::string> Render(const std::string& file, const std::string& source,
                           const Values& values);

}  // namespace toroid::rtl
