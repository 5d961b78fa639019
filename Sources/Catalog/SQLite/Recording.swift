// SPDX-License-Identifier: Apache-2.0
// The step in which this connection's triggers record what changes, and in what tables they did. They ask it by two
// functions: a table would have to be read by each of them for every row, and written by every command.

import CSQLite

/// Used on the connection's queue alone.
final class Recording {
  /// Whether nothing was done since this was last set to true but to edit fields of products.
  var onlyEdits = false
  /// Nil when nothing is recorded.
  private(set) var step: Int?
  /// The largest row numbers before it.
  private var marks: [Int64] = []
  /// What there is after a step that added no rows, and when it was that.
  private var known: (Known, Moment)?
  /// A bit for each table, by its number.
  private var tables: UInt64 = 0
  /// The same without those of which no more was recorded than what is changed often.
  private var wholeTables: UInt64 = 0
  /// Whether the statement that runs changes more than that.
  private var changesMore = false

  /// Whether a row of a table was recorded since the step began.
  func has(_ table: Int) -> Bool { tables & 1 << UInt64(table) != 0 }

  /// Whether no row of another table was.
  func hasOnly(_ table: Int) -> Bool { tables & ~(1 << UInt64(table)) == 0 }

  /// Whether a row of a table was recorded with more than what is changed often.
  func hasMore(_ table: Int) -> Bool { wholeTables & 1 << UInt64(table) != 0 }

  func begin(_ step: Int, after marks: [Int64]) {
    (self.step, self.marks, tables, wholeTables) = (step, marks, 0, 0)
  }

  /// Which triggers record what a statement changes in a row: one, or one for what is changed often and one for the rest, or,
  /// if the statement is known to change some of the rest, a single one that takes less time than both.
  enum Part: Int {
    case always, often, more, together
  }

  /// Runs a statement that sets a column that is not changed often.
  func changingMore<Value>(_ body: () throws -> Value) rethrows -> Value {
    changesMore = true
    defer { changesMore = false }
    return try body()
  }

  func end() { step = nil }

  /// What a file was changed by until now: by this connection, and by others.
  struct Moment: Equatable {
    let changes: Int32
    let version: Int
  }

  /// What the next step begins with.
  struct Known {
    let lastStep: Int
    let isShared: Bool
    /// The largest row numbers.
    let marks: [Int64]
  }

  /// The step added no row, and none is undone.
  func keep(lastStep: Int, isShared: Bool, at moment: Moment) {
    known = (Known(lastStep: lastStep, isShared: isShared, marks: marks), moment)
  }

  func forgetKnown() { known = nil }

  /// What was kept, if nothing was changed since.
  func known(at moment: Moment) -> Known? { known.flatMap { $1 == moment ? $0 : nil } }

  /// Makes `recorded_step(table)`, the step, in which a row of that table is recorded now (`step_of_often` for what is changed
  /// often), and `last_before(numbering, part)`, the largest row number before it. They are NULL when nothing is recorded, or
  /// not by that part. This has to live as long as the connection.
  fileprivate func install(on handle: OpaquePointer) throws {
    let myself = Unmanaged.passUnretained(self).toOpaque()
    let functions: [(String, Int32, SQLFunction)] = [
      ("recorded_step", 1, recordedStep), ("step_of_often", 1, stepOfOften),
      ("last_before", 2, lastBefore),
    ]
    for (name, count, body) in functions {
      let code = sqlite3_create_function_v2(
        handle, name, count, SQLITE_UTF8, myself, body, nil, nil, nil)
      guard code == SQLITE_OK else { throw SQLiteError(of: handle, sql: name) }
    }
  }

  fileprivate func stepRecording(_ table: Int, isWhole: Bool) -> Int64? {
    tables |= 1 << UInt64(table)
    if isWhole { wholeTables |= 1 << UInt64(table) }
    return step.map(Int64.init)
  }

  fileprivate func last(_ numbering: Int, _ part: Part?) -> Int64? {
    switch part {
    case .often, .more: if changesMore { return nil }
    case .together: if !changesMore { return nil }
    case .always, nil: break
    }
    return step != nil && marks.indices.contains(numbering) ? marks[numbering] : nil
  }
}

extension Connection {
  /// How far the file was changed until now, within a transaction.
  func momentOfRecording() throws -> Recording.Moment {
    Recording.Moment(
      changes: sqlite3_total_changes(handle), version: try integer("PRAGMA data_version"))
  }

  func installRecording() throws { try recording.install(on: handle) }

  /// From now on, `hasInserted` is about what comes.
  func beginNotingInserts() { sqlite3_set_last_insert_rowid(handle, Self.noKey) }

  /// Whether a row may have been inserted into a table with row numbers. Those that triggers insert do not count.
  var hasInserted: Bool { lastInsertedKey != Self.noKey }

  /// No row has this number; a command to the full-text index counts as a row with the number 0.
  private static let noKey = Int64.min
}

private typealias SQLFunction =
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

private let recordedStep: SQLFunction = { context, _, arguments in
  answer(context, arguments) { $0.stepRecording($1(0), isWhole: true) }
}

private let stepOfOften: SQLFunction = { context, _, arguments in
  answer(context, arguments) { $0.stepRecording($1(0), isWhole: false) }
}

private let lastBefore: SQLFunction = { context, _, arguments in
  answer(context, arguments) { $0.last($1(0), Recording.Part(rawValue: $1(1))) }
}

private func answer(
  _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (Recording, (Int) -> Int) -> Int64?
) {
  guard let myself = sqlite3_user_data(context), let arguments else { return }
  let recording = Unmanaged<Recording>.fromOpaque(myself).takeUnretainedValue()
  let answer = body(recording) { Int(sqlite3_value_int(arguments[$0])) }
  if let answer { sqlite3_result_int64(context, answer) }
}
