// SPDX-License-Identifier: Apache-2.0
// Plain functions for GTK's macros and variadics, and for what Swift's modules leave out.

#include "shim.h"

#include <malloc.h>
#include <string.h>

// Swift's module of the C library does not have these.
void vitrine_memory_give_back(void) { malloc_trim(0); }

void vitrine_memory_share(void) { mallopt(M_ARENA_MAX, 2); }

GType vitrine_type_string(void) { return G_TYPE_STRING; }

static gpointer copy_text(gpointer text) { return g_strdup(text); }

GType vitrine_type_private_text(const char *name) {
  GType known = g_type_from_name(name);
  return known ? known : g_boxed_type_register_static(name, copy_text, g_free);
}

void vitrine_accessible_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void vitrine_accessible_set_description(GtkWidget *widget, const char *description) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 description, -1);
}

void vitrine_accessible_set_hidden(GtkWidget *widget) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

void vitrine_accessible_set_invalid(GtkWidget *widget, gboolean is_invalid) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
      is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void vitrine_accessible_set_multi_selectable(GtkWidget *widget) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_MULTI_SELECTABLE,
                                 TRUE, -1);
}

void vitrine_list_select_item(GtkWidget *list, guint position) {
  gtk_widget_activate_action(list, "list.select-item", "(ubb)", position, FALSE, FALSE);
}

void vitrine_accessible_set_expanded(GtkWidget *widget, int is_expanded) {
  if (is_expanded < 0) {
    gtk_accessible_reset_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED);
  } else {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, is_expanded, -1);
  }
}

GtkWidget *vitrine_box_new_with_role(GtkOrientation orientation, int spacing,
                                     GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing,
                      "accessible-role", role, NULL);
}

GtkWidget *vitrine_check_button_new_with_role(GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_CHECK_BUTTON, "accessible-role", role, NULL);
}

GtkWidget *vitrine_revealer_new_with_role(GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_REVEALER, "accessible-role", role, NULL);
}

GtkWidget *vitrine_label_new_with_role(GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_LABEL, "accessible-role", role, NULL);
}

void vitrine_list_make_one_tab_stop(GtkWidget *list) {
  // Older ones lead there anyway.
#if GTK_CHECK_VERSION(4, 12, 0)
  g_object_set(list, "tab-behavior", GTK_LIST_TAB_ITEM, NULL);
#else
  (void)list;
#endif
}

#if GTK_CHECK_VERSION(4, 20, 0)
#define COLOR_SCHEME "gtk-interface-color-scheme"
#define SCHEME(dark) ((dark) ? GTK_INTERFACE_COLOR_SCHEME_DARK : GTK_INTERFACE_COLOR_SCHEME_LIGHT)
#else
#define COLOR_SCHEME "gtk-application-prefer-dark-theme"
#define SCHEME(dark) (dark)
#endif

void vitrine_settings_set_dark(gboolean dark) {
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings) return;
  int before;
  g_object_get(settings, COLOR_SCHEME, &before, NULL);
  // GTK reads its whole style sheet anew, also for what it has already.
  if (before != SCHEME(dark)) g_object_set(settings, COLOR_SCHEME, SCHEME(dark), NULL);
}

void vitrine_settings_reset_dark(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) gtk_settings_reset_property(settings, COLOR_SCHEME);
}

void vitrine_settings_select_no_label_on_focus(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) g_object_set(settings, "gtk-label-select-on-focus", FALSE, NULL);
}

void vitrine_header_bar_show_only_close(GtkWidget *bar, gboolean only_close) {
  GtkSettings *settings = gtk_settings_get_default();
  char *layout = NULL; // transfer full
  if (only_close && settings) g_object_get(settings, "gtk-decoration-layout", &layout, NULL);
  if (layout) {
    // "menu:minimize,maximize,close": on the same side as before.
    const char *colon = strchr(layout, ':'), *close = strstr(layout, "close");
    gtk_header_bar_set_decoration_layout(
        GTK_HEADER_BAR(bar), !close ? ":" : colon && close < colon ? "close:" : ":close");
  } else {
    gtk_header_bar_set_decoration_layout(GTK_HEADER_BAR(bar), NULL);
  }
  g_free(layout);
}

GApplicationFlags vitrine_application_flags(gboolean is_service) {
  return G_APPLICATION_HANDLES_OPEN | (is_service ? G_APPLICATION_IS_SERVICE : 0);
}

GdkContentProvider *vitrine_content_new_table(const char *text, const char *html) {
  GBytes *bytes = g_bytes_new(html, strlen(html));
  GdkContentProvider *providers[] = {
      gdk_content_provider_new_typed(G_TYPE_STRING, text),
      gdk_content_provider_new_for_bytes("text/html", bytes),
  };
  g_bytes_unref(bytes);
  // Takes over both providers.
  return gdk_content_provider_new_union(providers, G_N_ELEMENTS(providers));
}

GdkContentProvider *vitrine_content_new_private_text(GType type, const char *text) {
  return gdk_content_provider_new_typed(type, text);
}

GdkContentProvider *vitrine_content_new_picture(GdkTexture *texture, const char *path) {
  if (!path) return gdk_content_provider_new_typed(GDK_TYPE_TEXTURE, texture);
  GFile *file = g_file_new_for_path(path);
  char *uri = g_file_get_uri(file);
  g_object_unref(file);
  char *list = g_strconcat(uri, "\r\n", NULL);
  g_free(uri);
  GBytes *uris = g_bytes_new_take(list, strlen(list));
  GdkContentProvider *providers[] = {
      gdk_content_provider_new_typed(GDK_TYPE_TEXTURE, texture),
      gdk_content_provider_new_for_bytes("text/uri-list", uris),
  };
  g_bytes_unref(uris);
  // Takes over both providers.
  return gdk_content_provider_new_union(providers, G_N_ELEMENTS(providers));
}

const char *vitrine_value_get_text(const GValue *value) {
  return G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value)
         : G_VALUE_HOLDS_BOXED(value) ? g_value_get_boxed(value)
                                      : NULL;
}

GVariant *vitrine_variant_two_strings(const char *first, const char *second) {
  return g_variant_new("(ss)", first, second);
}

gint64 vitrine_variant_find_uint32(GVariant *variant) {
  if (g_variant_is_of_type(variant, G_VARIANT_TYPE_UINT32)) return g_variant_get_uint32(variant);
  if (!g_variant_is_container(variant) || g_variant_n_children(variant) < 1) return -1;
  GVariant *child = g_variant_get_child_value(variant, 0);
  gint64 found = vitrine_variant_find_uint32(child);
  g_variant_unref(child);
  return found;
}

int vitrine_object_get_int(gpointer object, const char *property) {
  int value = 0;
  g_object_get(object, property, &value, NULL);
  return value;
}

void vitrine_event_deliver(GdkEvent *event) {
  GdkSurface *surface = gdk_event_get_surface(event);
  gboolean is_handled = FALSE;
  // The window may have closed meanwhile.
  if (surface && !gdk_surface_is_destroyed(surface))
    g_signal_emit_by_name(surface, "event", event, &is_handled);
}
