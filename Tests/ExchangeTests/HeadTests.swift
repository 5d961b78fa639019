// SPDX-License-Identifier: Apache-2.0
// Where a list is in its table: no row of it may be lost, and nothing else taken for one.

import Catalog
import XCTest

@testable import Exchange

final class HeadTests: XCTestCase {
  func testTitlesAboveAndTotalsBelowAreNoProducts() throws {
    let table = try UnderstoodTable(
      """
      Preisliste Käserei Huber
      Stand März|||

      Artikel-Nr.|Bezeichnung|Preis|Bestand
      0012|Gouda|12,50 €|10
      0013|Brie|8,90 €|4
      |||
      Summe||21,40|14
      Alle Preise inkl. MwSt.
      """)
    XCTAssertEqual(table.head, ["sku", "title", "price", "stock"])
    XCTAssertEqual(table.texts("sku"), ["0012", "0013"])
    XCTAssertEqual(table.rows.map(\.number), [5, 6])
    XCTAssertEqual(
      table.leftOut,
      [LeftOutRow(number: 8, reason: .total), LeftOutRow(number: 9, reason: .note)])
  }

  func testWhatHasATitleAndAPriceIsAProduct() throws {
    let table = try UnderstoodTable("Titel|Preis\nTotal War|19,99 €\nSuma D10|5 €\nTotal|24,99 €")
    XCTAssertEqual(table.texts("title"), ["Total War", "Suma D10"])
    XCTAssertEqual(table.leftOut, [LeftOutRow(number: 4, reason: .total)])
    let wide = try UnderstoodTable(
      """
      SKU|Titel|Preis|C1|C2|C3|C4|C5|C6|C7|C8|C9
      1|A|1 €|a|a|a|a|a|a|a|a|a
      2|B|2 €|a|a|a|a|a|a|a|a|a

      3|C|3 €
      Stand:|Mai
      """)
    XCTAssertEqual(wide.texts("sku").prefix(3), ["1", "2", "3"])
  }

  func testAListWithoutAHeadLosesNoRow() throws {
    let table = try UnderstoodTable("Gouda|12.50 EUR|5\nBrie|ab 3.20 EUR|7")
    XCTAssertFalse(table.understanding.hasHead)
    XCTAssertEqual(table.texts("title"), ["Gouda", "Brie"])
    XCTAssertEqual(table.texts("price"), ["12.50 EUR", "3.20 EUR"])
  }

  func testCellsBesideTheColumnsAreAColumnHoweverFarBelow() throws {
    let rows = (1...500).map { "\($0)|Cheese \($0)|\($0) €" }
    var list = rows
    list[420] += "||soft"
    list[450] += "|blue|hard"
    for head in ["SKU|Title|Price\n", "SKU|Title|Price||Rind\n", ""] {
      let table = try UnderstoodTable(head + list.joined(separator: "\n"))
      XCTAssertEqual(table.understanding.columns.count, 5, head)
      let columns = table.understanding.columns.compactMap(\.field).map(table.texts)
      XCTAssertEqual(columns.map(\.count), [500, 500, 500, 500, 500], head)
      XCTAssertEqual(columns.suffix(2).map { $0[450] }, ["blue", "hard"], head)
      XCTAssertEqual(columns.last?[420], "soft", head)
    }
  }

  func testAHeadInTwoRowsIsOne() throws {
    let table = try UnderstoodTable(
      """
      Artikel||Preis|
      Nummer|Bezeichnung|netto (EUR)|brutto (EUR)
      001|Apfel|1,00|1,19
      """)
    XCTAssertEqual(
      table.understanding.columns.map(\.name),
      ["Artikel Nummer", "Artikel Bezeichnung", "Preis netto (EUR)", "Preis brutto (EUR)"])
    XCTAssertEqual(table.head.prefix(2), ["sku", "title"])
    XCTAssertEqual(table.asked, ["Preis netto (EUR)"])
  }

