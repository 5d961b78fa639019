// SPDX-License-Identifier: Apache-2.0
// Undo and redo of one step, and checking that all of them would work. A step fits as long as the
// catalogue is as the step left it. If another program has written to the file since, the whole
// step is refused, and the user may skip it.

import Foundation

extension History {
  /// Undoes the newest command that has not been undone.
  func undo() throws -> (CatalogCommand, [CatalogChange])? {
    try next(isUndo: true).map { try take($0.step, $0.command, isUndo: true) }
  }

  /// Redoes the command that was undone last.
  func redo() throws -> (CatalogCommand, [CatalogChange])? {
    try next(isUndo: false).map { try take($0.step, $0.command, isUndo: false) }
  }

  /// What would be undone or redone now.
  func next(isUndo: Bool) throws -> (step: Int, command: CatalogCommand)? {
    try connection.first(
      """
      SELECT command, count, moment, step FROM history
      WHERE \(isUndo ? "NOT undone ORDER BY step DESC" : "undone ORDER BY step") LIMIT 1
      """
    ) { (step: $0.int("step"), command: command($0)) }
  }

  /// One that is arriving has the revisions that it is to have.
  func take(
    _ step: Int, _ command: CatalogCommand, isUndo: Bool, isArriving: Bool = false
  ) throws -> (CatalogCommand, [CatalogChange]) {
    let oldSize = try connection.integer("SELECT size FROM history WHERE step = ?", step)
    let unfit = CatalogError.unfit(command, isUndo: isUndo)
    guard try isArriving || isWhole(step) else { throw unfit }
    let (change, kept): (CatalogChange?, Int?)
    let direction = PatchDirection(isUndo: isUndo)
    let outbox = Outbox(connection: connection)
    let patches: SharedPatches?
    let areOthersMet: Bool
    do {
      let parts = try parts(of: step)
      let changed =
        isArriving ? [] : try parts.filter { try meetsOthers($0, step, to: direction) }
      areOthersMet = !changed.isEmpty
      // A hub asks itself: all that is undone is a change to it like any other.
      if areOthersMet, try !outbox.isOpen {
        try settle(step, command, to: direction, in: changed.map { $0.table }) {
          _ = try move(step, parts, isUndo: isUndo, revises: true, unfit: unfit)
        }
      }
      // What the step had left, not what is here now: only so the hub can tell what others changed since.
      patches = try outbox.isOpen ? outbox.patches(of: step, isUndo: isUndo) : nil
      (change, kept) = try move(
        step, parts, isUndo: isUndo, revises: !isArriving, unfit: unfit)
    } catch let error as SQLiteError
      where error.kind == .constraint || error == StepExporter.lostRow
      || error == InsertedRange.impossible
    {
      throw unfit
    }
    if var patches {
      if !isUndo { try outbox.addInserted(by: step, to: &patches) }
      try outbox.send(patches, by: command)
    }
    if areOthersMet {
      // Not what was before, in another copy: only this one has seen it.
      var touched = try touched(by: step, turn: 0, since: nil)
      touched.settleStocks()
      try rememberDecision(on: touched)
    }
    let size = try content(of: step).size
    try connection.run(
      "UPDATE history SET undone = ?, turn = (turn & \(Self.largest - 1)) + 1, size = ?, kept = ? WHERE step = ?",
      isUndo ? 1 : 0, size, kept ?? 0, step)
    let total = try resize(by: size &- oldSize)
    let forgotten =
      kept == nil
      ? try forget(steps(ofWhich: "undone AND step >= \(step)"), tooLarge: command)
      : try forgetBeyondLimit(total, after: (step, command)) ?? forgetBeyondKept(after: step)
    if let forgotten {
      try requireAccepted(loss(by: command, size: size, forgotten: forgotten, isUndo: isUndo))
    }
    return (command, [change, forgotten].compactMap { $0 })
  }

