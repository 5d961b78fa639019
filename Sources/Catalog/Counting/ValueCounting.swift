// SPDX-License-Identifier: Apache-2.0
// Counts products by their values of a custom field. Values that differ only in case or accents are
// one group, as they are for a filter, under the first spelling.

struct ValueCounting {
  private let finder: ProductFinder
  private let field: QueriedField
  private var connection: Connection { finder.connection }

  init(_ finder: ProductFinder, field: QueriedField) {
    self.finder = finder
    self.field = field
  }

  func counts() throws -> [GroupCount] {
    guard let kind = try FieldTable(connection: connection).field(field.id)?.field.kind else {
      return []
    }
    var counts: [GroupCount] = []
    // Values of the same text, such as one tag of several.
    var places: [String: Int] = [:]
    var withValue = 0
    let (groups, total) = try groups()
    for group in groups {
      withValue += group.count
      for text in texts(of: group, kind) {
        if let place = places[text] {
          counts[place] = GroupCount(value: text, count: counts[place].count + group.count)
        } else {
          places[text] = counts.count
          counts.append(GroupCount(value: text, count: group.count))
        }
      }
    }
    if kind == .tags { counts.sort { ($0.value ?? "").folded < ($1.value ?? "").folded } }
    if case .choice(let choices) = kind {
      let places = Dictionary(zip(choices.map(\.folded), 0...)) { first, _ in first }
      func place(_ count: GroupCount) -> Int {
        count.value.flatMap { places[$0.folded] } ?? choices.count
      }
      counts = counts.enumerated().sorted {
        (place($0.element), $0.offset) < (place($1.element), $1.offset)
      }.map(\.element)
    }
    if total > withValue { counts.append(GroupCount(value: nil, count: total - withValue)) }
    return counts
  }

  private struct Group {
    let text: String?
    let number: Int64?
    let count: Int
  }

  /// What products have in common, in the order of the values, and how many products there are.
  private func groups() throws -> (groups: [Group], products: Int) {
    if finder.conditions.areNone, finder.search.expression == nil {
      let isListed = SQLPiece(sql: QueryConditions.isNotInTrash("v.product"))
      return (try groups(field.values(Self.columns, isListed)), try finder.count())
    }
    let listed = try finder.all()
    let isListed = SQLPiece(
      sql: "v.product IN (SELECT value FROM json_each(?))",
      arguments: [ProductFinder.json(listed.keys)])
    return (try groups(field.values(Self.columns, isListed)), listed.count)
  }

  private static let columns = "v.text_key, v.number, min(v.product) AS first, count(*) AS count"

  private func groups(_ sql: SQLPiece) throws -> [Group] {
    // Of the texts, the index has only the keys.
    try connection.rows(
      """
      SELECT one.number AS number, one.count AS count, (
        SELECT v.text FROM product_value AS v WHERE v.product = one.first AND \(field.isItsOwn)
      ) AS text
      FROM (\(sql.sql) GROUP BY v.text_key, v.number) AS one ORDER BY one.text_key, one.number
      """, arguments: sql.arguments
    ) { row in
      Group(
        text: row.textIfPresent("text"), number: row.isNull("number") ? nil : row.int64("number"),
        count: row.int("count"))
    }
  }

  private func texts(of group: Group, _ kind: FieldKind) -> [String] {
    guard let value = FieldKind.value(word: kind.word, text: group.text, number: group.number)
    else { return [group.text ?? ""] }
    if case .tags(let tags) = value { return tags.map(\.text) }
    return [kind.text(of: value)]
  }
}
