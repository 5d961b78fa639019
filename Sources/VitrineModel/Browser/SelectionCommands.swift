// SPDX-License-Identifier: Apache-2.0
// What can be done with all selected products at once. Each is one command of the catalogue, so that
// undo takes it back whole. Which products they are is read on another thread, however many there are: all
// of a list means those that it has when the command is given.

import Catalog
import Foundation
import Wording

@MainActor
public final class SelectionCommands {
  let listed: ListedPlace
  let detail: ProductDetail
  let bulkEdit: BulkEditForm
  /// What was done to several products, and how to take it back.
  public let offers = Observers<UndoOffer>()
  var list: ProductList { listed.list }
  var selected: BrowserSelection { listed.selected }
  var catalogue: OpenCatalogue { listed.catalogue }

  init(_ listed: ListedPlace, _ detail: ProductDetail, bulkEdit: BulkEditForm) {
    (self.listed, self.detail, self.bulkEdit) = (listed, detail, bulkEdit)
  }

  /// From this many products on, a user should be asked: undo may not remember so many.
  public static let many = 10_000
  /// More products than this are not changed at once: nothing else could be written for minutes.
  /// `vitrinectl` has no such limit.
  public static let mostChanged = 100_000
  /// More windows than this are not opened at once.
  public static let mostWindows = 50
  /// From this many windows on, a user should be asked.
  public static let manyWindows = 9

  /// Whether there is something to change: one or more products outside the trash.
  public var canChange: Bool {
    listed.place != .trash && (selected.hasSeveral || detail.product != nil)
  }

  func moveSeveralToTrash() {
    guard listed.place != .trash else { return }
    forSelected({ tr("Not deleted: %@", $0) }) { commands, ids in
      let store = commands.catalogue.store
      let count = try await commands.selected.movingOn { try await store.delete(ids) }
      commands.offers.notify(
        UndoOffer(
          sentence: tr(
            "1 product moved to the Trash", "%@ products moved to the Trash", count: count)
        ) { [weak commands] in commands?.restore(ids) })
    }
  }

  func restoreSeveral() {
    guard listed.place == .trash else { return }
    forSelected({ tr("Not restored: %@", $0) }) { commands, ids in
      let store = commands.catalogue.store
      _ = try await commands.selected.movingOn { try await store.restore(ids) }
    }
  }

  func eraseSeveral() {
    guard listed.place == .trash else { return }
    forSelected({ tr("Not deleted: %@", $0) }) { commands, ids in
      let store = commands.catalogue.store
      _ = try await commands.selected.movingOn { try await store.erase(ids) }
    }
  }

  private func restore(_ ids: Set<UUID>) {
    catalogue.inOrder { [detail] in
      do { _ = try await detail.catalogue.store.restore(ids) } catch {
        detail.messages.notify(tr("Not restored: %@", error.sentence))
      }
    }
  }

  // MARK: Changing fields

  public func addTag(_ tag: Tag) { changeAll(.addTag(tag)) }

  public func removeTag(_ tag: Tag) { changeAll(.removeTag(tag)) }

  /// Moves what is selected to a category, or out of every category.
  public func move(to category: CategoryPath?) { changeAll(.moved(to: category)) }

  /// Moves products to a category, wherever they are now.
  public func move(_ products: [UUID], to category: CategoryPath) {
    catalogue.inOrder { [weak self] in await self?.change(products, by: .moved(to: category)) }
  }

  /// The tags that some selected product has.
  public func tags() async -> [String] {
    guard selected.hasSeveral else { return detail.product?.tags.map(\.text) ?? [] }
    return (try? await list.rows.tags(of: selected.rows)) ?? []
  }

  private func changeAll(_ adjustment: ProductAdjustment) {
    forSelectedInOrder({ tr("Not changed: %@", $0) }) { commands, ids in
      await commands.change(ids, by: adjustment)
    }
  }

  private func change(_ ids: [UUID], by adjustment: ProductAdjustment) async {
    do {
      await report(
        try await BulkEditResult(of: ids, by: [adjustment], in: catalogue.store))
    } catch {
      detail.messages.notify(tr("Not changed: %@", error.sentence))
    }
  }

  // MARK: Which products

  /// The selected products in the order of the list, to be opened in windows of their own.
  public func products() async -> [UUID] {
    (try? await identifiers()) ?? []
  }

  /// What a drag from this position takes along: what is selected, if it is among that. Nil if that
  /// is not known yet, and if they are more than `SelectedProducts.most`.
  public func products(draggedFrom position: Int) -> [UUID]? {
    if drags(from: position) { return selected.identifiers }
    return list.item(at: position).map { [$0.id] }
  }

  /// Whether more are selected than a drag from this position can take along.
  public func isTooMuch(draggedFrom position: Int) -> Bool {
    drags(from: position) && selected.count > SelectedProducts.most
  }

  private func drags(from position: Int) -> Bool {
    selected.hasSeveral && selected.contains(position)
  }

  /// In the order of the list; no more than the first `limit`.
  func identifiers(atMost limit: Int = .max) async throws -> [UUID] {
    guard selected.hasSeveral else { return selected.main.map { [$0] } ?? [] }
    return try await list.rows.identifiers(of: selected.rows, atMost: limit)
  }

  /// Whether more products are selected than can be changed at once.
  public var isTooMuchToChange: Bool { selected.count > Self.mostChanged }

  /// Why they are not changed.
  public static var tooMuchToChange: String {
    tr(
      "Only 1 product can be changed at once.", "Only %@ products can be changed at once.",
      count: mostChanged)
  }

  private func forSelected(
    _ failure: @escaping (String) -> String,
    _ work: @escaping @MainActor (SelectionCommands, Set<UUID>) async throws -> Void
  ) {
    forSelectedInOrder(failure) { try await work($0, await Self.set(of: $1)) }
  }

  func forSelectedInOrder(
    _ failure: @escaping (String) -> String,
    _ work: @escaping @MainActor (SelectionCommands, [UUID]) async throws -> Void
  ) {
    guard !selected.hasSeveral || list.isComplete else {
      return detail.messages.notify(tr("The list is still being read."))
    }
    guard !isTooMuchToChange else { return detail.messages.notify(Self.tooMuchToChange) }
    // What is selected now, not what will be when the commands before it are done.
    let selected = Task { try await identifiers() }
    catalogue.inOrder { [weak self] in
      do {
        let ids = try await selected.value
        guard !ids.isEmpty else { return }
        if let self { try await work(self, ids) }
      } catch {
        self?.detail.messages.notify(failure(error.sentence))
      }
    }
  }

  /// Not on the main thread: a million take a moment.
  private nonisolated static func set(of ids: [UUID]) async -> Set<UUID> { Set(ids) }
}

extension ProductAdjustment {
  fileprivate static func moved(to category: CategoryPath?) -> ProductAdjustment {
    var change = ProductChange()
    change.category = .some(category)
    return .set(change)
  }
}
