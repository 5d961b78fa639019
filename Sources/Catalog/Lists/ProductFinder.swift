// SPDX-License-Identifier: Apache-2.0
// Finds the products of a query, in order: the first page in a time that does not grow with the
// catalogue, and the complete order about as fast as SQLite steps through an index.
//
// There are two strategies. If there are few candidates, they are collected and sorted; if there
// are many, the index of the order is walked, because most products on the way belong to the list.
// Which ones do is computed beforehand as a set, from the indexes of the conditions: reading the
// table for every product on the way would take most of the time.

import Foundation

struct ProductFinder {
  /// The beginning of a list.
  struct Page: Sendable {
    let keys: [Int64]
    /// Whether this is the whole list.
    let isComplete: Bool
  }

  let connection: Connection
  let query: ProductQuery
  let conditions: QueryConditions
  let order: QueryOrder
  let search: SearchText
  /// The sort keys of the values that fields of the order offer.
  let choices: [UUID: [String]]

  let limits: Limits

  /// Where one strategy becomes faster than another, measured with a million products. `few` and
  /// `ranked` are never smaller than a page.
  struct Limits {
    /// Up to this many products are collected and sorted instead of being found by a walk.
    var few = 5_000
    /// More than this many are only sorted if a walk of `longestWalk` does not find a page of them:
    /// their rows are scattered over the file.
    var fewer = 2_000
    /// Like `few` for a category, which is sorted using only its index, for a complete order, and
    /// where products of the list are far along the order, such as one word's in that of the SKUs.
    var fewOfCategory = 20_000
    /// No set is built for a first page if a condition matches more products than this.
    var many = 150_000
    /// Up to this many different values of a field are tested one after the other for a text.
    var values = 5_000
    /// If the titles of more products than this contain a text, a walk soon finds a page of them.
    var titles = 40_000
    /// How many index rows a walk passes before a large category is sorted after all.
    var longestWalk = 50_000
    /// How many products a walk to a first page reads one by one before the whole list is found
    /// first.
    var looks = 20_000
    /// The same before any set is built, if no look reads a product's row, and if this many looks
    /// are likely to fill the page.
    var glances = 3_000
    /// How many products, from all over the catalogue, are looked at to find out whether they are.
    var sample = 200
    /// How many products' texts are read for a page of a search.
    var texts = 1_000
    /// How many matches are ranked for a first page; of more, those with the words in the title
    /// come first.
    var ranked = 2_000
    /// The same with conditions: then it takes longer to find matches that meet them.
    var rankedOfSome = 250
  }

  /// With `asMeant`, a search that nothing matches finds similar spellings, and with `lackingWords` what has not all
  /// the words.
  init(
    _ query: ProductQuery, _ connection: Connection, limits: Limits = Limits(),
    asMeant: Bool = true, lackingWords: Bool = true
  ) throws {
    var query = try SearchedFields(connection: connection).reading(query)
    if query.foldsVariants {
      query.foldsVariants = try !VariantTable(connection: connection).isEmpty()
    }
    self.connection = connection
    self.query = query
    self.limits = limits
    conditions = QueryConditions(query: query)
    choices = try FieldTable(connection: connection).choices(sorting: query.order)
    order = QueryOrder(query.order, choices: choices)
    search =
      asMeant
      ? try SearchSpelling(connection: connection, mayLackWords: lackingWords)
        .search(for: query.searchText)
      : SearchText(query.searchText)
  }

  /// Whether the best matches come first: the manual order makes no sense for search results.
  var isRanked: Bool { search.expression != nil && query.sort == .manual }

  /// The first `limit` products of the list, or all if they are found at once. If ranking the whole
  /// list takes time, this is a page of good matches; the complete order may begin with better
  /// ones.
  func firstPage(_ limit: Int) throws -> Page {
    if isRanked { return try RankedSearch(self).firstPage(limit) }
    if search.expression == nil, conditions.areOfCategoryAlone, query.order.count == 1,
      case .index(let index) = order.source
    {
      return try categoryPage(limit, walkingAlong: index)
    }
    var members: Members
    switch try quickPage(limit) {
    case .found(let page): return page
    case .few(let few): members = few
    case .many: members = try self.members(setsUpTo: limits.many)
    }
    if let expression = search.expression {
      if let few = try fewMatches() {
        members.keep(few)
      } else if let page = try pageOfManyMatches(members, limit) {
        return page
      } else {
        members.keep(try matches(expression) ?? KeySet())
      }
    }
    let isWalked = members.others.isEmpty && query.order.count == 1
    if let keys = members.keys, keys.count <= (isWalked ? limits.fewOfCategory : limits.few) {
      if keys.count > limits.fewer, let page = try pageOfFewValues(members, limit) { return page }
      if keys.count > limits.fewer, isWalked,
        let found = try OrderWalk(self, members).first(limit, passingAtMost: limits.longestWalk)
      {
        return page(found, limit)
      }
      return Page(keys: try sorted(keys), isComplete: true)
    }
    if let page = try pageOfFewValues(members, limit) { return page }
    if let keys = try OrderWalk(self, members).first(limit, lookingAtMost: limits.looks) {
      return page(keys, limit)
    }
    let found = try all()
    if found.count <= limits.few { return Page(keys: try sorted(found), isComplete: true) }
    return page(try walk(found).first(limit), limit)
  }

