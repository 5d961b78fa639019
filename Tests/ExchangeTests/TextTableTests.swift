// SPDX-License-Identifier: Apache-2.0
// Texts as tables: what separates the cells, quotes them and encodes them is told from the text.

import Exchange
import Foundation
import XCTest

final class TextTableTests: ForeignFileTestCase {
  func testDelimiters() throws {
    for delimiter in [",", ";", "\t", "|", "||", "^", "~", "\u{1F}", "\u{1}", "¦"] {
      let text =
        ["SKU", "Name", "Price"].joined(separator: delimiter) + "\n"
        + ["007", "Tee, Kanne", "3"].map { $0.contains(delimiter) ? "\"\($0)\"" : $0 }
        .joined(separator: delimiter) + "\n" + ["008", "Cup", "4"].joined(separator: delimiter)
      let file = try open(text)
      XCTAssertEqual(file.dialect?.delimiter, delimiter)
      XCTAssertEqual(
        try cells(file),
        [["SKU", "Name", "Price"], ["007", "Tee, Kanne", "3"], ["008", "Cup", "4"]])
    }
  }

  func testAHeadMayBeLong() throws {
    let names = (0..<9_000).map { "the name of the column number \($0) of many" }
    let file = try open(names.joined(separator: ";") + "\n1;2;3\n")
    XCTAssertEqual(file.dialect?.delimiter, ";")
    XCTAssertEqual(try cells(file).last, ["1", "2", "3"])
  }

  func testDecimalCommasAreNoDelimiter() throws {
    let file = try open("Käse;3,50;1,2\nBrot;4,20;0,8\n")
    XCTAssertEqual(file.dialect?.delimiter, ";")
  }

  /// Half a price would be worse than none.
  func testCommasOfPricesBehindWordsPartNothing() throws {
    for line in ["- Gouda 12,90 €", "Brie ........ 9,5", "EUR 3,50 Edam"] {
      XCTAssertEqual(try cells(open("\(line)\n\(line)\n")), [[line], [line]])
    }
    XCTAssertEqual(try cells(open("Gouda 1,120\nBrie 2,300\n"))[0], ["Gouda 1", "120"])
    XCTAssertEqual(
      try cells(open("Käse,Preis\nGouda,12\nBrie 2,9\n")).map(\.count), [2, 2, 2])
  }

  func testAStatedDelimiter() throws {
    let file = try open("sep=;\r\nA;B,C\r\n1;2,3\r\n")
    XCTAssertEqual(try rows(file).map(\.number), [2, 3])
    XCTAssertEqual(try cells(file), [["A", "B,C"], ["1", "2,3"]])
  }

  func testQuotes() throws {
    XCTAssertEqual(
      try cells(open("A,B,C\n\"a \"\"b\"\"\",\"c\r\nd\",e\n5\" pipe,\"6\" pipe\",x\n")),
      [["A", "B", "C"], ["a \"b\"", "c\nd", "e"], ["5\" pipe", "6\" pipe", "x"]])
    // An inch at the beginning of a cell must not swallow what follows.
    XCTAssertEqual(
      try cells(open("A,B,C\n\" tube,1,2\nb,3,4\nc,\"5\",6\n")),
      [["A", "B", "C"], ["\" tube", "1", "2"], ["b", "3", "4"], ["c", "5", "6"]])
    XCTAssertEqual(
      try cells(open("A,B\n\"a \\\"b\\\", c\",d\n")), [["A", "B"], ["a \"b\", c", "d"]])
    XCTAssertEqual(
      try cells(open("A;B\n'a;b';'it''s'\n'c;d';'e'\n")),
      [["A", "B"], ["a;b", "it's"], ["c;d", "e"]])
  }

  func testLinesInQuotes() throws {
    let file = try open("\"SKU,Name,Price\"\n\"007,\"\"Edam, mild\"\",5\"\n\"008,Brie,6\"\n")
    XCTAssertEqual(file.dialect?.delimiter, ",")
    XCTAssertEqual(
      try cells(file),
      [["SKU", "Name", "Price"], ["007", "Edam, mild", "5"], ["008", "Brie", "6"]])
    // One cell in each line, in some of them with a comma.
    XCTAssertEqual(
      try cells(open("\"Name\"\n\"Bread, brown\"\n\"Milk, cold\"\n")),
      [["Name"], ["Bread, brown"], ["Milk, cold"]])
  }

