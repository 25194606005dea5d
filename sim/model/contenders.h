// Tables of requests and contenders at a node: the targets that each source may request, and the
// contenders for each output with their positions (R5.4). Equal at every node; numbers as in
// routes.h.
//
// An input offers one flit a cycle (R5.3): input i is link port i with its channels, input ports +
// j the injector of local port j. An output has an arbiter: it is a link port, or ports + j the
// ejector of local port j. By tables each channel of a link has an arbiter of its own (DG7.6):
// output t is target t.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/model/routes.h"

namespace toroid::model {

struct Input {
  std::uint32_t source;  // channel 0's; the others follow
  std::uint32_t channels;
};

struct Contender {
  std::uint32_t input;
  std::uint32_t position;  // not 0
};

struct Output {
  std::uint32_t target;    // channel 0's; the others follow
  std::uint32_t channels;  // that the arbiter serves
  bool is_link;
  std::uint32_t straight;  // of a link: the input whose flits go straight on to it
  std::vector<Contender> turning;
  std::array<std::uint8_t, 32> input_at;  // by position
};

// The output, and the position there, for which a flit in a source contends if it requests a
// target.
struct Bid {
  std::uint8_t output;
  std::uint8_t position;
};

class Contenders {
 public:
  explicit Contenders(const Routes& routes);

  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  // The targets that flits in a source can request.
  const std::vector<std::uint32_t>& RequestsOf(std::uint32_t source) const {
    return requests_[source];
  }
  // Requires `target` in RequestsOf(source).
  Bid BidOf(std::uint32_t source, std::uint32_t target) const {
    return bids_[source * 64 + target];
  }

 private:
  void NumberEnds(const Routes& routes);
  void ListRequests(const Routes& routes);
  void ListContenders(const Routes& routes);
  void ListBids(const Routes& routes);

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<std::vector<std::uint32_t>> requests_;  // by source
  std::vector<Bid> bids_;                             // by source and target
};

}  // namespace toroid::model
