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
  switch (engine) {
    case RtlEngine::kAuto: return "auto";
    case RtlEngine::kNodes: return "nodes";
    case RtlEngine::kFlat: return "flat";
    case RtlEngine::kLanes: return "lanes";
  }
  return "";
}

}  // namespace toroid
