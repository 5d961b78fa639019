// SPDX-License-Identifier: Apache-2.0
// Lets variants follow their heads. It runs at the end of every command, within its step, and looks at
// what the command changed: so no command has to know of variants, and undo takes back the whole.
//
// What a variant does not say it takes from its head: an empty field gets the head's value, and follows
// it from then on; a value that a command gives the variant itself is its own. In the trash a head is
// together with its variants, and gone with them when it is erased.

import Foundation

struct VariantUpkeep {
  let connection: Connection
  let step: Int
  /// The largest row number of a product before the step.
  let mark: Int64
  var kind = Kind.asked
  let moment = Date()

  enum Kind {
    /// What cannot be is refused.
    case asked
    /// What two copies made of it: a head that is gone in one of them is nobody's fault.
    case merged
    /// Another copy has done it already.
    case done
  }

  /// A product with what the upkeep needs to know besides.
  private struct Place {
    let key: Int64
    var product: Product
    let deleted: Date?
  }

  /// - Parameter edited: what the step did, if it only edited products.
  /// - Returns: the same, with variants that followed.
  @discardableResult
  func follow(_ edited: EditedProducts? = nil) throws -> EditedProducts? {
    if kind == .asked, let edited, let head = edited.one, head.isHead {
      if head.fields.isSubset(of: Self.ownFields) { return edited }
      if let variants = try passOn(from: head) {
        if variants.isEmpty { return edited }
        guard head.fields.isDisjoint(with: Self.textFields) else {
          return try EditedProducts.of(step, connection)
        }
        return edited.adding(variants)
      }
    }
    guard try isNeeded(edited) else { return edited }
    try followAll()
    return try EditedProducts.of(step, connection)
  }

  private func followAll() throws {
    let affected = try affected()
    if affected.isEmpty { return }
    lazy var read = Result { try FieldTable(connection: connection).fields().map(\.field) }
    for (id, all, untouched) in affected {
      var keys = all
      if try untouched == nil && isHead(id) {
        keys = try keys.filter { try !saysOnlyItsOwn($0) }
        if keys.isEmpty { continue }
      }
      if let untouched, !untouched.isEmpty, let key = try edited(id),
        try passOn(from: id, key, changed: changedFields(of: key), to: untouched)
      {
        keys.removeAll { untouched.contains($0) }
        if keys.isEmpty { continue }
      }
      guard let head = try place(of: id) else {
        let gone = try wentWith(id, keys)
        for key in gone { try ProductTable(connection: connection).remove(key) }
        try release(keys.filter { !gone.contains($0) }, .unknownHead)
        continue
      }
      guard head.product.variant == nil else {
        try release(keys, .headIsVariant, because: head.key)
        continue
      }
      let fields = try read.get()
      let returned = try trashedBefore(head.key)
      for key in keys {
        guard var variant = try place(key) else { continue }
        if try keepTogether(variant, head, returned: returned) {
          variant = try place(key) ?? variant
        }
        try take(variant, from: head, custom: fields)
      }
    }
  }

  /// Lets variants take what a hub decided of their heads, after all that it decided is here: of these products, and of
  /// the variants of these.
  func follow(_ products: Set<UUID>) throws {
    guard try !VariantTable(connection: connection).isEmpty() else { return }
    lazy var read = Result { try FieldTable(connection: connection).fields().map(\.field) }
    for id in products {
      let stale = try connection.rows(Self.stale, arguments: [id]) {
        (key: $0.int64("key"), head: $0.int64("head"))
      }
      for (key, head) in stale {
        guard let variant = try place(key), let head = try place(head),
          head.product.variant == nil
        else { continue }
        try take(variant, from: head, custom: try read.get())
      }
    }
  }

