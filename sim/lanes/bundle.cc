// Statements are visited in order of their targets, and a bundle grows as long as the next
// statement is alike. Likeness is decided by text: a statement's gates are written as an expression
// in which leaves, and gates used more than once, are numbered in order of first use.
//
// Example: s[10] = s[0] & e, s[11] = s[1] & e, s[12] = s[2] & e all read "(1 @0 @1)". Leaf @0
// advances by one place each time and @1 stays, so they become for (i = 0; i < 3; ++i) s[10 + i] =
// s[0 + i] & e.
//
// Limits: a gate that another statement needs must be computed outside the loop, so it counts as a
// leaf; and a leaf without a place in memory cannot advance. A bundle ends where a constant leaf
// begins to advance.
#include <fmt/core.h>

#include <set>
#include <string>

#include "sim/lanes/layout.h"

namespace toroid::lanes {
namespace {

constexpr std::size_t kNobody = SIZE_MAX;

class Bundler {
 public:
  Bundler(const std::vector<Statement>& statements, const std::vector<Gate>& gates,
          const std::vector<Signal>& others_read,
          const std::function<std::optional<std::size_t>(Signal)>& place_of)
      : statements_(statements), gates_(gates), place_of_(place_of) {
    for (const Gate& gate : gates) by_output_[gate.out] = &gate;
    FindOwners(others_read);
  }

  // Greedy: takes the longest bundle from the first remaining statement. A statement is described
  // anew for each comparison.
  Bundled Run(std::size_t fewest) {
    Bundled result;
    std::set<Signal> taken;
    for (std::size_t first = 0; first < statements_.size();) {
      const Form form = FormOf(first);
      std::size_t count = 1;
      std::vector<bool> moves;
      while (first + count < statements_.size() && Continues(first, form, count, moves)) ++count;
      if (count < fewest) {
        result.others.push_back(statements_[first++]);
        continue;
      }
      result.bundles.push_back(BundleOf(first, count, form, moves));
      for (std::size_t s = first; s < first + count; ++s)
        for (const Gate* gate : FormOf(s).gates) taken.insert(gate->out);
      first += count;
    }
    for (const Gate& gate : gates_)
      if (!taken.contains(gate.out)) result.gates.push_back(gate);
    return result;
  }

 private:
  // A statement's gates in order, and their operations, by numbers: equal for statements that are
  // alike.
  struct Form {
    std::string text;
    std::vector<const Gate*> gates;
    std::vector<Signal> leaves;
  };

  // Finds, for each gate, the only statement that needs it, or kNobody.
  void FindOwners(const std::vector<Signal>& others_read) {
    const auto reads = [&](Signal signal, std::size_t reader) {
      const auto [place, is_new] = owner_.try_emplace(signal, reader);
      if (!is_new && place->second != reader) place->second = kNobody;
    };
    for (const Signal signal : others_read) reads(signal, kNobody);
    for (std::size_t s = 0; s < statements_.size(); ++s) reads(statements_[s].value, s);
    for (auto gate = gates_.rbegin(); gate != gates_.rend(); ++gate) {
      const auto own = owner_.find(gate->out);
      const std::size_t reader = own == owner_.end() ? kNobody : own->second;
      ForEachOperand(*gate, [&](Signal operand) { reads(operand, reader); });
    }
  }

  Form FormOf(std::size_t statement) const {
    Form form;
    std::map<Signal, std::string> numbers;
    Describe(statements_[statement].value, statement, form, numbers);
    return form;
  }
  // Appends the expression of the signal to form.text. A signal met before is written by its
  // number, so that x & x and x & y differ.
  void Describe(Signal signal, std::size_t statement, Form& form,
                std::map<Signal, std::string>& numbers) const {
    if (const auto known = numbers.find(signal); known != numbers.end()) {
      form.text += known->second;
      return;
    }
    const auto gate = by_output_.find(signal);
    if (signal <= kOne) {
      form.text += signal == kOne ? "1" : "0";
    } else if (gate == by_output_.end() || owner_.at(signal) != statement) {
      numbers[signal] = fmt::format("@{}", form.leaves.size());
      form.text += numbers[signal];
      form.leaves.push_back(signal);
    } else {
      form.text += fmt::format("({}", static_cast<int>(gate->second->op));
      ForEachOperand(*gate->second, [&](Signal operand) {
        form.text += ' ';
        Describe(operand, statement, form, numbers);
      });
      form.text += ")";
      numbers[signal] = fmt::format("#{}", form.gates.size());
      form.gates.push_back(gate->second);
    }
  }

  // Whether statement first + count continues the bundle that `form` began. `moves` tells which
  // leaves advance; the second statement determines it.
  bool Continues(std::size_t first, const Form& form, std::size_t count,
                 std::vector<bool>& moves) const {
    const Statement& here = statements_[first + count];
    const Statement& begun = statements_[first];
    if (here.target != begun.target + count || here.kind != begun.kind) return false;
    const Form next = FormOf(first + count);
    if (next.text != form.text) return false;
    std::vector<bool> found;
    for (std::size_t k = 0; k < form.leaves.size(); ++k) {
      const bool same = next.leaves[k] == form.leaves[k];
      const auto from = place_of_(form.leaves[k]);
      const auto to = place_of_(next.leaves[k]);
      if (!same && !(from && to && *to == *from + count)) return false;
      found.push_back(!same);
    }
    if (count == 1) moves = found;
    return moves == found;
  }

  // The gates of the first statement, which represent those of all.
  Bundle BundleOf(std::size_t first, std::size_t count, const Form& form,
                  const std::vector<bool>& moves) const {
    Bundle bundle;
    bundle.target = statements_[first].target;
    bundle.count = count;
    bundle.kind = statements_[first].kind;
    bundle.value = statements_[first].value;
    for (const Gate* gate : form.gates) bundle.gates.push_back(*gate);
    for (std::size_t k = 0; k < form.leaves.size(); ++k)
      if (moves[k]) bundle.moving[form.leaves[k]] = *place_of_(form.leaves[k]);
    return bundle;
  }

  const std::vector<Statement>& statements_;
  const std::vector<Gate>& gates_;
  const std::function<std::optional<std::size_t>(Signal)>& place_of_;
  std::map<Signal, const Gate*> by_output_;
  std::map<Signal, std::size_t> owner_;
};

}  // namespace

Bundled MakeBundles(const std::vector<Statement>& statements, const std::vector<Gate>& gates,
                    const std::vector<Signal>& others_read,
                    const std::function<std::optional<std::size_t>(Signal)>& place_of,
                    std::size_t fewest) {
  return Bundler(statements, gates, others_read, place_of).Run(fewest);
}

}  // namespace toroid::lanes
