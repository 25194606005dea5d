// Runs a `toroid simulate` of an all-reduce and writes the vector that each rank has in the end, as
// it follows from the words that the network delivered. tests/mpi/sums compares it with
// MPI_Allreduce.
//
// Usage: write_sums FILE words of toroid simulate...
// The file has numbers: ranks, elements, bits of an element, seed; then the elements of rank 0, of
// rank 1 and so on.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/command_line/spec.h"
#include "sim/algorithm/collective_data.h"
#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/run/run.h"

namespace toroid {
namespace {

// The traffic of a program, and what arrives of it.
class Recorded : public Traffic {
 public:
  // Messages in the order in which they arrived, and their words.
  using Arrivals = std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>;

  Recorded(std::unique_ptr<Traffic> traffic, const CollectiveProgram& program, std::size_t width,
           Arrivals& arrivals)
      : traffic_(std::move(traffic)), program_(program), width_(width), arrivals_(arrivals) {}

  // Messages of a node to another are offered in the order of the program.
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    const std::size_t before = packets.size();
    traffic_->Offer(now, packets);
    for (std::size_t i = before; i < packets.size(); ++i) {
      const Packet& packet = packets[i];
      std::uint32_t& next = next_[{packet.source, packet.destination}];
      while (NodeId{program_.operations[next].from} != packet.source ||
             NodeId{program_.operations[next].to} != packet.destination)
        ++next;
      under_way_[KeyOf(packet)] = {next++, std::vector<std::uint32_t>(packet.flits * width_)};
    }
  }
  void Injected(const Packet& packet, Cycle now) override { traffic_->Injected(packet, now); }
  void Sent(const Packet& packet, Cycle now) override { traffic_->Sent(packet, now); }
  void Received(const Packet& packet, std::uint32_t index, const std::uint32_t* words) override {
    std::copy_n(
        words, width_,
        under_way_.at(KeyOf(packet)).second.begin() + static_cast<std::ptrdiff_t>(index * width_));
    traffic_->Received(packet, index, words);
  }
  void Delivered(const Packet& packet, Cycle now, bool stalled) override {
    arrivals_.push_back(std::move(under_way_.extract(KeyOf(packet)).mapped()));
    traffic_->Delivered(packet, now, stalled);
  }
  bool Exhausted() const override { return traffic_->Exhausted(); }
  const IterationLog& iterations() const override { return traffic_->iterations(); }
  std::uint64_t planned_iterations() const override { return traffic_->planned_iterations(); }
  std::optional<AlgorithmResult> result() const override { return traffic_->result(); }

 private:
  using Key = std::tuple<NodeId, NodeId, std::uint32_t>;

  static Key KeyOf(const Packet& packet) {
    return {packet.source, packet.destination, packet.sequence};
  }

  std::unique_ptr<Traffic> traffic_;
  const CollectiveProgram& program_;
  std::size_t width_;  // words of a flit
  Arrivals& arrivals_;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t>
      next_;  // from there on, by sender and receiver
  std::map<Key, Arrivals::value_type> under_way_;
};

int Refuse(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics) std::cerr << "write_sums: " << ToString(one) << "\n";
  return 2;
}

bool IsRight(const EngineRun& run) {
  const auto result = run.bench().traffic().result();
  return run.bench().done() && result && result->wrong == 0 && result->elements_checked > 0;
}

// Runs the traffic on the engine that the request names; false if a tool failed or it went wrong.
bool RunOn(const Plan& plan, const SimulationRequest& request, std::unique_ptr<Traffic> traffic) {
  constexpr Cycle kCycles = 1'000'000;
  if (request.run.engine == Engine::kModel) {
    ModelRun run(plan, std::move(traffic), TestbenchOptionsOf(request));
    run.Run(kCycles, nullptr);
    return IsRight(run);
  }
  Result<Hardware> hardware = MakeHardware(plan, request.run);
  if (!hardware) return Refuse(hardware.diagnostics()) == 0;
  std::shared_ptr<Dut> dut = std::move(hardware).value().dut;
  HardwareRun run(plan, std::move(traffic), TestbenchOptionsOf(request), dut);
  run.Run(kCycles, nullptr);
  return IsRight(run);
}

using Vector = std::vector<std::uint64_t>;

// What each rank has in the end, read from the messages that it would send then: each rank sends
// every element to another at least once. Elements of up to 64 bits.
std::vector<Vector> VectorsOf(const CollectiveProgram& program, CollectiveData& data,
                              std::size_t width, std::size_t nodes) {
  std::vector<Vector> of_node(nodes, Vector(program.elements));
  for (std::uint32_t number = 0; number < program.operations.size(); ++number) {
    const Operation& message = program.operations[number];
    if (!message.enters) continue;  // the network's own sum
    std::vector<std::uint32_t> words(message.flits * width);
    data.Send(number, words);
    std::size_t place = 0;
    for (const ElementRange& range : program.RangesOf(program.contents[message.content])) {
      for (std::uint32_t i = 0; i < range.count; ++i, place += width) {
        const std::uint64_t high = width == 2 ? words[place + 1] : 0;
        of_node[message.from][range.first + i] = high << 32 | words[place];
      }
    }
  }
  if (program.ranks.empty()) return of_node;
  std::vector<Vector> of_rank;
  for (const NodeId node : program.ranks) of_rank.push_back(of_node[node.index()]);
  return of_rank;
}

int Main(const std::string& file, const std::vector<std::string>& words) {
  const auto spec = ParseSpec(Command::kSimulate, words);
  if (!spec) return Refuse(spec.diagnostics());
  const Plan& plan = *spec->plan;
  const auto prepared = Prepare(plan, spec->simulation);
  if (!prepared) return Refuse(prepared.diagnostics());
  const PlannedCollective* planned = prepared->stimulus.collective();
  const int bits = plan.hardware().flit_width;
  if (planned == nullptr || planned->program->task.kind != Collective::kAllReduce || bits > 64)
    return Refuse({{"--traffic", "", "is not an all-reduce of up to 64 bits", "take one"}});
  const CollectiveProgram& program = *planned->program;
  const std::size_t width = WordsOf(bits);
  Recorded::Arrivals arrivals;
  auto traffic =
      std::make_unique<Recorded>(prepared->stimulus.Make(plan), program, width, arrivals);
  if (!RunOn(plan, prepared->request, std::move(traffic)))
    return Refuse({{"run", "", "failed", "simulate it"}});
  const std::uint64_t seed = spec->simulation.run.seed;
  CollectiveData data(planned->program, plan.host().size(), OperandsOf(plan, seed));
  for (const auto& [number, arrived] : arrivals) data.Receive(number, arrived);
  const auto vectors = VectorsOf(program, data, width, plan.host().size());
  std::ofstream out(file);
  out << vectors.size() << " " << program.elements << " " << bits << " " << seed << "\n";
  for (const Vector& vector : vectors) {
    for (const std::uint64_t element : vector) out << element << "\n";
  }
  return out.flush() ? 0 : 2;
}

}  // namespace
}  // namespace toroid

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: write_sums FILE words of toroid simulate...\n";
    return 2;
  }
  return toroid::Main(argv[1], {argv + 2, argv + argc});
}
