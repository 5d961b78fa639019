// SPDX-License-Identifier: Apache-2.0
// JSON values, exact and robust; activities and geometry as Codable values.

import Foundation
import XCTest

@testable import StateRestoration

final class StateValueTests: XCTestCase {
  private func read(_ text: String) throws -> StateValue { try StateValue(json: Data(text.utf8)) }

  func testABeginningEndsBetweenLetters() {
    let pieces = ["x", "é", "e\u{301}", "\u{301}", "👩‍🚀", "🇩🇪", "क्षि", "\r\n", "木", "\u{200D}"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...6)).map { _ in
        String(repeating: pieces.randomElement() ?? "", count: .random(in: 1...4))
      }.joined()
      let limit = Int.random(in: 0...30)
      var size = 0
      let expected = text.prefix { letter in
        size += letter.utf8.count
        return size <= limit
      }
      XCTAssertTrue(
        text.prefix(bytes: limit).utf8.elementsEqual(expected.utf8),
        "\(limit) of \(text.debugDescription)")
    }
  }

  func testNumbersSurviveExactly() throws {
    for (text, value) in [
      ("0", StateValue.int(0)), ("-7", .int(-7)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .number("9223372036854775808")),
      ("18446744073709551615", .number("18446744073709551615")),
      ("0.1", .double(0.1)), ("1.50", .double(1.5)), ("1e3", .double(1000)),
      ("0.1000000000000000055511151231257827", .number("0.1000000000000000055511151231257827")),
      ("1e400", .number("1e400")), ("-0", .double(-0.0)), ("0e99999999999", .double(0)),
      ("123456789012345678901234567890", .number("123456789012345678901234567890")),
    ] {
      XCTAssertEqual(try read(text), value, text)
      XCTAssertEqual(try read(value.lineText), value, "\(text) after a write")
    }
  }

  func testWhatIsWrittenIsReadAgain() throws {
    let value = StateValue.object([
      "text": .string("quote \" slash \\ / tab \t line \n bell \u{7} umlaut ä flag 🇩🇪 \u{10FFFF}"),
      "empty": .array([]), "": .object([:]), "nothing": .null, "yes": .bool(true),
      "deep": .array([.array([.array([.int(1)])])]),
    ])
    XCTAssertEqual(try StateValue(json: value.canonicalData()), value)
    XCTAssertEqual(try read(value.lineText), value)
    XCTAssertEqual(
      value.canonicalData(), try StateValue(json: value.canonicalData()).canonicalData())
  }

  func testEscapesAreUnderstood() throws {
    XCTAssertEqual(
      try read(#""\u0041\n\t\r\b\f\/\\\"\ud83d\ude00""#), .string("A\n\t\r\u{8}\u{C}/\\\"😀"))
  }

  func testDamagedTextIsRefusedNeverRepaired() {
    let texts = [
      "", " ", "{", "[", "\"", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "{a:1}", "tru", "nul",
      "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "Infinity", "\"\\x\"", "\"\\u12\"",
      "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "{}{}", "1 2", "[1 2]",
      "{\"a\":1 \"b\":2}", "'a'", "\u{FEFF}{}", "{\"a\":1}x", "\"\\u00e\"",
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 5000),
    ]
    for text in texts {
      XCTAssertThrowsError(try read(text), String(text.prefix(20))) {
        XCTAssertTrue($0 is StateJSONError)
      }
    }
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22],
    ] {
      XCTAssertThrowsError(try StateValue(json: Data(bytes)))
    }
  }

  func testEncodableValuesComeBack() throws {
    struct Point: Codable, Equatable { var x: Double, name: String?, tags: [Int: String] }
    let point = Point(x: 0.25, name: nil, tags: [1: "a"])
    XCTAssertEqual(try StateValue(encoding: point).decoded(as: Point.self), point)
    XCTAssertEqual(try StateValue(encoding: Int64.max).decoded(as: Int64.self), .max)
    XCTAssertEqual(try StateValue(encoding: UInt64.max).decoded(as: UInt64.self), .max)
    XCTAssertEqual(try StateValue(encoding: String?.none), .null)
    XCTAssertNil(StateValue.string("x").decoded(as: Int.self))
    XCTAssertThrowsError(try StateValue(encoding: Double.infinity))
  }

  func testAnActivityCarriesATypedPayload() throws {
    struct Place: Codable, Equatable { var chapter: Int, page: String }
    var activity = UserActivity(
      type: "org.example.reading", title: "Emma", targetContentIdentifier: "e", version: 3)
    try activity.setPayload(Place(chapter: 4, page: "iv"))
    activity.userInfo["mode"] = .string("night")
    activity.isEligibleForSearch = true
    activity.isEligibleForHandoff = true
    XCTAssertEqual(activity.payload(Place.self), Place(chapter: 4, page: "iv"))
    XCTAssertNil(activity.payload(Int.self))
    let back = try JSONDecoder().decode(
      UserActivity.self, from: try JSONEncoder().encode(activity))
    XCTAssertEqual(back, activity)
    XCTAssertThrowsError(try JSONDecoder().decode(UserActivity.self, from: Data("{}".utf8)))
    XCTAssertThrowsError(try activity.setPayload(Double.nan))
    XCTAssertEqual(activity.payload(Place.self), Place(chapter: 4, page: "iv"), "as it was")
  }

  func testGeometryIsClamped() throws {
    XCTAssertEqual(SceneGeometry(width: -1, height: 99_999_999).height, 32_767)
    let text = Data(#"{"width": 0, "height": 700000, "maximized": true}"#.utf8)
    let geometry = try JSONDecoder().decode(SceneGeometry.self, from: text)
    XCTAssertEqual(geometry, SceneGeometry(width: 1, height: 32_767, isMaximized: true))
    XCTAssertEqual(geometry.clamped(toWidth: 800, height: 600).height, 600)
    XCTAssertThrowsError(try JSONDecoder().decode(SceneGeometry.self, from: Data("{}".utf8)))
  }

  func testMomentsInFileNamesSortAsTheyFollow() {
    let moments = [0, 0.001, 999_999_999.999, 1_700_000_000, 1_800_000_000.5]
    let stamps = moments.map { StateTime.stamp(Date(timeIntervalSince1970: $0)) }
    XCTAssertEqual(stamps, stamps.sorted())
    XCTAssertEqual(stamps[3], "20231114T221320000Z")
  }
}

