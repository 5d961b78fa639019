// SPDX-License-Identifier: Apache-2.0
// Zooming and panning: what is under the pointer stays there, and the view never leaves the picture,
// for pictures, views, places and steps drawn at random.

import Foundation
import XCTest

@testable import VitrineModel

final class PictureViewportTests: XCTestCase {
  private typealias Size = PictureViewport.Size
  private typealias Spot = PictureViewport.Spot

  func testAPictureIsFittedInTheMiddleAndNeverEnlarged() {
    let wide = PictureViewport(
      picture: Size(width: 4000, height: 1000), view: Size(width: 1000, height: 800))
    XCTAssertEqual(wide.factor, 0.25)
    XCTAssertTrue(wide.isFitted)
    XCTAssertEqual(wide.frame.origin, Spot(x: 0, y: 275))
    XCTAssertEqual(wide.frame.size, Size(width: 1000, height: 250))
    let small = PictureViewport(
      picture: Size(width: 40, height: 20), view: Size(width: 1000, height: 800))
    XCTAssertEqual(small.factor, 1)
    XCTAssertEqual(small.frame.origin, Spot(x: 480, y: 390))
  }

  func testWhatIsUnderThePointerStaysThere() {
    var draw = Draw(seed: 7)
    var stayed = 0
    for _ in 0..<20_000 {
      var viewport = draw.viewport()
      let place = Spot(
        x: draw.number(0, viewport.view.width), y: draw.number(0, viewport.view.height))
      let before = viewport.spot(at: place)
      viewport.zoom(by: draw.number(0.2, 5), at: place)
      // Where the view would have to leave the picture, it gives way, and only there.
      let moved = viewport.spot(at: place)
      let (frame, view) = (viewport.frame, viewport.view)
      let slack = 1e-6 * max(viewport.picture.width, viewport.picture.height)
      if abs(moved.x - before.x) > slack {
        XCTAssertTrue(
          touches(frame.origin.x, frame.size.width, view.width), "\(viewport) at \(place)")
      }
      if abs(moved.y - before.y) > slack {
        XCTAssertTrue(
          touches(frame.origin.y, frame.size.height, view.height), "\(viewport) at \(place)")
      }
      if abs(moved.x - before.x) <= slack, abs(moved.y - before.y) <= slack { stayed += 1 }
    }
    XCTAssertGreaterThan(stayed, 5_000, "hardly ever did both stay")
  }

  /// Whether an edge of the picture is at an edge of the view, or the whole length is seen.
  private func touches(_ origin: Double, _ length: Double, _ view: Double) -> Bool {
    length <= view + 1e-6 || abs(origin) < 1e-6 || abs(origin + length - view) < 1e-6
  }

  func testTheViewNeverLeavesThePicture() {
    var draw = Draw(seed: 11)
    for _ in 0..<2_000 {
      var viewport = draw.viewport()
      for _ in 0..<10 {
        switch Int(draw.number(0, 4)) {
        case 0: viewport.pan(x: draw.number(-3000, 3000), y: draw.number(-3000, 3000))
        case 1: viewport.zoom(by: draw.number(0.3, 3))
        case 2: viewport.view = draw.size(2000)
        default: viewport.zoom(to: draw.number(0, 20), at: Spot(x: draw.number(0, 900), y: 3))
        }
        let (frame, view) = (viewport.frame, viewport.view)
        for (origin, length, room) in [
          (frame.origin.x, frame.size.width, view.width),
          (frame.origin.y, frame.size.height, view.height),
        ] {
          if length > room {
            XCTAssertLessThanOrEqual(origin, 1e-6, "\(viewport)")
            XCTAssertGreaterThanOrEqual(origin + length, room - 1e-6, "\(viewport)")
          } else {
            XCTAssertEqual(origin, (room - length) / 2, accuracy: 1e-6, "\(viewport)")
          }
        }
        XCTAssertGreaterThanOrEqual(viewport.factor, viewport.fittingFactor)
        XCTAssertLessThanOrEqual(viewport.factor, PictureViewport.largestFactor)
      }
    }
  }

  func testPanningMovesThePictureWithTheHand() {
    var viewport = PictureViewport(
      picture: Size(width: 1000, height: 1000), view: Size(width: 200, height: 200))
    viewport.zoom(to: 2)
    let under = viewport.spot(at: Spot(x: 50, y: 60))
    viewport.pan(x: 30, y: -20)
    let now = viewport.spot(at: Spot(x: 80, y: 40))
    XCTAssertEqual(now.x, under.x, accuracy: 1e-9)
    XCTAssertEqual(now.y, under.y, accuracy: 1e-9)
  }

  func testASmallerViewForAMomentMovesNothing() {
    var viewport = PictureViewport(
      picture: Size(width: 1000, height: 1000), view: Size(width: 300, height: 300))
    viewport.zoom(to: 2)
    viewport.pan(x: 500, y: 500)
    let before = viewport
    viewport.view = Size(width: 900, height: 2500)
    viewport.view = Size(width: 10, height: 10)
    viewport.view = before.view
    XCTAssertEqual(viewport, before)
    XCTAssertEqual(viewport.frame.origin, before.frame.origin)
  }

  func testZoomingOutFarEnoughFitsThePictureAgain() {
    var viewport = PictureViewport(
      picture: Size(width: 1000, height: 500), view: Size(width: 500, height: 500))
    viewport.zoom(to: 3)
    XCTAssertEqual(viewport.zoom, 3)
    viewport.zoom(by: 0.01)
    XCTAssertNil(viewport.zoom)
    XCTAssertNil(viewport.centre)
    viewport.view.width = 250
    XCTAssertEqual(viewport.factor, 0.25)
  }

  func testBeforeAnythingIsLaidOutNothingChanges() {
    let nothing = Size(width: 0, height: 0)
    let saved = PictureViewport(
      picture: nothing, view: nothing, zoom: 2, centre: Spot(x: 120, y: 80))
    var viewport = saved
    viewport.zoom(by: 2)
    viewport.pan(x: 10, y: 10)
    XCTAssertEqual(viewport, saved)
    viewport.picture = Size(width: 1000, height: 1000)
    viewport.view = Size(width: 100, height: 100)
    XCTAssertEqual(viewport.shownCentre, Spot(x: 120, y: 80))
    XCTAssertEqual(viewport.factor, 2)
  }

  func testItIsDecodedAtTheSizeThatIsSeen() {
    var viewport = PictureViewport(
      picture: Size(width: 6000, height: 4000), view: Size(width: 750, height: 500))
    XCTAssertEqual(viewport.decodedSide(scale: 1), 1024)
    XCTAssertEqual(viewport.decodedSide(scale: 2), 2048)
    viewport.zoom(to: 1)
    XCTAssertEqual(viewport.decodedSide(scale: 1), 6000)
    viewport.picture = Size(width: 100, height: 80)
    XCTAssertEqual(viewport.decodedSide(scale: 1), 100)
  }
}

/// Numbers that are the same at every run.
private struct Draw {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(_ from: Double, _ to: Double) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return from + (to - from) * Double(state >> 11) / Double(1 << 53)
  }

  mutating func size(_ most: Double) -> PictureViewport.Size {
    .init(width: number(1, most).rounded(.up), height: number(1, most).rounded(.up))
  }

  mutating func viewport() -> PictureViewport {
    var viewport = PictureViewport(picture: size(8000), view: size(2000))
    viewport.zoom(to: number(0, 9))
    viewport.pan(x: number(-5000, 5000), y: number(-5000, 5000))
    return viewport
  }
}
