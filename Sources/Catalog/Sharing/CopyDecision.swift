// SPDX-License-Identifier: Apache-2.0
// Decides, row by row, what two copies of a catalogue are to have. What only one of them has touched since it last knew
// of the other is as that one has it; what both have touched, and is not the same, is a question. So once a copy has
// decided, the other one, which has done nothing since, takes it over without a question, and both are equal.

import Foundation

struct CopyDecision {
  let connection: Connection
  let answers: [CopyQuestion: CopyAnswer]
  /// The rows as the other copy has them; nil for one that is gone.
  private(set) var theirs: [SharedName: SharedRow?]
  /// The same rows as they were here before anything arrived.
  private(set) var mine: [SharedName: SharedRow]
  let mineTouched: TouchedRows
  /// The products that notes and pictures belong to which were touched here: the other copy says nothing of those that
  /// it has never had.
  private(set) var mineOwners: [SharedName: String] = [:]
  var theirTouched = TouchedRows()

  /// What a row is to be.
  struct Target {
    /// Columns that nobody has to decide, and those that somebody did.
    var taken: StepPatch.Values = [:]
    var answered: StepPatch.Values = [:]
    /// Whether it is to be there; nil if it stays as it is.
    var isThere: Bool?
    var isThereByAnswer: Bool?
  }

  var targets: [SharedName: Target] = [:]
  /// The questions that nobody has answered.
  private(set) var open: [CopyQuestion] = []
  private(set) var answered = 0
  /// What somebody decided.
  var decided = TouchedRows()
  /// Products that are not compared row by row: those that are not to be here, with all that belongs to them, those that
  /// come back as they are there, and those that somebody wants to keep as they are here.
  var gone: Set<String> = []
  var coming: [String: Bool] = [:]
  var staying: Set<String> = []

  init(
    known: [UUID: Int], state: [HubRow], answers: [CopyQuestion: CopyAnswer],
    on connection: Connection
  ) throws {
    (self.connection, self.answers) = (connection, answers)
    let reader = CopyState(connection: connection)
    var (theirs, mine): ([SharedName: SharedRow?], [SharedName: SharedRow]) = ([:], [:])
    for row in state {
      let name = SharedName(kind: row.kind, row: row.row)
      theirs[name] = .some(try row.values().map { SharedRow(values: $0, moment: row.moment) })
      mine[name] = try reader.row(name)
    }
    (self.theirs, self.mine) = (theirs, mine)
    var touched = TouchedRows()
    let steps = try connection.rows("SELECT step, id, turn, undone FROM history") {
      (
        number: $0.int("step"), id: $0.isNull("id") ? nil : try $0.uuid("id"), turn: $0.int("turn"),
        isUndone: $0.int("undone") == 1
      )
    }
    let history = History(connection: connection)
    var turns: [UUID: Int] = [:]
    for step in steps {
      if let id = step.id { turns[id] = step.turn }
      let knownTurn = step.id.flatMap { known[$0] }
      let turn = step.id == nil ? (step.isUndone ? 1 : 0) : step.turn
      guard TouchedRows.isNew(turn, since: knownTurn) else { continue }
      touched.formUnion(try history.touched(by: step.number, turn: turn, since: knownTurn))
    }
    try history.forEachTouched { id, rows in
      let isHere = turns[id] != nil
      guard let turn = try turns[id] ?? history.turn(of: id),
        TouchedRows.isNew(turn, since: known[id])
      else { return }
      // What one that is here has added to stocks is known already.
      touched.formUnion(rows, times: isHere ? 0 : TouchedRows.sign(from: known[id], to: turn))
    }
    mineTouched = touched
    for name in touched.names where self.mine[name] == nil {
      guard ["note", "product_image"].contains(name.kind),
        case .text(let owner)?? = try reader.row(name)?.values["product"]
      else { continue }
      mineOwners[name] = owner
    }
  }

  /// Once it is known what all new steps have touched.
  mutating func decide() throws {
    let names = theirs.keys.sorted { ($0.kind, $0.row) < ($1.kind, $1.row) }
    let products = names.filter { $0.kind == "product" }
    let families = (families(of: mineTouched), families(of: theirTouched))
    for name in products { decideFate(of: name, families) }
    for name in names {
      let owner = owner(of: name)
      if let owner, gone.contains(owner) {
        keepElsewhere(name)
        continue
      }
      if let owner, let isAnswer = coming[owner] {
        set(isThere: (theirs[name] ?? nil) != nil, name, isAnswer: isAnswer)
        continue
      }
      if let owner, staying.contains(owner) {
        if mine[name] != nil { set(isThere: true, name, isAnswer: true) }
        continue
      }
      bringElsewhere(name)
      if name.kind != "product" { decideExistence(of: name) }
      try decideColumns(of: name)
    }
    for product in products
    where !gone.contains(product.row) && coming[product.row] == nil
      && !staying.contains(product.row)
    {
      for kind in ["note", "product_image"] { try decideOrder(of: kind, in: product.row) }
    }
  }