final class LinkTests: XCTestCase {
  private let types: [String: ActivityType] = ["page": "org.example.reading"]

  func testALinkBecomesAnActivityAndBack() throws {
    let link = try ActivityLink("reader:page/6F96?tab=photos&name=A%20%26%20B")
    XCTAssertEqual(link.scheme, "reader")
    XCTAssertEqual(link.parameters, ["tab": "photos", "name": "A & B"])
    let activity = try link.activity(types)
    XCTAssertEqual(activity.type, "org.example.reading")
    XCTAssertEqual(activity.targetContentIdentifier, "6F96")
    XCTAssertEqual(activity.userInfo["name"], .string("A & B"))
    let back = try ActivityLink(activity, scheme: "reader", activityTypes: types)
    XCTAssertEqual(back, link)
    XCTAssertEqual(back.text, "reader:page/6F96?name=A%20%26%20B&tab=photos")
  }

  func testHostileLinksAreRefusedWithAReason() {
    let links = [
      "", ":", "reader", "reader:page", "reader:page/", "reader:/x", "reader://page/x",
      "reader:page/x/y", "reader:page/../etc", "reader:page/..", "reader:page/%2e%2e",
      "reader:page/a%2F%2e%2e%2Fb", "reader:page/a\\b%00", "reader:page/%00",
      "reader:page/%0a", "reader:page/x y", "reader:page/ä", "reader:page/%C0%80",
      "reader:page/%zz", "reader:page/x?", "reader:page/x?a", "reader:page/x?=b",
      "reader:page/x?a=1&a=2", "reader:page/x?a b=1", "javascript:alert(1)",
      "reader:page/%E2%80%AEx", "re ader:page/x", "reader:pa<ge/x",
      "reader:page/" + String(repeating: "x", count: 9000),
      "reader:page/x?" + (0..<40).map { "k\($0)=1" }.joined(separator: "&"),
    ]
    for link in links where link != "reader:page/x?" {
      XCTAssertThrowsError(try ActivityLink(link), link) {
        XCTAssertFalse(($0 as? ActivityLink.Refused)?.errorDescription?.isEmpty ?? true)
      }
    }
  }

  func testWhatIsNotDeclaredHasNoLink() throws {
    XCTAssertThrowsError(try ActivityLink("reader:movie/1").activity(types))
    XCTAssertThrowsError(
      try ActivityLink(
        UserActivity(type: "org.example.reading"), scheme: "reader", activityTypes: types))
    XCTAssertThrowsError(
      try ActivityLink(
        UserActivity(type: "other", targetContentIdentifier: "x"), scheme: "reader",
        activityTypes: types))
    XCTAssertThrowsError(try ActivityLink(scheme: "reader", type: "page", identifier: ""))
  }

