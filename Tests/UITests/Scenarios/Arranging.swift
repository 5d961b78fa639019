// SPDX-License-Identifier: Apache-2.0
// How a user arranges a window: drags an edge, scrolls. And how to see that it is arranged so again.

import Foundation
import XCTest

extension Window {
  /// Drags the edge behind a list, to the left from right to left, and returns how to see that it is there
  /// again.
  func dragEdge(of list: String, by distance: Int) throws -> (Window) throws -> Void {
    let width = { (window: Window) in try window.find(.table, list).node.extents.width }
    let before = try find(.table, list).node.extents
    let isMirrored = try has(.table, "Sidebar") && sidebar().node.extents.x > node.extents.width / 2
    let edge = try onScreen(
      Point(x: isMirrored ? before.x - 2 : before.x + before.width + 2, y: before.y + 300))
    try activate()
    try program.home.screen.drag(
      from: edge, to: Point(x: edge.x + (isMirrored ? -distance : distance), y: edge.y))
    try eventually("“\(list)” is wider") { try width(self) >= before.width + distance / 2 }
    let after = try width(self)
    return { window in
      try eventually("“\(list)” is as wide as it was") {
        let now = try width(window)
        guard abs(now - after) <= 1 else {
          throw AccessibilityFailure(description: "it is \(now) wide, not \(after)")
        }
        return true
      }
    }
  }

  /// Turns the wheel over the area that a thing can be scrolled in.
  func scroll(_ element: Element) throws {
    try activate()
    let before = try element.node.extents.y
    let scroller = try XCTUnwrap(
      element.node.ancestors.first { Role.scroller.includes(try $0.role) })
    let area = try scroller.extents.intersection(node.extents)
    try eventually("what is scrolled moves") {
      try program.home.screen.click(at: onScreen(area.centre), button: 5)
      return try element.node.extents.y < before
    }
  }

  /// Waits for a thing to rest, and returns how to see that it is in that place again.
  func samePlace(
    _ thing: @escaping (Window) throws -> Element
  ) throws -> (Window) throws -> Void {
    var last = Int.min
    try eventually("it rests") {
      let now = try thing(self).node.extents.y
      defer { last = now }
      return now == last
    }
    let place = last
    return { window in
      try eventually("it is in its place") {
        let now = try thing(window).node.extents.y
        guard abs(now - place) <= 2 else {
          throw AccessibilityFailure(description: "it is at \(now), not \(place)")
        }
        return true
      }
    }
  }
}
