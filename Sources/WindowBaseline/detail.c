// SPDX-License-Identifier: Apache-2.0
// One product: head with picture, title and price, or a form in its place, and three tabs.

#include "baseline.h"

#include "panes.h"

static GtkWidget *details_tab(const Product *product) {
  GtkWidget *facts = box(GTK_ORIENTATION_VERTICAL, 8, NULL);
  for (guint i = 0; i < product->facts->len; i++) {
    char **words = g_ptr_array_index(product->facts, i);
    GtkWidget *name = aligned(label(words[1], "fact-name"), GTK_ALIGN_FILL, GTK_ALIGN_START);
    gtk_widget_set_size_request(name, 110, -1);
    GtkWidget *value = growing(wrapped_label(words[2], 40, ""), TRUE, FALSE);
    gtk_label_set_selectable(GTK_LABEL(value), TRUE);
    gtk_box_append(GTK_BOX(facts), box(GTK_ORIENTATION_HORIZONTAL, 12, name, value, NULL));
  }
  GtkWidget *description = wrapped_label(product->description, 60, "");
  gtk_label_set_selectable(GTK_LABEL(description), TRUE);
  return scrolled(styled(box(GTK_ORIENTATION_VERTICAL, 18, description, facts, NULL),
                         "detail-page"));
}

static void show_photo(GtkWidget *picture, GdkTexture *texture) {
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(texture));
}

static void show_photos(GtkWidget *list, const Product *product) {
  if (gtk_widget_get_first_child(list)) return;
  for (guint i = 0; i < product->pictures->len; i++) {
    char **words = g_ptr_array_index(product->pictures, i);
    GtkWidget *picture = styled(aligned(gtk_picture_new(), GTK_ALIGN_START, GTK_ALIGN_FILL), "photo");
    gtk_widget_set_size_request(picture, -1, 364);
    GtkWidget *overlay = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(overlay), picture);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), hidden(wrapped_label("", 50, "dim-label")));
    GtkWidget *caption = wrapped_label(words[2], 50, "dim-label");
    gtk_widget_set_visible(caption, *words[2] != 0);
    gtk_list_box_append(GTK_LIST_BOX(list),
                        box(GTK_ORIENTATION_VERTICAL, 6, overlay, caption, NULL));
    picture_read(words[1], 720, picture, show_photo);
  }
}

GtkWidget *adding_view(void) {
  GtkWidget *problems = styled(
      box(GTK_ORIENTATION_HORIZONTAL, 12,
          box(GTK_ORIENTATION_VERTICAL, 4, label("", "heading"), label("", ""),
              hidden(scrolled(label("", ""))), NULL),
          icon_button("window-close-symbolic", "flat circular"), NULL),
      "banner warning");
  GtkWidget *revealer = hidden(gtk_revealer_new());
  gtk_revealer_set_child(GTK_REVEALER(revealer), problems);
  return box(GTK_ORIENTATION_VERTICAL, 0, banner("banner"), revealer, NULL);
}

static GtkWidget *photos_tab(const Product *product) {
  GtkWidget *list = styled(gtk_list_box_new(), "photo-list");
  // Its margins are negative: without a width of its own, an empty one would be narrower than nothing.
  gtk_widget_set_size_request(list, 12, -1);
  // Large pictures are only read when they are to be seen.
  g_signal_connect(list, "map", G_CALLBACK(show_photos), (gpointer)product);
  GtkWidget *pages = growing(gtk_stack_new(), TRUE, TRUE);
  gtk_stack_add_child(GTK_STACK(pages), status_page("image-x-generic-symbolic", "No Photos",
                                                    "Drop photos here.", "_Add Photos…"));
  GtkWidget *page = scrolled(styled(
      box(GTK_ORIENTATION_VERTICAL, 12,
          aligned(button("_Add Photos…", ""), GTK_ALIGN_START, GTK_ALIGN_FILL), list, NULL),
      "detail-page"));
  gtk_stack_add_child(GTK_STACK(pages), page);
  if (product->pictures->len) gtk_stack_set_visible_child(GTK_STACK(pages), page);
  GtkWidget *tab = box(GTK_ORIENTATION_VERTICAL, 0, adding_view(), pages, NULL);
  gtk_box_append(GTK_BOX(tab), name_popover("_Save"));
  return tab;
}

