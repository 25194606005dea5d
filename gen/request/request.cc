#include "gen/request/request.h"

namespace toroid {

std::string_view ToString(Engine engine) {
  switch (engine) {
    case Engine::kBoth: return "both";
    case Engine::kRtl: return "rtl";
    case Engine::kModel: return "model";
  }
  return "";
}

std::string_view ToString(RtlEngine engine) {
  return engine == RtlEngine::kNodes ? "nodes" : "flat";
}

}  // namespace toroid
