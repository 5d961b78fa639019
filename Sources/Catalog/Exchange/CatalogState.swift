// SPDX-License-Identifier: Apache-2.0
// Tells whether a catalogue was changed between two moments: what a list was compared with may be another one when it
// is imported.

/// How a catalogue is at a moment.
public struct CatalogState: Sendable, Equatable {
  private let numbers: [Int]

  init(_ connection: Connection) throws {
    numbers = [
      try connection.integer("SELECT ifnull(max(step), 0) FROM history"),
      try connection.integer("SELECT count(*) FROM history WHERE undone"),
      try connection.integer("SELECT ifnull(max(key), 0) FROM product"),
      try connection.integer("SELECT revision FROM erased"),
    ]
  }
}
