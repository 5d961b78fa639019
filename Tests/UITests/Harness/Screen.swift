// SPDX-License-Identifier: Apache-2.0
// The X screen of a desktop: where its windows are, the real pointer and the real keys. GTK reports
// positions only within a window, so the window's own position comes from the X server.

import Foundation

/// The screen, pointer and keyboard of a desktop.
struct Screen {
  let environment: [String: String]

  static let size = (width: 1280, height: 1024)

  /// The windows that the window manager has taken in.
  func windows() throws -> [String] { try windows(in: "_NET_CLIENT_LIST") }

  private func windows(in list: String) throws -> [String] {
    try ask("xprop", "-root", list).split(separator: "#").dropFirst()
      .flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }

  /// The windows of one process.
  func windows(of process: pid_t) throws -> [String] {
    try windows().filter { window in
      try ask("xprop", "-id", window, "_NET_WM_PID").hasSuffix("= \(process)\n")
    }
  }

  /// The title as the window manager knows it.
  func title(of window: String) throws -> String {
    let answer = try ask("xdotool", "getwindowname", window)
    return PseudoTranslation.english(answer.hasSuffix("\n") ? String(answer.dropLast()) : answer)
  }

  /// The titles of a process's windows, from the rearmost to the one in front.
  func stacking(of process: pid_t) throws -> [String] {
    let own = Set(try windows(of: process))
    return try windows(in: "_NET_CLIENT_LIST_STACKING").filter(own.contains)
      .map { try title(of: $0) }
  }

  /// What the window manager says of a window, such as `_NET_WM_STATE_FULLSCREEN`.
  func states(of window: String) throws -> String {
    try ask("xprop", "-id", window, "_NET_WM_STATE")
  }

