// The library's functions are found by name, and its ABI number must be this program's: a library
// of another version is not used. The library's bitmaps are turned into ascending lists of ports
// once a cycle, so that callers visit only active ports.
#include "sim/dut/dut.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/support/integers.h"
#include "sim/dut/cache.h"

namespace toroid {
namespace {

// Lists the numbers of the set bits, ascending.
void List(std::span<const std::uint64_t> bitmap, std::vector<std::uint32_t>& numbers) {
  numbers.clear();
  ForEachBit(bitmap, [&](std::size_t i) { numbers.push_back(static_cast<std::uint32_t>(i)); });
}

// ToroidDutShape::run.
void RunParts(void* team, void (*work)(void*, std::uint32_t), void* context) {
  static_cast<Team*>(team)->Run([&](int part) { work(context, static_cast<std::uint32_t>(part)); });
}

// Copies `count` bits from bit `first` on to a separate bitmap.
void CutBits(const std::uint64_t* all, std::size_t first, std::size_t count,
             std::vector<std::uint64_t>& own) {
  own.resize(BitmapWords(count));
  const std::size_t shift = first % 64;
  const std::uint64_t* from = all + first / 64;
  for (std::size_t w = 0; w < own.size(); ++w) {
    const std::size_t rest = count - w * 64;  // bits still to copy
    own[w] = from[w] >> shift;
    if (shift > 0 && rest > 64 - shift) own[w] |= from[w + 1] << (64 - shift);
    if (rest < 64) own[w] &= (std::uint64_t{1} << rest) - 1;
  }
}

}  // namespace

// All networks, numbered consecutively, as one unconnected network.
struct Dut::Loaded {
  explicit Loaded(int threads) : team(threads) {}
  void Wire(const Plan& plan, const DutOptions& options);
  void WireSlab(const Plan& plan, const Slab& slab);
  void Create(const Plan& plan, const DutOptions& options, decltype(toroid_dut_create)* create);
  void Step(bool record);

  LoadedLibrary library;
  Team team;
  std::unique_ptr<ToroidDut> dut;  // before its library is closed
  std::uint32_t copies = 1;
  std::uint32_t nodes = 0;  // of one network
  std::uint32_t halo = 0;
  // The library keeps pointers into these.
  std::vector<std::uint32_t> addresses, downstream, upstream;
  Inputs inputs;
  ToroidDutWires wires{};
  ToroidDutResult result{};
  std::uint64_t steps = 0;
  std::uint64_t evaluations = 0;
};

// The wiring of the nodes, for engines with one node and many places.
void Dut::Loaded::Wire(const Plan& plan, const DutOptions& options) {
  if (options.slab != nullptr) return WireSlab(plan, *options.slab);
  nodes = std::min(plan.host().size(), options.nodes);
  for (std::uint32_t copy = 0; copy < copies; ++copy) {
    const auto number = [&](const std::optional<NodeId>& node) {
      return node && node->value() < nodes ? copy * nodes + node->value() : UINT32_MAX;
    };
    for (std::uint32_t n = 0; n < nodes; ++n) {
      addresses.push_back(plan.AddressOf(NodeId{n}));
      for (const LinkPort& port : plan.link_ports()) {
        downstream.push_back(number(SendsTo(plan.host(), NodeId{n}, port)));
        upstream.push_back(number(ReceivesFrom(plan.host(), NodeId{n}, port)));
      }
    }
  }
}

void Dut::Loaded::WireSlab(const Plan& plan, const Slab& slab) {
  nodes = slab.size();
  halo = static_cast<std::uint32_t>(slab.halo().size());
  const auto number = [&](const std::optional<NodeId>& node) {
    return node ? slab.NumberOf(*node).value() : UINT32_MAX;
  };
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const NodeId node = slab.NodeOf(n);
    addresses.push_back(plan.AddressOf(node));
    for (const LinkPort& port : plan.link_ports()) {
      downstream.push_back(number(SendsTo(plan.host(), node, port)));
      upstream.push_back(number(ReceivesFrom(plan.host(), node, port)));
    }
  }
}

void Dut::Loaded::Create(const Plan& plan, const DutOptions& options,
                         decltype(toroid_dut_create)* create) {
  const ToroidDutShape shape{
      copies * nodes,
      static_cast<std::uint32_t>(plan.link_ports().size()),
      static_cast<std::uint32_t>(plan.local_ports()),
      addresses.data(),
      downstream.data(),
      upstream.data(),
      options.skip_idle ? 1U : 0U,
      plan.schedule_unit() ? static_cast<std::uint64_t>(plan.schedule_unit()->last_count) : 0,
      plan.partition() ? plan.AddressOf(plan.host().NodeAt(plan.partition()->base())) : 0,
      static_cast<std::uint32_t>(options.threads),
      RunParts,
      &team,
      halo};
  dut.reset(create(&shape, options.wave.empty() ? nullptr : options.wave.c_str()));
  dut->Wires(&wires);
  const std::size_t locals = std::size_t{copies} * nodes * shape.local_ports;
  inputs.last.resize(locals);
  inputs.entry.resize(locals);
  inputs.dest.resize(locals);
  inputs.id.resize(locals);
  inputs.data.resize(locals * wires.payload_words);
}

