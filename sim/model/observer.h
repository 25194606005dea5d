// Interface of observers of the model's state.
#pragma once

namespace toroid::model {

struct Network;

class Observer {
 public:
  virtual ~Observer() = default;
  // Called before each Step with the state at the start of the cycle. Actions of local ports in it
  // show only in the next.
  virtual void See(const Network& network) = 0;
};

}  // namespace toroid::model
