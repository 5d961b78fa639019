// SPDX-License-Identifier: Apache-2.0
// A callback of the application may call every member of the library, also one that leads back to
// that callback. It is not called again then: it would never return.

/// The application's callbacks that are running.
@MainActor
final class CallsUnderWay<Call: Hashable> {
  private var calls: Set<Call> = []

  /// Calls the application; nil, and it is not called, while this call is under way.
  func once<Answer>(_ call: Call, _ ask: () -> Answer) -> Answer? {
    guard calls.insert(call).inserted else { return nil }
    defer { calls.remove(call) }
    return ask()
  }

  func isUnderWay(_ call: Call) -> Bool { !calls.isEmpty && calls.contains(call) }
}
