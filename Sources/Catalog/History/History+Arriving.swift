// SPDX-License-Identifier: Apache-2.0
// Applies a step that was made in another copy of the catalogue. Its patches are compared with what
// is here, and written into the history as a step that is undone; then that step is redone, like
// any other. If both copies changed a field, each in its own way, the whole step is refused.
// Counters add up.

import Foundation

extension History {
  /// Undoes those of the steps that stand here; all of them were undone elsewhere. Returns how many.
  func takeBack(_ steps: [TravellingStep]) throws -> Outcome<Int> {
    var waiting: [UUID: TravellingStep] = [:]
    for step in steps {
      guard let known = try turn(of: step.id), known < step.turn else { continue }
      if known.isMultiple(of: 2) { waiting[step.id] = step } else { try remember(step) }
    }
    var (count, changes): (Int, [CatalogChange]) = (0, [])
    while !waiting.isEmpty {
      guard let next = try next(isUndo: true) else { break }
      guard let id = try identifier(of: next.step), let step = waiting.removeValue(forKey: id)
      else {
        throw CatalogError.stepRefused(next.command, .followed)
      }
      changes += try undo()?.1 ?? []
      try remember(step)
      count += 1
    }
    // The history here no longer reaches back to it.
    if let step = waiting.values.first {
      throw CatalogError.stepRefused(step.command, .missing)
    }
    return (count, changes)
  }

  /// Applies a step that stands; `tell` passes its patches to a function. Returns false if it has been
  /// here before.
  func arrive(
    _ step: TravellingStep, _ tell: ((StepPatch) throws -> Void) throws -> Void
  ) throws -> Outcome<Bool> {
    guard let known = try turn(of: step.id) else { return try apply(step, tell) }
    if known >= step.turn { return (false, []) }
    if known.isMultiple(of: 2) {
      try remember(step)
      return (false, [])
    }
    // Redone elsewhere.
    guard let next = try next(isUndo: false), try identifier(of: next.step) == step.id else {
      return try apply(step, tell)
    }
    let changes = try redo()?.1 ?? []
    try remember(step)
    return (true, changes)
  }

  /// How often a step was undone or redone; nil if it has never been here.
  func turn(of id: UUID) throws -> Int? {
    try connection.first(
      """
      SELECT max(turn) AS turn FROM (
        SELECT turn FROM history WHERE id = ?1 UNION ALL SELECT turn FROM history_gone WHERE id = ?1)
      """, id
    ) { $0.intIfPresent("turn") } ?? nil
  }

  /// Remembers a step as one that has been here, and can no longer be undone.
  func setAside(_ step: TravellingStep, touching touched: TouchedRows) throws {
    try remember(touched, by: step.id)
    try drop(
      connection.rows("SELECT step FROM history WHERE id = ?", step.id) { $0.int("step") })
    try connection.run(
      """
      INSERT INTO history_gone (id, turn) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET turn = max(turn, excluded.turn)
      """, step.id, step.turn)
  }

  private func identifier(of step: Int) throws -> UUID? {
    try connection.first("SELECT id FROM history WHERE step = ? AND id IS NOT NULL", step) {
      try $0.uuid("id")
    }
  }

  private func remember(_ step: TravellingStep) throws {
    try connection.run("UPDATE history SET turn = ? WHERE id = ?", step.turn, step.id)
    try connection.run("UPDATE history_gone SET turn = ? WHERE id = ?", step.turn, step.id)
  }

  private func apply(
    _ step: TravellingStep, _ tell: ((StepPatch) throws -> Void) throws -> Void
  ) throws -> Outcome<Bool> {
    // As before any other new command.
    try drop(steps(ofWhich: "undone"))
    try connection.run("DELETE FROM history_gone WHERE id = ?", step.id)
    let number = try nextNumber()
    do {
      let arrival = try Arrival(number, step.command, on: connection)
      try tell(arrival.add)
      try arrival.finish()
      try connection.run(
        """
        INSERT INTO history (step, id, command, count, moment, undone, size, turn)
        VALUES (?, ?, ?, ?, ?, 1, 0, 0)
        """, number, step.id, step.command.kind.rawValue, step.command.count, step.command.moment)
      let known = try refusedValues(number)
      let (_, changes) = try take(number, step.command, isUndo: false, isArriving: true)
      let isAdding = try refusedValues(number).contains { value in
        !known.contains { $0.id == value.id && $0.reason == value.reason }
      }
      guard !isAdding else {
        throw CatalogError.stepRefused(step.command, .impossible)
      }
      try connection.run("UPDATE history SET turn = ? WHERE step = ?", step.turn, number)
      return (true, changes)
    } catch let reason as InvalidValue {
      throw CatalogError.stepRefused(step.command, .unacceptable(reason))
    } catch CatalogError.unfit {
      throw CatalogError.stepRefused(step.command, .impossible)
    } catch let error as SQLiteError where error.kind == .constraint {
      throw CatalogError.stepRefused(step.command, .impossible)
    }
  }

  /// The values that this program refuses among those of a step. It may add none: two counters can add
  /// up to too much, and its bytes may come from anybody.
  private func refusedValues(_ step: Int) throws -> [RefusedValue] {
    let inserted = """
      SELECT product.key FROM history_inserted AS range
        JOIN product ON product.key BETWEEN range.first AND range.last
      WHERE range.step = ? AND range.name = 'product'
      """
    func touched(_ column: String, by table: String, key: String) -> SQLPiece {
      SQLPiece(
        sql: "\(column) IN (SELECT \(key) FROM \(table) WHERE step = ? UNION \(inserted))",
        arguments: [step, step])
    }
    let products = touched("product.key", by: "history_product", key: "key")
    let values = touched("v.product", by: "history_product_value", key: "product")
    return try RefusedValue.ofProducts(connection, where: products)
      + FieldTable(connection: connection).fields().flatMap { field in
        // A field that the step made one of another kind has other values everywhere.
        let isChanged =
          try connection.integer(
            "SELECT EXISTS (SELECT 1 FROM history_field WHERE step = ? AND key = ?)", step,
            field.key) == 1
        return try RefusedValue.of(
          field, connection, where: isChanged ? SQLPiece(sql: "true") : values)
      }
  }
}
