// SPDX-License-Identifier: Apache-2.0
// What the rows of long lists are made of: a line of text, and a small picture. Both ask for the same room
// whatever they show. With a GtkLabel or a GtkImage, GTK measures and lays out the window, with all
// two hundred rows that a list keeps ready (quirk: many-rows), whenever one row shows something else; and none of them
// may show something else while a list is laid out, which is when it is scrolled by a key.

#include "shim.h"

#include <string.h>

static GdkRGBA color_of(GtkWidget *widget) {
  GdkRGBA color;
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, &color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
#endif
  return color;
}

// MARK: Text

struct _VitrineListText {
  GtkWidget parent;
  char *text;
  PangoAttrList *attributes; // NULL for none
  PangoLayout *layout;       // NULL until the text is laid out
  float align;
  gboolean keeps_end; // where there is no room for all of it
};

G_DEFINE_TYPE(VitrineListText, vitrine_list_text, GTK_TYPE_WIDGET)

static void list_text_forget_layout(GtkWidget *widget) {
  g_clear_object(&((VitrineListText *)widget)->layout);
}

static PangoLayout *list_text_layout(VitrineListText *self) {
  if (!self->layout) {
    self->layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), self->text); // transfer full
    pango_layout_set_ellipsize(self->layout, self->keeps_end ? PANGO_ELLIPSIZE_MIDDLE
                                                             : PANGO_ELLIPSIZE_END);
    pango_layout_set_single_paragraph_mode(self->layout, TRUE);
    if (self->attributes) pango_layout_set_attributes(self->layout, self->attributes);
  }
  pango_layout_set_width(self->layout, gtk_widget_get_width(GTK_WIDGET(self)) * PANGO_SCALE);
  return self->layout;
}

// How high a line is in the font of a window. Kept, because all texts of a list ask for it one after the
// other, and Pango lays out a sample for each answer.
static int line_height(GtkWidget *window) {
  static PangoContext *asked;
  static guint serial;
  static int height;
  PangoContext *context = gtk_widget_get_pango_context(window);
  if (context == asked && pango_context_get_serial(context) == serial) return height;
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL); // transfer full
  height = pango_font_metrics_get_height(metrics);
  if (height <= 0)
    height = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics);
  pango_font_metrics_unref(metrics);
  height = PANGO_PIXELS_CEIL(height);
  g_set_object(&asked, context);
  serial = pango_context_get_serial(context);
  return height;
}

// Other scripts, which may be higher, get no more.
static void list_text_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                              int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)for_size, (void)minimum_baseline, (void)natural_baseline;
  GtkRoot *root = gtk_widget_get_root(widget);
  *minimum = *natural =
      orientation == GTK_ORIENTATION_VERTICAL && root ? line_height(GTK_WIDGET(root)) : 0;
}

static void list_text_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  VitrineListText *self = (VitrineListText *)widget;
  if (!*self->text) return;
  PangoLayout *layout = list_text_layout(self);
  PangoRectangle lines;
  pango_layout_get_pixel_extents(layout, NULL, &lines);
  float align = self->align;
  if (gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL) align = 1 - align;
  int left = (int)(align * (float)(gtk_widget_get_width(widget) - lines.width)) - lines.x;
  int top = (gtk_widget_get_height(widget) - lines.height) / 2 - lines.y;
  GdkRGBA color = color_of(widget);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(left, top));
  gtk_snapshot_append_layout(snapshot, layout, &color);
  gtk_snapshot_restore(snapshot);
}

// All of a text that is cut off appears when the pointer rests over it.
static gboolean list_text_query_tooltip(GtkWidget *widget, int x, int y, gboolean by_keyboard,
                                        GtkTooltip *tooltip) {
  (void)x, (void)y, (void)by_keyboard;
  VitrineListText *self = (VitrineListText *)widget;
  if (!*self->text || !pango_layout_is_ellipsized(list_text_layout(self))) return FALSE;
  vitrine_tooltip_show(tooltip, self->text);
  return TRUE;
}

