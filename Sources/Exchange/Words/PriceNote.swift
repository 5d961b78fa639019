// SPDX-License-Identifier: Apache-2.0
// What sentences above or below a list say of all its prices: that they are without taxes, and their currency. “Without
// guarantee” says nothing of it.

import Foundation

struct PriceNote {
  private(set) var areNet = false
  /// All that are named; one alone is that of the prices.
  private var currencies: Set<String> = []

  var currency: String? { currencies.count == 1 ? currencies.first : nil }

  mutating func read(_ text: String) {
    areNet = areNet || Self.saysNet(text)
    currencies.formUnion(Self.currencies(in: text))
  }

  mutating func add(_ other: PriceNote) {
    areNet = areNet || other.areNet
    currencies.formUnion(other.currencies)
  }

  /// Of “All prices in EUR” and “Preisliste (CHF)”; “postage from € 5” says nothing of the prices.
  private static func currencies(in text: String) -> Set<String> {
    let text = String(text.unicodeScalars.prefix(2_000))
    let isOfPrices = text.lowercased().split { !$0.isLetter }.contains { word in
      prices.contains(String(word)) || priceParts.contains { word.contains($0) }
    }
    guard isOfPrices else { return [] }
    let pieces = text.split { $0.isWhitespace || "()[],;:/".contains($0) }
    return pieces.reduce(into: []) { found, piece in
      let piece = piece.trimmingCharacters(in: CharacterSet(charactersIn: ".!*"))
      let codes = CurrencyWords.codes(of: piece)
      guard let code = codes.first, codes.count == 1, isCertain(piece, code) else { return }
      found.insert(code)
    }
  }

  /// “ALL PRICES” are not in leks, and “fr” is no franc where it is a language.
  private static func isCertain(_ piece: String, _ code: String) -> Bool {
    if piece.uppercased() == code { return piece == code && usual.contains(code) }
    return piece.count > 3 || !piece.allSatisfy { $0.isASCII && $0.isLetter }
  }

  private static let priceParts = ["preis", "price", "prijs", "prislist", "ceník", "cennik"]
  /// Codes that are words of no language.
  private static let usual: Set<String> = [
    "EUR", "USD", "GBP", "CHF", "PLN", "CZK", "SEK", "NOK", "DKK", "JPY", "CNY", "AUD", "CAD",
    "HUF", "BRL", "RUB", "UAH", "TRY", "INR", "ZAR", "NZD", "HKD", "SGD", "KRW", "MXN", "ILS",
  ]

  private static func saysNet(_ text: String) -> Bool {
    let words = Set(
      String(text.unicodeScalars.prefix(2_000)).lowercased().split { !$0.isLetter }.map(String.init)
    )
    guard words.isDisjoint(with: gross), words.isDisjoint(with: weights) else { return false }
    if !words.isDisjoint(with: netPrices) { return true }
    let hasTax = !words.isDisjoint(with: taxes)
    return hasTax && !words.isDisjoint(with: without)
      || (hasTax || !words.isDisjoint(with: prices)) && !words.isDisjoint(with: net)
  }

  private static let netPrices = words(
    "nettopreis nettopreise nettopreisen nettopriser nettohinnat")
  private static let net = words("netto net nett ht htva nettó neto netti")
  private static let without = words(
    """
    ohne excl exkl exclusive excluding exclude excludes excluded exklusive zzgl zuzüglich plus without hors sin más sem mais
    esclusa escluse escluso più exclusief zonder bez ekskl eksklusive utan uten uden nélkül fără без
    """)
  private static let taxes = words(TaxWords.names)
  private static let prices = words(
    """
    preis preise preisen price prices prix precio precios prezzo prezzi prijs prijzen preço preços cena ceny pris priser
    priserna hinnat ár árak preț prețuri цена цены
    """)
  private static let gross = words(
    """
    inkl incl inclusive including include includes included einschließlich einschl enthalten brutto gross ttc incluido incluidos
    inclusa incluse inclusi compresa comprese inclusief inclus incluses včetně
    """)
  private static let weights = words("gewicht weight poids peso waga hmotnost gewichts")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