  func testLines() throws {
    XCTAssertEqual(try cells(open("A,B\r1,2\r3,4\r")), [["A", "B"], ["1", "2"], ["3", "4"]])
    let file = try open("A,B,C\n\n1\n1,2,3,4,,\n\"x\ny\",2,3\nz\n")
    XCTAssertEqual(
      try cells(file),
      [["A", "B", "C"], [], ["1"], ["1", "2", "3", "4"], ["x\ny", "2", "3"], ["z"]])
    XCTAssertEqual(try rows(file).map(\.number), [1, 2, 3, 4, 5, 7])
    XCTAssertEqual(try cells(open("4006381333931\n4006381333932\n")).count, 2)
  }

  func testUnicode() throws {
    let text = "Name;Größe\nKäse;1\nŻółć;2\nチーズ;3\n"
    let expected = [["Name", "Größe"], ["Käse", "1"], ["Żółć", "2"], ["チーズ", "3"]]
    let marks: [(String.Encoding, [UInt8], String)] = [
      (.utf8, [0xEF, 0xBB, 0xBF], "UTF-8"), (.utf16LittleEndian, [0xFF, 0xFE], "UTF-16LE"),
      (.utf16BigEndian, [0xFE, 0xFF], "UTF-16BE"),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], "UTF-32LE"),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF], "UTF-32BE"),
    ]
    for (encoding, mark, name) in marks {
      let bytes = [UInt8](try XCTUnwrap(text.data(using: encoding)))
      for start in [mark, []] {
        let file = try open(start + bytes)
        XCTAssertEqual(file.dialect?.encoding.name, name)
        XCTAssertEqual(try cells(file), expected, name)
      }
    }
  }

  func testEncodingsOfOneLanguage() throws {
    let lists: [(String, [String])] = [
      ("Käse;Größe;Äpfel für Mädchen;Straße", ["Windows-1252", "CP850", "Macintosh"]),
      (
        "Crème brûlée;Pâté à l'ancienne;Thé glacé;Forêt;Prix en €", ["Windows-1252", "ISO-8859-15"]
      ),
      ("Żółta śliwka;Pączek;Łosoś wędzony;Gęś;Źródło", ["Windows-1250", "ISO-8859-2"]),
      ("Černá káva;Příliš žluťoučký kůň;Šunka;Sýr", ["Windows-1250", "ISO-8859-2", "CP852"]),
      (
        "Сыр российский;Чайник белый;Цена за штуку",
        ["Windows-1251", "KOI8-R", "CP866", "ISO-8859-5"]
      ),
      ("Τυρί φέτα;Ελαιόλαδο παρθένο;Τιμή", ["Windows-1253", "ISO-8859-7"]),
      ("Çikolata;Şeker kırmızı;Güneş gözlüğü;İğne", ["Windows-1254", "ISO-8859-9"]),
      ("גבינה צהובה;חלב טרי;מחיר", ["Windows-1255"]),
      ("جبنة بيضاء;حليب طازج;السعر", ["Windows-1256"]),
      ("チーズ入りパン;商品名;価格は税込みです", ["Shift_JIS", "EUC-JP"]),
      ("商品名稱;綠茶飲料;價格與庫存數量", ["Big5"]),
      ("商品名称;绿茶饮料;价格和库存数量", ["GB18030"]),
      ("상품명;치즈 케이크;가격과 재고", ["EUC-KR"]),
    ]
    let cases = lists.flatMap { text, names in
      // The Turkish capital has its dot in small letters, too.
      let small = text.replacing("İ", with: "i").lowercased()
      return Set([text, small, text.uppercased()]).map { ($0, names) }
    }
    for (text, names) in cases {
      for name in names {
        let list = "Nr;A;B;C\n1;\(text)\n2;\(text)\n"
        let file = try open(try iconv(list, to: name))
        let found = try cells(file)
        XCTAssertEqual(
          found.dropFirst().first?.dropFirst().joined(separator: ";"), text,
          "\(name) was taken for \(file.dialect?.encoding.name ?? "nothing")")
      }
    }
  }

  /// A few words must be enough: a list may have one row.
  func testEncodingsOfShortLists() throws {
    let lists: [(String, String)] = [
      ("商品名,価格\nりんご,100\n", "Shift_JIS"), ("编号;名称\n1;苹果\n", "GB18030"),
      ("編號,名稱\n1,蘋果\n", "Big5"), ("상품코드,상품명,판매가,재고\nKR1,제주 감귤 초콜릿,12000원,9\n", "EUC-KR"),
      ("sku,name,price\n1,Dad’s “Hat”,€5\n", "Windows-1252"),
      ("Codice;Nome;Prezzo €\n1;Vite;0,12\n", "Windows-1252"),
      ("sku;name;preis\n1;Käse;5,00 €\n2;Bœuf;6,00 €\n", "ISO-8859-15"),
      ("a;b\nGrüße;2\n", "CP850"), ("ｼｮｳﾋﾝ,ﾈﾀﾞﾝ\nﾐﾄﾞﾘﾁｬ,100\nｺｰﾋｰ,120\n", "Shift_JIS"),
      ("ｺｰﾄﾞ,ﾅﾏｴ,ｶｶｸ\n1,ｺｰﾋｰ,150円\n2,ｺｳﾁｬ,200円\n", "Shift_JIS"),
      ("Názov;Cena\nČaj;3\n", "Windows-1250"), ("a,b\n1,2\n", "UTF-16LE"),
      ("a,b\n1,2\n", "UTF-16BE"),
    ]
    for (text, name) in lists {
      XCTAssertEqual(try open(try iconv(text, to: name)).dialect?.encoding.name, name, text)
    }
    XCTAssertEqual(
      try cells(open([0x41, 0x2C, 0x42, 0x0A] + Array("007,K\0se\n".utf8))),
      [["A", "B"], ["007", "K\0se"]])
    XCTAssertEqual(problem(try write(Array(" \n\n".utf8))), .empty)
  }

  func testWhatIsChosenIsNotFoundOut() throws {
    let path = try write(Array("A;B,C\n1;2,3\n".utf8))
    let file = try ForeignFile.open(path, choosing: ReadingChoices(delimiter: ","))
    XCTAssertEqual(try cells(file), [["A;B", "C"], ["1;2", "3"]])
    let western = try ForeignFile.open(
      path, choosing: ReadingChoices(encoding: TextEncoding("Windows-1252")))
    XCTAssertEqual(western.dialect?.encoding.name, "Windows-1252")
    let commas = try write(Array("A,B\tC,D\n1,2\t3,4\n5,6\t7,8\n".utf8))
    let tabs = try ForeignFile.open(commas, choosing: ReadingChoices(format: .tsv))
    XCTAssertEqual(try cells(tabs).first, ["A,B", "C,D"])
    XCTAssertEqual(tabs.format, .tsv)
  }

  func testWhatIsNoList() throws {
    XCTAssertEqual(problem(folder.path), .directory)
    XCTAssertEqual(problem(folder.path + "/none.csv"), .missing)
    XCTAssertEqual(problem("/dev/null"), .notAFile)
    XCTAssertEqual(problem(try write([])), .empty)
    XCTAssertEqual(
      problem(try write((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) })), .unknownContent)
    XCTAssertEqual(
      problem(try write([UInt8](repeating: 0x41, count: 40 << 20))),
      .tooLarge(.line(number: 1, megabytes: 16)))
    let pipe = folder.path + "/pipe"
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    XCTAssertEqual(problem(pipe), .notAFile)
  }

  private func iconv(_ text: String, to encoding: String) throws -> [UInt8] {
    let source = try write(Array(text.utf8))
    let target = folder.path + "/encoded"
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
    let name = encoding.replacingOccurrences(of: "Windows-", with: "CP")
    program.arguments = [
      "-f", "UTF-8", "-t", name == "Shift_JIS" ? "CP932" : name, "-o", target, source,
    ]
    try program.run()
    program.waitUntilExit()
    XCTAssertEqual(program.terminationStatus, 0, encoding)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: target)))
  }

  func testAWordInQuotesIsNoCell() throws {
    XCTAssertEqual(
      try cells(open("A,B,C\n\"Classic\" mug,\"A nice mug\",12.50\nx,\"y, z\",3\n")),
      [["A", "B", "C"], ["\"Classic\" mug", "A nice mug", "12.50"], ["x", "y, z", "3"]])
    XCTAssertEqual(
      try cells(open("A;B;C\n\"a\" b;\"\";\"c d\"\nx;\"y;z\";3\n")),
      [["A", "B", "C"], ["\"a\" b", "", "c d"], ["x", "y;z", "3"]])
  }

  func testWhatAnEarlierListWasInIsOnlyTakenInsteadOfAGuess() throws {
    var choices = ReadingChoices()
    choices.likelyEncoding = TextEncoding("CP850")
    let text = "Nr;Name\n1;Käse\n"
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
      let file = try ForeignFile.open(write(bytes), choosing: choices)
      XCTAssertEqual(file.dialect?.encoding.name, "UTF-8")
      XCTAssertEqual(try cells(file).last, ["1", "Käse"])
    }
    let western = try write(iconv(text, to: "Windows-1252"))
    XCTAssertEqual(
      try ForeignFile.open(western, choosing: choices).dialect?.encoding.name, "CP850")
    choices.encoding = TextEncoding("Windows-1252")
    XCTAssertEqual(
      try ForeignFile.open(western, choosing: choices).dialect?.encoding.name, "Windows-1252")
  }
}
