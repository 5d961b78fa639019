// The products with something unfinished, in whichever window it is: the list marks them, and the
// sidebar has a row for them.

import Foundation

@MainActor
public final class UnfinishedProducts {
  public let changed = Observers<Void>()
  /// A form with changes, or a note being written.
  public private(set) var all: Set<UUID> = []
  private var byWindow: [UUID: Set<UUID>] = [:]

  /// Replaces what is unfinished in a window.
  func set(_ products: Set<UUID>, in window: UUID) {
    byWindow[window] = products.isEmpty ? nil : products
    let now = byWindow.values.reduce(into: Set()) { $0.formUnion($1) }
    guard now != all else { return }
    all = now
    changed.notify(())
  }

  /// The window has closed: what is unfinished in it comes back with it.
  public func forget(_ window: UUID) { set([], in: window) }
}
