// SPDX-License-Identifier: Apache-2.0
// The windows that are one page: a photo, products that are to become one, and the preferences.

#include "baseline.h"

// MARK: A photo

static void show_picture(GtkWidget *picture, GdkTexture *texture) {
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(texture));
}

static void read_picture(GtkWidget *picture, const Product *product) {
  char **words = g_ptr_array_index(product->pictures, 0);
  picture_read(words[1], 760, picture, show_picture);
}

GtkWindow *picture_window(GtkApplication *application, const Product *product) {
  GtkWidget *picture = growing(gtk_picture_new(), TRUE, TRUE);
  g_signal_connect(picture, "map", G_CALLBACK(read_picture), (gpointer)product);
  char **words = g_ptr_array_index(product->pictures, 0);
  GtkWidget *caption = growing(wrapped_label(words[2], -1, ""), TRUE, FALSE);
  gtk_label_set_ellipsize(GTK_LABEL(caption), PANGO_ELLIPSIZE_END);
  GtkWidget *zoom = styled(box(GTK_ORIENTATION_HORIZONTAL, 0, icon_button("zoom-out-symbolic", ""),
                               icon_button("zoom-in-symbolic", ""),
                               icon_button("zoom-fit-best-symbolic", ""), NULL),
                           "linked");
  GtkWidget *bar = styled(box(GTK_ORIENTATION_HORIZONTAL, 12, caption,
                              label("100%", "numeric dim-label"),
                              aligned(zoom, GTK_ALIGN_FILL, GTK_ALIGN_CENTER), NULL),
                          "picture-bar");
  GtkWidget *pages = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(pages), box(GTK_ORIENTATION_VERTICAL, 0, picture, bar, NULL));
  static const char *const others[][3] = {
      {"image-missing-symbolic", "The Photo Was Removed", "Show the _Other Photos"},
      {"user-trash-symbolic", "In the Trash", "_Restore"},
      {"edit-find-symbolic", "No Longer in the Catalogue", "_Close Window"},
      {"dialog-warning-symbolic", "The Photo Can’t Be Shown", "_Try Again"}};
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    gtk_stack_add_child(GTK_STACK(pages),
                        status_page(others[i][0], others[i][1], "", others[i][2]));
  Frame frame = frame_new(application, pages, product->title, 760, 620, FALSE, FALSE);
  header_title(frame, product->title, "1 of 2");
  gtk_header_bar_pack_start(GTK_HEADER_BAR(frame.header),
                            styled(box(GTK_ORIENTATION_HORIZONTAL, 0,
                                       icon_button("go-previous-symbolic", ""),
                                       icon_button("go-next-symbolic", ""), NULL),
                                   "linked"));
  return frame.window;
}

// MARK: Merging

static GtkWidget *choice(const char *title, GtkWidget *one, GtkWidget *other) {
  GtkWidget *columns = box(GTK_ORIENTATION_HORIZONTAL, 12, NULL), *contents[] = {one, other};
  gtk_box_set_homogeneous(GTK_BOX(columns), TRUE);
  GtkCheckButton *first = NULL;
  for (int i = 0; i < 2; i++) {
    GtkWidget *check = gtk_check_button_new();
    gtk_check_button_set_child(GTK_CHECK_BUTTON(check), contents[i]);
    gtk_check_button_set_group(GTK_CHECK_BUTTON(check), first);
    if (!first) first = GTK_CHECK_BUTTON(check);
    gtk_widget_set_size_request(check, 140, -1);
    gtk_box_append(GTK_BOX(columns), aligned(check, GTK_ALIGN_FILL, GTK_ALIGN_START));
  }
  gtk_check_button_set_active(first, TRUE);
  return box(GTK_ORIENTATION_VERTICAL, 6, label(title, "dim-label"), columns, NULL);
}

static GtkWidget *who_stays(const Product *product) {
  GtkWidget *frame = picture_frame(300, 96);
  picture_frame_show(frame, product);
  return box(GTK_ORIENTATION_VERTICAL, 6, frame, wrapped_label(product->title, 24, "heading"),
             wrapped_label("Changed today", 24, "caption dim-label"), NULL);
}

