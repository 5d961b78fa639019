// SPDX-License-Identifier: Apache-2.0
// Merges what was done in another copy of the catalogue into this one, in one transaction. A step that goes together with
// what is here is applied like any other, and can be undone. One that does not is set aside: its rows are then compared
// as both copies have them now, and what it did that nobody has to decide becomes one step under its name. What somebody
// decided is a command of this copy, which the other takes over.

import Foundation

final class CopyMerge {
  /// What has to be answered first. Nothing was done.
  struct Unanswered: Error {
    let questions: [CopyQuestion]
  }

  private let history: History
  private var decision: CopyDecision
  private var setAside: [TravellingStep] = []
  private(set) var changes: [CatalogChange] = []
  /// What the step that is arriving has touched.
  private var seen = TouchedRows()

  private var connection: Connection { history.connection }

  init(
    into history: History, known: [UUID: Int], touched: [UUID: TouchedRows], state: [HubRow],
    answers: [CopyQuestion: CopyAnswer]
  ) throws {
    self.history = history
    decision = try CopyDecision(
      known: known, state: state, answers: answers, on: history.connection)
    for (id, rows) in touched { try learn(id, known[id] ?? 0, touching: rows) }
  }

  /// What the other copy did, or heard of, in a step that it does not have.
  private func learn(_ id: UUID, _ turn: Int, touching touched: TouchedRows) throws {
    let present = try history.turn(of: id)
    if TouchedRows.isNew(turn, since: present) { decision.theirTouched.formUnion(touched) }
    try history.remember(touched, by: id)
    let isHere =
      try connection.integer("SELECT EXISTS (SELECT 1 FROM history WHERE id = ?)", id) == 1
    if !isHere, present.map({ $0 < turn }) ?? true { learned.append((id, turn)) }
  }

  /// Steps that have no patches here nor there, with their turns.
  private var learned: [(id: UUID, turn: Int)] = []

  // MARK: Steps

  /// Undoes what was undone elsewhere. Returns how many steps that were.
  func takeBack(_ steps: [TravellingStep]) throws -> Int {
    var waiting: [(step: TravellingStep, number: Int?, touched: TouchedRows)] = []
    var others: [TravellingStep] = []
    for step in steps {
      guard let known = try history.turn(of: step.id), known < step.turn else { continue }
      guard known.isMultiple(of: 2) else {
        others.append(step)
        continue
      }
      let number = try connection.first(
        "SELECT step FROM history WHERE id = ? AND NOT undone", step.id
      ) { $0.int("step") }
      var touched = try history.touched(by: step.id)
      if let number {
        touched.formUnion(try history.touched(by: number, turn: known, since: nil))
      }
      waiting.append((step, number, touched))
    }
    if let outcome = try unlessRefused({ try history.takeBack(steps) }) {
      for (_, _, touched) in waiting { decision.theirTouched.formUnion(touched, times: -1) }
      changes += outcome.changes
      return outcome.value
    }
    for (step, number, touched) in waiting {
      if let number {
        try StepExporter(connection: connection, leavesOutLost: true).readPatches(of: number) {
          try decision.tell(before: $0)
        }
      }
      try add(touched, of: step.command, orRefuse: .followed)
      try history.setAside(step, touching: touched)
    }
    for step in others { try history.setAside(step, touching: TouchedRows()) }
    return waiting.count
  }

  /// Applies a step, or sets it aside; `tell` passes its patches that have not been passed before, and also to `see`.
  /// Returns false if it has been here before.
  func arrive(
    _ step: TravellingStep, _ tell: ((StepPatch) throws -> Void) throws -> Void
  ) throws -> Bool {
    if let known = try history.turn(of: step.id), known >= step.turn { return false }
    seen = TouchedRows()
    var refusal = StepRefusal.impossible
    let outcome = try unlessRefused({ try history.arrive(step, tell) }) { refusal = $0 }
    // Of one that was refused, the rest.
    try tell { _ in }
    if let outcome {
      decision.theirTouched.formUnion(seen)
      changes += outcome.changes
      return outcome.value
    }
    try add(seen, of: step.command, orRefuse: refusal)
    try history.setAside(step, touching: seen)
    setAside.append(step)
    return true
  }

