// SPDX-License-Identifier: Apache-2.0
// A program that lives long: another program changes products for as long as it likes, and the last
// change costs what the first one did. What grew by a little at each change has ended the program before.

import Catalog
import Foundation
import TestSwitches
import XCTest

final class LongLifeTests: UITestCase {
  func testChangesFromOutsideCostTheSameForEver() throws {
    try skipWithoutFaults()
    let vitrine = try openSample()
    let windows = try openSixWindows(of: vitrine)
    let outsider = try Outsider(in: home().data.appendingPathComponent("vitrine-sample"))
    let (blocks, size) = (12, rounds(20, withFaults: 40, withAll: 8_334))
    var use: [ProcessUse] = []
    for _ in 0..<blocks {
      let before = try ProcessUse(of: vitrine)
      for _ in 0..<size {
        let earlier = try ProcessUse(of: vitrine)
        // Without waiting, it would show many changes as one.
        if try outsider.change() { try vitrine.comesToRest(after: earlier) }
      }
      let now = try ProcessUse(of: vitrine, since: before)
      print(now.described(changes: size))
      use.append(now)
    }
    outsider.end()

    // What is read for the first time, and caches that fill, are not what each change costs.
    let (early, late) = (use[(blocks / 4)..<(blocks / 2)], use[(3 * blocks / 4)...])
    let most = { (part: ArraySlice<ProcessUse>, value: (ProcessUse) -> Double) in
      part.map(value).max() ?? 0
    }
    for (what, value, allowance) in Self.levels {
      XCTAssertLessThanOrEqual(
        most(late, value), most(early, value) + allowance(most(early, value)), what)
    }

    // And everybody is still there, with what was being written.
    XCTAssertEqual(try vitrine.windows.count, windows.count)
    try windows[3].field("Title").expectText("Mango, dried")
    try windows[4].field("Title").expectText("Half a name")
    try windows[0].press("ctrl+f")
    try windows[0].find(.entry, "Search Products").type("gin")
    try windows[0].products().expectNo(.row, "Artichoke")
  }

  /// What stays level, and how much a later part may have more of it than an early one.
  private static var levels: [(String, (ProcessUse) -> Double, (Double) -> Double)] {
    [
      ("the deepest stack, in kB", { $0.stack }, { _ in 64 }),
      ("open files", { $0.descriptors }, { _ in 4 }),
      ("threads", { $0.threads }, { _ in 16 }),
      ("seconds of a processor", { $0.seconds }, { $0 / 2 }),
      ("memory, in MB", { $0.memory }, { max(8, $0 / 10) }),
    ]
  }

  /// Lists of a category, a tag, what a filter leaves, and all, and two half-filled forms.
  private func openSixWindows(of vitrine: Program) throws -> [Window] {
    // One after the other, so that no two have one title while they are pointed at.
    let category = try vitrine.browser()
    try show("Food", in: category)
    let tag = try another(category)
    try show("kitchen", in: tag)
    let low = try another(category)
    try show("fresh", in: low)
    try low.find(.button, "Main Menu").click()
    for entry in ["View", "Filter", "Low Stock"] { try vitrine.chooseFromMenu(entry) }
    let mango = try category.openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Title").retype("Mango, dried")
    let new = try another(category)
    try new.press("ctrl+n")
    try new.field("Title").type("Half a name")
    return [category, tag, low, mango, new, try another(category)]
  }

  private func another(_ window: Window) throws -> Window {
    let known = try window.program.windows
    try window.press("ctrl+shift+n")
    let opened = try obtain("a window more") {
      try window.program.windows.first { opened in !known.contains { $0.node == opened.node } }
    }
    _ = try opened.product("Artichoke")
    return opened
  }

  private func show(_ place: String, in window: Window) throws {
    try window.sidebar().find(.row, place).click()
    try eventually("it shows \(place)") { try window.title.hasPrefix(place) }
  }
}

/// Another program that uses the catalogue: this test's own.
private final class Outsider {
  private let store: CatalogStore
  private let products: [UUID]
  private var number = 0

  init(in directory: URL) throws {
    store = try waiting { try await CatalogStore.open(in: directory) }
    products = try waiting { [store] in try await store.products(ProductQuery()).map(\.id) }
  }

  /// Changes a product as a command of its own. Returns whether it was another before.
  func change() throws -> Bool {
    number += 1
    let (store, id, number) = (store, products[number % products.count], number)
    let outcome = try waiting {
      try await store.change([id]) { entry in
        switch number % 4 {
        case 0: entry.product.stock = try Quantity(stock: DecimalNumber(whole: number))
        case 1: entry.product.minimumStock = try Quantity(minimum: DecimalNumber(whole: number))
        case 2:
          entry.product.price = try Price(minorUnits: Int64(number), currency: Currency("EUR"))
        default:
          entry.product.tags = try Tags(
            number % 8 < 4 ? [Tag("kitchen"), Tag("fresh")] : [Tag("fresh")])
        }
      }
    }
    guard case .changed(let count) = outcome else {
      throw CommandFailure(description: "\(outcome)")
    }
    return count > 0
  }

  func end() { _ = try? waiting { [store] in await store.close() } }
}

/// Runs what is asynchronous to its end: the steps of a test are not.
private func waiting<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var result: Result<Value, any Error>?
  Task.detached {
    do { result = .success(try await work()) } catch { result = .failure(error) }
    done.signal()
  }
  done.wait()
  guard let result else { throw CommandFailure(description: "nothing came") }
  return try result.get()
}
