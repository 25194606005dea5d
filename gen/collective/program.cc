// The idea of the forecast: a message of L flits that is offered in cycle t has link e of its route
// in the cycles from t + e h on (h the cycles of a hop), the injector from t on and the ejector
// from t + links h + K on, each for L cycles, if nothing else needs them then. If that holds for
// every message, none ever waits (router.md R6.8), and the program ends exactly with the last of
// these.
#include "gen/collective/program.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

// The cycles in which a message has a link, or a port.
struct Occupation {
  std::size_t resource = 0;
  Cycle from = 0;
  Cycle until = 0;  // the cycle after the last
  std::uint32_t transfer = 0;
};

class Forecaster {
 public:
  Forecaster(const CollectiveProgram& program, const MessageRoutes& routes, Ports ports,
             const Timing& timing)
      : program_(program), routes_(routes), host_(routes.host()), ports_(ports), timing_(timing) {}

  ProgramForecast Make() {
    ends_.reserve(program_.transfers.size());
    for (std::uint32_t i = 0; i < program_.transfers.size(); ++i) Occupy(i);
    for (std::uint32_t i = 0; i < program_.transfers.size(); ++i) CheckOrder(i);
    CheckConflicts();
    return forecast_;
  }

 private:
  void Occupy(std::uint32_t number) {
    const Transfer& transfer = program_.transfers[number];
    const Cycle flits = timing_.Length(program_.FlitsOf(transfer));
    Cycle delay = 0;
    const auto occupy = [&](std::size_t resource, Cycle after) {
      const Cycle from = transfer.cycle + after;
      occupations_.push_back({resource, from, from + flits, number});
    };
    for (const Hop& hop : routes_.Route(transfer.from, transfer.to)) {
      delay += routes_.hop_cycles();
      occupy(host_.LinkIndex(hop), delay);
      forecast_.hops += static_cast<double>(flits);
    }
    ends_.push_back(transfer.cycle + flits - 1 + delay + timing_.interface);
    forecast_.end = std::max(forecast_.end, ends_.back());
    if (ports_ == Ports::kAll) return;  // a port is busy exactly when its link is
    const std::size_t ports = host_.LinkIndexBound();
    occupy(ports + 2 * transfer.from.index(), 0);
    occupy(ports + 2 * transfer.to.index() + 1, delay + timing_.interface);
  }

  void CheckOrder(std::uint32_t number) {
    const Transfer& transfer = program_.transfers[number];
    for (const std::uint32_t before : program_.AfterOf(transfer)) {
      const Transfer& other = program_.transfers[before];
      const bool arrives = other.to == transfer.from;
      if (transfer.cycle >= (arrives ? ends_[before] : other.cycle)) continue;
      ++forecast_.early;
      Note("message " + std::to_string(number) + " is offered before message " +
           std::to_string(before) + (arrives ? " has arrived" : " is offered"));
    }
  }

  void CheckConflicts() {
    std::ranges::sort(occupations_, {}, [](const Occupation& o) {
      return std::tuple(o.resource, o.from, o.transfer);
    });
    std::uint64_t load = 0;
    for (std::size_t i = 0; i < occupations_.size(); ++i) {
      const Occupation& now = occupations_[i];
      const bool same = i > 0 && occupations_[i - 1].resource == now.resource;
      load = (same ? load : 0) + static_cast<std::uint64_t>(now.until - now.from);
      forecast_.load = std::max(forecast_.load, load);
      if (!same || occupations_[i - 1].until <= now.from) continue;
      ++forecast_.conflicts;
      Note("messages " + std::to_string(occupations_[i - 1].transfer) + " and " +
           std::to_string(now.transfer) + " meet in cycle " + std::to_string(now.from));
    }
  }

  void Note(std::string fault) {
    if (forecast_.first_fault.empty()) forecast_.first_fault = std::move(fault);
  }

  const CollectiveProgram& program_;
  const MessageRoutes& routes_;
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  std::vector<Cycle> ends_;  // by transfer, the last eject
  std::vector<Occupation> occupations_;
  ProgramForecast forecast_;
};

}  // namespace

void SortByCycle(CollectiveProgram& program) {
  std::vector<std::uint32_t> order(program.transfers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return program.transfers[i].cycle; });
  std::vector<Transfer> sorted;
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    sorted.push_back(program.transfers[order[i]]);
    place[order[i]] = i;
  }
  program.transfers = std::move(sorted);
  for (std::uint32_t& before : program.after) before = place[before];
}

ProgramForecast ForecastOf(const CollectiveProgram& program, const MessageRoutes& routes,
                           Ports ports, const Timing& timing) {
  return Forecaster(program, routes, ports, timing).Make();
}

CollectiveProgram Shorter(CollectiveProgram a, CollectiveProgram b, const MessageRoutes& routes,
                          Ports ports, const Timing& timing) {
  const bool second =
      ForecastOf(b, routes, ports, timing).end < ForecastOf(a, routes, ports, timing).end;
  return second ? std::move(b) : std::move(a);
}

}  // namespace toroid
