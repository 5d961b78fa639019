// SPDX-License-Identifier: Apache-2.0
// Where windows are on an X screen. GTK 4 has no say in it, and GDK writes a window's hints without a place, and takes its
// workspace away, right before it is shown: so a window manager that looks late would put it elsewhere. This program
// therefore answers two of GDK's calls of Xlib itself. It adds place and workspace to them until the window manager has
// taken the window in, and passes on everything else. The linker lets a program's function stand in for that of a library
// if another library needs it; were it ever not called, the plain hints would remain. Without X11 nothing here does
// anything. Everything is called on the main thread.
#define _GNU_SOURCE
#include "shim.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <gdk/x11/gdkx.h>

// Quirk: placeless-hints.

typedef struct {
  int x, y;
  // Negative for the one that is shown.
  long workspace;
  // What is outside of the visible corner, as far as it was known when the window was moved there.
  int left, top;
} Place;

typedef struct {
  void (*changed)(gpointer data);
  gpointer data;
  GDestroyNotify release;
  gulong handler;
  GdkDisplay *display;
  Window xid;
  gboolean is_taken_in;
} Follower;

// Windows that are yet to be taken in by the window manager, by their numbers.
static GHashTable *pending;
static GdkDisplay *display_of_pending;

static Display *xdisplay(GdkDisplay *display) { return gdk_x11_display_get_xdisplay(display); }

// Returns how many numbers the property has, at most `count`.
static unsigned long numbers(GdkDisplay *display, Window window, const char *name, long *found,
                             unsigned long count) {
  Atom type;
  int format = 0;
  unsigned long items = 0, left = 0;
  unsigned char *data = NULL;
  int status = XGetWindowProperty(
    xdisplay(display), window, gdk_x11_get_xatom_by_name_for_display(display, name), 0,
    (long)count, False, AnyPropertyType, &type, &format, &items, &left, &data);
  if (status != Success || format != 32) items = 0;
  if (items > count) items = count;
  for (unsigned long i = 0; i < items; i++) found[i] = ((long *)data)[i];
  if (data) XFree(data);
  return items;
}

// How far its shadow reaches to the left and to the top.
static void shadow(GdkDisplay *display, Window window, int *left, int *top) {
  long extents[4] = {0};
  gboolean is_known = numbers(display, window, "_GTK_FRAME_EXTENTS", extents, 4) == 4;
  *left = is_known ? (int)extents[0] : 0;
  *top = is_known ? (int)extents[2] : 0;
}

// Some window managers look at the hints, and some at where the window is.
static void add_place(XSizeHints *hints, Window window, Place *place) {
  int left, top;
  shadow(display_of_pending, window, &left, &top);
  hints->flags |= USPosition | PPosition | PWinGravity;
  hints->x = place->x - left;
  hints->y = place->y - top;
  hints->win_gravity = StaticGravity;
  if (left == place->left && top == place->top) return;
  place->left = left;
  place->top = top;
  XMoveWindow(xdisplay(display_of_pending), window, hints->x, hints->y);
}

static Place *place_of(Display *display, Window window) {
  if (!pending || !display_of_pending || xdisplay(display_of_pending) != display) return NULL;
  return g_hash_table_lookup(pending, GSIZE_TO_POINTER(window));
}

// MARK: GDK's own calls

void XSetWMNormalHints(Display *display, Window window, XSizeHints *hints) {
  static void (*real)(Display *, Window, XSizeHints *);
  if (!real) real = (void (*)(Display *, Window, XSizeHints *))dlsym(RTLD_NEXT, "XSetWMNormalHints");
  if (!real) return;
  Place *place = place_of(display, window);
  if (!place) return real(display, window, hints);
  XSizeHints changed = *hints;
  add_place(&changed, window, place);
  real(display, window, &changed);
}

int XDeleteProperty(Display *display, Window window, Atom property) {
  static int (*real)(Display *, Window, Atom);
  if (!real) real = (int (*)(Display *, Window, Atom))dlsym(RTLD_NEXT, "XDeleteProperty");
  Place *place = place_of(display, window);
  if (place && place->workspace >= 0
      && property == gdk_x11_get_xatom_by_name_for_display(display_of_pending, "_NET_WM_DESKTOP")) {
    return XChangeProperty(display, window, property, XA_CARDINAL, 32, PropModeReplace,
                           (const unsigned char *)&place->workspace, 1);
  }
  return real ? real(display, window, property) : 0;
}

