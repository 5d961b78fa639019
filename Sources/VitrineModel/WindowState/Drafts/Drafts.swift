// SPDX-License-Identifier: Apache-2.0
// Everything unfinished in a window: forms, and notes being written. Each draft is saved under its
// own key, so that a damaged or very long one does not affect others, and a keystroke only encodes
// what it changed.

import Catalog
import Foundation
import StateRestoration

/// An unfinished form.
public struct ProductDraft: SavedByParts {
  /// A product that is not in the catalogue yet.
  public var isNew = false
  public var baseRevision = 0
  /// The form was left and is not to open by itself.
  public var isSetAside = false
  /// The changed fields by their names.
  public var fields: [String: Field] = [:]
  /// What is being saved of them: should the program end meanwhile, that is no change from elsewhere.
  public var sent: [String: String] = [:]
  /// Those of them that still have the value a new product's form began with.
  public var kept: [String] = []
  /// What amounts without a currency were typed in.
  public var currency: String?
  /// Those of `kept` that are from the template of a category.
  public var template: [String] = []
  public var focus: String?
  public var anchor: Int?
  public var caret: Int?
  public var unread: [String: StateValue] = [:]

  public struct Field: Codable, Equatable, Sendable {
    public var typed: String
    public var was: String

    package init(typed: String, was: String) { (self.typed, self.was) = (typed, was) }
  }

  public init() {}

  public init(isNew: Bool) { self.isNew = isNew }

  /// A new product that begins with these texts.
  /// - Parameter areTyped: whether that is more than was kept from another product.
  init(isNew: Bool, texts: [FieldID: String], areTyped: Bool) {
    self.isNew = isNew
    fields = texts.reduce(into: [:]) { $0[$1.key.text] = Field(typed: $1.value, was: "") }
    kept = areTyped ? [] : fields.keys.sorted()
    focus = FieldID.title.text
  }

  /// The title as far as it was typed.
  var title: String { fields[FieldID.title.text]?.typed ?? "" }

  /// What the user typed.
  var typed: [String: Field] { fields.filter { !kept.contains($0.key) } }

  /// Whether the user typed anything.
  var isUnfinished: Bool { fields.keys.contains { !kept.contains($0) } }

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("isNew", \.isNew),
      SavedPart("baseRevision", \.baseRevision),
      SavedPart("isSetAside", \.isSetAside),
      SavedPart("fields", \.fields),
      SavedPart("sent", \.sent),
      SavedPart("kept", \.kept),
      SavedPart("currency", \.currency),
      SavedPart("template", \.template),
      SavedPart("focus", \.focus),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
    ]
  }
}

/// A note being written.
public struct NoteDraft: SavedByParts {
  public enum Field: String, Codable, Sendable { case title, text }

  public struct Texts: Codable, Equatable, Sendable {
    public var title: String
    public var text: String
  }

  public var product: UUID?
  /// A note that is not in the catalogue yet.
  public var isNew = false
  public var baseRevision = 0
  /// The note was opened to write in, and nothing was typed yet.
  public var isUntouched = false
  /// The note was left and is not to open by itself.
  public var isSetAside = false
  public var title = ""
  public var text = ""
  /// What is being saved: should the program end meanwhile, that is no change from elsewhere.
  public var sent: Texts?
  public var focus: Field?
  public var anchor = 0
  public var caret = 0
  public var unread: [String: StateValue] = [:]

  public init() {}

  /// A new note of a product, with the keyboard focus in its title.
  public init(new product: UUID, title: String = "", text: String = "") {
    self.product = product
    isNew = true
    self.title = title
    self.text = text
    focus = .title
  }

  /// Whether something would be lost with it.
  var isUnfinished: Bool { !isUntouched && !(title + text).isEmpty }

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("product", \.product),
      SavedPart("isNew", \.isNew),
      SavedPart("baseRevision", \.baseRevision),
      SavedPart("isUntouched", \.isUntouched),
      SavedPart("isSetAside", \.isSetAside),
      SavedPart("title", \.title),
      SavedPart("text", \.text),
      SavedPart("sent", \.sent),
      SavedPart("focus", \.focus),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
    ]
  }
}

/// What is unfinished in the grid of a product's variants: cells that are typed into and do not count yet, and the
/// options and values from which variants are to be made.
public struct VariantsDraft: SavedByParts {
  /// An option from which variants are made.
  public struct Option: Codable, Equatable, Sendable {
    public var name: String
    public var values: [Value]
    /// A value that is being typed.
    public var typed: String

