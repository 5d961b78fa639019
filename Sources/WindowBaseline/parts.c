// SPDX-License-Identifier: Apache-2.0
// The small parts that windows are made of.

#include "baseline.h"

GtkWidget *styled(GtkWidget *widget, const char *classes) {
  char **names = g_strsplit(classes, " ", -1);
  for (char **name = names; *name; name++)
    if (**name) gtk_widget_add_css_class(widget, *name);
  g_strfreev(names);
  return widget;
}

GtkWidget *hidden(GtkWidget *widget) {
  gtk_widget_set_visible(widget, FALSE);
  return widget;
}

GtkWidget *growing(GtkWidget *widget, gboolean horizontally, gboolean vertically) {
  if (horizontally) gtk_widget_set_hexpand(widget, TRUE);
  if (vertically) gtk_widget_set_vexpand(widget, TRUE);
  return widget;
}

GtkWidget *aligned(GtkWidget *widget, GtkAlign horizontally, GtkAlign vertically) {
  gtk_widget_set_halign(widget, horizontally);
  gtk_widget_set_valign(widget, vertically);
  return widget;
}

GtkWidget *box(GtkOrientation orientation, int spacing, ...) {
  GtkWidget *box = gtk_box_new(orientation, spacing);
  va_list children;
  va_start(children, spacing);
  for (GtkWidget *child = va_arg(children, GtkWidget *); child;
       child = va_arg(children, GtkWidget *))
    gtk_box_append(GTK_BOX(box), child);
  va_end(children);
  return box;
}

GtkWidget *label(const char *text, const char *classes) {
  GtkWidget *label = styled(gtk_label_new(text), classes);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  return label;
}

GtkWidget *cut_label(const char *text, const char *classes) {
  GtkWidget *cut = label(text, classes);
  gtk_label_set_ellipsize(GTK_LABEL(cut), PANGO_ELLIPSIZE_END);
  return cut;
}

GtkWidget *wrapped_label(const char *text, int characters, const char *classes) {
  GtkWidget *wrapped = label(text, classes);
  gtk_label_set_wrap(GTK_LABEL(wrapped), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(wrapped), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars(GTK_LABEL(wrapped), characters);
  return wrapped;
}

GtkWidget *button(const char *label, const char *classes) {
  return styled(gtk_button_new_with_mnemonic(label), classes);
}

GtkWidget *icon_button(const char *icon, const char *classes) {
  return styled(gtk_button_new_from_icon_name(icon), classes);
}

GtkWidget *scrolled(GtkWidget *child) {
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), child);
  return growing(scrolled, TRUE, TRUE);
}

GtkWidget *status_page(const char *icon, const char *title, const char *text, const char *action) {
  GtkWidget *image = styled(gtk_image_new_from_icon_name(icon), "dim-label");
  gtk_image_set_pixel_size(GTK_IMAGE(image), 64);
  GtkWidget *actions = aligned(box(GTK_ORIENTATION_VERTICAL, 10, NULL), GTK_ALIGN_CENTER,
                               GTK_ALIGN_FILL);
  if (action) gtk_box_append(GTK_BOX(actions), button(action, "pill"));
  else hidden(actions);
  GtkWidget *labels[] = {wrapped_label(title, 30, "title-3"), wrapped_label(text, 46, "")};
  for (guint i = 0; i < G_N_ELEMENTS(labels); i++) {
    gtk_label_set_xalign(GTK_LABEL(labels[i]), 0.5);
    gtk_label_set_justify(GTK_LABEL(labels[i]), GTK_JUSTIFY_CENTER);
  }
  GtkWidget *page = box(GTK_ORIENTATION_VERTICAL, 12, image, labels[0], labels[1], actions, NULL);
  return growing(aligned(page, GTK_ALIGN_CENTER, GTK_ALIGN_CENTER), TRUE, TRUE);
}

// A message that slides in above something, with two buttons.
GtkWidget *banner(const char *classes) {
  GtkWidget *text = growing(wrapped_label("", 12, ""), TRUE, FALSE);
  gtk_label_set_width_chars(GTK_LABEL(text), 12);
  GtkWidget *content = styled(
      box(GTK_ORIENTATION_HORIZONTAL, 12, text,
          hidden(button("", "")), hidden(button("", "flat")), NULL),
      classes);
  GtkWidget *revealer = gtk_revealer_new();
  gtk_revealer_set_child(GTK_REVEALER(revealer), content);
  return hidden(revealer);
}

// A bubble in which a name is typed.
GtkWidget *name_popover(const char *action) {
  GtkWidget *popover = gtk_popover_new();
  gtk_popover_set_child(
      GTK_POPOVER(popover),
      box(GTK_ORIENTATION_VERTICAL, 6, label("", "heading"),
          box(GTK_ORIENTATION_HORIZONTAL, 6, growing(gtk_entry_new(), TRUE, FALSE),
              button(action, "suggested-action"), NULL),
          hidden(label("", "problem")), NULL));
  return popover;
}

GtkListItemFactory *factory(GCallback set_up, GCallback bind, gpointer data) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", set_up, data);
  g_signal_connect(factory, "bind", bind, data);
  return factory;
}
