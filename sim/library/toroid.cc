// The C interface: checks what C cannot, turns diagnostics into texts, and lets no exception out.
#include "sim/library/include/toroid.h"

#include <dlfcn.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/library/message_network.h"

using toroid::Diagnostic;
using toroid::Diagnostics;
using toroid::MessageNetwork;
using toroid::Plan;
using toroid::Result;

struct toroid_network {
  std::optional<Plan> plan;
  std::optional<MessageNetwork> messages;  // none: it could not be made
  std::deque<toroid_message> delivered;
  void (*call)(void*, const toroid_message*) = nullptr;
  void* context = nullptr;
  bool running = false;              // within toroid_advance or toroid_next
  toroid_status broken = TOROID_OK;  // what it answers to everything, if not this
  std::string text;
};

namespace {

// Texts and statuses. A network that could not be made, or whose hardware is wrong, stays so.
toroid_status Tell(toroid_network& network, const Diagnostics& found) {
  std::string text;
  for (const Diagnostic& one : found) text += (text.empty() ? "" : "\n") + ToString(one);
  network.text = std::move(text);
  return toroid::ExitCodeOf(found) == 2 ? TOROID_REFUSED : TOROID_FAILED;
}
toroid_status Break(toroid_network& network, const Diagnostics& found) {
  return network.broken = Tell(network, found);
}

// Does the work of a call that changes the network.
template <class Work>
toroid_status Do(toroid_network* network, Work work) noexcept {
  if (network == nullptr) return TOROID_REFUSED;
  if (network->broken != TOROID_OK) return network->broken;
  try {
    return work(*network);
  } catch (...) {
    network->broken = TOROID_FAILED;
    try {
      Tell(*network, {toroid::FailureCaught()});
    } catch (...) {
      network->text.clear();  // no memory for it
    }
    return TOROID_FAILED;
  }
}

toroid_status StatusOf(toroid_network& network, const Diagnostics& found) {
  return found.empty() ? TOROID_OK : Tell(network, found);
}

toroid_message ForCallers(const MessageNetwork::Message& message) {
  return {message.tag,      message.source,  message.destination, message.flits,
          message.injected, message.entered, message.delivered};
}

void Deliver(toroid_network& network, const MessageNetwork::Message& message) {
  const toroid_message told = ForCallers(message);
  if (network.call != nullptr) {
    network.call(network.context, &told);
  } else {
    network.delivered.push_back(told);
  }
}

// The library finds templates and simulation sources from where it is itself: in share/toroid
// beside its folder.
void FindSharedFolders() {
  static const bool found = [] {
    Dl_info where{};
    if (dladdr(reinterpret_cast<void*>(&toroid_open), &where) == 0) return false;
    const std::filesystem::path library = std::filesystem::canonical(where.dli_fname);
    toroid::UseSharedFoldersOf(library.parent_path().parent_path() / "share" / "toroid");
    return true;
  }();
  static_cast<void>(found);
}

std::optional<toroid::NetworkEngine> EngineOf(int engine) {
  switch (engine) {
    case TOROID_MODEL: return toroid::NetworkEngine::kModel;
    case TOROID_NODES: return toroid::NetworkEngine::kNodes;
    case TOROID_LANES: return toroid::NetworkEngine::kLanes;
    case TOROID_FLAT: return toroid::NetworkEngine::kFlat;
    default: return std::nullopt;
  }
}

Diagnostics Open(toroid_network& network, const char* options, int engine_number) {
  const auto kind = EngineOf(engine_number);
  Diagnostics found;
  if (!kind)
    found.push_back({"engine", std::to_string(engine_number), "is unknown",
                     "TOROID_MODEL, TOROID_NODES, TOROID_LANES or TOROID_FLAT"});
  if (options == nullptr)
    found.push_back({"options", "NULL", "are no text", "\"--host torus:8x8\""});
  if (!found.empty()) return found;
  FindSharedFolders();
  auto plan = toroid::PlanOf(toroid::FromOptions(options));
  if (!plan) return plan.diagnostics();
  network.plan.emplace(std::move(plan).value());
  auto engine = toroid::MakeMessageEngine(*network.plan, *kind);
  if (!engine) return engine.diagnostics();
  network.messages.emplace(
      *network.plan, std::move(engine).value(),
      [&network](const MessageNetwork::Message& message) { Deliver(network, message); });
  return {};
}

toroid_status StatusOf(toroid_network& network, const Result<MessageNetwork::Stop>& stop) {
  if (!stop) return Break(network, stop.diagnostics());
  switch (*stop) {
    case MessageNetwork::Stop::kCycle: return TOROID_OK;
    case MessageNetwork::Stop::kDelivered: return TOROID_DELIVERED;
    case MessageNetwork::Stop::kIdle: return TOROID_IDLE;
    case MessageNetwork::Stop::kStuck: break;
  }
  network.text = network.messages->Standstill();
  return TOROID_STUCK;
}

Diagnostics WithinACall(const char* function) {
  return {{function, "", "is called while the network runs", "toroid_inject, and what only reads"}};
}

Diagnostics FaultsOfCycle(int64_t cycle, int64_t now, int64_t last) {
  if (now <= cycle && cycle <= last) return {};
  return {{"cycle", std::to_string(cycle),
           "is out of range; the network is in cycle " + std::to_string(now),
           "allowed are whole numbers from there to " + std::to_string(last)}};
}

// Runs the network to a cycle of at most `last`.
template <class Run>
toroid_status RunTo(toroid_network* network, const char* function, int64_t cycle, int64_t last,
                    Run run) noexcept {
  return Do(network, [&](toroid_network& of) {
    if (of.running) return Tell(of, WithinACall(function));
    const Diagnostics found = FaultsOfCycle(cycle, of.messages->now(), last);
    if (!found.empty()) return Tell(of, found);
    of.running = true;
    const struct Ran {
      bool& running;
      ~Ran() { running = false; }
    } ran{of.running};
    return StatusOf(of, run(*of.messages));
  });
}

}  // namespace

