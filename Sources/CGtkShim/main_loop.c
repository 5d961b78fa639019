// Tells when the main loop works and when it waits for events: at the one place that it comes through
// for both.

#include "shim.h"

static GPollFunc wait_for_events; // whoever else has put something there is called, too
static void (*tell)(gboolean works);

static int wait_and_tell(GPollFD *files, guint count, int timeout) {
  tell(FALSE);
  int ready = wait_for_events(files, count, timeout);
  tell(TRUE);
  return ready;
}

void vitrine_main_loop_tell(void (*whether)(gboolean works)) {
  if (!tell) {
    wait_for_events = g_main_context_get_poll_func(NULL);
    g_main_context_set_poll_func(NULL, wait_and_tell);
  }
  tell = whether;
}
