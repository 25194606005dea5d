// A second statement of the rules in docs/cli.md: which options go together, and the values that
// each allows. Everything that no rule here names is drawn freely.
#include "tests/fuzz/valid.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <set>

#include "tests/fuzz/input_files.h"

namespace toroid::fuzz {
namespace {

// Options that rules below set, or leave out, by themselves.
const std::set<std::string, std::less<>> kRuled = {
    "--host",           "--guest",          "--embedding",     "--bit-order",
    "--walk",           "--dilation",       "--partition",     "--base",
    "--flit-width",     "--ports",          "--address",       "--atu-stages",
    "--translation",    "--name",           "--relay",         "--out",
    "--traffic",        "--elements",       "--pipelining",    "--method",
    "--task",           "--block-flits",    "--schedule",      "--steps",
    "--message-flits",  "--engine",         "--time-limit",    "--rtl",
    "--wave",           "--config",         "--help",          "--watchdog",
    "--cycles",         "--rate",           "--sets",          "--sink-ready",
    "--packet-flits",   "--warmup",         "--batches",       "--drain",
    "--latency-limit",  "--jobs",           "--results",       "--plot",
    "--merge",          "--hotspot",        "--router",        "--barrier",
    "--barrier-cycles", "--trace",          "--calc-factor",   "--export",
    "--root",           "--collective",     "--report",        "--threads",
    "--target",         "--storage",        "--classes",       "--moved-from",
    "--link-stages",    "--startup",        "--release",       "--by-block",
    "--counters",       "--protect",        "--coverage",      "--split",
    "--tkeep",          "--flows",          "--user-bits",     "--node-clocks",
    "--processes",      "--schedule-units", "--load",          "--help-all",
    "--local",          "--routes",         "--dead-links",    "--dead-nodes",
    "--draws",          "--rank-groups",    "--ops-per-cycle", "--bytes-per-cycle",
    "--in-network"};

std::string Joined(const std::vector<int>& numbers, const char* separator) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : separator) + std::to_string(number);
  return text;
}

class Maker {
 public:
  Maker(Dice& dice, std::string out) : dice_(dice), out_(std::move(out)) {}

  Valid Make() {
    line_.command =
        dice_.Pick(std::vector<Command>(NetworkCommands().begin(), NetworkCommands().end()));
    switch (line_.command) {
      case Command::kMap: MakeMap(); break;
      case Command::kSchedule: MakeSchedule(); break;
      case Command::kGenerate: MakeGenerate(); break;
      case Command::kSimulate: MakeSimulate(); break;
      case Command::kSweep: MakeSweep(); break;
      case Command::kCheck: MakeCheck(); break;
      case Command::kCost: MakeCost(); break;
      default: assert(false);
    }
    SetFreeOptions();
    SetDeadParts();
    SetBuffers();
    SetImages();
    SetProcesses();
    SetWrap();
    SetLinkStages();
    SetProtection();
    SetLocal();
    if (Takes(line_.command, *FindOption("--report")) && !line_.Has("--by-block") && dice_.OneIn(8))
      line_.Set("--report", out_ + ".html");
    MoveToFile();
    return valid_;
  }

 private:
  bool Maybe() { return dice_.OneIn(3); }

  void Use(Network network) {
    network_ = std::move(network);
    line_.Set("--host", network_.host.Text(dice_));
    if (!network_.guest) return;
    line_.Set("--guest", network_.guest->Text(dice_));
    line_.Set("--embedding", network_.embedding);
    if (network_.box) line_.Set("--partition", Joined(*network_.box, "x"));
  }

  // Options of embeddings, for the commands that take them.
  void SetChoices() {
    if (network_.HasBitOrder() && Maybe())
      line_.Set("--bit-order", dice_.Word({"block", "cyclic"}));
    if (network_.ChoosesWalks() && dice_.OneIn(2))
      line_.Set("--walk", dice_.Word({"line", "fold", "ring"}));
    if (network_.SharesCubeNodes() && dice_.OneIn(2))
      line_.Set("--dilation", std::to_string(dice_.Between(1, 3)));
  }

  void MakeMap() {
    const bool box = dice_.OneIn(4);
    Use(box ? InBox(dice_) : OfAnyGuest(dice_));
    if (box && Maybe()) SetBase();
    SetChoices();
  }

  // ---- tasks and schedules ----

  int Dimensions() const { return network_.guest->axes(); }

  void SetTask() {
    const int first = dice_.Below(Dimensions());
    task_count_ = dice_.Between(1, Dimensions() - first);
    line_.Set("--task", std::to_string(first) + "," + std::to_string(task_count_));
  }

  // Options of schedules by formula: on several axes they need the cyclic order.
  void SetOrderOfFormula() {
    if (!Maybe()) return;
    const bool any = network_.host.axes() == 1;
    line_.Set("--bit-order", any ? dice_.Word({"block", "cyclic"}) : "cyclic");
  }

  std::string Formula() {
    // with four axes some tasks have too few steps for calmant (schedules.md S3.7)
    const bool calmant = network_.host.IsCube() ||
                         (network_.host.family == Family::kMesh && network_.host.axes() < 4);
    return calmant ? dice_.Word({"calmant", "offset", "stream"}) : dice_.Word({"offset", "stream"});
  }

  // Whether `stream` goes axis by axis on one port: CO1.2 of docs/spec/cost.md.
  bool StreamsAlone(int most_of_a_task) const {
    const bool ring_of_4 =
        network_.host.family == Family::kTorus && network_.host.lengths == std::vector<int>{4};
    return most_of_a_task == 1 || (network_.host.axes() == 1 && !ring_of_4);
  }

