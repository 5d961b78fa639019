// SPDX-License-Identifier: Apache-2.0
// The variants of the product that a window shows, as a grid whose cells are typed into. What a cell is empty of the
// variant takes from its head. A cell counts when it is left; until then it is a draft of the window, and so is one
// that can't be taken, or that was changed elsewhere in the meantime.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductVariants {
  public enum Change: Equatable {
    /// Which variants or columns there are, or what they have.
    case rows
    /// What is wrong with a cell.
    case cell(VariantCell)
    /// What variants are made of.
    case making
    /// Variants were made here, which are about to be shown.
    case made
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  let keyboard = Observers<Bool>()
  /// The product of which they are variants, if it can have some.
  public private(set) var head: Product?
  /// In the manual order.
  public private(set) var variants: [ListedProduct] = []
  /// The options, or the title where there are none, and what each variant has for itself.
  public private(set) var columns: [FormField] = []
  /// The options as their custom fields are now.
  private(set) var custom: [CustomField] = []

  let catalogue: OpenCatalogue
  let session: SceneSession
  private let drafts: Drafts
  var problems: [VariantCell: String] = [:]
  /// What is on its way to the catalogue, so that it is written once.
  var writing: [VariantCell: ProductDraft.Field] = [:]
  private(set) var asked = 0
  /// What was written and may not be in `variants` yet: the readings asked for later have it.
  var written: [VariantCell: (text: String, asked: Int)] = [:]
  var known: Set<UUID> = []
  /// Whether `variants` is what the product has.
  var areRead = false
  private var askedWhileRead: [@MainActor () -> Void] = []
  private var isKeyboardComing = false

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, drafts: Drafts) {
    (self.catalogue, self.session, self.drafts) = (catalogue, session, drafts)
  }

  /// Whether there is something to show of it.
  public var areThere: Bool { !variants.isEmpty || draft.isUnfinished }

  /// Whether the keyboard was in it when the window was saved.
  var hasKeyboard: Bool { draft.focus != nil || draft.isMaking }

  // MARK: Reading

  func show(_ product: Product?, _ custom: [CustomField]) {
    let isAnother = product?.id != head?.id
    // A cell counts when it is left, this way too.
    if isAnother { finishPlace() }
    head = product?.variant == nil ? product : nil
    self.custom = custom
    if isAnother {
      // What was wrong with a cell is so still when its product is shown again.
      (variants, columns, areRead) = ([], [], false)
      (askedWhileRead, isKeyboardComing) = ([], false)
      changed.notify(.rows)
      changed.notify(.making)
    }
    read()
  }

  /// Whether what is shown may be another after this change.
  func isTouched(by change: CatalogChange) -> Bool {
    guard head != nil else { return false }
    guard let changed = change.productIDs else { return true }
    return !known.isDisjoint(with: changed) || change.touches(.variants)
  }

  func read() {
    asked += 1
    guard let head else { return }
    let number = asked
    Task { [weak self, store = catalogue.store] in
      // Where the product is read, a message says what can't be read.
      guard let found = try? await store.variants(of: head.id) else { return }
      guard let self, self.asked == number else { return }
      take(found)
    }
  }

  /// Does it as soon as the variants are there, unless those of another product are by then.
  func onceRead(_ action: @escaping @MainActor () -> Void) {
    if areRead { action() } else { askedWhileRead.append(action) }
  }

  /// Whether something waits for them, or what is typed does.
  var isAwaited: Bool { !askedWhileRead.isEmpty || isKeyboardComing }

  /// Says whether what is typed is meant for variants that are about to be there, and not for what has the keyboard.
  public func keyboard(isComing: Bool) {
    isKeyboardComing = isComing
    keyboard.notify(isComing)
  }

  private func take(_ found: [ListedProduct]) {
    defer {
      let actions = askedWhileRead
      askedWhileRead = []
      for action in actions { action() }
    }
    guard let head else { return }
    let options = head.options.fields.compactMap { id in
      custom.first { $0.id == id }.map { FormField($0) }
    }
    // Without options only their titles tell them apart.
    let names = options.isEmpty ? [FormField(.title)] : options
    let fields =
      names + [FormField(.sku), FormField(.gtin), FormField(.price), FormField(.stock)]
    known = Set(found.map(\.id))
    areRead = true
    written = written.filter { $0.value.asked >= asked }
    guard found != variants || fields != columns else { return }
    (variants, columns) = (found, fields)
    dropWritten()
    changed.notify(.rows)
  }

  /// What was written just before the program ended is in the catalogue.
  private func dropWritten() {
    var new = draft
    for (name, typed) in new.cells {
      guard let cell = VariantCell(name), let variant = variant(cell.variant),
        let column = column(cell.field)
      else { continue }
      let isTaken = variant.variant?.taken.contains(cell.field) == true
      do {
        let value = try self.value(
          of: typed.typed, in: cell, column: column, style: style(of: cell))
        if value == (isTaken ? nil : column.value(of: variant)) {
          new.forget(name)
          problems[cell] = nil
        } else if name != new.focus, writing[cell] == nil, problems[cell] == nil {
          // It was refused when it was left, or met another value, in another run.
          problems[cell] = tr("Not saved yet. Press Enter to keep what you typed.")
        }
      } catch {
        // It was refused when it was left, unless it is still being typed.
        if name != new.focus { problems[cell] = error.sentence }
      }
    }
    if new != draft { draft = new }
  }

  var draft: VariantsDraft {
    get { head.map { draft(of: $0.id) } ?? VariantsDraft() }
    set { if let head { setDraft(newValue, of: head.id) } }
  }

  /// What is written in the background may be done when another product is shown.
  func draft(of head: UUID) -> VariantsDraft { drafts[variants: head] ?? VariantsDraft() }

  func setDraft(_ draft: VariantsDraft, of head: UUID) {
    drafts[variants: head] = draft == VariantsDraft() ? nil : draft
  }

  /// Whether the photo that a variant is seen with is its head's.
  public func takesPhoto(_ variant: ListedProduct) -> Bool {
    head?.pictures.contains { $0.id == variant.cover?.id } == true
  }

  // MARK: Leaving

  /// Makes a variant a product of its own, with all that it took.
  public func leave(_ variant: UUID) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        guard try await catalogue.store.leave([variant]) > 0 else { return }
        let offer = await catalogue.commands.offer(
          .leaveVariants, tr("It is a product of its own now."))
        if let offer { self?.offers.notify(offer) }
      } catch {
        self?.messages.notify(tr("Not changed: %@", error.sentence))
      }
    }
  }
}
