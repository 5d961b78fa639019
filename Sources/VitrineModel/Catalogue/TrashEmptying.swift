// SPDX-License-Identifier: Apache-2.0
// Erases what has been in the trash for as long as the user decided: when the program starts and once
// a day, off the main thread. It is one command, which undo takes back; if the history has no room
// for that, it is not done, because nobody is there to be asked.

import Catalog
import Foundation
import Wording

/// How long a product stays in the trash.
public enum TrashAge: String, Codable, CaseIterable, Sendable {
  case never
  case week = "7 days"
  case month = "30 days"
  case quarter = "90 days"

  /// Nil for ever.
  public var days: Int? {
    switch self {
    case .never: nil
    case .week: 7
    case .month: 30
    case .quarter: 90
    }
  }

  /// What was deleted earlier has been there long enough; nil for ever. By calendar: not every day has
  /// 24 hours.
  func limit(at now: Date, in calendar: Calendar = .current) -> Date? {
    days.flatMap { calendar.date(byAdding: .day, value: -$0, to: now) }
  }
}

@MainActor
public final class TrashEmptying {
  /// How many products were erased.
  public let emptied = Observers<Int>()
  /// Why nothing was, as a sentence.
  public let messages = Observers<String>()
  private let store: CatalogStore
  private let age: @MainActor () -> TrashAge
  private var work: Task<Void, Never>?

  /// - Parameter age: what the user wants at the time it is done.
  public init(_ catalogue: OpenCatalogue, age: @escaping @MainActor () -> TrashAge) {
    store = catalogue.store
    self.age = age
  }

  deinit { work?.cancel() }

  /// Does it now and then every day.
  public func begin() {
    work?.cancel()
    work = Task { [weak self] in
      repeat {
        await self?.empty(at: Date())
      } while (try? await Task.sleep(for: .seconds(24 * 60 * 60))) != nil
    }
  }

  func empty(at now: Date) async {
    guard !store.isReadOnly, let limit = age().limit(at: now) else { return }
    do {
      let count = try await store.emptyTrash(deletedBefore: limit)
      if count > 0 { emptied.notify(count) }
    } catch CatalogError.wouldForget {
      messages.notify(
        tr(
          "The Trash was not emptied, because that could not be undone. You can still empty it yourself."
        )
      )
    } catch {
      messages.notify(tr("The trash could not be emptied. %@", error.sentence))
    }
  }
}