  // For schedule, check and simulate: a task on one port may be `exact`, and anything `list`.
  void SetSchedule(bool of_a_task, bool none_too) {
    const std::string ports = dice_.Word({"", "one", "all"});
    if (!ports.empty()) line_.Set("--ports", ports);
    const bool formula = network_.HasFormula() && !dice_.OneIn(4);
    std::string schedule = none_too && dice_.OneIn(3) ? "none" : "list";
    if (formula) schedule = Formula();
    if (of_a_task && ports != "all" && network_.HasFormula() && dice_.OneIn(4)) {
      schedule = "exact";
      SetExact();
    }
    line_.Set("--schedule", schedule);
    if (schedule == "none" || schedule == "list") {
      if (network_.HasBitOrder() && Maybe())
        line_.Set("--bit-order", dice_.Word({"block", "cyclic"}));
    } else {
      SetOrderOfFormula();
    }
  }

  // A number of steps at least that of a formula; with fewer than a node has messages there is no
  // schedule, and for generate no request.
  void SetExact() {
    const bool impossible =
        line_.command != Command::kGenerate && task_count_ > 1 && dice_.OneIn(2);
    line_.Set("--steps", impossible ? std::to_string(dice_.Between(1, task_count_ - 1)) : "1000");
    if (Maybe()) line_.Set("--time-limit", std::to_string(dice_.Between(0, 60)));
    if (impossible) valid_.code = 1;
  }

  void MakeSchedule() {
    if (dice_.OneIn(10)) return MakeScheduleBesideDeadNode();
    Use(dice_.OneIn(5) ? OfProcesses(dice_) : OfCube(dice_, !dice_.OneIn(3)));
    SetTask();
    SetSchedule(true, true);
    SetMessageFlits();
  }

  // Guest node n is on node n, and the last node holds none.
  void MakeScheduleBesideDeadNode() {
    const int axes = dice_.Between(1, 3);
    const auto cube = [](int of) {
      return Shape{Family::kCube, std::vector<int>(static_cast<std::size_t>(of), 2)};
    };
    Use({cube(axes + 1), cube(axes), "gray", std::nullopt});
    SetTask();
    line_.Set("--schedule", dice_.Word({"none", "list"}));
    line_.Set("--dead-nodes", std::to_string(network_.host.size() - 1));
  }

  void SetMessageFlits() {
    if (dice_.OneIn(2)) line_.Set("--message-flits", std::to_string(dice_.Between(1, 12)));
  }

  // Neither a corner nor, on two axes and more, a link parts the others.
  void MakeCheckOfRoutes() {
    Use(Alone(dice_));
    line_.Set("--routes");
    KillSome();
  }

  // Of sinks without a limit, which are safe.
  void MakeCheckOfFlows() {
    Use(Alone(dice_));
    line_.Set("--flows", out_ + ".csv");
    if (Maybe()) line_.Set("--out", out_ + "-run.csv");
    std::ofstream(out_ + ".csv") << TableText(dice_, network_.host.size());
  }

  int BoxSize() const {
    int size = 1;
    for (const int length : *network_.box) size *= length;
    return size;
  }

  // What plans without hardware know of: a corner outside a box that can be mirrored, or be no
  // root.
  void SetDeadPartsOfPlans() {
    const std::string schedule = line_.Get("--schedule");
    const bool schedules =
        line_.command == Command::kSchedule && (schedule == "none" || schedule == "list");
    const bool costs = line_.command == Command::kCost && line_.Has("--collective");
    if (line_.command != Command::kMap && !schedules && !costs && !SendsByAnyRoutes()) return;
    if (line_.Has("--dead-nodes") || !dice_.OneIn(3)) return;
    const Shape& host = network_.host;
    const bool spare = costs || (network_.box && BoxSize() < host.size());
    if (spare && host.size() > 3 && dice_.OneIn(2))
      return line_.Set("--dead-nodes", std::to_string(host.size() - 1));
    if (host.lengths.size() > 1)
      line_.Set("--dead-links", dice_.Word({"0-1", "1-0", "0>1", "0>1,1>0"}));
  }

  // Traffic between guest nodes without what needs dimension order.
  bool SendsByAnyRoutes() const {
    if (line_.command != Command::kSimulate || !network_.guest || !MayHaveTables()) return false;
    const std::string schedule = line_.Get("--schedule"), method = line_.Get("--method");
    const bool any = schedule.empty() || schedule == "none" || schedule == "list";
    const bool of_guest = line_.Has("--sets") || line_.Has("--task") || method == "direct" ||
                          method == "ring" || method == "binary" || method == "cc-cube";
    return any && of_guest && !line_.Has("--relay") && !line_.Has("--schedule-units");
  }

  bool HasBarrier() const { return line_.Get("--barrier") == "hardware"; }

  bool MayHaveTables() const {
    return line_.Get("--router") != "scheduled" && !HasBarrier() && !line_.Has("--in-network");
  }

  // Of a network without a guest, with buffers, and traffic that knows of dead nodes.
  void SetDeadParts() {
    SetDeadPartsOfPlans();
    const bool knows = line_.command == Command::kGenerate || line_.command == Command::kSweep ||
                       (line_.command == Command::kSimulate && line_.Has("--rate"));
    if (!knows || network_.guest || network_.box || !dice_.OneIn(4)) return;
    if (!MayHaveTables()) return;
    if (line_.command != Command::kSweep || dice_.OneIn(2)) return KillSome();
    if (network_.host.lengths.size() < 2 || network_.host.size() < 6) return;
    line_.Set("--dead-links", dice_.Word({"random:1", "none,random:1"}));
    if (dice_.OneIn(2)) line_.Set("--draws", std::to_string(dice_.Between(1, 3)));
  }

  void KillSome() {
    const int nodes = network_.host.size();
    if (nodes > 2 && Maybe()) {
      line_.Set("--dead-nodes", std::to_string(dice_.OneIn(2) ? 0 : nodes - 1));
    } else if (network_.host.lengths.size() > 1 && Maybe()) {
      line_.Set("--dead-links", dice_.Word({"0-1", "1-0", "0>1", "0>1,1>0"}));
    }
  }

