// SPDX-License-Identifier: Apache-2.0
// Compares the rows of a list with the products that they are about, which a key tells.

import Catalog
import Foundation

struct Comparison {
  let understanding: Understanding
  private let fields: [CustomField]
  /// Nil without a source.
  let last: LastList?
  let answers: [String: [String]]
  private let exceptions: RowExceptions
  /// What tells which product a row is about.
  let keys: RowKeys

  init(
    _ understanding: Understanding, key: [String], fields: [CustomField], last: LastList? = nil,
    answers: [String: [String]] = [:], leavingOut exceptions: RowExceptions = RowExceptions()
  ) throws {
    self.exceptions = exceptions
    (self.understanding, self.last, self.answers) = (understanding, last, answers)
    self.fields = fields
    let columns = understanding.columns
    let chosen: [AnyField] = try key.map { name in
      let field = columns.first { $0.isFor(name) }
      switch field?.target {
      case .field(let field)?: return .builtIn(field)
      case .custom(let field)?: return .custom(field)
      default: throw UnknownColumn(name: name, known: columns.compactMap(\.field))
      }
    }
    keys = RowKeys(understanding, chosen: chosen)
  }

  /// Whether there is a last list.
  var hasLast: Bool { last != nil }

  var keyNames: [String] { keys.names(in: understanding) }

  static func name(_ field: AnyField) -> String {
    switch field {
    case .builtIn(let field): field.name
    case .custom(let field): field.name
    }
  }

  // MARK: Rows

