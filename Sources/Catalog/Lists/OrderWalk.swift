// SPDX-License-Identifier: Apache-2.0
// The products of a list, found by walking along the index of its order. What that index lacks is
// read for a batch of products at a time, in growing batches: if many products did not fill a page,
// many more will be needed.

struct OrderWalk {
  private let finder: ProductFinder
  private let members: Members
  private let keys: ArraySlice<ProductOrder>
  /// Which of some products a search matches, keeping their order.
  var texts: TextSearch?

  private static let firstPiece = 100
  private static let largestPiece = 4_000

  init(_ finder: ProductFinder, _ members: Members) {
    self.init(finder, members, keys: finder.query.order[...])
  }

  private init(_ finder: ProductFinder, _ members: Members, keys: ArraySlice<ProductOrder>) {
    self.finder = finder
    self.members = members
    self.keys = keys
  }

  private func forEachRow(
    along order: QueryOrder, withValues: Bool, where condition: SQLPiece? = nil,
    _ body: (Row) throws -> Bool
  ) throws {
    var goesOn = true
    for statement in order.walk(withValues: withValues, finder.query.filters, where: condition)
    where goesOn {
      try finder.connection.forEachRow(statement.sql, arguments: statement.arguments) { row in
        goesOn = try body(row)
        return goesOn
      }
    }
  }

  /// All products.
  func all() throws -> RowOrder {
    if finder.order.isIndexed, case .values(let field) = finder.order.source {
      return try allByValue(field)
    }
    var found = RowOrder()
    // If the order's index leaves much to sort, sort everything by the index that has all the keys
    // to sort by.
    let sql =
      finder.order.isIndexed
      ? finder.order.walk()[0].sql
      : """
      SELECT p.key FROM product AS p INDEXED BY product_by_category
      ORDER BY \(finder.order.sql(offIndex: true))
      """
    let isEverything = members.keys == nil && members.excluded.isEmpty
    try finder.connection.integers(sql, arguments: []) { block in
      if isEverything {
        found.append(block)
      } else {
        for key in block where members.mayContain(key) { found.append(key) }
      }
      return true
    }
    return found
  }

  /// All products in the order of a field: those with a value along its index, then the others by
  /// row number.
  private func allByValue(_ field: QueriedField) throws -> RowOrder {
    var found = RowOrder()
    var passed = 0
    let isAscending = keys[keys.startIndex].ascending
    let isEverything = members.keys == nil && members.excluded.isEmpty
    let filters = finder.query.filters
    for values in field.valueWalks(ascending: isAscending, withValues: false, filters: filters) {
      try finder.connection.integers(values.sql, arguments: values.arguments) { block in
        passed += block.count
        if isEverything {
          found.append(block)
        } else {
          for key in block where members.mayContain(key) { found.append(key) }
        }
        return true
      }
    }
    guard field.mayBeBlank(filters) else { return found }
    var rest: KeySet
    if let keys = members.keys {
      rest = keys
    } else {
      let count = try finder.connection.integer("SELECT count(*) FROM product")
      rest =
        passed == count
        ? KeySet() : try finder.connection.keys(SQLPiece(sql: "SELECT key FROM product"))
      rest.subtract(members.excluded)
    }
    if !rest.isEmpty { rest.subtract(KeySet(found)) }
    for key in isAscending ? rest.keys : rest.keys.reversed() { found.append(key) }
    return found
  }

  /// The first products; may stop early when reading texts would take long. Nil if more than `most`
  /// products had to be read one by one.
  func first(_ limit: Int, lookingAtMost most: Int) throws -> [Int64]? {
    keys.count > 1 ? try firstOfGroups(limit) : try firstAlongIndex(limit, lookingAtMost: most)
  }

  /// The first products by one key; nil if more than `most` rows of its index had to be passed, or a fifth of them without
  /// meeting one of the list: then these are together, far along it.
  func first(_ limit: Int, passingAtMost most: Int) throws -> [Int64]? {
    try firstAlongIndex(limit, lookingAtMost: .max, passingAtMost: most)
  }

  func first(_ limit: Int) throws -> [Int64] { try first(limit, lookingAtMost: .max) ?? [] }

