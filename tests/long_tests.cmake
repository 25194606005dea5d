# Tests that only `make test-long` runs, as patterns of GoogleTest. CONTRIBUTING.md has their
# purpose and times.

# Tests that compile their own hardware, call other tools for long, or are many of a kind.
set(long_tests
  # emitted Verilog under other tools: lint, synthesis, simulation, proofs of netlists and units
  Networks/Lint.* Networks/LintNode.* Networks/Gates.* Networks/Wraps.* Networks/Benches.*
  Networks/Endpoints.*3x5* Networks/MessageBenches.* Networks/FromUnknownState.* Networks/EmittedImages.*
  Networks/SendingByEntry.* Networks/TranslationTables.* Networks/Manifest.*
  NetlistProof.HoldsOf* TaoUnits.OfRings* TaoUnits.AreNoLarger* GrayUnits.AreNoLarger*
  AddressUnits.AreWires* PrintedUnits.* StagedUnits.HaveShorter* TranslationTablesInVerilator.*
  Bench.RunsUnderVerilatorToo MessageBench.RunsUnderVerilatorToo ScheduleUnitSize.*
  Hosts/ScheduleUnit.* ScheduleUnitSampled.* ScheduledNetwork.* ScheduledTemplates.* Parameters.*
  Classes.RequestsAndRepliesApartDrain Signals.* Pins.*
  Networks/AxiBenches.* AxiBench.IsTheSameUnderVerilator AxiHangs.WithAllRules* AxiHangs.WithoutReservation*
  Planted/AxiFaults.AreTold/Data Planted/AxiFaults.AreTold/Response Planted/AxiFaults.AreTold/Address
  Planted/AxiFaults.AreTold/LastBeat Planted/AxiFaults.AreTold/LostAnswer
  Networks/AxiSimulation.* Planted/AxiMistake.*
  # hardware beside the model: every engine, option, embedding, traffic and program
  Shapes/ZeroLoad.*
  All/* Contractions/* Pairs/*
  Faults/*
  Networks/ProcessesOfNodes.* Machines/* Gray/EmptyNodes.*
  SplitSets.* SplitExchange.* ExchangeOf*
  XorPaperTime.* SweepOfHardware.* MessageTables.*
  AnEmptyNode.* Traces.*
  # lanes
  Lanes.ANetlistThat* Lanes.NeedNoVectorUnit Lanes.SayTheSame*
  # compiled hardware: caches, compilers and their environments
  Kinds/DamagedCache.* SharedCache.* Cache.* DistrustedCcache.* Tools.* Tools/* Units.* Installed.*
  Interrupt.WhileCompiling* Sizes/FullDisk.* Signals/CutShort.* FlatBuild.* Progress.*
  Platform.IsBuilt* Library.IsBuilt* Memory.* Libraries.* Output.ClosedStandardErrorDoesNotMatter
  # the model in several threads, schedules and methods on many hosts
  Shapes/Threads.* ScheduleLockstep.* ScheduleAllPorts.* Tori/* ScheduledModelRuns.*
  ScheduleExact.EveryTask* Methods.NoneTakesLess* Exports.TakeAsLong* Bucket.IsRight* RootedPlan.*)

# Samples that `make test` runs of these: one or two of each kind, the small ones.
set(samples_of_long_tests
  Networks/AxiSimulation.*/torus Planted/AxiMistake.*/data
  Networks/Lint.*/torus_3x5_all_through_first_tao_block_relay Networks/Lint.*/mesh_3x5_*identity*
  Networks/LintNode.*/mesh_4x2x3_one_round_robin
  Networks/Gates.*/torus_3x5_one_through_first
  Networks/Wraps.*ring* Networks/Benches.*ring* Networks/Benches.*torus_3x2*
  Networks/MessageBenches.*line* Networks/MessageBenches.*relay*
  Networks/FromUnknownState.*torus_2x3* Networks/EmittedImages.*/SomeNodes
  Networks/SendingByEntry.*/*computed_mesh_5x3
  Networks/TranslationTables.*ring_15* Networks/Manifest.*/line_*
  NetlistProof.HoldsOfLoadedTables
  Hosts/ScheduleUnit.*/1axes2levels Hosts/ScheduleUnit.*/2axes2levels
  ScheduledNetwork.WithOneSilent* ScheduledTemplates.MustReport* Parameters.ValuesOutOfBounds*
  Shapes/ZeroLoad.*/torus_3x5*
  All/PlantedFaults.*/ASlotAltered All/PlantedFaults.*/ATimeAlteredInATable
  Contractions/*/mesh_3x3_in_hypercube_2_all_nodes
  Pairs/SetsOfRanks.*/mesh_3x3___host_hypercube_2___embedding_gray
  Pairs/Relay.*/ring_15_in_mesh_3x5
  Networks/ProcessesOfNodes.*/ring_5_2_all_flat
  Machines/Shared.*/Torus Machines/Shared.*/ScheduledRouters Gray/EmptyNodes.*/ring_6*
  Traces.AreMapped*
  SweepOfHardware.FailsIfTheHardwareIsWrong
  Lanes.SayTheSame*
  Kinds/DamagedCache.*/OneByteOff SharedCache.InAFolder* SharedCache.ThatIsReadOnlyIsUsed
  Cache.FirstRunCompiles* Cache.WithoutAnyPlace* DistrustedCcache.OfTheUsersChoice*
  Tools/Compilers.*/QuotedBlank Tools.FailingCompiler* Tools.MayBeRunInALocale* Installed.Says*
  Sizes/FullDisk.*/160k Signals/CutShort.*/Int Progress.IsOneLine* Progress.IsPlain*
  ScheduledModelRuns.EverySchedule ScheduleAllPorts.OffsetTakesItsLoadOnXorTori
  ScheduleLockstep.CalmantOnFourAxes* All/Bursts.* Tori/BucketFigures.* Faults/ScheduleUnitTwin.*
  ScheduleUnitSampled.OnThreeAxes* ScheduleUnitSize.ATooLarge* PrintedUnits.AnAnswerACycleEarly*
  AnEmptyNode.IsNoAddress*
  Signals.*AllPortsLinkStagesAndParity SplitSets.Permutation* XorPaperTime.LongerMessages*
  ExchangeOfRanks.* MessageTables.Say*
  RootedPlan.* Libraries.*
  Memory.OfARun*)