  private func walk(_ found: KeySet) -> OrderWalk {
    OrderWalk(self, Members(keys: found, excluded: KeySet(), others: []))
  }

  /// Every product of the list.
  func completeOrder() throws -> RowOrder {
    if isRanked { return try RankedSearch(self).completeOrder() }
    if search.expression == nil {
      if conditions.areNone { return try OrderWalk(self, members(setsUpTo: 0)).all() }
      if conditions.areOfHeadsAlone {
        return try OrderWalk(self, members(setsUpTo: .max)).all()
      }
      if conditions.areOfCategoryAlone, try isSmallCategory(atMost: 5 * limits.fewOfCategory / 2) {
        return RowOrder(try sortedCategory(limit: nil))
      }
    }
    let found = try all()
    if found.count <= limits.fewOfCategory { return RowOrder(try sorted(found)) }
    return try walk(found).all()
  }

  /// How many products the list has.
  func count() throws -> Int {
    if conditions.areNone, search.expression == nil {
      return try ProductTable(connection: connection).count()
    }
    return try all().count
  }

  // MARK: What belongs to the list

  /// All products of the list, unordered.
  func all() throws -> KeySet {
    var members = try members(setsUpTo: .max)
    if let expression = search.expression { members.keep(try matches(expression) ?? KeySet()) }
    return try all(members)
  }

  /// All products that meet the conditions, ignoring the search.
  func meetingConditions() throws -> KeySet { try all(members(setsUpTo: .max)) }

  private func all(_ members: Members) throws -> KeySet {
    if let keys = members.keys {
      if members.others.isEmpty { return keys }
      if keys.count <= limits.many { return try meeting(keys) }
    } else if members.others.isEmpty {
      var keys = try connection.keys(SQLPiece(sql: "SELECT key FROM product"))
      keys.subtract(members.excluded)
      return keys
    }
    // With so many, it is faster to read all rows in the order in which they are stored.
    let all = conditions.all
    var found = try connection.keys(
      SQLPiece(
        sql: "SELECT p.key FROM product AS p NOT INDEXED WHERE \(all.sql)",
        arguments: all.arguments))
    if let keys = members.keys { found.formIntersection(keys) }
    return found
  }

  /// The products that meet the conditions; nil if there are more, or if finding them would take
  /// long.
  func gathered(atMost limit: Int) throws -> KeySet? {
    let members = try members(setsUpTo: limit)
    guard let keys = members.keys, keys.count <= limit else { return nil }
    return try members.others.isEmpty ? keys : meeting(keys)
  }

  /// What the indexes alone can tell about the list. No set with more than `limit` products is
  /// built.
  func members(setsUpTo limit: Int) throws -> Members {
    let trash = try trash()
    var members = Members(
      keys: query.inTrash ? trash : nil, excluded: query.inTrash ? KeySet() : trash, others: [])
    for condition in conditions.each { try narrow(&members, condition, setsUpTo: limit) }
    return members
  }

  /// Removes the members that do not meet a condition.
  func narrow(
    _ members: inout Members, _ condition: QueryConditions.Condition, setsUpTo limit: Int
  ) throws {
    // Testing each of a few is faster than building a set.
    let isFew = members.keys.map { $0.count <= limits.few } ?? false
    if limit > 0, !isFew, let keys = try keys(condition, atMost: limit) {
      members.keep(keys)
    } else if limit == .max, !isFew, let others = condition.others {
      members.leave(out: try connection.keys(others))
    } else {
      members.others.append(condition)
    }
  }

  /// The products that meet a condition, including the trash; nil if they are more than `limit` or
  /// no index can tell.
  private func keys(_ condition: QueryConditions.Condition, atMost limit: Int) throws -> KeySet? {
    if let text = condition.text {
      return try text.keys(connection, atMost: limit, of: limits.values)
    }
    if let title = condition.title {
      let most = limit == .max ? .max : min(limit, limits.titles)
      if let keys = try title.keys(self, condition, atMost: most) { return keys }
    }
    if let sql = condition.keys { return try connection.keys(sql, atMost: limit) }
    // Scans the whole index.
    guard let index = condition.index, limit == .max else { return nil }
    return try connection.keys(
      SQLPiece(
        sql: "SELECT p.key FROM product AS p INDEXED BY \(index) WHERE \(condition.ofProduct.sql)",
        arguments: condition.ofProduct.arguments))
  }

  /// Those of `keys` that meet all conditions.
  private func meeting(_ keys: KeySet) throws -> KeySet {
    var found = KeySet()
    for piece in keys.keys.pieces(of: 10_000) {
      for key in try meeting(Array(piece), conditions.every) {
        found.insert(key)
      }
    }
    return found
  }

