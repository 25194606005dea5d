#include "gen/schedule/makers.h"
#include "gen/schedule/window.h"

namespace toroid {

ScheduledMessage MessageOf(const Embedding& embedding, const MessageRoutes& routes, NodeId process,
                           int cube_dimension) {
  ScheduledMessage message =
      MessageBetween(embedding, routes, process, PartnerOf(process, cube_dimension));
  message.cube_dimension = CubeDim{cube_dimension};
  return message;
}

void OfferAtOnce(const Embedding& embedding, const MessageRoutes& routes, Schedule& schedule,
                 const Progress& progress) {
  const Graph& host = embedding.host();
  Stage stage(progress, "making the schedule", host.size());
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    stage.Tick();
    for (int k = schedule.task.first; k < schedule.task.first + schedule.task.count; ++k) {
      for (const NodeId process : embedding.GuestsOf(NodeId{n})) {
        if (embedding.HostOf(PartnerOf(process, k)) == NodeId{n}) {
          schedule.local.emplace_back(process, PartnerOf(process, k));
          continue;
        }
        ScheduledMessage message = MessageOf(embedding, routes, process, k);
        if (schedule.kind == ScheduleKind::kNone) message.step = 0;
        schedule.messages.push_back(message);
      }
    }
  }
}

}  // namespace toroid
