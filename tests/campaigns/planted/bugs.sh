# shellcheck shell=bash
# The bugs: bug PART WHAT FILE OLD NEW OPTIONS [WORDS] (see mutation.sh). Runs are few and alike, so that
# most share their compiled hardware.
ring="--host ring:8 --arbiter round-robin --traffic uniform --rate 0.9 --packet-flits 3 --cycles 300 --flit-width 16"
long_ring="--host ring:8 --arbiter round-robin --traffic uniform --rate 1 --packet-flits 8 --cycles 1000 --flit-width 16 --engine rtl"
torus="--host torus:4x3 --arbiter round-robin --traffic uniform --rate 0.6 --packet-flits 3 --cycles 200 --flit-width 16"
through="--host line:8 --traffic bit-complement --rate 1 --cycles 300 --flit-width 16 --arbiter through-first"
lib=rtl_templates/lib

# Router
bug router "a tie turns the wrong way" $lib/router/toroid_route_axis.v 'from[0] |' '~from[0] |' "$ring"
bug router "an axis is entered before the one ahead of it is done" $lib/router/toroid_route.v 'differ[a] & ~|differ[a-1:0]' 'differ[a]' "$torus"
bug router "the pointer stays at the winner" $lib/primitives/toroid_round_robin.v 'pointer_q <= winner + 2'"'"'d1' 'pointer_q <= winner' "$torus"
bug router "traffic straight on may win one time too few" $lib/router/toroid_arbiter.v \
  'LAST = 4'"'"'b1000' 'LAST = 4'"'"'b0100' "$through"
bug router "a packet does not hold its channel" $lib/router/toroid_link_output.v 'fresh_free_q <= tail' 'fresh_free_q <= 1'"'"'b1' "$torus"
bug router "a packet does not hold its ejector" $lib/router/toroid_ejector.v 'free_q <= tail' 'free_q <= 1'"'"'b1' "$torus"
bug router "the channel that was served is preferred" $lib/router/toroid_link_input.v '? ~channel : preferred_q' '? channel : preferred_q' "$ring"
bug router "the address is read on every beat" $lib/router/toroid_injector.v 'if (push & first_q)' 'if (push)' "$ring"

# Credit counter
bug credit "a credit that comes while one is taken counts twice" $lib/router/toroid_credit.v 'take != give' 'take || give' "$ring"
bug credit "one credit too few after reset" $lib/router/toroid_credit.v '{DEPTH{1'"'"'b1}}' '{DEPTH{1'"'"'b1}} >> 1' "$ring"
bug credit "a returned credit is lost: everything stops" $lib/router/toroid_credit.v '{level_q[DEPTH-2:0], 1'"'"'b1}' 'level_q' "$long_ring"

# Link stages
staged="--host ring:8 --arbiter round-robin --traffic uniform --rate 0.7 --packet-flits 3 --cycles 300 --flit-width 16 --link-stages 2 --buffer-depth 6"
bug stages "what comes is a cycle early" $lib/links/toroid_link_stages.v 'flags[STAGES*FLAGS+:FLAGS]' 'flags[(STAGES-1)*FLAGS+:FLAGS]' "$staged"
bug stages "the flit is behind its valid bit" $lib/links/toroid_link_stages.v 'flits[STAGES*WIDTH+:WIDTH]' 'flits[(STAGES-1)*WIDTH+:WIDTH]' "$staged"
bug stages "the credits are those of the other channel" rtl_templates/top/node_links.v.tpl \
  '.from_flags({<%in_flags%>})' '.from_flags({<%in_flags%>} ^ {2{^<%port%>_out_credit}})' "$staged"
bug stages "a bit of a flit turns over in a stage, and check wires tell" $lib/links/toroid_link_stages.v \
  'assign to_flit = flits[STAGES*WIDTH+:WIDTH]' 'assign to_flit = flits[STAGES*WIDTH+:WIDTH] ^ to_flags[FLAGS-1]' "$staged --protect parity --engine rtl" \
  'link fault'
