// SPDX-License-Identifier: Apache-2.0
// Work that waits for the disk. It has threads of its own: on those of Swift's tasks it would hold up
// every other task.

import Foundation

public func offThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(with: Result { try body() })
    }
  }
}