  void MakeCheck() {
    if (dice_.OneIn(6)) return MakeCheckOfRoutes();
    if (dice_.OneIn(6)) return MakeCheckOfCollective();
    if (dice_.OneIn(6)) return MakeCheckOfFlows();
    if (dice_.OneIn(2)) {
      Use(OfCube(dice_, !dice_.OneIn(3)));
      SetTask();
      SetSchedule(true, false);
      SetMessageFlits();
      if (Maybe()) {
        line_.Set("--router", "scheduled");
        line_.Set("--without", "netlist");  // seconds of Yosys otherwise
        if (Maybe()) line_.Set("--barrier", "assumed");
        return;
      }
    } else {
      Use(dice_.OneIn(3) ? Alone(dice_) : OfAnyGuest(dice_));
      SetChoices();
    }
    if (!dice_.OneIn(3)) return;
    line_.Set("--without", "dateline");
    const bool wraps = network_.host.family == Family::kTorus;
    if (wraps && std::ranges::max(network_.host.lengths) >= 5) valid_.code = 1;
  }

  void SetCollectiveOfHost() {
    Use(Alone(dice_));
    line_.Set("--collective", dice_.Word({"broadcast", "reduce", "gather", "scatter"}));
    line_.Set("--root", std::to_string(dice_.Between(0, 1)));
    line_.Set("--elements", std::to_string(dice_.Between(1, 64)));
  }

  void MakeCheckOfCollective() {
    SetCollectiveOfHost();
    line_.Set("--router", "scheduled");
    SetTreeOfRouters();
    line_.Set("--without", "netlist");  // seconds of Yosys otherwise
    if (network_.host.size() > 3 && dice_.OneIn(3))
      line_.Set("--dead-nodes", std::to_string(network_.host.size() - 1));
  }

  void MakeCostOfCollective() {
    SetCollectiveOfHost();
    if (Maybe()) line_.Set("--startup", dice_.Word({"0", "567", "1e3"}));
    if (Maybe()) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (Maybe()) {
      line_.Set("--router", "scheduled");
      SetTreeOfRouters();
    }
  }

  // Routers may copy, and scheduled ones add too.
  void SetTreeOfRouters() {
    const bool scheduled = line_.Get("--router") == "scheduled";
    if (line_.Get("--ports") == "all" || !Maybe()) return;
    line_.Set("--in-network",
              scheduled ? dice_.Word({"multicast", "reduction", "reduction:max"}) : "multicast");
  }

  void MakeCost() {
    if (dice_.OneIn(4)) return MakeCostOfCollective();
    Use(OfCube(dice_, true));
    SetOrderOfFormula();
    std::string schedule = Formula();
    const std::string ports = dice_.Word({"", "one", "all"});
    if (!ports.empty()) line_.Set("--ports", ports);
    const int elements = dice_.OneIn(3) ? 256 : dice_.Between(1, 5000);
    const bool by_block = dice_.OneIn(4);
    if (by_block) line_.Set("--by-block");
    if (!by_block && (elements != 256 || dice_.OneIn(2)))
      line_.Set("--elements", std::to_string(elements));
    if (!by_block && dice_.OneIn(2))
      line_.Set("--pipelining", std::to_string(dice_.Between(1, elements)));
    if (Maybe()) line_.Set("--startup", dice_.Word({"0", "2.5", "567", "1e3"}));
    // With one packet every task is of one dimension.
    const int most = line_.Get("--pipelining") == "1" ? 1 : Dimensions();
    if (schedule == "stream" && ports != "all" && !StreamsAlone(most)) schedule = "offset";
    line_.Set("--schedule", schedule);
    if (Maybe()) line_.Set("--router", dice_.Word({"buffered", "scheduled"}));
    SetBarrier();
  }

  // ---- hardware ----

  // Widths of at least `low`; a flit that carries more than its payload has room for it.
  void SetWidth(int low) {
    if (low > 32 || Maybe())
      line_.Set("--flit-width", std::to_string(8 * dice_.Between(low / 8, 32)));
    if (Maybe()) line_.Set("--name", dice_.Word({"net", "my_net", "N1", "a_b_c9"}));
  }

  void MakeGenerate() {
    line_.Set("--out", out_);
    const int kind = dice_.Below(6);
    if (kind == 0) {
      if (Maybe()) return MakeLoadedBox();
      Use(Alone(dice_));
    } else if (kind == 1) {
      Use(InBox(dice_));
    } else if (kind == 2) {
      Use(OfCube(dice_, true));
      SetUnits();
      SetWidth(8);
      if (dice_.OneIn(2)) SetScheduledNodes();
      if (Maybe()) {
        SetAddressAndStages();
      } else if (line_.Get("--load") == "tables") {
        SetAddressUnits();
      }
      return;
    } else {
      Use(OfAnyGuest(dice_));
      if (network_.guest && !network_.box && network_.IsOneToOne() && Maybe())
        return SetTableOfASet();
    }
    SetChoices();
    SetWidth(16);
    if (network_.guest) {
      SetPartsOfNodes();
    } else {
      if (Maybe()) line_.Set("--address", "physical");
      if (Maybe()) line_.Set("--router", dice_.Word({"buffered", "scheduled"}));
      SetTreeOfRouters();
      if (line_.Has("--in-network") && Maybe())
        line_.Set("--root", std::to_string(dice_.Between(0, 1)));
      const bool one_tree = line_.Has("--in-network") && line_.Get("--router") == "scheduled";
      if (one_tree && !line_.Has("--link-stages") && Maybe()) Load("tree");
    }
    if (Maybe()) line_.Set("--barrier", dice_.Word({"assumed", "hardware"}));
  }