  func testALinkCarriesTitleAndTypedPayloadAndTextsOfEveryKind() throws {
    struct Place: Codable, Equatable { var page: Int, marks: [String] }
    var activity = UserActivity(
      type: "org.example.reading", title: "Emma / “Volume I”", targetContentIdentifier: "a/b c",
      version: 3)
    activity.isEligibleForHandoff = true
    let place = Place(page: 3, marks: ["a/b", "", "line\nbreak \u{202E}"])
    try activity.setPayload(place)
    activity.userInfo["empty"] = .string("")
    activity.userInfo["path"] = .string("/x/y")
    activity.userInfo["an odd key"] = .string("v")
    activity.userInfo["n"] = .double(1.5)
    let link = try ActivityLink(activity, scheme: "reader", activityTypes: types)
    let back = try ActivityLink(link.text).activity(types)
    XCTAssertEqual(back, activity)
    XCTAssertEqual(back.payload(Place.self), place)
    activity.requiredUserInfoKeys = ["n"]
    let lean = try ActivityLink(activity, scheme: "reader", activityTypes: types).activity(types)
    XCTAssertEqual(lean.userInfo, ["n": .double(1.5)])
    activity.isEligibleForHandoff = false
    XCTAssertThrowsError(try ActivityLink(activity, scheme: "reader", activityTypes: types))
  }

  // MARK: Files

  func testAFileTakesAnActivityAlongAndNothingElse() throws {
    var activity = UserActivity(
      type: "org.example.reading", title: "Emma", targetContentIdentifier: "a/b", version: 3)
    activity.userInfo = ["text": .string("line\nbreak \u{202E}"), "here": .int(1)]
    activity.requiredUserInfoKeys = ["text"]
    activity.keywords = ["novel"]
    activity.expirationDate = Date(timeIntervalSince1970: 1)
    XCTAssertThrowsError(try ActivityFile.data(of: activity)) {
      XCTAssertEqual($0 as? ActivityFile.Refused, .notForHandoff)
    }
    activity.isEligibleForHandoff = true
    let back = try ActivityFile.activity(in: ActivityFile.data(of: activity))
    XCTAssertEqual(back.title, "Emma")
    XCTAssertEqual(back.targetContentIdentifier, "a/b")
    XCTAssertEqual(back.version, 3)
    XCTAssertEqual(back.userInfo, ["text": .string("line\nbreak \u{202E}")])
    XCTAssertEqual(back.keywords, ["novel"])
    XCTAssertEqual(back.expirationDate, activity.expirationDate)
    XCTAssertTrue(back.isEligibleForHandoff)
  }

  func testAFileThatIsNoActivityIsRefusedWithItsReason() throws {
    func refusal(_ text: String) -> ActivityFile.Refused? {
      do {
        _ = try ActivityFile.activity(in: Data(text.utf8))
        return nil
      } catch { return error as? ActivityFile.Refused }
    }
    for text in [
      "", "{", "[]", "{}", "{\"activity\": 1}", "{\"activity\": {\"title\": \"no type\"}}",
      "{\"activity\": {\"type\": 1}}", "{\"activity\": {\"type\": \"t\", \"userInfo\": 3}}",
    ] { XCTAssertEqual(refusal(text), .notAnActivity, text) }
    XCTAssertEqual(refusal("{\"activity\": {\"type\": \"t\"}}"), .notForHandoff)
    XCTAssertEqual(
      refusal(String(repeating: " ", count: ActivityFile.largest + 1)), .tooLarge)
    var activity = UserActivity(type: "t")
    activity.isEligibleForHandoff = true
    activity.userInfo["long"] = .string(String(repeating: "x", count: ActivityFile.largest))
    XCTAssertThrowsError(try ActivityFile.data(of: activity)) {
      XCTAssertEqual($0 as? ActivityFile.Refused, .tooLarge)
    }
    for path in ["/nowhere/at all", "/dev/zero", "/"] {
      XCTAssertThrowsError(try ActivityFile.activity(contentsOf: URL(fileURLWithPath: path))) {
        guard case .unreadable? = $0 as? ActivityFile.Refused else {
          return XCTFail("\(path): \($0)")
        }
      }
    }
  }
}
