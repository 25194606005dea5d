// The library's functions are found by name, and its ABI number must be this program's: a library
// of another version is not used. Bitmaps that the library fills are turned into ascending lists of
// ports once a cycle, so that those who drive it visit only ports at which something happens.
#include "sim/dut/dut.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace toroid {
namespace {

std::size_t BitmapWords(std::size_t bits) { return (bits + 63) / 64; }

// The numbers of the bits that are set, ascending.
void List(std::span<const std::uint64_t> bitmap, std::vector<std::uint32_t>& numbers) {
  numbers.clear();
  for (std::size_t w = 0; w < bitmap.size(); ++w) {
    for (std::uint64_t bits = bitmap[w]; bits != 0; bits &= bits - 1)
      numbers.push_back(
          static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

// ToroidDutShape::run.
void RunParts(void* team, void (*work)(void*, std::uint32_t), void* context) {
  static_cast<Team*>(team)->Run([&](int part) { work(context, static_cast<std::uint32_t>(part)); });
}

// By what name to load the file that is open, whatever has become of its own. The loader takes a
// name that it knows for the library that it knows, and Verilator's stay loaded when they are
// closed. So no name may come twice in a process: its descriptor is never closed.
std::string NameToLoad(const KeptFile& library) {
  const int open = fcntl(library.descriptor.number(), F_DUPFD_CLOEXEC, 0);
  const std::string name = fmt::format("/proc/self/fd/{}", open);
  return open >= 0 && std::filesystem::exists(name) ? name : library.path.string();
}

}  // namespace

// The loaded library and its functions (adaptor/dut_abi.h).
struct Dut::Library {
  ~Library() {
    if (handle) dlclose(handle);
  }
  // A function by its name in adaptor/dut_abi.h; false if the library has none.
  template <class F>
  bool Find(const char* name, F*& function) {
    function = reinterpret_cast<F*>(dlsym(handle, name));
    return function != nullptr;
  }
  void* handle = nullptr;
  decltype(toroid_dut_abi)* abi = nullptr;
  decltype(toroid_dut_create)* create = nullptr;
  decltype(toroid_dut_wires)* wires = nullptr;
  decltype(toroid_dut_step)* step = nullptr;
  decltype(toroid_dut_last)* last = nullptr;
  decltype(toroid_dut_start)* start = nullptr;
  decltype(toroid_dut_arrive)* arrive = nullptr;
  decltype(toroid_dut_load)* load = nullptr;
  decltype(toroid_dut_sending)* sending = nullptr;
  decltype(toroid_dut_destroy)* destroy = nullptr;
};

Result<std::unique_ptr<Dut>> Dut::Load(const Plan& plan, const KeptFile& library,
                                       const DutOptions& options) {
  std::unique_ptr<Dut> dut(new Dut(options.threads));
  dut->library_ = std::make_unique<Library>();
  Library& lib = *dut->library_;
  lib.handle = dlopen(NameToLoad(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!lib.handle) {
    return Diagnostic{"cache", library.path.string(), std::string("cannot be loaded: ") + dlerror(),
                      "CXX must name a compiler for this machine, and XDG_CACHE_HOME a folder that "
                      "programs may run from"};
  }
  const bool found =
      lib.Find("toroid_dut_abi", lib.abi) && lib.Find("toroid_dut_create", lib.create) &&
      lib.Find("toroid_dut_wires", lib.wires) && lib.Find("toroid_dut_step", lib.step) &&
      lib.Find("toroid_dut_last", lib.last) && lib.Find("toroid_dut_start", lib.start) &&
      lib.Find("toroid_dut_arrive", lib.arrive) && lib.Find("toroid_dut_sending", lib.sending) &&
      lib.Find("toroid_dut_load", lib.load) && lib.Find("toroid_dut_destroy", lib.destroy);
  if (!found || lib.abi() != TOROID_DUT_ABI) {
    return Diagnostic{"cache", library.path.string(), "is not a simulation library of this version",
                      "remove it and run again"};
  }

  // How nodes are wired, for the engine that has one node and many places.
  const Graph& host = plan.host();
  const auto ports = static_cast<std::uint32_t>(plan.link_ports().size());
  const std::uint32_t nodes = std::min(host.size(), options.nodes);
  const auto locals = nodes * static_cast<std::uint32_t>(plan.local_ports());
  const auto number = [nodes](const std::optional<NodeId>& node) {
    return node && node->value() < nodes ? node->value() : UINT32_MAX;
  };
  for (std::uint32_t n = 0; n < nodes; ++n) {
    dut->addresses_.push_back(plan.AddressOf(NodeId{n}));
    for (const LinkPort& port : plan.link_ports()) {
      dut->downstream_.push_back(number(SendsTo(host, NodeId{n}, port)));
      dut->upstream_.push_back(number(ReceivesFrom(host, NodeId{n}, port)));
    }
  }
  // The arrays stay with the Dut, as the library keeps pointers into them.
  const ToroidDutShape shape{
      nodes,
      ports,
      static_cast<std::uint32_t>(plan.local_ports()),
      dut->addresses_.data(),
      dut->downstream_.data(),
      dut->upstream_.data(),
      options.skip_idle ? 1U : 0U,
      plan.schedule_unit() ? static_cast<std::uint64_t>(plan.schedule_unit()->last_count) : 0,
      plan.partition() ? plan.AddressOf(host.NodeAt(plan.partition()->base())) : 0,
      static_cast<std::uint32_t>(options.threads),
      RunParts,
      &dut->team_};
  dut->dut_ = lib.create(&shape, options.wave.empty() ? nullptr : options.wave.c_str());
  lib.wires(dut->dut_, &dut->wires_);
  dut->node_words_ = BitmapWords(nodes);
  dut->local_words_ = BitmapWords(locals);
  const bool scheduled = plan.hardware().router == RouterKind::kScheduled;
  dut->error_words_ = scheduled ? dut->node_words_ : dut->local_words_;
  if (scheduled)
    dut->fault_words_ = BitmapWords(nodes * static_cast<std::size_t>(plan.fault_bits()));
  if (plan.hardware().barrier) dut->released_words_ = dut->node_words_;
  if (plan.hardware().loaded_tables) dut->loaded_words_ = dut->node_words_;
  dut->credit_words_ = BitmapWords(2 * std::size_t{nodes} * ports);
  dut->ListPorts();
  dut->s_last_.resize(locals);
  dut->s_dest_.resize(locals);
  dut->s_id_.resize(locals);
  dut->s_data_.resize(static_cast<std::size_t>(locals) * dut->wires_.payload_words);
  return dut;
}

Dut::Dut(int threads) : team_(threads) {}

Dut::~Dut() {
  if (dut_) library_->destroy(dut_);
}

void Dut::Start() { library_->start(dut_); }
void Dut::Arrive() { library_->arrive(dut_); }

void Dut::Offer(const HostWord* word) {
  library_->load(dut_, word ? 1 : 0, word && word->last ? 1 : 0, word ? word->word : 0);
}

// The library owns the list until its next call.
std::span<const std::uint32_t> Dut::Sending() {
  const std::uint32_t* messages = nullptr;
  const std::uint32_t count = library_->sending(dut_, &messages);
  return {messages, count};
}

const std::uint32_t* Dut::LastSides(std::uint32_t link) const { return library_->last(dut_, link); }

void Dut::Step(bool record) {
  const ToroidDutCycle cycle{injecting_.data(), static_cast<std::uint32_t>(injecting_.size()),
                             accepting_.data(), static_cast<std::uint32_t>(accepting_.size()),
                             s_last_.data(),    s_dest_.data(),
                             s_id_.data(),      s_data_.data(),
                             record ? 1U : 0U};
  library_->step(dut_, &cycle, &result_);
  evaluations_ += result_.evaluated;
  injecting_.clear();
  accepting_.clear();
  ListPorts();
}

std::vector<std::uint32_t> Dut::BusyNodes() const {
  std::vector<std::uint32_t> nodes;
  List(BusyBits(), nodes);
  return nodes;
}

// Once for each cycle, after reset and after each step.
void Dut::ListPorts() {
  List(ValidBits(), ejecting_);
  List(ErrorBits(), errors_);
}

}  // namespace toroid
