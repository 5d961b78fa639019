// SPDX-License-Identifier: Apache-2.0
// Whether the name of a column says that taxes are in its amounts: “Precio sin IVA”, “Price (inc. VAT)”, “Cena s DPH”. In
// the words of a `HeadKey`.

enum TaxWords {
  /// What the words say, nil where they only name a tax, and the words without that; nil without a tax.
  static func said(by words: [String]) -> (areIncluded: Bool?, rest: [String])? {
    // “MwSt” is two words to a `HeadKey`.
    let words = words.joined(separator: " ").replacingOccurrences(of: "mw st", with: "mwst")
      .split(separator: " ").map(String.init)
    guard let tax = words.first(where: taxes.contains) else { return nil }
    let isWithout = words.contains { without.contains($0) || $0 == "s" && tax != "dph" }
    let isWith = words.contains { included.contains($0) || $0 == "s" && tax == "dph" }
    let rest = words.filter {
      !taxes.contains($0) && !without.contains($0) && !included.contains($0) && $0 != "s"
        && Int($0) == nil
    }
    return (isWith == isWithout ? nil : isWith, rest)
  }

  static let taxes = words(names + " steuern tps tvq hst")
  /// Of taxes, as they are written in small letters.
  static let names =
    "mwst ust mehrwertsteuer umsatzsteuer steuer vat tax taxes gst tva taxe iva btw moms mva dph ptu alv áfa ндс пдв kdv"
  private static let without = words(
    """
    ohne ex exc excl exkl exclusive excluding excluded exklusive zzgl zuzuglich plus without hors sin mas sem mais esclusa
    escluse escluso senza exclusief zonder bez ekskl eksklusive utan uten uden nelkul fara без
    """)
  private static let included = words(
    """
    inc incl inkl inclusive including included inklusive einschl einschliesslich mit with avec con com c incluido incluida
    incluidos inclusa incluse incluso inclusi inclus incluses compresa compreso inclusief met z wliczony vcetne med m sis
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map { HeadKey.of(String($0)) })
  }
}
