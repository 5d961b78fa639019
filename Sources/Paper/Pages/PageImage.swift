// SPDX-License-Identifier: Apache-2.0
// A page as pixels, to be looked at before it is printed.

import CCairo
import Foundation

public struct PageImage: Sendable {
  public let width, height: Int
  /// Row by row without gaps, each as a number of 32 bits in the order of this machine: alpha, red, green, blue.
  public let pixels: Data

  /// - Parameter scale: how many pixels a point has.
  public init(_ size: CGSize, scale: Double, _ draw: (Canvas) throws -> Void) throws {
    (width, height) = (
      Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up))
    )
    // Both are ours; cairo never gives nil, but something that failed.
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    let status = cairo_status(context)
    guard let surface, let context, status == CAIRO_STATUS_SUCCESS else {
      throw DrawingFailure(reason: String(cString: cairo_status_to_string(status)))
    }
    cairo_scale(context, scale, scale)
    let canvas = Canvas(borrowing: context)
    canvas.fill(CGRect(origin: .zero, size: size), .white)
    try draw(canvas)
    cairo_surface_flush(surface)
    guard let bytes = cairo_image_surface_get_data(surface) else {
      let status = cairo_surface_status(surface)
      throw DrawingFailure(reason: String(cString: cairo_status_to_string(status)))
    }
    // Rows of four bytes each have no gaps.
    pixels = Data(bytes: bytes, count: width * height * 4)
  }
}
