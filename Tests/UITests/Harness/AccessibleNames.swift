// A free check of what a screen reader would say: GTK shows the name of a class where a control has
// no name of its own, and GTK 4.8 says the name twice where a control has one and a label besides.

import CAtspi
import Foundation
import XCTest

extension UITestCase {
  /// Checks that whatever a user can act on, and every picture, has one name of its own.
  func assertAccessible(
    _ window: Window, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let complaints = try window.node.namingComplaints(insideNamed: false)
    XCTAssert(complaints.isEmpty, complaints.joined(separator: "; "), file: file, line: line)
  }
}

extension Accessible {
  /// What is wrong with the names at and below this node. What a named control is made of needs no
  /// name: the icon of a button, the button of a menu button.
  fileprivate func namingComplaints(insideNamed: Bool) throws -> [String] {
    var found: [String] = []
    if let complaint = try namingComplaint(insideNamed: insideNamed), try isShowing {
      let place = try extents
      found = [try "\(roleName) “\(name)” at \(place.x),\(place.y) \(complaint)"]
    }
    let role = try role
    let isNamed =
      try Role.interactive.includes(role) && !Role.table.includes(role)
      && !shownTitles.joined().isEmpty
    return try children.reduce(into: found) {
      try $0 += $1.namingComplaints(insideNamed: isNamed)
    }
  }

  private func namingComplaint(insideNamed: Bool) throws -> String? {
    let role = try role
    if Role.interactive.includes(role) {
      let labels = try labelNames
      if try !labels.isEmpty && name.hasSuffix(" \(labels)") { return "says its name twice" }
      return try !insideNamed && shownTitles.joined().isEmpty ? "has no name" : nil
    }
    // An empty name says of a picture that it only decorates.
    let isPicture = Role.image.includes(role)
    return try isPicture && !insideNamed && Accessible.isClassName(name) ? "has no name" : nil
  }
}
