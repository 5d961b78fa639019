// SPDX-License-Identifier: Apache-2.0
// What the watcher tells of a program: `Sources/WindowWatcher/watcher.c` describes the lines. Times are
// milliseconds of its clock.

import Foundation

struct Watched {
  /// From the beginning of something to its end.
  struct Span {
    let begin, end: Double
    var length: Double { end - begin }
  }

  private(set) var paints: [Span] = []
  /// When each window or popover was painted for the first time.
  private(set) var painted: [Substring: Double] = [:]
  /// Times when the main loop did not wait for events, of 1 ms or more.
  private(set) var busy: [(span: Span, onProcessor: Double)] = []
  private(set) var keys: [Double] = []
  /// When texts of rows were laid out to be drawn that were others before.
  private(set) var rows: [Double] = []
  /// The last time that widgets were counted.
  private(set) var census: Census?

  init(_ text: String) {
    var types: [String: Census.Count] = [:]
    var windows = 0
    // What follows the last line break is still being written.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      func time(_ place: Int) -> Double { (Double(words[place]) ?? .nan) / 1e6 }
      func count(_ place: Int) -> Int { Int(words[place]) ?? 0 }
      switch (words.first, words.count) {
      case ("paint", 4):
        paints.append(Span(begin: time(2), end: time(3)))
        if painted[words[1]] == nil { painted[words[1]] = time(3) }
      case ("busy", 4): busy.append((Span(begin: time(1), end: time(2)), time(3)))
      case ("key", 2): keys.append(time(1))
      case ("row", 2): rows.append(time(1))
      case ("type", 4): types[String(words[1])] = Census.Count(all: count(2), shown: count(3))
      case ("windows", 2): windows = count(1)
      case ("widgets", 3):
        census = Census(
          windows: windows, widgets: Census.Count(all: count(1), shown: count(2)), types: types)
        types = [:]
      default: break
      }
    }
  }

  var firstPaint: Double? { paints.first?.end }
  var lastPaint: Double? { paints.last?.end }

  /// The longest time that the main loop did not wait for events, and the longest on a processor.
  func stall(from start: Double, to end: Double = .infinity) -> Stall {
    let meanwhile = busy.filter { $0.span.begin >= start && $0.span.begin < end }
    return Stall(
      length: meanwhile.map(\.span.length).max() ?? 0,
      onProcessor: meanwhile.map(\.onProcessor).max() ?? 0)
  }

  /// The end of the paint that a moment was in, or of the next one.
  func painted(from moment: Double) -> Double? { paints.first { moment <= $0.end }?.end }

  /// The end of the first paint that began after a moment.
  func painted(after start: Double) -> Double? { paints.first { $0.begin >= start }?.end }
}

/// How long the main thread did not look at events: by the clock, and what a busy machine does not change.
struct Stall {
  var length = 0.0
  var onProcessor = 0.0

  mutating func take(_ other: Stall) {
    length = max(length, other.length)
    onProcessor = max(onProcessor, other.onProcessor)
  }
}

/// The windows and widgets of a program.
struct Census {
  struct Count {
    var all = 0
    var shown = 0
  }

  let windows: Int
  let widgets: Count
  let types: [String: Count]
}
