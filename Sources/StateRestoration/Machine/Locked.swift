// SPDX-License-Identifier: Apache-2.0
// A value that several threads use, one at a time. The standard library's mutex would do the same,
// but on Linux the thread sanitizer cannot see it lock: every use is reported as a race.

import Foundation

package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  // Only used under the lock, which is why this class may be sent anywhere.
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try work(&value)
  }
}
