"""What every command prints with --format json, as docs/json.md explains.

Written by python/write_results.py from docs/json/schema.json."""

from typing import Any, Literal, TypedDict


class Graph(TypedDict):
    kind: Literal['torus', 'mesh', 'hypercube']
    shape: list[int]
    size: int
    twists: list[list[int]] | None


class SimulatedHostDead(TypedDict):
    links: list[list[int]]
    nodes: list[int]


class SimulatedHost(TypedDict):
    kind: Literal['torus', 'mesh', 'hypercube']
    shape: list[int]
    size: int
    twists: list[list[int]] | None
    dead: SimulatedHostDead | None


class MapPlanItem(TypedDict):
    step: str
    source: str


class MapMetricsDilation(TypedDict):
    max: int
    average: float
    total: int
    spectrum: dict[str, int]


class MapMetricsNodeLoad(TypedDict):
    max: int
    min: int
    average: float


class MapMetricsLinkLoad(TypedDict):
    max: int


class MapMetrics(TypedDict):
    edges: int
    dilation: MapMetricsDilation
    distances: list[int] | None
    node_load: MapMetricsNodeLoad
    link_load: MapMetricsLinkLoad
    communication_time: int | None
    node_evenness: float | None


class MapClosedFormsDilation(TypedDict):
    max: int
    total: int
    spectrum: dict[str, int]


class MapClosedFormsNodeLoad(TypedDict):
    max: int
    min: int
    average: float


class MapClosedForms(TypedDict):
    dilation: MapClosedFormsDilation
    node_load: MapClosedFormsNodeLoad
    communication_time: int


class MapBoundsItem(TypedDict):
    of: Literal['dilation', 'average_distance']
    least: float
    source: str
    met: bool


class PredictedAndMeasured(TypedDict):
    predicted: float | None
    measured: float


class MapCosts(TypedDict):
    expansion: PredictedAndMeasured
    load_factor: PredictedAndMeasured
    dilation: PredictedAndMeasured
    average_dilation: PredictedAndMeasured
    congestion: PredictedAndMeasured
    average_congestion: PredictedAndMeasured


class Links(TypedDict):
    all: int
    max: int
    omitted: int
    loads: list[list[int]]


class MapDegradedSymmetry(TypedDict):
    axes: list[int]
    mirrored: list[bool]
    shift: list[int]
    text: str
    number: int


class MapDegradedRunAs(TypedDict):
    dead_links: str
    dead_nodes: str


class MapDegraded(TypedDict):
    symmetry: MapDegradedSymmetry
    symmetries: int | None
    tried: int
    round: list[list[int | None]]
    extra_links: int | None
    run_as: MapDegradedRunAs


class Map(TypedDict):
    schema_version: int
    command: str
    guest: Graph
    host: SimulatedHost
    embedding: Literal['identity', 'standard', 'xor', 'by-weight', 'tao', 'gray']
    bit_order: Literal['block', 'cyclic', None]
    plan: list[MapPlanItem]
    search_choices: int | None
    predicted_dilation: int | None
    mapping: list[int]
    metrics: MapMetrics
    closed_forms: MapClosedForms | None
    bounds: list[MapBoundsItem]
    costs: MapCosts | None
    paths: list[list[Any]] | None
    links: Links | None
    degraded: MapDegraded | None


class ScheduleDegraded(TypedDict):
    routes_checked: int
    longer_messages: int
    extra_links: int


class ScheduleMessagesItem(TypedDict):
    node: int
    process: int
    cube_dimension: int
    to: int
    axis: int
    direction: Literal['+', '-']
    step: int
    cycle: int


class Schedule(TypedDict):
    schema_version: int
    command: str
    guest: Graph
    host: SimulatedHost
    embedding: Literal['identity', 'standard', 'xor', 'by-weight', 'tao', 'gray']
    bit_order: Literal['block', 'cyclic', None]
    task: list[int]
    schedule: Literal['none', 'calmant', 'offset', 'stream', 'exact', 'list']
    ports: Literal['one', 'all']
    message_flits: int
    steps: int | None
    cycles: int | None
    lower_bound: int
    origin: Literal['formula', 'table', 'solver', None]
    conflicts: int
    messages_checked: int
    links_checked: int
    local_messages: int
    degraded: ScheduleDegraded | None
    messages: list[ScheduleMessagesItem]
    uses: list[list[int]]
    links: Links | None


