// SPDX-License-Identifier: Apache-2.0
// Tells a test which texts a GTK program shows, and which of them are cut: the accessibility tree knows neither the room that
// a text wants nor tooltips. It is loaded into the program with LD_PRELOAD. Each SIGUSR1 makes it write the file that
// SHOWN_TEXTS names anew, a line for each text:
//
//   fits TEXT    a label with room for all of it
//   cut TEXT     one that ends in dots, or is wider or higher than the room that it has; not the title in a header bar, to
//                which the buttons beside it leave less room
//   tip TEXT     a tooltip
//   key X TEXT   a label that Alt and this key lead to, as long as no menu is open
//   window       those that follow are of another window

#include "shown_texts.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void put(FILE *file, const char *kind, const char *text) {
  if (text == NULL || *text == '\0') return;
  g_autofree char *line = g_strdelimit(g_strdup(text), "\n", ' ');
  fprintf(file, "%s %s\n", kind, line);
}

// Whether something that hides what does not fit, and cannot be scrolled, hides a part of the widget.
static bool is_clipped(GtkWidget *widget) {
  for (GtkWidget *outer = gtk_widget_get_parent(widget); outer != NULL; outer = gtk_widget_get_parent(outer)) {
    if (GTK_IS_SCROLLABLE(outer) || GTK_IS_SCROLLED_WINDOW(outer) || GTK_IS_NATIVE(outer)) return false;
    if (gtk_widget_get_overflow(outer) != GTK_OVERFLOW_HIDDEN) continue;
    graphene_rect_t bounds;
    if (!gtk_widget_compute_bounds(widget, outer, &bounds)) continue;
    if (bounds.origin.x < -1 || bounds.origin.x + bounds.size.width > gtk_widget_get_width(outer) + 1) return true;
  }
  return false;
}

static bool is_cut(GtkLabel *label) {
  PangoLayout *layout = gtk_label_get_layout(label);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  bool is_title = gtk_widget_get_ancestor(GTK_WIDGET(label), GTK_TYPE_HEADER_BAR) != NULL;
  return (pango_layout_is_ellipsized(layout) && !is_title) || width > gtk_widget_get_width(GTK_WIDGET(label)) + 1 ||
         height > gtk_widget_get_height(GTK_WIDGET(label)) + 1 || is_clipped(GTK_WIDGET(label));
}

static void put_key(FILE *file, GtkWidget *window, GtkLabel *label) {
  guint key = gtk_label_get_mnemonic_keyval(label);
  if (key == GDK_KEY_VoidSymbol || GTK_WIDGET(gtk_widget_get_native(GTK_WIDGET(label))) != window) return;
  g_autofree char *text = g_strconcat(gdk_keyval_name(key), " ", gtk_label_get_text(label), NULL);
  put(file, "key", text);
}

static void look(FILE *file, GtkWidget *window, GtkWidget *widget) {
  if (!gtk_widget_get_mapped(widget)) return;
  if (GTK_IS_LABEL(widget)) {
    put(file, is_cut(GTK_LABEL(widget)) ? "cut" : "fits", gtk_label_get_text(GTK_LABEL(widget)));
    put_key(file, window, GTK_LABEL(widget));
  }
  put(file, "tip", gtk_widget_get_tooltip_text(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    look(file, window, child);
}

static gboolean answer(gpointer path) {
  g_autofree char *made = g_strconcat(path, ".made", NULL);
  FILE *file = fopen(made, "w");
  if (file == NULL) return G_SOURCE_CONTINUE;
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
    fputs("window\n", file);
    look(file, window, window);
  }
  fclose(file);
  rename(made, path);
  return G_SOURCE_CONTINUE;
}

// Not in the process that decodes pictures, whose lock allows no thread of GLib's that was there before.
__attribute__((constructor)) static void begin(int count, char **arguments) {
  const char *path = getenv("SHOWN_TEXTS");
  bool decodes = count > 1 && strcmp(arguments[1], "--decode-pictures") == 0;
  if (path != NULL && !decodes) g_unix_signal_add(SIGUSR1, answer, g_strdup(path));
}