  /// Of a step that was undone there, and forgotten: a row that the other copy says nothing of is as it was before.
  mutating func tell(before patch: StepPatch) throws {
    guard let name = patch.sharedName, name.kind != SharedPatch.tags, !isTold(name) else { return }
    let present = try CopyState(connection: connection).row(name)
    mine[name] = present
    guard let old = patch.old else { return theirs[name] = .some(nil) }
    var values = (present?.values ?? [:]).merging(patch.travelling(old) ?? [:]) { $1 }
    for (column, count) in patch.added {
      guard case .integer(let now)?? = values[column] else { continue }
      values[column] = .integer(now &- count)
    }
    theirs[name] = SharedRow(
      values: values, moment: present?.moment ?? Date(milliseconds: 0))
  }

  /// Whether the other copy says how a row is now: of a product or a field, it says all.
  func isTold(_ name: SharedName) -> Bool {
    if theirs[name] != nil { return true }
    let parts = name.row.split(separator: "/").map(String.init)
    guard let first = parts.first, [SharedPatch.tags, "product_value"].contains(name.kind) else {
      return false
    }
    return theirs[SharedName(kind: "product", row: first)] != nil
      || parts.count == 2 && theirs[SharedName(kind: "field", row: parts[1])] != nil
  }

  // MARK: Columns

  private static let wholes: [String: [[String]]] = [
    "product": [["price", "currency"], place],
    "product_value": [["text", "number"]],
    "product_image": [["hash", "extension", "turn"]],
    "field": [["kind", "detail"]],
  ]

  private mutating func decideColumns(of name: SharedName) throws {
    guard let here = mine[name], let there = theirs[name] ?? nil else { return }
    var columns = Set(here.values.keys).union(there.values.keys)
    // An order is one of several rows.
    if ["note", "product_image"].contains(name.kind) { columns.remove("position") }
    let wholes = (Self.wholes[name.kind] ?? []).filter { !columns.isDisjoint(with: $0) }
    let single = columns.subtracting(wholes.joined()).sorted().map { [$0] }
    for whole in wholes + single {
      let (old, new) = (here.part(whole), there.part(whole))
      if old != new {
        try decide(whole, from: old, or: new, of: name)
      } else if theirTouched.touches(name, whole) {
        // A step may have arrived that changed it, and another did not that changed it back.
        take(new, name)
      }
    }
  }

  private mutating func decide(
    _ columns: [String], from old: StepPatch.Values, or new: StepPatch.Values,
    of name: SharedName
  ) throws {
    let isMine = mineTouched.touches(name, columns)
    let isTheirs = theirTouched.touches(name, columns)
    if columns == ["stock"], case .integer(let count)?? = new["stock"], isTheirs,
      case .integer(let now)?? = old["stock"], !mineTouched.setsStock(of: name.row)
    {
      return decideStock(now, count, of: name)
    }
    if isMine != isTheirs {
      let value = isTheirs ? new : old
      let own =
        columns == Self.place
        ? withoutOwn(
          value, over: isTheirs ? old : new, of: name,
          touched: isTheirs ? mineTouched : theirTouched)
        : value
      if own != value { decided.add(name, Self.place) }
      if isTheirs || own != value { take(own, name) }
      return
    }
    if columns == Self.place, let both = Self.takenInBoth(old, new) { return take(both, name) }
    // What nobody would be asked about is decided alike everywhere.
    if let column = columns.first, ["position", "created"].contains(column) || isTrash(old, new) {
      let (one, other) = (old[column] ?? nil, new[column] ?? nil)
      if let one, let other, other.precedes(one) { take(new, name) }
      return
    }
    var answers: [CopyAnswer] = [.mine, .theirs]
    let both = both(old, new, in: columns)
    if both != nil { answers.append(.both) }
    let question = CopyQuestion(
      name, title: title(of: name), field: fieldName(of: name, columns),
      mine: text(of: name, columns, in: old), theirs: text(of: name, columns, in: new),
      answers: answers)
    switch answer(question) {
    case .theirs:
      let value =
        columns == Self.place ? withoutOwn(new, over: old, of: name, touched: mineTouched) : new
      set(value, name, over: old, or: new)
    case .both: set(both ?? old, name, over: old, or: new)
    case .mine:
      let value =
        columns == Self.place ? withoutOwn(old, over: new, of: name, touched: theirTouched) : old
      set(value, name, over: old, or: new)
    default: break
    }
  }