static void list_text_css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
  GTK_WIDGET_CLASS(vitrine_list_text_parent_class)->css_changed(widget, change);
  list_text_forget_layout(widget);
}

static void list_text_system_setting_changed(GtkWidget *widget, GtkSystemSetting setting) {
  GTK_WIDGET_CLASS(vitrine_list_text_parent_class)->system_setting_changed(widget, setting);
  list_text_forget_layout(widget);
}

static void list_text_direction_changed(GtkWidget *widget, GtkTextDirection before) {
  GTK_WIDGET_CLASS(vitrine_list_text_parent_class)->direction_changed(widget, before);
  list_text_forget_layout(widget);
}

static void list_text_finalize(GObject *object) {
  VitrineListText *self = (VitrineListText *)object;
  list_text_forget_layout(GTK_WIDGET(self));
  g_clear_pointer(&self->attributes, pango_attr_list_unref);
  g_free(self->text);
  G_OBJECT_CLASS(vitrine_list_text_parent_class)->finalize(object);
}

static void vitrine_list_text_class_init(VitrineListTextClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->finalize = list_text_finalize;
  widget->measure = list_text_measure;
  widget->snapshot = list_text_snapshot;
  widget->query_tooltip = list_text_query_tooltip;
  widget->css_changed = list_text_css_changed;
  widget->system_setting_changed = list_text_system_setting_changed;
  widget->direction_changed = list_text_direction_changed;
  gtk_widget_class_set_css_name(widget, "label");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void vitrine_list_text_init(VitrineListText *self) {
  self->text = g_strdup("");
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *vitrine_list_text_new(float align) {
  VitrineListText *self = g_object_new(vitrine_list_text_get_type(), NULL);
  self->align = align;
  // Quirk: tooltip-asks. Of a visible widget GTK asks the display where the pointer is.
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
  gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
  return GTK_WIDGET(self);
}

void vitrine_list_text_show(GtkWidget *widget, const char *text, PangoAttrList *attributes,
                            gboolean keeps_end) {
  VitrineListText *self = (VitrineListText *)widget;
  gboolean is_other = strcmp(self->text, text) != 0;
  gboolean is_same_look = attributes && self->attributes
                              ? pango_attr_list_equal(self->attributes, attributes)
                              : attributes == self->attributes;
  if (!is_other && is_same_look && keeps_end == self->keeps_end) return;
  self->keeps_end = keeps_end;
  list_text_forget_layout(widget);
  g_clear_pointer(&self->attributes, pango_attr_list_unref);
  if (attributes) self->attributes = pango_attr_list_ref(attributes);
  if (is_other) {
    g_free(self->text);
    self->text = g_strdup(text);
    vitrine_accessible_set_label(widget, text);
  }
  // Not while a frame is painted, which has enough to do with the drawing.
  if (*text && gtk_widget_get_mapped(widget) && gtk_widget_get_width(widget) > 0)
    pango_layout_get_pixel_extents(list_text_layout(self), NULL, NULL);
  gtk_widget_queue_draw(widget);
}

// MARK: Picture

struct _VitrineListPicture {
  GtkWidget parent;
  GdkTexture *texture; // NULL while there is none
  int side;
  gboolean fills; // what it has room for, rather than to show the whole picture
};

G_DEFINE_TYPE(VitrineListPicture, vitrine_list_picture, GTK_TYPE_WIDGET)

static void list_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                 int *minimum, int *natural, int *minimum_baseline,
                                 int *natural_baseline) {
  (void)orientation, (void)for_size, (void)minimum_baseline, (void)natural_baseline;
  *minimum = *natural = ((VitrineListPicture *)widget)->side;
}

// A photograph of two hills, in a square of sixteen units. It is not an icon of the theme: larger than
// 16 pixels those are SVG, and reading the first one costs 8 MB for as long as the program runs.
static void draw_photo_sign(cairo_t *cr) {
  cairo_arc(cr, 3, 4, 2, G_PI, 1.5 * G_PI);
  cairo_arc(cr, 13, 4, 2, 1.5 * G_PI, 2 * G_PI);
  cairo_arc(cr, 13, 12, 2, 0, 0.5 * G_PI);
  cairo_arc(cr, 3, 12, 2, 0.5 * G_PI, G_PI);
  cairo_close_path(cr);
  // The other way round, so that only the frame is filled.
  cairo_move_to(cr, 2.25, 3.25);
  cairo_line_to(cr, 2.25, 12.75);
  cairo_line_to(cr, 13.75, 12.75);
  cairo_line_to(cr, 13.75, 3.25);
  cairo_close_path(cr);
  cairo_fill(cr);
  cairo_arc(cr, 5.25, 6.25, 1.25, 0, 2 * G_PI);
  cairo_move_to(cr, 3.5, 11.75);
  cairo_line_to(cr, 6, 9);
  cairo_line_to(cr, 7.25, 10.25);
  cairo_line_to(cr, 10, 6.75);
  cairo_line_to(cr, 12.75, 11.75);
  cairo_close_path(cr);
  cairo_fill(cr);
}

static void list_picture_snapshot_sign(GtkWidget *widget, GtkSnapshot *snapshot, int width,
                                       int height) {
  int side = MAX(16, MIN(width, height) / 3), left = (width - side) / 2, top = (height - side) / 2;
  cairo_t *cr = // transfer full
      gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(left, top, side, side));
  // It says nothing but that there is no photo, so it stands back from every text.
  GdkRGBA color = color_of(widget);
  color.alpha *= 0.5f;
  gdk_cairo_set_source_rgba(cr, &color);
  cairo_translate(cr, left, top);
  cairo_scale(cr, side / 16.0, side / 16.0);
  draw_photo_sign(cr);
  cairo_destroy(cr);
}

