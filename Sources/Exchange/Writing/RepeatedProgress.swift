// SPDX-License-Identifier: Apache-2.0
// The progress of a walk through products, told once more where nothing is counted: between large pictures, of which
// one product may have many, too, somebody may want to stop.

import Catalog
import Synchronization

final class RepeatedProgress: Sendable {
  private let progress: CatalogStore.Progress
  private let last = Mutex<ExchangeProgress?>(nil)

  init(_ progress: @escaping CatalogStore.Progress) { self.progress = progress }

  func report(_ report: ExchangeProgress) throws {
    last.withLock { $0 = report }
    try progress(report)
  }

  func again() throws { if let last = last.withLock({ $0 }) { try progress(last) } }
}
