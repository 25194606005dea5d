// A network of libtoroid for tests.
#pragma once

#include <gtest/gtest.h>
#include <toroid.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace toroid::test {

struct Close {
  void operator()(toroid_network* network) const { toroid_close(network); }
};
using Network = std::unique_ptr<toroid_network, Close>;

inline Network Opened(const std::string& options, int engine = TOROID_MODEL) {
  toroid_network* network = nullptr;
  EXPECT_EQ(toroid_open(options.c_str(), engine, &network), TOROID_OK) << toroid_error(network);
  return Network(network);
}

// What has been delivered, in order.
inline std::vector<toroid_message> Taken(toroid_network* network) {
  std::vector<toroid_message> all;
  toroid_message some[7];
  for (std::size_t count = 7; count == 7;) {
    count = toroid_take(network, some, 7);
    all.insert(all.end(), some, some + count);
  }
  return all;
}

// Runs until nothing is under way.
inline std::vector<toroid_message> AllOf(toroid_network* network) {
  toroid_status status = TOROID_DELIVERED;
  while (status == TOROID_DELIVERED) status = toroid_next(network, TOROID_FOREVER);
  EXPECT_EQ(status, TOROID_IDLE) << toroid_error(network);
  EXPECT_EQ(toroid_under_way(network), 0U);
  return Taken(network);
}

}  // namespace toroid::test
