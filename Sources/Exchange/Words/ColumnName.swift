// SPDX-License-Identifier: Apache-2.0
// What can be told from a column's name: its sense, and what a name says besides, such as the currency in
// “Preis (EUR)”, the unit in “Gewicht [g]” and the language in “title_de”.

import Foundation

struct ColumnName {
  private(set) var text: String
  private(set) var named: ColumnSense.Named?
  /// What amounts below it are in.
  private(set) var currencies: [String] = []
  private(set) var unit = ""
  private(set) var isPercent = false
  private(set) var isNet = false
  private(set) var isGross = false
  /// Whether it is what the maker would have the product sold for.
  private(set) var isRecommended = false
  private(set) var language: String?
  /// Whether it asks something, so that 1 and 0 are answers.
  private(set) var isQuestion = false

  init(_ whole: String) {
    let text = String(whole.unicodeScalars.prefix(HeadKey.longest))
    self.text = text
    isQuestion = text.hasSuffix("?")
    // “Item #”, “№ артикула”
    let key = HeadKey.of(
      text.replacingOccurrences(of: "#", with: " no ").replacingOccurrences(of: "№", with: " no "))
    var words = key.split(separator: " ").map(String.init)
    isQuestion = isQuestion || words.count > 1 && Self.askingWords.contains(words[0])
    named = SenseTable.sense(spelled: text.trimmed) ?? SenseTable.sense(of: key)
    // “U.M.”
    if named == nil, words.count > 1, words.allSatisfy({ $0.count == 1 }) {
      named = SenseTable.sense(of: words.joined())
    }
    for piece in text.split(whereSeparator: { " ()[]/,;:_-.".contains($0) }).map(String.init) {
      look(at: piece, &words)
    }
    if text.contains("10"),
      let per = text.range(
        of: #"\b(10|100|1000)\s?(g|ml|stk|st|stück|pcs)\b"#,
        options: [.regularExpression, .caseInsensitive])
    {
      // “Preis je 100 g (EUR)”
      let whole = ColumnName(text.replacingCharacters(in: per, with: ""))
      if whole.named?.sense == .field(.price) || whole.named?.sense == .money {
        self = whole
        self.text = text
        unit = String(text[per])
        return
      }
    }
    if let per = Self.measurePriced(by: text) {
      // “kg-Preis” is “Preis/kg”.
      let said = currencies
      self = ColumnName("Preis/\(per)")
      (self.text, currencies) = (text, said)
      named = .init(sense: .field(.price), weight: 6)
      return
    }
    let (netPrice, grossPrice) = (
      words.lazy.compactMap { Self.price($0, after: "netto") }.first,
      words.lazy.compactMap { Self.price($0, after: "brutto") }.first
    )
    let taxes = TaxWords.said(by: words)
    isNet =
      netPrice != nil || taxes?.areIncluded == false || words.contains { Self.net.contains($0) }
    // “Preis groß” is the price of what is large.
    if text.lowercased().contains("groß") { words = words.map { $0 == "gross" ? "groß" : $0 } }
    isGross =
      grossPrice != nil || taxes?.areIncluded == true || words.contains { Self.gross.contains($0) }
    if named == nil, let taxes { named = Self.amount(taxes.rest) }
    if named == nil, words.count == 1 { named = netPrice ?? grossPrice }
    if named == nil {
      named =
        Self.priceOfPiece(text) ?? Self.stockOfPlace(text, words)
        ?? Self.sense(of: words, first: key)
    }
    isRecommended = named?.sense == .money && words.contains { Self.recommended.contains($0) }
    // “Preis (Cent)” has a hundred times the numbers of a price.
    if let part = words.first(where: { Self.partsOfMoney.contains($0) }),
      named?.sense == .money || named?.sense == .field(.price)
    {
      (named, unit) = (.init(sense: .other, weight: 8), part)
    }
    if isPercent, named == nil { named = .init(sense: .percent, weight: 5) }
  }

  private mutating func look(at piece: String, _ words: inout [String]) {
    let key = HeadKey.of(piece)
    func drop() {
      if words.count > 1, let place = words.lastIndex(of: key) { words.remove(at: place) }
    }
    let isCode =
      piece.utf8.count == 3 && (piece == piece.uppercased() || Self.smallCodes.contains(piece))
    let codes = CurrencyWords.codes(of: piece)
    // “Fiyat (TL)”, but “Name (fr)” is French.
    let isInBrackets =
      !Self.languages.contains(key) && (text.contains("(\(piece))") || text.contains("[\(piece)]"))
    if !codes.isEmpty, isCode || isInBrackets || !piece.allSatisfy({ $0.isASCII && $0.isLetter }) {
      if currencies.isEmpty { currencies = codes }
      drop()
    } else if !codes.isEmpty, codes == ["EUR"], piece.lowercased() == "euro" {
      currencies = codes
      drop()
    } else if piece == "%" {
      isPercent = true
    } else if isUnit(piece), words.count > 1, text.first != piece.first {
      if unit.isEmpty { unit = piece }
      drop()
    } else if Self.languages.contains(key), key.count == 2, words.last == key, words.count > 1 {
      language = key
      drop()
    }
  }