class GenerateFilesItem(TypedDict):
    path: str
    bytes: int


class Generate(TypedDict):
    schema_version: int
    command: str
    out: str
    hardware_hash: str
    files: list[GenerateFilesItem]


class SimulateTree(TypedDict):
    root: int
    depth: int
    parents: list[int | None]


class SimulateDifference(TypedDict):
    cycle: int
    expected: list[str]
    seen: list[str]


class SimulateMessages(TypedDict):
    sent: int
    delivered: int
    lost: int
    duplicated: int
    corrupted: int
    misrouted: int
    out_of_order: int
    refused: int
    refused_expected: int


class SimulateSteps(TypedDict):
    executed: int | None
    lower_bound: int | None


class SimulateTaskBound(TypedDict):
    cycles: int
    reason: str
    ratio: float | None
    latency: int
    ratio_to_latency: float | None


SimulateBaselineCycles = TypedDict('SimulateBaselineCycles', {
    'round-robin': int | None,
    'through-first': int | None,
})


class SimulateResult(TypedDict):
    algorithm: str
    elements_checked: int
    wrong: int
    largest_error: float | None


class SimulateRouting(TypedDict):
    halts: bool
    steps: int
    dilation: int
    allowed: int
    printed_bound: int
    source: str


class SimulateTraceRanksItem(TypedDict):
    node: str
    operations: int
    finish: int | None
    calculated: int
    communicated: int
    hidden: int
    sent: int
    received: int


class SimulateTraceWindows(TypedDict):
    width: int
    calculating: list[list[int]]
    sending: list[list[int]]


SimulateTraceCriticalPathStepsItem = TypedDict('SimulateTraceCriticalPathStepsItem', {
    'kind': str,
    'rank': int,
    'line': int,
    'from': int,
    'until': int,
})


class SimulateTraceCriticalPath(TypedDict):
    calculation: int
    transfer: int
    waiting: int
    delay: int
    steps: list[SimulateTraceCriticalPathStepsItem]


class SimulateTraceGroupsItem(TypedDict):
    operation: str
    by: str
    ranks: int
    flits: int
    times: int


SimulateTraceLinksItem = TypedDict('SimulateTraceLinksItem', {
    'from': int,
    'to': int,
    'flits': int,
})


class SimulateTrace(TypedDict):
    operations: int
    ranks: list[SimulateTraceRanksItem]
    windows: SimulateTraceWindows | None
    critical_path: SimulateTraceCriticalPath
    groups: list[SimulateTraceGroupsItem]
    links: list[SimulateTraceLinksItem]


class SimulateExport(TypedDict):
    file: str
    messages: int
    elements_checked: int


class SimulateCoverage(TypedDict):
    file: str
    reached: int
    reachable: int


class SimulateIterationsItem(TypedDict):
    number: int
    times: int
    phase: Literal['prologue', 'kernel', 'epilogue', 'task', 'round']
    set: int | None
    subset: int | None
    task: list[int] | None
    steps: int | None
    lower_bound: int
    cycles: int | None
    reference_cycles: int | None
    predicted_cycles: int | None
    least_cycles: int | None
    messages: int
    local_messages: int
    messages_meeting: int | None
    conflicts: int
    link_pattern: int | None


class SimulateLinkWindows(TypedDict):
    width: int
    loads: list[list[Any]]


class SimulateMovements(TypedDict):
    until: int
    whole: bool
    routes: list[list[int]]
    messages: list[list[Any]]


class AxiWayLatency(TypedDict):
    mean: float
    p50: int
    p99: int
    max: int


class AxiWay(TypedDict):
    count: int
    beats: int
    latency: AxiWayLatency | None


class SimulateAxiNodesItem(TypedDict):
    manager: int
    read_beats: int
    write_beats: int
    most_open: int
    open: float