  /// Takes note of a patch of the step that is arriving.
  func see(_ patch: StepPatch) { seen.add(patch) }

  /// What the other copy does not say how it is now cannot be compared.
  private func add(
    _ touched: TouchedRows, of command: CatalogCommand, orRefuse refusal: StepRefusal
  ) throws {
    guard touched.names.allSatisfy(decision.isTold) else {
      throw CatalogError.stepRefused(command, refusal)
    }
    decision.theirTouched.formUnion(touched)
  }

  /// Nil if the step does not go together with what is here; then it has done nothing.
  private func unlessRefused<Value>(
    _ body: () throws -> Value, because tell: (StepRefusal) -> Void = { _ in }
  ) throws -> Value? {
    try connection.run("SAVEPOINT arriving")
    do {
      let value = try body()
      try connection.run("RELEASE arriving")
      return value
    } catch let error as CatalogError {
      switch error {
      // Nobody takes such a value.
      case .stepRefused(_, .unacceptable): throw error
      case .stepRefused(_, let refusal): tell(refusal)
      case .unfit: break
      default: throw error
      }
      try connection.run("ROLLBACK TO arriving")
      try connection.run("RELEASE arriving")
      return nil
    }
  }

  // MARK: What is left

  /// Makes the rows what they are to be. Returns how many questions were answered.
  func finish() throws -> Int {
    try decision.decide()
    guard decision.open.isEmpty else { throw Unanswered(questions: decision.open) }
    for (id, turn) in learned {
      try connection.run(
        """
        INSERT INTO history_gone (id, turn) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM history WHERE id = ?1)
        ON CONFLICT DO UPDATE SET turn = max(turn, excluded.turn)
        """, id, turn)
    }
    let marked = try connection.integer("SELECT count(*) FROM hub_marked")
    let step = setAside.last
    let taken = try rows(\.taken, isThere: \.isThere)
    var followed: Int?
    // What two copies have in common is no command of this one; with a hub, all there is has to get there.
    if let step {
      let outcome = try history.record(step.command.kind, variants: .done) { try adopt(taken) }
      followed = try name(step)
      changes += outcome.changes
    } else if try Outbox(connection: connection).isOpen {
      changes += try history.record(.mergeCopies, variants: .done) { try adopt(taken) }.changes
    } else {
      try adopt(taken)
    }
    let outcome = try history.record(.mergeCopies, variants: .merged) {
      if let followed {
        let mark = try RowNumbers(connection: connection).last(in: "product")
        try VariantUpkeep(
          connection: connection, step: followed, mark: mark, kind: .merged
        ).follow()
      }
      try adopt(rows(\.answered, isThere: \.isThereByAnswer, at: Date()))
      try dropUnfitting()
      try separatePlaces()
    }
    changes += outcome.changes
    // That what is here stays is a decision, too: also for copies that hear of it from another one.
    try history.rememberDecision(on: decision.decided)
    try settleFieldNames()
    try keepLaterMoments()
    guard try connection.integer("SELECT count(*) FROM hub_marked") == marked else {
      throw CatalogError.stepRefused(
        step?.command ?? CatalogCommand(kind: .mergeCopies, count: 0, moment: Date()), .impossible)
    }
    changes.append(.everything)
    return decision.answered
  }

  /// Gives the step that was recorded last the name of one that was set aside; nil if it changed nothing.
  private func name(_ step: TravellingStep) throws -> Int? {
    let last = try connection.first(
      "SELECT step, turn FROM history WHERE id IS NOT NULL ORDER BY step DESC LIMIT 1"
    ) { $0.int("step") }
    guard let last, last > lastNumber else { return nil }
    try connection.run(
      "UPDATE history SET id = ?, turn = ?, moment = ? WHERE step = ?", step.id, step.turn,
      step.command.moment, last)
    try connection.run("DELETE FROM history_gone WHERE id = ?", step.id)
    return last
  }

  @discardableResult
  private func adopt(_ rows: [HubRow]) throws -> [CatalogChange] {
    lastNumber = try connection.integer("SELECT ifnull(max(step), 0) FROM history")
    return rows.isEmpty ? [] : try Adoption(on: connection).adopt(rows)
  }

