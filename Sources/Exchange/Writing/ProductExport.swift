// SPDX-License-Identifier: Apache-2.0
// Writes products to a file in another format. The file appears when it is complete, or not at all.

import Catalog
import Foundation

/// What is to be written, and how.
public struct ProductExport: Codable, Sendable, Equatable {
  public var format: ExportFormat
  public var query: ProductQuery
  public var limit = Int.max
  /// The names of the columns of a table; nil for all that it takes to read it again.
  public var columns: [String]?
  /// Whether pictures come along: in a workbook, or beside the file.
  public var hasPictures = false
  /// Whether a CSV is as the spreadsheets of many countries want it: with semicolons and decimal commas.
  public var isLocal = false
  /// Whether texts that a spreadsheet would take for formulas stay as they are.
  public var isUnguarded = false
  /// For how much unit prices are. Not kept with a saved export: it is chosen for the whole program.
  public var unitPrices = UnitPriceMeasure(country: nil)

  private enum CodingKeys: String, CodingKey {
    case format, query, limit, columns, hasPictures, isLocal, isUnguarded
  }

  public init(_ query: ProductQuery, as format: ExportFormat) {
    (self.query, self.format) = (query, format)
  }

  /// Where it goes.
  public enum Place: Sendable {
    case file(String)
    case output(@Sendable (ArraySlice<UInt8>) throws -> Void)
  }

  /// What was written.
  public struct Result: Sendable {
    public internal(set) var products = 0
    public internal(set) var faults: [ExportFault] = []
  }

  // MARK: Before

  /// What the file will lack of what the catalogue has.
  public func losses(in store: CatalogStore) async throws -> [ExportLoss] {
    let parts = try await store.parts()
    var losses: [ExportLoss] = []
    if parts.contains(.pictures) {
      if !hasPictures {
        losses.append(.pictures)
      } else if format == .xlsx {
        losses.append(.otherPictures)
      } else if [.woocommerce, .shopify, .google].contains(format) {
        losses.append(.fetchedPictures)
      }
    }
    if format == .jsonl { return losses }
    if !format.isTable {
      if let shop = format.shop {
        let fields = try await store.fields()
        let missing = shop.init(fields, options: 0, unitPrices: unitPrices).missing
        if !missing.isEmpty { losses.append(.fields(missing)) }
        if fields.contains(where: { !missing.contains(.custom($0)) && $0.saysMoreThanItsValues }) {
          losses.append(.kindsOfFields)
        }
      }
      if format == .shopify, parts.contains(.variants) {
        losses += [.ownOfHeads, .ownOfVariants]
        if try await store.mostOptions() > ShopifyWriting.mostOptions {
          losses.append(.options(after: ShopifyWriting.mostOptions))
        }
      }
      if format == .magento { losses.append(.currency) }
      if format != .bmecat {
        var loose = query
        loose.filters += [.isPresent(.unit), .isEmpty(.packSize)]
        if try await store.count(loose) > 0 { losses.append(.pricesByUnit) }
      }
      if format != .bmecat { losses.append(.identity) }
      if format == .google || format == .bmecat {
        if format == .google, parts.contains(.variants) { losses += [.heads, .variants] }
        var nameless = query
        nameless.filters.append(.isEmpty(.sku))
        if try await store.count(nameless) > 0 { losses.append(.lackOfSKU) }
      }
    }
    if parts.contains(.notes) { losses.append(.notes) }
    if parts.contains(.pictures), hasPictures { losses.append(.captions) }
    let columns = format.isTable ? columns : nil
    if let columns, !columns.contains(TableColumn.id.name) { losses.append(.identity) }
    if parts.contains(.variants), let columns, !columns.contains(TableColumn.variantOf.name) {
      losses.append(.variants)
    }
    return losses + [.dates]
  }

  /// The columns of the table.
  public func tableColumns(in store: CatalogStore) async throws -> [TableColumn] {
    let fields = try await store.fields()
    var chosen: [TableColumn]
    if let columns {
      chosen = try columns.map { name in
        guard let column = TableColumn.named(name, among: fields) else {
          throw UnknownColumn(
            name: name, known: TableColumn.builtIn.map(\.name) + fields.map(\.name))
        }
        return column
      }
    } else {
      chosen = TableColumn.all(fields, try await store.parts())
    }
    // It tells our tables from others.
    if let id = chosen.firstIndex(of: .id), id > 0 { chosen.insert(chosen.remove(at: id), at: 0) }
    if hasPictures, !chosen.contains(.pictures) { chosen.append(.pictures) }
    if !hasPictures { chosen.removeAll { $0 == .pictures } }
    // An amount says nothing without its currency.
    if let price = chosen.firstIndex(of: .field(.builtIn(.price))), !chosen.contains(.currency) {
      chosen.insert(.currency, at: price + 1)
    }
    return chosen
  }

  // MARK: Writing

