// SPDX-License-Identifier: Apache-2.0
// libdispatch's main queue inside the GLib main loop. libdispatch signals an eventfd when the
// queue has work; GLib watches it. The eventfd must be read before the queue is drained: unread,
// it stays readable and the source fires forever.

#include "shim.h"

#include <stdint.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static gboolean drain_main_queue(gint fd, GIOCondition condition, gpointer data) {
  (void)condition;
  (void)data;
  uint64_t pending;
  if (read(fd, &pending, sizeof pending) < 0) {
    // The queue was drained elsewhere; there is nothing to reset.
  }
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

gboolean vitrine_main_queue_attach(void) {
  static gboolean attached = FALSE;
  if (attached) return TRUE;
  int fd = _dispatch_get_main_queue_handle_4CF();
  if (fd < 0) return FALSE;
  g_unix_fd_add(fd, G_IO_IN, drain_main_queue, NULL);
  attached = TRUE;
  return TRUE;
}

static gboolean release_on_main(gpointer object) {
  g_object_unref(object);
  return G_SOURCE_REMOVE;
}

void vitrine_object_release(gpointer object) {
  g_main_context_invoke(NULL, release_on_main, object);
}
