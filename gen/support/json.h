// The name of a JSON value whose members keep the order in which they were written. Declared only:
// who makes or reads one includes <nlohmann/json.hpp>, which takes long to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace toroid {

using Json = nlohmann::ordered_json;

}  // namespace toroid
