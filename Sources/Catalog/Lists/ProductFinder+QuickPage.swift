// SPDX-License-Identifier: Apache-2.0
// The first page of a list that takes in so much, or so little, that large sets of its products need not
// be built. The indexes and a sample of the catalogue tell which of the two it is.

extension ProductFinder {
  enum QuickPage {
    case found(Page)
    /// All of the list's products are among these.
    case few(Members)
    case many
  }

  func quickPage(_ limit: Int) throws -> QuickPage {
    guard search.expression == nil, query.order.count == 1, !conditions.each.isEmpty,
      passesOnlyMembers || !conditions.each.contains(where: \.readsRow)
    else { return .many }
    // A set of a few is quickly built; but not of the products that contain a text.
    let isOfTexts = conditions.each.contains { $0.text != nil }
    let members = try members(setsUpTo: isOfTexts || passesOnlyMembers ? 0 : limits.few)
    if let keys = members.keys { return keys.count <= limits.few ? .few(members) : .many }
    guard try passesOnlyMembers || isPageLikely(limit, members.others),
      let keys = try OrderWalk(self, members).first(limit, lookingAtMost: limits.glances)
    else { return .many }
    return .found(page(keys, limit))
  }

  /// Whether the only condition is one on the field of the order, whose index answers it.
  private var passesOnlyMembers: Bool {
    guard conditions.each.count == 1 else { return false }
    return switch order.source {
    case .values(let field): field.isNarrowed(by: query.filters)
    case .index(let index): conditions.each[0].index == index
    }
  }

  /// Whether so many products meet the conditions that a page of them should be found soon. The
  /// first products along the order would not tell: values of two fields often go together.
  private func isPageLikely(
    _ limit: Int, _ conditions: [QueryConditions.Condition]
  ) throws -> Bool {
    let last = UInt64(try connection.integer("SELECT coalesce(max(key), 0) FROM product"))
    // Multiples of the golden ratio are spread evenly, and follow no other pattern.
    let sample = (1...UInt64(limits.sample)).map { number in
      Int64((number &* 0x9e37_79b9_7f4a_7c15).multipliedFullWidth(by: last).high) + 1
    }
    return try meeting(sample, conditions).count * limits.glances >= limit * limits.sample
  }

  // MARK: A field that hardly any of them has

  /// The first page in the order of a field of which most values belong to products that are not in the list, such as a
  /// size of variants where none of these is: the values of those that are in it are looked up, if an index tells these.
  /// Nil if that is not so.
  func pageOfFewValues(_ members: Members, _ limit: Int) throws -> Page? {
    guard members.others.isEmpty, search.expression == nil, query.order.count == 1,
      let keys = members.keys, case .values(let field) = order.source,
      !field.isNarrowed(by: query.filters)
    else { return nil }
    let values: SQLPiece
    if query.filters.contains(.notVariant) {
      values = field.ownValues
    } else {
      guard conditions.each.count == 1, let own = conditions.each[0].keys else { return nil }
      let walk = OrderWalk(self, members)
      if let found = try walk.first(limit, passingAtMost: limits.longestWalk) {
        return page(found, limit)
      }
      values = SQLPiece(
        sql: """
          WITH own (key) AS (\(own.sql))
          SELECT v.product FROM own
            CROSS JOIN product_value AS v ON v.product = own.key AND \(field.isItsOwn)
          """, arguments: own.arguments)
    }
    guard var valued = try connection.keys(values, atMost: limits.few) else { return nil }
    valued.formIntersection(keys)
    var blank = keys
    blank.subtract(valued)
    let rest = query.order[0].ascending ? blank.keys : blank.keys.reversed()
    return page(Array((try sorted(valued) + rest).prefix(limit)), limit)
  }

  // MARK: A search with an order of its own

  /// The matches of a search, if they are few and the full-text index can find them at once.
  func fewMatches() throws -> KeySet? {
    guard let expression = search.expression, let wide = search.wideExpression,
      let few = try matches(wide, atMost: limits.fewOfCategory)
    else { return nil }
    return wide == expression ? few : try matches(expression)
  }

  /// The first page of a search that may match a large part of everything: it is faster to read the
  /// texts of the first products than to let the full-text index collect all matches. Nil if the
  /// page does not fill quickly.
  func pageOfManyMatches(_ members: Members, _ limit: Int) throws -> Page? {
    guard let expression = search.expression, query.order.count == 1 else { return nil }
    var walk = OrderWalk(self, members)
    walk.texts = TextSearch(connection: connection, expression: expression)
    let keys = try walk.first(limit)
    return keys.count == limit ? page(keys, limit) : nil
  }
}
