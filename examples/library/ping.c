// A simulator of its own time that has its messages carried by a network of toroid. Each node asks
// another one, which computes for 20 cycles and answers; when the last answer has come, the busiest
// link is printed.
//
// Usage: ping ENGINE OPTION..., ENGINE being model, nodes, lanes or flat:
// ping model --host torus:8x8 --ports all
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <toroid.h>

enum { kQuestionFlits = 4, kAnswerFlits = 16, kCompute = 20 };
enum { kQuestion, kAnswer };  // tags

static int64_t slowest;  // question to answer, in cycles
static int64_t asked;    // the cycle of all questions

static void fail(toroid_network *net, const char *what) {
  fprintf(stderr, "%s: %s\n", what, toroid_error(net));
  toroid_close(net);
  exit(1);
}

// Called for each message that arrives, while the network runs.
static void arrived(void *context, const toroid_message *message) {
  toroid_network *net = context;
  if (message->tag == kQuestion) {
    toroid_inject(net, message->destination, message->source, kAnswerFlits, kAnswer,
                  message->delivered + kCompute);
  } else if (message->delivered - asked > slowest) {
    slowest = message->delivered - asked;
  }
}

static toroid_link busiest_link(const toroid_network *net) {
  const size_t count = toroid_links(net, NULL, 0);
  toroid_link *links = malloc(count * sizeof *links);
  toroid_link busiest = {0, 0, 0};
  toroid_links(net, links, count);
  for (size_t i = 0; i < count; ++i)
    if (links[i].flits > busiest.flits) busiest = links[i];
  free(links);
  return busiest;
}

static int engine_of(const char *word) {
  if (strcmp(word, "nodes") == 0) return TOROID_NODES;
  if (strcmp(word, "lanes") == 0) return TOROID_LANES;
  if (strcmp(word, "flat") == 0) return TOROID_FLAT;
  return TOROID_MODEL;
}

int main(int argc, char **argv) {
  char options[1000] = "";
  for (int i = 2; i < argc && strlen(options) + strlen(argv[i]) + 2 < sizeof options; ++i) {
    strcat(options, argv[i]);
    strcat(options, " ");
  }

  toroid_network *net;
  if (argc < 3) {
    fprintf(stderr, "usage: ping model|nodes|lanes|flat OPTION...\n");
    return 2;
  }
  if (toroid_open(options, engine_of(argv[1]), &net) != TOROID_OK) fail(net, "open");
  toroid_on_delivery(net, arrived, net);

  const uint32_t nodes = toroid_nodes(net);
  for (uint32_t n = 0; n < nodes; ++n)
    if (toroid_inject(net, n, (n + nodes / 2 + 1) % nodes, kQuestionFlits, kQuestion, asked) !=
        TOROID_OK)
      fail(net, "inject");

  toroid_status status;
  while ((status = toroid_next(net, TOROID_FOREVER)) == TOROID_DELIVERED) continue;
  if (status != TOROID_IDLE) fail(net, "next");

  const toroid_link link = busiest_link(net);
  printf("%u answers, the slowest after %lld cycles; busiest link %u to %u, %llu flits\n", nodes,
         (long long)slowest, link.from, link.to, (unsigned long long)link.flits);
  toroid_close(net);
  return 0;
}
