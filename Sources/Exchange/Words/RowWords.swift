// SPDX-License-Identifier: Apache-2.0
// What stands in a row that is no product, and in a cell that has no value.

import Catalog
import Foundation

enum RowWords {
  /// Whether a row that begins with this adds up the rows above it.
  static func isTotal(_ text: String) -> Bool {
    guard mayBeginTotal(text) else { return false }
    let key = HeadKey.of(text)
    if totals.contains(key) { return true }
    let words = key.split(separator: " ")
    // “MwSt 7%”, “zzgl. 19 % USt”
    if TaxWords.said(by: words.map(String.init))?.rest.isEmpty ?? false { return true }
    // “Summe Käse”, “Total (EUR)”, but not a product called “Total Tooth Care”.
    guard let first = words.first, totals.contains(String(first)) else { return false }
    return hasColonOfTotal(text)
      || words.count <= 2 && words.dropFirst().allSatisfy { $0.count <= 4 }
  }

  /// “Seite 1 von 2”, “Page 3/7”: the foot of a printed page.
  static func isPageNumber(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard (2...4).contains(words.count), pages.contains(String(words[0])) else { return false }
    let numbers = words.filter { $0.allSatisfy(\.isNumber) }.count
    return words[1].allSatisfy(\.isNumber)
      && (numbers == words.count - 1 || words.count == 4 && numbers == 2)
  }

  private static let pages: Set<String> = [
    "seite", "page", "blatt", "página", "pagina", "strona", "strana", "sida", "side", "sivu",
    "oldal", "sayfa", "страница", "стр", "сторінка", "σελίδα",
  ]

  /// Whether it begins with the word for a total: “Summe Wurst”.
  static func beginsAsTotal(_ text: String) -> Bool {
    guard mayBeginTotal(text), let first = HeadKey.of(text).split(separator: " ").first else {
      return false
    }
    return totals.contains(String(first))
  }

  /// Whether it can be nothing else: “Summe”, “Total (EUR)”, “Summe Käse:”, but not “Total War”.
  static func isPlainTotal(_ text: String) -> Bool {
    let key = HeadKey.of(text)
    return totals.contains(key) || hasColonOfTotal(text)
      || key.split(separator: " ").dropFirst().allSatisfy {
        !CurrencyWords.codes(of: String($0)).isEmpty
      }
  }

