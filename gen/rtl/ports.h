// The ports of node, top and router, in the order of their declarations. The router's have no text:
// the library documents them itself.
#pragma once

#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// The node's ports, with those that its layers add (gen/rtl/layer.h); the top has those of every
// node side by side.
std::vector<ModulePort> NodePorts(const Plan& plan, const Layers& layers);
std::vector<ModulePort> TopPorts(const Plan& plan, const Layers& layers);
std::vector<ModulePort> RouterPorts(const Plan& plan);  // as the node sets the router's parameters

// The ports of one injector and ejector: two streams, and `error` of buffered routers.
std::vector<ModulePort> StreamPorts(const Plan& plan, const Layers& layers);

// The ports of NodePorts for the node's injectors and ejectors.
std::vector<ModulePort> LocalPortsOfNode(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
