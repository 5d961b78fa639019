// SPDX-License-Identifier: Apache-2.0
// What a variant takes from its head, if both copies have changed that. A value that it was given itself stays its own,
// wherever that was: if it took the head's again, that would write over it, and nobody was asked about the value.

extension CopyDecision {
  static let place = ["head", "taken"]

  /// What it takes in both copies, if it has the same head in both; nil if somebody has to be asked.
  static func takenInBoth(
    _ old: StepPatch.Values, _ new: StepPatch.Values
  ) -> StepPatch.Values? {
    guard let head = old["head"] ?? nil, new["head"] == head else { return nil }
    let both = words(old).intersection(words(new))
    return ["head": head, "taken": text(both)]
  }

  /// One of the two places that somebody has decided for, without the fields that have a value of their own in the other
  /// copy that was given there.
  func withoutOwn(
    _ decided: StepPatch.Values, over other: StepPatch.Values, of name: SharedName,
    touched: TouchedRows
  ) -> StepPatch.Values {
    guard (decided["head"] ?? nil) != nil else { return decided }
    let own = Self.words(decided).subtracting(Self.words(other)).filter { word in
      if word == FieldID.tags.text {
        return touched.touches(SharedName(kind: SharedPatch.tags, row: name.row))
      }
      if let field = ProductField.stored.first(where: { $0.id.text == word }) {
        return touched.touches(name, field.writtenColumns)
      }
      return touched.touches(SharedName(kind: "product_value", row: "\(name.row)/\(word)"))
    }
    if own.isEmpty { return decided }
    return decided.merging(["taken": Self.text(Self.words(decided).subtracting(own))]) { $1 }
  }

  private static func words(_ place: StepPatch.Values) -> Set<String> {
    Set((place["taken"]??.text ?? "").split(separator: " ").map(String.init))
  }

  private static func text(_ words: Set<String>) -> StoredValue {
    .text(words.sorted().joined(separator: " "))
  }
}