// MARK: A window's place

// NULL if it is on no X screen, or not made yet.
static GdkSurface *x11_surface(GtkWidget *window) {
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
  return surface && GDK_IS_X11_SURFACE(surface) ? surface : NULL;
}

static gboolean is_atom(GdkX11Display *display, Atom atom, const char *name) {
  return atom == gdk_x11_get_xatom_by_name_for_display(GDK_DISPLAY(display), name);
}

static gboolean taken_in(GdkX11Display *display, gpointer event, gpointer unused) {
  (void)unused;
  XEvent *seen = event;
  if (seen->type == PropertyNotify && is_atom(display, seen->xproperty.atom, "WM_STATE")) {
    g_hash_table_remove(pending, GSIZE_TO_POINTER(seen->xproperty.window));
  }
  return FALSE;
}

static void begin(GtkWidget *window, Place *wanted) {
  // Only when it is shown for the first time.
  g_signal_handlers_disconnect_by_func(window, begin, wanted);
  GdkSurface *surface = x11_surface(window);
  if (!surface) return;
  GdkDisplay *display = gdk_surface_get_display(surface);
  if (!pending) {
    pending = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    display_of_pending = display;
    g_signal_connect(display, "xevent", G_CALLBACK(taken_in), NULL);
  }
  if (display != display_of_pending) return;
  Place *place = g_memdup2(wanted, sizeof *wanted);
  long count[1];
  Window root = gdk_x11_display_get_xrootwindow(display);
  gboolean is_known = numbers(display, root, "_NET_NUMBER_OF_DESKTOPS", count, 1) == 1;
  if (is_known && place->workspace >= count[0] && place->workspace != 0xFFFFFFFF) {
    place->workspace = -1;
  }
  Window xid = gdk_x11_surface_get_xid(surface);
  g_hash_table_insert(pending, GSIZE_TO_POINTER(xid), place);
  XMoveWindow(xdisplay(display), xid, place->x, place->y);
  XSizeHints hints = {0};
  long supplied;
  XGetWMNormalHints(xdisplay(display), xid, &hints, &supplied);
  // Ours, which adds the place.
  XSetWMNormalHints(xdisplay(display), xid, &hints);
}

void vitrine_window_place(GtkWidget *window, int x, int y, long workspace) {
  Place *place = g_new0(Place, 1);
  *place = (Place){.x = x, .y = y, .workspace = workspace};
  // The window keeps it.
  g_object_set_data_full(G_OBJECT(window), "vitrine-place", place, g_free);
  g_signal_connect(window, "realize", G_CALLBACK(begin), place);
}

gboolean vitrine_window_get_place(GtkWidget *window, int *x, int *y, long *workspace) {
  GdkSurface *surface = gtk_widget_get_mapped(window) ? x11_surface(window) : NULL;
  if (!surface) return FALSE;
  GdkDisplay *display = gdk_surface_get_display(surface);
  Window xid = gdk_x11_surface_get_xid(surface), child;
  int left, top;
  gdk_x11_display_error_trap_push(display);
  Bool is_there = XTranslateCoordinates(
    xdisplay(display), xid, gdk_x11_display_get_xrootwindow(display), 0, 0, x, y, &child);
  shadow(display, xid, &left, &top);
  gboolean has_workspace = numbers(display, xid, "_NET_WM_DESKTOP", workspace, 1) == 1;
  if (gdk_x11_display_error_trap_pop(display) || !is_there) return FALSE;
  if (!has_workspace) *workspace = -1;
  *x += left;
  *y += top;
  return TRUE;
}

