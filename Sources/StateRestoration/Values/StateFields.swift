// SPDX-License-Identifier: Apache-2.0
// Reads the keys of a JSON object one by one. Every key is optional; a value of the wrong type is
// ignored and one out of range is clamped, with a remark for the log; unknown keys are kept.

import Foundation

struct StateFields {
  /// The keys that have not been read.
  private(set) var rest: [String: StateValue]
  /// A sentence for each invalid value.
  private(set) var remarks: [String] = []

  init(_ fields: [String: StateValue]) { rest = fields }

  mutating func string(_ key: String, longest: Int = .max) -> String? {
    guard let value = take(key) else { return nil }
    guard let text = value.string else { return ignored(key, "a text") }
    guard text.utf8.count > longest else { return text }
    remarks.append("“\(key)” is longer than \(longest) bytes and was cut")
    return text.prefix(bytes: longest)
  }

  mutating func int(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = take(key) else { return nil }
    guard let number = value.int else { return ignored(key, "a whole number") }
    let clamped = min(max(number, range.lowerBound), range.upperBound)
    if clamped != number { remarks.append("“\(key)” is \(number) and was taken as \(clamped)") }
    return clamped
  }

  mutating func bool(_ key: String) -> Bool? {
    guard let value = take(key) else { return nil }
    return value.bool ?? ignored(key, "true or false")
  }

  mutating func object(_ key: String) -> [String: StateValue]? {
    guard let value = take(key) else { return nil }
    return value.object ?? ignored(key, "an object")
  }

  mutating func array(_ key: String) -> [StateValue]? {
    guard let value = take(key) else { return nil }
    return value.array ?? ignored(key, "a list")
  }

  mutating func uuid(_ key: String) -> UUID? {
    guard let value = take(key) else { return nil }
    return value.uuid ?? ignored(key, "an identifier")
  }

  mutating func remark(_ text: String) { remarks.append(text) }

  /// Adds the remarks on a part, prefixed with the part's name.
  mutating func add(_ part: String, _ remarks: [String]) {
    self.remarks += remarks.map { "in “\(part)”, \($0)" }
  }

  private mutating func take(_ key: String) -> StateValue? {
    let value = rest.removeValue(forKey: key)
    return value == .null ? nil : value
  }

  private mutating func ignored<T>(_ key: String, _ wanted: String) -> T? {
    remarks.append("“\(key)” is not \(wanted) and was ignored")
    return nil
  }
}

extension StateValue {
  var uuid: UUID? { string.flatMap { UUID(uuidString: $0) } }
}

extension String {
  /// The longest beginning of the text that fits into this many bytes.
  func prefix(bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // Any number of marks can stand on one letter, and it takes as long as there are marks to find its end.
    var end = utf8.index(startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    let start = String(self[..<end])
    let further = String(self[..<unicodeScalars.index(after: end)])
    return further.count > start.count ? start : String(start.dropLast())
  }
}
