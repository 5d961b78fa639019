// SPDX-License-Identifier: Apache-2.0
// Random changes of single lines of texts: what two people change of one text goes together or is asked about.

import Foundation

@testable import Catalog

extension RandomCommands {
  mutating func textCommand(_ products: [UUID], _ store: CatalogStore) async throws -> String {
    guard let id = products.randomElement(using: &random),
      let product = try await store.product(id)
    else { return "" }
    let paragraphs = try await store.fields().filter {
      $0.kind == .text && $0.isOffered(in: product.category)
    }
    let note = try await store.notes(of: id).randomElement(using: &random)
    if let note, chance(2) {
      _ = try await store.editNote(
        note.id, basedOn: note.revision, title: note.title,
        text: FreeText(note: withAnotherLine(note.text.text)))
      return "edit a line of a note"
    }
    var change = ProductChange(
      description: try FreeText(description: withAnotherLine(product.description.text)))
    if let field = paragraphs.randomElement(using: &random), chance(2) {
      let text = if case .text(let text)? = product.values[field.id] { text } else { "" }
      let value = try? field.kind.value(from: withAnotherLine(text), for: .value)
      change = ProductChange(values: [field.id: value])
    }
    _ = try await store.edit(id, basedOn: product.revision, applying: change)
    return "edit a line"
  }

  /// A text of several lines in which one was put in, replaced or taken out.
  mutating func withAnotherLine(_ text: String, _ line: String? = nil) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.count < 4 { lines += (0..<4).map { "line \($0)" } }
    let place = below(lines.count)
    let line = line ?? "line \(below(1000))"
    switch below(line.hasPrefix("line") && lines.count > 4 ? 3 : 1) {
    case 0: lines.insert(line, at: place)
    case 1: lines[place] = line
    default: lines.remove(at: place)
    }
    return lines.joined(separator: "\n")
  }
}
