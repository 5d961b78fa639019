// SPDX-License-Identifier: Apache-2.0
// Whether anybody calls this process over a bus.

#include "shim.h"

static gint was_called;

// On the connection's own thread.
static GDBusMessage *look(GDBusConnection *connection, GDBusMessage *message, gboolean is_incoming, gpointer data) {
  if (is_incoming && g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL)
    g_atomic_int_set(&was_called, 1);
  return message;
}

void vitrine_watch_calls(GDBusConnection *connection) { g_dbus_connection_add_filter(connection, look, NULL, NULL); }

gboolean vitrine_was_called(void) { return g_atomic_int_get(&was_called); }
