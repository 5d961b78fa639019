// A product being edited or begun: what was typed, checked as it is typed. What is kept of it on
// disk is only what the person changed, with the revision and the texts it was based on, so that a
// change made elsewhere meanwhile is noticed field by field and never overwritten.

import Catalog
import Foundation

/// An unfinished form as it is saved with its window.
public struct ProductDraft: Codable, Equatable, Sendable {
  /// A product that is not in the catalogue yet.
  public var isNew = false
  public var baseRevision = 0
  /// The changed fields by their names.
  public var fields: [String: Field] = [:]
  public var focus: String?
  public var anchor: Int?
  public var caret: Int?

  public struct Field: Codable, Equatable, Sendable {
    public var typed: String
    public var was: String
  }

  public init(isNew: Bool = false) { self.isNew = isNew }
}

@MainActor
public final class ProductForm {
  public enum Field: String, CaseIterable, Sendable {
    case title, year, price
  }

  public enum Change: Equatable {
    /// A text, its problem or its conflict; the form as a whole may have become ready or not.
    case field(Field)
    /// Only where the person is in the form.
    case place
  }

  public let changed = Observers<Change>()
  /// The product the form is based on; nil for a new one.
  public private(set) var base: Product?
  public private(set) var focus: Field?
  /// Where the selection began and where the caret is, in characters.
  public private(set) var selection: (anchor: Int, caret: Int)?
  /// A price typed into a product that has none takes this currency.
  private let currency: Currency?

  private var was: [Field: String]
  private var typed: [Field: String]
  private var visited: Set<Field> = []
  private var theirs: [Field: String] = [:]

  public init(_ base: Product?, draft: ProductDraft? = nil) {
    self.base = base
    currency = base?.price?.currency ?? (try? Currency(localCurrencyCode))
    was = Self.texts(of: base)
    typed = was
    guard let draft else { return }
    for (name, field) in draft.fields {
      guard let key = Field(rawValue: name) else { continue }
      typed[key] = field.typed
      visited.insert(key)
      if let now = was[key], now != field.was, now != field.typed,
        draft.baseRevision != base?.revision
      {
        theirs[key] = now
      }
    }
    focus = draft.focus.flatMap(Field.init)
    if let caret = draft.caret { selection = (draft.anchor ?? caret, caret) }
  }

  public var isNew: Bool { base == nil }

  public func text(of field: Field) -> String { typed[field] ?? "" }

  public func type(_ text: String, in field: Field) {
    guard text != typed[field] else { return }
    typed[field] = text
    visited.insert(field)
    changed.tell(.field(field))
  }

  /// Where the person is, so that the next start finds them there.
  public func place(in field: Field?, anchor: Int = 0, caret: Int = 0) {
    focus = field
    selection = field == nil ? nil : (anchor, caret)
    changed.tell(.place)
  }

  public var isChanged: Bool { typed != was }

  /// What is wrong with a field, in words; nothing is said of one that was not touched yet.
  public func problem(of field: Field) -> String? {
    visited.contains(field) ? error(in: field) : nil
  }

  /// What the field became elsewhere while it was being changed here.
  public func conflict(in field: Field) -> String? { theirs[field] }

  /// Takes what the field became elsewhere, or keeps what was typed here.
  public func resolve(_ field: Field, takingTheirs: Bool) {
    guard let theirText = theirs.removeValue(forKey: field) else { return }
    if takingTheirs { typed[field] = theirText }
    was[field] = theirText
    changed.tell(.field(field))
  }

  /// Whether Done can succeed.
  public var isReady: Bool {
    theirs.isEmpty && Field.allCases.allSatisfy { error(in: $0) == nil }
  }

  /// The product changed elsewhere: untouched fields follow, touched ones become a question.
  public func rebase(onto product: Product) {
    guard product.revision != base?.revision else { return }
    base = product
    for (field, now) in Self.texts(of: product) {
      let before = was[field]
      if typed[field] == before || typed[field] == now {
        typed[field] = now
        was[field] = now
        theirs[field] = nil
      } else if now != before {
        theirs[field] = now
      }
      changed.tell(.field(field))
    }
  }

  /// The product is gone: what was typed becomes the beginning of a new one.
  public func beginAgain() {
    base = nil
    was = Self.texts(of: nil)
    theirs = [:]
    Field.allCases.forEach { changed.tell(.field($0)) }
  }

  /// What is saved with the window.
  public var draft: ProductDraft {
    var draft = ProductDraft(isNew: isNew)
    draft.baseRevision = base?.revision ?? 0
    for field in Field.allCases where typed[field] != was[field] {
      draft.fields[field.rawValue] = .init(typed: text(of: field), was: was[field] ?? "")
    }
    draft.focus = focus?.rawValue
    draft.anchor = selection?.anchor
    draft.caret = selection?.caret
    return draft
  }

  /// What Done changes of the product.
  public func change() throws -> ProductChange {
    var change = ProductChange()
    for field in Field.allCases where typed[field] != was[field] {
      switch field {
      case .title: change.title = try ProductTitle(text(of: field))
      case .year: change.year = .some(try year())
      case .price: change.price = .some(try price())
      }
    }
    return change
  }

  /// What Done adds to the catalogue.
  public func newProduct(id: UUID) throws -> Product {
    Product(
      id: id, title: try ProductTitle(text(of: .title)), price: try price(), year: try year())
  }

  private func error(in field: Field) -> String? {
    do {
      switch field {
      case .title: _ = try ProductTitle(text(of: field))
      case .year: _ = try year()
      case .price: _ = try price()
      }
      return nil
    } catch {
      return tr((error as? InvalidValue)?.message ?? error.sentence)
    }
  }

  private func year() throws -> IntroductionYear? {
    isBlank(.year) ? nil : try IntroductionYear(text(of: .year))
  }

  private func price() throws -> Price? {
    guard !isBlank(.price), let currency else { return nil }
    return try Price(text(of: .price), currency: currency)
  }

  private func isBlank(_ field: Field) -> Bool {
    text(of: field).allSatisfy(\.isWhitespace)
  }

  private static func texts(of product: Product?) -> [Field: String] {
    [
      .title: product?.title.text ?? "",
      .year: product?.year.map { String($0.value) } ?? "",
      .price: product?.price?.decimalText ?? "",
    ]
  }
}