  // Schedule units: formulas on one port, streams of axes that do not meet on any.
  void SetUnits() {
    SetTask();
    std::string schedule = Formula();
    std::string ports = dice_.Word({"", "one"});
    if (schedule == "stream" && (!StreamsAlone(task_count_) || dice_.OneIn(2))) ports = "all";
    if (!ports.empty()) line_.Set("--ports", ports);
    line_.Set("--schedule", schedule);
    SetOrderOfFormula();
    SetMessageFlits();
  }

  // `generate` with a task by formula.
  void SetScheduledNodes() {
    line_.Set("--router", "scheduled");
    if (dice_.OneIn(2)) line_.Set("--schedule-units", dice_.Word({"send", "check"}));
    line_.Set("--barrier", dice_.Word({"assumed", "hardware"}));
    const int kind = dice_.Below(4);
    if (kind == 0) {
      line_.typed.erase("--task");
      line_.typed.erase("--message-flits");
      if (line_.Get("--schedule") == "stream") line_.Set("--ports", "all");
      const int packets = dice_.Between(1, 6);
      line_.Set("--pipelining", std::to_string(packets));
      line_.Set("--elements", std::to_string(dice_.Between(packets, packets * 4)));
    } else if (kind == 1) {
      line_.Set("--schedule", "list");
      SetTables();
    } else if (kind == 2 && line_.Get("--ports") != "all") {
      line_.Set("--schedule", "exact");
      SetExact();
      SetTables();
    }
  }

  // Nodes with tables.
  void SetTables() {
    if (Maybe()) Load("tables");
  }

  // Scheduled routers with logical addresses, and nodes without the schedule of one embedding.
  void SetAddressUnits() {
    const bool linear = network_.embedding == "standard" || network_.embedding == "xor";
    if (linear && dice_.OneIn(2)) Load("address-units");
  }

  void Load(const std::string& what) {
    const std::string before = line_.Get("--load");
    line_.Set("--load", before.empty() ? what : before + "," + what);
  }

  // A box of power-of-two lengths that a host places.
  void MakeLoadedBox() {
    Network network = OfTheSame(dice_);
    network.host = {Family::kMesh, {4, 8}};
    network.guest->family = Family::kCube;
    network.guest->lengths = {2, 2, 2};
    network.embedding = dice_.Word({"standard", "xor"});
    network.box = std::vector<int>{2, 4};
    Use(network);
    SetWidth(8);
    line_.Set("--router", "scheduled");
    Load("address-units");
    if (dice_.OneIn(2)) SetBase();
    if (Maybe()) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (Maybe()) line_.Set("--address", "logical");
  }

  void SetTableOfASet() {
    SetWidth(8);
    line_.Set("--router", "scheduled");
    line_.Set("--schedule", "list");
    line_.Set("--traffic", dice_.Word({"permutation", "scatter", "exchange"}));
    line_.Set("--ports", dice_.Word({"one", "all"}));
    SetMessageFlits();
    SetTables();
  }

  // The barrier between iterations; simulate and cost.
  void SetBarrier() {
    if (dice_.OneIn(line_.Get("--router") == "scheduled" ? 2 : 4))
      return line_.Set("--barrier", "hardware");
    if (Maybe()) line_.Set("--barrier", "assumed");
    if (Maybe()) line_.Set("--barrier-cycles", std::to_string(dice_.Between(0, 100)));
  }

  void SetAddressAndStages() {
    line_.Set("--address", dice_.Word({"physical", "logical"}));
    const bool units = line_.Get("--address") == "physical" && !network_.box;
    if (units && dice_.OneIn(2)) line_.Set("--atu-stages", std::to_string(dice_.Between(0, 3)));
  }

  void SetPartsOfNodes() {
    if (network_.MayRelay() && dice_.OneIn(2)) {
      line_.Set("--relay");
      line_.Set("--ports", "all");
      return;
    }
    if (dice_.OneIn(2)) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (dice_.OneIn(3)) {
      const bool near = network_.IsOneToOne() && network_.HasDilationOne() && dice_.OneIn(2);
      line_.Set("--translation", near ? "exchanged" : "computed");
      if (Maybe()) line_.Set("--address", dice_.Word({"physical", "logical"}));
    } else if (Maybe()) {
      SetAddressAndStages();
    }
  }

  // ---- simulations ----

  void MakeSimulate() {
    line_.Set("--engine", "model");
    switch (dice_.Below(6)) {
      case 0: MakePattern(); break;
      case 1: MakeSets(); break;
      case 2: MakeCollective(); break;
      case 3: MakeTrace(); break;
      default: MakeProgram(); break;
    }
    const bool is_made = !line_.Has("--cycles") && !line_.Has("--trace");
    if (is_made && KeepsCycles() && !line_.Has("--in-network") && Maybe())
      line_.Set("--export", out_ + dice_.Word({".goal", ".et"}));
    if (Maybe() && line_.Get("--router") != "scheduled" && !line_.Has("--in-network"))
      line_.Set("--coverage", out_ + ".json");
    if (Maybe()) line_.Set("--watchdog", std::to_string(dice_.Between(2000, 50000)));
    if (Maybe() && line_.Get("--router") != "scheduled")
      line_.Set("--sink-ready", dice_.Word({"1", "0.5", "0.75", "9e-1"}));
    if (Maybe()) line_.Set("--threads", std::to_string(dice_.Between(1, 3)));
  }

  // Whether messages are sent in the cycles of a schedule from a file.
  bool KeepsCycles() const {
    const std::string schedule = line_.Get("--schedule");
    const bool none = schedule.empty() || schedule == "none";
    const std::string startup = line_.Get("--startup"), release = line_.Get("--release");
    return (release.empty() || release == "cycle") && !(none && !startup.empty() && startup != "0");
  }

  // Any schedule but none, of nodes that hold one guest node each; a task's may be checked by the
  // nodes.
  void SetRouter() {
    const std::string schedule = line_.Get("--schedule");
    if (schedule.empty() || schedule == "none" || network_.box || !network_.IsOneToOne()) return;
    if (Maybe()) line_.Set("--router", dice_.Word({"buffered", "scheduled"}));
  }

