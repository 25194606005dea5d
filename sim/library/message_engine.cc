#include "sim/library/message_engine.h"

#include <array>
#include <utility>
#include <vector>

#include "gen/plan/wire_addresses.h"
#include "sim/model/model.h"
#include "sim/packets/in_flight.h"

namespace toroid {
namespace {

class ModelMessages : public MessageEngine {
 public:
  explicit ModelMessages(const Plan& plan) : model_(plan) {}
  bool Ready(std::uint32_t stream) const override { return model_.InjectReady(stream); }
  void Enter(std::uint32_t stream, const Packet& packet, const FlitRef& flit) override {
    model_.Inject(stream, flit, packet.destination);
  }
  std::span<const std::uint32_t> Offering() const override { return model_.Ejecting(); }
  std::optional<FlitRef> Take(std::uint32_t stream) override {
    const FlitRef flit = *model_.EjectHead(stream);
    model_.Accept(stream);
    return flit;
  }
  std::size_t Step() override { return model_.Step(); }

 private:
  Model model_;
};

class StreamMessages : public MessageEngine {
 public:
  StreamMessages(const Plan& plan, std::unique_ptr<PlatformEngine> streams)
      : ports_(static_cast<std::uint32_t>(plan.local_ports())),
        addresses_(plan),
        streams_(std::move(streams)),
        in_flight_(plan.host().size()),
        arriving_(std::size_t{plan.host().size()} * ports_) {}

  bool Ready(std::uint32_t stream) const override { return streams_->Ready(stream); }
  void Enter(std::uint32_t stream, const Packet& packet, const FlitRef& flit) override {
    static constexpr std::array<std::uint32_t, kMostPayloadWords> kNothing = {};
    if (flit.head()) {
      in_flight_.Add(packet.destination.value(), {packet.source.value(), flit.slot});
      Keep(flit.slot, packet.flits);
    }
    streams_->Inject(stream,
                     {kNothing.data(), addresses_.Of(packet.destination, packet.destination_rank),
                      packet.source_rank, flit.tail});
  }
  std::span<const std::uint32_t> Offering() const override { return streams_->Offering(); }
  std::optional<FlitRef> Take(std::uint32_t stream) override {
    const NetworkCore::Beat beat = streams_->Offered(stream);
    FlitRef& next = arriving_[stream];
    if (next.head()) next.slot = FirstFrom(beat.address, stream / ports_);
    streams_->Accept(stream);
    if (next.slot == PacketTable::kNone) return std::nullopt;
    next.tail = next.index + 1 == flits_[next.slot];
    if (next.tail != beat.last) return std::nullopt;
    return std::exchange(next, next.tail ? FlitRef{} : FlitRef{next.slot, next.index + 1, false});
  }
  std::size_t Step() override { return streams_->Step(); }

 private:
  void Keep(std::uint32_t slot, std::uint32_t flits) {
    if (slot >= flits_.size()) flits_.resize(slot + 1);
    flits_[slot] = flits;
  }
  // The slot of the next packet from there to this node.
  std::uint32_t FirstFrom(std::uint32_t address, std::uint32_t node) {
    const std::optional<std::uint32_t> source = addresses_.NodeOf(address);
    if (!source) return PacketTable::kNone;
    return in_flight_.TakeFirst(node, *source, [](std::uint32_t) { return true; });
  }

  std::uint32_t ports_;
  WireAddresses addresses_;
  std::unique_ptr<PlatformEngine> streams_;
  InFlight in_flight_;
  std::vector<std::uint32_t> flits_;  // of the packet, by slot
  std::vector<FlitRef> arriving_;     // by stream: the flit that comes out next
};

}  // namespace

Result<std::unique_ptr<MessageEngine>> MakeMessageEngine(const Plan& plan, NetworkEngine engine) {
  if (engine == NetworkEngine::kModel)
    return std::unique_ptr<MessageEngine>(std::make_unique<ModelMessages>(plan));
  auto streams = MakeEngine(plan, engine);
  if (!streams) return streams.diagnostics();
  return MessagesOnStreams(plan, std::move(streams).value());
}

std::unique_ptr<MessageEngine> MessagesOnStreams(const Plan& plan,
                                                 std::unique_ptr<PlatformEngine> streams) {
  return std::make_unique<StreamMessages>(plan, std::move(streams));
}

}  // namespace toroid
