// astra-sim with a network of toroid. Arguments are those of astra-sim's analytical networks:
//
//   astra_sim_toroid --workload-configuration=all_reduce --system-configuration=ring.json
//     --remote-memory-configuration=none.json --network-configuration=torus_4x4.txt
//
// The file of the network has options of `toroid generate`, and these:
//   --ns-per-cycle N     a cycle, in nanoseconds, such as 1.28; needed
//   --bytes-per-flit N   what a flit carries; needed
//   --npus-count N,...   ranks in each dimension of astra-sim, the one first in which the next rank
//                        is; together the network's nodes. Else one dimension has them all.
#include <toroid.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "astra-sim/common/Logging.hh"
#include "astra-sim/system/Sys.hh"
#include "backend.h"
#include "remote_memory_backend/analytical/AnalyticalRemoteMemory.hh"

namespace {

using toroid_backend::Endpoint;
using toroid_backend::Fabric;
using toroid_backend::Scale;

// By name, without its dashes. What the command line leaves out has astra-sim's defaults.
using Arguments = std::map<std::string, std::string>;

Arguments ArgumentsOf(int argc, char** argv) {
  Arguments arguments = {{"workload-configuration", ""},
                         {"comm-group-configuration", "empty"},
                         {"system-configuration", ""},
                         {"remote-memory-configuration", ""},
                         {"network-configuration", ""},
                         {"logging-configuration", "empty"},
                         {"logging-folder", "log"},
                         {"num-queues-per-dim", "1"},
                         {"comm-scale", "1"},
                         {"injection-scale", "1"},
                         {"rendezvous-protocol", "false"}};
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto known = name.size() > 2 ? arguments.find(name.substr(2)) : arguments.end();
    if (known == arguments.end()) throw std::invalid_argument(word + ": not an option");
    if (equals == std::string::npos && ++i == argc)
      throw std::invalid_argument(word + ": needs a value");
    known->second = equals == std::string::npos ? argv[i] : word.substr(equals + 1);
  }
  for (const auto& [name, value] : arguments)
    if (value.empty()) throw std::invalid_argument("--" + name + ": is needed");
  return arguments;
}

double NumberOf(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(number > 0 && number <= 1e9))
    throw std::invalid_argument(name + ": " + text + ": must be a number above 0, at most 10^9");
  return number;
}

int WholeOf(const std::string& name, const std::string& text) {
  const double number = NumberOf(name, text);
  if (number != std::floor(number))
    throw std::invalid_argument(name + ": " + text + ": must be a whole number");
  return static_cast<int>(number);
}

struct NetworkFile {
  std::string options;  // of toroid
  Scale scale;
  std::vector<int> npus_count;  // empty: one dimension
};

NetworkFile ReadNetwork(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::invalid_argument(path + ": cannot be read");
  NetworkFile network = {};
  for (std::string word, value; file >> word;) {
    if (word == "--ns-per-cycle" && file >> value) {
      network.scale.cycle_picoseconds =
          static_cast<std::uint64_t>(std::llround(1000 * NumberOf(word, value)));
    } else if (word == "--bytes-per-flit" && file >> value) {
      network.scale.flit_bytes = static_cast<std::uint64_t>(WholeOf(word, value));
    } else if (word == "--npus-count" && file >> value) {
      std::istringstream counts(value);
      for (std::string count; std::getline(counts, count, ',');)
        network.npus_count.push_back(WholeOf(word, count));
    } else {
      network.options += word + " ";
    }
  }
  if (network.scale.cycle_picoseconds == 0)
    throw std::invalid_argument(path + ": --ns-per-cycle: is needed, at least 0.001");
  if (network.scale.flit_bytes == 0)
    throw std::invalid_argument(path + ": --bytes-per-flit: is needed");
  return network;
}

struct Close {
  void operator()(toroid_network* network) const { toroid_close(network); }
};
using Network = std::unique_ptr<toroid_network, Close>;

Network Open(const std::string& options) {
  toroid_network* opened = nullptr;
  const toroid_status status = toroid_open(options.c_str(), TOROID_MODEL, &opened);
  Network network(opened);
  if (status != TOROID_OK) throw std::invalid_argument(toroid_error(opened));
  return network;
}

// A rank of astra-sim and its network.
struct Rank {
  std::unique_ptr<Endpoint> endpoint;
  std::unique_ptr<AstraSim::Sys> system;
};

std::vector<Rank> MakeRanks(const Arguments& arguments, const std::vector<int>& npus_count,
                            int ranks, Analytical::AnalyticalRemoteMemory& memory, Fabric& fabric) {
  const std::vector<int> queues(
      npus_count.size(), WholeOf("--num-queues-per-dim", arguments.at("num-queues-per-dim")));
  const double injection = NumberOf("--injection-scale", arguments.at("injection-scale"));
  const double comm = NumberOf("--comm-scale", arguments.at("comm-scale"));
  std::vector<Rank> all;
  for (int rank = 0; rank < ranks; ++rank) {
    Rank one;
    one.endpoint = std::make_unique<Endpoint>(fabric, rank);
    one.system = std::make_unique<AstraSim::Sys>(
        rank, arguments.at("workload-configuration"), arguments.at("comm-group-configuration"),
        arguments.at("system-configuration"), &memory, one.endpoint.get(), npus_count, queues,
        injection, comm, arguments.at("rendezvous-protocol") == "true");
    all.push_back(std::move(one));
  }
  return all;
}

void Run(const Arguments& arguments) {
  NetworkFile file = ReadNetwork(arguments.at("network-configuration"));
  const Network network = Open(file.options);
  const int nodes = static_cast<int>(toroid_nodes(network.get()));
  if (file.npus_count.empty()) file.npus_count = {nodes};
  int left = nodes;
  for (const int count : file.npus_count) left = left % count == 0 ? left / count : 0;
  if (left != 1)
    throw std::invalid_argument("--npus-count: the network has " + std::to_string(nodes) +
                                " nodes");

  AstraSim::LoggerFactory::init(arguments.at("logging-configuration"),
                                arguments.at("logging-folder"));
  Analytical::AnalyticalRemoteMemory memory(arguments.at("remote-memory-configuration"));
  Fabric fabric(network.get(), file.scale);
  const std::vector<Rank> ranks = MakeRanks(arguments, file.npus_count, nodes, memory, fabric);
  for (const Rank& rank : ranks) rank.system->workload->fire();
  const bool right = fabric.Run();
  AstraSim::LoggerFactory::shutdown();
  if (!right) throw std::runtime_error(fabric.fault());
  for (int rank = 0; rank < nodes; ++rank)
    if (!ranks[static_cast<std::size_t>(rank)].endpoint->finished())
      throw std::runtime_error("rank " + std::to_string(rank) + " has not finished");
  std::cout << fabric.sends() << " messages in " << toroid_cycle(network.get()) << " cycles, "
            << fabric.now() << " ns\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Run(ArgumentsOf(argc, argv));
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "astra_sim_toroid: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
