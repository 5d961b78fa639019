// SPDX-License-Identifier: Apache-2.0
// What a source says of a product: all of it, or any part. A product that the catalogue has keeps the rest.

import Foundation

/// A product with its notes, as a source has it.
public struct ImportedEntry: Sendable {
  /// Nil if the source has no identifiers: then the SKU tells which product it is.
  public var id: UUID?
  /// The built-in fields that it mentions.
  public var change = ProductChange()
  /// Values of custom fields, by the field's name.
  public var values: [String: ImportedValue] = [:]
  /// Of which product it is a variant; `.some(nil)` if of none, nil if the source does not say so.
  public var head: UUID??
  /// The fields it takes from there: built-in ones by name, custom ones with “fields.” before theirs. Nil
  /// if the source does not say so: then it takes what it lacks.
  public var taken: [String]?
  /// The names of the custom fields in which its variants differ; nil if the source does not say so.
  public var options: [String]?
  /// All pictures of the product; nil if the source does not mention them.
  public var pictures: [Picture]?
  /// All notes of the product; nil if the source does not mention them.
  public var notes: [Note]?
  public var created: Date?
  public var changed: Date?
  public var revision = 0
  /// The product that the entry was compared with: what was changed in the catalogue since then stays.
  public var seen: Product?
  /// The fields by which no product was found when the entry was made; empty if nobody looked. A product that has the
  /// same by now was made since then, and stays as it is.
  public var soughtBy: [AnyField] = []
  /// When it was put into the trash; `.some(nil)` if it is in the catalogue, nil if it does not say so.
  public var deleted: Date??

  public init() {}

  /// A picture's place in a product.
  public struct Picture: Sendable {
    public var id: UUID?
    /// What `EntrySource.picture` is asked for.
    public var name = ""
    public var caption = FreeText.empty
    public var turn = PictureRotation.none

    public init() {}
  }

  public struct Note: Sendable {
    public var id: UUID?
    public var title = NoteTitle.empty
    public var text = FreeText.empty
    public var revision = 0
    public var created: Date?
    public var changed: Date?

    public init() {}
  }
}

/// A value of a custom field whose kind only the catalogue knows.
public enum ImportedValue: Sendable, Equatable {
  case none
  case text(String)
  case integer(Int)
  case yesNo(Bool)
  case list([String])
  /// Of a field of this kind.
  case value(FieldValue, FieldKind)
}

extension ImportedEntry {
  /// The entry for a new product.
  func entry(_ id: UUID, _ pictures: [ProductPicture], at moment: Date) throws -> CatalogEntry {
    guard let title = change.title else {
      throw InvalidValue(.title, .missing)
    }
    var product = change.applied(to: Product(id: id, title: title))
    product.pictures = pictures
    product.created = created ?? moment
    product.changed = changed ?? product.created
    product.revision = revision
    let notes = (notes ?? []).map { $0.note(of: id, at: moment) }
    return CatalogEntry(product: product, notes: notes, deleted: deleted ?? nil)
  }

  /// The entry after updating an existing product. What is not mentioned stays as it is;
  /// revisions and dates are the catalogue's own.
  func applied(to current: CatalogEntry, _ pictures: [ProductPicture]?) throws -> CatalogEntry {
    if let seen,
      current.deleted != nil || deleted != nil && seen.revision != current.product.revision
    {
      return current
    }
    var entry = current
    let now = current.product
    let kept = seen.map { change.leavingOut(whatDiffersIn: now, from: $0) } ?? change
    let pictures = seen.map { $0.pictures == now.pictures } ?? true ? pictures : nil
    entry.product = kept.applied(to: now)
    // A source without the fields that are taken says nothing of them.
    if taken == nil, entry.product.variant?.head == current.product.variant?.head {
      entry.product.variant = current.product.variant
    }
    let samePictures = pictures?.elementsEqual(current.product.pictures) {
      $0.fileName == $1.fileName && $0.caption == $1.caption && $0.turn == $1.turn
    }
    if let pictures, samePictures == false { entry.product.pictures = pictures }
    let sameNotes = notes?.elementsEqual(current.notes) {
      $0.title == $1.title && $0.text == $1.text
    }
    if let notes, sameNotes == false {
      entry.notes = notes.map { line in
        let note = line.note(of: current.product.id, at: Date())
        guard var old = current.notes.first(where: { $0.id == note.id }) else { return note }
        if old.title == note.title, old.text == note.text { return old }
        (old.title, old.text, old.changed) = (note.title, note.text, note.changed)
        old.revision = Revision.next(after: old.revision)
        return old
      }
    }
    if let deleted { entry.deleted = deleted }
    return entry
  }
}

extension ImportedEntry {
  /// Whether something of it is left out because the catalogue was changed since it was compared.
  func isOvertaken(by current: CatalogEntry, since seen: Product) -> Bool {
    if current.deleted != nil { return true }
    if deleted != nil { return seen.revision != current.product.revision }
    return change.leavingOut(whatDiffersIn: current.product, from: seen) != change
      || pictures != nil && seen.pictures != current.product.pictures
  }
}

extension ImportedEntry.Note {
  func note(of product: UUID, at moment: Date) -> Note {
    Note(
      id: id ?? UUID(), productID: product, title: title, text: text, revision: revision,
      created: created ?? moment, changed: changed ?? created ?? moment)
  }
}

extension ImportedValue {
  /// The value for this field; throws if the field cannot have it.
  func value(of field: CustomField) throws -> FieldValue? {
    switch (self, field.kind) {
    case (.none, _): return nil
    case (.text(let text), _): return try field.kind.value(from: text, for: field.refusalName)
    case (.integer(let number), _):
      return try field.kind.value(from: String(number), for: field.refusalName)
    case (.yesNo(let isTrue), .yesNo): return .yesNo(isTrue)
    case (.value(let value, let kind), _):
      return kind == field.kind
        ? try kind.checked(value, for: field.refusalName)
        : try field.kind.value(from: kind.text(of: value), for: field.refusalName)
    case (.list(let tags), .tags): return try .tags(Tags(tags.map { try Tag($0) }))
    case (.yesNo, _), (.list, _): throw InvalidValue(field.refusalName, .wrongKind)
    }
  }
}
