// Prints the signals of an FST file at some times, with the reader that Verilator carries:
//   read_wave FILE TIME...
// A line is a signal's place in the hierarchy and its value at each of the times, in bits.
#define FST_CONFIG_INCLUDE "fst_config.h"
#include "fastlz.c"
#include "fstapi.c"
#include "lz4.c"

int main(int argc, char** argv) {
  void* wave = fstReaderOpen(argv[1]);
  if (wave == NULL) return 1;
  for (struct fstHier* item; (item = fstReaderIterateHier(wave)) != NULL;) {
    if (item->htyp == FST_HT_SCOPE) fstReaderPushScope(wave, item->u.scope.name, NULL);
    if (item->htyp == FST_HT_UPSCOPE) fstReaderPopScope(wave);
    if (item->htyp != FST_HT_VAR) continue;
    char* value = malloc(item->u.var.length + 1);
    const char* scope = fstReaderGetCurrentFlatScope(wave);
    printf("%s.%.*s", scope, (int)strcspn(item->u.var.name, " "), item->u.var.name);
    for (int i = 2; i < argc; ++i)
      printf(" %s", fstReaderGetValueFromHandleAtTime(wave, strtoull(argv[i], NULL, 10),
                                                      item->u.var.handle, value));
    printf("\n");
    free(value);
  }
  fstReaderClose(wave);
  return 0;
}
