// SystemC gives the clock; the session does the rest at each rising edge. A run of n cycles is n
// such edges, so a testbench of a larger design could hold this module unchanged.
#include "sim/bench/testbench.h"

#include <cstdlib>
#include <systemc>

// The SystemC library's own main calls this; this program has a main of its own.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace toroid {
namespace {

sc_core::sc_time Period() { return {10, sc_core::SC_NS}; }

// One session cycle at each rising edge of the clock. The hardware has a clock of its own, in which
// the cycle is one call, so none is drawn here: a period is an event.
class SessionModule : public sc_core::sc_module {
 public:
  SessionModule(const sc_core::sc_module_name& name, Session& session)
      : sc_core::sc_module(name), session_(session) {
    SC_HAS_PROCESS(SessionModule);
    SC_METHOD(OnClock);
  }

  void Record(EventLog* log) { log_ = log; }

 private:
  // Pausing leaves the clock where it is, so the run can go on later.
  void OnClock() {
    if (session_.done() || session_.stuck()) {
      sc_core::sc_pause();
      return;
    }
    session_.RunCycle(log_);
    next_trigger(Period());
  }

  Session& session_;
  EventLog* log_ = nullptr;
};

}  // namespace

struct Testbench::Modules {
  explicit Modules(Session& session) : module("testbench", session) {}
  SessionModule module;
};

Testbench::Testbench(Session& session) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  modules_ = std::make_unique<Modules>(session);
}
Testbench::~Testbench() = default;

void Testbench::Run(Cycle cycles, EventLog* log) {
  modules_->module.Record(log);
  sc_core::sc_start(Period() * static_cast<double>(cycles));
}

}  // namespace toroid