  // Patterns are of host nodes, which all need an address.
  void MakePattern() {
    const int kind = dice_.Below(4);
    Use(kind == 0 ? InBox(dice_) : kind == 1 ? OfAnyGuest(dice_) : Alone(dice_));
    SetChoices();
    SetWidth(8);
    if (dice_.OneIn(2)) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (network_.box && Maybe()) SetBase();
    const bool every_node = network_.guest && !network_.box &&
                            network_.guest->size() >= network_.host.size() &&
                            network_.embedding != "gray";
    const bool full = network_.FillsHost() || every_node;
    if (network_.guest && !full) {
      line_.Set("--address", "physical");
    } else if (Maybe()) {
      line_.Set("--address", network_.guest ? dice_.Word({"physical", "logical"}) : "physical");
    }
    if (network_.guest && dice_.OneIn(3)) {
      const bool near = network_.IsOneToOne() && network_.HasDilationOne();
      const bool wide = !line_.Has("--flit-width");  // 32 bits hold every address of these hosts
      line_.Set("--translation", near && wide ? "exchanged" : "computed");
    }
    line_.Set("--traffic", dice_.Word({"uniform", "neighbor", "bit-complement",
                                       "random-permutation", "hotspot"}));
    SetHotspot();
    if (dice_.OneIn(2)) line_.Set("--rate", dice_.Word({"0", "1", "0.05", "0.3", "2.5e-1"}));
    line_.Set("--cycles", std::to_string(dice_.Between(1, 300)));
    if (Maybe()) line_.Set("--packet-flits", std::to_string(dice_.Between(1, 9)));
  }

  void SetHotspot() {
    if (line_.Get("--traffic").find("hotspot") != std::string::npos && Maybe())
      line_.Set("--hotspot", dice_.Word({"0", "1", "0.3"}));
  }

  // Some loads and seeds on some networks, each for a moment.
  void MakeSweep() {
    Use(Alone(dice_));
    line_.Set("--engine", "model");
    if (Maybe()) line_.Set("--flit-width", std::to_string(8 * dice_.Between(1, 32)));
    line_.Set("--traffic", dice_.Word({"uniform", "neighbor", "hotspot", "uniform,hotspot",
                                       "random-permutation,bit-complement"}));
    SetHotspot();
    line_.Set("--rate", dice_.Word({"0.1", "1", "0.05,0.3", "0.2:0.8:0.3", "0.1,5e-1:1:0.5"}));
    if (Maybe()) line_.Set("--seed", dice_.Word({"0", "1:3", "7,5", "2:8:3,1"}));
    if (Maybe()) line_.Set("--buffer-depth", dice_.Word({"2,4", "3:5", "64"}));
    if (Maybe()) line_.Set("--link-stages", line_.Get("--buffer-depth") == "64" ? "0,8,2" : "0");
    if (Maybe()) line_.Set("--ports", dice_.Word({"one", "all", "all,one"}));
    if (Maybe()) line_.Set("--arbiter", dice_.Word({"round-robin", "through-first,round-robin"}));
    if (Maybe()) line_.Set("--packet-flits", dice_.Word({"2", "1,5", "1:3"}));
    const int batches = dice_.Between(2, 12);
    line_.Set("--batches", std::to_string(batches));
    line_.Set("--cycles", std::to_string(batches * dice_.Between(1, 20)));
    line_.Set("--warmup", std::to_string(dice_.Between(0, 50)));
    line_.Set("--drain", std::to_string(dice_.Between(0, 50)));
    if (Maybe()) line_.Set("--latency-limit", dice_.Word({"2", "1.5", "1e3"}));
    if (Maybe()) line_.Set("--jobs", std::to_string(dice_.Between(1, 3)));
    if (Maybe()) line_.Set("--watchdog", std::to_string(dice_.Between(2000, 50000)));
    if (dice_.OneIn(4)) line_.Set("--results", out_ + ".jsonl");
    if (dice_.OneIn(4)) line_.Set("--plot", out_ + ".svg");
  }

  void SetBase() {
    std::vector<int> base;
    for (std::size_t a = 0; a < network_.box->size(); ++a)
      base.push_back(dice_.Between(0, network_.host.lengths[a] - (*network_.box)[a]));
    line_.Set("--base", Joined(base, ","));
  }

  // Where host nodes hold several guest nodes, all messages of a set may stay inside; an exchange
  // has one for every edge.
  void MakeSets() {
    Use(dice_.OneIn(4) ? InBox(dice_) : dice_.OneIn(4) ? OfTheSame(dice_) : OfAnyGuest(dice_));
    SetChoices();
    SetWidth(8);
    if (network_.box && Maybe()) SetBase();
    if (Maybe()) line_.Set("--address", dice_.Word({"physical", "logical"}));
    const bool several = !network_.IsOneToOne();
    line_.Set("--traffic",
              several ? "exchange" : dice_.Word({"permutation", "scatter", "exchange"}));
    if (Maybe()) line_.Set("--sets", std::to_string(dice_.Between(1, 6)));
    if (Maybe()) line_.Set("--split", dice_.Word({"none", "permutation", "scatter"}));
    if (network_.MayRelay() && line_.Get("--traffic") == "permutation" && dice_.OneIn(2)) {
      line_.Set("--relay");
      line_.Set("--ports", "all");
      return;
    }
    if (dice_.OneIn(2)) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (dice_.OneIn(2)) line_.Set("--schedule", dice_.Word({"none", "list"}));
    SetMessageFlits();
    SetRouter();
    SetBarrier();
    if (line_.Get("--router") == "scheduled" && line_.Get("--address") != "physical")
      SetAddressUnits();
  }

