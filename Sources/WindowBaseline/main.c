// SPDX-License-Identifier: Apache-2.0
// Opens the windows that the benchmark asks for: the one in front at once, the others while nothing else
// is to be done, from the back to the front, as Vitrine does.
// usage: WindowBaseline CATALOGUE WINDOWS STYLE-SHEET

#include "baseline.h"

static const Catalogue *catalogue;
static GPtrArray *windows;
static const char *style_sheet;
static guint opened;

static GtkWindow *open_window(GtkApplication *application, char **words) {
  const Product *product = product_at(catalogue, (guint)atoi(words[2]));
  const Product *other = product_at(catalogue, (guint)atoi(words[3]));
  const char *kind = words[1];
  if (g_str_equal(kind, "browser")) return browser_window(application, catalogue, product, FALSE);
  if (g_str_equal(kind, "grid")) return browser_window(application, catalogue, product, TRUE);
  if (g_str_equal(kind, "form")) return product_window(application, product, TAB_DETAILS, TRUE);
  if (g_str_equal(kind, "photosTab"))
    return product_window(application, product, TAB_PICTURES, FALSE);
  if (g_str_equal(kind, "notesTab")) return product_window(application, product, TAB_NOTES, FALSE);
  if (g_str_equal(kind, "photo")) return picture_window(application, product);
  if (g_str_equal(kind, "notes")) return notes_window(application, catalogue);
  if (g_str_equal(kind, "history")) return history_window(application, catalogue);
  if (g_str_equal(kind, "duplicates")) return duplicates_window(application, catalogue);
  if (g_str_equal(kind, "merge")) return merge_window(application, product, other);
  if (g_str_equal(kind, "preferences")) return preferences_window(application);
  return product_window(application, product, TAB_DETAILS, FALSE);
}

static gboolean open_next(gpointer application) {
  // The first one is open already.
  if (opened >= windows->len) {
    GList *all = gtk_application_get_windows(application);
    gtk_window_present(g_list_last(all)->data);
    return G_SOURCE_REMOVE;
  }
  guint next = windows->len - opened++;
  gtk_window_present(open_window(application, g_ptr_array_index(windows, next)));
  return G_SOURCE_CONTINUE;
}

static void begin(GtkApplication *application, gpointer data) {
  (void)data;
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_path(style, style_sheet);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_present(open_window(application, g_ptr_array_index(windows, 0)));
  opened = 1;
  if (windows->len > 1) g_idle_add(open_next, application);
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  catalogue = catalogue_read(arguments[1]);
  windows = lines_of(arguments[2]);
  style_sheet = arguments[3];
  GtkApplication *application =
      gtk_application_new("org.vitrine.WindowBaseline", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(begin), NULL);
  return g_application_run(G_APPLICATION(application), 1, arguments);
}
