// SPDX-License-Identifier: Apache-2.0
// A page that was drawn beforehand, on any thread, to be put on paper by whoever has a printer: lines, areas and letters,
// not pixels.

import CCairo
import Foundation

/// Used by one thread at a time: that which draws it, then that which paints it.
public final class DrawnPage: @unchecked Sendable {
  /// In points.
  public let size: CGSize
  private let surface: OpaquePointer?

  public init(_ size: CGSize, _ draw: (Canvas) throws -> Void) rethrows {
    self.size = size
    // Without its extent, cairo 1.16 leaves it out of a PDF.
    var extent = cairo_rectangle_t(x: 0, y: 0, width: size.width, height: size.height)
    // Ours; cairo never gives nil, but something that failed and draws nothing.
    surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extent)
    guard let context = cairo_create(surface) else { return }
    defer { cairo_destroy(context) }
    try draw(Canvas(borrowing: context))
  }

  deinit { cairo_surface_destroy(surface) }

  /// - Parameter context: a `cairo_t`, only borrowed, whose units are points.
  public func paint(on context: OpaquePointer) {
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
  }
}