  void MakeTaskOfUnits() {
    Use(OfCube(dice_, true));
    line_.Set("--traffic", "task");
    SetUnits();
    line_.Set("--router", "scheduled");
    line_.Set("--schedule-units", dice_.Word({"send", "check"}));
  }

  // Collective operations of host nodes, all of which need an address; a guest changes nothing
  // else.
  void MakeCollective() {
    Use(dice_.OneIn(3) ? OfTheSame(dice_) : Alone(dice_));
    SetWidth(8);
    if (dice_.OneIn(2)) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (Maybe())
      line_.Set("--address", network_.guest ? dice_.Word({"physical", "logical"}) : "physical");
    if (!network_.box && Maybe()) line_.Set("--router", dice_.Word({"buffered", "scheduled"}));
    const std::string traffic =
        dice_.Word({"reduce-scatter", "all-reduce", "all-gather", "complete-exchange", "broadcast",
                    "reduce", "gather", "scatter-blocks"});
    line_.Set("--traffic", traffic);
    const bool in_network =
        traffic == "broadcast" || traffic == "reduce" || traffic == "all-reduce";
    const bool scheduled = line_.Get("--router") == "scheduled";
    const bool has_tree = scheduled ? in_network : traffic == "broadcast" && !network_.guest;
    if (has_tree && line_.Get("--ports") != "all" && dice_.OneIn(2)) return MakeInNetwork(traffic);
    if (traffic == "broadcast" || traffic == "reduce" || traffic == "gather" ||
        traffic == "scatter-blocks") {
      if (Maybe()) line_.Set("--method", dice_.Word({"trees", "lines", "auto"}));
      if (Maybe()) line_.Set("--root", std::to_string(dice_.Between(0, 1)));
      line_.Set("--elements", std::to_string(dice_.Between(1, 64)));
      return;
    }
    if (traffic == "complete-exchange") {
      line_.Set("--method", "phases");
      line_.Set("--block-flits", std::to_string(dice_.Between(1, 6)));
      return;
    }
    if (traffic != "reduce-scatter" || Maybe())
      line_.Set("--method", dice_.Word({"bucket", "trees", "auto"}));
    line_.Set("--elements", std::to_string(dice_.Between(1, 64)));
  }

  void MakeInNetwork(const std::string& traffic) {
    line_.Set("--in-network",
              traffic == "broadcast" && (dice_.OneIn(2) || line_.Get("--router") != "scheduled")
                  ? "multicast"
                  : dice_.Word({"reduction", "reduction:sum", "reduction:min", "reduction:and"}));
    line_.Set("--method", dice_.Word({"in-network", "auto"}));
    if (Maybe()) line_.Set("--root", std::to_string(dice_.Between(0, 1)));
    line_.Set("--elements", std::to_string(dice_.Between(1, 64)));
  }

  // A few messages, between guest nodes if there is a guest. One may come after the one before it.
  void MakeTrace() {
    Use(dice_.OneIn(3) ? OfTheSame(dice_) : Alone(dice_));
    SetWidth(8);
    if (dice_.OneIn(2)) line_.Set("--ports", dice_.Word({"one", "all"}));
    if (dice_.OneIn(2)) line_.Set("--schedule", dice_.Word({"none", "list"}));
    if (!network_.box && line_.Get("--schedule") != "none" && Maybe())
      line_.Set("--router", dice_.Word({"buffered", "scheduled"}));
    line_.Set("--traffic", "trace");
    const int ranks = network_.guest ? network_.guest->size() : network_.host.size();
    if (dice_.OneIn(3)) return MakeChakra(ranks);
    const bool goal = dice_.OneIn(2);
    const std::string file = out_ + (goal ? ".goal" : ".csv");
    line_.Set("--trace", file);
    if (goal && Maybe()) line_.Set("--calc-factor", dice_.Word({"0", "2", "0.5"}));
    std::ofstream(file) << (goal ? GoalText(dice_, ranks) : TableText(dice_, ranks));
  }

  void MakeChakra(int ranks) {
    WriteChakra(dice_, out_, ranks);
    line_.Set("--trace", out_);
    line_.Set("--rank-groups", out_ + ".json");
    for (const char* option : {"--ops-per-cycle", "--bytes-per-cycle"})
      if (Maybe()) line_.Set(option, dice_.Word({"1", "1000", "0.5"}));
    if (Maybe()) line_.Set("--calc-factor", dice_.Word({"0", "2", "0.5"}));
    if (Maybe())
      line_.Set("--method", dice_.Word({"bucket", "halving", "swing", "whole", "forest", "trees",
                                        "bine", "phases", "lines", "auto"}));
  }

  void MakeProgram() {
    if (dice_.OneIn(6)) return MakeTaskOfUnits();
    Use(dice_.OneIn(5) ? OfProcesses(dice_) : OfCube(dice_, !dice_.OneIn(3)));
    const std::string traffic = dice_.Word({"cc-cube", "task", "complete-exchange", "fft",
                                            "bitonic-sort", "all-reduce", "all-gather"});
    line_.Set("--traffic", traffic);
    SetWidth(traffic == "fft" ? 64 : 8);
    if (Maybe()) line_.Set("--address", dice_.Word({"physical", "logical"}));
    if (traffic == "task") {
      SetTask();
      // Others may stay on their nodes.
      if (!network_.IsOneToOne()) line_.Set("--task", "0," + std::to_string(Dimensions()));
      SetSchedule(true, true);
      SetMessageFlits();
    } else if (traffic == "complete-exchange") {
      MakeExchange();
    } else {
      if (dice_.OneIn(2)) SetSchedule(false, true);
      const bool sums = traffic == "all-reduce" || traffic == "all-gather";
      if (sums && Maybe()) line_.Set("--method", "doubling");
      SetElements(traffic);
    }
    SetRouter();
    if (traffic != "task") SetBarrier();
    if (Maybe()) line_.Set("--startup", std::to_string(dice_.Between(0, 30)));
    const std::string schedule = line_.Get("--schedule");
    const bool ordered = !schedule.empty() && schedule != "none";
    if (ordered && line_.Get("--router") != "scheduled" && Maybe())
      line_.Set("--release", dice_.Word({"cycle", "order", "exchange"}));
  }

