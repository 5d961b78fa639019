// SPDX-License-Identifier: Apache-2.0
// Where the pages of a document go: into a PDF, onto the screen or to a printer. The same steps make all of them, so
// what is looked at is what is printed.

import Foundation
import Paper

/// Belongs to one task.
protocol PageSink: AnyObject {
  var typesetter: Typesetter { get }
  /// How many pixels a point has where pictures are drawn; nil on paper, which takes a picture as its file is.
  var pixelsInPoint: Double? { get }
  /// Whether somebody sees this page, from 0 on. What nobody sees is counted.
  func shows(_ page: Int) -> Bool
  /// Waits until more is wanted. Throws if nothing is wanted any more.
  func turn() async throws
  func add(_ size: CGSize, _ draw: (Canvas) -> Void) throws
  /// How many pages there will be, if that is known before they are made.
  func expect(_ pages: Int)
  @discardableResult
  func outline(
    _ title: String, at place: String, within parent: PDFFile.OutlineEntry
  ) -> PDFFile.OutlineEntry
}

extension PageSink {
  var pixelsInPoint: Double? { nil }
  func shows(_ page: Int) -> Bool { true }
  func turn() async throws {}
  func expect(_ pages: Int) {}
  @discardableResult
  func outline(
    _ title: String, at place: String, within parent: PDFFile.OutlineEntry
  ) -> PDFFile.OutlineEntry { parent }
}

extension PDFFile: PageSink {
  func add(_ size: CGSize, _ draw: (Canvas) -> Void) throws { try addPage(size, draw) }

  @discardableResult
  func outline(
    _ title: String, at place: String, within parent: PDFFile.OutlineEntry
  ) -> PDFFile.OutlineEntry { addToOutline(title, at: place, within: parent) }
}
