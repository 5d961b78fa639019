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
