// SPDX-License-Identifier: Apache-2.0
// A text made for each of many products from what it has in its fields and from its place among them: “{category}
// {number}”. Which name means which field is up to whoever reads the pattern.

/// A pattern for the texts of many products.
public struct TextPattern: Sendable, Equatable {
  public enum Part: Sendable, Equatable {
    case text(String)
    /// What a product has in a field, as a person would type it.
    case field(AnyField)
    case number(NumberSeries)
  }

  public let parts: [Part]
  private let style: WritingStyle

  /// Splits a pattern at its braces. Digits in them are the first number: “{001}”. Throws for a name that `part` does not
  /// know, and for a brace without another one.
  ///
  /// - Parameters:
  ///   - style: how numbers and days are written.
  ///   - part: what a name in braces means.
  public init(
    _ pattern: String, style: WritingStyle = .neutral, part: (_ name: String) -> Part?
  ) throws {
    var (parts, rest): ([Part], Substring) = ([], pattern[...])
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw InvalidValue(.value, .unknownPlaceholder(String(rest[open...])))
      }
      let name = String(rest[rest.index(after: open)..<close])
      let isNumber = !name.isEmpty && name.allSatisfy { ("0"..."9").contains($0) }
      guard let part = isNumber ? NumberSeries(name).map(Part.number) : part(name) else {
        throw InvalidValue(.value, .unknownPlaceholder("{\(name)}"))
      }
      parts.append(part)
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    self.style = style
  }

  /// The fields that it looks at.
  var fields: Set<FieldID> {
    Set(parts.compactMap { if case .field(let field) = $0 { field.id } else { nil } })
  }

  /// The text for a product, without the room that an empty field leaves; nil for a number that is too large.
  func text(of product: Product, at position: Int) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let fixed): text += fixed
      case .field(let field): text += value(of: field, product)
      case .number(let series):
        guard let number = series.text(at: position) else { return nil }
        text += number
      }
    }
    return text.split(separator: " ").joined(separator: " ")
  }

  private func value(of field: AnyField, _ product: Product) -> String {
    switch field.value(of: product) {
    case nil: ""
    // What it is in goes without saying.
    case .category(let path)?: path.components.last ?? ""
    case let value?: field.kind.text(of: value, style: style)
    }
  }
}
