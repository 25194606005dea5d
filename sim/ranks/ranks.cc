// mpirun gives each process its number in the environment, before any library is loaded.
#include "sim/ranks/ranks.h"

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "gen/support/files.h"
#include "sim/ranks/mpi/ranks_abi.h"

namespace toroid {
namespace {

std::optional<int> NumberIn(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  int number = 0;
  const std::string_view digits(text);
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
  if (error != std::errc() || end != digits.end()) return std::nullopt;
  return number;
}

// The library's functions, named as in ranks_abi.h.
struct Library {
  template <class F>
  bool Find(const char* name, F*& function) {
    function = reinterpret_cast<F*>(dlsym(handle, name));
    return function != nullptr;
  }
  bool FindAll() {
    return Find("toroid_ranks_abi", abi) && Find("toroid_ranks_join", join) &&
           Find("toroid_ranks_exchange", exchange) && Find("toroid_ranks_leave", leave) &&
           abi() == TOROID_RANKS_ABI;
  }
  void* handle = nullptr;  // never closed: MPI does not begin twice in a process
  decltype(toroid_ranks_abi)* abi = nullptr;
  decltype(toroid_ranks_join)* join = nullptr;
  decltype(toroid_ranks_exchange)* exchange = nullptr;
  decltype(toroid_ranks_leave)* leave = nullptr;
};

class MpiRanks : public Ranks {
 public:
  MpiRanks(const Library& library, RankOfProcess of)
      : Ranks(of.number, of.count), library_(library) {}
  ~MpiRanks() override {
    if (std::uncaught_exceptions() == 0) library_.leave();
  }

  void Exchange(std::vector<Message>& messages) override {
    std::vector<const void*> data;
    std::vector<std::size_t> sizes;
    for (const Message& message : messages) {
      data.push_back(message.bytes().data());
      sizes.push_back(message.bytes().size());
    }
    received_.resize(messages.size());
    const auto room = [](void* received, int from, std::size_t size) -> void* {
      auto& all = *static_cast<std::vector<Message>*>(received);
      return all[static_cast<std::size_t>(from)].Resize(size);
    };
    library_.exchange(data.data(), sizes.data(), room, &received_);
    std::swap(received_[static_cast<std::size_t>(number())],
              messages[static_cast<std::size_t>(number())]);
    messages.swap(received_);
  }

 private:
  Library library_;
  std::vector<Message> received_;  // buffers kept for reuse
};

}  // namespace

std::optional<RankOfProcess> RankFromEnvironment() {
  const auto number = NumberIn("OMPI_COMM_WORLD_RANK");
  const auto count = NumberIn("OMPI_COMM_WORLD_SIZE");
  if (!number || !count || *count < 2 || *number < 0 || *number >= *count) return std::nullopt;
  return RankOfProcess{*number, *count};
}

Result<std::unique_ptr<Ranks>> JoinRanks() {
  const std::filesystem::path path = SharedFolder("ranks") / "toroid_ranks.so";
  Library library;
  library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library.handle == nullptr) {
    std::error_code error;
    const bool built = std::filesystem::exists(path, error);
    return Diagnostic{"mpirun", "",
                      built ? std::string("Open MPI cannot be loaded: ") + dlerror()
                            : "this toroid was built without Open MPI",
                      "start toroid without mpirun, or build it where libopenmpi-dev is installed",
                      Fault::kUnable};
  }
  if (!library.FindAll()) {
    return Diagnostic{"mpirun", "", path.string() + " is of another version",
                      "install toroid as a whole", Fault::kUnable};
  }
  RankOfProcess of{};
  library.join(&of.number, &of.count);
  return std::unique_ptr<Ranks>(std::make_unique<MpiRanks>(library, of));
}

}  // namespace toroid