GtkWindow *merge_window(GtkApplication *application, const Product *one, const Product *other) {
  GtkWidget *page = styled(box(GTK_ORIENTATION_VERTICAL, 18,
                               choice("This product stays", who_stays(one), who_stays(other)), NULL),
                           "merge-page");
  const char *values[][3] = {{"Title", one->title, other->title},
                             {"Description", one->description, other->description},
                             {"Category", one->categories, other->categories},
                             {"SKU", one->sku, other->sku},
                             {"GTIN", one->gtin, other->gtin},
                             {"Price", one->price, other->price},
                             {"In Stock", one->stock, other->stock},
                             {"Minimum Stock", one->minimum, other->minimum},
                             {"Year", one->year, other->year}};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    if (g_str_equal(values[i][1], values[i][2])) continue;
    gtk_box_append(GTK_BOX(page), choice(values[i][0], wrapped_label(values[i][1], 30, ""),
                                         wrapped_label(values[i][2], 30, "")));
  }
  GtkWidget *joined = box(GTK_ORIENTATION_VERTICAL, 6, label("Together", "heading"), NULL);
  static const char *const together[] = {"Tags", "Photos", "Notes"};
  for (guint i = 0; i < G_N_ELEMENTS(together); i++)
    gtk_box_append(GTK_BOX(joined), box(GTK_ORIENTATION_HORIZONTAL, 12, label(together[i], "dim-label"),
                                        growing(wrapped_label("3", 60, ""), TRUE, FALSE), NULL));
  gtk_box_append(GTK_BOX(joined), wrapped_label("The other products go to the Trash.", -1, "dim-label"));
  gtk_box_append(GTK_BOX(page), joined);
  GtkWidget *buttons = styled(
      box(GTK_ORIENTATION_HORIZONTAL, 6, button("_Cancel", ""),
          growing(box(GTK_ORIENTATION_HORIZONTAL, 0, NULL), TRUE, FALSE),
          button("_Merge", "suggested-action"), NULL),
      "bottom-bar");
  GtkWidget *pages = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(pages),
                      box(GTK_ORIENTATION_VERTICAL, 0, scrolled(page), buttons, NULL));
  gtk_stack_add_child(GTK_STACK(pages), status_page("edit-find-symbolic", "Nothing to Merge", "", NULL));
  gtk_stack_add_child(GTK_STACK(pages), status_page("dialog-warning-symbolic",
                                                    "The Products Can’t Be Read", "", "_Try Again"));
  return frame_new(application, pages, "Merge Products", 640, 680, FALSE, FALSE).window;
}

// MARK: Preferences

static GtkWidget *preference(const char *title, const char *text, guint choices) {
  const char *names[200] = {NULL};
  for (guint i = 0; i < MIN(choices, G_N_ELEMENTS(names) - 1); i++) names[i] = "A choice";
  GtkWidget *texts = growing(box(GTK_ORIENTATION_VERTICAL, 0, wrapped_label(title, -1, ""), NULL),
                             TRUE, FALSE);
  if (*text) gtk_box_append(GTK_BOX(texts), wrapped_label(text, -1, "dim-label caption"));
  return styled(box(GTK_ORIENTATION_HORIZONTAL, 12,
                    aligned(texts, GTK_ALIGN_FILL, GTK_ALIGN_CENTER),
                    aligned(gtk_drop_down_new_from_strings(names), GTK_ALIGN_FILL, GTK_ALIGN_CENTER),
                    NULL),
                "boxed-row");
}

GtkWindow *preferences_window(GtkApplication *application) {
  GtkWidget *windows = styled(
      box(GTK_ORIENTATION_VERTICAL, 0,
          preference("On Start", "Which windows come back when the program starts", 3),
          preference("Style", "", 3), preference("List", "How much room a product takes", 2), NULL),
      "boxed-list");
  GtkWidget *products = styled(
      box(GTK_ORIENTATION_VERTICAL, 0,
          preference("Currency", "Of amounts that are typed without one", 178),
          preference("Empty the Trash", "Of products that have been in it for longer", 4),
          preference("Barcode Scanner", "Scanning a code opens its product", 2),
          preference("Recent Files", "Whether the desktop lists products there", 2), NULL),
      "boxed-list");
  GtkWidget *page = styled(box(GTK_ORIENTATION_VERTICAL, 12, label("Windows", "heading"), windows,
                               label("Products", "heading"), products, NULL),
                           "preferences-page");
  return frame_new(application, scrolled(page), "Preferences", 520, 600, FALSE, FALSE).window;
}