static GtkWidget *notes_tab(const Product *product) {
  GtkWidget *list = styled(gtk_list_box_new(), "note-list");
  for (guint i = 0; i < product->notes->len; i++) {
    char **words = g_ptr_array_index(product->notes, i);
    GtkWidget *texts = growing(box(GTK_ORIENTATION_VERTICAL, 4, wrapped_label(words[1], 40, "heading"),
                                   wrapped_label(words[2], 50, ""), NULL),
                               TRUE, FALSE);
    gtk_list_box_append(
        GTK_LIST_BOX(list),
        styled(box(GTK_ORIENTATION_HORIZONTAL, 6, texts,
                   aligned(icon_button("document-edit-symbolic", "flat circular"), GTK_ALIGN_FILL,
                           GTK_ALIGN_START),
                   aligned(icon_button("user-trash-symbolic", "flat circular"), GTK_ALIGN_FILL,
                           GTK_ALIGN_START),
                   NULL),
               "note"));
  }
  GtkWidget *pages = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(pages), status_page("document-edit-symbolic", "No Notes",
                                                    "Write down what you want to find again.",
                                                    "_Add Note"));
  GtkWidget *page = scrolled(styled(
      box(GTK_ORIENTATION_VERTICAL, 12, list,
          aligned(button("_Add Note", ""), GTK_ALIGN_START, GTK_ALIGN_FILL), NULL),
      "detail-page"));
  gtk_stack_add_child(GTK_STACK(pages), page);
  if (product->notes->len) gtk_stack_set_visible_child(GTK_STACK(pages), page);
  return pages;
}

static GtkWidget *head(const Product *product, gboolean is_form) {
  GtkWidget *cover = picture_frame(400, 132);
  picture_frame_show(cover, product);
  GtkWidget *title = wrapped_label(product->title, 24, "title-2");
  gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines(GTK_LABEL(title), 3);
  gtk_label_set_selectable(GTK_LABEL(title), TRUE);
  char *introduced = g_strconcat("Introduced ", product->year, NULL);
  GtkWidget *price = label(product->price, "title-3"), *year = label(introduced, "dim-label numeric"),
            *category = cut_label("", "");
  g_free(introduced);
  char *links = g_markup_printf_escaped("<a href=\"%s\">%s</a>", product->category_path,
                                        product->categories);
  gtk_label_set_markup(GTK_LABEL(category), links);
  g_free(links);
  gtk_widget_set_visible(price, *product->price != 0);
  gtk_widget_set_visible(year, *product->year != 0);
  gtk_widget_set_visible(category, *product->category != 0);
  GtkWidget *texts = aligned(
      growing(box(GTK_ORIENTATION_VERTICAL, 4, title, price, year, category, NULL), TRUE, FALSE),
      GTK_ALIGN_FILL, GTK_ALIGN_CENTER);
  GtkWidget *summary = growing(
      box(GTK_ORIENTATION_HORIZONTAL, 12, texts,
          aligned(button("_Edit", ""), GTK_ALIGN_END, GTK_ALIGN_START), NULL),
      TRUE, FALSE);
  GtkWidget *place = growing(box(GTK_ORIENTATION_VERTICAL, 0, NULL), TRUE, FALSE);
  if (is_form) gtk_box_append(GTK_BOX(place), product_form(product));
  gtk_widget_set_visible(is_form ? summary : place, FALSE);
  return styled(box(GTK_ORIENTATION_HORIZONTAL, 18, cover, summary, place, NULL), "detail-header");
}

GtkWidget *detail_view(const Product *product, Tab tab, gboolean is_form) {
  GtkWidget *tabs = growing(gtk_stack_new(), TRUE, TRUE), *switcher = gtk_stack_switcher_new();
  GtkStack *stack = GTK_STACK(tabs);
  gtk_stack_add_titled(stack, details_tab(product), "details", "Details");
  gtk_stack_add_titled(stack, photos_tab(product), "photos", "Photos");
  gtk_stack_add_titled(stack, notes_tab(product), "notes", "Notes");
  static const char *const names[] = {"details", "photos", "notes"};
  gtk_stack_set_visible_child_name(stack, names[tab]);
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), stack);
  GtkWidget *shown = box(GTK_ORIENTATION_VERTICAL, 0, banner("banner"), head(product, is_form),
                         aligned(switcher, GTK_ALIGN_CENTER, GTK_ALIGN_FILL), tabs, NULL);
  GtkWidget *pages = growing(gtk_stack_new(), TRUE, TRUE);
  gtk_stack_add_child(GTK_STACK(pages), status_page("view-list-symbolic", "No Product Selected",
                                                    "Choose a product in the list.", NULL));
  gtk_stack_add_child(GTK_STACK(pages), shown);
  gtk_stack_add_child(
      GTK_STACK(pages),
      box(GTK_ORIENTATION_VERTICAL, 0,
          status_page("edit-find-symbolic", "No Longer in the Catalogue", "It was deleted.", NULL),
          box(GTK_ORIENTATION_VERTICAL, 6, label("", ""), button("Create Again", "suggested-action"),
              button("Discard the Draft", ""), NULL),
          NULL));
  gtk_stack_add_child(GTK_STACK(pages), status_page("dialog-warning-symbolic",
                                                    "The Product Can’t Be Read", "", "_Try Again"));
  gtk_stack_set_visible_child(GTK_STACK(pages), shown);
  return box(GTK_ORIENTATION_VERTICAL, 0, banner("banner"), pages, NULL);
}

GtkWindow *product_window(GtkApplication *application, const Product *product, Tab tab,
                          gboolean is_form) {
  return frame_new(application, detail_view(product, tab, is_form), product->title, 560, 700, FALSE,
                   TRUE)
      .window;
}
