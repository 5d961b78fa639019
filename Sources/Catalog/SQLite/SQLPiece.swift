// SPDX-License-Identifier: Apache-2.0
// SQL made of pieces, each with its own values.

/// A piece of SQL and the values of its question marks.
struct SQLPiece {
  let sql: String
  var arguments: [(any Bindable)?] = []

  /// All of these conditions together.
  static func all(_ pieces: [SQLPiece]) -> SQLPiece {
    SQLPiece(
      sql: pieces.isEmpty ? "true" : pieces.map { "(\($0.sql))" }.joined(separator: " AND "),
      arguments: pieces.flatMap(\.arguments))
  }
}