# Tests of `make test` that try more where TOROID_LONG=1 (tests/support/long_run.h).
set(longer_tests
  TaoReadings.NoOther* RoutingPairs.* RoutingRelay.* ScheduleExact.KeptTables* ScheduleExact.AnAltered*
  DegradedRoutes.Keep* DegradedRoutes.Exist* DegradedRoutes.OfLinks*
  SurvivorCollectives.AreRight*
  GuestPlace.IsTheFirst* GuestPlace.KeepsGuests* GuestPlace.FindsLarger* ScheduleOnTables.ListHas*
  CallsInAnyOrder.*
  Flows.HangOnHardware* Flows.ThatAreSafe* SafeFlows.* CircularFlows.*
  Fuzz.* Generate.SaysWhatToDoNext PatternsOfRanks.TakeTurnsAmongThem)

# Tests that are separate programs; CONTRIBUTING.md lists their samples in `make test`.
set(long_programs
  WrongBitsAtOutputsAreReported.relay WrongBitsAtOutputsAreReported.protected-stages
  DrawnMutantsAreNoticed.arbiter_fifo_link_stages_task_beats
  SoftErrorsInStagesOfProtectedLinksAreTold NodesKeepToAxi4Stream.small NodesKeepToAxi4Stream.mesh NodesKeepToAxi4Stream.ranks
  NodesKeepToAxi4Stream.relay
  LibraryModulesDoAsSpecified.network LibraryModulesDoAsSpecified.scheduled_network
  LibraryModulesDoAsSpecified.axi LibraryModulesDoAsSpecified.barrier LibraryModulesDoAsSpecified.broadcast
  LibraryModulesAreProved.fifo LibraryModulesAreProved.arbiter LibraryModulesAreProved.round_robin
  LibraryModulesAreProved.arbiter_turn LibraryModulesAreProved.link
  LibraryModulesAreProved.flit_memory LibraryModulesAreProved.link_stages
  LibraryModulesAreProved.injector LibraryModulesAreProved.ejector
  LibraryModulesAreProved.axi_manager LibraryModulesAreProved.axi_subordinate
  LibraryModulesAreProved.axi_timeout
  ABuildWithoutLibrariesSaysWhatItLacks ChipOfScheduledRoutersRunsItsTask)
if(ompi_FOUND)
  list(APPEND long_programs ProcessesOfMpirunDifferAsOneDoes ProcessesOfMpirunDoWhatOneDoes.everywhere)
endif()
