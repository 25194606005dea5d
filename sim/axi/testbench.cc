#include "sim/axi/testbench.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "gen/plan/wire_addresses.h"
#include "gen/support/random.h"

namespace toroid::axi {
namespace {

constexpr std::size_t kMostComplaints = 20;  // that are kept; more end the run
constexpr Cycle kQuietCycles = 50;           // watched once everything is answered

IsReady ReadyAt(NodeId node, const RunOptions& options) {
  return
      [share = options.sink_ready, seed = Mix(options.seed, node.value())](Cycle now, int channel) {
        if (share >= 1) return true;
        const std::uint64_t of_channel = Mix(seed, static_cast<std::uint64_t>(channel));
        return Chance(Mix(of_channel, static_cast<std::uint64_t>(now)), share);
      };
}

}  // namespace

Testbench::Testbench(const Plan& plan, const RunOptions& options, Transactions transactions,
                     std::size_t alone, const std::vector<MemoryChange>& changes,
                     Endpoints endpoints, std::vector<std::shared_ptr<Dut>> networks,
                     std::optional<Wrap> wrap)
    : plan_(plan),
      options_(options),
      transactions_(std::move(transactions)),
      alone_(alone),
      endpoints_(std::move(endpoints)),
      given_up_at_(plan.host().size(), -1),
      coming_([this](const Transaction& one) {
        return given_up_at_[one.subordinate->index()] >= one.asked;
      }),
      changes_(changes.begin(), changes.end()),
      patience_(options.watchdog),
      tally_(plan, options.sink_ready >= 1, ComplainOf("managers")) {
  for (const NodeEndpoints& node : endpoints_.nodes) find_.emplace_back(node);
  for (int c = 0; c < 2; ++c)
    networks_.push_back(std::make_unique<ClassNetwork>(
        plan, c, std::move(networks[static_cast<std::size_t>(c)]), options, find_,
        ComplainOf(c == 0 ? "network of requests" : "network of replies")));
  std::ranges::stable_sort(changes_, {}, &MemoryChange::from);
  AddParties();
  for (std::uint32_t n = 0; n < find_.size(); ++n) {
    find_[n].At("here").Set(plan.AddressOf(NodeId{n}));
    find_[n].At("rst").Set(1);
    clk_.push_back(find_[n].At("clk"));
    busy_.push_back(find_[n].At("busy"));
    error_.push_back(find_[n].At("error"));
    timeout_.push_back(find_[n].IfAny("timeout"));
    patience_ =
        std::max<Cycle>(patience_, options.watchdog + plan.hardware().wrap.axi->nodes[n].timeout);
  }
  for (int cycle = 0; cycle < kResetCycles; ++cycle) {
    Evaluate();
    Clock();
  }
  for (const PinFinder& node : find_) node.At("rst").Set(0);
  if (wrap) wave_.emplace(endpoints_, *std::move(wrap), ComplainOf("wave"));
}

void Testbench::AddParties() {
  const AxiOptions& axi = *plan_.hardware().wrap.axi;
  const auto addresses = std::make_shared<const WireAddresses>(plan_);
  const auto manager_of = [addresses, bits = ThreadBits(axi)](std::uint64_t id) {
    const auto node = addresses->NodeOf(static_cast<std::uint32_t>(id >> bits));
    return node ? std::optional(NodeId{*node}) : std::nullopt;
  };
  for (std::uint32_t n = 0; n < axi.nodes.size(); ++n) {
    const NodeId node{n};
    if (axi.nodes[n].HasManager()) {
      managers_.push_back(std::make_unique<Manager>(
          node, AxiPins(find_[n], 's'), plan_.data_width(), coming_, ReadyAt(node, options_),
          ComplainOf(fmt::format("manager {}", n))));
      manager_at_[n] = managers_.back().get();
    }
    if (!axi.nodes[n].HasSubordinate()) continue;
    MemoryPort port = {node, axi.nodes[n].lite, plan_.data_width()};
    if (axi.ids_by_source) port.manager_of = manager_of;
    port.cut = axi.nodes[n].timeout > 0;
    memories_.push_back(std::make_unique<Memory>(port, AxiPins(find_[n], 'm', port.lite),
                                                 options_.seed, coming_, ReadyAt(node, options_),
                                                 ComplainOf(fmt::format("memory {}", n))));
    memory_at_[n] = memories_.back().get();
  }
}

Complain Testbench::ComplainOf(std::string who) {
  return [this, who = std::move(who)](const std::string& what) {
    if (complaints_.size() < kMostComplaints)
      complaints_.push_back(fmt::format("cycle {}, {}: {}", now_, who, what));
  };
}

const Difference* Testbench::difference() const {
  for (const auto& network : networks_)
    if (network->difference()) return &*network->difference();
  return nullptr;
}

bool Testbench::over() const {
  if (difference() != nullptr || stuck() || complaints_.size() >= kMostComplaints) return true;
  return left() == 0 && now_ > tally_.last_end() + kQuietCycles;
}

void Testbench::DoCycle() {
  AddTransactions();
  SkipIdleTime();
  ChangeMemories();
  Show();
  Evaluate();
  if (Look()) last_move_ = now_;
  tally_.EndCycle();
  if (wave_) wave_->Step();
  for (const auto& network : networks_) network->Step(now_);
  Clock();
  ++now_;
}

void Testbench::ChangeMemories() {
  for (; !changes_.empty() && changes_.front().from <= now_; changes_.pop_front())
    memory_at_.at(changes_.front().memory.value())->Become(changes_.front().state);
}

// Adds the transactions that run alone one by one, then the others together.
void Testbench::AddTransactions() {
  if (added_ == transactions_.size() || tally_.open() > 0) return;
  const std::size_t end = added_ < alone_ ? added_ + 1 : transactions_.size();
  if (tally_.ended() < added_) return;
  for (; added_ < end; ++added_)
    manager_at_.at(transactions_[added_].manager.value())->Add(transactions_[added_]);
}

// A table's transactions may be far apart. A wave shows every cycle.
void Testbench::SkipIdleTime() {
  if (wave_) return;
  if (tally_.open() > 0 || left() == 0) return;
  Cycle next = std::numeric_limits<Cycle>::max();
  for (const auto& manager : managers_) next = std::min(next, manager->NextCycle());
  if (next <= now_ || next == std::numeric_limits<Cycle>::max() || !BusyEndpoints().empty()) return;
  for (const auto& network : networks_)
    if (!network->AtRest()) return;
  for (const auto& network : networks_) network->Skip(next - now_);
  skipped_ += next - now_;
  now_ = next;
}

void Testbench::Evaluate() {
  for (const NodeEndpoints& node : endpoints_.nodes) node.dut->Evaluate();
}

// Needs an evaluation since the last edge.
void Testbench::Clock() {
  for (const Pin& clk : clk_) clk.Set(1);
  Evaluate();
  for (const Pin& clk : clk_) clk.Set(0);
}

void Testbench::Show() {
  for (const auto& network : networks_) network->Show();
  changed_.clear();
  for (const auto& manager : managers_) manager->Drive(now_, changed_);
  for (const auto& memory : memories_) memory->Drive(now_);
  for (Transaction* one : changed_) {
    tally_.Asked(*one);
    if (one->subordinate) coming_.Add(*one);
  }
}

bool Testbench::Look() {
  bool moved = false;
  for (const auto& network : networks_) moved |= network->Exchange(now_);
  for (std::size_t n = 0; n < timeout_.size(); ++n)
    if (timeout_[n].high()) given_up_at_[n] = now_;
  changed_.clear();
  for (const auto& memory : memories_) moved |= memory->Look(now_);
  for (const auto& manager : managers_) moved |= manager->Look(now_, changed_);
  for (Transaction* one : changed_) tally_.Ended(*one);
  for (std::size_t n = 0; n < error_.size(); ++n)
    if (error_[n].high())
      ComplainOf(fmt::format("node {}", n))("axi_error is high, and each WLAST is in its place");
  return moved;
}

std::vector<std::uint32_t> Testbench::BusyEndpoints() const {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t n = 0; n < busy_.size(); ++n)
    if (busy_[n].high()) nodes.push_back(n);
  return nodes;
}

void Testbench::End() {
  if (!finished()) return;
  for (const auto& network : networks_) network->End();
  for (const std::uint32_t node : BusyEndpoints())
    ComplainOf(fmt::format("node {}", node))("axi_busy is high, and all is answered");
}

std::vector<std::string> Testbench::Complaints() const {
  std::vector<std::string> lines = complaints_;
  const auto append = [&](const std::vector<std::string>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  for (const auto& network : networks_) append(network->Violations());
  if (!stuck()) return lines;
  lines.push_back(fmt::format("nothing has moved since cycle {}", last_move_));
  for (const auto& manager : managers_) append(manager->Waits());
  for (const auto& memory : memories_) append(memory->Waits());
  for (const auto& network : networks_) append(network->Blocked());
  return lines;
}

}  // namespace toroid::axi
