// SPDX-License-Identifier: Apache-2.0
// Pictures of products, decoded on another thread at the size they are shown at, and kept. (Vitrine has
// small copies of them on disk, and decodes those in a process of its own.)

#include "baseline.h"

typedef struct { char *file; int pixels; } Wanted;
typedef struct { GtkWidget *widget; char *key; ShowPicture show; } Request;

static GHashTable *known; // textures by "pixels file"

static void wanted_free(gpointer data) {
  Wanted *wanted = data;
  g_free(wanted->file);
  g_free(wanted);
}

static void decode(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  (void)source, (void)cancellable;
  Wanted *wanted = data;
  GError *error = NULL;
  GdkPixbuf *pixels = gdk_pixbuf_new_from_file_at_scale(wanted->file, wanted->pixels,
                                                        wanted->pixels, TRUE, &error);
  if (!pixels) {
    g_task_return_error(task, error);
    return;
  }
  g_task_return_pointer(task, gdk_texture_new_for_pixbuf(pixels), g_object_unref);
  g_object_unref(pixels);
}

static void decoded(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source;
  Request *request = data;
  GdkTexture *texture = g_task_propagate_pointer(G_TASK(result), NULL);
  if (texture) g_hash_table_insert(known, g_strdup(request->key), texture);
  if (texture && request->widget) request->show(request->widget, texture);
  if (request->widget) g_object_remove_weak_pointer(G_OBJECT(request->widget),
                                                    (gpointer *)&request->widget);
  g_free(request->key);
  g_free(request);
}

void picture_read(const char *file, int pixels, GtkWidget *widget, ShowPicture show) {
  if (!known) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  char *key = g_strdup_printf("%d %s", pixels, file);
  GdkTexture *texture = g_hash_table_lookup(known, key);
  if (texture) {
    show(widget, texture);
    g_free(key);
    return;
  }
  Request *request = g_new(Request, 1);
  *request = (Request){widget, key, show};
  g_object_add_weak_pointer(G_OBJECT(widget), (gpointer *)&request->widget);
  Wanted *wanted = g_new(Wanted, 1);
  *wanted = (Wanted){g_strdup(file), pixels};
  GTask *task = g_task_new(NULL, NULL, decoded, request);
  g_task_set_task_data(task, wanted, wanted_free);
  g_task_run_in_thread(task, decode);
  g_object_unref(task);
}

// MARK: In frames

static int pixels_of(GtkWidget *frame) {
  return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(frame), "pixels"));
}

static int side_of(GtkWidget *frame) {
  return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(frame), "side"));
}

static void show_none(GtkWidget *frame) {
  gtk_image_set_from_icon_name(GTK_IMAGE(frame), "image-x-generic-symbolic");
  gtk_image_set_pixel_size(GTK_IMAGE(frame), MAX(16, side_of(frame) / 3));
}

static void show(GtkWidget *frame, GdkTexture *texture) {
  gtk_image_set_from_paintable(GTK_IMAGE(frame), GDK_PAINTABLE(texture));
  gtk_image_set_pixel_size(GTK_IMAGE(frame), side_of(frame));
}

// `side`: 0 for what the style sheet says of the pictures in a list.
GtkWidget *picture_frame(int pixels, int side) {
  GtkWidget *frame = styled(gtk_image_new(), "picture-frame");
  if (side) gtk_widget_set_size_request(frame, side, side);
  gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN);
  g_object_set_data(G_OBJECT(frame), "pixels", GINT_TO_POINTER(pixels));
  g_object_set_data(G_OBJECT(frame), "side", GINT_TO_POINTER(side ? side : 36));
  show_none(frame);
  return aligned(frame, GTK_ALIGN_START, GTK_ALIGN_START);
}

void picture_frame_show(GtkWidget *frame, const Product *product) {
  show_none(frame);
  if (product->pictures->len == 0) return;
  char **words = g_ptr_array_index(product->pictures, 0);
  picture_read(words[1], pixels_of(frame), frame, show);
}
