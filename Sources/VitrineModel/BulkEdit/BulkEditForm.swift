// SPDX-License-Identifier: Apache-2.0
// Editing several products at once: what is to be done with each field, validated as it is typed, and
// saved with the window. `LiveBulkEditPreview` says what would become of the products.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class BulkEditForm {
  public enum Change: Equatable {
    /// It was opened or closed, or is being carried out.
    case extent
    /// How many products have been changed, while it is being carried out.
    case progress
    /// Which fields there are, or which of them are to be changed.
    case fields
    /// What is to be done with a field.
    case field(FieldID)
  }

  public let changed = Observers<Change>()
  /// What was given up, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  /// What is odd about what is to be carried out, as a sentence: a user should agree to that first.
  public let oddities = Observers<String>()
  /// Every field that can be changed for several products, in the order of the form.
  public private(set) var fields: [FormField] = []
  @SceneStorage private var draft: BulkEditDraft
  private let catalogue: OpenCatalogue

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, opens: Bool) {
    self.catalogue = catalogue
    _draft = SceneStorage(
      wrappedValue: BulkEditDraft(), SceneKey.bulkEditDraft, in: session)
    if !opens { draft.isOpen = false }
    fields = Self.fields(catalogue)
    catalogue.fields.changed.add(self) { [weak self] _ in self?.fieldsChanged() }
  }

  private static func fields(_ catalogue: OpenCatalogue) -> [FormField] {
    FormField.inForm(catalogue.fields.all).filter { !actions(for: $0).isEmpty }
  }

  private func fieldsChanged() {
    fields = Self.fields(catalogue)
    changed.notify(.fields)
  }

  // MARK: Opening

  public var isOpen: Bool { draft.isOpen }

  /// Opens it, with what was left unfinished if that waits.
  public func open() {
    guard !isOpen else { return }
    draft.isOpen = true
    changed.notify(.extent)
  }

  /// Whether it is being carried out: nothing can be typed meanwhile.
  public var isApplying: Bool { applying != nil }
  var applying: Task<BulkEditResult, any Error>? {
    didSet {
      progress = nil
      changed.notify(.extent)
    }
  }

  /// How far it has come, while it is being carried out; nil at first, and for a few products.
  public private(set) var progress: String?

  func show(done: Int, of count: Int) {
    guard isApplying else { return }
    progress = tr("%1$@ of %2$@ products", done.displayText, count.displayText)
    changed.notify(.progress)
  }

  /// Stops carrying it out, unless all of it has been written: no product is changed.
  public func cancelApplying() { applying?.cancel() }

  /// Whether what was chosen and typed waits to be resumed.
  public var isWaiting: Bool { !isOpen && isChanged }

  /// Closes it; what was chosen and typed waits until it is resumed.
  public func setAside() {
    draft.isOpen = false
    changed.notify(.extent)
  }

  /// Gives up what was chosen and typed. It can be taken back.
  public func discard() {
    let given = draft
    close()
    guard !given.fields.isEmpty else { return }
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        guard let self else { return }
        draft.fields.merge(given.fields) { now, _ in now }
        draft.isOpen = true
        changed.notify(.extent)
      })
  }

  /// Forgets what was typed.
  func close() {
    var empty = BulkEditDraft()
    empty.unread = draft.unread
    draft = empty
    changed.notify(.extent)
  }

  /// Whether something was chosen.
  public var isChanged: Bool { !draft.fields.isEmpty }

  // MARK: Fields

  /// What can be done with a field; the order is that of the menu.
  public nonisolated static func actions(for field: FormField) -> [FieldAction] {
    var actions: [FieldAction] = field.kind == .tags ? [.add, .remove] : []
    let field = field.field
    if field.isForMany { actions.append(.set) }
    // What every product needs, such as a title, is first of all given.
    if field.kind == .line, field.isRequired { actions.append(.pattern) }
    if !field.isRequired { actions.append(.clear) }
    if field.isCalculable { actions += [.percent, .plus, .times] }
    if field.isReplaceable { actions.append(.replace) }
    if field.isNumberable { actions.append(.number) }
    if field.kind == .line, !field.isRequired { actions.append(.pattern) }
    return actions
  }

  /// What the results for a field can be rounded to.
  public nonisolated static func roundings(for field: FormField) -> [Calculation.Rounding] {
    switch (field.kind, field.field) {
    case (.wholeNumber, _): [.exact, .tens, .hundreds]
    // Amounts, not prices.
    case (.number, .builtIn): [.exact, .whole, .tens, .hundreds]
    default: Calculation.Rounding.allCases
    }
  }

  public func change(of field: FieldID) -> BulkEditDraft.Change? { draft.fields[field.text] }

  /// Nil leaves the field as it is. What was typed stays, for the next choice.
  public func choose(_ action: FieldAction?, for field: FieldID) {
    var change = change(of: field)
    if let action {
      change = change ?? BulkEditDraft.Change(action: action)
      change?.action = action
    } else {
      change = nil
    }
    set(change, for: field)
  }

  public func type(_ text: String, in field: FieldID) {
    set(changing: field) { $0.typed = text }
  }

  public func type(replacement: String, in field: FieldID) {
    set(changing: field) { $0.replacement = replacement }
  }

  public func type(step: String, in field: FieldID) {
    set(changing: field) { $0.step = step }
  }

  public func round(_ rounding: Calculation.Rounding, in field: FieldID) {
    set(changing: field) { $0.rounding = rounding }
  }

  private func set(changing field: FieldID, _ body: (inout BulkEditDraft.Change) -> Void) {
    guard var change = change(of: field) else { return }
    body(&change)
    set(change, for: field)
  }

  private func set(_ change: BulkEditDraft.Change?, for field: FieldID) {
    let before = self.change(of: field)
    guard change != before else { return }
    draft.fields[field.text] = change
    changed.notify((before == nil) == (change == nil) ? .field(field) : .fields)
  }

  // MARK: Place

  public var focus: FieldID? { draft.focus.map { FieldID($0) } }
  public var selection: (anchor: Int, caret: Int)? {
    draft.caret.map { (draft.anchor ?? $0, $0) }
  }

  /// Stores the focus and the caret, to be restored at the next start.
  public func place(in field: FieldID, anchor: Int, caret: Int) {
    (draft.focus, draft.anchor, draft.caret) = (field.text, anchor, caret)
  }

  // MARK: Result

  /// What is wrong with what was typed for a field, as a sentence. Nil until something was typed.
  public func problem(of field: FormField) -> String? {
    guard let change = change(of: field.id), !change.isBlank else { return nil }
    do { _ = try adjustment(of: field) } catch { return error.sentence }
    return nil
  }

  /// Why it cannot be applied; nil if it can.
  public var obstacle: String? {
    if changedFields.isEmpty { return tr("Add the fields to change.") }
    for field in changedFields {
      guard let change = change(of: field.id) else { continue }
      if change.isBlank, change.action != .clear {
        return tr("“%@” is not filled in.", field.label)
      }
      if let problem = problem(of: field) { return tr("“%1$@”: %2$@", field.label, problem) }
    }
    return nil
  }

  /// The fields for which something was chosen.
  public var changedFields: [FormField] { fields.filter { change(of: $0.id) != nil } }

  /// The fields for which nothing was chosen yet.
  public var otherFields: [FormField] { fields.filter { change(of: $0.id) == nil } }

  /// Begins to change a field, in the way that comes first for it.
  public func add(_ id: FieldID) {
    guard let field = fields.first(where: { $0.id == id }), change(of: id) == nil else { return }
    choose(Self.actions(for: field).first, for: id)
  }

  /// What it does to each product; nil if it cannot be applied.
  var adjustments: [ProductAdjustment]? {
    guard obstacle == nil else { return nil }
    var adjustments = fields.compactMap { try? adjustment(of: $0) }
    // An amount and the unit that it is in are one change: what is given is not converted, too.
    var change = ProductChange()
    var place: Int?
    for (number, adjustment) in adjustments.enumerated().reversed() {
      guard case .set(let own) = adjustment, own.isOfAmounts else { continue }
      change.add(own)
      adjustments.remove(at: number)
      place = number
    }
    if let place { adjustments.insert(.set(change), at: place) }
    return adjustments
  }

  private func adjustment(of field: FormField) throws -> ProductAdjustment? {
    guard let change = change(of: field.id) else { return nil }
    let style = catalogue.writingStyle(for: nil)
    func setting(_ value: FieldValue?) throws -> ProductAdjustment {
      var new = ProductChange()
      try field.set(value, in: &new)
      return .set(new)
    }
    func calculating(
      _ step: (DecimalNumber) -> Calculation.Step, of text: String? = nil, unit: String
    ) throws -> ProductAdjustment {
      let kind = FieldKind.number(unit: unit)
      let text = text ?? change.typed
      guard case .number(let number) = try kind.value(from: text, style: style, for: .value)
      else { throw InvalidValue(.value, .empty) }
      return .calculate(
        field.field, Calculation(step(number), rounding: change.rounding ?? .exact))
    }
    switch change.action {
    case .set:
      if case .builtIn(let amount) = field.field,
        let said = try amount.said(change.typed, style: style)
      {
        var new = ProductChange()
        new.set(amount, said.value, saidIn: said.measure)
        return .set(new)
      }
      return try setting(field.value(from: change.typed, style: style))
    case .clear: return try setting(nil)
    case .add: return .addTag(try Tag(change.typed))
    case .remove: return .removeTag(try Tag(change.typed))
    case .percent: return try calculating({ .percent($0) }, unit: "%")
    case .plus:
      if case .builtIn(let amount) = field.field, amount.isAmount,
        let said = ProductField.counted(change.typed)
      {
        let measure = SaleMeasure(unit: said.unit)
        return try calculating({ .addAmount($0, measure) }, of: said.amount, unit: "")
      }
      return try calculating({ .add($0) }, unit: field.kind.details.first ?? "")
    case .times: return try calculating({ .multiply($0) }, unit: "")
    case .replace:
      return .replace(field.field, change.typed, with: change.replacement ?? "")
    case .number:
      let step = try FieldKind.wholeNumber.value(
        from: change.step ?? "", style: style, for: .value)
      guard let series = NumberSeries(change.typed, step: step?.integer ?? 1) else {
        throw InvalidValue(.value, .notNumbered)
      }
      return .number(field.field, series)
    case .pattern:
      return .compose(field.field, try pattern(change.typed, style: style))
    }
  }

  /// What stands in braces for the place of a product among those that are changed.
  private nonisolated static var numberInPattern: String {
    tr("number", context: "in braces, in a pattern for titles")
  }

  /// Such as “{category} {number}”.
  public nonisolated static var examplePattern: String {
    [FormField(.category).label.lowercased(), numberInPattern].map { "{\($0)}" }
      .joined(separator: " ")
  }

  /// Fields are named as in the form, or as on the command line.
  private func pattern(_ text: String, style: WritingStyle) throws -> TextPattern {
    let named = FormField.inForm(catalogue.fields.all)
    let number = Self.numberInPattern
    return try TextPattern(text, style: style) { name in
      let name = name.trimmingCharacters(in: .whitespaces).searchSpelling
      if [number, "number"].contains(where: { $0.searchSpelling == name }) {
        return NumberSeries("1").map { .number($0) }
      }
      let field = named.first {
        $0.label.searchSpelling == name || $0.id.text.searchSpelling == name
      }
      return (field?.field).map { .field($0) }
    }
  }
}

extension FieldValue {
  fileprivate var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }
}

extension BulkEditDraft.Change {
  /// Whether nothing was typed yet. A space can be replaced.
  fileprivate var isBlank: Bool {
    action == .replace ? typed.isEmpty : typed.allSatisfy(\.isWhitespace)
  }
}
