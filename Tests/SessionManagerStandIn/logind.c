// SPDX-License-Identifier: Apache-2.0
// As much of logind as programs ask for that want to be told before the machine sleeps. It is told "sleep"
// and "shutdown", and "back" when they are over. Who holds the file that "Inhibit" gives makes it wait.

#include "stand_in.h"

#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <string.h>

static const char path[] = "/org/freedesktop/login1";
static const char interface[] = "org.freedesktop.login1.Manager";
static const char description[] =
    "<node><interface name='org.freedesktop.login1.Manager'>"
    "<method name='Inhibit'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='h' direction='out'/>"
    "</method>"
    "<signal name='PrepareForSleep'><arg type='b'/></signal>"
    "<signal name='PrepareForShutdown'><arg type='b'/></signal>"
    "</interface></node>";

static GDBusConnection *connection;

static gboolean let_go(gint file, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  close(file);
  say("released", "");
  return G_SOURCE_REMOVE;
}

static void called(GDBusConnection *bus, const char *sender, const char *object,
                   const char *of_interface, const char *method, GVariant *arguments,
                   GDBusMethodInvocation *invocation, gpointer data) {
  (void)bus, (void)sender, (void)object, (void)of_interface, (void)method, (void)data;
  const char *what, *mode;
  g_variant_get_child(arguments, 0, "&s", &what);
  g_variant_get_child(arguments, 3, "&s", &mode);
  char *asked = g_strconcat(what, " ", mode, NULL);
  say("delayed", asked);
  g_free(asked);
  int ends[2];
  if (!g_unix_open_pipe(ends, FD_CLOEXEC, NULL)) g_error("no pipe");
  // The list takes over the end that the program holds; once it is sent, only the program has it.
  GUnixFDList *files = g_unix_fd_list_new_from_array(&ends[1], 1);
  g_dbus_method_invocation_return_value_with_unix_fd_list(invocation, g_variant_new("(h)", 0),
                                                          files);
  g_object_unref(files);
  g_unix_fd_add(ends[0], G_IO_HUP, let_go, NULL);
}

static void told(const char *line) {
  static const char *signal;
  gboolean begins = strcmp(line, "back") != 0;
  if (begins) signal = !strcmp(line, "sleep") ? "PrepareForSleep" : "PrepareForShutdown";
  g_dbus_connection_emit_signal(connection, NULL, path, interface, signal,
                                g_variant_new("(b)", begins), NULL);
}

int stand_in_for_logind(void) {
  connection = g_bus_get_sync(G_BUS_TYPE_SYSTEM, NULL, NULL);
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, NULL);
  if (!connection || !node) return 1;
  const GDBusInterfaceVTable calls = {.method_call = called};
  g_dbus_connection_register_object(connection, path, node->interfaces[0], &calls, NULL, NULL,
                                    NULL);
  return serve(connection, "org.freedesktop.login1", told);
}
