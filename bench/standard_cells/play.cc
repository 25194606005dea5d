// Plays what was recorded at the ports of a module into its netlist of standard cells (place.inc),
// and counts how often each net toggles. All outputs must be as recorded.
//
// A recording begins with its ports: their number, then of each its name, whether it is an output,
// and its bits. A line for each cycle follows, the bits of all ports from bit 0 of the first on,
// then data beats that move in that cycle. Counting begins after so many cycles.
//
// Usage: play RECORDING CYCLES
//
// Prints what network.cc prints, with beats for flits.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "words.h"

namespace {

std::vector<Port> kPorts;

#include "place.h"

// Reads the ports; their nets are the places of their bits in a line.
int ReadPorts(std::ifstream& file) {
  int ports = 0;
  int bits = 0;
  for (file >> ports; ports > 0; --ports) {
    Port port{};
    int width = 0;
    file >> port.name >> port.output >> width;
    for (; width > 0; --width) port.nets.push_back(bits++);
    kPorts.push_back(port);
  }
  return bits;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::ifstream file(argv[1]);
  const int bits = ReadPorts(file);
  place::Node node(0);
  std::vector<Word> seen(bits);
  std::string line;
  long beats = 0;
  long counted = 0;
  long cycle = 0;
  for (long moved = 0; file >> line >> moved; ++cycle) {
    for (int bit = 0; bit < bits; ++bit) seen[bit].b[0] = line[bit] == '1';
    const bool counting = cycle >= std::atol(argv[2]);
    node.Cycle(seen, counting);
    counted += counting;
    beats += counting ? moved : 0;
  }
  node.Print(counted, beats);
  if (!node.Same() || counted == 0) {
    std::fprintf(stderr, "the netlist does something else\n");
    return 1;
  }
  return 0;
}