  /// Whether a step has its rows, unless it never had any: then nothing is undone. Another program may have removed them.
  func isWhole(_ step: Int) throws -> Bool {
    guard try connection.integer("SELECT size FROM history WHERE step = ?", step) > 0 else {
      return true
    }
    if try RecordedTable.all.contains(where: { try has($0, step) }) { return true }
    // Without rows there is nothing to add up. Nor is one whole with numbers that no row can have.
    let ranges: [InsertedRange]
    do { ranges = try content(of: step).ranges } catch let error as SQLiteError
      where error == InsertedRange.impossible
    { return false }
    guard !ranges.isEmpty else { return false }
    // What it had put in is kept under the negative of its number while it is undone.
    let isUndone = try connection.integer("SELECT undone FROM history WHERE step = ?", step) == 1
    return try !isUndone || ranges.contains { try has($0.table, 0 &- step) }
  }

  /// Moves the rows of a step. Returns how many bytes of the rows it inserted are kept, nil if they are too many.
  private func move(
    _ step: Int, _ parts: [StepPart], isUndo: Bool, revises: Bool, unfit: CatalogError
  ) throws -> (CatalogChange?, kept: Int?) {
    var change: CatalogChange?
    var kept: Int? = 0
    let wasDoubled = try hasDoubledPlaces(step)
    // A step of this version never reuses a row number; steps of older versions did.
    let isOwn =
      try connection.integer(
        "SELECT id IS NOT NULL FROM history WHERE step = ?", step) == 1
    func applyAll() throws {
      let direction = PatchDirection(isUndo: isUndo)
      for part in parts {
        try apply(part, step, to: direction, isOwn: isOwn, revises: revises, unfit: unfit)
      }
    }
    if isUndo {
      change = try self.change(by: content(of: step), isUndo: true)
      // Before the others: an inserted row may have a unique value that an old row needs back.
      kept = try takeOut(insertedBy: step)
      try applyAll()
    } else {
      try applyAll()
      try putIn(insertedBy: step, revises: revises)
      change = try self.change(by: content(of: step), isUndo: false)
    }
    let isDoubled = try hasDoubledPlaces(step)
    guard !connection.hasBrokenReferences, wasDoubled || !isDoubled else {
      throw unfit
    }
    return (change, kept)
  }

  /// Whether two notes or two pictures of an affected product have the same position.
  private func hasDoubledPlaces(_ step: Int) throws -> Bool {
    try RecordedTable.parts.contains { part in
      guard part.columns.contains("position") else { return false }
      return try connection.integer(
        """
        SELECT EXISTS (
          SELECT 1 FROM \(part.history) AS past JOIN \(part.name) AS present USING (key)
            JOIN \(part.name) AS other
              ON other.product = present.product AND other.position = present.position
          WHERE past.step = ? AND other.key <> present.key)
        """, step) == 1
    }
  }

  // MARK: Trying all of them

  /// Carries out one step after another, all undo or all redo, until one does not fit; the caller
  /// rolls everything back. Stops before more than `most` rows have been moved.
  func walk(isUndo: Bool, most: Int = 20_000) throws -> (unfit: CatalogCommand?, untried: Int) {
    let walker = History(
      connection: connection,
      bounds: HistoryBounds(limit: .max, kept: .max, asks: false, overwriting: .overwrite))
    var rows = 0
    while let (step, command) = try walker.next(isUndo: isUndo) {
      do {
        rows &+= min(try walker.content(of: step).allRows, most + 1)
        if rows > most {
          let side = isUndo ? "NOT undone" : "undone"
          return (nil, try connection.integer("SELECT count(*) FROM history WHERE \(side)"))
        }
        _ = try walker.take(step, command, isUndo: isUndo)
      } catch CatalogError.unfit {
        return (command, 0)
      } catch let error as SQLiteError where error == InsertedRange.impossible {
        return (command, 0)
      }
    }
    return (nil, 0)
  }
}
