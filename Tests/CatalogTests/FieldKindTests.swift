// SPDX-License-Identifier: Apache-2.0
// What each kind of field accepts, and that what it writes it reads again: in every style, for random
// values, and without a trap for any input.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class FieldKindTests: XCTestCase {
  // MARK: Kind by kind

  func testMoney() throws {
    let euro = WritingStyle(
      decimalSeparator: ",", dayOrder: .dayMonthYear, currency: try Currency("EUR"))
    let dollar = WritingStyle(
      decimalSeparator: ".", dayOrder: .monthDayYear, currency: try Currency("USD"))
    let canada = WritingStyle(decimalSeparator: ".", currency: try Currency("CAD"))
    let egypt = WritingStyle(decimalSeparator: "٫", zero: "٠", currency: try Currency("EGP"))
    let franc = WritingStyle(decimalSeparator: ".", currency: try Currency("CHF"))
    for (style, text, minorUnits, code) in [
      (.neutral, "12.50 EUR", 1250, "EUR"), (.neutral, "€12,50", 1250, "EUR"),
      (.neutral, "12.50€", 1250, "EUR"), (.neutral, "EUR 7", 700, "EUR"),
      (.neutral, "$5", 500, "USD"), (.neutral, "5 us$", 500, "USD"),
      (.neutral, "¥1200", 1200, "JPY"), (.neutral, "1.234 KWD", 1234, "KWD"),
      (euro, "1.299,00 €", 129_900, "EUR"), (euro, "1 299,00", 129_900, "EUR"),
      (euro, "12.50", 1250, "EUR"), (euro, "€ 0,05", 5, "EUR"), (euro, "$5", 500, "USD"),
      (dollar, "1,299.00", 129_900, "USD"), (dollar, "$1,299", 129_900, "USD"),
      (.neutral, "1.299,00 €", 129_900, "EUR"), (.neutral, "1,299.00 EUR", 129_900, "EUR"),
      (canada, "$5", 500, "CAD"), (franc, "Fr. 5.50", 550, "CHF"),
      (franc, "1’299.00", 129_900, "CHF"), (.neutral, "٣ EUR", 300, "EUR"),
      (egypt, "١٬٢٩٩٫٥٠", 129_950, "EGP"), (egypt, "1299.5", 129_950, "EGP"),
    ] as [(WritingStyle, String, Int64, String)] {
      let expected = FieldValue.money(try Price(minorUnits: minorUnits, currency: Currency(code)))
      XCTAssertEqual(try read(.money, text, style: style), expected, text)
    }
    for (style, text, problem) in [
      (.neutral, "12.50", .notAmountAndCurrency), (.neutral, "EUR", .notANumber),
      (.neutral, "1.299.00 €", .grouped), (.neutral, "€5€", .notANumber),
      (.neutral, "5 euros", .notACurrency), (.neutral, "-5 EUR", .negative),
      (euro, "12,x", .notANumber), (euro, "12.5 e", .notANumber),
      (euro, "5,001", .tooManyDecimals(limit: 2, currency: "EUR")),
      (euro, "99999999999999999999", .tooLarge), (.neutral, "½ EUR", .notANumber),
    ] as [(WritingStyle, String, InvalidValue.Problem)] {
      assertRefused(.money, text, problem: problem, style: style)
    }
  }

  func testNumbers() throws {
    let comma = WritingStyle(decimalSeparator: ",")
    for (style, text, number) in [
      (.neutral, "-12", -12), (.neutral, " 007 ", 7), (comma, "1.299", 1299),
      (comma, "1 299", 1299), (.neutral, "٣", 3), (.neutral, "１２", 12), (comma, "-۱۲", -12),
    ] as [(WritingStyle, String, Int)] {
      XCTAssertEqual(try read(.wholeNumber, text, style: style), .integer(number), text)
    }
    for text in ["1.5", "1e3", "0x10", "五", "Ⅻ", "①", "--1", "99999999999999999999"] {
      assertRefused(.wholeNumber, text, problem: .notAWholeNumber)
    }
    let length = FieldKind.number(unit: "cm")
    for (style, text, millionths) in [
      (.neutral, "12.5 cm", 12_500_000), (.neutral, "12,5cm", 12_500_000),
      (.neutral, "1,234.5", 1_234_500_000), (.neutral, "−0.000001", -1),
      (comma, "1.299,5 cm", 1_299_500_000),
      (.neutral, "-9223372036854.775808", .min), (.neutral, "9223372036854.775807 cm", .max),
    ] as [(WritingStyle, String, Int64)] {
      let expected = FieldValue.number(DecimalNumber(millionths: millionths))
      XCTAssertEqual(try read(length, text, style: style), expected, text)
    }
    for text in [
      "1e400", "cm", "12 m", "1.0000001", "9223372036854.775808", "1,234,5", ".5", "5.", "NaN", "Ⅲ",
    ] {
      assertRefused(length, text, problem: .notADecimal(digits: 6))
    }
  }

  func testDaysAndYears() throws {
    let (german, american) = (
      WritingStyle(dayOrder: .dayMonthYear), WritingStyle(dayOrder: .monthDayYear)
    )
    for (style, text) in [
      (.neutral, "2024-02-29"), (german, "29.2.2024"), (german, "29/02/2024"),
      (american, "2/29/2024"), (american, "2024-2-29"), (.neutral, "٢٠٢٤-٠٢-٢٩"),
    ] as [(WritingStyle, String)] {
      XCTAssertEqual(
        try read(.date, text, style: style),
        CalendarDay(year: 2024, month: 2, day: 29).map { .day($0) },
        text)
    }
    for (style, text) in [
      (.neutral, "2023-02-29"), (.neutral, "29.2.2024"), (german, "29.2.24"),
      (american, "29/2/2024"),
      (.neutral, "0000-01-01"), (.neutral, "2024-02"), (.neutral, "2024-02-29-"),
    ] as [(WritingStyle, String)] {
      assertRefused(.date, text, problem: .notADay, style: style)
    }
    XCTAssertEqual(try read(.year, " 850 "), .integer(850))
    XCTAssertEqual(try read(.year, "２００７"), .integer(2007))
    for text in ["0", "10000", "-5", "20.7", "二〇〇七", "1e3"] {
      assertRefused(.year, text, problem: .notAYear)
    }
  }

  func testCodes() throws {
    for (digit, text, code) in [
      (.gtin, " 4006381333931 ", "4006381333931"), (.gtin, "96385074", "96385074"),
      (.isbn, "978-3-16-148410-0", "9783161484100"), (.isbn, "0-306-40615-2", "0306406152"),
      (.isbn, "080442957x", "080442957X"), (.luhn, "4539 1488 0343 6467", "4539148803436467"),
      (.luhn, "490154203237518", "490154203237518"), (.gtin, "٩٦٣٨٥٠٧٤", "96385074"),
      (.gtin, "４００６３８１３３３９３１", "4006381333931"), (.isbn, "٠306406152", "0306406152"),
    ] as [(FieldKind.CheckDigit, String, String)] {
      XCTAssertEqual(try read(.code(digit), text), .text(code), text)
    }
    assertRefused(.code(.gtin), "4006381333930", problem: .checkDigit(expected: 1))
    assertRefused(.code(.gtin), "123", problem: .wrongLength(allowed: [8, 12, 13, 14]))
    assertRefused(.code(.gtin), "四〇〇六三八一三", problem: .notDigits)
    for (digit, text) in [
      (.isbn, "0-306-40615-3"), (.isbn, "X804429570"), (.isbn, "030640615"), (.isbn, "〇306406152"),
      (.luhn, "4539148803436468"), (.luhn, "0"), (.luhn, "12a4"),
    ] as [(FieldKind.CheckDigit, String)] {
      assertRefused(.code(digit), text, problem: .wrongCheckDigit)
    }
  }

  /// It is read at each letter that is typed.
  func testALineThatIsFarTooLongIsNotEvenCounted() throws {
    var (spent, normalizing) = (0.0, 0.0)
    for piece in ["x", "ש", "e\u{301}", "\u{301}", "x "] {
      let text = String(repeating: piece, count: 50_000)
      let begin = ProcessorTime.ofThread
      assertRefused(.line, text, problem: .tooLong(limit: 200))
      let read = ProcessorTime.ofThread
      XCTAssertFalse(text.precomposedStringWithCanonicalMapping.isEmpty)
      spent += read - begin
      normalizing += ProcessorTime.ofThread - read
    }
    XCTAssertLessThan(spent, normalizing / 2)
    assertRefused(
      .category, String(repeating: "/", count: 1_000_000), problem: .tooDeep(limit: 16))
  }

  func testALineIsNoLongerThanWhatIsKeptOfIt() throws {
    let spaces = String(repeating: " \u{200B}", count: 4_000)
    XCTAssertEqual(try read(.line, "\(spaces)Rose\(spaces)"), .text("Rose"))
    // Four code points become one.
    let letters = String(repeating: "α\u{313}\u{300}\u{345}", count: 200)
    XCTAssertEqual(try read(.line, letters), .text(String(repeating: "ᾂ", count: 200)))
  }

  func testTextsTagsAndLinks() throws {
    XCTAssertEqual(try read(.line, "  e\u{301}t\u{e9} "), .text("été"))
    assertRefused(.line, "a\nb", problem: .notOneLine)
    assertRefused(.line, String(repeating: "x", count: 201), problem: .tooLong(limit: 200))
    XCTAssertEqual(try read(.text, " a\nb "), .text(" a\nb "))
    assertRefused(.text, "a\0", problem: .containsNUL)
    XCTAssertEqual(
      try read(.tags, #"red, "big, round" , "12"" disc", red"#),
      .tags(["red", "big, round", "12\" disc"]))
    XCTAssertEqual(try read(.tags, " , ,"), .tags([]))
    XCTAssertEqual(
      try read(.category, " Flowers / Roses "), .category(try CategoryPath("Flowers/Roses")))
    let colour = FieldKind.choice(["Red", "Élan"])
    XCTAssertEqual(try read(colour, "elan"), .text("Élan"))
    assertRefused(colour, "blue", problem: .notOneOf(["Red", "Élan"]))
    for (text, isTrue) in [("Yes", true), ("TRUE", true), ("1", true), ("no", false), ("0", false)]
    {
      XCTAssertEqual(try read(.yesNo, text), .yesNo(isTrue), text)
    }
    assertRefused(.yesNo, "maybe", problem: .notYesOrNo)
    for (text, link) in [
      ("example.org/a", "https://example.org/a"), ("HTTP://a.b", "HTTP://a.b"),
      ("mailto:a@b.c", "mailto:a@b.c"), ("tel:+49123", "tel:+49123"),
    ] {
      XCTAssertEqual(try read(.link, text), .text(link), text)
    }
    for text in ["javascript:alert(1)", "file:///etc/passwd", "https://", "a b.c", "host:80", ".a"]
    {
      assertRefused(.link, text, problem: .notALink)
    }
    for kind in Self.kinds { XCTAssertNil(try read(kind, " \u{3000}\n"), "\(kind)") }
  }

  // MARK: There and back

  func testWhatIsWrittenIsReadAgain() throws {
    var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
    let seed = random
    for kind in Self.kinds {
      for _ in 0..<300 {
        guard let value = try Self.value(of: kind, &random) else { continue }
        for style in try Self.styles() {
          let text = kind.text(of: value, style: style)
          XCTAssertEqual(
            try read(kind, text, style: style), value, "\(kind) \(style): “\(text)”, \(seed)")
        }
        let stored = StoredFieldValue(value)
        XCTAssertEqual(
          FieldKind.value(word: kind.word, text: stored.text, number: stored.number), value)
        let coded = try JSONDecoder().decode(
          FieldValue.self, from: JSONEncoder().encode(value))
        XCTAssertEqual(coded, value)
      }
    }
  }

  /// Whatever is typed or pasted is a value or refused with a sentence.
  func testNoInputTraps() throws {
    var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
    let seed = random
    let pieces =
      Self.hostile + [
        "1", "9", "0", ".", ",", "-", "−", " ", "e", "E", "+", "€", "$", "EUR", "cm", "\"", "/",
      ]
    let units = ["cm", "\u{200d}👧", "\u{301}", "5", "."]
    let kinds = Self.kinds + units.map { .number(unit: $0) }
    let inputs =
      Self.hostile + ["5👩\u{200d}👧", String(repeating: "9", count: 100_000)]
      + (0..<400).map { _ in
        (0...random.below(6)).map { _ in random.pick(pieces) }.joined()
      }
    for kind in kinds {
      for style in try Self.styles() {
        for text in inputs {
          do {
            guard let value = try kind.value(from: text, style: style, for: .value) else {
              continue
            }
            let written = kind.text(of: value, style: style)
            XCTAssertFalse(written.isEmpty && value != .tags([]), "\(kind) “\(text)”")
          } catch let error as InvalidValue {
            XCTAssertFalse(error.sentence.isEmpty)
          } catch {
            XCTFail("\(kind) “\(text)” \(seed): \(error)")
          }
        }
      }
    }
  }

  private static let hostile = [
    "1e999999999", "-1E+400", "0x7fffffffffffffff", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "\u{202e}12.50 EUR", "12\u{0}50", "١٢٫٥٠", "１２．５０", "½", "Ⅻ", "²",
    "NaN", "inf", "\u{feff}5", "5\u{301}", "\u{200d}", "\u{1f1ea}\u{1f1fa}", "\r\n", "--5", "€€",
    "\"", "\"\"\"", "a,\"b", ":", "://", "http:", "𝟙𝟚", "\u{0}",
  ]

  // MARK: Random values

  private static let kinds: [FieldKind] = [
    .line, .text, .wholeNumber, .number(unit: ""), .number(unit: "m²"), .money, .date, .year,
    .choice(["Red", "blue, dark", "Élan"]), .yesNo, .code(.gtin), .code(.isbn), .code(.luhn), .link,
    .tags, .category,
  ]

  private static func styles() throws -> [WritingStyle] {
    [
      .neutral,
      WritingStyle(decimalSeparator: ".", dayOrder: .monthDayYear, currency: try Currency("USD")),
      WritingStyle(decimalSeparator: ",", dayOrder: .dayMonthYear, currency: try Currency("EUR")),
      WritingStyle(decimalSeparator: ",", dayOrder: .yearMonthDay, currency: try Currency("SEK")),
      WritingStyle(
        decimalSeparator: "٫", zero: "٠", dayOrder: .dayMonthYear, currency: try Currency("EGP")),
    ]
  }

  private static func value(
    of kind: FieldKind, _ random: inout SeededRandom
  ) throws -> FieldValue? {
    // As many digits as there may be.
    let bits = Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(63))
    switch kind {
    case .line: return (try? LineText(text(&random), for: .value)).map { .text($0.text) }
    case .text:
      let text = text(&random)
      return text.contains { !$0.isWhitespace } ? .text(text) : nil
    case .wholeNumber: return .integer(Int(bits))
    case .number: return .number(DecimalNumber(millionths: bits))
    case .money:
      let currency = try Currency(random.pick(Currency.allCodes))
      return .money(try Price(minorUnits: bits == .min ? 0 : abs(bits), currency: currency))
    case .date:
      return CalendarDay(
        year: 1 + random.below(9999), month: 1 + random.below(12), day: 1 + random.below(31)
      ).map { .day($0) }
    case .year: return .integer(1 + random.below(9999))
    case .choice(let choices): return .text(random.pick(choices))
    case .yesNo: return .yesNo(random.chance(50))
    case .code(.gtin):
      let digits = (0..<12).map { _ in UInt8(0x30 + random.below(10)) }
      return .text(String(decoding: digits + [GTIN.checkDigit(of: digits)], as: UTF8.self))
    case .code(let digit):
      // One of the ten last digits is right.
      let start = (0..<9).map { _ in String(random.below(10)) }.joined()
      let codes = (0...9).map { start + String($0) } + [start + "X"]
      return codes.lazy.compactMap { try? digit.code(from: $0, for: .value) }.first
        .map { .text($0) }
    case .link: return .text("https://example.org/\(random.below(1000))?q=\(random.below(10))")
    case .tags:
      var tags = Tags()
      for _ in 0...random.below(4) {
        if let tag = try? Tag(text(&random)) { tags.add(tag) }
      }
      return tags.isEmpty ? nil : .tags(tags)
    case .category:
      let names = (0...random.below(4)).map { _ in
        text(&random).replacingOccurrences(of: "/", with: "-")
      }
      return (try? CategoryPath(names.joined(separator: "/"))).map { .category($0) }
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let pieces = [
      "oak", "É", "e\u{301}", "\u{301}", ",", "\"", "\"\"", " ", "💡", "木", "\u{202e}", "'", "12",
      "/", "\n",
    ]
    return (0...random.below(8)).map { _ in random.pick(pieces) }.joined()
  }

  // MARK: Asking

  private func read(
    _ kind: FieldKind, _ text: String, style: WritingStyle = .neutral
  ) throws -> FieldValue? {
    try kind.value(from: text, style: style, for: .value)
  }

  private func assertRefused(
    _ kind: FieldKind, _ text: String, problem: InvalidValue.Problem,
    style: WritingStyle = .neutral, line: UInt = #line
  ) {
    XCTAssertThrowsError(try read(kind, text, style: style), text, line: line) { error in
      XCTAssertEqual((error as? InvalidValue)?.problem, problem, text, line: line)
    }
  }
}
