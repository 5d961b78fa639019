// SPDX-License-Identifier: Apache-2.0
// What all windows have: a header bar with the main menu, and banners and a toast that are not shown.

#include "baseline.h"

static GMenu *menu_of(const char *const labels[]) {
  GMenu *menu = g_menu_new();
  for (; *labels; labels++) g_menu_append(menu, *labels, "app.nothing");
  return menu;
}

static void add_submenu(GMenu *menu, const char *label, GMenu *submenu) {
  g_menu_append_submenu(menu, label, G_MENU_MODEL(submenu));
  g_object_unref(submenu);
}

static void add_section(GMenu *menu, GMenu *section) {
  g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
  g_object_unref(section);
}

#define ITEMS(...) menu_of((const char *const[]){__VA_ARGS__, NULL})

GMenuModel *filter_menu(void) {
  GMenu *menu =
      ITEMS("Low Stock", "No Photo", "Doubtful GTIN", "GTIN Used Twice", "SKU Used Twice");
  static const char *const fields[] = {"Description", "Category", "Tags", "SKU", "GTIN", "Price",
                                       "In Stock", "Minimum Stock", "Year", "Supplier", "Notes"};
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
    GMenu *choices = ITEMS("Empty", "Filled In");
    if (g_str_equal(fields[i], "Tags"))
      for (int tag = 0; tag < 20; tag++) g_menu_append(choices, "A Tag", "app.nothing");
    if (i >= 5 && i <= 8) g_menu_append(choices, "From … To …", "app.nothing");
    add_submenu(menu, fields[i], choices);
  }
  return G_MENU_MODEL(menu);
}

static GMenu *view_menu(void) {
  GMenu *view = ITEMS("Show as _List", "Show as _Grid");
  GMenuModel *filters = filter_menu();
  g_menu_append_submenu(view, "Fi_lter", filters);
  g_object_unref(filters);
  add_submenu(view, "_Columns",
              ITEMS("Category", "Tags", "SKU", "GTIN", "Price", "In Stock", "Minimum Stock", "Year",
                    "Supplier", "Created", "Changed", "Description"));
  g_menu_append(view, "Save Sea_rch…", "app.nothing");
  g_menu_append(view, "Update Sav_ed Search", "app.nothing");
  return view;
}

GMenuModel *main_menu(gboolean has_view, gboolean has_product) {
  GMenu *menu = g_menu_new();
  add_section(menu, ITEMS("_Undo", "_Redo"));
  add_section(menu, ITEMS("New _Window"));
  if (has_view) add_section(menu, view_menu());
  GMenu *more = g_menu_new();
  if (has_product) {
    GMenu *product = g_menu_new();
    add_section(product, ITEMS("Copy _Link", "_Duplicate Product", "New _from This Product",
                               "Move to _Trash"));
    add_section(product, ITEMS("Use as Te_mplate", "_Remove Template"));
    if (has_view)
      add_section(product, ITEMS("_Edit Selected Products…", "_Merge Selected Products…"));
    add_submenu(more, "_Product", product);
  }
  add_submenu(more, "Ca_talogue", 
              ITEMS("_History", "_All Notes", "_Likely Duplicates", "Custom _Fields"));
  GMenu *windows = g_menu_new();
  GMenu *kept = g_menu_new();
  add_submenu(kept, "_Reopen Closed Window", g_menu_new());
  g_menu_append(kept, "_Saved Windows", "app.nothing");
  g_menu_append(kept, "_Continue Elsewhere…", "app.nothing");
  add_section(windows, kept);
  add_section(windows, ITEMS("Quit and _Forget Windows"));
  add_submenu(more, "Win_dows", windows);
  add_section(menu, more);
  GMenu *looks = g_menu_new();
  add_submenu(looks, "St_yle", ITEMS("As the _Desktop", "_Light", "_Dark"));
  g_menu_append(looks, "F_ullscreen", "app.nothing");
  add_section(menu, looks);
  add_section(menu, ITEMS("_Preferences", "_Keyboard Shortcuts", "_About", "_Quit"));
  return G_MENU_MODEL(menu);
}

static GtkWidget *toast(void) {
  GtkWidget *revealer = gtk_revealer_new();
  gtk_revealer_set_child(
      GTK_REVEALER(revealer),
      styled(box(GTK_ORIENTATION_HORIZONTAL, 8, wrapped_label("", 48, ""), button("", ""),
                 icon_button("window-close-symbolic", "flat circular"), NULL),
             "toast"));
  return aligned(hidden(revealer), GTK_ALIGN_CENTER, GTK_ALIGN_END);
}

static void make_menu(GtkMenuButton *button, gpointer model) {
  if (!gtk_menu_button_get_popover(button)) gtk_menu_button_set_menu_model(button, model);
}

// The menu, which it takes over, gets its widgets when it is opened for the first time.
GtkWidget *menu_button(const char *icon, GMenuModel *model) {
  GtkWidget *button = gtk_menu_button_new();
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), icon);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(button), make_menu, model, g_object_unref);
  return button;
}

Frame frame_new(GtkApplication *application, GtkWidget *content, const char *title, int width,
                int height, gboolean has_view, gboolean has_product) {
  Frame frame = {GTK_WINDOW(gtk_application_window_new(application)), gtk_header_bar_new()};
  gtk_window_set_title(frame.window, title);
  gtk_window_set_default_size(frame.window, width, height);
  GtkWidget *menu = menu_button("open-menu-symbolic", main_menu(has_view, has_product));
  gtk_menu_button_set_primary(GTK_MENU_BUTTON(menu), TRUE);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(frame.header), menu);
  gtk_window_set_titlebar(
      frame.window, styled(box(GTK_ORIENTATION_HORIZONTAL, 0, growing(frame.header, TRUE, FALSE),
                               NULL),
                           "title-box"));
  GtkWidget *overlay = growing(gtk_overlay_new(), TRUE, TRUE);
  gtk_overlay_set_child(GTK_OVERLAY(overlay), content);
  gtk_overlay_add_overlay(GTK_OVERLAY(overlay), toast());
  gtk_window_set_child(
      frame.window,
      box(GTK_ORIENTATION_VERTICAL, 0,
          box(GTK_ORIENTATION_VERTICAL, 0, banner("banner warning"), banner("banner"), NULL),
          banner("banner warning"), overlay, NULL));
  return frame;
}

void header_title(Frame frame, const char *title, const char *subtitle) {
  GtkWidget *lines = box(GTK_ORIENTATION_VERTICAL, 0, cut_label(title, "title"),
                         cut_label(subtitle, "subtitle numeric"), NULL);
  gtk_label_set_xalign(GTK_LABEL(gtk_widget_get_first_child(lines)), 0.5);
  gtk_label_set_xalign(GTK_LABEL(gtk_widget_get_last_child(lines)), 0.5);
  gtk_header_bar_set_title_widget(GTK_HEADER_BAR(frame.header),
                                  aligned(lines, GTK_ALIGN_FILL, GTK_ALIGN_CENTER));
}