  void SetElements(const std::string& traffic) {
    const int elements = traffic == "fft" ? 1 << dice_.Below(7) : dice_.Between(1, 64);
    line_.Set("--elements", std::to_string(elements));
    if (traffic == "bitonic-sort" || traffic == "all-gather") return;
    if (elements % 8 == 0 && dice_.OneIn(2)) return;
    line_.Set("--pipelining", std::to_string(dice_.Between(1, elements)));
  }

  void MakeExchange() {
    const int block = dice_.Between(1, 6);
    line_.Set("--block-flits", std::to_string(block));
    const std::string method = dice_.Word({"", "cc-cube", "direct", "ring", "binary"});
    if (!method.empty()) line_.Set("--method", method);
    if (method.empty() || method == "cc-cube") {
      if (dice_.OneIn(2)) SetSchedule(false, true);
      line_.Set("--pipelining", std::to_string(dice_.Between(1, block << (Dimensions() - 1))));
    } else if (dice_.OneIn(2)) {
      line_.Set("--schedule", dice_.Word({"none", "list"}));
    }
  }

  // ---- the rest ----

  bool Uses(const Option& option) const {
    if (!Takes(line_.command, option)) return false;
    const bool compares = !line_.Get("--collective").empty();
    if (compares && (option.name == "--startup" || option.name == "--per-flit")) return false;
    if (line_.command != Command::kSimulate) return true;
    const std::string method = line_.Get("--method");
    const bool of_hosts =
        method == "bucket" || method == "trees" || method == "auto" || method == "phases";
    if (of_hosts && option.name == "--no-baseline") return false;
    return toroid::Uses(*ParseTraffic(line_.Get("--traffic")), option.name);
  }

  void SetFreeOptions() {
    for (const Option& option : AllOptions()) {
      if (kRuled.contains(option.name.text()) || !Uses(option) || !Maybe()) continue;
      // scheduled routers have none of them
      const bool of_buffers = option.name == "--buffer-depth" || option.name == "--arbiter";
      if (of_buffers && line_.Get("--router") == "scheduled") continue;
      // chosen with the link stages
      if (option.name == "--buffer-depth" && line_.Has("--link-stages")) continue;
      const bool draws = line_.command != Command::kGenerate || line_.Has("--traffic");
      if (option.name == "--seed" && !draws) continue;
      if (option.name == "--without" && line_.command == Command::kCheck) continue;
      const bool flag = option.type == ValueType::kFlag;
      line_.Set(std::string(option.name), flag ? "" : AnyValue(dice_, option, line_.command));
    }
  }

  // Images that a host sends to some nodes.
  void SetImages() {
    if (line_.command != Command::kGenerate || !dice_.OneIn(3)) return;
    if (!line_.Has("--load") && line_.Has("--link-stages")) return;
    if (dice_.OneIn(2)) return line_.Has("--load") ? void() : Load("words");
    WriteImages(dice_, out_, network_.host.size());
    Load("images=" + out_ + ".images");
  }

  std::string StorageFor(const std::string& target) {
    if (target == "ice40") return "registers";
    const bool gated = target.empty() || target == "generic";
    return gated && dice_.OneIn(2) ? "gated" : "lutram";
  }

  // Storage of flits in buffers, and the number of networks in a wrap.
  void SetBuffers() {
    const bool hardware =
        line_.command == Command::kGenerate || line_.command == Command::kSimulate;
    if (!hardware || line_.Get("--router") == "scheduled") return;
    const std::string target = dice_.Word({"", "generic", "ice40", "ecp5", "xilinx"});
    if (!target.empty()) line_.Set("--target", target);
    if (Maybe()) line_.Set("--storage", StorageFor(target));
    if (Maybe()) line_.Set("--counters", "");
    const bool own_traffic = line_.Has("--schedule") || line_.Has("--relay") ||
                             line_.Has("--translation") || HasBarrier();
    if (!own_traffic && Maybe()) line_.Set("--classes", std::to_string(dice_.Between(1, 8)));
  }

  // At least as many as the guest puts on a node, where addresses are physical and ports may have a
  // tid; for gray that number is unknown here.
  void SetProcesses() {
    if (!Takes(line_.command, *FindOption("--processes")) || !Maybe()) return;
    const bool one = !network_.guest || network_.IsOneToOne();
    const bool physical = network_.guest ? line_.Get("--address") == "physical" : true;
    if (!physical || line_.Get("--router") == "scheduled" || line_.Has("--relay") ||
        line_.Has("--in-network") || (one && line_.Has("--translation")) ||
        (!one && network_.embedding == "gray"))
      return;
    int nodes = network_.host.size();
    if (network_.box) {
      nodes = 1;
      for (const int length : *network_.box) nodes *= length;
    }
    const int least = one ? 1 : network_.guest->size() / nodes;
    line_.Set("--processes", std::to_string(least + dice_.Between(0, 3)));
  }

  // Fields beside the payload, and per-node clocks. Flits have at most 640 bits, and --flit-width
  // at most 256.
  void SetWrap() {
    if (line_.command != Command::kGenerate && line_.command != Command::kSimulate) return;
    if (Maybe()) line_.Set("--tkeep", "");
    if (Maybe()) line_.Set("--user-bits", std::to_string(dice_.Between(0, 100)));
    const bool one_clock = line_.Get("--router") == "scheduled" || line_.Has("--schedule") ||
                           line_.Has("--relay") || line_.Has("--translation") || HasBarrier();
    const std::string last = std::to_string(network_.host.size() - 1);
    if (!one_clock && Maybe())
      line_.Set("--node-clocks",
                dice_.Pick(std::vector<std::string>{"all", "0", "0," + last, "0-" + last}));
  }