  func testUnitsBelowTheHeadBelongToIt() throws {
    let table = try UnderstoodTable("SKU|Name|Price|Weight\n||EUR|kg\nA1|Cheese|4.50|1.5")
    XCTAssertEqual(table.texts("price"), ["4.50 EUR"])
    XCTAssertEqual(table.texts("Weight (kg)"), ["1.5 kg"])
  }

  func testHeadsInTenLanguages() throws {
    for head in [
      "Artikelnummer|Bezeichnung|Preis|Bestand", "Référence|Désignation|Prix|Quantité",
      "Código|Nombre|Precio|Existencias", "Codice|Nome|Prezzo|Giacenza",
      "Artikelnummer|Naam|Prijs|Voorraad",
      "Referência|Designação|Preço|Quantidade", "Symbol|Nazwa|Cena|Ilość", "Kód|Název|Cena|Skladem",
      "Artikelnr|Benämning|Pris|Lagersaldo", "SKU|Product name|Price|Stock",
      "Stok Kodu|Ürün Adı|Fiyat|Stok",
      "Артикул|Наименование|Цена|Остаток", "商品コード|商品名|価格|在庫数", "货号|商品名称|价格|库存",
    ] {
      let table = try UnderstoodTable("\(head)\n007|Abc|1.50 EUR|3")
      XCTAssertEqual(table.head, ["sku", "title", "price", "stock"], head)
    }
  }

  func testNamesThatTheCatalogueHasNoFieldForAreAHead() throws {
    let table = try UnderstoodTable(
      "Handelsname|Hersteller|Farbe\nBohrer|Bosch|blau\nSäge|Makita|rot")
    XCTAssertEqual(table.texts("title"), ["Bohrer", "Säge"])
    XCTAssertEqual(table.head, ["title", "Hersteller", "Farbe"])
  }

  func testSmallWordsAndTaxesInANameDoNotHideAPrice() throws {
    for head in ["Preis in EUR", "Prix de vente TTC (EUR)", "Prezzo listino EUR", "VK brutto EUR"] {
      let table = try UnderstoodTable("SKU|Name|\(head)\n1|A|5,00")
      XCTAssertEqual(table.texts("price"), ["5.00 EUR"], head)
      XCTAssertEqual(table.texts("unit"), ["-"], head)
    }
  }

