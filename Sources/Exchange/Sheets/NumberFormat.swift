// SPDX-License-Identifier: Apache-2.0
// What a spreadsheet's number format makes of a number: only the format tells a date from a number.

/// How a number is shown.
enum NumberFormat: Equatable {
  case number
  case percent
  /// By its ISO 4217 code, or by its sign if that stands for several, such as “$”.
  case money(String)
  case day
  case moment
  case time
  /// A code that is stored as a number: “00000” shows 123 as “00123”.
  case code(pattern: String)

  /// A format by its number in Excel, for those that are not written into the file.
  init(builtIn number: Int) {
    self =
      switch number {
      case 9, 10: .percent
      case 14, 15, 16, 17, 27...31, 34...36, 50...54, 57, 58: .day
      case 18...21, 32, 33, 45...47, 55, 56: .time
      case 22: .moment
      default: .number
      }
  }

  init(_ format: String) {
    switch format.lowercased() {
    case "general", "standard", "@", "": self = .number
    case "percent": self = .percent
    case "short date", "medium date", "long date": self = .day
    case "short time", "medium time", "long time": self = .time
    case "general date": self = .moment
    case "euro currency": self = .money("EUR")
    // Excel takes no longer ones; each cell would get as many zeros as it has.
    default: self = format.utf8.count > 1_000 ? .number : Self.parsed(Array(format))
    }
  }

  private static func parsed(_ format: [Character]) -> NumberFormat {
    var letters = ""
    var literals = ""
    var currency: String?
    var pattern = ""
    var isElapsed = false
    var index = 0
    scan: while index < format.count {
      let character = format[index]
      index += 1
      switch character {
      case ";": break scan
      case "\"":
        let end = format[index...].firstIndex(of: "\"") ?? format.count
        let literal = String(format[index..<end])
        literals += literal
        pattern += literal
        index = min(end + 1, format.count)
      case "\\":
        if index < format.count {
          literals.append(format[index])
          pattern.append(format[index])
        }
        index += 1
      case "_", "*": index += 1
      case "[":
        let end = format[index...].firstIndex(of: "]") ?? format.count
        let inside = String(format[index..<end])
        index = min(end + 1, format.count)
        if inside.hasPrefix("$") {
          if !inside.hasPrefix("$-") { currency = Self.currency(ofLocale: inside.dropFirst()) }
        } else if let first = inside.lowercased().first, "hms".contains(first),
          inside.lowercased().allSatisfy({ $0 == first })
        {
          isElapsed = true
        }
      default:
        letters.append(character)
        pattern.append(character)
      }
    }
    let lower = letters.lowercased()
    if isElapsed { return .time }
    if lower.contains("general") { return .number }
    if letters.contains("%") { return .percent }
    let plain = lower.replacing("am/pm", with: "").replacing("a/p", with: "")
    let hasDigits = letters.contains { "0#?".contains($0) }
    let hasDay = plain.contains { "yd".contains($0) } || (plain.contains("e") && !hasDigits)
    let hasTime = plain.contains { "hs".contains($0) }
    // “m” beside hours is minutes, alone it is a month.
    if hasDay, hasTime { return .moment }
    if hasDay { return .day }
    if hasTime, !hasDigits || plain.contains("h") || plain.contains("ss") { return .time }
    if plain.contains("m"), !hasDigits { return .day }
    let sign = currency ?? Self.currency(in: literals + letters)
    if let sign { return .money(sign) }
    let zeros = letters.filter { $0 == "0" }.count
    if zeros > 1, letters.allSatisfy({ "0- /".contains($0) }),
      letters.first == "0" || letters.isEmpty
    {
      return .code(pattern: pattern)
    }
    return .number
  }

  /// “€-407”, “EUR”, “$-409”.
  private static func currency(ofLocale text: Substring) -> String? {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard let sign = parts.first else { return nil }
    let locale = parts.count > 1 ? String(parts[1].suffix(4)).uppercased() : ""
    let byLocale = [
      "$409": "USD", "$0409": "USD", "$1009": "CAD", "$0C0C": "CAD", "$C0C": "CAD", "$C09": "AUD",
      "$0C09": "AUD", "$1409": "NZD", "$80A": "MXN", "$080A": "MXN", "$404": "TWD", "$C04": "HKD",
      "$1004": "SGD", "$4809": "SGD", "¥411": "JPY", "¥0411": "JPY", "¥804": "CNY", "¥0804": "CNY",
      "￥411": "JPY", "￥804": "CNY", "kr41D": "SEK", "kr.41D": "SEK", "kr406": "DKK",
      "kr.406": "DKK", "kr414": "NOK", "kr40F": "ISK", "kr.40F": "ISK", "R$416": "BRL",
    ]
    if let known = byLocale[sign + locale] { return known }
    return currency(in: String(sign)) ?? (sign.isEmpty ? nil : String(sign))
  }

  private static func currency(in text: String) -> String? {
    let signs = [
      ("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("₽", "RUB"), ("₺", "TRY"), ("₩", "KRW"),
      ("₪", "ILS"), ("₴", "UAH"), ("zł", "PLN"), ("Kč", "CZK"), ("Ft", "HUF"), ("лв", "BGN"),
      ("R$", "BRL"), ("¥", "¥"), ("￥", "¥"), ("$", "$"), ("kr", "kr"), ("Fr", "CHF"),
    ]
    for (sign, code) in signs where text.contains(sign) { return code }
    let words = text.split { !$0.isLetter }
    let codes = [
      "EUR", "USD", "GBP", "CHF", "PLN", "CZK", "SEK", "NOK", "DKK", "HUF", "JPY", "CNY", "CAD",
      "AUD", "RON", "BGN", "TRY", "INR", "BRL", "RUB", "UAH", "ILS", "KRW", "MXN", "NZD", "SGD",
      "HKD", "ZAR", "THB", "ISK",
    ]
    return words.map(String.init).first(where: codes.contains)
  }
}
