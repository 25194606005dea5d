// Uniform traffic of one flit through libtoroid, for comparison with
// toroid simulate --host torus:8x8 --traffic uniform --rate 0.2 --cycles N --engine model
// Prints how many messages were delivered, and their mean latency, which must be the same but for
// the draws. Usage: library_speed CYCLES [OPTION...]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <toroid.h>

static uint64_t state = 1;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static uint64_t delivered, latency;

static void arrived(void *context, const toroid_message *message) {
  (void)context;
  ++delivered;
  latency += (uint64_t)(message->delivered - message->injected);
}

int main(int argc, char **argv) {
  char options[1000] = "--host torus:8x8";
  if (argc > 2) options[0] = '\0';
  for (int i = 2; i < argc && strlen(options) + strlen(argv[i]) + 2 < sizeof options; ++i)
    strcat(strcat(options, argv[i]), " ");
  const int64_t cycles = argc > 1 ? atoll(argv[1]) : 100000;
  toroid_network *net;
  if (toroid_open(options, TOROID_MODEL, &net) != TOROID_OK) {
    fprintf(stderr, "%s\n", toroid_error(net));
    return 2;
  }
  toroid_on_delivery(net, arrived, NULL);
  const uint32_t nodes = toroid_nodes(net);
  for (int64_t cycle = 0; cycle < cycles; ++cycle) {
    for (uint32_t n = 0; n < nodes; ++n) {
      if (draw() >> 11 >= (uint64_t)(0.2 * 9007199254740992.0)) continue;
      toroid_inject(net, n, (n + 1 + (uint32_t)(draw() >> 33) % (nodes - 1)) % nodes, 1, 0, cycle);
    }
    toroid_advance(net, cycle + 1);
  }
  while (toroid_next(net, TOROID_FOREVER) == TOROID_DELIVERED) continue;
  printf("%llu delivered, mean latency %.3f\n", (unsigned long long)delivered,
         (double)latency / (double)delivered);
  toroid_close(net);
  return 0;
}
