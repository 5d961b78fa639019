// SPDX-License-Identifier: Apache-2.0
// What a question about two copies is about, and both values, as somebody would type them.

import Foundation

extension CopyDecision {
  /// The title of the product that a row belongs to.
  func title(of name: SharedName) -> String? {
    RowTexts.product(of: name, ((theirs[name] ?? nil) ?? mine[name])?.values)
      .flatMap { titleOfProduct($0) }
  }

  /// A field by its name; “notes”, “pictures” or what kind of row it is.
  func fieldName(of name: SharedName, _ columns: [String]?) -> String? {
    texts.fieldName(of: name, columns)
  }

  /// A value; nil if it is empty.
  func text(of name: SharedName, _ columns: [String]?, in values: StepPatch.Values) -> String? {
    texts.text(of: name, columns, in: values)
  }

  private var texts: RowTexts {
    RowTexts(field: { field(of: $0) }, title: { titleOfProduct($0) })
  }

  private func titleOfProduct(_ id: String) -> String? {
    let name = SharedName(kind: "product", row: id)
    return (mine[name] ?? theirs[name] ?? nil)?.values["title"]??.text
  }

  private func field(of name: SharedName) -> StoredField? {
    RowTexts.field(of: name, in: (try? FieldTable(connection: connection).fieldsByID()) ?? [:])
  }
}
