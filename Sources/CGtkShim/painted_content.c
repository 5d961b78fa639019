// SPDX-License-Identifier: Apache-2.0
// The background of a widget, for a picture of what is in it. GTK has deprecated the only way to it that a program has,
// without another one: a window's colour is no property of anything.

#include "shim.h"

void vitrine_snapshot_background(GtkSnapshot *snapshot, GtkWidget *widget, double width,
                                 double height) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_snapshot_render_background(snapshot, gtk_widget_get_style_context(widget), 0, 0, width,
                                 height);
  G_GNUC_END_IGNORE_DEPRECATIONS
}
