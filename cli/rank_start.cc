// Every process sends its state to all, and each decides alike from the states of all.
#include "cli/rank_start.h"

#include <unistd.h>

#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace toroid {
namespace {

// State of a process.
struct Standing {
  bool ready;
  int code;
  std::string said;
  std::string run;
};

Message Packed(const Standing& standing) {
  Message message;
  message.Put(standing.ready);
  message.Put(standing.code);
  message.PutText(standing.said);
  message.PutText(standing.run);
  return message;
}

Standing Unpacked(Message& message) {
  Standing standing{};
  standing.ready = message.Take<bool>();
  standing.code = message.Take<int>();
  standing.said = message.TakeText();
  standing.run = message.TakeText();
  return standing;
}

}  // namespace

Result<std::unique_ptr<Ranks>> JoinInTime(std::ostream& err) {
  std::promise<void> joined;
  std::thread limit([&err, over = joined.get_future()] {
    if (over.wait_for(std::chrono::minutes(1)) == std::future_status::ready) return;
    PrintDiagnostics({{"mpirun", "", "not all of its processes came to the simulation in a minute",
                       "give all of them one command line, of simulate"}},
                     err, kFailed);
    err.flush();
    _exit(kFailed);
  });
  auto ranks = JoinRanks();
  joined.set_value();
  limit.join();
  return ranks;
}

RankStart::RankStart(Ranks& ranks, std::ostream& out, std::ostream& err)
    : ranks_(ranks), out_(out), err_(err) {}

bool RankStart::Agree(bool ready, int code, const std::string& run) {
  agreed_ = true;
  for (Message& message : ranks_.Gather(Packed({ready, code, said_.str(), run}))) {
    const Standing other = Unpacked(message);
    if (!other.ready) {
      refused_ = other.code;
      if (ranks_.first()) err_ << other.said;
      return false;
    }
    if (ready && other.run != run) {
      refused_ = PrintDiagnostics(
          {{"mpirun", "", "its processes were asked for different simulations",
            "give all of them one command line, and files that are the same on all machines"}},
          err(), kBadInput);
      return false;
    }
  }
  return true;
}

bool RankStart::Begin(const std::string& run) { return Agree(true, kDone, run); }

int RankStart::End(int code) {
  if (!agreed_) Agree(false, code, "");
  if (!ranks_.first()) return kDone;
  return refused_ != kDone ? refused_ : code;
}

}  // namespace toroid
