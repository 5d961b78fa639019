// SPDX-License-Identifier: Apache-2.0
// A sentence above or below a list that says that its prices are without taxes. “Without guarantee” says nothing of it.

enum TaxNote {
  static func saysNet(_ text: String) -> Bool {
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
