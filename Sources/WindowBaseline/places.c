// SPDX-License-Identifier: Apache-2.0
// The sidebar of a browser window: places to look for products, as one list.

#include "baseline.h"

typedef struct { GtkWidget *lead, *icon, *expander, *heading, *name, *more, *count; } Line;

static void set_up(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  Line *line = g_new(Line, 1);
  line->icon = gtk_image_new();
  line->expander = aligned(icon_button("pan-end-symbolic", "flat expander"), GTK_ALIGN_CENTER,
                           GTK_ALIGN_CENTER);
  gtk_widget_set_focusable(line->expander, FALSE);
  line->lead = box(GTK_ORIENTATION_HORIZONTAL, 0, line->icon, line->expander, NULL);
  gtk_widget_set_size_request(line->lead, 16, -1);
  line->heading = cut_label("", "heading dim-label");
  line->name = growing(cut_label("", ""), TRUE, FALSE);
  line->more = button("", "flat more");
  line->count = label("", "sidebar-count");
  GtkWidget *root = box(GTK_ORIENTATION_HORIZONTAL, 6, line->lead, line->heading, line->name,
                        line->more, line->count, NULL);
  gtk_widget_set_size_request(root, -1, 24);
  g_object_set_data_full(G_OBJECT(root), "line", line, g_free);
  gtk_list_item_set_child(item, root);
}

static void bind(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  Line *line = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "line");
  char **words = ((Item *)gtk_list_item_get_item(item))->words;
  GtkWidget *all[] = {line->lead, line->icon, line->expander, line->heading, line->name, line->more,
                      line->count};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) hidden(all[i]);
  if (g_str_equal(words[0], "heading")) {
    gtk_label_set_text(GTK_LABEL(line->heading), words[1]);
    gtk_widget_set_visible(line->heading, TRUE);
    gtk_list_item_set_selectable(item, FALSE);
    return;
  }
  gtk_label_set_text(GTK_LABEL(line->name), words[2]);
  gtk_label_set_text(GTK_LABEL(line->count), words[3]);
  if (*words[1]) gtk_image_set_from_icon_name(GTK_IMAGE(line->icon), words[1]);
  gtk_widget_set_visible(line->icon, *words[1] != 0);
  gtk_widget_set_visible(line->expander, g_str_equal(words[0], "category"));
  GtkWidget *shown[] = {line->lead, line->name, line->count};
  for (guint i = 0; i < G_N_ELEMENTS(shown); i++) gtk_widget_set_visible(shown[i], TRUE);
}

GtkWidget *places_list(const Catalogue *catalogue) {
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(
      gtk_single_selection_new(g_object_ref(G_LIST_MODEL(catalogue->places))));
  GtkWidget *list = styled(
      gtk_list_view_new(selection, factory(G_CALLBACK(set_up), G_CALLBACK(bind), NULL)),
      "navigation-sidebar");
  GtkWidget *side = box(GTK_ORIENTATION_VERTICAL, 0, scrolled(list), NULL);
  gtk_box_append(GTK_BOX(side), name_popover("_Rename"));
  gtk_widget_set_size_request(side, 160, -1);
  return side;
}
