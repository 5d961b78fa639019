// SPDX-License-Identifier: Apache-2.0
// Each window gives the keyboard back where what has it goes away.

import CGtk

extension Window {
  /// Gives the keyboard back for as long as the window is there.
  func keepFocus() {
    let kept = KeptFocus(window: pointer.assumingMemoryBound(to: GtkWidget.self))
    // The handler owns it for as long as the window is there.
    connectNotify("focus-widget") { kept.changed() }
    g_object_set_data(
      cast(to: GObject.self), KeptFocus.key, Unmanaged.passUnretained(kept).toOpaque())
  }
}