  /// “Summe Käse:”, “Total: 5,00 EUR”, but not “Total War: Warhammer”.
  private static func hasColonOfTotal(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).allSatisfy {
      !$0.contains(where: \.isLetter) || !CurrencyWords.codes(of: String($0)).isEmpty
    }
  }

  private static let totals = Set(
    HeadKey.keys(
      """
      total|totals|grand total|sub total|subtotal|sum|total amount|overall total
      Summe|Gesamt|Gesamtsumme|Zwischensumme|Endsumme|Insgesamt|Übertrag|Gesamtbetrag|Gesamtwert|Summen
      total général|sous total|somme|totaux|total ht|total ttc|suma|total general|subtotal|totale|totale generale|subtotale|somma
      totaal|subtotaal|eindtotaal|soma|total geral|razem|suma częściowa|łącznie|ogółem|celkem|součet|mezisoučet|summa|delsumma|totalt|sum total|i alt|yhteensä|összesen|toplam|ara toplam|genel toplam
      итого|всего|сумма|разом|всього|σύνολο|合計|小計|総計|合计|小计|总计|總計|합계|총계
      """))

  /// Whether the first word of a text may be that of a total. The first word of what begins with ASCII is known
  /// without a look at the rest.
  private static func mayBeginTotal(_ text: String) -> Bool {
    var length = 0
    var wasSmall = false
    for byte in text.utf8 {
      let isSmall = (0x61...0x7A).contains(byte)
      let isCapital = (0x41...0x5A).contains(byte)
      if byte >= 0x80 { return true }
      guard isSmall || isCapital || (0x30...0x39).contains(byte), !(wasSmall && isCapital) else {
        break
      }
      wasSmall = isSmall
      length += 1
    }
    guard length > 0, let first = text.utf8.first else { return true }
    return firstOfTotals.mayBegin(with: first, length: length)
      && firstOfTotals.contains(String(text.prefix(length)))
  }

  private static let firstOfTotals = WordSet(
    Set(totals.compactMap { $0.split(separator: " ").first.map(String.init) })
      .union(TaxWords.taxes)
      // “MwSt” begins with a word of its own.
      .union(["mw", "zzgl", "plus", "inkl", "incl"]))

  /// Whether a cell says that there is no value.
  static func isNone(_ text: String) -> Bool {
    // Nearly all cells are told by their length or by their first letter.
    none.contains(text.trimmed)
  }

  /// The same for the cell of a field: in a text of many lines it is what it says, and “NA”, “Nan” and “None” can be
  /// codes and titles.
  static func isNone(_ text: String, as field: AnyField?) -> Bool {
    blanks(of: field).contains(text.trimmed)
  }

  /// The words of `isNone`.
  static func blanks(of field: AnyField?) -> WordSet {
    guard let field else { return none }
    switch (field, field.kind) {
    case (_, .text): return nothing
    case (.builtIn(.sku), _), (.builtIn(.title), _): return noName
    case (.builtIn(.price), _): return noPrice
    // “Allergene: keine” says something.
    case (.custom, .line): return noLine
    default: return none
    }
  }

  /// Whether a cell says in words of its own that there is no value.
  static func isWordForNone(_ text: String) -> Bool { !noLine.contains(text.trimmed) }

  private static let nothing = WordSet([""])
  private static let noName = WordSet(["", "-", "–", "—", "--", "---", "n/a", "#n/a", "#nv"])

  /// What stands for no value in any language, or is written by programs.
  private static let noLine = WordSet([
    "", "-", "–", "—", "--", "---", "n/a", "#n/a", "#nv", "null", "nan", "na", "none", "n.a.",
    "n. a.",
    "n.v.", "k.a.", "k. a.", "tbd", "\\n", "0000-00-00", "0000-00-00 00:00:00", "0001-01-01",
  ])

  private static let none = WordSet([
    "0000-00-00", "0000-00-00 00:00:00", "0001-01-01", "\\n",
    "", "-", "–", "—", "--", "---", "n/a", "na", "#n/a", "#nv", "null", "none", "nan", "k.a.",
    "k. a.",
    "keine", "n.v.", "s/n", "nil", "?", "./.", "/", ".", "n.a.", "n. a.", "unbekannt", "tbd", "…",
    "...",
  ])

  private static let noPrice = WordSet(
    none.words.union(
      """
      auf anfrage|auf nachfrage|preis auf anfrage|a.a.|tagespreis|on request|upon request|price on request|poa|p.o.a.|por
      call|call us|call for price|ask|ask for price|market price|tba|tbc|sur demande|prix sur demande|nous consulter
      a consultar|consultar|consultar precio|bajo consulta|su richiesta|prezzo su richiesta|op aanvraag|prijs op aanvraag
      sob consulta|na zapytanie|cena na zapytanie|na dotaz|cena na dotaz|på begäran|på förfrågan|på forespørgsel
      på forespørsel|pyynnöstä|по запросу|цена по запросу|応相談|お問い合わせ|面议|询价
      """.split { $0 == "|" || $0 == "\n" }.map { $0.trimmingCharacters(in: .whitespaces) }))

  /// Words before an amount that do not change it.
  static let beforeAmounts: Set<String> = Set(
    """
    env environ etwa ungefähr ungef zirka cca około ok около noin ab from dès des à partir de desde a da partire vanaf od från fra ca circa approx about only nur just now jetzt
    just alleen tylko jen endast kun preis price prix precio prezzo prijs cena pris rrp uvp von seit je für for vk
    from: ab: price: preis: от від από starting at
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
