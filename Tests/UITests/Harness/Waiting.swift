// SPDX-License-Identifier: Apache-2.0
// Waiting for what a user would see. A test never sleeps for a fixed time: it says what it expects
// and checks again and again, for up to half a minute. A failing step reports the line of the test that
// called it.

import CAtspi
import Foundation

/// How long a step waits for what it expects: far longer than a busy machine takes.
let patience: TimeInterval = 30

/// An expectation that did not come true.
struct StepFailure: Error, CustomStringConvertible {
  let sentence: String
  let file: StaticString
  let line: UInt

  var description: String { "\(file):\(line): \(sentence)" }
}

/// Waits until `condition` holds. An error inside it means "not yet": the window is not there yet,
/// the program is busy. The last one is reported when time is up.
func eventually(
  timeout: TimeInterval = patience, _ expectation: @autoclosure () -> String,
  file: StaticString = #filePath, line: UInt = #line, _ condition: () throws -> Bool
) throws {
  try obtain(expectation(), timeout: timeout, file: file, line: line) {
    try condition() ? true : nil
  }
}

/// Waits until `value` gives something, and returns it.
///
/// - Parameter longestPause: the microseconds after which to look again at the latest, if looking takes less.
@discardableResult
func obtain<Value>(
  _ expectation: @autoclosure () -> String, timeout: TimeInterval = patience,
  longestPause: UInt32 = 50_000,
  file: StaticString = #filePath, line: UInt = #line, _ value: () throws -> Value?
) throws -> Value {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(timeout)
  var pause: UInt32 = 2_000
  var looks = 0
  while true {
    var lastError: (any Error)?
    let began = clock.now
    do {
      Look.begin()
      defer { Look.end() }
      if let value = try value() { return value }
    } catch let hopeless as Hopeless {
      throw StepFailure(
        sentence: "Expected: \(expectation()). \(hopeless.sentence)", file: file, line: line)
    } catch {
      lastError = error
    }
    // Where one takes as long as all that, the first says nothing of what comes of waiting.
    looks += 1
    guard clock.now < deadline || looks < 3 else {
      let reason = lastError.map { " Last: \($0)" } ?? ""
      throw StepFailure(
        sentence: "Expected within \(timeout) s: \(expectation()).\(reason)",
        file: file, line: line)
    }
    // Events of the accessibility bus wait in the main context; unread they would pile up.
    while g_main_context_iteration(nil, 0) != 0 {}
    // Looking through a whole tree takes the program as long as the test: it is to come to something else, too.
    let look = (clock.now - began) / .microseconds(1)
    usleep(max(pause, UInt32(min(2 * look, 200_000))))
    pause = min(pause * 2, longestPause)
  }
}

/// Says inside `eventually` that waiting on is of no use: the program has ended.
struct Hopeless: Error {
  let sentence: String
}
