// SPDX-License-Identifier: Apache-2.0
// What can mean two things is asked, once for a column; what a value of the column settles is not asked.

import Catalog
import XCTest

@testable import Exchange

final class QuestionTests: XCTestCase {
  func testAMarkThatCanMeanTwoThingsIsAsked() throws {
    let text = "SKU|Name|Price\n1|A|1.234 EUR"
    let open = try UnderstoodTable(text)
    XCTAssertEqual(open.asked, ["Price"])
    XCTAssertEqual(open.understanding.questions.first?.answers, ["decimal", "thousands"])
    XCTAssertEqual(open.texts("price"), ["-"])
    XCTAssertEqual(open.rows[0].open, ["Price"])
    let thousands = try UnderstoodTable(text, answers: ["Price": ["thousands"]])
    XCTAssertEqual(thousands.texts("price"), ["1234.00 EUR"])
    XCTAssertEqual(thousands.asked, [])
  }

  func testAnyValueSettlesTheMark() throws {
    let table = try UnderstoodTable("SKU|Name|Price\n1|A|1.234 €\n2|B|2,50 €")
    XCTAssertEqual(table.asked, [])
    XCTAssertEqual(table.texts("price"), ["1234.00 EUR", "2.50 EUR"])
  }

  func testYenHaveNoDecimals() throws {
    let table = try UnderstoodTable("SKU|Name|価格\n1|A|1,200円")
    XCTAssertEqual(table.asked, [])
    XCTAssertEqual(table.texts("price"), ["1200 JPY"])
  }

