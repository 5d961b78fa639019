// SPDX-License-Identifier: Apache-2.0
// The format in which steps travel, version 2: lines of JSON. The first line of a step says what it is.
// Each of the others is about one row that it changed, because a step may be of a million rows. The last
// one says how many those were: without it, the step was cut short. Pictures travel beside it, as files
// named by the hash of their content.
//
//     {"version":2,"step":"…","command":"editProduct","count":1,"moment":1700000000000,"turn":0}
//     {"table":"product","row":{"id":"…"},"old":{"title":"Rose","revision":1},
//      "new":{"title":"Tulip","revision":2},"add":{"stock":-1}}
//     {"patches":1}
//
// Amounts are in millionths. A history is steps one after the other, and then {"steps":1}. Before the steps it says
// which of them its copy knows, and how often each was undone or redone; behind them, how the rows are now that they
// have touched. Another copy tells from these what only one of the two has done:
//
//     {"known":{"…":0,"…":1}}
//     {"touched":"…","kind":"product","row":"…","columns":"stock title","add":{"stock":-1}}
//     {"state":"product","row":"…","at":1700000000000,"value":{"title":"Tulip"}}
//
// Nothing is believed: a line has at most 64 MiB, known keys, columns of its table, and whole numbers up
// to 2^53.

import Foundation

enum StepLine {
  case step(TravellingStep)
  case patch(StepPatch)
  case stepEnd(patches: Int)
  /// The steps that the copy knows, with their turns.
  case known([UUID: Int])
  /// A row that a step has touched which the history does not have.
  case touched(UUID, TouchedRows)
  /// A row as it is in the copy.
  case state(HubRow)
  case historyEnd(steps: Int)