  private func firstAlongIndex(
    _ limit: Int, lookingAtMost most: Int, passingAtMost longest: Int = .max
  ) throws -> [Int64]? {
    let order = QueryOrder(Array(keys), choices: finder.choices)
    // Conditions that the index can answer are tested by the walk itself, which so begins where they do, also when the
    // products that meet them are known.
    let along = (finder.conditions.each + members.others).filter {
      $0.index != nil && $0.index == order.index
    }
    let others = members.others.filter { $0.index == nil || $0.index != order.index }
    var found: [Int64] = []
    var (looked, passed) = (0, 0)
    var piece: [Int64] = []
    var length = Self.firstPiece
    var read = 0
    func checkPiece() throws {
      let meeting = others.isEmpty ? piece : try finder.meeting(piece, others)
      looked += piece.count
      read += meeting.count
      found += try texts?.matching(meeting) ?? meeting
      piece.removeAll(keepingCapacity: true)
      length = min(2 * length, texts == nil ? Self.largestPiece : finder.limits.texts / 4)
    }
    let condition: SQLPiece? = along.isEmpty ? nil : .all(along.map(\.ofProduct))
    var isFar: Bool { passed >= (found.isEmpty ? longest / 5 : longest) }
    if others.isEmpty, texts == nil {
      for statement in order.walk(finder.query.filters, where: condition)
      where found.count < limit && !isFar {
        try finder.connection.integers(statement.sql, arguments: statement.arguments) { block in
          passed += block.count
          for key in block where members.mayContain(key) { found.append(key) }
          return found.count < limit && !isFar
        }
      }
      return found.count < limit && isFar ? nil : Array(found.prefix(limit))
    }
    try forEachRow(along: order, withValues: false, where: condition) { row in
      let key = row.int64("key")
      guard members.mayContain(key) else { return true }
      piece.append(key)
      if piece.count == length { try checkPiece() }
      // With fewer than one match in ten, the full-text index is faster.
      let isQuick = texts == nil || read < finder.limits.texts && read <= 10 * found.count
      return found.count < limit && isQuick && looked < most
    }
    if found.count < limit, looked >= most { return nil }
    if !piece.isEmpty { try checkPiece() }
    return Array(found.prefix(limit))
  }

  private func meetingOthers(_ piece: [Int64]) throws -> [Int64] {
    members.others.isEmpty ? piece : try finder.meeting(piece, members.others)
  }

  /// For an order with several keys: walks along the index of the first key until there are enough
  /// products, and sorts these. If too many are equal in the first key, such as the products of one
  /// year, they are listed on their own by the other keys.
  private func firstOfGroups(_ limit: Int) throws -> [Int64] {
    let outer = QueryOrder(Array(keys.prefix(1)), choices: finder.choices)
    let columns = outer.terms.dropLast().count
    var values: [StoredValue?] = []
    var found: [Int64] = []
    // The groups so far, and the current one; when a group was listed on its own, we are done.
    var (groups, group): ([Int64], [Int64]) = ([], [])
    var isDone = false
    func endGroup() throws {
      groups += try meetingOthers(group)
      group = []
      isDone = false
    }
    func endGroups() throws {
      found += try finder.sorted(KeySet(groups))
      groups = []
    }
    try forEachRow(along: outer, withValues: true) { row in
      let key = row.int64("key")
      guard members.mayContain(key) else { return true }
      let these = (0..<columns).map { row.value("sorted_\($0)") }
      if these != values {
        try endGroup()
        values = these
      }
      if found.count + groups.count >= limit { return false }
      if !isDone { group.append(key) }
      if group.count > finder.limits.few {
        try endGroups()
        let rest = try walk(where: outer.isEqual(to: values))
        found += try rest.first(limit - found.count)
        group = []
        isDone = true
      }
      return true
    }
    try endGroup()
    try endGroups()
    return Array(found.prefix(limit))
  }

  /// The products that meet a condition, in the order of the other keys.
  private func walk(where isEqual: QueryConditions.Condition) throws -> OrderWalk {
    var rest = members
    try finder.narrow(&rest, isEqual, setsUpTo: finder.limits.many)
    return OrderWalk(finder, rest, keys: keys.dropFirst())
  }
}

extension Array {
  /// The elements in slices of `length`.
  func pieces(of length: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
  }
}