  /// “in” is a unit in brackets only: “Preis in EUR”; so is what counts pieces: “Menge (St.)”.
  private func isUnit(_ piece: String) -> Bool {
    let key = piece.lowercased()
    if key != "in", Self.units.contains(key) { return true }
    return (text.contains("(\(piece)") || text.contains("[\(piece)"))
      && (key == "in" || UnitWords.meaning(of: key) == .pieces)
  }

  /// “In stock [Shop]”, “Lagerbestand gesamt”, “inventory_Main_Outlet”, but not “Menge pro Karton”.
  private static func stockOfPlace(_ text: String, _ words: [String]) -> ColumnSense.Named? {
    let bracket = text.hasSuffix("]") ? text.lastIndex(of: "[") : nil
    let bare = words.filter { !placeWords.contains($0) }
    guard bracket != nil || bare.count < words.count else { return nil }
    let name =
      bracket.map { HeadKey.of(String(text[..<$0])) } ?? bare.joined(separator: " ")
    guard let known = SenseTable.sense(of: name),
      known.sense == .field(.stock) || known.sense == .field(.minimumStock)
    else { return nil }
    return .init(sense: known.sense, weight: known.weight - 3)
  }

  private static let placeWords: Set<String> = [
    "main", "outlet", "shop", "store", "warehouse", "branch", "total", "current", "gesamt",
    "aktuell", "aktueller", "verfugbar", "verfugbarer", "filiale", "laden", "magasin", "boutique",
    "tienda", "negozio", "winkel", "totaal", "totale",
  ]
  private static let askingWords: Set<String> = [
    "is", "has", "ist", "hat", "track", "tracks", "allow", "show", "enable",
  ]

  /// “kg” of “kg-Preis”, “€/kg” and “kg / €”.
  private static func measurePriced(by text: String) -> String? {
    let text = text.trimmed.lowercased()
    let parts = text.split(separator: "/").map { String($0).trimmed }
    if parts.count == 2, let currency = parts.first(where: { !CurrencyWords.codes(of: $0).isEmpty })
    {
      return parts.first { $0 != currency && measures.contains($0) }
    }
    for end in ["-preis", "preis", " price"] where text.hasSuffix(end) {
      let start = text.dropLast(end.count)
      let measure = ["kilo": "kg", "liter": "l", "meter": "m"][start] ?? String(start)
      if measures.contains(measure) { return measure }
    }
    return nil
  }

  private static let measures: Set<String> = ["kg", "l", "m", "100g", "100 g"]