  /// Sets what programs that are started from now on find in the X server's resources, such as `Xft.dpi`.
  func setResources(_ text: String) throws {
    _ = try ask(
      "xprop", "-root", "-format", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", text)
  }

  /// Where a window is on the screen, without its frame.
  func place(of window: String) throws -> Rectangle {
    let answer = try ask("xwininfo", "-id", window)
    func number(after label: String) throws -> Int {
      let rest = answer.range(of: label).map { answer[$0.upperBound...].prefix { $0 != "\n" } }
      guard let number = rest.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }) else {
        throw CommandFailure(description: "xwininfo does not say \(label)")
      }
      return number
    }
    return Rectangle(
      x: try number(after: "Absolute upper-left X:"),
      y: try number(after: "Absolute upper-left Y:"),
      width: try number(after: "Width:"), height: try number(after: "Height:"))
  }

  /// The number of the workspace that a window is on.
  func workspace(of window: String) throws -> Int {
    let answer = try ask("xdotool", "get_desktop_for_window", window)
    guard let number = Int(answer.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure(description: "xdotool does not say a workspace: \(answer)")
    }
    return number
  }

  /// A place of the screen that no window covers.
  func emptyPlace() throws -> Point {
    let covered = try windows().map { try place(of: $0) }
    for y in stride(from: Screen.size.height - 20, to: 0, by: -40) {
      for x in stride(from: Screen.size.width - 20, to: 0, by: -40) {
        let point = Point(x: x, y: y)
        if !covered.contains(where: { $0.grown(by: 10).contains(point) }) { return point }
      }
    }
    throw CommandFailure(description: "the windows cover the whole screen")
  }

  func activate(_ window: String) throws {
    _ = try ask("xdotool", "windowactivate", window)
  }

  func resize(_ window: String, width: Int, height: Int) throws {
    _ = try ask("xdotool", "windowsize", window, "\(width)", "\(height)")
  }

  // MARK: Pointer

  /// The number of the window that is in front where the pointer has been moved to.
  func windowUnderPointer(movedTo point: Point) throws -> UInt? {
    let answer = try ask(
      "xdotool", "mousemove", "\(point.x)", "\(point.y)", "getmouselocation", "--shell")
    return answer.split(separator: "\n").first { $0.hasPrefix("WINDOW=") }
      .flatMap { UInt($0.dropFirst("WINDOW=".count)) }
  }

  /// - Parameter key: held down meanwhile, in xdotool's words.
  func click(
    at point: Point, button: Int = 1, times: Int = 1, holding key: String? = nil
  ) throws {
    // From a little aside, so that the window sees the pointer come.
    let gesture = [
      "mousemove", "\(point.x - 3)", "\(point.y - 1)", "mousemove", "\(point.x)", "\(point.y)",
      "click", "--repeat", "\(times)", "--delay", "60", "\(button)",
    ]
    _ = try ask(
      "xdotool", (key.map { ["keydown", $0] } ?? []) + gesture + (key.map { ["keyup", $0] } ?? []))
  }

  /// Drags as a hand does: presses, pauses, moves in steps, pauses, releases. All in one call:
  /// split over several, GTK sees no drag. Not before what was clicked last is too long ago for a double-click.
  func drag(from start: Point, to end: Point) throws {
    let steps = 6
    var gesture = [
      "mousemove", "\(start.x - 3)", "\(start.y)", "mousemove", "\(start.x)", "\(start.y)",
      "sleep", "0.5", "mousedown", "1", "sleep", "0.2",
    ]
    for step in 1...steps {
      let x = start.x + (end.x - start.x) * step / steps
      let y = start.y + (end.y - start.y) * step / steps
      gesture += ["mousemove", "\(x)", "\(y)", "sleep", "0.2"]
    }
    gesture += ["mousemove", "\(end.x + 1)", "\(end.y + 1)", "sleep", "0.2", "mouseup", "1"]
    _ = try ask("xdotool", gesture)
  }

  // MARK: Keys

  /// Presses keys together, in xdotool's words: `ctrl+n`, `Return`, `alt+Up`.
  func press(_ keys: String) throws {
    let codes = keys.split(separator: "+").map { key in
      // By its name, xdotool presses a function key with Alt on newer X servers.
      guard key.first == "F", let number = Int(key.dropFirst()) else { return String(key) }
      return "\(number + (number > 10 ? 84 : 66))"
    }
    _ = try ask("xdotool", "key", codes.joined(separator: "+"))
  }

  /// Types text with real keys, one `every` so many milliseconds: by default as slow as a person, who is
  /// not taken for a barcode scanner.
  func type(_ text: String, every gap: Int = 36) throws {
    // xdotool waits half of its delay after a key.
    _ = try ask("xdotool", "type", "--delay", "\(2 * gap)", "--", text)
  }

  /// Does what xdotool's words say, one after the other.
  func run(_ words: [String]) throws { _ = try ask("xdotool", words) }

  // MARK: Pictures

  /// Leaves a picture of the whole screen.
  func picture(at url: URL) throws {
    _ = try ask("import", "-window", "root", url.path)
  }

  /// Leaves a picture of a window once two looks at it are the same.
  func picture(of window: String, at url: URL) throws {
    var last = ""
    try eventually("the window rests") {
      let now = try ask("import", "-window", window, "-format", "%#", "info:-")
      defer { last = now }
      return now == last
    }
    _ = try ask("import", "-window", window, "-strip", url.path)
  }

  /// A number for the pixels in a part of a window: another one for other pixels.
  func signature(of window: String, _ area: Rectangle) throws -> String {
    try ask(
      "import", "-window", window, "-crop", "\(area.width)x\(area.height)+\(area.x)+\(area.y)",
      "-format", "%#", "info:-")
  }

  /// How bright a window is on average: 0 is black, 1 is white.
  func brightness(of window: String) throws -> Double {
    let text = try ask(
      "import", "-window", window, "-colorspace", "Gray", "-resize", "1x1!", "-format",
      "%[fx:mean]", "info:-")
    guard let mean = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure(description: "import does not say how bright it is: \(text)")
    }
    return mean
  }

  private func ask(_ program: String, _ arguments: String...) throws -> String {
    try ask(program, arguments)
  }

  private func ask(_ program: String, _ arguments: [String]) throws -> String {
    // A pointer or a key may change what there is to see.
    if program == "xdotool" { Look.end() }
    let result = try runToEnd(program, arguments, environment: environment)
    guard result.ending == .exited(0) else {
      throw CommandFailure(
        description: "\(program) \(arguments.joined(separator: " ")) \(result.ending):"
          + " \(result.errors)")
    }
    return result.output
  }
}

/// A rectangle in whole pixels.
struct Rectangle: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }

  var centre: Point { Point(x: x + width / 2, y: y + height / 2) }

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
  }

  func grown(by margin: Int) -> Rectangle {
    Rectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rectangle(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }
}

/// A place on the screen, or in a window.
struct Point: Equatable {
  var x: Int
  var y: Int
}
