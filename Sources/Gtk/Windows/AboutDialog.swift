// SPDX-License-Identifier: Apache-2.0
// The window that names the program. It is GTK's own, without the parts that have nothing to say.

import CGtk

/// The window that names the program, its version and its licence.
@MainActor
public enum AboutDialog {
  /// Shows it over a window.
  public static func present(
    over window: Window, name: String, version: String, comments: String, icon: String
  ) {
    if let open = openWindow(of: gtk_about_dialog_get_type()) { return gtk_window_present(open) }
    let dialog: UnsafeMutablePointer<GtkWidget> = gtk_about_dialog_new()
    let about = OpaquePointer(dialog)
    gtk_about_dialog_set_program_name(about, name)
    gtk_about_dialog_set_version(about, version)
    gtk_about_dialog_set_comments(about, comments)
    gtk_about_dialog_set_logo_icon_name(about, icon)
    gtk_about_dialog_set_license_type(about, GTK_LICENSE_APACHE_2_0)
    let gtkWindow = UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_transient_for(gtkWindow, window.cast(to: GtkWindow.self))
    gtk_window_set_modal(gtkWindow, 1)
    gtk_window_set_destroy_with_parent(gtkWindow, 1)
    // GTK owns the dialog until it is closed.
    gtk_window_present(gtkWindow)
    // It would begin with the name selected, as if to be copied.
    gtk_window_set_focus(gtkWindow, nil)
  }
}
