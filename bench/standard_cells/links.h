// Nodes and links of the network. Directions are those of ports: 2 * axis, + 1 for minus.

constexpr std::array kLengths{LENGTHS};
constexpr int kNodes = 64 * BLOCKS;
constexpr int kAxes = kLengths.size();

// What a step on the axis adds to a node's number. Axis 0 has the highest bits.
int Below(int axis) {
  int below = 1;
  for (int other = kAxes - 1; other > axis; --other) below *= kLengths[other];
  return below;
}

// The node `steps` links away, or -1 beyond the edge of a mesh.
int Away(int node, int direction, int steps) {
  const int below = Below(direction / 2);
  const int length = kLengths[direction / 2];
  const int place = node / below % length;
  int there = place + (direction % 2 == 0 ? steps : -steps);
  if (there < 0 || there >= length) {
    if (!WRAPS) return -1;
    there = (there + length) % length;
  }
  return node + (there - place) * below;
}

// The link by which a flit leaves, or -1 if both ways are as long.
int FirstLink(int from, int to) {
  for (int axis = 0; axis < kAxes; ++axis) {
    const int length = kLengths[axis];
    const int difference = to / Below(axis) % length - from / Below(axis) % length;
    if (difference == 0) continue;
    if (!WRAPS) return 2 * axis + (difference < 0);
    const int plus = (difference + length) % length;
    return 2 * plus == length ? -1 : 2 * axis + (2 * plus > length);
  }
  return -1;
}
