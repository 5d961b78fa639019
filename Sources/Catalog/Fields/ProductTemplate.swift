// SPDX-License-Identifier: Apache-2.0
// What new products of a category begin with: values a user took from one of its products, and which fields its form
// asks for. Stored as texts that mean the same everywhere, so that they are read anew when they are used: a field may be
// of another kind by then, or gone.

import Foundation

/// The template of a category.
public struct ProductTemplate: Sendable, Equatable {
  public let category: CategoryPath
  /// The values by their fields, in the neutral style.
  public var texts: [FieldID: String]
  /// Which fields the form has; nil if nobody chose them for this category.
  public var form: FormFields?

  public init(category: CategoryPath, texts: [FieldID: String], form: FormFields? = nil) {
    (self.category, self.texts, self.form) = (category, texts, form)
  }

  /// A template of what a product can share with others of its category; nil if it has no category.
  public init?(like product: Product, _ custom: [CustomField]) {
    guard let category = product.category else { return nil }
    (self.category, form) = (category, nil)
    // What costs is not for all who begin a product.
    texts = AnyField.shared(custom.filter { !$0.isCost }).reduce(into: [:]) { texts, field in
      guard field.id != .category, let value = field.value(of: product) else { return }
      texts[field.id] = field.kind.text(of: value)
    }
  }
}

/// The fields that a form asks for. Those that nobody spoke of, such as one that was added later, are in their usual
/// places, after the others of their group.
public struct FormFields: Sendable, Equatable {
  public var order: [FieldID]
  public var hidden: Set<FieldID>

  public init(order: [FieldID] = [], hidden: Set<FieldID> = []) {
    (self.order, self.hidden) = (order, hidden)
  }
}

/// The templates of a catalogue.
public struct ProductTemplates: Sendable, Equatable {
  /// In the order of their categories.
  public var templates: [ProductTemplate]
  /// The categories whose templates this version can't read: damaged, or of a newer version.
  public var unreadable: [CategoryPath]

  public init(templates: [ProductTemplate] = [], unreadable: [CategoryPath] = []) {
    (self.templates, self.unreadable) = (templates, unreadable)
  }

  /// The template of this very category.
  public subscript(category: CategoryPath) -> ProductTemplate? {
    templates.first { $0.category == category }
  }

  /// What a new product of a category begins with: that of the nearest category it is in.
  public func template(for category: CategoryPath?) -> ProductTemplate? {
    nearest(to: category) { $0.texts.isEmpty ? nil : $0 }
  }

  /// Which fields the form of a product of a category has, as chosen for the nearest category it is in.
  public func form(for category: CategoryPath?) -> FormFields? {
    nearest(to: category) { $0.form }
  }

  private func nearest<Part>(
    to category: CategoryPath?, _ part: (ProductTemplate) -> Part?
  ) -> Part? {
    var category = category
    while let path = category {
      if let part = self[path].flatMap(part) { return part }
      category = path.parent
    }
    return nil
  }
}

extension AnyField {
  /// The fields in which several products may have the same value. The title, the description, the
  /// codes and the stock belong to one product alone.
  public static func shared(_ custom: [CustomField]) -> [AnyField] {
    (ProductField.all.map { .builtIn($0) } + custom.map { .custom($0) }).filter {
      $0.isForMany && !$0.isForCodes && ![.stock, .description].contains($0.id)
    }
  }

  /// Whether every form has it, whatever was chosen for a category: nothing can be saved without it, or it is what
  /// leads to the category.
  public var isAlwaysInForm: Bool { isRequired || kind == .category }

  /// Whether a code that identifies the product is meant to be in it.
  public var isForCodes: Bool {
    if case .code = kind { true } else { id == .sku }
  }
}

// MARK: As stored

extension ProductTemplate {
  private struct Content: Codable {
    /// Increased when an older version would misunderstand what is written.
    static let newestFormat = 1

    let format: Int
    let texts: [String: String]
    // An older version that replaces a template does without these two.
    var order: [String]?
    var hidden: [String]?
  }

  /// What is stored besides the category.
  var content: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let texts = Dictionary(texts.map { ($0.key.text, $0.value) }) { $1 }
      var content = Content(format: Content.newestFormat, texts: texts)
      if let form {
        content.order = form.order.map(\.text)
        content.hidden = form.hidden.map(\.text).sorted()
      }
      return String(decoding: try encoder.encode(content), as: UTF8.self)
    }
  }

  /// Nil if this version can't read it.
  init?(stored category: CategoryPath, content: String) {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(content.utf8)),
      content.format == Content.newestFormat
    else { return nil }
    self.category = category
    texts = Dictionary(content.texts.map { (FieldID($0.key), $0.value) }) { $1 }
    guard content.order != nil || content.hidden != nil else { return }
    form = FormFields(
      order: (content.order ?? []).map { FieldID($0) },
      hidden: Set((content.hidden ?? []).map { FieldID($0) }))
  }
}
