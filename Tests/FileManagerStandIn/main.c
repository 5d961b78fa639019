// SPDX-License-Identifier: Apache-2.0
// A file manager for tests: a window from which the files of its arguments can be dragged, and that
// copies them when its button is pressed. With --browser it drags the picture of its last argument as a web
// browser does: its address on the web, and its bytes. With --address, only the address. With --cells it copies what is in
// the file, as a spreadsheet copies cells.

#include <gtk/gtk.h>

static GSList *files;
static GBytes *picture;
static gboolean has_address;
static gboolean has_cells;

static GdkContentProvider *as_browser(void) {
  static const char address[] = "https://example.org/photo.png\r\n";
  GBytes *text = g_bytes_new_static(address, sizeof address - 1);
  GdkContentProvider *providers[] = {gdk_content_provider_new_for_bytes("text/uri-list", text), NULL};
  g_bytes_unref(text);
  if (picture) providers[1] = gdk_content_provider_new_for_bytes("image/png", picture);
  // Takes over both.
  return gdk_content_provider_new_union(providers, picture ? 2 : 1);
}

static GValue list(void) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed(&value, files);
  return value;
}

static GdkContentProvider *prepare(GtkDragSource *source, double x, double y, gpointer data) {
  (void)source, (void)x, (void)y, (void)data;
  if (has_address) return as_browser();
  GValue value = list();
  GdkContentProvider *provider = gdk_content_provider_new_for_value(&value);
  g_value_unset(&value);
  return provider;
}

static void copy(GtkButton *button, gpointer data) {
  (void)data;
  char *cells = NULL;
  if (has_cells && g_file_get_contents(g_file_peek_path(g_slist_last(files)->data), &cells, NULL, NULL)) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(button)), cells);
    g_free(cells);
    return;
  }
  GValue value = list();
  gdk_clipboard_set_value(gtk_widget_get_clipboard(GTK_WIDGET(button)), &value);
  g_value_unset(&value);
}

static void activate(GtkApplication *application, gpointer data) {
  (void)data;
  GtkWidget *window = gtk_application_window_new(application);
  gtk_window_set_title(GTK_WINDOW(window), "Files");
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new("Photos");
  gtk_widget_set_size_request(label, 120, 60);
  GtkDragSource *source = gtk_drag_source_new();
  g_signal_connect(source, "prepare", G_CALLBACK(prepare), NULL);
  gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
  GtkWidget *button = gtk_button_new_with_label("Copy");
  g_signal_connect(button, "clicked", G_CALLBACK(copy), NULL);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), button);
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  const char *kind = count > 2 ? arguments[1] : "";
  has_address = g_str_equal(kind, "--browser") || g_str_equal(kind, "--address");
  has_cells = g_str_equal(kind, "--cells");
  if (g_str_equal(kind, "--browser")) {
    char *bytes = NULL;
    gsize size = 0;
    if (g_file_get_contents(arguments[count - 1], &bytes, &size, NULL))
      picture = g_bytes_new_take(bytes, size);
  }
  for (int number = 1; number < count; number++)
    files = g_slist_append(files, g_file_new_for_path(arguments[number]));
  GtkApplication *application = gtk_application_new("org.vitrine.Files", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 1, arguments);
}