bug stages "a node is not busy while a credit is in its stages" $lib/links/toroid_link_stages.v 'busy = |flags_q' \
  'busy = flags_q[FLAGS-1]' "$staged"
bug stages "model: there are none" sim/model/commit.cc 'other.on_links[DueList()]' 'other.on_links[sent_list]' "$staged"
bug stages "model: a node is not busy while a credit is in its stages" sim/model/model.cc \
  'for (const Credit& credit : on_links.credits)' 'for (const Credit& credit : std::vector<Credit>())' "$staged"

# Dateline channel
bug dateline "the wrap link is taken for that of the other direction" $lib/router/toroid_router.v \
  'MINUS != 0 ? {BITS' 'MINUS == 0 ? {BITS' "$ring"
bug dateline "a packet falls back to channel 0 after the wrap link" $lib/router/toroid_link_output.v \
  'grant[0] & straight_channel' '1'"'"'b0' "$ring"
bug dateline "no wrap link: the ring deadlocks" $lib/router/toroid_router.v 'wrap_link = CHANNELS == 2 &&' \
  'wrap_link = CHANNELS == 0 &&' "$long_ring"

# Address units
logical="--host line:8 --guest hypercube:3 --embedding by-weight --traffic uniform --rate 0.5 --cycles 100 --flit-width 16"
rows="--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic uniform --rate 0.3 --cycles 100 --bit-order cyclic"
bug atu "forward: the table of the inverse" gen/address_units/map_unit.cc 'if (!forward)' 'if (true)' "$logical"
bug atu "forward: connected to the complement" rtl_templates/top/node_addresses.v.tpl '.logical(s_axis_tdest<%logical_slice%>),
    .physical(' '.logical(~s_axis_tdest<%logical_slice%>),
    .physical(' "$rows"
bug atu "inverse: the table of the forward unit" gen/address_units/map_unit.cc 'if (!forward)' 'if (false)' "$logical"
bug atu "inverse: connected to the complement" rtl_templates/top/node_addresses.v.tpl '.physical(coordinates<%physical_part%>' \
  '.physical(~coordinates<%physical_part%>' "$rows"

# Several guest nodes on a host node
ranks="--host torus:3x3 --guest torus:6x6 --embedding tao --traffic exchange --message-flits 3 --sets 1 --no-baseline --flit-width 16"
alone="$ranks --engine rtl"  # only the scoreboard can see it
node=rtl_templates/top/node_ranks.v.tpl
bug ranks "source and destination change places" $node '{rank_to_<%port%>, s_axis_tid<%rank_slice%>}' \
  '{s_axis_tid<%rank_slice%>, rank_to_<%port%>}' "$alone"
bug ranks "all is from rank 0" rtl_templates/top/node_ranks.v.tpl '.member(router_m_data<%source_slice%>)' '.member(router_m_data<%source_slice%> - router_m_data<%source_slice%>)' "$alone"
bug ranks "all is for rank 0" $node 'm_axis_tid<%rank_slice%> = router_m_data' 'm_axis_tid<%rank_slice%> = ~router_m_data<%destination_slice%> & router_m_data' \
  "$alone"
physical="${alone/exchange/exchange --address physical}"
bug ranks "physical: all is from rank 0" rtl_templates/top/node_ranks.v.tpl 'router_m_data<%source_slice%>,' \
  'router_m_data<%source_slice%> - router_m_data<%source_slice%>,' "$physical"
bug ranks "physical: all is for rank 0" rtl_templates/top/node_ranks.v.tpl 's_axis_tdest<%rank_part%>' \
  's_axis_tdest<%rank_part%> - s_axis_tdest<%rank_part%>' "$physical"
bug ranks "tid and tdest are read on every beat" $lib/translation/toroid_first_beat.v 'first_q ? first_word : word_q' 'first_word' "$ranks"
bug ranks "those of the packet before are held" $lib/translation/toroid_first_beat.v 'beat & first_q' 'beat & last' "$ranks"
bug ranks "model: the ranks change places" sim/bench/model_network.cc \
  'std::uint64_t{packet.destination_rank} << plan_.tid_bits() | packet.source_rank' \
  'std::uint64_t{packet.source_rank} << plan_.tid_bits() | packet.destination_rank' "$ranks"

# Several processes on a node
processes="--host ring:8 --guest hypercube:5 --embedding tao --traffic all-reduce --method doubling --elements 8 --pipelining 2 --no-baseline"
bug processes "local data is handed to the sender" sim/traffic/program.cc \
  'data_->Take(m, w)' 'data_->Take({m.round, m.number, m.to, m.from}, w)' "$processes --schedule list"
box="--host mesh:3x7 --partition 2x3 --base 1,4 --guest torus:4x6 --embedding tao --traffic exchange --flit-width 16 --no-baseline"
bug processes "partition: the sender is looked up where it is, not from the base on" gen/rtl/partition.cc \
  'PartAt(lsb + axis.field.lsb, axis.field.bits) + " - base"' 'PartAt(lsb + axis.field.lsb, axis.field.bits) + " | base"' "$box"

# Schedules
calmant="--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic cc-cube --elements 16 --pipelining 4 --schedule calmant"
offset="--host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube --elements 16 --pipelining 4 --schedule offset"
offset_mesh="--host mesh:4x4 --guest hypercube:4 --embedding standard --traffic cc-cube --elements 16 --pipelining 4 --schedule offset"
bug schedule "calmant: the axes do not take turns" gen/schedule/calmant.cc 'layout.axes == 1 ? 0 : k' 'layout.axes == 1 ? 0 : 0' "$calmant"
bug schedule "calmant: groups of the wrong bits" gen/schedule/calmant.cc '((1 << level) - 1)' '(1 << level)' "$calmant"
bug schedule "offset: an axis with two levels starts too early" gen/schedule/offset.cc 'offset += axis.levels()' 'offset += 1' "$offset"
bug schedule "offset: groups of the wrong bits" gen/schedule/offset.cc '((1 << axis.lower) - 1)' '(1 << axis.lower)' "$offset_mesh"
bug schedule "every message is offered a cycle late: no conflict, but not the predicted cycles" sim/traffic/program.cc \
  '.not_before <= now_ - start_' '.not_before < now_ - start_' "$offset"
stream_lines="--host mesh:8x8 --guest hypercube:6 --embedding standard --traffic task --task 2,4 --message-flits 4 --schedule stream"
stream="--host torus:8x8 --guest hypercube:6 --embedding xor --traffic task --task 2,4 --message-flits 4 --schedule stream"
bug schedule "stream, one port: a node sends twice in a step" gen/schedule/stream_one_port.cc '(plus ? 0 : 1)' '0' "$stream"
bug schedule "stream, one port: a step starts before a link is free" gen/schedule/stream_one_port.cc \
  'links_[host_.LinkIndex(hop)] = end++' 'links_[host_.LinkIndex(hop)] = end++ - 2' "$stream_lines"

sets="--host mesh:3x5 --guest ring:15 --embedding tao --engine model --no-baseline --message-flits 4 --traffic"
bug schedule "list: the first link alone need be free" gen/placing/placer.cc 'free < uses.size()' 'free < 1' "$sets exchange --schedule list"
bug schedule "forecast: nothing ever meets" sim/run/predict.cc 'forecast.conflicts + forecast.early == 0' 'forecast.conflicts + forecast.early >= 0' "$sets exchange"
bug schedule "forecast: all messages of a node enter at once" gen/program/meetings.cc 'std::max(cycle, free)' '(cycle)' \
  "--host torus:4x4 --guest torus:4x4 --embedding identity --engine model --no-baseline --message-flits 4 --traffic exchange"

# Schedule units: the hardware's own against the computed schedule
units="--host line:8 --guest hypercube:3 --embedding standard --traffic task --task 0,3 --message-flits 4 --schedule stream --ports all"
units+=" --schedule-units send --rtl flat --flit-width 16 --no-baseline"
bug unit "the upper level's half is not inverted" $lib/schedule_unit/toroid_send_stream.v ': ~differ' ': differ' "$units"
bug unit "the timer misses the start pulse" $lib/schedule_unit/toroid_network_timer.v '= start | running_q' '= running_q' "$units"

# Reference model
bug model "a tie turns the wrong way" sim/model/routes.cc 'entry % 2 == 0' 'entry % 2 == 1' "$ring"
bug model "the last credit is not used" sim/model/decide.cc 'room[target * kRow] == 0' 'room[target * kRow] <= 1' "$ring"
bug model "a head does not wait for a channel that another packet holds" sim/model/decide.cc \
  'target + locked[target * kRow] == wanted' 'wanted != kNothing' "$torus"
bug model "the channel that was served is preferred" sim/model/commit.cc 'from.channel - 1U' '0U - from.channel' "$ring"
bug model "the table of routes forgets channel 1" sim/model/routes.cc 'keeps && from.channel == 1' 'keeps && from.channel == 2' "$ring"
# 64 nodes at once
row="--host torus:8x8 --arbiter round-robin --traffic uniform --rate 0.6 --packet-flits 3 --cycles 200 --flit-width 16"
bug model "a row: a full target is open" sim/model/decide.cc 'gates_[t] = full | (' 'gates_[t] = (' "$row"
bug model "a row: channel 1 yields where it is preferred" sim/model/decide.cc \
  '(Row::Load(preferred + input.source * kRow) | ~zero)' '~zero' "$row"
first="${row/round-robin/through-first}"
bug model "a row: what turns never has its turn" sim/model/decide.cc 'state.guard.Store(guard)' '(void)guard' \
  "${through/line:8/line:64}"
bug model "a row: the turn of what turns is not kept" sim/model/decide.cc 'state.pointer.Store(pointer)' '(void)pointer' "$first"
bug model "a row: pointers never move" sim/model/decide.cc 'state.pointer.Store(pointer)' '(void)pointer' "$row"
bug model "coverage: on a ring of 4 other nodes are passed" sim/model/routes.cc 'entry % 2 == 0' 'entry % 2 == 1' \
  "--host ring:4 --traffic uniform --rate 0.5 --cycles 300 --engine model --coverage $scratch/seen.json" "was seen, but no route does so"

# Algorithms: delivery is right, the result is not.
program="--engine model --host ring:8 --guest hypercube:3 --embedding xor --no-baseline --traffic"
exchange="$program complete-exchange --block-flits 2 --pipelining 8 --schedule offset"
bug algorithm "exchange: the wrong blocks are sent" sim/algorithm/complete_exchange.cc '(p >> k & 1) != 0' '(p >> k & 1) == 0' "$exchange"
bug algorithm "exchange: the blocks go upwards, so that some are sent before they arrive" sim/algorithm/complete_exchange.cc \
  'order == BlockOrder::kReversed) std' 'order == BlockOrder::kForward) std' "$exchange"
bug algorithm "exchange: nothing is compared" sim/algorithm/complete_exchange.cc 'e < block && s != n' 'e < block && s == processes' "$exchange"
bug algorithm "fft: every process uses the twiddle factors of the first" sim/algorithm/fft.cc '(FirstOf(to) + e) % (size / 2)' 'e % (size / 2)' \
  "$program fft --elements 16 --flit-width 64"
bug algorithm "sort: a comparator has the direction of the stage before" sim/algorithm/bitonic_sort.cc '(stages_[round] + 1)' 'stages_[round]' \
  "$program bitonic-sort --elements 16"
bug algorithm "reduction: a carry is lost" sim/algorithm/elements.cc 'carry = sum >> 32' 'carry = 0' "$program all-reduce --elements 16 --flit-width 64"
bug algorithm "gathering: vectors are put in the place of the receiver's" sim/algorithm/all_gather.cc \
  'gathered_[to][First(round, from) + e]' 'gathered_[to][First(round, to) + e]' "$program all-gather --elements 4"
bug algorithm "hardware: a bit flips on the way to the sink" $lib/router/toroid_ejector.v 'odd_q <= {tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0]}' \
  'odd_q <= {tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0] ^ 1'"'"'b1}' \
  "--host ring:8 --guest hypercube:3 --embedding xor --no-baseline --traffic complete-exchange --block-flits 2 --pipelining 1"

# Relays, in the hardware and in the model
halts="--host mesh:27x27 --guest torus:9x9x9 --embedding tao --ports all --relay --traffic permutation --sets 2 --no-baseline --flit-width 16"
bug relay "a message is due a cycle too late" $lib/relay/toroid_relay_place.v 'wide_count <= wide_segment' 'wide_count < wide_segment' "$halts"
bug relay "a message in line is not cut" $lib/relay/toroid_relay_halt.v 'distance > STEP[BITS-1:0] ? cut : to' 'to' "$halts"
bug relay "behind the halt the source is the halt" $lib/relay/toroid_relay.v 'forward ? {1'"'"'b1, source, waiting}' \
  'forward ? {1'"'"'b1, router_m_source[A+:ADDRESS_BITS], waiting}' "$halts"
bug relay "model: a message is due a cycle too late" sim/model/relay.cc 'count_ <= place.links' 'count_ < place.links' "$halts"
bug relay "model: halts are one link too far" sim/model/relay.cc 'i < first_ &&' 'i <= first_ &&' "$halts"
bug relay "the start pulse comes a cycle late" sim/bench/driver.cc 'traffic_->Offer(now, offered_);
  if (traffic_->Leaves()) network_->Leave();
  if (traffic_->Starts()) network_->Start();' 'if (traffic_->Starts()) network_->Start();
  traffic_->Offer(now, offered_);
  if (traffic_->Leaves()) network_->Leave();' "$halts --engine rtl"

# Events that no packet explains: flits after the last delivery, error pulses, busy; and the report
# of lost flits. An ejector sends its last beat again when it was idle for 15 cycles, and is busy
# until then, or not.
again='  assign room = ~level_q[1];
  reg [4:0] idle_q;
  wire again = ~level_q[0] & idle_q == 5'"'"'d16;
  always @(posedge clk) idle_q <= rst | again ? 5'"'"'d0 : pop ? 5'"'"'d1 : idle_q + {4'"'"'d0, |idle_q};
  assign m_valid = level_q[0] | again;
  reg [WIDTH-1:0] last_q;
  always @(posedge clk) if (pop) last_q <= oldest;
  assign {m_last, m_source, m_data} = again ? last_q : oldest;
  assign free = free_q;
  assign busy ='
ends='  assign room = ~level_q[1];
  assign m_valid = level_q[0];
  assign {m_last, m_source, m_data} = oldest;
  assign free = free_q;
  assign busy = m_valid;'
small="--host ring:4 --guest hypercube:2 --embedding xor --no-baseline --flit-width 16 --traffic"
for traffic in "task --task 0,2 --message-flits 2" "all-reduce --elements 2 --pipelining 1" "exchange --sets 1 --message-flits 2" \
  "complete-exchange --block-flits 1 --pipelining 1"; do
  bug watch "the last beat comes again, ${traffic%% *}" $lib/router/toroid_ejector.v "$ends" "$again m_valid | (|idle_q);" \
    "$small $traffic --engine rtl" "messages were not delivered as sent: "
  bug watch "the last beat comes again, ${traffic%% *}, and nothing was busy" $lib/router/toroid_ejector.v "$ends" "$again level_q[0];" \
    "$small $traffic --rtl flat" "m_axis_tvalid of ejector"
done
some="--host torus:4x3 --traffic uniform --rate 0.3 --packet-flits 2 --cycles 200 --flit-width 16"
bug watch "error is always high" $lib/router/toroid_injector.v 'error = error_q' 'error = 1'"'"'b1' "$some --rtl flat" "error of injector 0 of node (0,0): 0"
bug watch "error is always high, and there is no model" $lib/router/toroid_injector.v 'error = error_q' 'error = 1'"'"'b1' "$some --engine rtl" \
  "which has refused no packet"
bug watch "error is never high, and there is no model" $lib/router/toroid_injector.v 'error = error_q' 'error = 1'"'"'b0' \
  "$some --refused 0.1 --engine rtl" "which has just refused a packet"
bug watch "an address outside the shape is taken" $lib/router/toroid_injector.v '| outside |' '|' "$some --refused 0.1 --engine rtl"
bug watch "a node of the top is never busy" rtl_templates/top/top_block.v.tpl '.busy(busy[NODE])' '.busy(/* busy[NODE] */)' "$some --rtl flat" "busy of node"
bug watch "a node is always busy, and there is no model" $lib/router/toroid_router.v 'busy = ~started_q |' 'busy = 1'"'"'b1 |' "$some --rtl flat --engine rtl" \
  "still busy"
bug watch "a node is never busy, and there is no model" $lib/router/toroid_router.v 'busy = ~started_q | (|input_busy) | (|injector_busy) | (|ejector_busy)' \
  'busy = 1'"'"'b0' "$some --rtl flat --engine rtl" "is not busy in cycle"
bug watch "a node through which flits pass is not busy, and there is no model" $lib/router/toroid_router.v 'busy = ~started_q | (|input_busy) |' \
  'busy = ~started_q |' "$some --rtl flat --engine rtl" "though it sends a flit"
bug watch "a flit is sent without room for it, and there is no model" $lib/router/toroid_credit.v 'room = level_q[0]' \
  'room = 1'"'"'b1' "$ring --engine rtl" "though it is full"
bug watch "credits are given for nothing, and there is no model" $lib/router/toroid_link_input.v 'in_credit = {pop1, pop0}' \
  'in_credit = {pop1 | pop0, pop0}' "$some --engine rtl" "gives a credit"
bug watch "a credit is kept, and there is no model" $lib/router/toroid_link_input.v 'in_credit = {pop1, pop0}' \
  'in_credit = {pop1, pop0 & ~(&flit[6:0])}' "$some --engine rtl" "has not given back"
bug watch "a beat is taken back, and there is no model" $lib/router/toroid_ejector.v 'assign m_valid = level_q[0];' \
  'reg tick_q; always @(posedge clk) tick_q <= ~tick_q & ~rst; assign m_valid = level_q[0] & ~(level_q[1] & tick_q);' \
  "$some --sink-ready 0.5 --engine rtl" "though its sink has not taken the last beat"
bug watch "an address is altered on the wire" $lib/router/toroid_link_output.v '| {1'"'"'b0, head, {(LINK_WIDTH - 2) {1'"'"'b0}}};' \
  '^ {1'"'"'b0, head, 1'"'"'b0, head & (&chosen[3:0]), {(LINK_WIDTH - 4) {1'"'"'b0}}};' "$some --engine rtl" "messages were not delivered as sent: "
bug watch "an address is altered to one that does not exist" $lib/router/toroid_link_output.v '| {1'"'"'b0, head, {(LINK_WIDTH - 2) {1'"'"'b0}}};' \
  '^ {1'"'"'b0, head, 2'"'"'b0, {2{head & (&chosen[3:0])}}, {(LINK_WIDTH - 6) {1'"'"'b0}}};' "$some --engine rtl"
empty="--host hypercube:4 --guest mesh:3x5 --embedding gray --traffic uniform --cycles 200 --flit-width 16 --refused 0.2"
bug watch "model: an empty node sends" sim/model/routes.cc '!plan_.IsAddressable(here) ||' 'false ||' "$empty"
bug watch "model: a packet to its own node is taken for another's" sim/model/routes.cc 'NodeId{*there} == here' 'false' "$some --refused 0.2"
bug watch "model: a refused packet is not told" sim/model/model.cc 's.ended.push_back(local)' '(void)local' "$some --refused 0.2" "error of injector"
bug watch "model: a waiting flit does not make its ejector's node busy" sim/model/model.cc 'bits[w] |= delivered.words()[w]' 'bits[w] |= 0' "$some" \
  "busy of node"
