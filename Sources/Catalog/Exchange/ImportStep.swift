// SPDX-License-Identifier: Apache-2.0
// What every import is: one transaction and one step of undo, all or nothing.

import Foundation

/// The result of an import.
public struct ImportResult: Sendable, Equatable, Encodable {
  public var added = 0
  public var updated = 0
  /// Products that existed and did not change.
  public var unchanged = 0
  /// Entries of which something was left out, because the catalogue was changed since they were compared with it.
  public var overtaken = 0

  public init(added: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.added = added
    self.updated = updated
    self.unchanged = unchanged
  }

  private enum CodingKeys: CodingKey { case added, updated, unchanged }
}

/// The progress of a long command.
public struct ExchangeProgress: Sendable {
  /// Receives it from time to time, on a thread of the catalogue; throws to stop the command.
  public typealias Report = @Sendable (ExchangeProgress) throws -> Void

  public let products: Int
  /// From 0 to 1; nil if the size is not known.
  public let fraction: Double?
}

/// What an import has done so far.
struct ImportStep {
  var bulk: BulkWrite
  var result = ImportResult()
  var newPictures: [ProductPicture] = []
  /// The custom fields that entries may name, by `nameKey`.
  var fields: [String: CustomField]
  /// Pictures that have been read, by name, so that one that many products share is read once.
  /// Only some are remembered: a catalogue may have any number.
  var pictures: [String: (hash: String, format: PictureFormat)] = [:]

  /// Runs `body` within a transaction, and takes back everything if it throws. `count` products may
  /// be added.
  static func carryOut(
    in database: Database, _ connection: Connection, kind: BulkWrite.Kind, count: Int,
    remembering memory: ListMemory? = nil, bounds: HistoryBounds? = nil,
    _ body: (inout ImportStep) throws -> Void
  ) throws -> Database.Outcome<ImportResult> {
    var newPictures: [ProductPicture] = []
    do {
      return try connection.transaction(.write) {
        let history = History(connection: connection, bounds: bounds ?? database.historyBounds)
        let (step, changes) = try history.record(.importProducts, count: \.count) {
          let step = try BulkWrite.run(on: connection, kind, count: count) { bulk in
            var step = ImportStep(bulk: bulk, fields: try bulk.fieldsByName())
            defer {
              newPictures = step.newPictures
              bulk = step.bulk
            }
            try body(&step)
            return step
          }
          if let memory { try SourceTable(connection: connection).keep(memory) }
          return step
        }
        return (step.result, changes)
      }
    } catch {
      // Still under the lock, so nothing else can have started to use them.
      newPictures.forEach(database.pictureFiles.remove)
      throw error
    }
  }

  var count: Int { result.added + result.updated }

  mutating func add(_ entry: CatalogEntry) throws {
    guard try bulk.add(entry) else {
      result.unchanged += 1
      return
    }
    result.added += 1
  }
}