  func testContinuationRowsAndRowsOfZerosAreNoProducts() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Description|Price\n1|Shirt|Blue|5 EUR\n||with white dots|\n2|Hat||3 EUR\n|||0\n|||0,00 €"
    )
    XCTAssertEqual(table.texts("description"), ["Blue\nwith white dots", "-"])
    XCTAssertEqual(table.rows.count, 2)
  }

  func testACategoryAloneIsTheHeadingOfTheRowsBelowIt() throws {
    let table = try UnderstoodTable(
      "Category|Name|Price EUR\nCheese||\n|Gouda|3,00\n|Brie|4,00\nWine||\n|Merlot|9,00\nBread|Rye|2,00\n|X|1,00"
    )
    XCTAssertEqual(table.texts("category"), ["Cheese", "Cheese", "Wine", "Bread", "-"])
    XCTAssertEqual(table.texts("title"), ["Gouda", "Brie", "Merlot", "Rye", "X"])
  }

  func testRowsOfZerosInATextAreNoProducts() throws {
    let table = try UnderstoodTable("SKU|Name|Qty|Total\n1|A|2|4\n0|0|0|0\n0|0|0|0")
    XCTAssertEqual(table.head, ["sku", "title", "stock", "Total"])
    XCTAssertEqual(table.texts("title"), ["A"])
  }

  func testWordsOfANameInAnotherOrder() throws {
    let table = try UnderstoodTable("Nr|Name|Preis EK €|Preis VK €\n1|A|1,00|2,00")
    XCTAssertEqual(table.head, ["sku", "title", "Preis EK €", "price"])
  }

  func testAPriceWithoutAHead() throws {
    XCTAssertEqual(
      try UnderstoodTable("Gouda|12.50\nEdam|5.00\nBrie|8.00").head, ["title", "price"])
  }

  func testAHeadOnEveryPageIsNoProduct() throws {
    let table = try UnderstoodTable("SKU|Name\n1|A\n2|B\n\nSKU|Name\n3|C")
    XCTAssertEqual(table.texts("sku"), ["1", "2", "3"])
  }

  func testTwoListsBesideEachOtherAreOne() throws {
    let table = try UnderstoodTable("Name|Price||Name|Price\nA|1 EUR||B|2 EUR\nC|3 EUR||D|4 EUR")
    XCTAssertEqual(table.texts("title"), ["A", "B", "C", "D"])
    XCTAssertEqual(table.texts("price"), ["1.00 EUR", "2.00 EUR", "3.00 EUR", "4.00 EUR"])
  }

  func testAnyNumberOfListsBesideEachOtherIsOne() throws {
    let head = [String](repeating: "SKU|Name|Price", count: 3).joined(separator: "||")
    let table = try UnderstoodTable(
      "\(head)\n1|A|1 EUR||2|B|2 EUR||3|C|3 EUR\n4|D|4 EUR||5|E|5 EUR||||")
    XCTAssertEqual(table.texts("sku"), ["1", "2", "3", "4", "5"])
    XCTAssertEqual(table.texts("title"), ["A", "B", "C", "D", "E"])
    // Columns with one name are no lists.
    XCTAssertEqual(
      try UnderstoodTable("SKU|Info|Info|Info|Info\n1|a|b|c|d").head.count, 5)
  }

  func testAnotherListBesideIsNoPartOfThisOne() throws {
    let text = "SKU|Name|Price||Category|Discount\n1|A|1 EUR||Hats|10 %\n2|B|2 EUR||Caps|20 %"
    let other = try UnderstoodTable("\(text)\n||||Shoes|5 %")
    XCTAssertEqual(other.texts("title"), ["A", "B"])
    XCTAssertEqual(other.head, ["sku", "title", "price"])
    XCTAssertEqual(other.leftOut, [LeftOutRow(number: 1, reason: .otherColumns)])
    XCTAssertEqual(
      try UnderstoodTable(text).texts("category"), ["Hats", "Caps"], "may be one list")
  }

  func testOneNameThatOnlyProductsHaveIsAHead() throws {
    let table = try UnderstoodTable("Kennung|Titel|Bemerk\nA1|Hut|alpha\nA2|Tuch|beta")
    XCTAssertEqual(table.texts("title"), ["Hut", "Tuch"])
    XCTAssertEqual(
      try UnderstoodTable("Apfel|Stück|Obst\nBirne|kg|Obst").texts("title"), ["Apfel", "Birne"])
  }

  func testPricesOfSoManyHaveAHead() throws {
    let table = try UnderstoodTable(
      "Artikel|ab 1|ab 10\nSchraube|0,10 €|0,09 €\nMutter|0,20 €|0,18 €")
    XCTAssertEqual(table.texts("title"), ["Schraube", "Mutter"])
    XCTAssertEqual(table.texts("ab 10"), ["0.09 EUR", "0.18 EUR"])
  }

  func testTheSignOfACurrencyBelowTheHeadBelongsToIt() throws {
    let table = try UnderstoodTable("Artikel|Gewicht|Preis\n|kg|€\nVase|1,5|20,00")
    XCTAssertEqual(table.texts("price"), ["20.00 EUR"])
    XCTAssertEqual(table.texts("title"), ["Vase"])
  }

  func testTotalsOfGroupsAndNotesBetweenPagesAreNoProducts() throws {
    let groups = try UnderstoodTable(
      "Gruppe|Artikel|Menge|Preis\nKäse|Gouda|1|5 €\nSumme Weichkäse||1|5 €\nWurst|Salami|2|6 €")
    XCTAssertEqual(groups.texts("title"), ["Gouda", "Salami"])
    XCTAssertEqual(groups.leftOut, [LeftOutRow(number: 3, reason: .total)])
    let pages = try UnderstoodTable(
      "SKU|Name|Preis\n1|A|5 €\n\nSeite 2||\nSKU|Name|Preis\n2|B|6 €")
    XCTAssertEqual(pages.texts("sku"), ["1", "2"])
    XCTAssertEqual(pages.leftOut, [LeftOutRow(number: 4, reason: .note)])
  }

  func testAnotherListBelowHasItsColumnsElsewhere() throws {
    let table = try UnderstoodTable("SKU|Name|Price\n1|A|1 EUR\n\nName|SKU|Price\nB|2|2 EUR")
    XCTAssertEqual(table.texts("title"), ["A", "B"])
    XCTAssertEqual(table.texts("sku"), ["1", "2"])
  }

  func testColumnsOfAnotherListThatAreNotReadAreSaid() throws {
    let table = try UnderstoodTable(
      "Artikel|Preis\nA|1,00 €\n\nArtikel|Gewicht|Preis\nB|2 kg|3,00 €\n\nPreis|Artikel\n4,00 €|C")
    XCTAssertEqual(table.texts("title"), ["A", "B", "C"])
    XCTAssertEqual(table.texts("price"), ["1.00 EUR", "3.00 EUR", "4.00 EUR"])
    XCTAssertEqual(table.leftOut, [LeftOutRow(number: 4, reason: .otherColumns)])
  }

  func testATitleAloneIsAProductUnlessItGoesOn() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Preis\n1|Apfel|2,00 €\n|Birne|\n3|Kirsche,|3,00 €\n|ohne Stein|\n4|Pflaume|1 €")
    XCTAssertEqual(table.texts("title"), ["Apfel", "Birne", "Kirsche, ohne Stein", "Pflaume"])
    XCTAssertEqual(table.leftOut, [LeftOutRow(number: 5, reason: .continued)])
    let text = try UnderstoodTable(
      "SKU|Name|Description|Price\n1|Shirt|Blue|5 EUR\n||Made in Italy|\n2|Hat|Red|3 EUR")
    XCTAssertEqual(text.texts("description"), ["Blue\nMade in Italy", "Red"])
    XCTAssertEqual(text.leftOut.map(\.number), [3])
  }

  func testATitleWithAColonIsNoTotal() throws {
    let table = try UnderstoodTable(
      "Titel|Preis\nTotal War: Warhammer III|39,99 €\nSumma: Das Buch|5 €\nSumme Spiele:|44,99 €\nTotal: EUR|44,99 €"
    )
    XCTAssertEqual(table.texts("title"), ["Total War: Warhammer III", "Summa: Das Buch"])
    XCTAssertEqual(table.leftOut.map(\.number), [4, 5])
  }

  func testRowsOfFailedFormulasAreNamed() throws {
    func row(_ number: Int, _ cells: [Cell]) -> TableRow { TableRow(number, cells) }
    let failed = Cell(.failed, "#REF!", isCalculated: true)
    let table = try UnderstoodTable(
      MemoryTable([
        row(1, [Cell(.text, "SKU"), Cell(.text, "Name"), Cell(.text, "Stock")]),
        row(2, [Cell(.text, "1"), Cell(.text, "A"), Cell(.number, "3")]),
        row(3, [failed, failed, failed]),
        row(4, [.empty, .empty, Cell(.number, "0", isCalculated: true)]),
      ]))
    XCTAssertEqual(table.texts("title"), ["A"])
    XCTAssertEqual(table.leftOut, [LeftOutRow(number: 3, reason: .failed)])
  }

  func testHiddenRowsAreReadAndCounted() throws {
    let rows = ["SKU", "1", "2", "3"].enumerated().map { place, code in
      TableRow(
        place + 1, [Cell(.text, code), Cell(.text, place == 0 ? "Name" : "Tea \(code)")],
        isHidden: place == 2)
    }
    let table = try UnderstoodTable(MemoryTable(rows))
    XCTAssertEqual(table.texts("sku"), ["1", "2", "3"])
    XCTAssertEqual(table.hidden, 1)
  }

  func testTaxesInTheNameOfAPriceAreSeenInEveryLanguage() throws {
    for name in [
      "Price inc. VAT", "Precio (IVA incl.)", "Prezzo IVA inclusa", "Cena s DPH",
      "VK inkl. 19% MwSt",
      "Unit price (VAT 20%)", "Pris m. moms",
    ] {
      XCTAssertEqual(
        try UnderstoodTable("SKU|Title|\(name)\n1|A|1.50 EUR\n2|B|2.50 EUR").head,
        ["sku", "title", "price"], name)
    }
    for name in [
      "Price ex. VAT", "Precio sin IVA", "Precio s/IVA", "Prezzo IVA esclusa", "Cena bez DPH",
      "Preis ohne MwSt.", "Pris ex moms", "MRP (₹)",
    ] {
      let table = try UnderstoodTable("SKU|Title|\(name)\n1|A|1.50 EUR\n2|B|2.50 EUR")
      XCTAssertEqual(
        table.understanding.questions.flatMap(\.doubts), [.kindOfPrice(columns: [name])], name)
    }
  }

  func testNamesThatDifferByAMarkOrAnswerElsewhereAreNames() throws {
    let rows = "\nA-1|Foo|2019\nA-2|Bar|2021"
    XCTAssertEqual(try UnderstoodTable("SKU|Titel|År" + rows).head, ["sku", "title", "year"])
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Ár" + rows).head, ["sku", "title", "price"])
    XCTAssertEqual(try UnderstoodTable("SKU|Title|Ano" + rows).head, ["sku", "title", "year"])
    // Without a head, “ano” is an answer.
    XCTAssertFalse(try UnderstoodTable("Foo|ano|ano\nBar|ne|ano").understanding.hasHead)
  }

  func testWhatCountsPiecesIsNoPartOfAName() throws {
    for name in ["Lagerbestand (Fl.)", "Menge (St.)", "Qty (bottles)"] {
      XCTAssertEqual(
        try UnderstoodTable("SKU|Title|\(name)\n1|A|3\n2|B|4").head, ["sku", "title", "stock"], name
      )
    }
    let other = try UnderstoodTable("SKU|Title|Qty (sold)\n1|A|3\n2|B|4")
    XCTAssertEqual(other.head, ["sku", "title", "Qty (sold)"])
    let two = try UnderstoodTable("Art.-Nr.|Titel|Lagerbestand\n||Fl.\n1|A|3\n2|B|4")
    XCTAssertEqual(two.head, ["sku", "title", "stock"])
  }

  func testAModelIsATitleWhereNothingElseIsAndAnAmountIsNoCode() throws {
    let phones = try UnderstoodTable(
      "Brand|Model|Cond.|Buy|Sell\nApple|iPhone 12|B+|180 €|249 €\nSamsung|S21 Ultra|A|150 €|219 €")
    XCTAssertEqual(phones.head, ["Brand", "title", "Cond.", "Buy", "price"])
    let parts = try UnderstoodTable("Article|Prix|Eco-part\nA|10,00 €|0,02\nB|20,00 €|0,05")
    XCTAssertEqual(parts.head, ["title", "price", "Eco-part"])
  }

  func testAPriceOfAHundredIsNoneOfOne() throws {
    let table = try UnderstoodTable(
      "Art.Nr.|Text|Preis|ME|PE\n4711|Schraube|3,50 €|Stk|100\n4712|Mutter|2,10 €|Stk|1")
    XCTAssertEqual(table.head, ["sku", "title", "price", "unit", "packSize"])
    XCTAssertEqual(table.texts("packSize"), ["100", "1"])
  }

  func testPricesAreNamedBelowTheirGroup() throws {
    let table = try UnderstoodTable(
      "Artikel||Preise||\nNr.|Bezeichnung|EK|VK|Bestand\n1|A|2 €|4 €|1\n2|B|3 €|5 €|2")
    XCTAssertEqual(table.head, ["sku", "title", "Preise EK", "price", "stock"])
  }

  /// As they are called in the lists of tills, shops, accounts and collections; “*” is a column of the list's own.
  func testColumnsOfOtherPrograms() throws {
    for (head, row, fields) in [
      (
        "Item number|Title|Custom label (SKU)|Available quantity|Currency|Start price|Current price",
        "1101|Lens|L-1|2|EUR|9|12", "* title sku stock currency * price"
      ),
      (
        "Product/Service Name|Sales Description|SKU|Sales Price / Rate|Purchase Cost|Reorder Point",
        "Pen|Blue|P-1|1.99|0.80|2", "title description sku price * minimumStock"
      ),
      (
        "*ItemCode|ItemName|PurchasesDescription|PurchasesUnitPrice|SalesDescription|SalesUnitPrice",
        "P-1|Pen|Pens|0.80|Pen, blue|1.99", "sku title * * description price"
      ),
      (
        "Name|Internal Reference|Sales Price|Cost|Product Category/Complete Name|Unit of Measure/Name",
        "Gouda|G-1|12.90|7.00|All / Food|kg", "title sku price * category unit"
      ),
      (
        "ID|Asset Tag|Asset Name|Order Number|Purchase Cost", "1|A-1|Laptop|PO-1|900.00",
        "* sku title * *"
      ),
      (
        "Stock Code|Description|Sales Price|Qty In Stock|Re-Order Level", "P1|Pen|1.99|12|2",
        "sku title price stock minimumStock"
      ),
      (
        "ordernumber|name|supplier|instock|stockmin|ean", "SW1|Pen|Stabilo|12|2|4006381333931",
        "sku title supplier stock minimumStock gtin"
      ),
      (
        "Artikelnummer|Artikelname|Brutto-VK|Lagerbestand Gesamt", "J-1|Stift|1,99|12",
        "sku title price stock"
      ),
      (
        "product_sku|product_name|product_price|product_quantity", "P-1|Pen|1.99|12",
        "sku title price stock"
      ),
      ("Catalog#|Artist|Title|Label", "AS-77|Coltrane|A Love Supreme|Impulse!", "sku * title *"),
      ("id|name|amount|min stock amount", "1|Flour|3|2", "sku title * minimumStock"),
      ("sku|name|track_inventory|inventory_Main_Outlet", "1|Pen|1|12", "sku title * stock"),
      ("Artikelnr|Bezeichnung|Menge pro Karton", "1|Butter|20", "sku title *"),
      ("Wein|Jahrgang|Preis/Fl.|Stk/Karton", "Riesling|2022|9,90|6", "title year price *"),
      ("Sorte|kg-Preis|100g|Bestand kg", "Gouda|12,90|1,29|3,5", "title price * stock"),
      ("SKU|Title|1+|10+|100+", "A1|Screw|0,50|0,45|0,30", "sku title * * *"),
      ("Land|Nominal|Jahr|Mzz|Erhaltung", "Bund|1 Mark|1950|D|ss", "* title year * *"),
      ("Part|Value|Qty|Min", "R1|10k|500|100", "sku * stock *"),
      ("Art.|Käse|kg / €|LAGERBEST.", "H1|Bergkäse|19,80|12", "sku title price stock"),
      ("Bestellnr.|Bezeichnung|€/kg", "10.10|Kerze|1,20", "sku title price"),
      ("Marke|Modell|Größe|VK|Lager", "Cube|Attain|56|899,00|1", "* title * price stock"),
      ("Name|Product Code|SKU|Price Unit", "Ham|4006381333931|H-1|lb", "title gtin sku unit"),
      (
        "Artikelnr|Kurzbezeichnung|VK1|VK2|Best.", "A1|Stift|1,99|1,79|12",
        "sku title price * stock"
      ),
      (
        "Réf. produit|Libellé|Stock réel|Limite stock alerte", "P-1|Stylo|12|2",
        "sku title stock minimumStock"
      ),
      (
        "Nr.|Speise|Beschreibung|Preis klein|Preis groß", "1|Pizza|Tomaten, Käse|7,50|9,50",
        "sku title description * *"
      ),
      ("PZN|Artikelname|AVP|AEK", "01234567|Aspirin|5,49|3,10", "sku title price *"),
      ("Inventarnummer|Gerät|Anschaffungswert", "I-1|Beamer|899,00 €", "sku title *"),
      ("Interpret|Titel|Zustand Cover|Bild", "Davis|Kind of Blue|VG+|a.jpg", "* title * images"),
      (
        "Menu Item|POS Name|Base Price|PLU|Menu Group", "Burger|BRG|12.50|1001|Mains",
        "title * price sku category"
      ),
      ("الرمز|الاسم|السعر|المخزون", "A1|جبن|١٢٫٥٠|٣", "sku title price stock"),
      ("קוד מוצר|שם המוצר|מחיר|מלאי", "A1|גבינה|12.50|3", "sku title price stock"),
      ("Mã hàng|Tên hàng|Giá bán|Tồn kho", "A1|Phô mai|12.50|3", "sku title price stock"),
      ("Kode Barang|Nama Barang|Harga Jual|Stok", "A1|Keju|12.50|3", "sku title price stock"),
      ("รหัสสินค้า|ชื่อสินค้า|ราคาขาย|คงเหลือ", "A1|ชีส|12.50|3", "sku title price stock"),
    ] {
      let table = try UnderstoodTable("\(head)\n\(row)")
      let known = Set(ProductField.all.map(\.name) + ["currency", "images"])
      let found = table.head.map { known.contains($0) ? $0 : "*" }
      XCTAssertEqual(found.joined(separator: " "), fields, head)
    }
    // Amounts that no name explains: which of them is the price, is asked.
    let rent = try UnderstoodTable("Gerät|Tagessatz|Wochensatz\nBeamer|25 €|100 €\nZelt|15 €|50 €")
    XCTAssertEqual(rent.asked, ["Tagessatz"])
    XCTAssertEqual(rent.texts("price"), ["-", "-"])
    let estimate = try UnderstoodTable("Title|Year|Estimate (EUR)\nMark|1950|6.5")
    XCTAssertEqual(estimate.texts("Estimate (EUR)"), ["6.50 EUR"])
  }

  func testTheCaptionOfAnotherListIsNoProduct() throws {
    let drinks = "Drinks\nTitle|Price\nCola|3 €\nWater|2 €"
    for head in ["Title|Price", "Price|Title", "Title|Price|Stock"] {
      let table = try UnderstoodTable("\(drinks)\n\nFood\n\(head)\nSoup|6 €\nBread|1 €")
      XCTAssertEqual(table.texts("title").count, 4, head)
      XCTAssertFalse(table.texts("title").contains("Food"), head)
      XCTAssertTrue(table.leftOut.contains { $0.number == 6 && $0.reason == .note }, head)
    }
    // Right below the last row, or with a price, it is one.
    let one = try UnderstoodTable("\(drinks)\nFood\nTitle|Price\nSoup|6 €")
    XCTAssertEqual(one.texts("title"), ["Cola", "Water", "Food", "Soup"])
    let priced = try UnderstoodTable("\(drinks)\n\nFood|2 €\nTitle|Price\nSoup|6 €")
    XCTAssertEqual(priced.texts("title"), ["Cola", "Water", "Food", "Soup"])
  }

  func testNumbersOfPagesAreNoProducts() throws {
    let table = try UnderstoodTable(
      "Artikel|Preis\nStift|1 €\nSeite 1 von 2|\nTinte|5 €\nPage 2/2|\nSeite 12|\nSeite 3 Heft|2 €")
    XCTAssertEqual(table.texts("title"), ["Stift", "Tinte", "Seite 3 Heft"])
    XCTAssertEqual(table.leftOut.map(\.number), [3, 5, 6])
  }

  /// A price list as a cheese maker writes it: headings in the column of the numbers, and prices by the kilogram.
  func testAListOfAShopThatMakesItsCheese() throws {
    let text = """
      Käserei Bergblick||||
      Preisliste Herbst 2026||||Stand: 01.10.2026

      Art.|Käse|Milch|kg / €|Bestand (kg)
      Hartkäse
      H1|Bergkäse 6 Mt.|Kuh|19,80|12,5
      H2|Bergkäse 12 Mt.|Kuh|24,80|8
      Weichkäse
      W1|Camembert|Kuh|22,00|3,2

      Alle Preise inkl. 7% MwSt.
      """
    XCTAssertEqual(try UnderstoodTable(text).asked, ["Art."])
    let table = try UnderstoodTable(text, answers: ["Art.": ["category"]])
    XCTAssertEqual(table.texts("title"), ["Bergkäse 6 Mt.", "Bergkäse 12 Mt.", "Camembert"])
    XCTAssertEqual(table.texts("sku"), ["H1", "H2", "W1"])
    XCTAssertEqual(table.texts("category"), ["Hartkäse", "Hartkäse", "Weichkäse"])
    XCTAssertEqual(table.texts("price"), ["19.80 EUR", "24.80 EUR", "22.00 EUR"])
    XCTAssertEqual(table.texts("unit"), ["kg", "kg", "kg"])
    XCTAssertEqual(table.texts("stock"), ["12.5", "8", "3.2"])
  }

  func testYearsBesideEachOtherAreNames() throws {
    let table = try UnderstoodTable("Name|2023|2024|2025\nGouda|10|11|12\nBrie|3|4|5")
    XCTAssertEqual(table.head, ["title", "2023", "2024", "2025"])
    XCTAssertEqual(table.texts("title"), ["Gouda", "Brie"])
    // One year is a value.
    XCTAssertEqual(try UnderstoodTable("Gouda|2024|4 €\nBrie|2023|3 €").texts("A").count, 2)
  }

  func testALineBelowTheHeadIsNoRow() throws {
    let table = try UnderstoodTable("SKU|Name|Price\n---|:----:|---:\n1|A|5 €\n-|B|6 €")
    XCTAssertEqual(table.texts("title"), ["A", "B"])
    XCTAssertEqual(table.texts("sku").first, "1")
  }

  func testAnArticleIsNoCategory() throws {
    XCTAssertEqual(
      try UnderstoodTable("Art|Name|Preis\nS1|Uhr|9 €\nS2|Band|5 €").head,
      ["sku", "title", "price"])
    XCTAssertEqual(
      try UnderstoodTable("Art|Name|Preis\nKäse|Gouda|9 €\nKäse|Brie|5 €").head,
      ["category", "title", "price"])
  }

  func testWhatIsSaidOfAListStandsAboveItsHead() throws {
    let list = """
      Pos|Artikelnummer|Bezeichnung|Menge|Einzelpreis|Gesamtpreis
      1|K-100|Bergkäse|2|24,80 €|49,60 €
      2|K-101|Emmentaler|1|14,50 €|14,50 €
      ||||Summe netto|64,10 €
      ||||MwSt 7%|4,49 €
      ||||Summe brutto|68,59 €
      """
    for between in ["", "\n"] {
      let table = try UnderstoodTable("Kundenname|Käserei Alp\nDatum|12.03.2026\n\(between)" + list)
      XCTAssertEqual(table.head, ["Pos", "sku", "title", "stock", "price", "Gesamtpreis"])
      XCTAssertEqual(table.texts("sku"), ["K-100", "K-101"])
      XCTAssertEqual(table.leftOut.map(\.reason), [.total, .total, .total])
    }
    // A list of two columns is one, whatever comes below it.
    let two = try UnderstoodTable("Name|Preis\nA|2 €\n\n" + list)
    XCTAssertEqual(two.head.prefix(2), ["title", "price"])
  }
}
