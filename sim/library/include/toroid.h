// libtoroid: messages on a simulated network, for simulators of other things. C99 and later, and
// C++. Link with `pkg-config --cflags --libs toroid`, or the CMake target toroid::toroid.
//
//     toroid_network *net;
//     if (toroid_open("--host torus:8x8", TOROID_MODEL, &net) != TOROID_OK)
//       puts(toroid_error(net));
//     toroid_inject(net, 0, 27, 16, 1, 0);
//     while (toroid_next(net, TOROID_FOREVER) == TOROID_DELIVERED) {
//       toroid_message message;
//       while (toroid_take(net, &message, 1) == 1) use(&message);
//     }
//     toroid_close(net);
//
// Cycles are those of the Verilog and of `toroid simulate`. A message is a packet of one or more
// flits. It waits at its source behind those that were injected there before it, enters a flit a
// cycle, and is delivered when its last flit is taken out of the network: without load, of L flits
// over h links, in cycle h + 1 + L after its own. Messages between two nodes arrive in order.
//
// In a cycle first the nodes take what has arrived, then messages may enter. The functions that run
// the network stop between the two, so what has arrived in a cycle can be answered in it.
//
// Nodes are numbered from 0, the last coordinate fastest: node (x,y) of torus:8x8 is 8x + y. With
// --guest they are the guest's nodes.
//
// Networks do not know of each other. Threads may use different ones at the same time; one network
// is used by one thread at a time. Nothing is printed, no signal handled, no exception thrown, and
// the process is never ended.
#ifndef TOROID_H
#define TOROID_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)  // all else of the library is hidden
#endif

// NOLINTBEGIN(readability-identifier-naming): names of C
typedef struct toroid_network toroid_network;

// How a call ended. All that are negative are faults, of which toroid_error has the text.
typedef enum toroid_status {
  TOROID_OK = 0,         // done
  TOROID_DELIVERED = 1,  // toroid_next: a message has been delivered
  TOROID_IDLE = 2,       // toroid_next: every message has been delivered
  TOROID_STUCK = 3,      // nothing moves, though messages are under way: a deadlock, or held nodes
  TOROID_REFUSED = -1,   // an argument or option is wrong; the call had no effect
  TOROID_FAILED = -2     // a tool is missing, memory is used up, or the hardware is wrong: this
                         // network can only be closed
} toroid_status;

// What simulates the network. All take the same cycles.
typedef enum toroid_engine {
  TOROID_MODEL = 0,  // the reference model: nothing is compiled
  // The generated Verilog, compiled when such a network is first opened (seconds; Verilator and a
  // compiler are needed) and kept in ~/.cache/toroid:
  TOROID_NODES = 1,  // one node, used for all places
  TOROID_LANES = 2,  // its gates, by Yosys, all nodes at once: for large networks under load
  TOROID_FLAT = 3    // the whole network with all its wires
} toroid_engine;

typedef struct toroid_message {
  uint64_t tag;  // as injected
  uint32_t source, destination;
  uint32_t flits;
  int64_t injected;   // the cycle that toroid_inject named
  int64_t entered;    // the cycle in which its first flit entered the network
  int64_t delivered;  // the cycle in which its last flit was taken out of it
} toroid_message;

// A link, in one direction, and the flits of delivered messages that it carried. Links join nodes
// of the host, even with --guest.
typedef struct toroid_link {
  uint32_t from, to;
  uint64_t flits;
} toroid_link;

// NOLINTEND(readability-identifier-naming)
#define TOROID_FOREVER INT64_MAX

// The version of the library, "0.1.0".
const char *toroid_version(void);

// Makes a network in cycle 0. `options` are those of `toroid generate`, as typed and separated by
// white space, or as a JSON object, {"host": "torus:8x8", "ports": "all"}: a network of buffered
// routers with streams only. `engine` is a toroid_engine.
// `*network` must be closed even if the call fails: until then toroid_error(*network) has every
// fault that was found, one a line. It is NULL if there is no memory for it.
toroid_status toroid_open(const char *options, int engine, toroid_network **network);
// Frees the network; NULL is ignored.
void toroid_close(toroid_network *network);
// The text of the last fault, or of TOROID_STUCK, "" if there was none: "toroid: error: FIELD:
// VALUE: what is wrong; what is allowed". Valid until the next call with this network.
const char *toroid_error(const toroid_network *network);

uint32_t toroid_nodes(const toroid_network *network);
// The cycle that the network is in.
int64_t toroid_cycle(const toroid_network *network);
// Messages that were injected and have not been delivered.
uint64_t toroid_under_way(const toroid_network *network);

// Offers a message at its source in a cycle, the current one or a later one, at most 2^60. Of one
// node's messages for one cycle those injected first enter first. `flits` are 1 to 2^24. Nodes are
// different, alive, and with --guest not on the same node of the host.
toroid_status toroid_inject(toroid_network *network, uint32_t source, uint32_t destination,
                            uint32_t flits, uint64_t tag, int64_t cycle);

// Goes on to a cycle, at most 2^60: TOROID_OK, or TOROID_STUCK if nothing moves there any more and
// nothing will before a node is let go. Cycles in which nothing can happen take no time.
toroid_status toroid_advance(toroid_network *network, int64_t cycle);
// Goes on to the next cycle in which a message is delivered, but not past `limit`:
// TOROID_DELIVERED, or TOROID_OK in cycle `limit`. TOROID_IDLE or TOROID_STUCK if that will not
// happen, in the cycle in which this is known.
toroid_status toroid_next(toroid_network *network, int64_t limit);

// Moves up to `most` delivered messages to `messages`, in the order in which they were delivered;
// returns their number.
size_t toroid_take(toroid_network *network, toroid_message *messages, size_t most);
// From now on `call` gets each message as it is delivered, while the network runs, and toroid_take
// does not; NULL: toroid_take does again. It may call toroid_inject for the current cycle or later,
// and the functions that only read.
void toroid_on_delivery(toroid_network *network,
                        void (*call)(void *context, const toroid_message *message), void *context);

// While a node is held it takes nothing out of the network, so what is sent to it waits, and fills
// the buffers on its way. `hold` is 1 or 0. With --guest this holds all guest nodes on its host.
toroid_status toroid_hold(toroid_network *network, uint32_t node, int hold);

// Writes up to `most` links, by `from` and the port there; returns how many there are. With `most`
// 0 `links` may be NULL.
size_t toroid_links(const toroid_network *network, toroid_link *links, size_t most);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