  /// Increased whenever a program of before would read a step differently.
  static let version = 2

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      switch self {
      case .step(let step):
        $0.member("version", Self.version)
        $0.member("step", step.id.uuidString)
        $0.member("command", step.command.kind.rawValue)
        $0.member("count", step.command.count)
        $0.member("moment", Int(step.command.moment.milliseconds))
        $0.member("turn", step.turn)
      case .patch(let patch):
        $0.member("table", patch.table.name)
        $0.member("row", patch.row, in: patch.table.naming)
        $0.member("old", patch.old, in: patch.table.columns)
        $0.member("new", patch.new, in: patch.table.columns)
        if !patch.added.isEmpty {
          $0.member("add", patch.added.mapValues { .integer($0) }, in: patch.table.columns)
        }
      case .stepEnd(let patches): $0.member("patches", patches)
      case .known(let turns):
        $0.key("known")
        $0.object {
          for (id, turn) in turns { $0.member(id.uuidString, turn) }
        }
      case .touched(let id, let touched):
        for (name, columns) in touched.columns {
          $0.member("touched", id.uuidString)
          $0.member("kind", name.kind)
          $0.member("row", name.row)
          $0.member("columns", columns.sorted().joined(separator: " "))
          if let count = touched.stock[name.row] {
            $0.member("add", ["stock": .integer(count)], in: ["stock"])
          }
        }
      case .state(let row):
        $0.member("state", row.kind)
        $0.member("row", row.row)
        $0.member("at", Int(row.moment.milliseconds))
        if let value = row.value { $0.member("value", json: value) }
      case .historyEnd(let steps): $0.member("steps", steps)
      }
    }
    return writer.bytes + [0x0a]
  }

  /// The keys of a line.
  private enum Key: String {
    case version, step, command, count, moment, turn, table, row, old, new, add, patches, steps
    case known, touched, kind, columns, state, at, value
  }

  init(_ bytes: [UInt8]) throws {
    var reader = JSONReader(bytes)
    var (id, touched): (UUID?, UUID?)
    var texts: [Key: String] = [:]
    var numbers: [Key: Int] = [:]
    var rows: [Key: StepPatch.Values] = [:]
    var known: [UUID: Int]?
    try reader.eachMember { reader, name in
      switch Key(rawValue: name) {
      case .step: id = try reader.identifier()
      case .command?: texts[.command] = try reader.string()
      case .touched?: touched = try reader.identifier()
      case .kind?: texts[.kind] = try reader.string()
      case .columns?: texts[.columns] = try reader.string()
      case .table?: texts[.table] = try reader.string()
      case .state?: texts[.state] = try reader.string()
      case .row? where reader.isAtText: texts[.row] = try reader.string()
      case .version?, .count?, .moment?, .turn?, .patches?, .steps?, .at?:
        let number = try reader.wholeNumber()
        if let key = Key(rawValue: name) { numbers[key] = number }
      case .known?:
        var turns: [UUID: Int] = [:]
        try reader.object { reader, name in
          guard let id = UUID(uuidString: name) else { throw reader.wrong(.notAnIdentifier) }
          turns[id] = try reader.wholeNumber()
        }
        known = turns
      case .row?, .old?, .new?, .add?, .value?:
        var values: StepPatch.Values = [:]
        try reader.eachMember { reader, column in
          guard Self.columns.contains(column) else { throw reader.unknownKey }
          values[column] = .some(try reader.storedValue())
        }
        if let key = Key(rawValue: name) { rows[key] = values }
      case nil: throw reader.unknownKey
      }
    }
    try reader.end()
    if let id {
      guard let version = numbers[.version], version >= Self.version else {
        throw LineProblem.olderFormat
      }
      guard version == Self.version else { throw LineProblem.newerFormat }
      let command = CatalogCommand(
        kind: texts[.command].flatMap { CatalogCommand.Kind(rawValue: $0) } ?? .other,
        count: numbers[.count] ?? 0, moment: Date(milliseconds: Int64(numbers[.moment] ?? 0)))
      self = .step(TravellingStep(id: id, turn: numbers[.turn] ?? 0, command: command))
    } else if let name = texts[.table] {
      self = .patch(try Self.patch(of: name, rows))
    } else if let touched, let kind = texts[.kind], let row = texts[.row] {
      self = .touched(
        touched,
        try Self.touched(
          SharedName(kind: kind, row: row), texts[.columns] ?? "", adding: rows[.add]))
    } else if let kind = texts[.state], let row = texts[.row] {
      guard SharedPatch.kinds.contains(kind) else { throw LineProblem.key("state", .unknownKey) }
      self = .state(
        HubRow(
          kind: kind, row: row, value: rows[.value].map(SharedPatch.json),
          moment: Date(milliseconds: Int64(numbers[.at] ?? 0))))
    } else if let known {
      self = .known(known)
    } else if let patches = numbers[.patches] {
      self = .stepEnd(patches: patches)
    } else if let steps = numbers[.steps] {
      self = .historyEnd(steps: steps)
    } else {
      throw LineProblem.key("step", .notAnIdentifier)
    }
  }

  /// Of any table.
  private static let columns =
    Set(RecordedTable.all.flatMap { $0.naming + $0.columns }).union([SharedPatch.tagColumn])

  private static func touched(
    _ name: SharedName, _ columns: String, adding added: StepPatch.Values?
  ) throws -> TouchedRows {
    guard SharedPatch.kinds.contains(name.kind) else { throw LineProblem.key("kind", .unknownKey) }
    guard name.canBe else { throw LineProblem.key("row", .notAnIdentifier) }
    var touched = TouchedRows()
    let names = columns.split(separator: " ").map(String.init)
    guard names.allSatisfy({ Self.columns.contains($0) || TouchedRows.signs.contains($0) }) else {
      throw LineProblem.key("columns", .unknownKey)
    }
    touched.add(name, names)
    if case .integer(let count)?? = added?["stock"] {
      guard TouchedRows.stocks.contains(count) else {
        throw LineProblem.key("add.stock", .mustBe(.wholeNumber))
      }
      touched.addStock(count, of: name.row)
    }
    return touched
  }

  private static func patch(of name: String, _ rows: [Key: StepPatch.Values]) throws -> StepPatch {
    guard let table = RecordedTable.all.first(where: { $0.name == name }) else {
      throw LineProblem.key("table", .unknownKey)
    }
    var patch = StepPatch(
      table: table, row: rows[.row] ?? [:], old: rows[.old], new: rows[.new])
    let counters = table.columns.filter(RecordedTable.counters.contains)
    for (key, columns) in [
      (Key.row, table.naming), (.old, table.columns), (.new, table.columns), (.add, counters),
    ] {
      for column in rows[key, default: [:]].keys where !columns.contains(column) {
        throw LineProblem.key("\(key.rawValue).\(column)", .unknownKey)
      }
    }
    for (column, value) in rows[.add] ?? [:] {
      guard case .integer(let count) = value else {
        throw LineProblem.key("add.\(column)", .mustBe(.wholeNumber))
      }
      patch.added[column] = count
    }
    return patch
  }
}

extension JSONWriter {
  /// The values of some columns, in their order.
  fileprivate mutating func member(
    _ name: String, _ values: StepPatch.Values?, in columns: [String]
  ) {
    guard let values else { return }
    key(name)
    object {
      for column in columns {
        switch values[column] {
        case .integer(let number): $0.member(column, Int(number))
        case .text(let text): $0.member(column, text)
        case .some(nil), .blob: $0.null(column)
        case nil: break
        }
      }
    }
  }
}

extension JSONReader {
  fileprivate mutating func wholeNumber() throws -> Int {
    let number = try integer()
    guard (0...1 << 53).contains(number) else { throw wrong(.mustBe(.wholeNumber)) }
    return number
  }

  fileprivate mutating func storedValue() throws -> StoredValue? {
    if null() { return nil }
    return isAtText ? .text(try string()) : .integer(Int64(try integer()))
  }
}