// How much larger than one that is shown whole a picture may be that fills its card: three eighths are cut off then. Where
// that is not enough, as in a card that is the only one of its line, it is shown whole.
#define LARGEST_CUT 1.6

double vitrine_filling_scale(double width, double height, double picture_width,
                             double picture_height) {
  double across = width / picture_width, down = height / picture_height;
  double filling = MAX(across, down), whole = MIN(across, down);
  return filling > LARGEST_CUT * whole ? whole : filling;
}

static void list_picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  VitrineListPicture *self = (VitrineListPicture *)widget;
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (!self->texture) return list_picture_snapshot_sign(widget, snapshot, width, height);
  double picture_width = gdk_texture_get_width(self->texture);
  double picture_height = gdk_texture_get_height(self->texture);
  double scale = self->fills
                     ? vitrine_filling_scale(width, height, picture_width, picture_height)
                     : MIN(width / picture_width, height / picture_height);
  picture_width *= scale, picture_height *= scale;
  gtk_snapshot_append_texture(snapshot, self->texture,
                              &GRAPHENE_RECT_INIT((width - picture_width) / 2,
                                                  (height - picture_height) / 2, picture_width,
                                                  picture_height));
}

static void list_picture_dispose(GObject *object) {
  g_clear_object(&((VitrineListPicture *)object)->texture);
  G_OBJECT_CLASS(vitrine_list_picture_parent_class)->dispose(object);
}

static void vitrine_list_picture_class_init(VitrineListPictureClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = list_picture_dispose;
  widget->measure = list_picture_measure;
  widget->snapshot = list_picture_snapshot;
  gtk_widget_class_set_css_name(widget, "picture");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void vitrine_list_picture_init(VitrineListPicture *self) {
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *vitrine_list_picture_new(int side) {
  VitrineListPicture *self = g_object_new(vitrine_list_picture_get_type(), NULL);
  self->side = side;
  return GTK_WIDGET(self);
}

void vitrine_list_picture_fill(GtkWidget *widget, int side) {
  VitrineListPicture *self = (VitrineListPicture *)widget;
  if (self->fills && self->side == side) return;
  self->fills = TRUE;
  self->side = side;
  gtk_widget_queue_resize(widget);
}

void vitrine_list_picture_show(GtkWidget *widget, GdkTexture *texture) {
  if (g_set_object(&((VitrineListPicture *)widget)->texture, texture)) gtk_widget_queue_draw(widget);
}
