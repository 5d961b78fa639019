// SPDX-License-Identifier: Apache-2.0
// The products with something unfinished, in whichever window that is: the list marks them, and the
// sidebar has a row for them, and one for each that is not in the catalogue yet.

import Foundation
import StateRestoration

@MainActor
public final class UnfinishedProducts {
  public let changed = Observers<Void>()
  /// Those that are not in the catalogue yet have changed. Told a little later, because titles change letter by letter.
  public let newChanged = Observers<Void>()
  /// A form with changes, or a note being written, in an open window.
  public private(set) var all: Set<UUID> = []
  /// In an open window, or in a closed one that can be reopened; in an order that stays.
  public private(set) var new: [UnfinishedNewProduct] = []
  private var byWindow: [UUID: Set<UUID>] = [:]
  private var newByWindow: [UUID: [UnfinishedNewProduct]] = [:]
  private var newInClosed: [UnfinishedNewProduct] = []
  private var soon: Task<Void, Never>?

  /// Replaces what is unfinished in a window.
  func set(_ products: Set<UUID>, new: [UnfinishedNewProduct] = [], in window: UUID) {
    byWindow[window] = products.isEmpty ? nil : products
    newByWindow[window] = new.isEmpty ? nil : new
    update()
  }

  /// The window has closed: what is unfinished in it comes back with it.
  public func forget(_ window: UUID) { set([], in: window) }

  /// The windows that can be reopened are these, and those that the start did not restore.
  public func show(closed windows: [ClosedWindow], kept: [SceneRecord] = []) {
    newInClosed = (windows.map(\.record) + kept).flatMap(UnfinishedEdit.edits).compactMap {
      if case .newProduct(let product) = $0 { product } else { nil }
    }
    update()
  }

  private func update() {
    let products = byWindow.values.reduce(into: Set()) { $0.formUnion($1) }
    // A window that is being opened again may be among the closed ones for a moment.
    let open = newByWindow.values.flatMap(\.self)
    let closed = newInClosed.filter { one in !open.contains { $0.id == one.id } }
    let new = (open + closed).sorted { $0.id.uuidString < $1.id.uuidString }
    if new != self.new {
      self.new = new
      notifySoon()
    }
    guard products != all else { return }
    all = products
    changed.notify(())
  }

  private func notifySoon() {
    guard soon == nil else { return }
    soon = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(200))
      self?.soon = nil
      self?.newChanged.notify(())
    }
  }
}