  /// The variants that may have something else than what they take from their heads. Whether titles, tags and custom fields
  /// are the same is not told by one comparison.
  private static let stale: String = {
    let fields = ProductField.stored.filter {
      $0.isForMany && !AnyField.builtIn($0).isForCodes && $0.id != .stock
    }
    let differing = fields.map { field in
      let columns = field.columns.map { "v.\($0) IS NOT h.\($0)" }.joined(separator: " OR ")
      let isEmpty = field.columns.map { "v.\($0) IS NULL" }.joined(separator: " AND ")
      return """
        ((\(columns)) AND (instr(' ' || v.taken || ' ', ' \(field.id.text) ') > 0 OR \(isEmpty)))
        """
    }
    return """
      SELECT v.key AS key, h.key AS head
      FROM (
        SELECT key FROM product WHERE id = ?1 AND head IS NOT NULL
        UNION SELECT v.key FROM product AS v INDEXED BY product_by_head
          WHERE v.head = (SELECT hex(id) FROM product WHERE id = ?1)) AS touched
      CROSS JOIN product AS v ON v.key = touched.key
      CROSS JOIN product AS h ON h.id = identifier(v.head)
      WHERE h.head IS NULL AND (\(differing.joined(separator: " OR "))
        OR instr(' ' || v.taken || ' ', ' title ') > 0
        OR instr(' ' || v.taken || ' ', ' tags ') > 0 OR instr(v.taken, '-') > 0
        OR EXISTS (SELECT 1 FROM product_value WHERE product = h.key))
      """
  }()

  // MARK: What is affected

  /// Whether there are variants, and the step did more than what most do: change fields that neither a head passes on nor
  /// a variant takes.
  private func isNeeded(_ edited: EditedProducts?) throws -> Bool {
    switch kind {
    case .asked:
      if let edited {
        return try edited.all.contains { !$0.fields.isSubset(of: Self.ownFields) }
          && !VariantTable(connection: connection).isEmpty()
      }
      if try touchesMoreThanRows() { return try !VariantTable(connection: connection).isEmpty() }
      guard connection.recording.has(RecordedTable.product.number) else { return false }
      return try connection.integer(Self.needed, step) == 1
    case .merged: return try !VariantTable(connection: connection).isEmpty()
    case .done: return false
    }
  }

  /// Whether the step, which is being recorded, touched tags or values, or made a product.
  private func touchesMoreThanRows() throws -> Bool {
    if Self.partsWithFields.contains(where: connection.recording.has) { return true }
    return try connection.hasInserted
      && connection.integer("SELECT ifnull(max(key), 0) > ? FROM product", mark) == 1
  }

  private static let partsWithFields = RecordedTable.all
    .filter { $0.name == "product_tag" || $0.name == "product_value" }.map(\.number)

  private static let needed: String = {
    let stays = ProductField.stored.filter { !own.contains($0.id) }.flatMap(\.columns)
      .map { "\($0) IS new_\($0)" }
    return """
      SELECT EXISTS (SELECT 1 FROM history_product WHERE step = ?1 AND NOT (
          existed AND remains AND deleted IS new_deleted AND \(stays.joined(separator: " AND "))))
        AND \(VariantTable.someExist)
      """
  }()

  /// The variants that the step touched, or whose heads it touched, by their heads; and which of them it did not touch
  /// itself, nil if it did not touch the head.
  private func affected() throws -> [(head: UUID, keys: [Int64], untouched: Set<Int64>?)] {
    var heads: [UUID] = []
    var keys: [UUID: [Int64]] = [:]
    var untouched: [UUID: Set<Int64>] = [:]
    try connection.forEachRow(
      """
      WITH touched (key) AS MATERIALIZED (
        SELECT key FROM history_product WHERE step = ?1
        UNION SELECT product FROM history_product_tag WHERE step = ?1
        UNION SELECT product FROM history_product_value WHERE step = ?1
        UNION SELECT key FROM product WHERE key > ?2),
      named (head) AS (
        SELECT hex(product.id) FROM touched CROSS JOIN product ON product.key = touched.key
        UNION SELECT hex(id) FROM history_product WHERE step = ?1 AND existed AND NOT remains)
      SELECT variant.key AS key, variant.head AS head, '' AS taken, 1 AS touched
      FROM touched CROSS JOIN product AS variant ON variant.key = touched.key
      WHERE variant.head IS NOT NULL
      UNION ALL SELECT variant.key, variant.head, '', 0
      FROM named CROSS JOIN product AS variant INDEXED BY product_by_head
        ON variant.head = named.head
      ORDER BY 2, 1, 4
      """, arguments: [step, mark]
    ) { row in
      let head = VariantPlace(stored: row, ["head", "taken"]).head
      let key = row.int64("key")
      if keys[head] == nil { heads.append(head) }
      if keys[head]?.last != key { keys[head, default: []].append(key) }
      if row.int("touched") == 0 {
        untouched[head, default: []].insert(key)
      } else {
        untouched[head]?.remove(key)
      }
      return true
    }
    return heads.map { ($0, keys[$0] ?? [], untouched[$0]) }
  }

