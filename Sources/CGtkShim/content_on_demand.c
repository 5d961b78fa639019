// SPDX-License-Identifier: Apache-2.0
// What a drag offers to other programs and is made only when one of them takes it: GTK's own providers have all of it before
// the drag begins.

#include "shim.h"

typedef struct {
  GdkContentProvider parent;
  GdkContentFormats *formats;
  VitrineContentAsked asked;
  gpointer data;
  GDestroyNotify release_data;
} DemandContent;

typedef GdkContentProviderClass DemandContentClass;

G_DEFINE_TYPE(DemandContent, demand_content, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *ref_formats(GdkContentProvider *provider) {
  return gdk_content_formats_ref(((DemandContent *)provider)->formats);
}

static void write_mime_type_async(GdkContentProvider *provider, const char *mime_type,
                                  GOutputStream *stream, int priority, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer data) {
  DemandContent *content = (DemandContent *)provider;
  GTask *answer = g_task_new(provider, cancellable, callback, data);
  g_task_set_priority(answer, priority);
  g_task_set_task_data(answer, g_object_ref(stream), g_object_unref);
  // Hands the task over: vitrine_content_answer releases it.
  content->asked(answer, mime_type, content->data);
}

static gboolean write_mime_type_finish(GdkContentProvider *provider, GAsyncResult *result,
                                       GError **error) {
  (void)provider;
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void finalize(GObject *object) {
  DemandContent *content = (DemandContent *)object;
  gdk_content_formats_unref(content->formats);
  content->release_data(content->data);
  G_OBJECT_CLASS(demand_content_parent_class)->finalize(object);
}

static void demand_content_class_init(DemandContentClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->ref_formats = ref_formats;
  class->write_mime_type_async = write_mime_type_async;
  class->write_mime_type_finish = write_mime_type_finish;
}

static void demand_content_init(DemandContent *content) { (void)content; }

static void written(GObject *stream, GAsyncResult *result, gpointer data) {
  GTask *answer = data;
  GError *error = NULL;
  if (g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error))
    g_task_return_boolean(answer, TRUE);
  else
    g_task_return_error(answer, error);
  g_object_unref(answer);
}

void vitrine_content_answer(gpointer answer, GBytes *bytes) {
  GTask *task = answer;
  if (!bytes) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "not made");
    g_object_unref(task);
    return;
  }
  gsize size;
  const void *data = g_bytes_get_data(bytes, &size);
  // They stay until they are written.
  g_object_set_data_full(G_OBJECT(task), "vitrine-bytes", g_bytes_ref(bytes), (GDestroyNotify)g_bytes_unref);
  g_output_stream_write_all_async(g_task_get_task_data(task), data, size, g_task_get_priority(task),
                                  g_task_get_cancellable(task), written, task);
}

GdkContentProvider *vitrine_content_new_on_demand(const char *text, const char *types,
                                                  VitrineContentAsked asked, gpointer data,
                                                  GDestroyNotify release_data) {
  DemandContent *content = g_object_new(demand_content_get_type(), NULL);
  char **lines = g_strsplit(types, "\n", -1);
  content->formats = gdk_content_formats_new((const char **)lines, g_strv_length(lines));
  g_strfreev(lines);
  content->asked = asked;
  content->data = data;
  content->release_data = release_data;
  GdkContentProvider *providers[] = {
      gdk_content_provider_new_typed(G_TYPE_STRING, text),
      (GdkContentProvider *)content,
  };
  // Takes over both providers.
  return gdk_content_provider_new_union(providers, G_N_ELEMENTS(providers));
}
