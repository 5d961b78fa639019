// A session manager for tests, with as much of org.gnome.SessionManager as programs ask for; with an
// argument, of Xfce's, which nobody can ask to wait. It says on its standard output what it is asked, a
// line each, and sends the signals it is told to on its standard input: "query" before a log-out, "end"
// at one, "cancel" for one that was given up.

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static const char description[] =
    "<node>"
    "<interface name='org.gnome.SessionManager'>"
    "<method name='RegisterClient'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='o' direction='out'/></method>"
    "<method name='UnregisterClient'><arg type='o' direction='in'/></method>"
    "<method name='Inhibit'><arg type='s' direction='in'/><arg type='u' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='u' direction='out'/>"
    "</method>"
    "<method name='Uninhibit'><arg type='u' direction='in'/></method>"
    "</interface>"
    "<interface name='org.gnome.SessionManager.ClientPrivate'>"
    "<method name='EndSessionResponse'><arg type='b' direction='in'/><arg type='s' direction='in'/>"
    "</method>"
    "<signal name='QueryEndSession'><arg type='u'/></signal>"
    "<signal name='EndSession'><arg type='u'/></signal>"
    "<signal name='CancelEndSession'><arg type='u'/></signal>"
    "</interface>"
    "<interface name='org.xfce.Session.Manager'>"
    "<method name='RegisterClient'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='o' direction='out'/></method>"
    "</interface>"
    "<interface name='org.xfce.Session.Client'>"
    "<method name='EndSessionResponse'><arg type='b' direction='in'/><arg type='s' direction='in'/>"
    "</method>"
    "<signal name='QueryEndSession'><arg type='u'/></signal>"
    "<signal name='EndSession'><arg type='u'/></signal>"
    "<signal name='CancelEndSession'><arg type='u'/></signal>"
    "</interface>"
    "</node>";

static const char *client_interface = "org.gnome.SessionManager.ClientPrivate";
static const char client_path[] = "/org/gnome/SessionManager/Client1";
static GDBusConnection *connection;

static void say(const char *word, const char *text) {
  printf("%s %s\n", word, text);
  fflush(stdout);
}

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

static gboolean told(GIOChannel *input, GIOCondition condition, gpointer loop) {
  (void)condition;
  char *line = NULL;
  if (g_io_channel_read_line(input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
  }
  g_strchomp(line);
  const char *signal = !strcmp(line, "query") ? "QueryEndSession"
                       : !strcmp(line, "end") ? "EndSession"
                                              : "CancelEndSession";
  g_dbus_connection_emit_signal(connection, NULL, client_path, client_interface, signal,
                                g_variant_new("(u)", 0), NULL);
  g_free(line);
  return G_SOURCE_CONTINUE;
}

static void named(GDBusConnection *bus, const char *name, gpointer data) {
  (void)bus, (void)data;
  say("ready", name);
}

int main(int count, char **arguments) {
  (void)arguments;
  gboolean is_xfce = count > 1;
  if (is_xfce) client_interface = "org.xfce.Session.Client";
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
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_bus_own_name_on_connection(connection, name, G_BUS_NAME_OWNER_FLAGS_NONE, named, NULL, NULL,
                               NULL);
  g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN | G_IO_HUP, told, loop);
  g_main_loop_run(loop);
  return 0;
}
