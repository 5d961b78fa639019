// SPDX-License-Identifier: Apache-2.0
// `vitrinectl source`: where lists come from that are imported again and again.

import Catalog
import Exchange
import Foundation
import Wording

extension Verb {
  static let source = Verb(
    "source", about: tr("list the sources of lists, as “import --source” keeps them"), use: .reading
  ) { _ in
    { store, output in
      var records: [SourceRecord] = []
      for source in try await store.sources() {
        records.append(
          SourceRecord(source, rows: try await store.rows(ofSource: source.name).count))
      }
      try output.say(each: records) { $0.line }
      return .fine
    }
  }

  static let sourceForget = Verb(
    "source forget", "NAME",
    about: tr("forget a source, with the last list of it; its products stay")
  ) { words in
    { store, _ in
      try await store.forgetSource(words[0])
      return .fine
    }
  }
}

private struct SourceRecord: Encodable {
  let name: String
  /// Of the last list.
  let rows: Int
  let columns: [String: String]

  init(_ source: ListSource, rows: Int) {
    name = source.name
    self.rows = rows
    columns = RememberedSource(source)?.fields ?? [:]
  }

  var line: String {
    let columns = columns.sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
    return ([name, "\(rows)"] + columns).map { $0.printable() }.joined(separator: "\t")
  }
}