class SimulateAxiPairsItem(TypedDict):
    manager: int
    subordinate: int
    reads: AxiWay
    writes: AxiWay
    zero_load_read: int | None


class SimulateAxi(TypedDict):
    managers: int
    subordinates: int
    reads: AxiWay
    writes: AxiWay
    refused: int
    timed_out: int
    predicted: int
    beats_per_cycle: float
    nodes: list[SimulateAxiNodesItem]
    pairs: list[SimulateAxiPairsItem]


class SimulateLinkCounters(TypedDict):
    flits: int
    stalls: int
    most: int
    omitted: int
    loads: list[list[Any]]


class SimulateLatencyHistogram(TypedDict):
    first: int
    width: int
    counts: list[int]


class SimulateLatency(TypedDict):
    mean: float
    p50: int
    p99: int
    max: int
    histogram: SimulateLatencyHistogram


class SimulateSpeed(TypedDict):
    rtl: Literal['nodes', 'flat', 'lanes', None]
    node_cycles_per_second: float | None
    model_node_cycles_per_second: float | None
    build_seconds: float | None


class SimulateProgramsItemMessages(TypedDict):
    sent: int
    delivered: int


class SimulateProgramsItemSteps(TypedDict):
    executed: int | None
    lower_bound: int | None


class SimulateProgramsItemTaskBound(TypedDict):
    cycles: int
    reason: str
    ratio: float | None
    latency: int
    ratio_to_latency: float | None


SimulateProgramsItemBaselineCycles = TypedDict('SimulateProgramsItemBaselineCycles', {
    'round-robin': int | None,
    'through-first': int | None,
})


class SimulateProgramsItemResult(TypedDict):
    algorithm: str
    elements_checked: int
    wrong: int
    largest_error: float | None


class SimulateProgramsItemRouting(TypedDict):
    halts: bool
    steps: int
    dilation: int
    allowed: int
    printed_bound: int
    source: str


class SimulateProgramsItemTraceRanksItem(TypedDict):
    node: str
    operations: int
    finish: int | None
    calculated: int
    communicated: int
    hidden: int
    sent: int
    received: int


class SimulateProgramsItemTraceWindows(TypedDict):
    width: int
    calculating: list[list[int]]
    sending: list[list[int]]


SimulateProgramsItemTraceCriticalPathStepsItem = TypedDict('SimulateProgramsItemTraceCriticalPathStepsItem', {
    'kind': str,
    'rank': int,
    'line': int,
    'from': int,
    'until': int,
})


class SimulateProgramsItemTraceCriticalPath(TypedDict):
    calculation: int
    transfer: int
    waiting: int
    delay: int
    steps: list[SimulateProgramsItemTraceCriticalPathStepsItem]


class SimulateProgramsItemTraceGroupsItem(TypedDict):
    operation: str
    by: str
    ranks: int
    flits: int
    times: int


SimulateProgramsItemTraceLinksItem = TypedDict('SimulateProgramsItemTraceLinksItem', {
    'from': int,
    'to': int,
    'flits': int,
})


class SimulateProgramsItemTrace(TypedDict):
    operations: int
    ranks: list[SimulateProgramsItemTraceRanksItem]
    windows: SimulateProgramsItemTraceWindows | None
    critical_path: SimulateProgramsItemTraceCriticalPath
    groups: list[SimulateProgramsItemTraceGroupsItem]
    links: list[SimulateProgramsItemTraceLinksItem]


class SimulateProgramsItemIterationsItem(TypedDict):
    number: int
    times: int
    phase: Literal['prologue', 'kernel', 'epilogue', 'task', 'round']
    set: int | None
    subset: int | None
    task: list[int] | None
    steps: int | None
    lower_bound: int
    cycles: int | None
    reference_cycles: int | None
    predicted_cycles: int | None
    least_cycles: int | None
    messages: int
    local_messages: int
    messages_meeting: int | None
    conflicts: int
    link_pattern: int | None


