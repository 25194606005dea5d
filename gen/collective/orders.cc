// Idea: the first axis has the most work, so every axis comes first for some part. The c rotations
// of the axes have c unknown weights, and the c axes must have equal loads for their links: a
// linear system. If that needs a negative weight, the vector is divided into small shares, each for
// the order that begins with the axis with the least load so far.
//
// Example, torus:16x4: a part that goes round 16 first puts 15/16 on that axis and 3/64 on the
// other; a part that goes round 4 first puts 15/64 and 3/4. With weights 11/30 and 19/30 both have
// 63/128.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "gen/collective/stages.h"

namespace toroid {
namespace {

constexpr int kShares = 360;  // number of shares; a multiple of many numbers of axes

std::vector<Axis> Rotation(int axes, int first) {
  std::vector<Axis> order;
  for (int i = 0; i < axes; ++i) order.push_back(Axis{(first + i) % axes});
  return order;
}

// Solves A x = 1 by elimination; nothing if A is singular.
std::vector<double> Solve(std::vector<std::vector<double>> a) {
  const std::size_t n = a.size();
  std::vector<double> x(n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    if (std::abs(a[pivot][i]) < 1e-12) return {};
    std::swap(a[i], a[pivot]);
    std::swap(x[i], x[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = a[r][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[r][k] -= factor * a[i][k];
      x[r] -= factor * x[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) x[i] /= a[i][i];
  return x;
}

double LinksOf(const Graph& host, Axis axis) { return host.Wraps(axis) ? 2 : 1; }

// None if the rotations alone cannot balance the axes.
std::vector<WeightedOrder> BalancedRotations(const Graph& host) {
  const auto axes = static_cast<std::size_t>(host.axes());
  std::vector<std::vector<double>> cycles(axes, std::vector<double>(axes));
  std::vector<WeightedOrder> orders;
  for (std::size_t r = 0; r < axes; ++r) {
    orders.push_back({Rotation(host.axes(), static_cast<int>(r))});
    const std::vector<double> loads = LoadsOf(host, orders[r].axes);
    for (std::size_t a = 0; a < axes; ++a)
      cycles[a][r] = loads[a] / LinksOf(host, Axis{static_cast<int>(a)});
  }
  const std::vector<double> weights = Solve(std::move(cycles));
  if (weights.empty() || std::ranges::min(weights) < 0) return {};
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t r = 0; r < axes; ++r) orders[r].weight = weights[r] / sum;
  return orders;
}

std::vector<WeightedOrder> DealtOrders(const Graph& host) {
  std::vector<Axis> order = Rotation(host.axes(), 0);
  std::vector<double> cycles(order.size(), 0);
  std::map<std::vector<Axis>, int> shares;
  for (int i = 0; i < kShares; ++i) {
    std::ranges::sort(order, {}, [&](Axis a) { return std::pair(cycles[a.index()], a); });
    const std::vector<double> loads = LoadsOf(host, order);
    for (const Axis a : order) cycles[a.index()] += loads[a.index()] / LinksOf(host, a);
    ++shares[order];
  }
  std::vector<WeightedOrder> orders;
  for (const auto& [axes, count] : shares)
    orders.push_back({axes, static_cast<double>(count) / kShares});
  return orders;
}

}  // namespace

std::vector<double> LoadsOf(const Graph& host, const std::vector<Axis>& order) {
  std::vector<double> loads(order.size());
  double left = 1;
  for (const Axis axis : order) {
    const double l = host.length(axis);
    left /= l;
    loads[axis.index()] = (l - 1) * left;
  }
  return loads;
}

std::vector<WeightedOrder> BalancedOrders(const Graph& host) {
  std::vector<WeightedOrder> orders = BalancedRotations(host);
  return orders.empty() ? DealtOrders(host) : orders;
}

}  // namespace toroid
