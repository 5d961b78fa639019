// SPDX-License-Identifier: Apache-2.0
// What ends a benchmark early.

import Foundation

/// A mistake on the command line.
package struct UsageError: Error {
  package let message: String

  package init(message: String) { self.message = message }
}

/// A reason to stop the benchmark.
package struct Failure: LocalizedError {
  package let errorDescription: String?

  package init(_ message: String) { errorDescription = message }
}
