// SPDX-License-Identifier: Apache-2.0
// Watches a GTK program from inside, for `./dev bench windows`: when its windows are painted, how long
// its main loop is busy, and how many widgets it has. It is loaded with LD_PRELOAD into Vitrine and into
// the C program that it is compared with, so that both are measured by the same code at the same
// places, and neither has any code for it. Every line it writes has times of CLOCK_MONOTONIC in ns:
//
//   paint WHICH BEGIN END  a window or popover was drawn
//   shows TEXT             what has the keyboard in a window that is about to be drawn has this text; only if
//                          VITRINE_WATCH_TEXTS is set
//   busy BEGIN END RAN     from one wait for events to the next, if that took longer than 1 ms, and how
//                          much of it the thread was on a processor
//   key NOW                a key press reaches the program
//   row NOW                a text of a row is laid out to be drawn, and was another one before
//   windows N              answers to SIGUSR1, as the next two
//   widgets ALL MAPPED     of all windows
//   type NAME ALL MAPPED   the same for one type of widget, as GTK's own library has it

#include "watcher.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int record = -1;
static gboolean has_texts;
static int64_t woke, woke_at; // when the last wait for events ended, by both clocks

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t now(void) { return nanoseconds(CLOCK_MONOTONIC); }
static int64_t time_on_processor(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

static int wait_for_events(GPollFD *files, guint count, int timeout) {
  int64_t begun = now();
  if (woke && begun - woke > 1000000)
    dprintf(record, "busy %" PRId64 " %" PRId64 " %" PRId64 "\n", woke, begun,
            time_on_processor() - woke_at);
  int ready = g_poll(files, count, timeout);
  woke = now();
  woke_at = time_on_processor();
  return ready;
}

typedef struct { int all, mapped; } Count;

static void count_widgets(GtkWidget *widget, GHashTable *types, Count *sum) {
  // A subclass of the program's own is counted as what it is made of.
  GType type = G_OBJECT_TYPE(widget);
  while (!g_str_has_prefix(g_type_name(type), "Gtk")) type = g_type_parent(type);
  Count *count = g_hash_table_lookup(types, g_type_name(type));
  if (!count) {
    count = g_new0(Count, 1);
    g_hash_table_insert(types, (gpointer)g_type_name(type), count);
  }
  gboolean is_mapped = gtk_widget_get_mapped(widget);
  count->all += 1, sum->all += 1;
  count->mapped += is_mapped, sum->mapped += is_mapped;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    count_widgets(child, types, sum);
}

static gboolean answer(gpointer data) {
  (void)data;
  GHashTable *types = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  Count sum = {0, 0};
  int windows = 0;
  GListModel *toplevels = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(toplevels); i++) {
    GtkWidget *window = g_list_model_get_item(toplevels, i);
    windows += gtk_widget_get_mapped(window);
    count_widgets(window, types, &sum);
    g_object_unref(window);
  }
  GHashTableIter iterator;
  gpointer name, count;
  g_hash_table_iter_init(&iterator, types);
  while (g_hash_table_iter_next(&iterator, &name, &count))
    dprintf(record, "type %s %d %d\n", (char *)name, ((Count *)count)->all,
            ((Count *)count)->mapped);
  dprintf(record, "windows %d\nwidgets %d %d\n", windows, sum.all, sum.mapped);
  g_hash_table_unref(types);
  return G_SOURCE_CONTINUE;
}

typedef struct { gpointer surface; int64_t begun; } Drawing;

static void tell_text(GdkSurface *surface) {
  GtkNative *native = gtk_native_get_for_surface(surface);
  GtkWidget *focus = GTK_IS_WINDOW(native) ? gtk_window_get_focus(GTK_WINDOW(native)) : NULL;
  g_autofree char *text = NULL;
  if (GTK_IS_EDITABLE(focus)) text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(focus)));
  if (GTK_IS_TEXT_VIEW(focus)) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(focus));
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    text = gtk_text_buffer_get_text(buffer, &start, &end, TRUE);
  }
  if (text) dprintf(record, "shows %s\n", g_strdelimit(text, "\n", ' '));
}

