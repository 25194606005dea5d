# What `make test` leaves to `make test-long`, as patterns of GoogleTest. Nothing is left out of both:
# docs and times are in CONTRIBUTING.md.

# Tests that are long, or many of a kind.
set(long_tests
  # emitted Verilog under the three tools: 145 networks
  Networks/Lint.* Networks/Gates.* Networks/Wraps.*
  # hardware beside the model on whole tasks: 20 networks
  FullTasks/Stream.*
  # traces on every engine: 8 kinds of networks
  Hardware/Networks.*
  # programs of several processes a node, and on several machines: hardware of its own for each
  Networks/Processes.* Networks/ProcessesOfNodes.* Machines/Shared.* Pairs/SetsOfRanks.* Contractions/*
  # programs by schedule units, relays, refused packets and protected links
  DeepAndShallow/* Pairs/Relay.* Networks/RefusedPackets.* Networks/Protection.*
  # sets of messages of 12 embeddings
  Pairs/Sets.*
  # the model in several threads on large networks
  Shapes/Threads.*
  # schedules proved on netlists of other kinds
  NetlistProof.HoldsOfSchedules NetlistProof.HoldsOfTables NetlistProof.HoldsOfBarriers
  # sizes of all address units that the documents state
  TaoUnits.OfRings* TaoUnits.AreNoLarger* GrayUnits.AreNoLarger* AddressUnits.AreWires*
  # what another simulator or engine says too
  PrintedUnits.AnswerEveryCode* TranslationTablesInVerilator.* Bench.RunsUnderVerilatorToo
  Schedules.AreAsGoodOnTheEmittedTop
  # side by side in processes, and on every method
  SweepOfHardware.CountsTheSameSideBySide Methods.AllDoTheSameOnTheHardware)

# What `make test` runs of these all the same: one or two of each kind, the small ones.
set(samples_of_long_tests
  Networks/Lint.*/torus_3x5_all_through_first_tao_block_relay
  Networks/Lint.*/mesh_3x5_*
  Networks/Gates.*/torus_3x5_one_through_first
  Networks/Gates.*/torus_3x5_all_round_robin
  Networks/Wraps.*ring*
  FullTasks/Stream.*/torus_4x4__ports_one
  Hardware/Networks.*/torus_4x4
  Networks/Processes.*/TorusTao Networks/Processes.*/BoxInAnOddMesh
  Networks/ProcessesOfNodes.*/ring_5_2_all_flat
  Machines/Shared.*/Torus Machines/Shared.*/ScheduledRouters
  Pairs/SetsOfRanks.*/mesh_3x3___host_hypercube_2___embedding_gray
  Contractions/*/mesh_3x3_in_hypercube_2_all_nodes
  DeepAndShallow/*/__host_ring_8___guest_hypercube_3*
  Pairs/Relay.*/ring_15_in_mesh_3x5 Pairs/Relay.*/ring_8_in_mesh_2x2x2_fold
  Networks/RefusedPackets.*/torus_4x3
  Networks/Protection.*/ring_7*
  Pairs/Sets.*/mesh_3x5___host_hypercube_4___embedding_gray)

# Tests of `make test` that try more where TOROID_LONG=1 (tests/support/long_run.h).
set(longer_tests
  TaoReadings.NoOther* RoutingPairs.* RoutingRelay.* ScheduleExact.KeptTables* ScheduleExact.AnAltered*
  Fuzz.* Generate.SaysWhatToDoNext PatternsOfRanks.TakeTurnsAmongThem)
