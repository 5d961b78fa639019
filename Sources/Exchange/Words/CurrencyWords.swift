// SPDX-License-Identifier: Apache-2.0
// The currencies that a sign, a code or a word can stand for. Where a sign is used by several countries, all of
// them are named: which one is meant is not for us to say.

import Catalog
import Foundation

enum CurrencyWords {
  /// The codes that a text can stand for, the likeliest first; none if it is not a currency.
  static func codes(of text: String) -> [String] {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.utf8.count == 3, all.contains(text.uppercased()),
      text == text.uppercased() || text == text.lowercased()
    {
      return [text.uppercased()]
    }
    let word = text.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    return signs[word] ?? []
  }

  /// Everything that stands for one, in small letters.
  static let words = Set(signs.keys).union(all.map { $0.lowercased() })

  private static let all = Set(Currency.allCodes)

  private static let signs: [String: [String]] = {
    var signs: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: ":")
      guard parts.count == 2 else { continue }
      let codes = parts[1].split(separator: " ").map(String.init)
      for sign in parts[0].split(separator: " ") { signs[String(sign)] = codes }
    }
    return signs
  }()

  private static let table = """
    € euro euros евро ευρώ eur.: EUR
    $ dollar dollars dolar: USD CAD AUD NZD MXN SGD HKD
    us$ usd$ $us us-dollar: USD
    c$ ca$ can$: CAD
    a$ au$: AUD
    nz$: NZD
    hk$: HKD
    s$: SGD
    nt$: TWD
    mx$: MXN
    r$ reais real: BRL
    £ pound pounds: GBP
    ¥ ￥: JPY CNY
    円: JPY
    元 rmb: CNY
    元整: CNY
    원 ₩: KRW
    ₹ rs inr rupees: INR
    ₽ руб р рублей рубли: RUB
    ₴ грн: UAH
    ₺ tl: TRY
    ₪: ILS
    ₫: VND
    ฿: THB
    ₱: PHP
    ₦: NGN
    zł zl złotych: PLN
    kč kc korun: CZK
    ft forint: HUF
    lei leu: RON
    лв: BGN
    fr sfr franken: CHF
    kr kronor kroner: SEK DKK NOK ISK
    """
}