  /// What becomes of some rows, which follow those before.
  func compare(
    _ rows: [ReadRow], with store: CatalogStore, after earlier: inout EarlierRows
  ) async throws -> [PlannedRow] {
    var rows = rows
    var found = try await counterparts(of: &rows, in: store)
    let titles = try await titlesOfHeads(of: rows, found, in: store)
    var all: [PlannedRow] = []
    all.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      guard let last else {
        all.append(planned(row, found[index], ofHeads: titles, after: &earlier))
        continue
      }
      let texts = keys.texts(of: row)
      guard let place = texts.first.map(last.place) else {
        all.append(planned(row, found[index], ofHeads: titles, after: &earlier))
        continue
      }
      var old = last.take(place)
      var oldPlace: String?
      // The last list may have had fewer codes.
      for key in texts.dropFirst() where old == nil {
        old = last.take(key)
        if old != nil { oldPlace = key }
      }
      // Its key may have been changed here.
      if found[index].isEmpty, let id = old?.product {
        guard let product = try await store.product(id) else {
          // Deleted here, and it stays so.
          var gone = PlannedRow(read: row, outcome: .same)
          gone.place = place
          all.append(gone)
          continue
        }
        found[index] = [product]
      }
      var row = planned(row, found[index], ofHeads: titles, since: old, after: &earlier)
      (row.place, row.oldPlace) = (place, oldPlace)
      all.append(row)
    }
    return all
  }

  /// The titles of the heads of those variants that have their titles from there and that rows call otherwise.
  private func titlesOfHeads(
    of rows: [ReadRow], _ found: [[Product]], in store: CatalogStore
  ) async throws -> [UUID: String] {
    var (heads, titles): ([UUID: String], [UUID: String]) = ([:], [:])
    for (row, products) in zip(rows, found) {
      guard let title = row.values[.builtIn(.title)] else { continue }
      for product in products where .text(product.title.text) != title {
        guard let place = product.variant, place.taken.contains(.title) else { continue }
        if heads[place.head] == nil {
          heads[place.head] = try await store.product(place.head)?.title.text
        }
        titles[product.id] = heads[place.head]
      }
    }
    return titles
  }

  private func counterparts(
    of rows: inout [ReadRow], in store: CatalogStore
  ) async throws -> [[Product]] {
    var found = [[Product]](repeating: [], count: rows.count)
    for (place, row) in rows.enumerated() {
      guard let id = row.id else { continue }
      if let product = try await store.product(id) {
        found[place] = [product]
      } else if try await store.product(id, includingTrash: true) != nil {
        // The import would find it there, and change it where nobody looks.
        rows[place].refuse(.inTrash)
      }
    }
    // By the first code that each row has; then, what lacks that code in the catalogue, by the next one.
    let keys = rows.map { self.keys.all(of: $0) }
    for round in 0..<2 {
      var places: [AnyField: [(Int, RowKey)]] = [:]
      for place in rows.indices where found[place].isEmpty && round < keys[place].count {
        let key = keys[place][round]
        places[key.fields[0], default: []].append((place, key))
      }
      for (place, products) in try await products(places, in: store) {
        let first = keys[place][0].fields[0]
        found[place] = round == 0 ? products : products.filter { first.value(of: $0) == nil }
      }
    }
    return found
  }

  private func products(
    _ places: [AnyField: [(Int, RowKey)]], in store: CatalogStore
  ) async throws -> [(Int, [Product])] {
    var found: [(Int, [Product])] = []
    for (field, wanted) in places {
      if case .custom(let custom) = field, !fields.contains(where: { $0.id == custom.id }) {
        continue
      }
      let products = try await store.products(
        with: wanted.map { $0.1.values[0] }, in: field,
        atMost: field == .builtIn(.title) || keys.chosen.count > 1 ? 50 : 2)
      for ((place, key), products) in zip(wanted, products) {
        let matching = products.filter { product in
          zip(key.fields, key.values).dropFirst().allSatisfy { $0.value(of: product) == $1 }
        }
        found.append((place, matching))
      }
    }
    return found
  }

  /// What becomes of a row, as a member of its family.
  private func planned(
    _ row: ReadRow, _ found: [Product], ofHeads titles: [UUID: String],
    since old: RememberedRow? = nil,
    after earlier: inout EarlierRows
  ) -> PlannedRow {
    var row = row
    row.structure.head = row.structure.head ?? row.family.head.flatMap { earlier.heads[$0] }
    // Variants that other lists have stay, and so do options in which only these differ.
    if let known = found.first?.options.names(among: fields), !row.structure.options.isEmpty {
      row.structure.options = known + row.structure.options.filter { !known.contains($0) }
    }
    var planned = plan(row, found, ofHeads: titles, since: old, after: &earlier)
    guard planned.outcome != .refused else { return planned }
    if let head = row.family.head, !row.family.options.isEmpty {
      let options = row.family.options.map { "\($0.name)=\($0.value)" }.sorted()
      let place = ([head] + options).joined(separator: "\n")
      if let number = earlier.byOptions[place] {
        planned.read.remark(.sameOptions(number))
      } else {
        earlier.byOptions[place] = row.number
      }
    }
    if exceptions.leavesOut(planned) { leaveOut(planned, from: &earlier) }
    if let key = row.family.key {
      let id = planned.product?.id ?? planned.read.id ?? UUID()
      if planned.product == nil { planned.read.id = id }
      earlier.heads[key] = id
    }
    if planned.outcome == .new, planned.read.structure.head != nil, row.family.hasTitleOfHead,
      planned.read.structure.taken == nil
    {
      planned.read.structure.taken = [ProductField.title.name]
    }
    return planned
  }

  /// What a person left out does not stand in the way of a row that repeats it.
  private func leaveOut(_ planned: PlannedRow, from earlier: inout EarlierRows) {
    let number = planned.read.number
    let identity = keys.first(of: planned.read).map(\.shortIdentity)
    if let identity, earlier.byKey[identity] == number { earlier.byKey[identity] = nil }
    if earlier.byValues[planned.read.values] == number {
      earlier.byValues[planned.read.values] = nil
    }
    if let id = planned.product?.id { earlier.byProduct[id] = nil }
    for name in [identity, planned.product?.id.uuidString] {
      if let name { earlier.leftOut[name] = number }
    }
  }

  private func plan(
    _ row: ReadRow, _ found: [Product], ofHeads titles: [UUID: String],
    since old: RememberedRow? = nil,
    after earlier: inout EarlierRows
  ) -> PlannedRow {
    var row = row
    func refused(_ refusal: RowRefusal) -> PlannedRow {
      if row.refusal == nil { row.refuse(refusal) }
      if case .earlierRow(let number) = refusal { earlier.repeated.insert(number) }
      return PlannedRow(read: row, outcome: .refused, product: found.first, changes: nil)
    }
    if let refusal = row.refusal ?? refusalOfKey(of: row) { return refused(refusal) }
    // What has an identifier goes by that: others may have the same code, and the same title.
    let key = row.id == nil || !keys.chosen.isEmpty ? keys.first(of: row) : nil
    let isByTitle = key.map { $0.fields == [.builtIn(.title)] && keys.chosen.isEmpty } ?? false
    if let key, !isByTitle {
      let identity = key.shortIdentity
      if let number = earlier.leftOut[identity] { earlier.repeated.insert(number) }
      if let row = earlier.byKey[identity] { return refused(.earlierRow(row)) }
      earlier.byKey[identity] = row.number
    }
    if isByTitle {
      if !earlier.leftOut.isEmpty, let number = key.flatMap({ earlier.leftOut[$0.shortIdentity] }) {
        earlier.repeated.insert(number)
      }
      // Two products may have one title, but not all the rest.
      if let row = earlier.byValues[row.values] { return refused(.earlierRow(row)) }
      earlier.byValues[row.values] = row.number
    }
    var candidates = found
    if isByTitle, found.count > 1 {
      // Of several with one title, the one that is as the row has it.
      let same = found.filter {
        earlier.byProduct[$0.id] == nil && differences(row, from: $0).isEmpty
      }
      candidates =
        same.isEmpty ? found.filter { earlier.byProduct[$0.id] == nil } : Array(same.prefix(1))
    } else if isByTitle, let product = found.first, earlier.byProduct[product.id] != nil {
      candidates = []
    }
    if candidates.count > 1, let key {
      return refused(
        .ambiguous(
          field: Self.name(key.fields[0]), value: key.fields[0].kind.text(of: key.values[0])))
    }
    if let refusal = row.countAlike(with: candidates.first) { return refused(refusal) }
    guard let product = candidates.first else {
      // Nothing is left to be done.
      if row.isDeletion { return PlannedRow(read: row, outcome: .same) }
      guard row.values[.builtIn(.title)] != nil else { return refused(.noTitle) }
      if !row.addedTags.isEmpty { row.values[.builtIn(.tags)] = .tags(Tags(adding: row.addedTags)) }
      var new = PlannedRow(read: row, outcome: .new, changes: nil)
      new.isUnknown = found.isEmpty && key != nil
      return new
    }
    if !earlier.leftOut.isEmpty, let number = earlier.leftOut[product.id.uuidString] {
      earlier.repeated.insert(number)
    }
    if let row = earlier.byProduct[product.id] { return refused(.earlierRow(row)) }
    earlier.byProduct[product.id] = row.number
    if row.isDeletion { return goneRow(row, product) }
    // A list without options calls all variants as their head, which is how a shop shows them.
    if let title = row.values[.builtIn(.title)], let own = titles[product.id],
      title == .text(own) || title == product.variant.flatMap({ earlier.newTitles[$0.head] })
    {
      row.values[.builtIn(.title)] = .text(product.title.text)
    }
    var (changes, conflicts): ([AnyField: FieldValue?], [Conflict]) =
      old.map {
        ThreeWays(last, answers, in: understanding).changes(of: &row, since: $0, to: product)
      } ?? (differences(row, from: product), [])
    do {
      changes = try row.convertingAmounts(changes, of: product)
    } catch let refusal as InvalidValue {
      return refused(.value(column: unitColumn, text: unitText(row), refusal))
    } catch {}
    if product.variant == nil, let title = changes[.builtIn(.title)] ?? nil {
      earlier.newTitles[product.id] = title
    }
    let hasNewPictures = product.pictures.isEmpty && !row.pictures.isEmpty
    let isSame = changes.isEmpty && !hasNewPictures && !changesStructure(row, of: product)
    var planned = PlannedRow(
      read: row, outcome: isSame ? .same : .changed, product: product, changes: changes)
    planned.conflicts = conflicts
    return planned
  }

  /// Without a field that rows are told by, nobody knows which product it is.
  private func refusalOfKey(of row: ReadRow) -> RowRefusal? {
    guard !row.remarks.isEmpty, !keys.chosen.isEmpty else { return nil }
    return row.remarks.first { remark in
      understanding.columns.contains { column in
        column.name == remark.column && column.anyField.map(keys.chosen.contains) ?? false
      }
    }
  }

  private var unitColumn: String {
    understanding.columns.first { $0.isOf(.unit) }?.name ?? ProductField.unit.name
  }

  private func unitText(_ row: ReadRow) -> String {
    row.values[.builtIn(.unit)].map { ProductField.unit.kind.text(of: $0) } ?? ""
  }

  private func changesStructure(_ row: ReadRow, of product: Product) -> Bool {
    let new = row.structure
    if !new.options.isEmpty, new.options != product.options.names(among: fields) { return true }
    guard let head = new.head else { return false }
    let old = Set(VariantPlace.names(of: product.variant?.taken ?? [], among: fields))
    return product.variant?.head != head
      || new.taken.map(Set.init) ?? old != old
  }

  private func differences(_ row: ReadRow, from product: Product) -> [AnyField: FieldValue?] {
    var changes: [AnyField: FieldValue?] = [:]
    for (field, value) in row.values where !field.isSame(field.value(of: product), value) {
      changes[field] = .some(value)
    }
    let missing = row.addedTags.filter { !product.tags.contains($0) }
    if !missing.isEmpty { changes[.builtIn(.tags)] = .tags(Tags(adding: product.tags + missing)) }
    return changes
  }

}

