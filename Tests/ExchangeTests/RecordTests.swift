// SPDX-License-Identifier: Apache-2.0
// Lists of known programs: tables told by their heads, and those in XML, JSON and web pages.

import Catalog
import XCTest

@testable import Exchange

final class RecordTests: ForeignFileTestCase {
  func testHeadsOfShops() throws {
    let heads: [(ForeignFormat, String, [String: FieldID])] = [
      (
        .woocommerce,
        "ID,Type,SKU,Name,Published,Is featured?,In stock?,Stock,Regular price,Parent",
        ["SKU": .sku, "Name": .title, "Stock": .stock, "Regular price": .price]
      ),
      (
        .woocommerce,
        "ID,Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Vorrätig?,Regulärer Preis,Gewicht (kg)",
        ["Artikelnummer": .sku, "Name": .title, "Regulärer Preis": .price]
      ),
      (
        .shopify, "Handle,Title,Body (HTML),Vendor,Type,Tags,Variant SKU,Variant Price",
        ["Title": .title, "Variant SKU": .sku, "Variant Price": .price, "Tags": .tags]
      ),
      (
        .shopify, "Title,URL handle,Description,Vendor,SKU,Barcode,Price,Inventory quantity",
        ["SKU": .sku, "Barcode": .gtin, "Inventory quantity": .stock]
      ),
      (.magento, "sku,attribute_set_code,product_type,name,url_key,price,qty", ["qty": .stock]),
      (
        .prestashop,
        "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Reference #",
        ["Name *": .title, "Reference #": .sku]
      ),
      (
        .medusa, "Product Id,Product Handle,Product Title,Variant SKU,Variant Inventory Quantity",
        ["Product Title": .title, "Variant SKU": .sku]
      ),
      (
        .bagisto, "sku,locale,channel,type,attribute_family_code,parent_sku,name,price",
        ["name": .title]
      ),
      (
        .etsy, "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1",
        ["TITLE": .title]
      ),
      (
        .openfoodfacts, "code\turl\tcreator\tproduct_name\tbrands\tcategories",
        ["code": .gtin, "product_name": .title]
      ),
      (
        .google, "id\ttitle\tdescription\tlink\timage link\tavailability\tprice\tgtin",
        ["id": .sku, "gtin": .gtin, "price": .price]
      ),
      (
        .homebox, "HB.location,HB.name,HB.quantity,HB.tags,HB.field.Own",
        ["HB.name": .title, "HB.tags": .tags]
      ),
      (.partdb, "name;description;ipn;mpn;footprint;storage_location", ["ipn": .sku]),
      (.inventree, "Name,IPN,Minimum Stock,Is Template,Assembly,Total In Stock", ["IPN": .sku]),
      (.goodreads, "Book Id,Title,Author,ISBN,ISBN13,My Rating,Bookshelves", ["ISBN13": .gtin]),
      (
        .librarything, "Book Id\tTitle\tPrimary Author\tISBN\tTags",
        ["Title": .title, "Tags": .tags]
      ),
    ]
    for (format, head, meanings) in heads {
      // A title above the head, as some have it.
      for above in ["", "product_template\n"] {
        let row = String(head.map { ",;\t".contains($0) ? $0 : "1" })
        let file = try open("\u{FEFF}\(above)\(head)\n\(row)\n")
        XCTAssertEqual(file.format, format, head)
        for (column, field) in meanings {
          let known = file.known?.columns.first { $0.column == column }
          XCTAssertEqual(known?.meaning, .field(field), "\(format) \(column)")
        }
      }
    }
    XCTAssertNil(try open("SKU,Name,Price,Type\n1,2,3,4\n").known)
  }

  func testTextsOfWooCommerce() throws {
    let file = try open(
      "Type,SKU,Name,Published,In stock?,Is featured?,Description,Regular price\nsimple,'=1,'a,1,1,0,a\\nb\\\\nc,3\n"
    )
    XCTAssertEqual(try cells(file)[1], ["simple", "=1", "'a", "1", "1", "0", "a\nb\\nc", "3"])
  }

