// SPDX-License-Identifier: Apache-2.0
// A synthetic catalogue of any size, for tests, benchmarks and trying out the program. Each product
// depends only on the seed and its index, so the same seed gives the same products on every
// machine, and a catalogue of a thousand is the beginning of a catalogue of a million.

import Foundation

/// A sequence of made-up products.
public struct GeneratedProducts: Sequence, Sendable {
  public let count: Int
  public let seed: UInt64
  /// Whether about half of the products have pictures.
  public let hasPictures: Bool

  public init(_ count: Int, seed: UInt64 = 1, hasPictures: Bool = false) {
    self.count = Swift.max(0, count)
    self.seed = seed
    self.hasPictures = hasPictures
  }

  public func makeIterator() -> AnyIterator<CatalogEntry> {
    var index = 0
    // Computed once, because it is the same for all.
    let batch = batch
    return AnyIterator {
      guard index < count else { return nil }
      defer { index += 1 }
      return entry(index, batch: batch)
    }
  }

  /// The product at this index, from 0.
  public subscript(index: Int) -> CatalogEntry { entry(index, batch: batch) }

  private func entry(_ index: Int, batch: String) -> CatalogEntry {
    var random = SeededRandom(seed: seed, index: index)
    let shelf = random.pick(GeneratedShelf.all)
    let maker = Self.name(&random)
    let created = Self.firstMoment + random.below(Self.years * Self.secondsOfYear)
    // Most have not been changed since they were created.
    let changed = random.chance(30) ? created + random.below(Self.secondsOfYear) : created
    var product = Product(
      id: Self.uuid(&random),
      title: ProductTitle(
        stored: Self.title(of: random.pick(shelf.nouns), by: maker, using: &random)),
      description: random.chance(90)
        ? Self.text(1 + random.below(5), by: maker, using: &random) : .empty,
      category: random.chance(97) ? shelf.category : nil,
      tags: Self.tags(&random),
      sku: random.chance(95) ? SKU(stored: "\(shelf.code)-\(batch)-\(index + 1)") : nil,
      gtin: random.chance(90) ? Self.gtin(&random) : nil,
      price: random.chance(97) ? Self.price(&random) : nil,
      year: random.chance(80)
        ? IntroductionYear(stored: 2026 - Swift.min(random.below(60), random.below(60))) : nil,
      created: Date(timeIntervalSince1970: Double(created)),
      changed: Date(timeIntervalSince1970: Double(changed)))
    func pieces(_ number: Int) -> Quantity {
      Quantity(storedMillionths: Int64(number) * 1_000_000)
    }
    if random.chance(90) {
      product.stock = pieces(Swift.min(random.below(300), random.below(300)))
    }
    if random.chance(40) { product.minimumStock = pieces(1 + random.below(20)) }
    let notes = Self.notes(on: product, &random)
    if hasPictures { product.pictures = Self.pictures(&random) }
    return CatalogEntry(product: product, notes: notes)
  }

  /// Part of every SKU, so that products of different seeds have different SKUs.
  private var batch: String {
    var random = SeededRandom(seed: seed)
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String((0..<5).map { _ in random.pick(letters) })
  }

  // MARK: Parts

  /// The beginning of 2015; products are created within some years after it.
  private static let firstMoment = 1_420_070_400
  private static let years = 10
  private static let secondsOfYear = 365 * 86_400

