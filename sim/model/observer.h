// Who is shown the inside of the model.
#pragma once

namespace toroid::model {

struct Network;

class Observer {
 public:
  virtual ~Observer() = default;
  // Before each Step: the state at the start of the cycle. What local ports do in it shows only in
  // the next.
  virtual void See(const Network& network) = 0;
};

}  // namespace toroid::model
