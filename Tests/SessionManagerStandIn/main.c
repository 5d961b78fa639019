// SPDX-License-Identifier: Apache-2.0
// A session manager for tests, with as much of org.gnome.SessionManager as programs ask for; with the
// argument "xfce", of Xfce's, which nobody can ask to wait, with "logind", of logind. It says on its standard output what it is asked, a
// line each, and sends the signals it is told to on its standard input: "query" before a log-out, "end"
// at one, "cancel" for one that was given up.

#include "stand_in.h"

#include <string.h>

#define REGISTER_CLIENT                                                                            \
  "<method name='RegisterClient'><arg type='s' direction='in'/><arg type='s' direction='in'/>"     \
  "<arg type='o' direction='out'/></method>"
#define CLIENT(name)                                                                               \
  "<interface name='" name "'>"                                                                    \
  "<method name='EndSessionResponse'><arg type='b' direction='in'/><arg type='s' direction='in'/>" \
  "</method>"                                                                                      \
  "<signal name='QueryEndSession'><arg type='u'/></signal>"                                        \
  "<signal name='EndSession'><arg type='u'/></signal>"                                             \
  "<signal name='CancelEndSession'><arg type='u'/></signal>"                                       \
  "</interface>"
#define GNOME_CLIENT "org.gnome.SessionManager.ClientPrivate"
#define XFCE_CLIENT "org.xfce.Session.Client"

static const char description[] =
    "<node>"
    "<interface name='org.gnome.SessionManager'>" REGISTER_CLIENT
    "<method name='UnregisterClient'><arg type='o' direction='in'/></method>"
    "<method name='Inhibit'><arg type='s' direction='in'/><arg type='u' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='u' direction='out'/>"
    "</method>"
    "<method name='Uninhibit'><arg type='u' direction='in'/></method>"
    "</interface>"
    CLIENT(GNOME_CLIENT)
    "<interface name='org.xfce.Session.Manager'>" REGISTER_CLIENT "</interface>"
    CLIENT(XFCE_CLIENT)
    "</node>";

static const char *client_interface = GNOME_CLIENT;
static const char client_path[] = "/org/gnome/SessionManager/Client1";
static GDBusConnection *connection;

static void called(GDBusConnection *bus, const char *sender, const char *path,
                   const char *interface, const char *method, GVariant *arguments,
                   GDBusMethodInvocation *invocation, gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)data;
  GVariant *answer = NULL;
  if (!strcmp(method, "RegisterClient")) {
    const char *application;
    g_variant_get_child(arguments, 0, "&s", &application);
    say("registered", application);
    answer = g_variant_new("(o)", client_path);
  } else if (!strcmp(method, "Inhibit")) {
    const char *reason;
    g_variant_get_child(arguments, 2, "&s", &reason);
    say("inhibited", reason);
    answer = g_variant_new("(u)", 7);
  } else if (!strcmp(method, "Uninhibit")) {
    say("uninhibited", "");
  } else if (!strcmp(method, "EndSessionResponse")) {
    say("answered", "");
  }
  g_dbus_method_invocation_return_value(invocation, answer);
}

static void told(const char *line) {
  const char *signal = !strcmp(line, "query") ? "QueryEndSession"
                       : !strcmp(line, "end") ? "EndSession"
                                              : "CancelEndSession";
  g_dbus_connection_emit_signal(connection, NULL, client_path, client_interface, signal,
                                g_variant_new("(u)", 0), NULL);
}

int main(int count, char **arguments) {
  const char *kind = count > 1 ? arguments[1] : "gnome";
  if (!strcmp(kind, "logind")) return stand_in_for_logind();
  gboolean is_xfce = !strcmp(kind, "xfce");
  if (is_xfce) client_interface = XFCE_CLIENT;
  const char *name = is_xfce ? "org.xfce.SessionManager" : "org.gnome.SessionManager";
  const char *path = is_xfce ? "/org/xfce/SessionManager" : "/org/gnome/SessionManager";
  connection = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, NULL);
  if (!connection || !node) return 1;
  const GDBusInterfaceVTable calls = {.method_call = called};
  GDBusInterfaceInfo **interfaces = node->interfaces + (is_xfce ? 2 : 0);
  g_dbus_connection_register_object(connection, path, interfaces[0], &calls, NULL, NULL, NULL);
  g_dbus_connection_register_object(connection, client_path, interfaces[1], &calls, NULL, NULL,
                                    NULL);
  return serve(connection, name, told);
}
