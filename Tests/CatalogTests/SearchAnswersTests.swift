// SPDX-License-Identifier: Apache-2.0
// Searches as shopkeepers type them, each with the product that must come first: sizes and amounts in every spelling,
// singular and plural in ten languages, parts of compounds, ends of codes, one word too many, words left out.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class SearchAnswersTests: CatalogTestCase {
  private static let products = [
    "Cherry tree": "PL-001", "Pocket knife": "KN-22", "Häuser aus Holz": "SP-1",
    "Puppenhaus": "SP-2",
    "Nähmaschine": "NM-1", "Kaffeefilter Größe 4": "KF-4", "Tea pot with filter": "TP-3",
    "Bolt M8x40": "B-840",
    "Bolt M8 × 60": "B-860", "Wood screw 3.5 x 30 mm": "S-3530", "Wood screw 4,0 × 45 mm": "S-4045",
    "Copper pipe 12 mm": "P-12", "Copper pipe 15mm": "P-15", "Hose ½ Zoll": "H-12",
    "Hose 3/4 Zoll": "H-34",
    "Drill bit Ø 6 mm": "D-6", "Drill bit Ø10mm": "D-10", "Water 0,5 l": "W-05",
    "Water 1.5 l": "W-15",
    "Oil 1½ l": "OI-1", "C++ Primer": "BK-1", "C# in Depth": "BK-2", "C for Beginners": "BK-3",
    "Gouda jung": "CH-1", "Ziegenkäse": "CH-2", "Pizza Margherita": "PZ-1",
    "Formaggio stagionato": "CH-3",
    "カメラ Canon": "CA-1", "ｶﾒﾗｹｰｽ": "CA-2", "كتاب ٢٠٢٤": "AR-1", "사과 주스": "KO-1", "Fromages": "CH-4",
    "Cheval à bascule": "JO-1", "Coffee cup, red": "CU-1", "Tea cup, blue": "CU-2", "Лампа": "RU-1",
    "Ножи кухонные": "RU-2", "Jabłko Gala": "PL-9", "Limão siciliano": "BR-1",
    "Luz de mesa": "ES-1",
    "Kitap": "TR-1", "Strawberries": "BB-2", "Potatoes": "VE-1", "Leaf rake": "GA-1",
    "Mice trap": "GA-2",
    "Stol av ek": "SV-1", "Boek": "NL-1", "Glas 500ml": "GL-1", "Cable 2m": "EL-1",
    "T-shirt, cotton": "TS-1",
  ]

  /// A word in letters of as many scripts as it has, and pasted texts of which nothing has a word: there are more other
  /// spellings of these than anybody waits for.
  func testAnUnknownTextIsLookedForInTime() async throws {
    let store = try await makeStore()
    var letters: [String] = []
    for block in stride(from: UInt32(0x380), to: 0x3000, by: 0x80) {
      for value in block..<block + 0x80 {
        guard let letter = Unicode.Scalar(value), !letter.isWordByItself else { continue }
        let kind = letter.properties.generalCategory
        guard kind == .lowercaseLetter || kind == .otherLetter else { continue }
        letters.append(String(letter))
        break
      }
    }
    XCTAssertGreaterThan(letters.count, 30)
    let unknown = (0..<24).map { "qwjkzv" + String(repeating: "yx", count: $0 / 2) }
    let short = (0..<24).map { letters[$0..<$0 + 3].joined() }
    let codes = unknown.map { "\($0)-12" }
    let texts =
      [letters.prefix(32).joined()] + [short, unknown, codes].map { $0.joined(separator: " ") }
    for text in texts {
      let before = ProcessorTime.ofProcess
      let found = try await store.products(ProductQuery(searchText: text))
      XCTAssertEqual(found.count, 0, text)
      // Not optimized. Without a bound, the first took eleven seconds, and the third half a one.
      XCTAssertLessThan(ProcessorTime.ofProcess - before, 1, text)
    }
    await store.close()
  }

  func testWhatComesFirst() async throws {
    let store = try await makeStore()
    for (text, title) in [
      ("12mm", "Copper pipe 12 mm"), ("15 mm", "Copper pipe 15mm"),
      ("3,5x30", "Wood screw 3.5 x 30 mm"),
      ("3.5×30", "Wood screw 3.5 x 30 mm"), ("4.0 x 45", "Wood screw 4,0 × 45 mm"),
      ("m8 x 40", "Bolt M8x40"),
      ("M8×40", "Bolt M8x40"), ("m8x60", "Bolt M8 × 60"), ("m 8 x 60", "Bolt M8 × 60"),
      ("½ zoll", "Hose ½ Zoll"),
      ("1/2 zoll", "Hose ½ Zoll"), ("¾ zoll", "Hose 3/4 Zoll"), ("0.5 l", "Water 0,5 l"),
      ("0,5l", "Water 0,5 l"),
      ("1,5l", "Water 1.5 l"), ("ø6", "Drill bit Ø 6 mm"), ("ø 10 mm", "Drill bit Ø10mm"),
      ("500 ml", "Glas 500ml"),
      ("2 m", "Cable 2m"), ("cherries", "Cherry tree"), ("knives", "Pocket knife"),
      ("haus", "Häuser aus Holz"),
      ("leaves", "Leaf rake"), ("mouse", "Mice trap"), ("strawberry", "Strawberries"),
      ("potato", "Potatoes"),
      ("limões", "Limão siciliano"), ("luces", "Luz de mesa"), ("chevaux", "Cheval à bascule"),
      ("fromage", "Fromages"), ("pizze", "Pizza Margherita"), ("formaggi", "Formaggio stagionato"),
      ("нож", "Ножи кухонные"), ("лампы", "Лампа"), ("jabłka", "Jabłko Gala"),
      ("kitaplar", "Kitap"),
      ("stolar", "Stol av ek"), ("boeken", "Boek"), ("maschine", "Nähmaschine"),
      ("maschinen", "Nähmaschine"),
      ("käse", "Ziegenkäse"), ("kaffee filter", "Kaffeefilter Größe 4"),
      ("teapot", "Tea pot with filter"),
      ("530", "Wood screw 3.5 x 30 mm"), ("c++", "C++ Primer"), ("c#", "C# in Depth"),
      ("ｶﾒﾗ", "カメラ Canon"), ("ケース", "ｶﾒﾗｹｰｽ"), ("2024", "كتاب ٢٠٢٤"), ("사과", "사과 주스"),
      ("red coffee mug", "Coffee cup, red"), ("cup -blue", "Coffee cup, red"),
      ("tshirt", "T-shirt, cotton"),
      ("cup -red", "Tea cup, blue"), ("cup -\"coffee cup\"", "Tea cup, blue"),
      ("zzz OR gouda", "Gouda jung"),
      ("title:cup -red", "Tea cup, blue"), ("sku:kn", "Pocket knife"), ("year:1990..1992", "Boek"),
      ("year:>1990 year:<1992", "Boek"), ("cofee", "Coffee cup, red"),
      ("cofee mug", "Coffee cup, red"),
    ] {
      let found = try await store.products(ProductQuery(searchText: text)).map(\.title)
      XCTAssertEqual(found.first, title, "\(text): \(found)")
    }
    await store.close()
  }

  func testWhatIsNotFound() async throws {
    let store = try await makeStore()
    for text in ["qqqq", "qqqq zzzz", "year:>2000", "title:", "-", "OR", "| |"] {
      let found = try await store.products(ProductQuery(searchText: text)).map(\.title)
      XCTAssert(found.isEmpty || found.count == Self.products.count, "\(text): \(found)")
    }
    // Words alone that are to be left out leave nothing to look for: they are words.
    let dashed = try await store.products(ProductQuery(searchText: "-blue")).map(\.title)
    XCTAssertEqual(dashed, ["Tea cup, blue"])
    // A command on everything that is found only takes what fits as it was typed.
    for text in ["red coffee mug", "knives", "530"] {
      let selected = try await store.identifiers(of: ProductQuery(searchText: text))
      XCTAssertEqual(selected.products, [], text)
    }
    await store.close()
  }

  /// Whatever is typed is a query, with conditions, signs and quotes in any place.
  func testAnythingCanBeTyped() async throws {
    let store = try await makeStore()
    let parts = [
      "cup", "-", "OR", "|", "\"", "12", "mm", "x", "×", "½", "1/2", "title:", "year:", "3..5", ">",
      "c#", "NOT", "AND",
      "(", ")", "*", "^", "{", "ｶ", "٢", "사", ":", "  ", "NEAR", "'", "m8x40", "\u{301}", "\0",
      "sku:\"a b\"",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 1...7)).map { _ in
        (parts.randomElement() ?? "") + (Bool.random() ? " " : "")
      }.joined()
      _ = try await store.hits(ProductQuery(searchText: text))
      let selected = try await store.identifiers(of: ProductQuery(searchText: text)).products
      let listed = try await store.count(ProductQuery(searchText: text))
      XCTAssertLessThanOrEqual(selected.count, listed, text)
    }
    await store.close()
  }

  private func makeStore() async throws -> CatalogStore {
    let store = try await CatalogStore.open(in: directory)
    for (title, sku) in Self.products.sorted(by: { $0.key < $1.key }) {
      var product = try makeProduct(title)
      product.sku = try SKU(sku)
      if title == "Boek" { product.year = try IntroductionYear(1991) }
      _ = try await store.create(product)
    }
    // Brings the index up to date.
    _ = try await store.check()
    return store
  }
}
