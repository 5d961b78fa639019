// SPDX-License-Identifier: Apache-2.0
// What a window does with its gate: it passes what comes, tells of clicks first, and lets the gate rest when
// that is due.

@testable import Scanner

struct WatchedWindow {
  var gate = ScanGate<Int>()
  var scans: [String] = []
  var passed: [Int] = []
  /// By how many milliseconds each event that was passed was late.
  var delays: [Int] = []
  /// The same of the keys that were pressed.
  var delaysOfPresses: [Int] = []

  func getting(_ strokes: [Keyboard.Stroke]) -> WatchedWindow {
    var window = self
    var due = Int.max
    func rest() {
      window.take(window.gate.rest(), strokes, at: due)
      due = .max
    }
    for (place, stroke) in strokes.enumerated() {
      if due < stroke.time { rest() }
      guard let event = stroke.event else {
        if stroke.isMove {
          window.gate.moveKeyboard()
        } else {
          window.take(window.gate.interrupt(), strokes, at: stroke.time)
          window.passed.append(place)
          if !window.gate.isHolding { due = .max }
        }
        continue
      }
      let time = UInt32(stroke.time)
      window.take(window.gate.take(place, event, at: time), strokes, at: stroke.time)
      due = window.gate.isHolding ? stroke.time + window.gate.patience(at: time) : .max
    }
    if due < .max { rest() }
    return window
  }

  private mutating func take(
    _ outcome: ScanGate<Int>.Outcome, _ strokes: [Keyboard.Stroke], at time: Int
  ) {
    passed += outcome.passed
    for place in outcome.passed {
      delays.append(time - strokes[place].time)
      if case .pressed = strokes[place].event { delaysOfPresses.append(time - strokes[place].time) }
    }
    scans += outcome.scans
  }
}
