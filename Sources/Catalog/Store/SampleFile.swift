// Reading products.jsonl: a product a line, its pictures beside it. Everything is read and
// checked before anything is written, so a broken line leaves the catalogue as it was.

import Foundation

/// The products of a file, ready to be stored.
struct SampleFile {
  struct Entry {
    let line: Int
    let product: Product
    let notes: [Note]
    let pictures: [Picture]
  }

  let path: String
  let entries: [Entry]

  init(in directory: String) throws {
    let path = "\(directory)/products.jsonl"
    let bytes = try readFile(path, atMost: 64 << 20)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.path = path
    var ids: Set<UUID> = []
    entries = try lines.enumerated().compactMap { index, line in
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) { return nil }
      return try naming(line: index + 1, of: path) {
        let record = try JSONDecoder().decode(Record.self, from: Data(line))
        guard ids.insert(record.id).inserted else {
          throw InvalidValue(field: "id", message: "An earlier line has the same “id”.")
        }
        return try Entry(line: index + 1, record, in: directory)
      }
    }
  }

  /// One line as it is written.
  fileprivate struct Record: Decodable {
    struct Image: Decodable {
      let file: String
      let caption: String?
    }
    struct Note: Decodable {
      let id: UUID
      let title: String
      let text: String
    }
    let id: UUID
    let title: String
    let description: String?
    let category: String?
    let tags: [String]?
    let sku: String?
    let gtin: String?
    let price: String?
    let currency: String?
    let stock: Int?
    let minimumStock: Int?
    let yearIntroduced: Int?
    let images: [Image]?
    let notes: [Note]?
  }
}

extension SampleFile.Entry {
  fileprivate init(line: Int, _ record: SampleFile.Record, in directory: String) throws {
    guard (record.price == nil) == (record.currency == nil) else {
      throw InvalidValue(
        field: "price", message: "A price must have a currency, and a currency a price.")
    }
    let images = record.images ?? []
    pictures = try images.map { try Picture(named: $0.file, in: directory) }
    product = Product(
      id: record.id,
      title: try ProductTitle(record.title),
      description: record.description ?? "",
      category: try record.category.map { try CategoryPath($0) },
      tags: record.tags ?? [],
      sku: try record.sku.map { try SKU($0) },
      gtin: try record.gtin.map { try GTIN($0) },
      price: try record.price.map {
        try Price($0, currency: Currency(record.currency ?? ""))
      },
      stock: record.stock,
      minimumStock: record.minimumStock,
      year: try record.yearIntroduced.map { try IntroductionYear($0) },
      images: try zip(images, pictures).map {
        try ProductImage(
          contentHash: $1.hash, fileExtension: $1.format.rawValue, caption: $0.caption ?? "")
      })
    notes = (record.notes ?? []).map {
      Note(id: $0.id, productID: record.id, title: $0.title, text: $0.text)
    }
    self.line = line
  }
}

/// Runs `body`; an error says which line of `path` it is about.
func naming<Value>(line: Int, of path: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as DecodingError {
    throw CatalogError.badLine(file: path, line: line, reason: error.sentence)
  } catch let error as InvalidValue {
    throw CatalogError.badLine(file: path, line: line, reason: error.message)
  } catch let error as CatalogError {
    guard case .picture = error else { throw error }
    throw CatalogError.badLine(
      file: path, line: line, reason: error.errorDescription ?? "\(error)")
  }
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "“\(key.stringValue)” is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "“\(context.path)” is not of the right kind."
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "It is not JSON that can be read." : "“\(context.path)” has a value that cannot be read."
    @unknown default: "It cannot be read."
    }
  }
}

extension DecodingError.Context {
  fileprivate var path: String {
    codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
  }
}
