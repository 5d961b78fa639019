// SPDX-License-Identifier: Apache-2.0
#include "stand_in.h"

#include <stdio.h>

void say(const char *word, const char *text) {
  printf("%s %s\n", word, text);
  fflush(stdout);
}

static void named(GDBusConnection *bus, const char *name, gpointer data) {
  (void)bus, (void)data;
  say("ready", name);
}

static GMainLoop *loop;
static void (*hand_on)(const char *line);

static gboolean read_line(GIOChannel *input, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  char *line = NULL;
  if (g_io_channel_read_line(input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
  }
  g_strchomp(line);
  hand_on(line);
  g_free(line);
  return G_SOURCE_CONTINUE;
}

int serve(GDBusConnection *bus, const char *name, void (*told)(const char *line)) {
  loop = g_main_loop_new(NULL, FALSE);
  hand_on = told;
  g_bus_own_name_on_connection(bus, name, G_BUS_NAME_OWNER_FLAGS_NONE, named, NULL, NULL, NULL);
  g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN | G_IO_HUP, read_line, NULL);
  g_main_loop_run(loop);
  return 0;
}
