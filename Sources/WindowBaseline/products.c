// SPDX-License-Identifier: Apache-2.0
// The products of a browser window, as a list with columns and as a grid of cards.

#include "baseline.h"

static const Product *product_of(GtkListItem *item) {
  return ((Item *)gtk_list_item_get_item(item))->product;
}

// MARK: The list

static void set_up_title(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *cell = box(GTK_ORIENTATION_HORIZONTAL, 12,
                        styled(picture_frame(80, 0), "list-picture"), cut_label("", ""), NULL);
  gtk_widget_set_size_request(cell, 160, -1);
  gtk_list_item_set_child(item, cell);
}

static void bind_title(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *frame = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  picture_frame_show(frame, product_of(item));
  gtk_label_set_text(GTK_LABEL(gtk_widget_get_next_sibling(frame)), product_of(item)->title);
}

enum { PRICE, YEAR, CATEGORY };

static void set_up_text(GtkListItemFactory *factory, GtkListItem *item, gpointer column) {
  (void)factory;
  gboolean is_number = GPOINTER_TO_INT(column) != CATEGORY;
  GtkWidget *text = cut_label("", is_number ? "numeric" : "dim-label");
  if (is_number) gtk_label_set_xalign(GTK_LABEL(text), 1);
  gtk_list_item_set_child(item, text);
}

static void bind_text(GtkListItemFactory *factory, GtkListItem *item, gpointer column) {
  (void)factory;
  const Product *product = product_of(item);
  const char *texts[] = {product->price, product->year, product->category};
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), texts[GPOINTER_TO_INT(column)]);
}

static void add_column(GtkWidget *view, const char *title, GtkListItemFactory *factory, int width) {
  GtkColumnViewColumn *column = gtk_column_view_column_new(title, factory);
  gtk_column_view_column_set_resizable(column, TRUE);
  if (width) gtk_column_view_column_set_fixed_width(column, width);
  else gtk_column_view_column_set_expand(column, TRUE);
  gtk_column_view_append_column(GTK_COLUMN_VIEW(view), column);
  g_object_unref(column);
}

GtkWidget *products_list(GtkSelectionModel *selection) {
  GtkWidget *view = gtk_column_view_new(selection ? g_object_ref(selection) : NULL);
  static const char *const titles[] = {"Price", "Year", "Category"};
  static const int widths[] = {90, 60, 110};
  add_column(view, "Title", factory(G_CALLBACK(set_up_title), G_CALLBACK(bind_title), NULL), 0);
  for (int i = 0; i < 3; i++)
    add_column(view, titles[i],
               factory(G_CALLBACK(set_up_text), G_CALLBACK(bind_text), GINT_TO_POINTER(i)),
               widths[i]);
  GtkWidget *scrolling = scrolled(view);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolling), GTK_POLICY_AUTOMATIC,
                                 GTK_POLICY_AUTOMATIC);
  return scrolling;
}

// MARK: The grid

static void set_up_card(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *title = cut_label("", ""), *price = cut_label("", "caption dim-label numeric");
  gtk_label_set_xalign(GTK_LABEL(title), 0.5);
  GtkWidget *line = box(GTK_ORIENTATION_HORIZONTAL, 4, price, NULL);
  GtkWidget *card = styled(
      box(GTK_ORIENTATION_VERTICAL, 4,
          aligned(picture_frame(300, 140), GTK_ALIGN_CENTER, GTK_ALIGN_START), title,
          aligned(line, GTK_ALIGN_CENTER, GTK_ALIGN_FILL), NULL),
      "card");
  gtk_widget_set_size_request(card, 160, 208);
  gtk_list_item_set_child(item, card);
}

static void bind_card(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  GtkWidget *frame = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  GtkWidget *title = gtk_widget_get_next_sibling(frame);
  GtkWidget *price = gtk_widget_get_first_child(gtk_widget_get_next_sibling(title));
  picture_frame_show(frame, product_of(item));
  gtk_label_set_text(GTK_LABEL(title), product_of(item)->title);
  gtk_label_set_text(GTK_LABEL(price), product_of(item)->price);
}

GtkWidget *products_grid(GtkSelectionModel *selection) {
  GtkWidget *view = gtk_grid_view_new(
      selection ? g_object_ref(selection) : NULL,
      factory(G_CALLBACK(set_up_card), G_CALLBACK(bind_card), NULL));
  gtk_grid_view_set_min_columns(GTK_GRID_VIEW(view), 1);
  gtk_grid_view_set_max_columns(GTK_GRID_VIEW(view), 12);
  return scrolled(view);
}
