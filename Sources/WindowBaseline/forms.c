// SPDX-License-Identifier: Apache-2.0
// What is typed into: the form of a product, and what a browser window has for several of them.

#include "baseline.h"

#include "panes.h"

// A labelled control with what may be wrong with it.
static GtkWidget *field(const char *name, GtkWidget *control) {
  GtkWidget *conflict = hidden(styled(
      box(GTK_ORIENTATION_VERTICAL, 6, wrapped_label("", 36, ""),
          box(GTK_ORIENTATION_HORIZONTAL, 6, button("Use That", ""), button("Keep Mine", ""), NULL),
          NULL),
      "conflict"));
  GtkWidget *doubt = hidden(styled(
      box(GTK_ORIENTATION_HORIZONTAL, 6, gtk_image_new_from_icon_name("dialog-warning-symbolic"),
          wrapped_label("", 36, ""), NULL),
      "doubt"));
  return box(GTK_ORIENTATION_VERTICAL, 2, label(name, "caption dim-label"), control,
             hidden(wrapped_label("", 36, "problem")), doubt, conflict, NULL);
}

static GtkWidget *entry(const char *text) {
  GtkWidget *entry = growing(gtk_entry_new(), TRUE, FALSE);
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  return entry;
}

// An entry with a bubble of proposals below it.
static GtkWidget *suggesting(const char *text, GtkWidget *above) {
  GtkWidget *popover = gtk_popover_new();
  gtk_popover_set_child(GTK_POPOVER(popover), scrolled(gtk_list_box_new()));
  GtkWidget *control = box(GTK_ORIENTATION_VERTICAL, 0, above ? above : entry(text), NULL);
  if (above) gtk_box_append(GTK_BOX(control), entry(text));
  gtk_box_append(GTK_BOX(control), popover);
  return control;
}

static GtkWidget *tags(const Product *product) {
  GtkWidget *line = box(GTK_ORIENTATION_HORIZONTAL, 4, NULL);
  for (guint i = 0; i < product->tags->len; i++) {
    char **words = g_ptr_array_index(product->tags, i);
    gtk_box_append(GTK_BOX(line), button(words[1], "chip"));
  }
  gtk_widget_set_visible(line, product->tags->len > 0);
  return suggesting("", line);
}

GtkWidget *product_form(const Product *product) {
  GtkWidget *description = gtk_text_view_new(), *page = box(GTK_ORIENTATION_VERTICAL, 8, NULL);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(description), GTK_WRAP_WORD_CHAR);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(description)),
                           product->description, -1);
  GtkWidget *text = styled(scrolled(description), "frame"), *title = entry(product->title);
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(text), 96);
  GtkWidget *fields[] = {field("Title", title), field("Price", entry(product->price)),
                         field("Year", entry(product->year)),
                         field("Category", suggesting(product->categories, NULL)),
                         field("Tags", tags(product)), field("SKU", entry(product->sku)),
                         field("GTIN", entry(product->gtin)), field("In Stock", entry(product->stock)),
                         field("Minimum Stock", entry(product->minimum)), field("Supplier", entry("")),
                         field("Description", text)};
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++) gtk_box_append(GTK_BOX(page), fields[i]);
  GtkWidget *scroll = scrolled(page), *keep = gtk_menu_button_new();
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroll), 420);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroll), TRUE);
  gtk_widget_set_vexpand(scroll, FALSE);
  GtkWidget *buttons = box(GTK_ORIENTATION_HORIZONTAL, 8,
                           growing(cut_label("Edit Product", "heading"), TRUE, FALSE),
                           button("_Cancel", ""), button("_Done", "suggested-action"), NULL);
  GtkWidget *more = hidden(styled(
      box(GTK_ORIENTATION_HORIZONTAL, 0, button("Save and Add _Another", ""), keep, NULL), "linked"));
  return box(GTK_ORIENTATION_VERTICAL, 8, buttons, scroll, more,
             hidden(button("Save and Name _Next", "")), NULL);
}

GtkWidget *selection_page(void) {
  static const char *const actions[] = {"_Edit…", "_Merge…", "Open in New Windows", "Add Tag…",
                                        "Remove Tag…", "Move to Category…", "Move to Trash"};
  static const char *const in_trash[] = {"Open in New Windows", "Restore", "Delete for Ever…"};
  GtkWidget *lists[] = {box(GTK_ORIENTATION_VERTICAL, 6, NULL), box(GTK_ORIENTATION_VERTICAL, 6, NULL)};
  for (guint i = 0; i < G_N_ELEMENTS(actions); i++)
    gtk_box_append(GTK_BOX(lists[0]), button(actions[i], ""));
  for (guint i = 0; i < G_N_ELEMENTS(in_trash); i++)
    gtk_box_append(GTK_BOX(lists[1]), button(in_trash[i], ""));
  return scrolled(box(GTK_ORIENTATION_VERTICAL, 12,
                      styled(gtk_image_new_from_icon_name("edit-select-all-symbolic"), "dim-label"),
                      label("", "title-2"), box(GTK_ORIENTATION_VERTICAL, 6, NULL), lists[0],
                      lists[1], NULL));
}

GtkWidget *several_form(void) {
  GtkWidget *buttons = box(GTK_ORIENTATION_HORIZONTAL, 8,
                           growing(cut_label("Edit 1 Product", "heading"), TRUE, FALSE),
                           button("_Cancel", ""), button("_Apply", "suggested-action"), NULL);
  GtkWidget *preview = styled(box(GTK_ORIENTATION_VERTICAL, 6, label("", "heading numeric"),
                                  scrolled(box(GTK_ORIENTATION_VERTICAL, 6, NULL)), NULL),
                              "preview");
  return box(GTK_ORIENTATION_VERTICAL, 8, buttons, scrolled(box(GTK_ORIENTATION_VERTICAL, 8, NULL)),
             preview, NULL);
}
