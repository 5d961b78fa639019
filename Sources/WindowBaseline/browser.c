// SPDX-License-Identifier: Apache-2.0
// A browser window: places, products, and the selected product beside them.

#include "baseline.h"

#include "panes.h"

static GtkWidget *filter_bar(void) {
  GtkWidget *add = menu_button("list-add-symbolic", filter_menu());
  GtkWidget *chips = hidden(box(
      GTK_ORIENTATION_HORIZONTAL, 6, scrolled(box(GTK_ORIENTATION_HORIZONTAL, 6, NULL)),
      hidden(button("_Update Search", "chip flat")), hidden(button("Save Sea_rch…", "chip flat")),
      add, NULL));
  GtkWidget *bounds[] = {gtk_entry_new(), gtk_entry_new()};
  gtk_entry_set_placeholder_text(GTK_ENTRY(bounds[0]), "From");
  gtk_entry_set_placeholder_text(GTK_ENTRY(bounds[1]), "To");
  GtkWidget *range = hidden(box(
      GTK_ORIENTATION_VERTICAL, 6,
      box(GTK_ORIENTATION_HORIZONTAL, 6, cut_label("", ""), bounds[0], label("–", ""), bounds[1],
          icon_button("window-close-symbolic", "flat"), NULL),
      wrapped_label("", 36, "problem"), NULL));
  return hidden(styled(box(GTK_ORIENTATION_VERTICAL, 6, chips, range, NULL), "filter-bar"));
}

static GtkWidget *products_pane(const Catalogue *catalogue, gboolean is_grid) {
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(
      gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(catalogue->products))));
  gtk_selection_model_select_item(selection, 0, TRUE);
  GtkWidget *pages = growing(gtk_stack_new(), TRUE, TRUE);
  GtkStack *stack = GTK_STACK(pages);
  // The one that is not to be seen has no items.
  gtk_stack_add_named(stack, products_list(is_grid ? NULL : selection), "list");
  gtk_stack_add_named(stack, products_grid(is_grid ? selection : NULL), "grid");
  g_object_unref(selection);
  static const char *const empty[][3] = {
      {"list-add-symbolic", "No Products Yet", "Begin with the first one."},
      {"folder-symbolic", "Nothing Here", "No product is in this category."},
      {"edit-find-symbolic", "No Results Found", "Try a different search."},
      {"edit-find-symbolic", "No Product Matches", "Remove a filter to see more products."},
      {"edit-find-symbolic", "Nothing Here", "No product belongs here at the moment."},
      {"user-trash-symbolic", "The Trash Is Empty", "Deleted products are kept here."},
      {"edit-find-symbolic", "Nothing Here", "No product has this tag."},
      {"dialog-warning-symbolic", "The Products Can’t Be Read", ""}};
  for (guint i = 0; i < G_N_ELEMENTS(empty); i++)
    gtk_stack_add_child(stack, status_page(empty[i][0], empty[i][1], empty[i][2],
                                           i == 0 || i == 3 ? "_New Product" : NULL));
  gtk_stack_set_visible_child_name(stack, is_grid ? "grid" : "list");
  GtkWidget *search = gtk_search_bar_new(), *entry = gtk_search_entry_new();
  gtk_search_bar_set_child(GTK_SEARCH_BAR(search), growing(entry, TRUE, FALSE));
  gtk_search_bar_connect_entry(GTK_SEARCH_BAR(search), GTK_EDITABLE(entry));
  gtk_search_bar_set_key_capture_widget(GTK_SEARCH_BAR(search), pages);
  GtkWidget *pane = box(GTK_ORIENTATION_VERTICAL, 0, search, filter_bar(), adding_view(),
                        banner("banner"), hidden(wrapped_label("", 40, "search-note")), pages, NULL);
  gtk_widget_set_size_request(pane, 280, -1);
  return pane;
}

static GtkWidget *panes(GtkWidget *start, GtkWidget *end, int position) {
  GtkWidget *paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child(GTK_PANED(paned), start);
  gtk_paned_set_end_child(GTK_PANED(paned), end);
  gtk_paned_set_resize_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_position(GTK_PANED(paned), position);
  return paned;
}

static GtkWidget *toggle(const char *icon, gboolean is_on) {
  GtkWidget *toggle = gtk_toggle_button_new();
  gtk_button_set_icon_name(GTK_BUTTON(toggle), icon);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(toggle), is_on);
  return toggle;
}

GtkWindow *browser_window(GtkApplication *application, const Catalogue *catalogue,
                          const Product *product, gboolean is_grid) {
  GtkWidget *details = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(details), detail_view(product, TAB_DETAILS, FALSE));
  gtk_stack_add_child(GTK_STACK(details), selection_page());
  gtk_stack_add_child(GTK_STACK(details), several_form());
  GtkWidget *right = panes(products_pane(catalogue, is_grid), details, 480);
  Frame frame = frame_new(application, panes(places_list(catalogue), right, 200), "All Products",
                          1120, 720, TRUE, TRUE);
  GtkHeaderBar *header = GTK_HEADER_BAR(frame.header);
  header_title(frame, "All Products", "1,000 products");
  gtk_header_bar_pack_start(header, hidden(icon_button("go-previous-symbolic", "")));
  gtk_header_bar_pack_start(header, toggle("sidebar-show-symbolic", TRUE));
  gtk_header_bar_pack_start(header, icon_button("list-add-symbolic", ""));
  gtk_header_bar_pack_end(header, styled(box(GTK_ORIENTATION_HORIZONTAL, 0,
                                             toggle("view-list-symbolic", !is_grid),
                                             toggle("view-grid-symbolic", is_grid), NULL),
                                         "linked"));
  gtk_header_bar_pack_end(header, toggle("edit-find-symbolic", FALSE));
  return frame.window;
}
