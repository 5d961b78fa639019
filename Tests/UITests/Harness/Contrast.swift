// How well a text stands out from what is behind it, measured in a picture of its window, in the way
// that the Web Content Accessibility Guidelines compute it: 1 for nothing at all, 21 for black on white.

import CAtspi
import CGtk
import Foundation

/// The pixels of a window.
struct Picture {
  private let width: Int
  private let height: Int
  private let colours: [Colour]

  /// A colour without its transparency.
  private struct Colour: Hashable {
    let red: UInt8, green: UInt8, blue: UInt8

    var luminance: Double {
      func linear(_ value: UInt8) -> Double {
        let part = Double(value) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
  }

  init(_ file: URL) throws {
    // Given to us: released below.
    guard let pixels = gdk_pixbuf_new_from_file(file.path, nil),
      let start = gdk_pixbuf_read_pixels(pixels)
    else { throw CommandFailure(description: "\(file.path) is no picture") }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    let (width, height) = (Int(gdk_pixbuf_get_width(pixels)), Int(gdk_pixbuf_get_height(pixels)))
    let (line, step) = (
      Int(gdk_pixbuf_get_rowstride(pixels)), Int(gdk_pixbuf_get_n_channels(pixels))
    )
    colours = (0..<height).flatMap { y in
      (0..<width).map { x in
        let place = start + y * line + x * step
        return Colour(red: place[0], green: place[1], blue: place[2])
      }
    }
    (self.width, self.height) = (width, height)
  }

  /// The contrast of the most frequent colour with the one that stands out most; nil outside.
  func contrast(in box: Rectangle) -> Double? {
    let seen = box.intersection(Rectangle(x: 0, y: 0, width: width, height: height))
    guard !seen.isEmpty else { return nil }
    var counts: [Colour: Int] = [:]
    for y in seen.y..<(seen.y + seen.height) {
      for x in seen.x..<(seen.x + seen.width) { counts[colours[y * width + x], default: 0] += 1 }
    }
    guard let ground = counts.max(by: { $0.value < $1.value })?.key.luminance else { return nil }
    return counts.keys.map {
      let luminance = $0.luminance
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
