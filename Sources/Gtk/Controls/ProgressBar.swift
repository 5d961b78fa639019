// SPDX-License-Identifier: Apache-2.0
// How far work has come.

import CGtk

/// A bar that fills as work goes on.
@MainActor
public final class ProgressBar: Widget {
  /// `name` says to screen readers what goes on.
  public init(name: String) {
    super.init(fresh: gtk_progress_bar_new())
    accessibleName(name)
  }

  /// From 0 to 1; nil if it is not known how much there is to do: then it moves each time this is set.
  public var fraction: Double? {
    didSet {
      if let fraction {
        gtk_progress_bar_set_fraction(opaque, min(max(fraction, 0), 1))
      } else {
        gtk_progress_bar_pulse(opaque)
      }
    }
  }
}