static GQuark drawing_of(void) { return g_quark_from_static_string("window-watcher-drawing"); }

static gboolean is_drawn(GSignalInvocationHint *hint, guint count, const GValue *values,
                         gpointer data) {
  (void)hint, (void)count, (void)data;
  GdkFrameClock *clock = gdk_surface_get_frame_clock(g_value_get_object(values));
  if (has_texts) tell_text(g_value_get_object(values));
  Drawing *drawing = g_new(Drawing, 1);
  *drawing = (Drawing){g_value_get_object(values), now()};
  g_object_set_qdata_full(G_OBJECT(clock), drawing_of(), drawing, g_free);
  return TRUE;
}

static gboolean was_drawn(GSignalInvocationHint *hint, guint count, const GValue *values,
                          gpointer data) {
  (void)hint, (void)count, (void)data;
  static gboolean answers;
  GObject *clock = g_value_get_object(values);
  Drawing *drawing = g_object_get_qdata(clock, drawing_of());
  if (!drawing) return TRUE; // a frame in which nothing was to be drawn
  dprintf(record, "paint %p %" PRId64 " %" PRId64 "\n", drawing->surface, drawing->begun, now());
  g_object_set_qdata(clock, drawing_of(), NULL);
  // Not earlier: it starts a thread, which a program may not expect before its `main`.
  if (!answers) g_unix_signal_add(SIGUSR1, answer, NULL);
  answers = TRUE;
  return TRUE;
}

static gboolean has_event(GSignalInvocationHint *hint, guint count, const GValue *values,
                          gpointer data) {
  (void)hint, (void)count, (void)data;
  // Events are no objects; the signal has them as pointers.
  GdkEvent *event = g_value_peek_pointer(&values[1]);
  if (gdk_event_get_event_type(event) == GDK_KEY_PRESS)
    dprintf(record, "key %" PRId64 "\n", now());
  return TRUE;
}

// Called in the place of GTK's own function by the texts of rows, when they get another text or are drawn.
PangoLayout *gtk_widget_create_pango_layout(GtkWidget *widget, const char *text) {
  static PangoLayout *(*own)(GtkWidget *, const char *);
  if (!own) *(void **)&own = dlsym(RTLD_NEXT, "gtk_widget_create_pango_layout");
  if (record >= 0 && g_str_equal(G_OBJECT_TYPE_NAME(widget), "VitrineListText")) {
    const char *before = g_object_get_data(G_OBJECT(widget), "window-watcher-text");
    if (g_strcmp0(before, text) != 0) dprintf(record, "row %" PRId64 "\n", now());
    g_object_set_data_full(G_OBJECT(widget), "window-watcher-text", g_strdup(text), g_free);
  }
  return own(widget, text); // transfer full
}

static void watch(const char *signal, GType type, GSignalEmissionHook hook) {
  // Signals exist once their class does, which is kept for as long as the program runs.
  if (G_TYPE_IS_INTERFACE(type)) g_type_default_interface_ref(type);
  else g_type_class_ref(type);
  g_signal_add_emission_hook(g_signal_lookup(signal, type), 0, hook, NULL, NULL);
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("VITRINE_WATCH");
  if (!file) return;
  record = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (record < 0) abort(); // better no figures than half of them
  // Whoever starts this program may have blocked them, and a child gets that, too.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // A program that this one starts is not watched.
  unsetenv("LD_PRELOAD");
  unsetenv("VITRINE_WATCH");
  has_texts = getenv("VITRINE_WATCH_TEXTS") != NULL;
  watch("render", GDK_TYPE_SURFACE, is_drawn);
  watch("after-paint", GDK_TYPE_FRAME_CLOCK, was_drawn);
  watch("event", GDK_TYPE_SURFACE, has_event);
  g_main_context_set_poll_func(NULL, wait_for_events);
}