class SimulateProgramsItem(TypedDict):
    guest: str
    traffic: str
    partition: list[int]
    base: list[int]
    cycles: int | None
    reference_cycles: int | None
    predicted_cycles: int | None
    conflicts: int
    messages: SimulateProgramsItemMessages
    steps: SimulateProgramsItemSteps
    cycle_lower_bound: int | None
    cycle_ratio: float | None
    task_bound: SimulateProgramsItemTaskBound | None
    baseline_cycles: SimulateProgramsItemBaselineCycles | None
    unsplit_cycles: int | None
    method_cycles: dict[str, int | None] | None
    result: SimulateProgramsItemResult | None
    routing: SimulateProgramsItemRouting | None
    trace: SimulateProgramsItemTrace | None
    iterations: list[SimulateProgramsItemIterationsItem]
    link_patterns: list[Links]
    complaints: list[str]


class Simulate(TypedDict):
    schema_version: int
    command: str
    network: str
    traffic: str
    host: SimulatedHost
    tree: SimulateTree | None
    engine: Literal['both', 'rtl', 'model']
    cycles: int | None
    reference_cycles: int | None
    predicted_cycles: int | None
    match: bool | None
    events_compared: int | None
    difference: SimulateDifference | None
    interface_latency: int
    hop_cycles: int
    conflicts: int
    stalled_flit_cycles: int
    messages: SimulateMessages
    steps: SimulateSteps
    cycle_lower_bound: int | None
    cycle_ratio: float | None
    task_bound: SimulateTaskBound | None
    baseline_cycles: SimulateBaselineCycles | None
    unsplit_cycles: int | None
    method_cycles: dict[str, int | None] | None
    result: SimulateResult | None
    routing: SimulateRouting | None
    trace: SimulateTrace | None
    export: SimulateExport | None
    coverage: SimulateCoverage | None
    iterations: list[SimulateIterationsItem]
    links: Links | None
    link_patterns: list[Links]
    link_windows: SimulateLinkWindows | None
    movements: SimulateMovements | None
    axi: SimulateAxi | None
    link_counters: SimulateLinkCounters | None
    latency: SimulateLatency | None
    throughput: float | None
    speed: SimulateSpeed
    hardware_hash: str
    run_hash: str
    programs: list[SimulateProgramsItem]
    complaints: list[str]


class SweepNetworksItem(TypedDict):
    options: dict[str, str]
    nodes: int
    zero_load_latency: float
    hardware_hash: str


class SweepPhases(TypedDict):
    warmup: int
    cycles: int
    batches: int
    precision: float
    drain: int


class SweepSaturation(TypedDict):
    shortfall: float
    latency_limit: float


class SweepSaturationsItem(TypedDict):
    network: int
    stable: float | None
    saturated: float | None
    most_accepted: float


class SweepDrawsItem(TypedDict):
    options: dict[str, str]
    draws: int
    unknown: int
    stable: float
    stable_interval: float | None
    stable_share: float | None
    most_accepted: float
    most_accepted_interval: float | None
    most_accepted_share: float | None


class SweepRowsItem(TypedDict):
    network: int
    rate: float
    seeds: int
    packets: int
    undelivered: int
    offered: float
    accepted: float
    accepted_interval: float | None
    latency: float | None
    latency_interval: float | None
    median: int | None
    percentile_99: int | None
    longest: int | None
    saturated: Literal['no', 'too few packets', 'latency', 'shortfall', 'undelivered']


class Sweep(TypedDict):
    schema_version: int
    command: str
    toroid_sweep: Literal[1]
    engine: Literal['both', 'rtl', 'model']
    networks: list[SweepNetworksItem]
    loads: list[float]
    seeds: list[int]
    phases: SweepPhases
    saturation: SweepSaturation
    resolution: float | None
    saturations: list[SweepSaturationsItem]
    draws: list[SweepDrawsItem]
    rows: list[SweepRowsItem]


class FindingsItem(TypedDict):
    what: str
    holds: bool
    items_checked: int
    counterexample: str | None


class Check(TypedDict):
    schema_version: int
    command: str
    findings: list[FindingsItem]