gboolean vitrine_window_move_to_workspace(GtkWidget *window, long workspace) {
  GdkSurface *surface = x11_surface(window);
  if (!surface || workspace < 0) return FALSE;
  GdkDisplay *display = gdk_surface_get_display(surface);
  const char *manager = gdk_x11_screen_get_window_manager_name(gdk_x11_display_get_screen(display));
  if (g_strcmp0(manager, "Xfwm4") != 0) return FALSE;
  XEvent message = {0};
  message.xclient.type = ClientMessage;
  message.xclient.window = gdk_x11_surface_get_xid(surface);
  message.xclient.message_type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_DESKTOP");
  message.xclient.format = 32;
  message.xclient.data.l[0] = workspace;
  // From a program, not from a pager.
  message.xclient.data.l[1] = 1;
  XSendEvent(xdisplay(display), gdk_x11_display_get_xrootwindow(display), False,
             SubstructureNotifyMask | SubstructureRedirectMask, &message);
  return TRUE;
}

// MARK: Following it

static gboolean moved(GdkX11Display *display, gpointer event, gpointer data) {
  Follower *follower = data;
  XEvent *seen = event;
  gboolean is_meant = seen->type == ConfigureNotify && seen->xconfigure.window == follower->xid;
  if (seen->type == PropertyNotify && seen->xproperty.window == follower->xid) {
    gboolean is_state = is_atom(display, seen->xproperty.atom, "WM_STATE");
    if (is_state) follower->is_taken_in = TRUE;
    is_meant = is_state || is_atom(display, seen->xproperty.atom, "_NET_WM_DESKTOP");
  }
  if (is_meant && follower->is_taken_in) follower->changed(follower->data);
  return FALSE;
}

static void follow(GtkWidget *window, Follower *follower) {
  GdkSurface *surface = x11_surface(window);
  if (!surface) return;
  follower->display = gdk_surface_get_display(surface);
  follower->xid = gdk_x11_surface_get_xid(surface);
  follower->handler = g_signal_connect(follower->display, "xevent", G_CALLBACK(moved), follower);
}

static void unfollow(GtkWidget *window, Follower *follower) {
  (void)window;
  if (follower->handler) g_signal_handler_disconnect(follower->display, follower->handler);
  if (pending) g_hash_table_remove(pending, GSIZE_TO_POINTER(follower->xid));
  follower->handler = 0;
}

static void release(gpointer data) {
  Follower *follower = data;
  follower->release(follower->data);
  g_free(follower);
}

void vitrine_window_follow_place(GtkWidget *window, void (*changed)(gpointer data), gpointer data,
                                 GDestroyNotify release_data) {
  Follower *follower = g_new0(Follower, 1);
  *follower = (Follower){.changed = changed, .data = data, .release = release_data};
  g_object_set_data_full(G_OBJECT(window), "vitrine-follower", follower, release);
  g_signal_connect(window, "realize", G_CALLBACK(follow), follower);
  g_signal_connect(window, "unrealize", G_CALLBACK(unfollow), follower);
}

void vitrine_window_show_without_focus(GtkWidget *window) {
  gtk_widget_realize(window);
  GdkSurface *surface = x11_surface(window);
  // To window managers, a time of 0 says that no user asked for this window.
  if (surface) gdk_x11_surface_set_user_time(surface, 0);
  gtk_widget_set_visible(window, TRUE);
}

void vitrine_monitor_get_work_area(GdkMonitor *monitor, GdkRectangle *area) {
  if (GDK_IS_X11_MONITOR(monitor)) {
    gdk_x11_monitor_get_workarea(monitor, area);
  } else {
    gdk_monitor_get_geometry(monitor, area);
  }
}

#else

void vitrine_window_place(GtkWidget *window, int x, int y, long workspace) {}

gboolean vitrine_window_get_place(GtkWidget *window, int *x, int *y, long *workspace) {
  return FALSE;
}

gboolean vitrine_window_move_to_workspace(GtkWidget *window, long workspace) { return FALSE; }

void vitrine_window_follow_place(GtkWidget *window, void (*changed)(gpointer data), gpointer data,
                                 GDestroyNotify release_data) {
  release_data(data);
}

void vitrine_window_show_without_focus(GtkWidget *window) {
  gtk_widget_set_visible(window, TRUE);
}

void vitrine_monitor_get_work_area(GdkMonitor *monitor, GdkRectangle *area) {
  gdk_monitor_get_geometry(monitor, area);
}

#endif