void Dut::Loaded::Step(bool record) {
  const ToroidDutCycle cycle{
      inputs.injecting.data(), static_cast<std::uint32_t>(inputs.injecting.size()),
      inputs.accepting.data(), static_cast<std::uint32_t>(inputs.accepting.size()),
      inputs.last.data(),      inputs.dest.data(),
      inputs.id.data(),        inputs.entry.data(),
      inputs.data.data(),      record ? 1U : 0U};
  dut->Step(cycle, &result);
  evaluations += result.evaluated;
  inputs.injecting.clear();
  inputs.accepting.clear();
  ++steps;
}

Result<std::unique_ptr<Dut>> Dut::Load(const Plan& plan, const KeptFile& library,
                                       const DutOptions& options) {
  auto one = LoadSideBySide(plan, library, options, 1);
  if (!one) return one.diagnostics();
  return std::move(std::move(one).value().front());
}

Result<std::vector<std::unique_ptr<Dut>>> Dut::LoadSideBySide(const Plan& plan,
                                                              const KeptFile& library,
                                                              const DutOptions& options,
                                                              std::uint32_t copies) {
  assert(copies == 1 || (!plan.schedule_unit() && !plan.relay() &&
                         plan.hardware().router == RouterKind::kBuffered));
  const auto loaded = std::make_shared<Loaded>(options.threads);
  decltype(toroid_dut_create)* create = nullptr;
  if (const Diagnostics found = loaded->library.Open(library, "toroid_dut_create", create);
      !found.empty())
    return found;
  loaded->copies = copies;
  loaded->Wire(plan, options);
  loaded->Create(plan, options, create);
  std::vector<std::unique_ptr<Dut>> duts;
  for (std::uint32_t copy = 0; copy < copies; ++copy) {
    duts.emplace_back(new Dut());
    Dut& dut = *duts.back();
    dut.loaded_ = loaded;
    dut.library_ = loaded->dut.get();
    dut.inputs_ = &loaded->inputs;
    dut.copy_ = copy;
    dut.side_by_side_ = copies > 1;
    dut.MeasureBitmaps(plan);
    dut.CutWires();
    dut.ListPorts();
  }
  return duts;
}

void Dut::MeasureBitmaps(const Plan& plan) {
  nodes_ = loaded_->nodes;
  links_ = nodes_ * static_cast<std::uint32_t>(plan.link_ports().size());
  locals_ = nodes_ * static_cast<std::uint32_t>(plan.local_ports());
  first_local_ = copy_ * locals_;
  downstream_ = {loaded_->downstream.data(), links_};
  upstream_ = {loaded_->upstream.data(), links_};
  node_words_ = BitmapWords(nodes_);
  local_words_ = BitmapWords(locals_);
  const bool scheduled = plan.hardware().router == RouterKind::kScheduled;
  error_words_ = scheduled ? node_words_ : local_words_;
  if (scheduled) fault_words_ = BitmapWords(nodes_ * static_cast<std::size_t>(plan.fault_bits()));
  // lanes leave out check wires
  if (plan.hardware().links.protect != Protection::kNone && loaded_->wires.faults != nullptr)
    fault_words_ = BitmapWords(2 * std::size_t{links_});
  if (plan.hardware().barrier) released_words_ = node_words_;
  if (LoadsTables(plan.hardware())) loaded_words_ = node_words_;
  if (plan.hardware().translation) table_words_ = node_words_;
  credit_words_ = BitmapWords(2 * std::size_t{links_});
  wires_ = loaded_->wires;
  if (!side_by_side_) return;
  wires_.m_last += first_local_;
  wires_.m_source += first_local_;
  wires_.m_id += first_local_;
  wires_.m_data += std::size_t{first_local_} * wires_.payload_words;
  wires_.logical += copy_ * nodes_;
}

// Selects this network's part of the wires of all networks.
void Dut::CutWires() {
  result_ = loaded_->result;
  result_.evaluated = loaded_->evaluations;
  if (!side_by_side_) return;
  const auto cut = [this](std::vector<std::uint64_t>& own, const std::uint64_t* all,
                          std::uint32_t bits) {
    CutBits(all, std::size_t{copy_} * bits, bits, own);
    return own.data();
  };
  const ToroidDutWires& all = loaded_->wires;
  wires_.s_ready = cut(own_.ready, all.s_ready, locals_);
  wires_.m_valid = cut(own_.valid, all.m_valid, locals_);
  wires_.error = cut(own_.error, all.error, locals_);
  wires_.busy = cut(own_.busy, all.busy, nodes_);
  wires_.sends = cut(own_.sends, all.sends, 2 * links_);
  wires_.credits = cut(own_.credits, all.credits, 2 * links_);
  wires_.holds_guest = cut(own_.holds_guest, all.holds_guest, nodes_);
  result_.crossings = 0;
  for (const std::uint64_t word : own_.sends)
    result_.crossings += static_cast<unsigned>(std::popcount(word));
}

Dut::~Dut() = default;

void Dut::Step(bool record) {
  assert(!record || !side_by_side_);
  if (steps_ == loaded_->steps) loaded_->Step(record);
  ++steps_;
  CutWires();
  ListPorts();
}

std::vector<std::uint32_t> Dut::BusyNodes() const {
  std::vector<std::uint32_t> nodes;
  List(BusyBits(), nodes);
  return nodes;
}

// Call once for each cycle, after reset and after each step.
void Dut::ListPorts() {
  List(ValidBits(), ejecting_);
  List(ErrorBits(), errors_);
}

}  // namespace toroid