  /// Those of `keys` that meet the conditions, in the given order.
  func meeting(_ keys: [Int64], _ conditions: [QueryConditions.Condition]) throws -> [Int64] {
    let all = SQLPiece.all(conditions.map(\.ofProduct))
    // The rows of these products are scattered over the file: reading them is slow.
    let source =
      conditions.contains(where: \.readsRow)
      ? "json_each(?) AS given CROSS JOIN product AS p ON p.key = given.value"
      : "(SELECT value AS key FROM json_each(?)) AS p"
    return try list(
      "SELECT p.key FROM \(source) WHERE \(all.sql)", [Self.json(keys)] + all.arguments)
  }

  /// The products that contain the words, including the trash; nil if there are more.
  func matches(_ expression: String, atMost limit: Int = .max) throws -> KeySet? {
    let sql = SQLPiece(
      sql: "SELECT rowid FROM search WHERE search MATCH ?", arguments: [expression])
    guard var found = try connection.keys(sql, atMost: limit) else { return nil }
    let stale = try SearchIndex(connection: connection).stale()
    found.subtract(stale)
    let texts = TextSearch(connection: connection, expression: expression)
    for key in try texts.matching(stale.keys) { found.insert(key) }
    return found
  }

  func trash() throws -> KeySet { try connection.keys(SQLPiece(sql: QueryConditions.trash)) }

  // MARK: Sorting

  /// Those of `keys` that meet the conditions, in order.
  func sorted(_ keys: KeySet) throws -> [Int64] {
    let all = conditions.all
    return try list(
      """
      SELECT p.key FROM json_each(?) AS given CROSS JOIN product AS p ON p.key = given.value
      WHERE \(all.sql) ORDER BY \(order.sql(offIndex: true))
      """, [Self.json(keys.keys)] + all.arguments)
  }

  static func json(_ keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }

  private func list(_ sql: String, _ arguments: [(any Bindable)?]) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.integers(sql, arguments: arguments) {
      keys += $0
      return true
    }
    return keys
  }

  func page(_ keys: [Int64], _ limit: Int) -> Page {
    Page(keys: keys, isComplete: keys.count < limit)
  }

  // MARK: A category

  private func categoryPage(_ limit: Int, walkingAlong index: String) throws -> Page {
    if try isSmallCategory(atMost: limits.fewOfCategory) {
      return Page(keys: try sortedCategory(limit: nil), isComplete: true)
    }
    if query.sort != .category, let keys = try shortWalk(limit, index) { return page(keys, limit) }
    return page(try sortedCategory(limit: limit), limit)
  }

  private func isSmallCategory(atMost limit: Int) throws -> Bool {
    guard let keys = conditions.each.first?.keys else { return false }
    return try connection.rows(
      "SELECT count(*) AS count FROM (\(keys.sql) LIMIT ?)",
      arguments: keys.arguments + [limit + 1]
    ) { $0.int("count") } != [limit + 1]
  }

  private func sortedCategory(limit: Int?) throws -> [Int64] {
    guard let keys = conditions.each.first?.keys else { return [] }
    return try list(
      """
      \(keys.sql) AND \(QueryConditions.isNotInTrash("p.key"))
      ORDER BY \(order.sql(offIndex: query.sort != .category)) LIMIT ?
      """, keys.arguments + [limit ?? -1])
  }

  /// Walks along the order for a page of the category; nil if the way is too long.
  private func shortWalk(_ limit: Int, _ index: String) throws -> [Int64]? {
    // Only the index is used: reading the table for every row would take most of the time.
    guard let category = query.category else { return nil }
    let within = QueryConditions.within(category, "+p.category")
    let trash = try trash()
    var keys: [Int64] = []
    var passed = 0
    try connection.forEachRow(
      """
      SELECT p.key, \(within.sql) AS is_within FROM product AS p INDEXED BY \(index)
      ORDER BY \(order.sql())
      """, arguments: within.arguments
    ) { row in
      passed += 1
      let key = row.int64("key")
      if row.int("is_within") != 0, !trash.contains(key) { keys.append(key) }
      return keys.count < limit && passed < limits.longestWalk
    }
    return passed < limits.longestWalk || keys.count == limit ? keys : nil
  }
}

/// What is known about the products of a list before any of them is read.
struct Members {
  /// All of them are in this set; nil if they may be any.
  var keys: KeySet?
  /// None of them is in this set: the trash, unless `keys` already excludes it.
  var excluded: KeySet
  /// The conditions to test for each product.
  var others: [QueryConditions.Condition]

  mutating func keep(_ set: KeySet) {
    if keys == nil {
      keys = set
      keys?.subtract(excluded)
    } else {
      keys?.formIntersection(set)
    }
  }

  mutating func leave(out set: KeySet) {
    keys?.subtract(set)
    excluded.formUnion(set)
  }

  func mayContain(_ key: Int64) -> Bool {
    keys.map { $0.contains(key) } ?? !excluded.contains(key)
  }
}
