// SPDX-License-Identifier: Apache-2.0
// Says that something is under way.

import CGtk

/// Something turns as long as work goes on.
@MainActor
public final class Spinner: Widget {
  /// `name` says to screen readers what goes on.
  public init(name: String) {
    super.init(fresh: gtk_spinner_new())
    accessibleName(name)
    gtk_spinner_start(opaque)
  }
}