  /// - Parameter progress: throws to stop; then nothing was written.
  public func write(
    to place: Place, of store: CatalogStore, progress: @escaping CatalogStore.Progress = { _ in }
  ) async throws -> Result {
    if let most = format.mostProducts, limit > most {
      let count = try await store.count(query)
      if count > most { throw ExportError.tooManyProducts(most: most, format) }
    }
    do {
      switch place {
      case .output(let output):
        // A workbook has its pictures in itself.
        if hasPictures, format != .xlsx { throw ExportError.noPlaceForPictures }
        return try await write(to: output, with: nil, of: store, progress: progress)
      case .file(let path):
        try store.checkIsOutside(path)
        let file = Unshared(try SharedFile.new(at: path))
        let folder = format == .xlsx || !hasPictures ? nil : PicturesFolder(beside: path, format)
        let pictures = folder.map { PictureCopies($0) }
        do {
          let result = try await write(
            to: { try file.value.write($0) }, with: pictures, of: store, progress: progress)
          try file.value.putInPlace()
          return result
        } catch {
          pictures?.remove()
          throw error
        }
      }
    } catch is ZipWriter.TooLarge {
      throw ExportError.tooLarge(format)
    }
  }

  private func write(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    with copies: PictureCopies?,
    of store: CatalogStore, progress: @escaping CatalogStore.Progress
  ) async throws -> Result {
    let repeated = RepeatedProgress(progress)
    let progress: CatalogStore.Progress = { try repeated.report($0) }
    let picture: CopiedPictures.Reading = { name in
      try repeated.again()
      return try store.pictureBytes(named: name)
    }
    let pictures = copies.map { CopiedPictures(copies: $0, read: picture) }
    var result: Result
    if format == .jsonl {
      result = try await writeLines(to: output, with: pictures, of: store, progress: progress)
    } else if format.isTable {
      result = try await writeTable(
        to: output, with: pictures, reading: picture, of: store, progress: progress)
    } else {
      result = try await writeFamilies(to: output, with: pictures, of: store, progress: progress)
    }
    result.faults += copies?.faults ?? []
    return result
  }

  private func writeLines(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    with pictures: CopiedPictures?,
    of store: CatalogStore, progress: @escaping CatalogStore.Progress
  ) async throws -> Result {
    var keep: (@Sendable (ProductPicture) throws -> Void)?
    if let pictures { keep = { try pictures.add($0.fileName) } }
    let written = try await store.exportLines(
      query, limit: limit, progress: progress, keeping: keep, to: output)
    return Result(products: written.products)
  }

  private func writeTable(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    with pictures: CopiedPictures?, reading picture: @escaping CopiedPictures.Reading,
    of store: CatalogStore, progress: @escaping CatalogStore.Progress
  ) async throws -> Result {
    let columns = try await tableColumns(in: store)
    let saysKinds = columns.first == .id
    let writer = Unshared(try tableWriter(output, picture, isOwn: saysKinds))
    try writer.value.begin(
      columns.map { WrittenColumn(column: $0, name: OwnHead.name(of: $0, sayingKinds: saysKinds)) })
    let place = columns.firstIndex(of: .pictures)
    let products = try await store.tableRows(
      query, columns: columns, limit: limit, progress: progress
    ) { (row: TableCells) in
      guard let pictures, let place else { return try writer.value.write(row) }
      let names = String(decoding: row.bytes[row.cells[place].text], as: UTF8.self)
        .split(separator: "\n").map(String.init)
      for name in names { try pictures.add(name) }
      let paths = names.map { pictures.folder.inside($0) }
      try writer.value.write(row.replacing(place, with: paths.joined(separator: "\n")))
    }
    try writer.value.end()
    return Result(products: products, faults: writer.value.faults)
  }

  private func writeFamilies(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    with pictures: CopiedPictures?,
    of store: CatalogStore, progress: @escaping CatalogStore.Progress
  ) async throws -> Result {
    let fields = try await store.fields()
    let writer: any FamilyWriter
    if let shop = format.shop {
      writer = ShopWriter(
        shop.init(fields, options: try await store.mostOptions(), unitPrices: unitPrices),
        isGuarded: !isUnguarded, to: output)
    } else {
      writer = try BMEcatWriter(fields, try await store.categories().map(\.path), to: output)
    }
    let shared = Unshared(writer)
    try shared.value.begin()
    let products = try await store.families(query, limit: limit, progress: progress) {
      (family: ProductFamily) in
      for picture in family.products.flatMap(\.pictures) { try pictures?.add(picture.fileName) }
      try shared.value.write(family) { product in
        guard let pictures else { return [] }
        return product.pictures.map { pictures.folder.inside($0.fileName) }
      }
    }
    try shared.value.end()
    return Result(products: products, faults: shared.value.faults)
  }

  private func tableWriter(
    _ output: @escaping OutputBuffer.Output, _ picture: @escaping CopiedPictures.Reading,
    isOwn: Bool
  ) throws -> any TableWriter {
    var style = isLocal ? TextTableWriter.Style.country : TextTableWriter.Style()
    if format == .tsv { style = .tabs }
    (style.isGuarded, style.isOwn) = (!isUnguarded, isOwn)
    return switch format {
    case .xlsx:
      try XLSXWriter(output, picture: hasPictures ? { try picture($0) } : nil)
    case .ods: try OpenDocumentWriter(output)
    default: TextTableWriter(style, output)
    }
  }
}

/// What one thread after the other uses, never two at a time.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension CustomField {
  /// Whether a shop, which has but the values, would lack something of it.
  fileprivate var saysMoreThanItsValues: Bool {
    switch kind {
    case .choice: true
    // A percentage is one in each of its values.
    case .number(let unit): isCost || !["", "%"].contains(unit)
    case .line, .text, .wholeNumber, .money, .date, .year, .yesNo, .code, .link, .tags, .category:
      isCost
    }
  }
}
