// SPDX-License-Identifier: Apache-2.0
// A file manager for tests: a window from which the files of its arguments can be dragged, and that
// copies them when its button is pressed. With --browser it drags the picture of its last argument as a web
// browser does: its address on the web, and its bytes. With --address, only the address. With --cells it copies what is in
// the file, as a spreadsheet copies cells. With --into it has two places to drop on: files are copied into the directory of its last
// argument, and what a spreadsheet would take is written there as cells.html.

#include <gtk/gtk.h>

static GSList *files;
static GBytes *picture;
static gboolean has_address;
static gboolean has_cells;
static GFile *into;

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

static gboolean drop_files(GtkDropTarget *target, const GValue *value, double x, double y, gpointer data) {
  (void)target, (void)x, (void)y, (void)data;
  for (GSList *file = g_value_get_boxed(value); file; file = file->next) {
    char *name = g_file_get_basename(file->data);
    GFile *copy = g_file_get_child(into, name);
    g_file_copy(file->data, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL);
    g_object_unref(copy);
    g_free(name);
  }
  return TRUE;
}

static void wrote_cells(GObject *output, GAsyncResult *result, gpointer drop) {
  g_output_stream_splice_finish(G_OUTPUT_STREAM(output), result, NULL);
  gdk_drop_finish(drop, GDK_ACTION_COPY);
  g_object_unref(drop);
}

static void read_cells(GObject *drop, GAsyncResult *result, gpointer data) {
  (void)data;
  GInputStream *stream = gdk_drop_read_finish(GDK_DROP(drop), result, NULL, NULL);
  if (!stream) return gdk_drop_finish(GDK_DROP(drop), 0);
  GFile *file = g_file_get_child(into, "cells.html");
  GFileOutputStream *output = g_file_replace(file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);
  // What it waits for comes by the main loop.
  g_output_stream_splice_async(G_OUTPUT_STREAM(output), stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                               G_PRIORITY_DEFAULT, NULL, wrote_cells, g_object_ref(drop));
  g_object_unref(output);
  g_object_unref(file);
  g_object_unref(stream);
}

static gboolean drop_cells(GtkDropTargetAsync *target, GdkDrop *drop, double x, double y, gpointer data) {
  (void)target, (void)x, (void)y, (void)data;
  const char *types[] = {"text/html", NULL};
  gdk_drop_read_async(drop, types, G_PRIORITY_DEFAULT, NULL, read_cells, NULL);
  return TRUE;
}

static GtkWidget *place(const char *name, void *target) {
  GtkWidget *label = gtk_label_new(name);
  gtk_widget_set_size_request(label, 120, 60);
  gtk_widget_add_controller(label, target);
  return label;
}

static void add_places(GtkBox *box) {
  GtkDropTarget *file = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect(file, "drop", G_CALLBACK(drop_files), NULL);
  const char *types[] = {"text/html"};
  GtkDropTargetAsync *cells = gtk_drop_target_async_new(gdk_content_formats_new(types, 1), GDK_ACTION_COPY);
  g_signal_connect(cells, "drop", G_CALLBACK(drop_cells), NULL);
  gtk_box_append(box, place("Folder", file));
  gtk_box_append(box, place("Sheet", cells));
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
  if (into) add_places(GTK_BOX(box));
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  const char *kind = count > 2 ? arguments[1] : "";
  has_address = g_str_equal(kind, "--browser") || g_str_equal(kind, "--address");
  has_cells = g_str_equal(kind, "--cells");
  if (g_str_equal(kind, "--into")) into = g_file_new_for_path(arguments[count - 1]);
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