  private var lastNumber = 0

  /// The rows that are not yet what they are to be.
  private func rows(
    _ columns: KeyPath<CopyDecision.Target, StepPatch.Values>,
    isThere: KeyPath<CopyDecision.Target, Bool?>, at now: Date? = nil
  ) throws -> [HubRow] {
    let state = CopyState(connection: connection)
    return try decision.targets.compactMap { name, target in
      let (present, there) = (try state.row(name), decision.theirs[name] ?? nil)
      let moment =
        now ?? max(present?.moment ?? .distantPast, there?.moment ?? .distantPast)
      func row(_ values: StepPatch.Values?) -> HubRow {
        HubRow(
          kind: name.kind, row: name.row, value: values.map(SharedPatch.json), moment: moment)
      }
      switch target[keyPath: isThere] {
      case false?: return present == nil ? nil : row(nil)
      case true?:
        return (there ?? decision.mine[name]).map {
          row($0.values.merging(target[keyPath: columns]) { $1 })
        }
      case nil:
        // One that is in both stays, even if a step has arrived that took it out, and another did not that put it back.
        guard let present = present ?? (there == nil ? nil : decision.mine[name]) else {
          return nil
        }
        let values = present.values.merging(target[keyPath: columns]) { $1 }
        return values == (try state.row(name))?.values ? nil : row(values)
      }
    }
  }

  /// A field that has become one of another kind can have got values of the former one.
  private func dropUnfitting() throws {
    for field in try FieldTable(connection: connection).fields() {
      let name = SharedName(kind: "field", row: field.field.id.uuidString)
      guard decision.mineTouched.touches(name) || decision.theirTouched.touches(name) else {
        continue
      }
      for value in try RefusedValue.of(field, connection, where: SQLPiece(sql: "true")) {
        try connection.run(
          """
          DELETE FROM product_value
          WHERE field = ? AND product = (SELECT key FROM product WHERE id = ?)
          """, field.key, value.id)
      }
    }
  }

  /// What came to the same place one behind the other, in the same order everywhere.
  private func separatePlaces() throws {
    for kind in ["field", "saved_search"] {
      let rows = try connection.rows("SELECT key, position FROM \(kind) ORDER BY position, id") {
        (key: $0.int64("key"), position: $0.int("position"))
      }
      guard Set(rows.map(\.position)).count < rows.count else { continue }
      for (place, row) in rows.enumerated() where row.position != place {
        try connection.run("UPDATE \(kind) SET position = ? WHERE key = ?", place, row.key)
      }
    }
    for kind in ["note", "product_image"] {
      let products = try connection.rows(
        "SELECT product FROM \(kind) GROUP BY product, position HAVING count(*) > 1"
      ) { $0.int64("product") }
      for product in Set(products) {
        let keys = try connection.rows(
          "SELECT key FROM \(kind) WHERE product = ? ORDER BY position, id", product
        ) { $0.int64("key") }
        for (place, key) in keys.enumerated() {
          try connection.run(
            "UPDATE \(kind) SET position = ?1 WHERE key = ?2 AND position <> ?1", place, key)
        }
      }
    }
  }

  /// Two fields with one name were made in two copies: the same one is found by it everywhere.
  private func settleFieldNames() throws {
    let fields = try FieldTable(connection: connection).fields().map(\.field)
    for (folded, same) in Dictionary(grouping: fields, by: { CustomField.key(of: $0.name) }) {
      let order = same.map(\.id.uuidString).sorted()
      // The first one last, when no other has its name.
      for (place, id) in order.enumerated().reversed() {
        try connection.run(
          "UPDATE field SET name_key = ?1 WHERE id = ?2 AND name_key <> ?1",
          place == 0 ? folded : "\(folded)\u{1}\(id)", UUID(uuidString: id))
      }
    }
  }

  /// When something was changed last does not depend on where.
  private func keepLaterMoments() throws {
    for (name, row) in decision.theirs {
      guard let row, ["product", "note"].contains(name.kind), let id = UUID(uuidString: name.row)
      else { continue }
      try connection.run(
        "UPDATE \(name.kind) SET changed = ?1 WHERE id = ?2 AND changed < ?1", row.moment, id)
    }
  }
}