  /// “Preis/Fl.” and “Price / each”, but not “Stk/Karton”.
  private static func priceOfPiece(_ text: String) -> ColumnSense.Named? {
    let parts = text.split(separator: "/")
    guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace),
      UnitWords.meaning(of: String(parts[1])) == .pieces,
      let known = SenseTable.sense(of: HeadKey.of(String(parts[0]))),
      known.sense == .field(.price) || known.sense == .money
    else { return nil }
    return .init(sense: known.sense, weight: known.weight - 2)
  }

  /// A price or another amount whose name says something of taxes, too.
  private static func amount(_ words: [String]) -> ColumnSense.Named? {
    guard let known = SenseTable.sense(of: words.joined(separator: " ")),
      known.sense == .field(.price) || known.sense == .money
    else { return nil }
    return .init(sense: known.sense, weight: known.weight - 2)
  }

  private static func sense(of words: [String], first key: String) -> ColumnSense.Named? {
    let whole = words.filter { !net.contains($0) && !gross.contains($0) }
    if whole.count < words.count, let known = amount(whole) { return known }
    var words = words.filter { !fillers.contains($0) }
    // “Preise” over “EK” and “VK”
    if words.count > 1, prices.contains(words[0]),
      let known = SenseTable.sense(of: words.dropFirst().joined(separator: " "))
    {
      return .init(sense: known.sense, weight: known.weight - 1)
    }
    if let known = SenseTable.sense(ofBare: words.joined(separator: " ")) { return known }
    if let known = SenseTable.sense(of: words.joined(separator: " ")) { return known }
    // “Preis VK” is “VK Preis”.
    if words.count == 2,
      let known = SenseTable.sense(of: words.reversed().joined(separator: " ")), known.weight > 7
    {
      return .init(sense: known.sense, weight: known.weight - 1)
    }
    let plain = words.filter { !net.contains($0) && !gross.contains($0) }
    if plain.count < words.count, let known = amount(plain) { return known }
    // “Artikel Bezeichnung”, “hb name”, “title 1”
    if let last = words.last, Int(last) != nil { words.removeLast() }
    // “VK1”
    if words.count == 1, let last = words[0].last, last.isNumber,
      let known = SenseTable.sense(of: String(words[0].dropLast())), known.weight > 8
    {
      return .init(sense: known.sense, weight: known.weight - 3)
    }
    let isCode = words.count > 1 && words.contains { codeWords.contains($0) }
    for count in stride(from: words.count - 1, through: 1, by: -1) {
      if let known = SenseTable.sense(of: words.suffix(count).joined(separator: " ")),
        known.weight >= 8
      {
        if known.sense == .field(.price) { return .init(sense: .money, weight: 5) }
        // “Réf fournisseur” is no supplier.
        if isCode, ![.field(.sku), .field(.gtin), .money].contains(known.sense) {
          return .init(sense: .code, weight: 5)
        }
        return .init(sense: known.sense, weight: max(3, known.weight - 4))
      }
    }
    for (parts, sense) in parts where words.contains(where: { word in parts.contains(word) }) {
      return .init(sense: sense, weight: 5)
    }
    for (ends, sense) in ends
    where words.contains(where: { word in
      ends.contains { word.count > $0.count && word.hasSuffix($0) }
    }) {
      return .init(sense: sense, weight: 5)
    }
    return nil
  }

  static let fillers: Set<String> = [
    "in", "di", "del", "je", "per", "pro", "of", "the", "of", "der", "des", "de", "w", "v", "a",
    "incl", "inkl",
  ]
  private static let prices: Set<String> = [
    "preise", "prices", "pricing", "precios", "prezzi", "prijzen", "precos", "ceny", "priser",
    "prisar", "hinnat", "цены",
  ]
  private static let net: Set<String> = [
    "net", "netto", "ht", "excl", "excluded", "exkl", "ohne", "hors",
  ]
  private static let gross: Set<String> = [
    "gross", "brutto", "ttc", "incl", "included", "inkl", "gros", "ivato",
  ]
  /// “Nettopreis”, but not “Nettogewicht”.
  private static func price(_ word: String, after part: String) -> ColumnSense.Named? {
    guard word.count > part.count, word.hasPrefix(part),
      let rest = SenseTable.sense(of: String(word.dropFirst(part.count))),
      rest.sense == .field(.price) || rest.sense == .money
    else { return nil }
    return .init(sense: rest.sense, weight: min(rest.weight, 6))
  }

  private static let recommended: Set<String> = [
    "msrp", "rrp", "srp", "mrp", "uvp", "conseille", "conseillé", "adviesprijs", "rek",
    "empfohlener",
    "preisempfehlung", "recommended", "suggested",
  ]
  private static let languages: Set<String> = [
    "en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "sv", "da", "fi", "tr", "ru", "ja", "zh",
    "hu", "ro",
  ]
  private static let units: Set<String> = [
    "kg", "g", "mg", "t", "lb", "lbs", "oz", "cm", "mm", "m", "km", "in", "ft", "ml", "cl", "dl",
    "l", "liter",
    "litre", "gr", "gram", "stk", "pcs", "inch", "zoll", "v", "w", "kwh", "mah", "min",
  ]
  /// Codes that are no words of any language.
  private static let smallCodes: Set<String> = [
    "eur", "usd", "gbp", "chf", "pln", "czk", "sek", "nok", "dkk", "jpy", "cny", "cad", "aud",
    "huf", "brl",
  ]
  private static let partsOfMoney: Set<String> = [
    "cent", "cents", "ct", "pence", "rappen", "centimes", "centavos", "grosze", "groszy",
  ]
  private static let codeWords: Set<String> = [
    "ref", "nr", "no", "number", "nummer", "code", "id", "sku", "numer", "cod", "kod", "numero",
    "reference",
  ]
  private static let parts: [(Set<String>, ColumnSense)] = [
    (["ean", "gtin", "barcode", "upc"], .field(.gtin)),
    (["sku"], .field(.sku)),
    (
      ["price", "preis", "prix", "precio", "prezzo", "prijs", "preco", "cena", "pris", "hinta"],
      .money
    ),
    (["date", "datum", "fecha", "data", "dato"], .day),
    (["number", "nummer", "nr", "no", "code", "numero", "id", "cislo"], .code),
  ]
  private static let ends: [([String], ColumnSense)] = [
    (["preis", "prijs", "pris"], .money),
    (["name", "bezeichnung", "naam", "namn", "benennung"], .field(.title)), (["datum"], .day),
    (["nummer", "nr", "number", "code"], .code),
  ]
}