    public init(name: String = "", values: [Value] = [], typed: String = "") {
      (self.name, self.values, self.typed) = (name, values, typed)
    }
  }

  /// A value of an option, and whether variants are made of it.
  public struct Value: Codable, Equatable, Sendable {
    public var text: String
    public var isTicked: Bool

    public init(_ text: String, isTicked: Bool) { (self.text, self.isTicked) = (text, isTicked) }
  }

  /// By variant and field; see `VariantCell`.
  public var cells: [String: ProductDraft.Field] = [:]
  /// The currency that a price was typed in, by the same: that of its head may change.
  public var currencies: [String: String] = [:]
  /// The cell with the keyboard.
  public var focus: String?
  public var anchor = 0
  public var caret = 0
  /// Whether variants are being made.
  public var isMaking = false
  /// Kept if the making of variants is left without a decision.
  public var options: [Option] = []
  public var unread: [String: StateValue] = [:]

  public init() {}

  /// Whether the user typed or ticked something that would be missed.
  var isUnfinished: Bool { !cells.isEmpty || isMaking }

  mutating func forget(_ cell: String) { (cells[cell], currencies[cell]) = (nil, nil) }

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("cells", \.cells),
      SavedPart("currencies", \.currencies),
      SavedPart("focus", \.focus),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
      SavedPart("isMaking", \.isMaking),
      SavedPart("options", \.options),
    ]
  }
}

/// The drafts of one window, saved with it.
@MainActor
public final class Drafts {
  let session: SceneSession
  /// What is unfinished may have changed.
  let changed = Observers<Void>()
  var products: [UUID: ProductDraft] = [:]
  var notes: [UUID: NoteDraft] = [:]
  private var variants: [UUID: VariantsDraft] = [:]
  /// The long text that is typed into. In its draft it is as it was when that began.
  var typedText: TypedText?

  public init(_ session: SceneSession) {
    self.session = session
    for key in session.keys {
      if let id = SceneKey.product(ofDraft: key) {
        products[id] = session.value(ProductDraft.self, for: key)
      } else if let id = SceneKey.note(ofDraft: key) {
        notes[id] = session.value(NoteDraft.self, for: key)
      } else if let id = SceneKey.head(ofDraft: key) {
        variants[id] = session.value(VariantsDraft.self, for: key)
      }
    }
  }

  public subscript(product id: UUID) -> ProductDraft? {
    get {
      takeInTyped()
      return products[id]
    }
    set {
      takeInTyped()
      products[id] = newValue
      session.set(newValue, for: SceneKey.productDraft(id))
      changed.notify(())
    }
  }

  public subscript(note id: UUID) -> NoteDraft? {
    get {
      takeInTyped()
      return notes[id]
    }
    set {
      takeInTyped()
      notes[id] = newValue
      session.set(newValue, for: SceneKey.noteDraft(id))
      changed.notify(())
    }
  }

  /// What is unfinished in the variants of a product.
  subscript(variants head: UUID) -> VariantsDraft? {
    get { variants[head] }
    set {
      let wasUnfinished = variants[head]?.isUnfinished
      variants[head] = newValue
      session.set(newValue, for: SceneKey.variantsDraft(head))
      if wasUnfinished != newValue?.isUnfinished { changed.notify(()) }
    }
  }

  /// The notes of a product that are being written.
  public func notes(of product: UUID) -> [UUID: NoteDraft] {
    takeInTyped()
    return notes.filter { $0.value.product == product }
  }

  /// The products of the catalogue with something unfinished.
  var unfinished: Set<UUID> {
    let edited = products.filter { !$0.value.isNew && $0.value.isUnfinished }.keys
    let noted = notes.values.filter(\.isUnfinished).compactMap(\.product)
    let heads = variants.filter { $0.value.isUnfinished }.keys
    return Set(edited).union(noted).union(heads)
  }

  /// The products that are not in the catalogue yet and of which something was typed.
  var unfinishedNew: [UnfinishedNewProduct] {
    products.filter { $0.value.isNew && $0.value.isUnfinished }.map {
      UnfinishedNewProduct(id: $0.key, window: session.id, title: $0.value.title)
    }
  }

  /// The unfinished new product of this window.
  public var newProduct: UUID? { products.first { $0.value.isNew }?.key }
}