  func testTellico() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE tellico PUBLIC "-//x" "http://periapsis.org/tellico.dtd">
      <tellico xmlns="http://periapsis.org/tellico/" syntaxVersion="11"><collection><fields>
      <field name="title" title="Title" type="1" flags="8"/><field name="author" title="Author" type="1" flags="7"/>
      <field name="read" title="Read" type="4" flags="0"/><field name="year" title="Year" type="6" flags="1"/>
      <field name="bought" title="Bought" type="12" flags="0"/><field name="cover" title="Front" type="10" flags="0"/>
      <field name="cast" title="Cast" type="8" flags="1"/></fields>
      <entry id="1"><title>A &amp; B</title><authors><author>X, Y</author><author>Z</author></authors><read>true</read>
      <years><year>1999</year></years><bought calendar="gregorian"><year>2026</year><month>3</month><day>5</day></bought>
      <cover>p.png</cover><casts><cast><column>Ann</column><column>Eve</column></cast></casts></entry>
      </collection><images><image id="p.png" format="PNG">AQID</image></images></tellico>
      """
    let expected = [
      ["Title", "Author", "Read", "Year", "Bought", "Front", "Cast"],
      ["A & B", "X, Y\nZ", "true", "1999", "2026-03-05", "p.png", "Ann – Eve"],
    ]
    let bare = try open(xml)
    XCTAssertEqual(bare.format, .tellico)
    XCTAssertEqual(try cells(bare), expected)
    XCTAssertEqual(bare.picture(named: "p.png"), [1, 2, 3])
    let packed = try open(TestArchive([("tellico.xml", xml), ("images/p.png", "bytes")]).bytes)
    XCTAssertEqual(try cells(packed), expected)
    XCTAssertNotNil(packed.picture(named: "p.png"))
  }

  func testOtherCollections() throws {
    let gcstar = try open(
      "<collection type=\"GCbooks\"><userCollection><fields><field value=\"gcsfield1\" label=\"Own\" type=\"yesno\"/></fields></userCollection><item title=\"A\" added=\"07/09/2009\" web=\"http://x##X\" gcsfield1=\"1\"><genre><line><col>a</col></line><line><col>b</col></line></genre></item></collection>"
    )
    XCTAssertEqual(
      try cells(gcstar),
      [["title", "added", "web", "Own", "genre"], ["A", "2009-09-07", "http://x", "1", "a\nb"]])
    let datacrow = try open(
      "<data-crow-objects><book-items><book><title>A</title><authors-items><author><id>1</id><name>X</name></author></authors-items><authors-items-list>X</authors-items-list></book></book-items><author-items><author><name>X</name></author></author-items></data-crow-objects>"
    )
    XCTAssertEqual(try cells(datacrow), [["title", "authors"], ["A", "X"]])
  }

  func testBMEcat() throws {
    let catalogue =
      "<HEADER><CATALOG><CURRENCY>EUR</CURRENCY><MIME_ROOT>img/</MIME_ROOT></CATALOG></HEADER>"
    let new = try open(
      "<BMECAT version=\"1.2\">\(catalogue)<T_NEW_CATALOG><CATALOG_GROUP_SYSTEM><CATALOG_STRUCTURE type=\"root\"><GROUP_ID>1</GROUP_ID><GROUP_NAME>All</GROUP_NAME><PARENT_ID>0</PARENT_ID></CATALOG_STRUCTURE><CATALOG_STRUCTURE type=\"leaf\"><GROUP_ID>2</GROUP_ID><GROUP_NAME>Saws</GROUP_NAME><PARENT_ID>1</PARENT_ID></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM><ARTICLE><SUPPLIER_AID>007</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Saw</DESCRIPTION_SHORT><EAN>4006381333931</EAN></ARTICLE_DETAILS><ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type=\"net_list\"><PRICE_AMOUNT>5.50</PRICE_AMOUNT></ARTICLE_PRICE><ARTICLE_PRICE price_type=\"net_list\"><PRICE_AMOUNT>5</PRICE_AMOUNT><LOWER_BOUND>10</LOWER_BOUND></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS><MIME_INFO><MIME><MIME_TYPE>image/jpeg</MIME_TYPE><MIME_SOURCE>a.jpg</MIME_SOURCE></MIME></MIME_INFO></ARTICLE><ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>007</ART_ID><CATALOG_GROUP_ID>2</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP></T_NEW_CATALOG></BMECAT>"
    )
    XCTAssertEqual(
      try cells(new),
      [
        [
          "SUPPLIER_PID", "DESCRIPTION_SHORT", "GTIN", "GROUP", "PRICE_AMOUNT (net_list)",
          "PRICE_CURRENCY", "PRICE_AMOUNT (net_list, 10+)", "MIME_SOURCE",
        ],
        ["007", "Saw", "4006381333931", "Saws", "5.50", "EUR", "5", "img/a.jpg"],
      ])
    XCTAssertEqual(new.known?.rows, .productEach)
    XCTAssertEqual(new.known?.prices, ["PRICE_AMOUNT (net_list)"])
    let prices = try open(
      "<BMECAT version=\"2005\">\(catalogue)<T_UPDATE_PRICES><PRODUCT><SUPPLIER_PID>007</SUPPLIER_PID><PRODUCT_PRICE_DETAILS><PRODUCT_PRICE price_type=\"nrp\"><PRICE_AMOUNT>6</PRICE_AMOUNT></PRODUCT_PRICE></PRODUCT_PRICE_DETAILS></PRODUCT></T_UPDATE_PRICES></BMECAT>"
    )
    XCTAssertEqual(prices.known?.rows, .updates)
    XCTAssertEqual(
      try cells(prices),
      [["SUPPLIER_PID", "PRICE_AMOUNT (nrp)", "PRICE_CURRENCY"], ["007", "6", "EUR"]])
  }

  /// Unit, pack size, and what stays as it is written.
  func testThePriceOfABMEcatIsThatOfWhatIsOrdered() throws {
    func table(_ order: String) throws -> [[String]] {
      let elements = order.split(separator: " ").map { part in
        let words = part.split(separator: "=")
        let name = [
          "order": "ORDER_UNIT", "content": "CONTENT_UNIT", "of": "NO_CU_PER_OU",
          "price": "PRICE_QUANTITY",
        ][words[0]]
        return name.map { "<\($0)>\(words[1])</\($0)>" } ?? ""
      }.joined()
      let file = try open(
        "<BMECAT version=\"2005\"><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>007</SUPPLIER_PID><PRODUCT_ORDER_DETAILS>\(elements)</PRODUCT_ORDER_DETAILS></PRODUCT></T_NEW_CATALOG></BMECAT>"
      )
      return try cells(file).map { Array($0.dropFirst()) }
    }
    XCTAssertEqual(try table("order=KGM"), [["UNIT"], ["KGM"]])
    XCTAssertEqual(try table("order=MTR price=100"), [["UNIT", "PACK"], ["MTR", "100"]])
    XCTAssertEqual(try table("order=KGM price=0.1"), [["UNIT", "PACK"], ["KGM", "0.1"]])
    XCTAssertEqual(
      try table("order=MTR content=C62 of=4 price=1"),
      [["UNIT", "CONTENT_UNIT", "NO_CU_PER_OU"], ["MTR", "C62", "4"]])
    XCTAssertEqual(
      try table("order=CT content=KGM of=2.5"),
      [["UNIT", "PACK", "ORDER_UNIT"], ["KGM", "2.5", "CT"]])
    XCTAssertEqual(
      try table("order=CT content=KGM of=2.5 price=10"),
      [["UNIT", "PACK", "ORDER_UNIT"], ["KGM", "25", "CT"]])
    XCTAssertEqual(
      try table("order=BX content=PCE of=10"), [["PACK", "ORDER_UNIT"], ["10", "BX"]])
    XCTAssertEqual(try table("order=C62 price=100"), [["PACK", "ORDER_UNIT"], ["100", "C62"]])
    XCTAssertEqual(
      try table("order=C62 content=C62 of=1 price=1"),
      [["CONTENT_UNIT", "NO_CU_PER_OU", "ORDER_UNIT"], ["C62", "1", "C62"]])
    XCTAssertEqual(
      try table("order=C62 price=hundred"),
      [["ORDER_UNIT", "PRICE_QUANTITY"], ["C62", "hundred"]])
    let text = [
      "<ORDER_UNIT>TNE</ORDER_UNIT>", "<PRODUCT_PRICE><PRICE_AMOUNT>90</PRICE_AMOUNT>",
    ]
    let file = try open(
      "<BMECAT version=\"2005\"><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>007</SUPPLIER_PID>\(text[0])\(text[1])<PRICE_CURRENCY>EUR</PRICE_CURRENCY></PRODUCT_PRICE></PRODUCT></T_NEW_CATALOG></BMECAT>"
    )
    let tonne = try UnderstoodTable(
      MemoryTable(rows(file)), answers: ["PRICE_AMOUNT": ["PRICE_AMOUNT"]], known: file.known)
    XCTAssertEqual(tonne.texts("unit") + tonne.texts("price"), ["kg", "0.09 EUR"])
  }

  /// Which kind of price it is, and whether it has taxes in it, a person says.
  func testThePriceOfABMEcatIsAsked() throws {
    func table(_ types: [String], _ answers: [String: [String]] = [:]) throws -> UnderstoodTable {
      let prices = types.map {
        "<ARTICLE_PRICE price_type=\"\($0)\"><PRICE_AMOUNT>5.50</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></ARTICLE_PRICE>"
      }.joined()
      let file = try open(
        "<BMECAT version=\"1.2\"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>007</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Saw</DESCRIPTION_SHORT></ARTICLE_DETAILS><ARTICLE_PRICE_DETAILS>\(prices)</ARTICLE_PRICE_DETAILS></ARTICLE></T_NEW_CATALOG></BMECAT>"
      )
      return try UnderstoodTable(
        MemoryTable(rows(file)), answers: answers, known: file.known)
    }
    let (net, nrp) = ("PRICE_AMOUNT (net_customer)", "PRICE_AMOUNT (nrp)")
    for types in [["net_customer"], ["nrp"]] {
      let name = "PRICE_AMOUNT (\(types[0]))"
      XCTAssertEqual(try table(types).asked, [name])
      XCTAssertEqual(try table(types, [name: [name]]).texts("price"), ["5.50 EUR"])
      let none = try table(types, [name: ["none"]])
      XCTAssertEqual(none.texts("price") + none.texts(name), ["-", "5.50 EUR"])
    }
    let both = try table(["net_customer", "nrp"])
    XCTAssertEqual(both.asked, [nrp])
    XCTAssertEqual(
      both.understanding.questions.first.map { Set($0.answers) }, [net, nrp, "none"])
    let answered = try table(["net_customer", "nrp"], [nrp: [net]])
    XCTAssertEqual(answered.texts("price") + answered.texts(nrp), ["5.50 EUR", "5.50 EUR"])
  }

  /// Ends of elements that are missing cost nothing; anything else that is missing is damage.
  func testEndsOfElementsMayBeMissing() throws {
    let entries = "<entry><title>A</title></entry><entry><title>B</title>"
    for ends in ["</entry></tellico>", "</tellico>"] {
      let file = try open("<tellico><collection>\(entries)\(ends)")
      XCTAssertEqual(try cells(file), [["title"], ["A"], ["B"]], ends)
    }
    XCTAssertEqual(
      try problem(Array("<tellico><collection>\(entries)</tellico><entry>".utf8)),
      .damaged(.markup(line: 1)))
    XCTAssertEqual(
      try problem(Array("<tellico><collection>\(entries)".utf8)), .damaged(.markup(line: 1)))
  }

  func testWhatAServerAnswersIsNoList() throws {
    XCTAssertEqual(
      try problem(Array("{\"error\":\"not found\"}".utf8)), .noTable(.noProducts))
    XCTAssertEqual(try open("{\"name\":\"Cup\",\"shelf\":\"A\"}").format, .json)
  }

  func testFeeds() throws {
    let item =
      "<g:id>007</g:id><title><![CDATA[A & B]]></title><g:additional_image_link>a</g:additional_image_link><g:additional_image_link>b</g:additional_image_link><g:price>79.90 EUR</g:price>"
    for feed in [
      "<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel><title>Shop</title><item>\(item)</item></channel></rss>",
      "<feed xmlns:g=\"http://base.google.com/ns/1.0\"><title>Shop</title><entry>\(item)</entry></feed>",
    ] {
      let file = try open(feed)
      XCTAssertEqual(file.format, .google)
      XCTAssertEqual(
        try cells(file),
        [
          ["id", "title", "additional_image_link", "price"], ["007", "A & B", "a\nb", "79.90 EUR"],
        ])
    }
  }

  func testTheDescriptionOfAtom() throws {
    let entry = "<g:id>1</g:id><title>A</title><summary>Nice</summary>"
    for (more, text) in [("", "Nice"), ("<g:description>Better</g:description>", "Better")] {
      let file = try open(
        "<feed xmlns:g=\"http://base.google.com/ns/1.0\"><entry>\(entry)\(more)</entry></feed>")
      XCTAssertEqual(try cells(file), [["id", "title", "description"], ["1", "A", text]])
    }
  }

  func testThingsOfAPageThatOnlyNameOthers() throws {
    func page(_ things: String...) throws -> [[String]] {
      try cells(open("{\"@graph\":[\(things.joined(separator: ","))]}"))
    }
    let offer = "{\"@id\":\"#o\",\"@type\":\"Offer\",\"price\":\"3.50\",\"priceCurrency\":\"EUR\"}"
    let brand = "{\"@id\":\"#b\",\"@type\":\"Brand\",\"name\":\"Acme\"}"
    XCTAssertEqual(
      try page(
        "{\"@type\":\"Product\",\"name\":\"Hat\",\"brand\":{\"@id\":\"#b\"},\"offers\":[{\"@id\":\"#o\"}]}",
        offer, brand),
      [["name", "brand", "price", "priceCurrency"], ["Hat", "Acme", "3.50", "EUR"]])
    let group = "\"@id\":\"#g\",\"@type\":\"ProductGroup\",\"name\":\"Tee\""
    let first =
      "{\"@id\":\"#1\",\"@type\":\"Product\",\"sku\":\"1\",\"isVariantOf\":{\"@id\":\"#g\"}}"
    let second = "{\"@id\":\"#2\",\"@type\":\"Product\",\"sku\":\"2\",\"name\":\"Tee M\"}"
    let both = [["name", "sku"], ["Tee", "1"], ["Tee M", "2"]]
    XCTAssertEqual(
      try page(
        first, "{\(group),\"hasVariant\":[{\"@id\":\"#1\"},{\"@id\":\"#2\"}]}", second), both)
    XCTAssertEqual(
      try page(first, "{\(group),\"hasVariant\":{\"@id\":\"#2\"}}", second).sorted {
        $0[0] < $1[0]
      },
      both.sorted { $0[0] < $1[0] })
    XCTAssertEqual(try page(first, "{\(group)}"), [["name", "sku"], ["Tee", "1"]])
    // What is named is not there.
    XCTAssertEqual(
      try page("{\(group),\"hasVariant\":[{\"@id\":\"#9\"}]}"), [["name"], ["Tee"]])
  }

  func testPages() throws {
    let script = try open(
      "<!DOCTYPE html><script type=\"application/ld+json\">//<![CDATA[\n{\"@graph\":[{\"@type\":\"WebPage\"},{\"@type\":\"Product\",\"name\":\"K&auml;se\",\"sku\":\"007\",\"gtin13\":4006381333931,\"image\":[\"a\",{\"url\":\"b\"}],\"offers\":{\"price\":\"3.50\",\"priceCurrency\":\"EUR\",},}]}\n//]]></script>"
    )
    let marked = try open(
      "<div itemscope itemtype=\"http://schema.org/Product\"><h1 itemprop=\"name\">K&auml;se</h1><meta itemprop=\"sku\" content=\"007\"><b itemprop=\"gtin13\">4006381333931</b><img itemprop=\"image\" src=\"a\"><img itemprop=\"image\" src=\"b\"><p itemprop=\"offers\" itemscope itemtype=\"http://schema.org/Offer\"><span itemprop=\"price\" content=\"3.50\">3,50</span><meta itemprop=\"priceCurrency\" content=\"EUR\"></p></div>"
    )
    for page in [script, marked] {
      XCTAssertEqual(page.format, .schemaorg)
      XCTAssertEqual(
        try cells(page),
        [
          ["name", "sku", "gtin", "image", "price", "priceCurrency"],
          ["Käse", "007", "4006381333931", "a\nb", "3.50", "EUR"],
        ])
    }
    let group = try open(
      "{\"@type\":\"ProductGroup\",\"name\":\"Tee\",\"hasVariant\":[{\"@type\":\"Product\",\"sku\":\"1\"},{\"@type\":\"Product\",\"sku\":\"2\",\"name\":\"Tee M\"}]}"
    )
    XCTAssertEqual(try cells(group), [["name", "sku"], ["Tee", "1"], ["Tee M", "2"]])
    // What tells them apart makes variants of them, with or without its being said.
    for varies in ["", "\"variesBy\":[\"https://schema.org/size\",\"color\"],"] {
      let sizes = try open(
        "{\"@type\":\"ProductGroup\",\(varies)\"name\":\"Tee\",\"brand\":\"B\",\"color\":\"red\",\"sku\":\"1\",\"hasVariant\":[{\"@type\":\"Product\",\"sku\":\"1\",\"size\":\"S\",\"color\":\"red\",\"brand\":\"B\"},{\"@type\":\"Product\",\"sku\":\"2\",\"size\":\"M\",\"color\":\"red\",\"name\":\"Tee M\"}]}"
      )
      XCTAssertEqual(sizes.known?.rows, .variantsApart)
      XCTAssertEqual(
        try cells(sizes),
        [
          [
            "name", "color", "brand", "productGroupID", "sku", "Option 1 name", "Option 1 value",
            "isVariantOf",
          ],
          ["Tee", "red", "B", "1"], ["", "", "", "", "1", "size", "S", "1"],
          ["Tee M", "", "", "", "2", "size", "M", "1"],
        ])
    }
    let table = try open(
      "<table><tr><th>SKU<th colspan=2>Name<tr><td>007<td>K&auml;se<br>x</table>")
    XCTAssertEqual(try cells(table), [["SKU", "Name"], ["007", "Käse\nx"]])
  }

  /// Blank lines and a title above the head.
  func testHeadsBelowSomething() throws {
    let head = "ID,Type,SKU,Name,Published,Is featured?,In stock?,Stock,Regular price,Parent"
    for above in ["", "\n", "\n\n\n", "Products\n\n", ",,,\n\n"] {
      let file = try open("\(above)\(head)\n1,simple,a,Cup,1,0,1,3,5,\n2,simple,b,Jug,1,0,1,3,5,\n")
      XCTAssertEqual(file.format, .woocommerce)
      let table = try UnderstoodTable(MemoryTable(rows(file)), known: file.known)
      XCTAssertEqual(table.texts("title"), ["Cup", "Jug"], above)
    }
  }

  func testJSON() throws {
    let ours = try open(
      "{\"title\":\"A\",\"notes\":[],\"tags\":[\"x\",\"y\"],\"yearIntroduced\":2015}\n{\"title\":\"B\"}\n"
    )
    XCTAssertEqual(ours.format, .vitrine)
    XCTAssertEqual(
      try cells(ours), [["title", "tags", "yearIntroduced"], ["A", "x\ny", "2015"], ["B"]])
    let other = try open("{\"count\":1,\"results\":[{\"pk\":1,\"name\":\"a\",\"sku\":\"007\"}]}")
    XCTAssertEqual(try cells(other), [["pk", "name", "sku"], ["1", "a", "007"]])
    // Nothing is known of its names but what they say.
    let table = try UnderstoodTable(MemoryTable(rows(other)), known: other.known)
    XCTAssertEqual(table.head, ["pk", "title", "sku"])
    let nested = try open(
      "{\"products\":[{\"id\":1,\"title\":\"A\",\"variants\":[{\"sku\":\"1\"}]}]}")
    XCTAssertEqual(try cells(nested), [["id", "title", "variants.sku"], ["1", "A", "1"]])
    let wrapped = try open(
      "{\"status\":\"ok\",\"data\":{\"total\":2,\"items\":[{\"sku\":\"1\",\"name\":\"A\"},{\"sku\":\"2\",\"name\":\"B\"}]}}"
    )
    XCTAssertEqual(try cells(wrapped), [["sku", "name"], ["1", "A"], ["2", "B"]])
    let one = try open("{\"sku\":\"1\",\"name\":\"A\",\"data\":{\"rows\":[{\"a\":1},{\"a\":2}]}}")
    XCTAssertEqual(try cells(one).map(\.first), ["sku", "1"])
  }

  /// What a part names by numbers stands behind it.
  func testPartKeepr() throws {
    func row(_ fields: [(String, String)]) -> String {
      "<row>"
        + fields.map {
          $1.isEmpty
            ? "<field name=\"\($0)\" xsi:nil=\"true\"/>" : "<field name=\"\($0)\">\($1)</field>"
        }.joined() + "</row>"
    }
    func table(_ name: String, _ rows: String...) -> String {
      "<table_structure name=\"\(name)\"/><table_data name=\"\(name)\">\(rows.joined())</table_data>"
    }
    let text =
      "<?xml version=\"1.0\"?><mysqldump xmlns:xsi=\"x\"><database name=\"partkeepr\">"
      + table(
        "Part",
        row([
          ("id", "7"), ("category_id", "3"), ("storageLocation_id", "1"), ("name", "BC547"),
          ("stockLevel", "5"), ("internalPartNumber", "0007"),
        ]))
      + table(
        "PartCategory", row([("id", "1"), ("parent_id", ""), ("name", "Root Category")]),
        row([("id", "2"), ("parent_id", "1"), ("name", "Transistors")]),
        row([("id", "3"), ("parent_id", "2"), ("name", "NPN")]))
      + table("StorageLocation", row([("id", "1"), ("name", "Box 2")]))
      + table(
        "PartDistributor",
        row([("id", "1"), ("part_id", "7"), ("distributor_id", "4"), ("price", "0.05")]))
      + table("Distributor", row([("id", "4"), ("name", "LCSC")])) + "</database></mysqldump>"
    let file = try open(text)
    XCTAssertEqual(file.format, .partkeepr)
    let parts = try UnderstoodTable(MemoryTable(rows(file)), known: file.known)
    XCTAssertEqual(parts.texts("title") + parts.texts("sku"), ["BC547", "0007"])
    XCTAssertEqual(parts.texts("category"), ["Transistors/NPN"])
    XCTAssertEqual(parts.texts("storageLocation") + parts.texts("supplier"), ["Box 2", "LCSC"])
    XCTAssertEqual(try problem(Array(text.utf8.prefix(800))), .damaged(.markup(line: 1)))
  }

  func testAChosenFormatIsTakenAtItsWord() throws {
    let text = try write(Array("SKU,Name\n1,A\n".utf8))
    for format in [ForeignFormat.xlsx, .ods, .tellico] {
      XCTAssertThrowsError(try ForeignFile.open(text, choosing: ReadingChoices(format: format))) {
        XCTAssertEqual(($0 as? ForeignFileError)?.problem, .isNot(format, but: .csv))
      }
    }
    XCTAssertEqual(try ForeignFile.open(text, choosing: ReadingChoices(format: .tsv)).format, .csv)
    let page =
      "<script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"A\"}</script>"
      + "<table><tr><th>SKU<th>Name<tr><td>1<td>B</table>"
    let file = try ForeignFile.open(
      write(Array("<html>\(page)".utf8)), choosing: ReadingChoices(format: .html))
    XCTAssertEqual(try cells(file), [["SKU", "Name"], ["1", "B"]])
  }
}