  // AXI4 endpoints, where nothing asks for streams or what they carry.
  void SetLocal() {
    if (line_.command != Command::kGenerate || !dice_.OneIn(3)) return;
    for (const char* option : {"--schedule", "--relay", "--translation", "--processes", "--classes",
                               "--tkeep", "--user-bits", "--load", "--partition", "--in-network"})
      if (line_.Has(option)) return;
    if (line_.Get("--router") == "scheduled" || line_.Get("--ports") == "all") return;
    if (HasBarrier()) return;
    if (network_.guest && line_.Get("--address") != "physical") return;
    const std::string width = line_.Get("--flit-width");
    const std::set<std::string> widths = {"", "32", "64", "128", "256", "512"};
    if (!widths.contains(width) || network_.host.size() > 4096) return;
    line_.Set("--local", "axi4");
    if (!line_.Has("--dead-nodes") && !dice_.OneIn(3))
      line_.tables = EndpointTables(width == "" || width == "32" || width == "64");
  }

  // Any key may be left out, and then has its default: buffers of 512 beats, bursts of 256.
  std::string EndpointTables(bool lite) {
    std::string text = "[axi]\naddress-width = " + std::to_string(dice_.Between(48, 64)) + "\n";
    const auto maybe = [&](const std::string& key, const std::string& value) {
      if (Maybe()) text += key + " = " + value + "\n";
    };
    const int burst = dice_.Between(1, 256);
    maybe("max-burst", std::to_string(burst));
    maybe("id-width", std::to_string(dice_.Between(1, 16)));
    maybe("user-width", std::to_string(dice_.Between(0, 16)));
    maybe("threads", dice_.Word({"1", "2", "4", "8", "16"}));
    maybe("read-buffer", dice_.Word({"256", "1024", "4096"}));
    maybe("write-buffer", dice_.Word({"256", "2048"}));
    maybe("outstanding", std::to_string(dice_.Between(2, 64)));
    maybe("ids", dice_.Word({"\"one\"", "\"source\""}));
    maybe("timeout", dice_.Word({"0", "16", "1000", "16777215"}));
    const int nodes = network_.host.size();
    const int managers = dice_.Between(1, nodes - 1);  // nodes below it are managers, others not
    const auto node = [&](int first, int last, const char* role) {
      text += "[[axi.node]]\nnodes = \"" + std::to_string(first) + "-" + std::to_string(last) +
              "\"\nrole = \"" + role + "\"\n";
    };
    node(0, managers - 1, "manager");
    node(managers, nodes - 1, dice_.Word({"subordinate", "both"}).c_str());
    if (lite && Maybe()) text += "protocol = \"axi4-lite\"\n";
    maybe("timeout", std::to_string(dice_.Between(16, 60000)));
    std::uint64_t base = 0;
    for (int r = dice_.Between(0, 4); r > 0; --r) {
      const std::uint64_t size = std::uint64_t{4096} << dice_.Below(30);
      base = (base + size - 1) / size * size;
      text += "[[axi.map]]\nbase = " + std::to_string(base) + "\nsize = \"" + std::to_string(size) +
              "\"\nnode = " + std::to_string(dice_.Between(managers, nodes - 1)) + "\n";
      base += size;
    }
    return text;
  }

  // Whether no option needs a hop of one cycle.
  bool MayHaveLinkStages() const {
    if (line_.Has("--relay") || line_.Has("--load") || line_.Get("--translation") == "exchanged" ||
        line_.Get("--schedule") == "stream")
      return false;
    switch (line_.command) {
      case Command::kGenerate:
      case Command::kSimulate: return true;
      case Command::kCheck: return line_.Has("--task");
      case Command::kCost: return !line_.Has("--collective");
      default: return false;
    }
  }

  // With buffers, if there are any, deep enough for a flit each cycle.
  void SetLinkStages() {
    if (!MayHaveLinkStages() || !dice_.OneIn(2)) return;
    const int stages = dice_.Between(0, 8);
    line_.Set("--link-stages", std::to_string(stages));
    const bool builds = line_.command == Command::kGenerate || line_.command == Command::kSimulate;
    if (!builds || line_.Get("--router") == "scheduled") return;
    line_.Set("--buffer-depth", std::to_string(dice_.Between(2 * stages + 2, 64)));
  }

  void SetProtection() {
    if (line_.command != Command::kGenerate && line_.command != Command::kSimulate) return;
    if (!dice_.OneIn(4)) return;
    const bool may = line_.Get("--router") != "scheduled";
    line_.Set("--protect", may && !Maybe() ? "parity" : "none");
  }

  // Some of the options, and some that concern other commands only.
  void MoveToFile() {
    if (!dice_.OneIn(4)) return;
    std::erase_if(line_.typed, [&](const auto& entry) {
      const bool moves = dice_.OneIn(2);
      if (moves) line_.in_file.insert(entry);
      return moves;
    });
    for (const Option& option : AllOptions()) {
      const bool text = option.type == ValueType::kText || option.type == ValueType::kGraph ||
                        option.type == ValueType::kFiles;
      const bool of_network = std::ranges::any_of(
          NetworkCommands(), [&](Command command) { return Takes(command, option); });
      if (Takes(line_.command, option) || !of_network || text || !dice_.OneIn(6)) continue;
      const bool flag = option.type == ValueType::kFlag;
      line_.in_file[std::string(option.name)] = flag ? "" : AnyValue(dice_, option, line_.command);
    }
  }

  Dice& dice_;
  std::string out_;
  Valid valid_;
  Line& line_ = valid_.line;
  Network& network_ = valid_.network;
  int task_count_ = 0;
};

}  // namespace

Valid ValidLine(Dice& dice, const std::string& out) { return Maker(dice, out).Make(); }

}  // namespace toroid::fuzz