const char* toroid_version(void) { return toroid::kToolVersion.data(); }

toroid_status toroid_open(const char* options, int engine, toroid_network** network) {
  if (network == nullptr) return TOROID_REFUSED;
  *network = new (std::nothrow) toroid_network;
  if (*network == nullptr) return TOROID_FAILED;
  return Do(*network, [&](toroid_network& opened) {
    const Diagnostics found = Open(opened, options, engine);
    return found.empty() ? TOROID_OK : Break(opened, found);
  });
}

void toroid_close(toroid_network* network) { delete network; }

const char* toroid_error(const toroid_network* network) {
  return network == nullptr ? "" : network->text.c_str();
}

uint32_t toroid_nodes(const toroid_network* network) {
  return network && network->messages ? network->messages->nodes() : 0;
}
int64_t toroid_cycle(const toroid_network* network) {
  return network && network->messages ? network->messages->now() : 0;
}
uint64_t toroid_under_way(const toroid_network* network) {
  return network && network->messages ? network->messages->under_way() : 0;
}

toroid_status toroid_inject(toroid_network* network, uint32_t source, uint32_t destination,
                            uint32_t flits, uint64_t tag, int64_t cycle) {
  return Do(network, [&](toroid_network& of) {
    return StatusOf(of, of.messages->Inject({.tag = tag,
                                             .source = source,
                                             .destination = destination,
                                             .flits = flits,
                                             .injected = cycle}));
  });
}

toroid_status toroid_advance(toroid_network* network, int64_t cycle) {
  return RunTo(network, __func__, cycle, MessageNetwork::kLastCycle,
               [&](MessageNetwork& messages) { return messages.Advance(cycle); });
}

toroid_status toroid_next(toroid_network* network, int64_t limit) {
  return RunTo(network, __func__, limit, TOROID_FOREVER,
               [&](MessageNetwork& messages) { return messages.Next(limit); });
}

size_t toroid_take(toroid_network* network, toroid_message* messages, size_t most) {
  if (network == nullptr || messages == nullptr) return 0;
  size_t taken = 0;
  for (; taken < most && !network->delivered.empty(); ++taken) {
    messages[taken] = network->delivered.front();
    network->delivered.pop_front();
  }
  return taken;
}

void toroid_on_delivery(toroid_network* network,
                        void (*call)(void* context, const toroid_message* message), void* context) {
  if (network == nullptr) return;
  network->call = call;
  network->context = context;
}

toroid_status toroid_hold(toroid_network* network, uint32_t node, int hold) {
  return Do(network, [&](toroid_network& of) {
    if (of.running) return Tell(of, WithinACall("toroid_hold"));
    return StatusOf(of, of.messages->Hold(node, hold != 0));
  });
}

size_t toroid_links(const toroid_network* network, toroid_link* links, size_t most) {
  if (network == nullptr || !network->messages) return 0;
  try {
    const auto all = network->messages->Links();
    for (size_t i = 0; i < std::min(most, all.size()) && links != nullptr; ++i)
      links[i] = {all[i].from.value(), all[i].to.value(), all[i].load};
    return all.size();
  } catch (...) {
    return 0;  // no memory
  }
}
