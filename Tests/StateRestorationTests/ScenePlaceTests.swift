// SPDX-License-Identifier: Apache-2.0
// Where windows stand: the same place as long as its monitor is there; else whole on the nearest one, by the least move.

import Foundation
import XCTest

@testable import StateRestoration

final class ScenePlaceTests: XCTestCase {
  private static let left = SceneMonitor(
    name: "L", area: ScreenArea(x: 0, y: 0, width: 800, height: 600))
  private static let right = SceneMonitor(
    name: "R", area: ScreenArea(x: 800, y: 0, width: 1024, height: 768))

  private func place(
    _ x: Int, _ y: Int, on monitors: [SceneMonitor] = [left, right], workspace: Int? = nil
  ) -> ScenePlace {
    ScenePlace(x: x, y: y, size: (500, 400), workspace: workspace, monitors: monitors)
  }

  private func expect(
    _ place: ScenePlace, at x: Int, _ y: Int, on monitors: [SceneMonitor], line: UInt = #line
  ) {
    let fitted = place.fitted(width: 500, height: 400, to: monitors)
    XCTAssertEqual(fitted?.x, x, line: line)
    XCTAssertEqual(fitted?.y, y, line: line)
  }

  func testOnTheSameMonitorsItIsTheSamePlaceEvenPartlyOutOfSight() {
    for (x, y) in [(0, 0), (900, 222), (700, 100), (1500, 600), (-300, 20), (100, -10)] {
      expect(place(x, y), at: x, y, on: [Self.left, Self.right])
    }
  }

  func testWithItsMonitorGoneItStandsWholeOnTheNearest() {
    expect(place(900, 222), at: 300, 200, on: [Self.left])
    expect(place(100, 100), at: 800, 100, on: [Self.right])
    XCTAssertNil(place(0, 0).fitted(width: 500, height: 400, to: []).map(\.x))
  }

  func testASmallerMonitorHasItWhole() {
    var smaller = Self.right
    smaller.area.width = 640
    smaller.workArea = ScreenArea(x: 800, y: 40, width: 640, height: 728)
    expect(place(1200, 20), at: 940, 40, on: [Self.left, smaller])
    expect(place(850, 50), at: 850, 50, on: [Self.left, smaller])
  }

  func testItGoesWithItsMonitor() {
    var moved = Self.right
    moved.area.x = 0
    moved.workArea = moved.area
    expect(place(900, 222), at: 100, 222, on: [moved])
  }

  func testWhatFillsAMonitorGoesToTheSamePlaceOnAnother() {
    let place = place(900, 222, workspace: 1).moved(like: place(0, 0, workspace: 3))
    XCTAssertEqual([place.x, place.y, place.workspace], [100, 222, 3])
    XCTAssertEqual(place.monitor?.name, "L")
  }

  func testWhereverItWasItCanBeReached() {
    for _ in 0..<10_000 {
      func random(_ count: Int) -> [SceneMonitor] {
        (0..<Int.random(in: 1...count)).map { number in
          let area = ScreenArea(
            x: .random(in: -4_000...4_000), y: .random(in: -2_000...2_000),
            width: .random(in: 640...4_000), height: .random(in: 480...2_200))
          let panel = Int.random(in: 0...60)
          return SceneMonitor(
            name: "\(number)", area: area,
            workArea: ScreenArea(
              x: area.x, y: area.y + panel, width: area.width, height: area.height - panel))
        }
      }
      let size = (Int.random(in: 200...2_000), Int.random(in: 200...1_600))
      let before = random(3)
      let place = ScenePlace(
        x: .random(in: -5_000...5_000), y: .random(in: -3_000...3_000), size: size,
        workspace: nil, monitors: before)
      for monitors in [before, random(3)] {
        guard let (x, y) = place.fitted(width: size.0, height: size.1, to: monitors) else {
          return XCTFail("no place among \(monitors)")
        }
        let frame = ScreenArea(x: x, y: y, width: size.0, height: size.1)
        XCTAssert(ScenePlace.canBeReached(frame, monitors), "\(place) on \(monitors)")
        // Once there, it stays.
        let again = ScenePlace(x: x, y: y, size: size, workspace: nil, monitors: monitors)
          .fitted(width: size.0, height: size.1, to: monitors)
        XCTAssertEqual(again?.x, x)
        XCTAssertEqual(again?.y, y)
      }
    }
  }

  func testItIsReadAsItWasWrittenWithWhatANewerVersionAdded() throws {
    var geometry = SceneGeometry(width: 500, height: 400)
    geometry.place = place(900, 222, workspace: 2)
    var fields = geometry.fields
    guard case .object(var inside)? = fields["place"] else { return XCTFail("\(fields)") }
    inside["depth"] = .int(3)
    fields["place"] = .object(inside)
    var reading = StateFields(fields)
    let read = try XCTUnwrap(SceneGeometry(&reading))
    XCTAssertEqual(read.fields, fields)
    XCTAssertEqual(reading.remarks, [])
    XCTAssertEqual(read.place?.monitor, geometry.place?.monitor)
    // Half a place is none, and costs nothing else.
    inside["x"] = nil
    fields["place"] = .object(inside)
    reading = StateFields(fields)
    let other = try XCTUnwrap(SceneGeometry(&reading))
    XCTAssertNil(other.place)
    XCTAssertEqual(other.width, 500)
    XCTAssertEqual(reading.remarks.count, 1)
  }
}
