// SPDX-License-Identifier: Apache-2.0
// A product being edited or added: what was typed, validated as it is typed. Only changed fields
// are saved, each with its previous text and the revision it is based on, so that a change made
// elsewhere in the meantime is noticed field by field and never overwritten.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductForm {
  public typealias Field = FieldID

  public enum Change: Equatable {
    /// A text, its problem or its conflict; the form as a whole may have become ready or not.
    case field(Field)
    /// Which fields there are.
    case fields
    /// Only where the keyboard focus is in the form.
    case place
    /// A long text, by its place, which is so long then: nothing else has changed.
    case typed(TextEdit, Field, length: Int)
    /// Fields were filled in from the template of this category.
    case filled(CategoryPath)
  }

  public let changed = Observers<Change>()
  /// The product the form is based on; nil for a new one, and for one that has been deleted.
  public internal(set) var base: Product?
  /// Whether Done adds a product to the catalogue.
  public internal(set) var isNew: Bool
  public private(set) var focus: Field?
  /// The anchor of the selection and the caret, in characters.
  public internal(set) var selection: (anchor: Int, caret: Int)?
  /// The fields in the order of the form, group by group: those that are offered and were chosen for the category in the
  /// form, and all that have something in them.
  public private(set) var fields: [FormField] = []
  /// An amount without a currency is in the currency of the product's price, or in the one that it was
  /// in when it was typed.
  let style: WritingStyle
  private var custom: [CustomField]
  /// All there are, in the same order.
  private var all: [FormField] = []
  private(set) var byID: [Field: FormField] = [:]
  /// The last category that was typed and can be one.
  public private(set) var category: CategoryPath?
  var baseRevision: Int

  /// The value of each field when the user began to change it.
  var was: [Field: String] = [:]
  var typed: [Field: String] {
    get {
      takeInTyped()
      return known
    }
    set {
      takeInTyped()
      known = newValue
    }
  }
  /// The same, without what was typed into `typedText`.
  private var known: [Field: String] = [:]
  /// The long text that is typed into, and how long it was at first: when it is so long again, it may be as it was.
  private var typedText: (field: Field, text: LongText, lengthBefore: Int)?
  /// The changed fields as they are being saved. In the catalogue they are no change from elsewhere.
  var sent: [Field: String] = [:]
  /// What was typed into custom fields that no longer exist: removing a field can be undone.
  private var waiting: [String: ProductDraft.Field] = [:]
  var visited: Set<Field> = []
  /// The fields in which a person typed: what follows from others leaves them alone.
  private(set) var said: Set<Field> = []
  /// What the form of a new product began with, as far as the user left it so.
  private var kept: Set<Field> = []
  /// Those of them that are from the template of the category, and go with it.
  private var fromTemplate: Set<Field> = []
  /// What new products of a category begin with.
  private let template: @MainActor (CategoryPath?) -> ProductTemplate?
  /// Which fields were chosen for a category.
  private let chosen: @MainActor (CategoryPath?) -> FormFields?
  /// Increases with everything the user changes.
  var edits = 0
  var theirs: [Field: String] = [:]
  private var doubts: [Field: String] = [:]

  /// - Parameters:
  ///   - custom: custom fields, offered for the product or not.
  ///   - template: what new products of a category begin with.
  ///   - chosen: which fields were chosen for a category.
  public init(
    _ base: Product?, draft: ProductDraft? = nil, custom: [CustomField] = [],
    style: WritingStyle? = nil,
    template: @escaping @MainActor (CategoryPath?) -> ProductTemplate? = { _ in nil },
    chosen: @escaping @MainActor (CategoryPath?) -> FormFields? = { _ in nil }
  ) {
    self.base = base
    (self.template, self.chosen) = (template, chosen)
    isNew = base == nil && draft?.isNew != false
    baseRevision = base?.revision ?? draft?.baseRevision ?? 0
    self.custom = custom
    var style = style ?? .local(for: base)
    if let currency = draft?.currency.flatMap({ try? Currency($0) }) { style.currency = currency }
    self.style = style
    describeFields()
    begin(with: draft)
    focus = draft?.focus.map { Field($0) }
    if let caret = draft?.caret { selection = (draft?.anchor ?? caret, caret) }
  }

  private func describeFields() {
    all = FormField.inForm(custom)
    byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
  }

  private func begin(with draft: ProductDraft?) {
    was = texts(of: base)
    typed = was
    (theirs, waiting) = ([:], [:])
    kept = Set(draft?.kept.map { Field($0) } ?? [])
    fromTemplate = Set(draft?.template.map { Field($0) } ?? []).intersection(kept)
    for (name, field) in draft?.fields ?? [:] {
      let key = Field(name)
      guard let now = was[key] else {
        if case .custom = key { waiting[name] = field }
        continue
      }
      visited.insert(key)
      // Already in the catalogue.
      if base != nil, isSame(now, field.typed, in: key) { continue }
      typed[key] = field.typed
      let isOwn = draft?.sent[name].map { isSame(now, $0, in: key) } ?? false
      was[key] = base != nil && isOwn ? now : field.was
      if base != nil, !isOwn, !isSame(now, field.was, in: key) { theirs[key] = now }
    }
    let converted = convertedTexts
    said = Set(typed.keys.filter { typed[$0] != was[$0] && typed[$0] != converted[$0] })
    showOffered()
  }

  // MARK: Fields

  /// Custom fields are these now.
  func offer(_ custom: [CustomField]) {
    guard custom != self.custom else { return }
    let draft = draft
    self.custom = custom
    describeFields()
    begin(with: draft)
    changed.notify(.fields)
  }

  /// Returns whether the form has other fields now.
  @discardableResult
  private func showOffered() -> Bool {
    let text = effectiveText(of: .category)
    if let typed = try? byID[.category]?.value(from: text, style: style) {
      if case .category(let path) = typed { category = path }
    } else if text.allSatisfy(\.isWhitespace) {
      category = nil
    }
    let (before, chosen) = (fields, chosen(category) ?? FormFields())
    fields = chosen.arrange(all).filter { field in
      field.isOffered(in: category) && !chosen.hides(field)
        || !effectiveText(of: field.id).isEmpty
        || was[field.id]?.isEmpty == false || theirs[field.id] != nil
    }
    return fields != before
  }

  /// Other fields may have been chosen for the category.
  func fieldsMayHaveBeenChosen() { if showOffered() { changed.notify(.fields) } }

  // A field that is not offered for another category says so.
  func categoryMayHaveChanged() {
    let before = category
    var areOthers = showOffered()
    if isNew, category != before {
      let template = fill(from: category)
      // A field that is not offered is there as long as something is in it.
      areOthers = showOffered() || areOthers
      if let template { changed.notify(.filled(template.category)) }
    }
    if areOthers {
      changed.notify(.fields)
    } else if category != before {
      for field in custom { changed.notify(.field(.custom(field.id))) }
    }
  }

  /// Fills the fields from the template of a category, in place of what that of another one filled in. What
  /// the user typed, or kept from another product, stays. Returns the template if it filled something.
  @discardableResult
  func fill(from category: CategoryPath?) -> ProductTemplate? {
    let template = template(category)
    let texts = category.flatMap { template?.texts(for: $0, in: all, style: style) } ?? [:]
    let old = fromTemplate
    let new = texts.filter { old.contains($0.key) || text(of: $0.key).isEmpty }
    for field in old.union(new.keys) where typed[field] != new[field] ?? "" {
      typed[field] = new[field] ?? ""
      changed.notify(.field(field))
    }
    fromTemplate = Set(new.keys)
    kept = kept.subtracting(old).union(new.keys)
    return new.isEmpty ? nil : template
  }

  // MARK: Texts

  public func text(of field: Field) -> String { typed[field] ?? "" }

  public func type(_ text: String, in field: Field) {
    if let typed = typed[field], typed.isSame(as: text) { return }
    edits += 1
    typed[field] = text
    visited.insert(field)
    said.insert(field)
    kept.remove(field)
    fromTemplate.remove(field)
    changed.notify(.field(field))
    if field == .category { categoryMayHaveChanged() }
    if field == .unit { convertAmounts() }
    // Whether there can be half a piece.
    if field == .unit || field == .packSize {
      for amount in [Field.stock, .minimumStock] { changed.notify(.field(amount)) }
    }
  }

  /// What was typed into a long text, and where: it need not be read at each key. Returns false, and does nothing, where it has
  /// to be, because something else may change with it.
  /// - Parameter length: how long it is then, in code points.
  public func type(_ edit: TextEdit, in field: Field, length: Int) -> Bool {
    if typedText?.field != field {
      guard said.contains(field), !kept.contains(field), let text = LongText(text(of: field)),
        problem(of: field) == nil
      else { return false }
      typedText = (field, text, was[field]?.unicodeScalars.count ?? 0)
    }
    guard length != typedText?.lengthBefore,
      typedText?.text.takes(edit, length: length) == true
    else { return false }
    typedText?.text.add(edit)
    if focus == field { selection = (edit.end, edit.end) }
    edits += 1
    changed.notify(.typed(edit, field, length: length))
    return true
  }

  private func takeInTyped() {
    guard let typedText else { return }
    self.typedText = nil
    known[typedText.field] = typedText.text.text(after: known[typedText.field] ?? "")
  }

  /// What follows from what a person typed in another field.
  func put(_ text: String, in field: Field) {
    typed[field] = text
    changed.notify(.field(field))
  }

  /// Stores the focus and the caret, to be restored at the next start.
  public func place(in field: Field?, anchor: Int = 0, caret: Int = 0) {
    focus = field
    selection = field == nil ? nil : (anchor, caret)
    changed.notify(.place)
  }

  /// Whether the user changed anything.
  public var isChanged: Bool { draft.isUnfinished }

  /// What is wrong with a field, as a sentence; nil if it has not been touched yet.
  public func problem(of field: Field) -> String? {
    visited.contains(field) || lostAmount(in: field) != nil
      ? byID[field].flatMap { error(in: $0) } : nil
  }

  /// What may be wrong with a field and keeps nobody from saving.
  public func doubt(of field: Field) -> String? {
    problem(of: field) == nil ? doubts[field] ?? brokenPieces(in: field) : nil
  }

  func doubt(_ doubts: [Field: String]) {
    let changed = fields.map(\.id).filter { doubts[$0] != self.doubts[$0] }
    self.doubts = doubts
    changed.forEach { self.changed.notify(.field($0)) }
  }

  /// The codes in the form, as far as they are valid.
  var codes: [Field: ProductCode] {
    ProductCode.all { try? $0.value(from: text(of: $0.id), style: style) }
  }

  /// The form's texts are being saved; the user may type on.
  func willBeWritten() { sent = typed.filter { $0.value != was[$0.key] } }

  /// They are, or could not be.
  func writingHasEnded() { sent = [:] }

  /// The form's texts of a moment ago have been saved; what was typed since then remains.
  func wasWritten(_ sent: [Field: String], as product: Product) {
    base = product
    baseRevision = product.revision
    isNew = false
    for (field, now) in texts(of: product) {
      if typed[field] == sent[field] {
        typed[field] = now
        said.remove(field)
      }
      was[field] = now
      theirs[field] = nil
      changed.notify(.field(field))
    }
    categoryMayHaveChanged()
  }

  /// Every field as it is typed now.
  var texts: [Field: String] { typed }

  /// The product no longer exists: what was typed becomes a new product, with the title that it had unless
  /// another one was typed.
  func beginAgain(titled title: String?) {
    base = nil
    isNew = true
    baseRevision = 0
    was = texts(of: nil)
    theirs = [:]
    if let title, text(of: .title).isEmpty { typed[.title] = title }
    all.forEach { changed.notify(.field($0.id)) }
    categoryMayHaveChanged()
  }

  /// What is saved with the window.
  public var draft: ProductDraft {
    var draft = ProductDraft(isNew: isNew)
    draft.baseRevision = baseRevision
    for field in typed.keys where isChanged(field) || sent[field] != nil {
      draft.fields[field.text] = .init(typed: text(of: field), was: was[field] ?? "")
    }
    draft.fields.merge(waiting) { typed, _ in typed }
    for (field, text) in sent { draft.sent[field.text] = text }
    draft.kept = kept.map(\.text).sorted()
    let isAmountTyped = all.contains { $0.kind == .money && draft.fields[$0.id.text] != nil }
    draft.currency = isAmountTyped ? style.currency?.code : nil
    draft.template = fromTemplate.map(\.text).sorted()
    draft.focus = focus?.text
    draft.anchor = selection?.anchor
    draft.caret = selection?.caret
    return draft
  }

  private func isChanged(_ field: Field) -> Bool {
    guard let typed = typed[field], let was = was[field] else { return typed[field] != was[field] }
    return !typed.isSame(as: was)
  }

  /// What Done changes of the product.
  public func change() throws -> ProductChange {
    var change = ProductChange()
    for field in all where isChanged(field.id) {
      try field.set(typedValue(of: field), in: &change)
    }
    return change
  }

  /// What Done adds to the catalogue.
  public func newProduct(id: UUID) throws -> Product {
    try change().applied(to: Product(id: id, title: ProductTitle(text(of: .title))))
  }

  func error(in field: FormField) -> String? {
    do {
      let value = try typedValue(of: field)
      try field.requireOffered(
        in: category, changing: base.flatMap { field.value(of: $0) }, to: value)
      if let lost = lostAmount(in: field.id) { throw lost }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// What the number in a field is counted in, whether or not it is typed with it; nil if in nothing.
  public func unit(of id: Field) -> String? {
    guard let field = byID[id] else { return nil }
    let sold = try? SaleUnit(effectiveText(of: .unit))
    let isLoose = effectiveText(of: .packSize).trimmingCharacters(in: .whitespaces).isEmpty
    let counted = field.unit(sold, counted: isLoose ? sold : nil)?.symbol
    switch field.kind {
    case .money:
      var currency = style.currency?.code
      if case .money(let price)? = try? field.value(from: effectiveText(of: id), style: style) {
        currency = price.currency.code
      }
      guard let counted else { return currency }
      return currency.map { tr("%1$@ / %2$@", $0, counted) } ?? tr("/ %@", counted)
    case .number(let unit): return counted ?? (unit.isEmpty ? nil : unit)
    default: return nil
    }
  }

  // Spelled differently, but the same in the catalogue: "12,5" and "12.50".
  func isSame(_ left: String, _ right: String, in id: Field) -> Bool {
    if left == right { return true }
    guard let field = byID[id], let value = try? field.value(from: left, style: style) else {
      return false
    }
    return value == (try? field.value(from: right, style: style))
  }

  func texts(of product: Product?) -> [Field: String] {
    byID.mapValues { field in
      product.map { takes($0, field.id) ? "" : field.text(of: $0, style: style) } ?? ""
    }
  }
}