  /// Sets what somebody decided, also if a step has arrived meanwhile. That what is here stays is a command, too, which
  /// travels: so it is one that changes theirs.
  private mutating func set(
    _ value: StepPatch.Values, _ name: SharedName, over old: StepPatch.Values,
    or new: StepPatch.Values
  ) {
    decided.add(name, value.keys.map { $0 == "stock" ? TouchedRows.setStock : $0 })
    decided.add(name, value.keys)
    if value == old { take(new, name) }
    targets[name, default: Target()].answered.merge(value) { $1 }
  }

  /// Whether it is in the trash in both.
  private func isTrash(_ old: StepPatch.Values, _ new: StepPatch.Values) -> Bool {
    (old["deleted"] ?? nil) != nil && (new["deleted"] ?? nil) != nil
  }

  mutating func take(_ new: StepPatch.Values, _ name: SharedName) {
    targets[name, default: Target()].taken.merge(new) { $1 }
  }

  /// What was sold and delivered here counts, too.
  private mutating func decideStock(_ now: Int64, _ count: Int64, of name: SharedName) {
    let (sum, overflows) = count.addingReportingOverflow(mineTouched.stock[name.row] ?? 0)
    let isPossible =
      !overflows && (try? Quantity(stock: DecimalNumber(millionths: sum))) != nil
    if isPossible { return take(["stock": .integer(sum)], name) }
    let question = CopyQuestion(
      name, title: title(of: name), field: "stock",
      mine: DecimalNumber(millionths: now).text, theirs: DecimalNumber(millionths: count).text,
      answers: [.mine, .theirs, .added])
    let most = Quantity.most.millionths
    let value: Int64
    switch answer(question) {
    case .theirs: value = count
    case .added: value = overflows ? most : min(max(0, sum), most)
    case .mine: value = now
    default: return
    }
    set(
      ["stock": .integer(value)], name, over: ["stock": .integer(now)],
      or: ["stock": .integer(count)])
  }

  /// Both values of tags or of a long text; nil if there can be only one.
  private func both(
    _ old: StepPatch.Values, _ new: StepPatch.Values, in columns: [String]
  ) -> StepPatch.Values? {
    guard columns.count == 1, case .text(let one)?? = old[columns[0]],
      case .text(let other)?? = new[columns[0]]
    else { return nil }
    switch columns[0] {
    case SharedPatch.tagColumn:
      let tags = one.split(separator: "\n") + other.split(separator: "\n")
      var seen: Set<Substring> = []
      return ["tags": .text(tags.filter { seen.insert($0).inserted }.joined(separator: "\n"))]
    case "description", "text":
      return [columns[0]: .text([one, other].filter { !$0.isEmpty }.joined(separator: "\n\n"))]
    default: return nil
    }
  }

  // MARK: The order of notes and pictures

  /// Nobody is asked about it.
  private mutating func decideOrder(of kind: String, in product: String) throws {
    func touched(_ rows: TouchedRows, _ ids: [String]) -> Bool {
      ids.contains { rows.touches(SharedName(kind: kind, row: $0), ["position", "product"]) }
    }
    let there = theirs.compactMap { name, row -> (id: String, position: StoredValue)? in
      guard name.kind == kind, let row, row.values["product"]??.text == product,
        let position = row.values["position"] ?? nil
      else { return nil }
      return (name.row, position)
    }.sorted { $0.position == $1.position ? $0.id < $1.id : $0.position.precedes($1.position) }
    let before = mine.compactMap { name, row -> (id: String, position: StoredValue)? in
      guard name.kind == kind, row.values["product"]??.text == product,
        let position = row.values["position"] ?? nil
      else { return nil }
      return (name.row, position)
    }.sorted { $0.position == $1.position ? $0.id < $1.id : $0.position.precedes($1.position) }
    let isMine = touched(mineTouched, before.map(\.id))
    let isTheirs = touched(theirTouched, there.map(\.id))
    func precedes() -> Bool {
      let (one, other) = (there.map(\.id), before.map(\.id))
      if one != other { return one.lexicographicallyPrecedes(other) }
      return there.map(\.position).lexicographicallyPrecedes(before.map(\.position)) {
        $0.precedes($1)
      }
    }
    let takes = isMine == isTheirs ? !isMine && precedes() : isTheirs
    guard takes else { return }
    for (id, position) in there {
      take(["position": position], SharedName(kind: kind, row: id))
    }
  }

  // MARK: Asking

  mutating func answer(_ question: CopyQuestion) -> CopyAnswer? {
    guard let answer = answers[question], question.answers.contains(answer) else {
      open.append(question)
      return nil
    }
    answered += 1
    return answer
  }
}

extension SharedRow {
  /// Some of its columns. One that does not travel is empty.
  fileprivate func part(_ columns: [String]) -> StepPatch.Values {
    Dictionary(columns.map { ($0, values[$0] ?? nil) }) { $1 }
  }
}
