// SPDX-License-Identifier: Apache-2.0
// A widget that paints a texture in a rectangle which may be larger than the widget: GtkPicture can
// neither zoom nor pan. It asks for no room of its own.

#include "shim.h"

struct _VitrinePictureView {
  GtkWidget parent;
  GdkTexture *texture;
  graphene_rect_t frame;
};

G_DEFINE_TYPE(VitrinePictureView, vitrine_picture_view, GTK_TYPE_WIDGET)

static guint resize_signal;

static void picture_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  VitrinePictureView *self = (VitrinePictureView *)widget;
  if (!self->texture || self->frame.size.width <= 0 || self->frame.size.height <= 0) return;
  gtk_snapshot_append_texture(snapshot, self->texture, &self->frame);
}

static void picture_view_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  (void)baseline;
  g_signal_emit(widget, resize_signal, 0, width, height);
}

static void picture_view_dispose(GObject *object) {
  g_clear_object(&((VitrinePictureView *)object)->texture);
  G_OBJECT_CLASS(vitrine_picture_view_parent_class)->dispose(object);
}

static void vitrine_picture_view_class_init(VitrinePictureViewClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = picture_view_dispose;
  widget->snapshot = picture_view_snapshot;
  widget->size_allocate = picture_view_size_allocate;
  gtk_widget_class_set_css_name(widget, "picture-view");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
  resize_signal =
      g_signal_new("resize", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                   G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void vitrine_picture_view_init(VitrinePictureView *self) {
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *vitrine_picture_view_new(void) {
  return g_object_new(vitrine_picture_view_get_type(), NULL);
}

void vitrine_picture_view_set_texture(GtkWidget *widget, GdkTexture *texture) {
  if (g_set_object(&((VitrinePictureView *)widget)->texture, texture)) {
    gtk_widget_queue_draw(widget);
  }
}

void vitrine_picture_view_set_frame(GtkWidget *widget, double x, double y, double width,
                                    double height) {
  ((VitrinePictureView *)widget)->frame = GRAPHENE_RECT_INIT(x, y, width, height);
  gtk_widget_queue_draw(widget);
}
