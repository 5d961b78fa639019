// SPDX-License-Identifier: Apache-2.0
// Publishing what a list shows: which fields, how far it has come, and what is said when it can't go on.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

final class WebPublishingTests: XCTestCase {
  func testWhatTheListShowsIsPublishedWithTheChosenFields() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.count == 2 }
      let model = browser.webPublishing(decoder: URL(fileURLWithPath: "/nowhere"))
      let chosen = model.choices.filter(\.isOn).map(\.field.id)
      XCTAssertTrue(chosen.contains(.price))
      for kept in [FieldID.stock, .minimumStock, .supplier] {
        XCTAssertFalse(chosen.contains(kept))
      }
      model.title = "Our Shop"
      model.choose(.price, false)
      let folder = shop.folder.appendingPathComponent("site")
      model.publish(into: folder)
      XCTAssertTrue(model.isWorking)
      try turn(until: "who quits waits for it") {
        shop.catalogue.filesUnderWay == 1 || model.page != nil
      }
      try turn(until: "it is published") { model.page != nil && !model.isWorking }
      XCTAssertEqual(shop.catalogue.filesUnderWay, 0)
      XCTAssertEqual(model.text, "2 products published.")
      let page = try String(
        contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
      XCTAssertTrue(page.contains("Our Shop") && page.contains("Walnuts"))
      XCTAssertFalse(page.contains("1.00"), "its price was not chosen")
    }
  }

  func testWhatCannotBePublishedIsSaidAndCanBeTriedElsewhere() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let model = browser.webPublishing(decoder: URL(fileURLWithPath: "/nowhere"))
      let folder = shop.folder.appendingPathComponent("site")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: folder.appendingPathComponent("index.html"))
      model.publish(into: folder)
      try turn(until: "it has failed") { !model.isWorking }
      XCTAssertTrue(model.text?.contains("was not published from here") ?? false, model.text ?? "")
      model.publish(into: shop.folder.appendingPathComponent("other"))
      model.cancel()
      try turn(until: "it has stopped") { !model.isWorking }
      XCTAssertEqual(model.state, .asking)
      model.publish(into: shop.folder.appendingPathComponent("other"))
      try turn(until: "it is published") { model.page != nil }
      // Of a later one that is stopped it is said that not all is as it was asked for.
      model.publish(into: shop.folder.appendingPathComponent("other"))
      model.cancel()
      try turn(until: "it has stopped") { !model.isWorking }
      XCTAssertTrue(
        model.state == .asking || model.text?.hasPrefix("Stopped. Some pages are still") == true,
        "\(model.state)")
    }
  }
}