class RoutesFigures(TypedDict):
    channels: int
    dependencies: int
    turns: int
    most_turns: int
    longest_route: int
    longest_detour: int
    busiest_link: int


class CheckOfRoutes(TypedDict):
    schema_version: int
    command: str
    findings: list[FindingsItem]
    host: Graph
    survivors: int
    live_links: int
    figures: RoutesFigures
    whole_host: RoutesFigures
    throughput_share: float
    by_tree: int
    indirect_neighbours: int
    routes: list[list[list[int] | None]]


class CheckOfFlowsCircleItem(TypedDict):
    resource: str
    flow: str


class CheckOfFlows(TypedDict):
    schema_version: int
    command: str
    findings: list[FindingsItem]
    verdict: Literal['safe', 'hangs', 'undecided']
    flows: int
    resources: int
    dependencies: int
    circle: list[CheckOfFlowsCircleItem]
    nodes: list[str] | None
    cycles: int | None
    trace: str | None


CostDeepSteps = TypedDict('CostDeepSteps', {
    'slope': int,
    'offset': int,
    'from': int,
})


class CostBestCost(TypedDict):
    pipelining: int
    cost: float


class CostBestCycles(TypedDict):
    pipelining: int
    cycles: int


class CostBestFormula(TypedDict):
    optimum: float | None
    pipelining: int | None
    cost: float | None


class CostBest(TypedDict):
    cost: CostBestCost
    cycles: CostBestCycles
    formula: CostBestFormula


class CostRowsItem(TypedDict):
    pipelining: int
    message_flits: int
    iterations: int
    steps: int
    closed_form: int
    cost: float
    cycles: int


class Cost(TypedDict):
    schema_version: int
    command: str
    host: Graph
    guest: Graph
    embedding: Literal['identity', 'standard', 'xor', 'by-weight', 'tao', 'gray']
    schedule: Literal['none', 'calmant', 'offset', 'stream', 'exact', 'list']
    ports: Literal['one', 'all']
    elements: int
    startup: float
    per_flit: float
    barrier_cycles: int
    deep_steps: CostDeepSteps | None
    best: CostBest
    rows: list[CostRowsItem]


class CostByBlockBlocksItem(TypedDict):
    block_flits: int
    elements: int
    pipelining: int
    message_flits: int
    cost: float
    unpipelined_cost: float
    speed_up: float
    barrier_share: float


class CostByBlock(TypedDict):
    schema_version: int
    command: str
    host: Graph
    guest: Graph
    embedding: Literal['identity', 'standard', 'xor', 'by-weight', 'tao', 'gray']
    schedule: Literal['none', 'calmant', 'offset', 'stream', 'exact', 'list']
    ports: Literal['one', 'all']
    startup: float
    per_flit: float
    barrier_cycles: int
    claimed_barrier_share: float
    blocks: list[CostByBlockBlocksItem]


class CostOfCollectiveCrossoversItem(TypedDict):
    flits: int
    method: str


class CostOfCollectiveRowsItemMethodsItem(TypedDict):
    cycles: int
    load: int


class CostOfCollectiveRowsItem(TypedDict):
    flits: int
    task_bound: int
    task_bound_from: str
    methods: dict[str, CostOfCollectiveRowsItemMethodsItem]
    least: str
    cycles: int
    ratio: float
    ratio_to_latency: float


class CostOfCollective(TypedDict):
    schema_version: int
    command: str
    host: SimulatedHost
    collective: Literal['reduce-scatter', 'all-gather', 'all-reduce', 'broadcast', 'reduce', 'gather', 'scatter', 'complete-exchange']
    ports: Literal['one', 'all']
    startup: float
    barrier_cycles: int
    forecasts: str
    crossovers: list[CostOfCollectiveCrossoversItem] | None
    rows: list[CostOfCollectiveRowsItem]


class CompareChangesItem(TypedDict):
    path: str
    before: Any
    after: Any
    verdict: Literal['better', 'worse', 'different']


class Compare(TypedDict):
    schema_version: int
    command: str
    compared: int
    judged: int
    changed: int
    worse: int
    changes: list[CompareChangesItem]


