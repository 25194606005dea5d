// What carries messages: the model, which names the flits that come out, or streams, whose beats
// tell which packet they are of, as packets between two nodes arrive in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/platform/engine.h"
#include "sim/trace/trace.h"

namespace toroid {

// Within a cycle: take what is offered, let flits enter, then Step.
class MessageEngine {
 public:
  virtual ~MessageEngine() = default;
  virtual bool Ready(std::uint32_t stream) const = 0;
  // Requires Ready.
  virtual void Enter(std::uint32_t stream, const Packet& packet, const FlitRef& flit) = 0;
  // The streams that offer a flit, ascending. Valid until Step.
  virtual std::span<const std::uint32_t> Offering() const = 0;
  // Takes what the stream offers; nothing if it is no flit that has to come out there now.
  virtual std::optional<FlitRef> Take(std::uint32_t stream) = 0;
  // Ends the cycle; returns the number of flits that crossed links in it.
  virtual std::size_t Step() = 0;
};

// Both in cycle 0; `plan` must outlive them. Diagnostics are those of MakeEngine.
Result<std::unique_ptr<MessageEngine>> MakeMessageEngine(const Plan& plan, NetworkEngine engine);
std::unique_ptr<MessageEngine> MessagesOnStreams(const Plan& plan,
                                                 std::unique_ptr<PlatformEngine> streams);

}  // namespace toroid