  func testDaysWhoseOrderIsNotCertainAreAsked() throws {
    let text = "SKU|Name|Kaufdatum\n1|A|03/04/2025"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["Kaufdatum"])
    let month = try UnderstoodTable(text, answers: ["Kaufdatum": ["month-day-year"]])
    XCTAssertEqual(month.texts("Kaufdatum"), ["2025-03-04"])
    let settled = try UnderstoodTable(text + "\n2|B|13/04/2025")
    XCTAssertEqual(settled.asked, [])
    XCTAssertEqual(settled.texts("Kaufdatum"), ["2025-04-03", "2025-04-13"])
  }

  func testABareSerialNumberIsADayOnlyIfSomebodySaysSo() throws {
    let text = "SKU|Name|MHD\n1|A|45731"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["MHD"])
    XCTAssertEqual(
      try UnderstoodTable(text, answers: ["MHD": ["date"]]).texts("MHD"), ["2025-03-15"])
    XCTAssertEqual(try UnderstoodTable(text, answers: ["MHD": ["number"]]).texts("MHD"), ["45731"])
  }

  func testWhetherARecommendedPriceIsThePriceIsAsked() throws {
    for name in ["UVP", "RRP", "MSRP (EUR)", "Prix conseillé", "UVP brutto"] {
      let text = "SKU|Name|\(name)\n1|A|12,50 EUR"
      XCTAssertEqual(try UnderstoodTable(text).asked, [name])
      let chosen = try UnderstoodTable(text, answers: [name: [name]])
      XCTAssertEqual(chosen.texts("price"), ["12.50 EUR"], name)
      XCTAssertEqual(chosen.asked, [])
      let none = try UnderstoodTable(text, answers: [name: ["none"]])
      XCTAssertEqual(none.head.last, name)
      XCTAssertEqual(none.asked, [])
    }
    let both = try UnderstoodTable("SKU|Name|UVP|RRP\n1|A|12,50 EUR|13,50 EUR")
    XCTAssertEqual(both.understanding.questions.first?.answers, ["UVP", "RRP", "none"])
    let beside = try UnderstoodTable("SKU|Name|Preis|UVP\n1|A|9,50 EUR|12,50 EUR")
    XCTAssertEqual(beside.asked, [], "there is a price")
    XCTAssertEqual(beside.head, ["sku", "title", "price", "UVP"])
  }

  func testAFractionCanBeAPercentage() throws {
    let text = "SKU|Name|MwSt\n1|A|0,19\n2|B|0,07"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["MwSt"])
    XCTAssertEqual(
      try UnderstoodTable(text, answers: ["MwSt": ["fraction"]]).texts("MwSt"), ["19 %", "7 %"])
    XCTAssertEqual(try UnderstoodTable("SKU|Name|MwSt\n1|A|19 %").texts("MwSt"), ["19 %"])
  }

  func testAnAmountWithoutACurrencyIsAskedOnce() throws {
    let text = "SKU|Name|Price|Cost\n1|A|5.00|2.50"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["Price"])
    let table = try UnderstoodTable(text, answers: ["Price": ["CHF"]])
    XCTAssertEqual(table.texts("price") + table.texts("Cost"), ["5.00 CHF", "2.50 CHF"])
    for head in ["Price (CHF)", "Price CHF", "Price in CHF"] {
      XCTAssertEqual(
        try UnderstoodTable("SKU|Name|\(head)\n1|A|5.00").texts("price"), ["5.00 CHF"], head)
    }
    let beside = try UnderstoodTable("SKU|Name|Price|Currency\n1|A|5.00|CHF\n2|B|6|€")
    XCTAssertEqual(beside.texts("price"), ["5.00 CHF", "6.00 EUR"])
  }

  func testAPriceWithoutTaxesMayBeAnother() throws {
    for head in [
      "Preis netto", "Prix HT", "Price excl. VAT", "Netto-VK", "Nettopreis", "Nettopris",
    ] {
      let text = "SKU|Name|\(head)\n1|A|5,00 €"
      let open = try UnderstoodTable(text)
      XCTAssertEqual(open.asked, [head])
      XCTAssertEqual(open.understanding.questions.first?.answers, [head, "none"])
      XCTAssertEqual(open.texts("price"), ["-"])
      XCTAssertEqual(
        try UnderstoodTable(text, answers: [head: [head]]).texts("price"), ["5.00 EUR"])
      let none = try UnderstoodTable(text, answers: [head: ["none"]])
      XCTAssertEqual(none.texts("price") + none.texts(head), ["-", "5.00 EUR"])
      XCTAssertEqual(none.asked, [])
    }
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Preis netto\n1|A|5 €").asked, ["Preis netto"])
    // Or a sentence above or below the list says it.
    for (note, isNet) in [
      ("Alle Preise netto", true), ("Preise zzgl. 19 % MwSt.", true),
      ("Das sind Nettopreise", true),
      ("All prices exclude VAT", true), ("Tous nos prix s'entendent HT", true),
      ("Prezzi IVA esclusa", true), ("Ceny bez DPH", true), ("Prijzen excl. btw", true),
      ("Alle Preise inkl. MwSt. zzgl. Versand", false), ("Preise ohne Gewähr", false),
      ("Nettogewicht und Preis je Stück", false), ("Prices include VAT", false),
    ] {
      let asked = isNet ? ["Preis"] : []
      let list = "SKU|Name|Preis\n1|A|5 €\n2|B|6 €"
      XCTAssertEqual(try UnderstoodTable("\(note)\n\n\(list)").asked, asked, note)
      XCTAssertEqual(try UnderstoodTable("\(list)\n\n\(note)").asked, asked, note)
    }
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Preis brutto\n1|A|5 €").asked, [])
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Nettogewicht|Preis\n1|A|5 kg|5 €").asked, [])
  }

  func testACurrencyIsSaidAboveOrBelowTheList() throws {
    for (note, currency) in [
      ("Alle Preise in EUR inkl. MwSt.", "EUR"), ("All prices in US$", "USD"),
      ("Preisliste 2026 (CHF)", "CHF"), ("Prix en euros TTC", "EUR"), ("Ceny v Kč", "CZK"),
      ("ALL PRICES IN GBP.", "GBP"), ("Prices: PLN", "PLN"),
    ] {
      let list = "SKU|Name|Preis\n1|A|5,50\n2|B|6,00"
      for text in ["\(note)\n\n\(list)", "\(list)\n\n\(note)"] {
        let table = try UnderstoodTable(text)
        XCTAssertEqual(table.asked, [], note)
        XCTAssertEqual(table.texts("price"), ["5.50 \(currency)", "6.00 \(currency)"], note)
      }
    }
    for note in [
      "Alle Preise in EUR, Versand in CHF", "Versand ab 5 EUR", "All prices subject to change",
      "Prices in dollars", "Prix fr",
    ] {
      let table = try UnderstoodTable("\(note)\n\nSKU|Name|Price\n1|A|5.50\n2|B|6.00")
      XCTAssertEqual(table.asked, ["Price"], note)
    }
    // The head and the cells know better.
    let text = "Preise in EUR\n\nSKU|Name|Preis (CHF)|EK\n1|A|5,50|£ 2\n2|B|6,00|3"
    let table = try UnderstoodTable(text)
    XCTAssertEqual(table.texts("price"), ["5.50 CHF", "6.00 CHF"])
  }

  func testADollarIsOneOfMany() throws {
    let table = try UnderstoodTable("SKU|Name|Price\n1|A|$5")
    XCTAssertEqual(table.asked, ["Price"])
    // That another cell says which makes it likely, not certain.
    let text = "SKU|Name|Price\n1|A|$5\n2|B|6 CAD\n3|C|7 EUR"
    let likely = try UnderstoodTable(text)
    XCTAssertEqual(likely.understanding.questions.first?.answers.prefix(2), ["CAD", "USD"])
    XCTAssertEqual(
      try UnderstoodTable(text, answers: ["Price": ["USD"]]).texts("price"),
      ["5.00 USD", "6.00 CAD", "7.00 EUR"])
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Price (CAD)\n1|A|$5").texts("price"), ["5.00 CAD"])
    XCTAssertEqual(
      try UnderstoodTable("SKU|Name|Price|Currency\n1|A|$5|CAD").texts("price"), ["5.00 CAD"])
    let sign = "SKU|Name|Price|Currency\n1|A|5|$\n2|B|6|EUR"
    XCTAssertEqual(try UnderstoodTable(sign).asked, ["Price"])
    XCTAssertEqual(
      try UnderstoodTable(sign, answers: ["Price": ["CAD"]]).texts("price"),
      ["5.00 CAD", "6.00 EUR"])
  }

  func testASignOfASpreadsheetIsOneOfManyToo() throws {
    func table(_ answers: [String: [String]] = [:]) throws -> UnderstoodTable {
      try UnderstoodTable(
        MemoryTable([
          TableRow(1, [Cell(.text, "SKU"), Cell(.text, "Name"), Cell(.text, "Price")]),
          TableRow(2, [Cell(.text, "a"), Cell(.text, "A"), Cell(.money(currency: "$"), "5")]),
        ]), answers: answers)
    }
    XCTAssertEqual(try table().asked, ["Price"])
    XCTAssertEqual(try table(["Price": ["USD"]]).texts("price"), ["5.00 USD"])
  }

  func testABareAmountAmongOthersIsAsked() throws {
    let text = "SKU|Name|Price\n1|A|5.00\n2|B|6.00\n3|C|14.00 USD"
    let open = try UnderstoodTable(text)
    XCTAssertEqual(open.asked, ["Price"])
    XCTAssertEqual(open.understanding.questions.first?.answers.first, "USD")
    XCTAssertEqual(open.understanding.questions.first?.rows, 2)
    XCTAssertEqual(
      try UnderstoodTable(text, answers: ["Price": ["EUR"]]).texts("price"),
      ["5.00 EUR", "6.00 EUR", "14.00 USD"])
  }

  func testNoValueIsLeftAwayUnasked() throws {
    // The price says what it is in, the purchase price beside it is in the same.
    let beside = try UnderstoodTable("Titel|Einkaufspreis|Preis\nTasse|7,50|12,00 €")
    XCTAssertEqual(beside.texts("Einkaufspreis"), ["7.50 EUR"])
    // In two currencies it does not say.
    let two = "Titel|Einkaufspreis|Preis\nTasse|7,50|12,00 €\nTeller|3,50|6 CHF"
    XCTAssertEqual(try UnderstoodTable(two).asked, ["Einkaufspreis"])
    let answered = try UnderstoodTable(two, answers: ["Einkaufspreis": ["EUR"]])
    XCTAssertEqual(answered.texts("Einkaufspreis"), ["7.50 EUR", "3.50 EUR"])
    // Who is asked about the price is not asked about the purchase price as well.
    let bare = try UnderstoodTable("Titel|Einkaufspreis|Preis\nTasse|7,50|12,00")
    XCTAssertEqual(bare.asked, ["Preis"])
    XCTAssertEqual(bare.rows[0].open.sorted(), ["Einkaufspreis", "Preis"])
    // A row without a currency, in a list that has a column of them.
    let blank = try UnderstoodTable("Name|Price|Currency\nA|12|EUR\nB|13|")
    XCTAssertEqual(
      blank.rows[1].refusal,
      .value(column: "Price", text: "13", InvalidValue(.price, .unknownCurrency)))
    let years = "SKU|Name|Year\n1|A|2,024\n2|B|2,023"
    XCTAssertEqual(try UnderstoodTable(years).asked, ["Year"])
    XCTAssertEqual(
      try UnderstoodTable(years, answers: ["Year": ["thousands"]]).texts("year"), ["2024", "2023"])
  }

  func testNumbersAmongDaysAreAskedToo() throws {
    let text = "SKU|Name|MHD\n1|A|03/04/2024\n2|B|45000"
    XCTAssertEqual(try UnderstoodTable(text).understanding.questions.first?.doubts.count, 2)
    let days = try UnderstoodTable(text, answers: ["MHD": ["day-month-year", "date"]])
    XCTAssertEqual(days.texts("MHD"), ["2024-04-03", "2023-03-15"])
    XCTAssertEqual(days.asked, [])
    let refused = try UnderstoodTable(text, answers: ["MHD": ["day-month-year", "refuse"]])
    XCTAssertEqual(refused.asked, [])
    XCTAssertEqual(refused.rows[1].open, [])
    XCTAssertNotNil(refused.rows[1].refusal)
  }

  func testHugeNumbersAreNoTrap() throws {
    let open = try UnderstoodTable(
      "SKU|Name|Rabatt %\n1|A|0,5\n2|B|0\n3|C|99999999999999999999,5")
    XCTAssertEqual(open.asked, [])
    let huge = try UnderstoodTable(
      "SKU|Name|MwSt\n1|A|0,5\n2|B|9999999999999,5", answers: ["MwSt": ["fraction"]])
    XCTAssertEqual(huge.texts("MwSt"), ["50 %", "-"])
    XCTAssertNotNil(huge.rows[1].problem(with: "MwSt"))
  }

  func testNetAndGrossBesideEachOtherAreAsked() throws {
    let text = "SKU|Name|VK netto €|VK brutto €\n1|A|1,00|1,19"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["VK netto €"])
    XCTAssertEqual(
      try UnderstoodTable("SKU|Name|Nettopreis|Bruttopreis\n1|A|1 €|1,19 €").asked, ["Nettopreis"])
    let gross = try UnderstoodTable(text, answers: ["VK netto €": ["VK brutto €"]])
    XCTAssertEqual(gross.texts("price"), ["1.19 EUR"])
    XCTAssertEqual(gross.texts("VK netto €"), ["1.00 EUR"])
    XCTAssertEqual(gross.asked, [])
  }

  func testARepairIsOfferedOnlyWhereTheCheckDigitProvesIt() throws {
    let text = "EAN|Name\n4006381333931|A\n36000291452|B\n4,00638E+12|C"
    let open = try UnderstoodTable(text)
    XCTAssertEqual(open.asked, ["EAN"])
    XCTAssertEqual(open.rows[2].refusal, .destroyedCode(column: "EAN", text: "4,00638E+12"))
    let repaired = try UnderstoodTable(text, answers: ["EAN": ["repair"]])
    XCTAssertEqual(repaired.texts("gtin"), ["4006381333931", "036000291452", "-"])
    let refused = try UnderstoodTable(text, answers: ["EAN": ["refuse"]])
    XCTAssertNotNil(refused.rows[1].refusal)
    XCTAssertEqual(refused.asked, [])
  }

  func testSeveralCategoriesOrOneWithACommaIsAsked() throws {
    let text = "SKU|Name|Category\n1|A|Bread, Cakes\n2|B|Cheese"
    let open = try UnderstoodTable(text)
    XCTAssertEqual(open.asked, ["Category"])
    XCTAssertEqual(open.understanding.questions.first?.answers, ["one", "several"])
    let one = try UnderstoodTable(text, answers: ["Category": ["one"]])
    XCTAssertEqual(one.texts("category"), ["Bread, Cakes", "Cheese"])
    let several = try UnderstoodTable(text, answers: ["Category": ["several"]])
    XCTAssertEqual(several.texts("category"), ["Bread", "Cheese"])
    XCTAssertEqual(several.rows[0].addedTags.map(\.text), ["Cakes"])
    // A category beside one within it can't be a single name.
    let proven = try UnderstoodTable("SKU|Name|Category\n1|A|Clothing, Clothing > Shirts, Sale")
    XCTAssertEqual(proven.asked, [])
    XCTAssertEqual(proven.texts("category"), ["Clothing/Shirts"])
    XCTAssertEqual(proven.rows[0].addedTags.map(\.text), ["Sale"])
    let tagged = try UnderstoodTable("SKU|Name|Category|Tags\n1|A|X, X > Y, Z|own")
    XCTAssertEqual(tagged.texts("tags"), ["own, Z"])
    // In Magento's lists alone, all categories are in this one.
    let other = try UnderstoodTable("SKU|Name|Category\n1|A|Default Category/Glass")
    XCTAssertEqual(other.texts("category"), ["Default Category/Glass"])
  }

  func testEveryCategoryOfTheColumnCounts() throws {
    let many = (0..<2_100).map { "\($0)|A|Bread \($0), fresh" }.joined(separator: "\n")
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Category\n" + many).asked, ["Category"])
    let proof = "\n9999|B|Clothing, Clothing > Shirts"
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Category\n" + many + proof).asked, [])
  }

  func testALetterAloneIsNoYes() throws {
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Variante\n1|A|S").texts("Variante"), ["S"])
    XCTAssertEqual(
      try UnderstoodTable("SKU|Name|Bio\n1|A|x\n2|B|").texts("Bio"), ["yes", "-"])
  }

  func testYesAndNoInManyLanguages() throws {
    let words = [
      "ja nein", "oui non", "sí no", "sim não", "tak nie", "ano ne", "kyllä ei", "igen nem",
      "da nu",
      "evet hayır", "да нет", "да не", "taip ne", "jā nē", "jah ei", "نعم لا", "כן לא", "はい いいえ",
      "是 否", "예 아니요", "ya tidak", "có không",
    ]
    for pair in words.map({ $0.split(separator: " ").map(String.init) }) {
      let table = try UnderstoodTable("SKU|Name|Bio\n1|A|\(pair[0])\n2|B|\(pair[1].uppercased())")
      XCTAssertEqual(table.texts("Bio"), ["yes", "no"], pair[0])
    }
  }

  func testARowForEachLanguageIsOneProduct() throws {
    let text = "SKU|Lang|Title\n1|de|Hemd\n1|en|Shirt\n2|de|Hose"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["Lang"])
    let table = try UnderstoodTable(text, answers: ["Lang": ["en"]])
    XCTAssertEqual(table.texts("title"), ["Shirt", "Hose"])
    let without = "SKU|Lang|Title|Price\n1||Shirt|5 €\n1|de|Hemd|\n2||Cap|6 €"
    let asked = try UnderstoodTable(without)
    XCTAssertEqual(asked.understanding.questions.first?.answers, ["none", "de"])
    XCTAssertEqual(
      try UnderstoodTable(without, answers: ["Lang": ["none"]]).texts("title"), ["Shirt", "Cap"])
    let german = try UnderstoodTable(without, answers: ["Lang": ["de"]])
    XCTAssertEqual(german.texts("title"), ["Hemd", "Cap"])
    XCTAssertEqual(german.texts("price"), ["5.00 EUR", "6.00 EUR"])
  }

  func testNothingThatARowOfAnotherLanguageSaysIsLost() throws {
    let text = """
      SKU|Lang|Title|EAN|Price
      1|de|Hemd|4006381333932|5
      1|en|Shirt||
      2|de|Hose|4006381333931|6
      """
    let table = try UnderstoodTable(text, answers: ["Lang": ["en"]])
    XCTAssertEqual(table.rows.map(\.refusal?.column), ["EAN", nil])
    XCTAssertEqual(table.rows.map(\.open), [["Price"], ["Price"]])
  }
}