  private static func uuid(_ random: inout SeededRandom) -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) {
      $0.storeBytes(of: random.next().littleEndian, toByteOffset: 0, as: UInt64.self)
      $0.storeBytes(of: random.next().littleEndian, toByteOffset: 8, as: UInt64.self)
    }
    // The version bits of a random UUID.
    uuid.6 = uuid.6 & 0x0f | 0x40
    uuid.8 = uuid.8 & 0x3f | 0x80
    return UUID(uuid: uuid)
  }

  /// One of a few thousand names, such as “Belminford”.
  private static func name(_ random: inout SeededRandom) -> String {
    let first = random.pick(GeneratedWords.syllables)
    let rest = random.pick(GeneratedWords.syllables) + random.pick(GeneratedWords.endings)
    return first.prefix(1).uppercased() + String(first.dropFirst()) + rest
  }

  private static func title(
    of noun: String, by maker: String, using random: inout SeededRandom
  ) -> String {
    var title = random.chance(50) ? "\(random.pick(GeneratedWords.qualities)) " : ""
    if random.chance(60) { title += "\(random.pick(GeneratedWords.materials)) " }
    title += noun
    if random.chance(35) { title = "\(maker) \(title)" }
    if random.chance(40) { title += ", \(random.pick(GeneratedWords.colours))" }
    if random.chance(40) { title += " \(5 + random.below(95)) cm" }
    return title
  }

  private static func text(
    _ sentences: Int, by maker: String, using random: inout SeededRandom
  ) -> FreeText {
    var text = ""
    for _ in 0..<sentences {
      if !text.isEmpty { text += random.chance(15) ? "\n" : " " }
      for character in random.pick(GeneratedWords.sentences).unicodeScalars {
        switch character {
        case "*": text += maker
        case "#": text += random.pick(GeneratedWords.colours)
        default: text.unicodeScalars.append(character)
        }
      }
    }
    return FreeText(stored: text)
  }

  private static func tags(_ random: inout SeededRandom) -> Tags {
    var tags = Tags()
    for _ in 0..<random.below(5) {
      tags.add(Tag(stored: random.pick(GeneratedWords.tags)))
    }
    return tags
  }

  /// Mostly 13 digits, from the range reserved for use within a shop.
  private static func gtin(_ random: inout SeededRandom) -> GTIN {
    let length = random.chance(85) ? 13 : random.pick([8, 12, 14])
    var digits: [UInt8] = [UInt8(ascii: length == 13 ? "2" : "0")]
    while digits.count < length - 1 { digits.append(0x30 + UInt8(random.below(10))) }
    digits.append(GTIN.checkDigit(of: digits))
    return GTIN(stored: String(decoding: digits, as: UTF8.self))
  }

  private static let currencies = ["EUR", "EUR", "EUR", "EUR", "EUR", "USD", "GBP", "CHF", "JPY"]
    .map(Currency.init(stored:))

  private static func price(_ random: inout SeededRandom) -> Price {
    // From one to 10,000, with high prices rarer.
    let magnitude = random.pick([10, 10, 100, 100, 100, 1000, 1000, 10_000])
    let ending = random.pick([0, 50, 90, 95, 99])
    let currency = random.pick(currencies)
    let amount = 1 + random.below(magnitude)
    let minorUnits = currency.minorUnitDigits == 0 ? amount * 100 : amount * 100 + ending
    return Price(storedMinorUnits: Int64(minorUnits), currency: currency)
  }

  private static func pictures(_ random: inout SeededRandom) -> [ProductPicture] {
    guard random.chance(50) else { return [] }
    return (0..<(1 + random.below(3))).map { _ in
      let picture = random.pick(GeneratedPictures.all)
      return ProductPicture(
        id: uuid(&random), picture, caption: random.chance(50) ? random.pick(captions) : .empty)
    }
  }

  private static let captions = [
    "From the front", "Seen from above", "The maker's mark", "In use",
  ].map(FreeText.init(stored:))

  private static func notes(
    on product: Product, _ random: inout SeededRandom
  ) -> [Note] {
    guard random.chance(15) else { return [] }
    return (0..<(1 + random.below(3))).map { _ in
      Note(
        id: uuid(&random), productID: product.id,
        title: NoteTitle(stored: random.pick(GeneratedWords.notes)),
        text: text(1 + random.below(2), by: name(&random), using: &random),
        created: product.created,
        changed: product.changed)
    }
  }
}