  /// Whether a product is there that can have variants.
  private func isHead(_ id: UUID) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM product WHERE id = ? AND head IS NULL)", id) == 1
  }

  /// Whether the step changed nothing of a variant but what none takes from its head.
  private func saysOnlyItsOwn(_ key: Int64) throws -> Bool {
    guard key <= mark else { return false }
    let staysWhere = try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM history_product
        WHERE step = ? AND key = ? AND existed AND remains AND deleted IS new_deleted)
      """, step, key)
    return try staysWhere == 1 && changedFields(of: key).isSubset(of: Self.own)
  }

  private static let columns = ProductTable.columns(of: "product")

  private func place(of id: UUID) throws -> Place? {
    try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
      .flatMap(place)
  }

  private func place(_ key: Int64) throws -> Place? {
    let found = try connection.first(
      "SELECT \(Self.columns), deleted FROM product WHERE key = ?", key
    ) {
      Place(
        key: key, product: try $0.product(),
        deleted: $0.isNull("deleted") ? nil : $0.date("deleted"))
    }
    guard var place = found else { return nil }
    place.product = try ProductTable(connection: connection)
      .whole(StoredProduct(key: key, product: place.product))
    return place
  }

  // MARK: The trash

  /// When a product was put into the trash, if the step took it out of there.
  private func trashedBefore(_ key: Int64) throws -> Date? {
    try connection.first(
      """
      SELECT deleted FROM history_product
      WHERE step = ? AND key = ? AND existed AND remains AND deleted IS NOT NULL
        AND new_deleted IS NULL
      """, step, key
    ) { $0.date("deleted") }
  }

  /// Returns whether the variant was moved into the trash or out of it.
  private func keepTogether(_ variant: Place, _ head: Place, returned: Date?) throws -> Bool {
    func set(_ deleted: Date?, _ key: Int64) throws {
      try connection.run(
        "UPDATE product SET deleted = ?, \(Revision.becomesNext) WHERE key = ?", deleted, key)
    }
    switch (variant.deleted, head.deleted) {
    case (nil, let moment?):
      // A variant that was taken out of the trash brings its head back.
      if try trashedBefore(variant.key) != nil {
        try set(nil, head.key)
        return false
      }
      // It may have come to a head in the trash from another copy of the catalogue: an edit does not hide it.
      guard try isTrashedNow(head.key) || hasNewHead(variant.key) else { return false }
      try set(moment, variant.key)
    // Those that went with the head.
    case (let moment?, nil) where moment == returned: try set(nil, variant.key)
    default: return false
    }
    return true
  }

  /// Whether the step put a product into the trash.
  private func isTrashedNow(_ key: Int64) throws -> Bool {
    try isNew(key, or: "deleted IS NULL AND new_deleted IS NOT NULL")
  }

  /// Whether the step made a product, or this is true of what it did with it.
  private func isNew(_ key: Int64, or condition: String) throws -> Bool {
    if key > mark { return true }
    return try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM history_product WHERE step = ? AND key = ? AND \(condition))
      """, step, key) == 1
  }

  /// Those of these variants that are gone with their head, which the step erased. One that is in use while its
  /// head was in the trash stays.
  private func wentWith(_ head: UUID, _ keys: [Int64]) throws -> Set<Int64> {
    let wasTrashed = try connection.first(
      "SELECT deleted FROM history_product WHERE step = ? AND id = ? AND existed AND NOT remains",
      step, head
    ) { !$0.isNull("deleted") }
    guard let wasTrashed else { return [] }
    return try Set(keys.filter { try !wasTrashed || place($0)?.deleted != nil })
  }

  /// The head that these variants name can't be one. If the step did that, it is refused. If another
  /// program did, they are products of their own from now on, with all they have.
  private func release(
    _ keys: [Int64], _ problem: InvalidValue.Problem, because head: Int64? = nil
  ) throws {
    for key in keys + [head].compactMap(\.self) where try kind == .asked && hasNewHead(key) {
      throw InvalidValue(.variant, problem, product: try place(key)?.product.title.text)
    }
    for key in keys {
      try connection.run(
        """
        UPDATE product SET head = NULL, taken = NULL, changed = ?, \(Revision.becomesNext)
        WHERE key = ?
        """, moment, key)
    }
  }

  private func hasNewHead(_ key: Int64) throws -> Bool {
    try isNew(key, or: "head IS NOT new_head")
  }

  // MARK: Fields

  private func take(_ variant: Place, from head: Place, custom: [CustomField]) throws {
    let (old, source) = (variant.product, head.product)
    guard var place = old.variant else { return }
    let changed = try changedFields(of: variant.key)
    var new = old
    place.taken.subtract(source.options.fields.map { .custom($0) })
    for field in VariantPlace.shared(custom, options: source.options) {
      let (own, theirs) = (field.value(of: old), field.value(of: source))
      if place.taken.contains(field.id) {
        if changed.contains(field.id), own != nil, own != theirs {
          place.taken.remove(field.id)
        } else {
          field.copy(from: source, to: &new)
        }
      } else if own == nil, theirs != nil {
        field.copy(from: source, to: &new)
        place.taken.insert(field.id)
      }
    }
    if place.taken.contains(.title) {
      let title = Self.title(of: old, source, custom: custom)
      if changed.contains(.title), old.title != title {
        place.taken.remove(.title)
      } else {
        new.title = title
      }
    }
    if new.unit != old.unit {
      do {
        new = try converted(new, from: old, given: changed.union(place.taken))
      } catch let refusal as InvalidValue {
        guard kind != .asked else {
          throw InvalidValue(refusal.field, refusal.problem, product: old.title.text)
        }
        // Nobody can be asked: it keeps its amounts, and the unit that they are in.
        new.unit = old.unit
        place.taken.remove(.unit)
      }
    }
    new.variant = place
    guard new != old else { return }
    // An edit in the same step has given it its next revision already.
    if try !hasNewRevision(variant.key) { new.revision = Revision.next(after: old.revision) }
    new.changed = Date(milliseconds: moment.milliseconds)
    // What its head has by now was decided elsewhere: it keeps nobody from editing something else.
    try ProductTable(connection: connection).write(
      new, over: old, key: variant.key, areValuesStored: true)
  }

  /// With its own amounts in the unit that it takes from its head from now on.
  private func converted(
    _ new: Product, from old: Product, given: Set<FieldID>
  ) throws -> Product {
    var change = ProductChange()
    for field in [.unit, .packSize, .price, .stock, .minimumStock] as [ProductField]
    where field == .unit || given.contains(field.id) {
      try change.set(field, field.value(of: new))
    }
    return try change.convertingAmounts(of: old).applied(to: new)
  }

  /// The head's title with what tells the variant from others.
  static func title(of variant: Product, _ head: Product, custom: [CustomField]) -> ProductTitle {
    let values = head.options.fields.compactMap { id -> String? in
      guard let value = variant.values[id], let field = custom.first(where: { $0.id == id }) else {
        return nil
      }
      return field.kind.text(of: value)
    }
    let differing = values.map { " · " + $0 }.joined()
    // As long as a title may be, and still to be told from the others.
    for length in [200, 100, 50] {
      let room = max(1, length - differing.count)
      if let title = try? ProductTitle(head.title.text.prefix(room) + differing) { return title }
    }
    return head.title
  }

  /// The fields that the step changed in a product that was there before.
  func changedFields(of key: Int64) throws -> Set<FieldID> {
    guard key <= mark else { return [] }
    var changed =
      try connection.first(Self.changes, step, key) { row in
        Set(ProductField.stored.filter { row.int($0.name) == 1 }.map(\.id))
      } ?? []
    // What another step did, after which variants follow heads here, was recorded elsewhere.
    if kind == .asked, !Self.partsWithFields.contains(where: connection.recording.has) {
      return changed
    }
    let hasTags = try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM history_product_tag WHERE step = ? AND product = ?)", step, key)
    if hasTags == 1 { changed.insert(.tags) }
    try connection.forEachRow(
      """
      SELECT field.id AS id FROM history_product_value AS past JOIN field ON field.key = past.field
      WHERE step = ? AND product = ?
      """, arguments: [step, key]
    ) {
      changed.insert(.custom(try $0.uuid("id")))
      return true
    }
    return changed
  }

  private static let changes: String = {
    let differing = ProductField.stored.map { field in
      let differs = field.columns.map { "\($0) IS NOT new_\($0)" }.joined(separator: " OR ")
      return "(\(differs)) AS \(field.name)"
    }
    return """
      SELECT \(differing.joined(separator: ", ")) FROM history_product WHERE step = ? AND key = ?
      """
  }()

  private func hasNewRevision(_ key: Int64) throws -> Bool {
    try isNew(key, or: "revision IS NOT new_revision")
  }
}
