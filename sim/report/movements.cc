#include "sim/report/movements.h"

#include <nlohmann/json.hpp>

namespace toroid {
namespace {

Json TrainJson(const MovementsReport::Train& train) {
  Json numbers = {train.enter, train.count};
  for (const Cycle wait : train.waits) numbers.push_back(wait);
  if (train.stays) numbers.push_back(nullptr);
  return numbers;
}

}  // namespace

Json ToJson(const MovementsReport& movements) {
  Json routes = Json::array();
  for (const auto& route : movements.routes) {
    Json nodes = Json::array();
    for (const NodeId node : route) nodes.push_back(node.value());
    routes.push_back(std::move(nodes));
  }
  Json messages = Json::array();
  for (const auto& message : movements.messages) {
    Json fields = {message.route, message.created};
    for (const auto& train : message.trains) fields.push_back(TrainJson(train));
    messages.push_back(std::move(fields));
  }
  return {{"until", movements.until},
          {"whole", movements.whole},
          {"routes", std::move(routes)},
          {"messages", std::move(messages)}};
}

}  // namespace toroid