extension AnyField {
  /// Whether two values are one to it: a GTIN is the same with zeros before it.
  func isSame(_ old: FieldValue?, _ new: FieldValue?) -> Bool {
    guard old != new else { return true }
    // Line ends are those of the file.
    if kind == .text, case .text(let a)? = old, case .text(let b)? = new {
      let (a, b) = (a.withLineFeeds, b.withLineFeeds)
      return a == b || SheetSize.cuts(a, to: b)
    }
    guard kind == .code(.gtin), case .text(let a)? = old, case .text(let b)? = new else {
      return false
    }
    return a.drop { $0 == "0" } == b.drop { $0 == "0" }
  }
}

extension Tags {
  /// Without repeats.
  init(adding tags: [Tag]) {
    self.init()
    tags.forEach { add($0) }
  }
}

extension UnderstoodColumn {
  /// Whether it has the values of the field of this name.
  fileprivate func isFor(_ name: String) -> Bool { field.map(HeadKey.of) == HeadKey.of(name) }
}

extension Understanding {
  func hasColumn(for field: String) -> Bool { columns.contains { $0.isFor(field) } }
}

extension KnownRows {
  var hasVariants: Bool {
    switch self {
    case .productOverRows, .variantsApart: true
    case .productEach, .updates: false
    }
  }
}
