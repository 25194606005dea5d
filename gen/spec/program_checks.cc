#include "gen/spec/program_checks.h"

#include <algorithm>
#include <bit>

#include "gen/support/text.h"

namespace toroid {
namespace {

constexpr std::int64_t kMostWords = 1 << 26;  // 32-bit words of data in all processes together
constexpr std::int64_t kLeastWords = 16;      // that sorting or transforming keeps of an element

class ProgramChecks {
 public:
  ProgramChecks(const Values& values, const HardwareOptions& hardware, const SimulateOptions& run,
                const std::optional<Graph>& guest)
      : values_(values), hardware_(hardware), run_(run) {
    if (guest && guest->kind() == Kind::kHypercube) dimensions_ = guest->axes();
  }

  Diagnostics Find() {
    if (run_.traffic == TrafficKind::kFft) CheckFft();
    if (run_.traffic == TrafficKind::kCompleteExchange) CheckMethod();
    if (IsAlgorithm(run_.traffic) && dimensions_ > 0) CheckSize();
    if (found_.empty() && IsPipelined()) CheckPipelining();
    return std::move(found_);
  }

 private:
  void Diagnose(std::string_view field, std::string what, std::string allowed) {
    found_.push_back(
        {std::string(field), values_.Text(field), std::move(what), std::move(allowed)});
  }

  bool Exchanges() const { return run_.traffic == TrafficKind::kCompleteExchange; }

  bool IsPipelined() const {
    return run_.traffic == TrafficKind::kCcCube || run_.traffic == TrafficKind::kFft ||
           run_.traffic == TrafficKind::kAllReduce ||
           (Exchanges() && !values_.Bad("--method") && run_.method == ExchangeMethod::kCcCube &&
            dimensions_ > 0);
  }

  void CheckFft() {
    if (!values_.Bad("--flit-width") && hardware_.flit_width < 64) {
      Diagnose("--flit-width", "cannot hold a point of the fft",
               "a flit holds a pair of 32-bit numbers; allowed are 64 and above");
    }
    if (!values_.Bad("--elements") && !std::has_single_bit(static_cast<unsigned>(run_.elements))) {
      Diagnose("--elements", "is not a power of two",
               "each process transforms that many points; allowed are 1, 2, 4, 8, ...");
    }
  }

  void CheckMethod() {
    if (run_.method == ExchangeMethod::kCcCube) return;
    const std::string unused = "is not used by method " + std::string(ToString(run_.method));
    if (values_.Given("--pipelining"))
      Diagnose("--pipelining", unused, "it goes with method cc-cube");
    if (values_.Given("--schedule") && run_.schedule != ScheduleKind::kNone &&
        run_.schedule != ScheduleKind::kList) {
      Diagnose("--schedule", unused, "allowed are none, list; the others go with method cc-cube");
    }
  }

  void CheckSize() {
    const bool quadratic = Exchanges() || run_.traffic == TrafficKind::kAllGather;
    const std::string_view field = Exchanges() ? "--block-flits" : "--elements";
    if (values_.Bad(field) || values_.Bad("--flit-width")) return;
    const std::int64_t flit_words = (hardware_.flit_width + 31) / 32;
    const std::int64_t words = (quadratic ? flit_words : std::max(flit_words, kLeastWords))
                               << (quadratic ? 2 : 1) * dimensions_;
    const std::int64_t most = kMostWords / words;
    if ((Exchanges() ? run_.block_flits : run_.elements) <= most) return;
    Diagnose(field, "asks for more data than is kept",
             most > 0 ? "with this guest and flit width allowed are 1 to " + std::to_string(most)
                      : "take a smaller guest");
  }

  void CheckPipelining() {
    if (values_.Bad("--elements") || values_.Bad("--block-flits") || values_.Bad("--pipelining") ||
        values_.Bad("--flit-width"))
      return;
    // small enough, or the size was refused
    const int elements = Exchanges() ? run_.block_flits << (dimensions_ - 1) : run_.elements;
    const std::string whole =
        Exchanges() ? "the " + Counted(elements, "flit") + " of a message, --block-flits 2^(d-1)"
                    : "--elements " + std::to_string(elements);
    found_ = PipeliningDiagnostics(run_.pipelining, elements, whole);
  }

  const Values& values_;
  const HardwareOptions& hardware_;
  const SimulateOptions& run_;
  int dimensions_ = 0;  // of a hypercube guest
  Diagnostics found_;
};

// Of the largest scatter set: both messages of every edge.
std::int64_t MessagesOf(const Graph& guest) {
  std::int64_t messages = 0;
  for (int a = 0; a < guest.axes(); ++a) {
    const std::int64_t length = guest.length(Axis{a});
    messages += guest.size() / length * 2 * (guest.Wraps(Axis{a}) ? length : length - 1);
  }
  return messages;
}

}  // namespace

Diagnostics PipeliningDiagnostics(int pipelining, int elements, const std::string& whole) {
  if (elements % pipelining == 0) return {};
  const auto [below, above] = NearestDivisors(elements, pipelining);
  return {{"--pipelining", std::to_string(pipelining), "does not divide " + whole,
           below == above ? "the nearest divisor is " + std::to_string(below)
                          : "the nearest divisors are " + std::to_string(below) + " and " +
                                std::to_string(above)}};
}

Diagnostics ProgramDiagnostics(const Values& values, const HardwareOptions& hardware,
                               const SimulateOptions& run, const std::optional<Graph>& guest) {
  return ProgramChecks(values, hardware, run, guest).Find();
}

Diagnostics SetDiagnostics(const Values& values, const SimulateOptions& run,
                           const std::optional<Graph>& guest) {
  Diagnostics found;
  if (!values.Bad("--schedule") && run.schedule != ScheduleKind::kNone &&
      run.schedule != ScheduleKind::kList) {
    found.push_back({"--schedule", std::string(ToString(run.schedule)),
                     "schedules tasks, not traffic " + std::string(ToString(run.traffic)),
                     "allowed are none, list"});
  }
  if (!guest || values.Bad("--sets")) return found;
  const bool alike = run.traffic == TrafficKind::kExchange;  // one schedule for all sets
  const std::int64_t messages = MessagesOf(*guest) * (alike ? 1 : run.sets);
  if (messages > kMostMessages) {
    found.push_back({alike ? "--guest" : "--sets",
                     alike ? guest->ToString() : values.Text("--sets"),
                     "asks for up to " + std::to_string(messages) + " messages",
                     "at most " + std::to_string(kMostMessages) + " are kept"});
  }
  return found;
}

}  // namespace toroid
