// SPDX-License-Identifier: Apache-2.0
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
    // An empty list may still be seen while the page that says so comes in over it.
    var complaints: [String] = []
    try eventually(
      "a name for everything: \(complaints.joined(separator: "; "))", file: file, line: line
    ) {
      complaints = try window.node.namingComplaints(insideNamed: false)
      return complaints.isEmpty
    }
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
    if try roleName.hasSuffix("column header") {
      return try Accessible.isClassName(name) ? "has no name" : nil
    }
    // A cell is read by what is in it, and the row of the columns' heads is GTK's own.
    let isRow = role != ATSPI_ROLE_TABLE_CELL && Role.row.includes(role)
    if try isRow && Accessible.isClassName(name)
      && !children.contains(where: { try $0.roleName.hasSuffix("column header") })
    {
      return "has no name"
    }
    // An empty name says of a picture that it only decorates.
    let isPicture = Role.image.includes(role)
    return try isPicture && !insideNamed && Accessible.isClassName(name) ? "has no name" : nil
  }
}
