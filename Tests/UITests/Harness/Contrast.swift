// SPDX-License-Identifier: Apache-2.0
// How well a text stands out from what is behind it, measured in a picture of its window, in the way
// that the Web Content Accessibility Guidelines compute it: 1 for nothing at all, 21 for black on white.

import CAtspi
import CGtk
import Foundation

/// The pixels of a window.
struct Picture {
  private let width: Int
  private let height: Int
  /// From one line to the next, and from one pixel to the next.
  private let line: Int
  private let step: Int
  private let bytes: [UInt8]

  init(_ file: URL) throws {
    // Given to us: released below.
    guard let pixels = gdk_pixbuf_new_from_file(file.path, nil),
      let start = gdk_pixbuf_read_pixels(pixels)
    else { throw CommandFailure(description: "\(file.path) is no picture") }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    (width, height) = (Int(gdk_pixbuf_get_width(pixels)), Int(gdk_pixbuf_get_height(pixels)))
    (line, step) = (
      Int(gdk_pixbuf_get_rowstride(pixels)), Int(gdk_pixbuf_get_n_channels(pixels))
    )
    let count = Int(gdk_pixbuf_get_byte_length(pixels))
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// A colour without its transparency, one byte each for red, green and blue.
  private typealias Colour = UInt32

  private func colour(_ x: Int, _ y: Int) -> Colour {
    let place = y * line + x * step
    return Colour(bytes[place]) << 16 | Colour(bytes[place + 1]) << 8 | Colour(bytes[place + 2])
  }

  private static func luminance(of colour: Colour) -> Double {
    func linear(_ value: Colour) -> Double {
      let part = Double(value & 255) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour)
  }

  /// The contrast of the most frequent colour with the one that stands out most; nil outside.
  func contrast(in box: Rectangle) -> Double? {
    let seen = box.intersection(Rectangle(x: 0, y: 0, width: width, height: height))
    guard !seen.isEmpty else { return nil }
    var counts: [Colour: Int] = [:]
    for y in seen.y..<(seen.y + seen.height) {
      // Most pixels are like the one before.
      var (last, length) = (colour(seen.x, y), 0)
      for x in seen.x..<(seen.x + seen.width) {
        let next = colour(x, y)
        if next != last {
          counts[last, default: 0] += length
          (last, length) = (next, 0)
        }
        length += 1
      }
      counts[last, default: 0] += length
    }
    guard let most = counts.max(by: { $0.value < $1.value })?.key else { return nil }
    let ground = Self.luminance(of: most)
    return counts.keys.map {
      let luminance = Self.luminance(of: $0)
      return (max(luminance, ground) + 0.05) / (min(luminance, ground) + 0.05)
    }.max()
  }
}

extension Window {
  /// Every text, and every icon, that stands out too little: with its contrast. What cannot be used
  /// now may be faint.
  func faintThings(picture file: URL) throws -> [String] {
    try activate()
    try self.picture(at: file)
    let picture = try Picture(file)
    let (corner, place) = (try onScreen(Point(x: 0, y: 0)), try place)
    return try all(.label).filter { try !$0.title.isEmpty }.compactMap { label in
      guard try label.isShowing, try label.node.isUsable else { return nil }
      var box = try label.node.extents
      box.x += corner.x - place.x
      box.y += corner.y - place.y
      guard let contrast = picture.contrast(in: box), contrast < 4.5 else { return nil }
      return try String(format: "%.2f “%@”", contrast, label.title as NSString)
    }
  }
}

extension Accessible {
  /// Whether neither it nor what contains it is insensitive.
  fileprivate var isUsable: Bool {
    get throws {
      try ([self] + ancestors).allSatisfy { $0.states.contains(ATSPI_STATE_SENSITIVE) }
    }
  }
}