class ChooseChoicesItem(TypedDict):
    host: Graph
    embedding: Literal['identity', 'standard', 'xor', 'by-weight', 'tao', 'gray']
    schedule: Literal['none', 'calmant', 'offset', 'stream', 'exact', 'list']
    pipelining: int | None
    steps: int | None
    dilation: int
    average_dilation: float
    link_load: int
    host_links: int
    cycles: int
    cost: float
    reason: str


class Choose(TypedDict):
    schema_version: int
    command: str
    guest: Graph
    nodes: int
    program: Literal['cc-cube', 'exchange']
    ports: Literal['one', 'all']
    elements: int
    startup: float
    per_flit: float
    by: Literal['cycles', 'cost', 'dilation']
    unfit: int
    choices: list[ChooseChoicesItem]


class DoctorToolsItem(TypedDict):
    name: str
    usable: bool
    detail: str
    needed_by: str


class DoctorEngines(TypedDict):
    model: bool
    nodes: bool
    flat: bool
    wave: bool
    lanes: bool


class Doctor(TypedDict):
    schema_version: int
    command: str
    tools: list[DoctorToolsItem]
    engines: DoctorEngines


class HelpExitCodesItem(TypedDict):
    code: int
    meaning: str


class Option(TypedDict):
    name: str
    kind: Literal['flag', 'text', 'identifier', 'output', 'graph', 'task', 'lengths', 'coordinates', 'choice', 'whole', 'probability', 'positive-probability', 'cycles', 'shard', 'files', 'in-network', 'loads']
    form: str
    choices: list[str] | None
    minimum: int | None
    maximum: int | None
    multiple: int | None
    default: str | None
    required: bool
    common: bool
    list: bool
    traffic: list[str] | None
    summary: str
    help: str


class HelpCommandsItemTopicsItem(TypedDict):
    name: str
    summary: str
    options: list[Option]


class HelpCommandsItemSubjectsItem(TypedDict):
    name: str
    chosen_by: list[str]
    options: list[str]


class HelpCommandsItemRulesItemOptionsItem(TypedDict):
    name: str
    value: str | None


class HelpCommandsItemRulesItem(TypedDict):
    options: list[HelpCommandsItemRulesItemOptionsItem]
    when: str
    reason: str


class HelpCommandsItem(TypedDict):
    name: str
    summary: str
    description: str
    operands: str | None
    topics: list[HelpCommandsItemTopicsItem]
    subjects: list[HelpCommandsItemSubjectsItem]
    rules: list[HelpCommandsItemRulesItem]


class Help(TypedDict):
    schema_version: int
    command: str
    version: str
    graphs: str
    exit_codes: list[HelpExitCodesItem]
    commands: list[HelpCommandsItem]


class SynthRowsItem(TypedDict):
    name: str
    ice40: None | list[int]
    ecp5: None | list[int]
    xilinx: None | list[int]
    gowin: None | list[int]
    mhz: float | None


class Synth(TypedDict):
    schema_version: int
    command: str
    yosys: str
    rows: list[SynthRowsItem]


class ChipRunParts(TypedDict):
    clock: float
    sequential: float
    gates: float
    leakage: float


class ChipRun(TypedDict):
    traffic: Literal['idle', 'uniform', 'all-reduce', 'through', 'straight', 'arrive', 'broadcast', 'axi']
    rate: float
    entered: float
    hops: float
    pj: float
    idle: float
    flit_hop: float | None
    bit_hop: float | None
    parts: ChipRunParts


class ChipRowsItem(TypedDict):
    name: str
    kge: float
    sequential_kge: float
    mhz: float
    slow_pins: int
    largest_slew: float
    overloaded: int
    runs: list[ChipRun]


class Chip(TypedDict):
    schema_version: int
    command: str
    yosys: str
    opensta: str
    library: str
    rows: list[ChipRowsItem]


CheckResult = Check | CheckOfRoutes | CheckOfFlows
CostResult = Cost | CostByBlock | CostOfCollective
