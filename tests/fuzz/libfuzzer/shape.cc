// Text as a shape: a parsed shape is printed so that it parses the same, and distances and routes
// equal those of a search. A twisted torus has vectors instead of routes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gen/topology/graph.h"
#include "tests/fuzz/libfuzzer/must.h"
#include "tests/oracle/oracle.h"

namespace toroid::fuzz {
namespace {

constexpr std::uint32_t kSearched = 256;  // nodes

void Look(const Graph& graph, NodeId from) {
  const auto distances = oracle::BfsDistances(oracle::Adjacency(graph), from.value());
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    Must(graph.Distance(from, NodeId{n}) == distances[n], "distances are a search's");
    if (graph.IsTwisted())
      Must(!graph.ShortestVectors(from, NodeId{n}).empty(), "each node has a shortest vector");
    else
      Must(graph.Route(from, NodeId{n}).size() == static_cast<std::size_t>(distances[n]),
           "routes are shortest");
  }
}

void Try(std::string_view text) {
  const Result<Graph> graph = Graph::Parse(text);
  if (!graph) return Must(!graph.diagnostics().empty(), "a refusal has a reason");
  for (const std::string& again : {graph->ToString(), graph->CanonicalText()}) {
    const Result<Graph> read = Graph::Parse(again);
    Must(read.ok() && *read == *graph, "what is written reads the same");
  }
  if (graph->size() <= kSearched)
    Look(*graph, NodeId{static_cast<std::uint32_t>(text.size()) % graph->size()});
}

}  // namespace
}  // namespace toroid::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  toroid::fuzz::Try({reinterpret_cast<const char*>(data), size});
  return 0;
}
