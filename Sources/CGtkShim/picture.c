// SPDX-License-Identifier: Apache-2.0
// A widget that is just as high as the picture that it shows needs at its width: GtkPicture lets itself be
// squeezed to nothing by what scrolls it, or else asks for all of the picture's pixels.

#include "shim.h"

struct _VitrinePicture {
  GtkWidget parent;
  GdkTexture *texture;
  // What it is painted at, at most; in the proportions of the last texture.
  double width, height;
  int limit;
};

G_DEFINE_TYPE(VitrinePicture, vitrine_picture, GTK_TYPE_WIDGET)

static GtkSizeRequestMode picture_get_request_mode(GtkWidget *widget) {
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                            int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)minimum_baseline, (void)natural_baseline;
  VitrinePicture *self = (VitrinePicture *)widget;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = 0;
    *natural = (int)(self->width + 0.5);
    return;
  }
  double width = for_size < 0 ? self->width : MIN(for_size, self->width);
  *natural = MAX(1, (int)(width * self->height / self->width + 0.5));
  // At some width, it needs no more than that. Quirk: picture-height. GTK warns if it is then asked for its width
  // at a height that is less than the minimum.
  *minimum = for_size < 0 ? 1 : *natural;
}

static void picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  VitrinePicture *self = (VitrinePicture *)widget;
  if (!self->texture) return;
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  gtk_snapshot_append_texture(snapshot, self->texture, &GRAPHENE_RECT_INIT(0, 0, width, height));
}

static void picture_dispose(GObject *object) {
  g_clear_object(&((VitrinePicture *)object)->texture);
  G_OBJECT_CLASS(vitrine_picture_parent_class)->dispose(object);
}

static void vitrine_picture_class_init(VitrinePictureClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = picture_dispose;
  widget->get_request_mode = picture_get_request_mode;
  widget->measure = picture_measure;
  widget->snapshot = picture_snapshot;
  gtk_widget_class_set_css_name(widget, "picture");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void vitrine_picture_init(VitrinePicture *self) {
  // For round corners.
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *vitrine_picture_new(int limit) {
  VitrinePicture *self = g_object_new(vitrine_picture_get_type(), NULL);
  self->limit = limit;
  // As most photos are.
  self->width = limit * 4 / 3.0, self->height = limit;
  return GTK_WIDGET(self);
}

void vitrine_picture_show(GtkWidget *widget, GdkTexture *texture, int longest) {
  VitrinePicture *self = (VitrinePicture *)widget;
  if (!g_set_object(&self->texture, texture)) return;
  gtk_widget_queue_draw(widget);
  if (!texture) return;
  double width = gdk_texture_get_width(texture), height = gdk_texture_get_height(texture);
  double scale = MIN(self->limit / height, longest / MAX(width, height));
  width *= scale, height *= scale;
  if (width == self->width && height == self->height) return;
  self->width = width, self->height = height;
  gtk_widget_queue_resize(widget);
}
