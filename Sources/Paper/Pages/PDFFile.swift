// SPDX-License-Identifier: Apache-2.0
// A PDF that is written page by page, so that it may be longer than memory. It has its name only when it is whole: until
// then it lies beside it under another one, and what goes wrong leaves nothing.

import CCairo
import Catalog
import Foundation

public final class PDFFile {
  /// Sets the texts on its pages.
  public let typesetter = Typesetter()
  /// The pages so far.
  public private(set) var pageCount = 0

  private let sink: PDFSink
  private let surface: OpaquePointer
  private let context: OpaquePointer
  /// The part around all others.
  private static let whole = "Document"  // Not for translation.
  /// The parts of the outline, by what cairo calls them.
  public struct OutlineEntry: Sendable {
    fileprivate let number: Int32
    /// Where the entries of the first level belong.
    public static let root = OutlineEntry(number: CAIRO_PDF_OUTLINE_ROOT)
  }

  public init(_ file: URL, title: String, author: String = "") throws {
    let sink = try PDFSink(file)
    self.sink = sink
    // Each page says its size. The surface owns the sink until it is destroyed.
    surface = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<PDFSink>.fromOpaque(closure).takeUnretainedValue()
        let isWritten = sink.write(UnsafeBufferPointer(start: bytes, count: Int(count)))
        return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
      }, Unmanaged.passUnretained(sink).toOpaque(), 1, 1)
    context = cairo_create(surface)
    set(CAIRO_PDF_METADATA_TITLE, title)
    set(CAIRO_PDF_METADATA_AUTHOR, author)
    set(CAIRO_PDF_METADATA_CREATOR, "Vitrine")
    set(CAIRO_PDF_METADATA_CREATE_DATE, Date().ISO8601Format())
  }

  deinit {
    // What it still writes then goes nowhere.
    sink.giveUp()
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Adds a page.
  public func addPage(_ size: CGSize, _ draw: (Canvas) throws -> Void) throws {
    if pageCount > 0, Self.endsOnLastPage { cairo_show_page(context) }
    cairo_pdf_surface_set_size(surface, size.width, size.height)
    // Without one part around all others, cairo does not call the file tagged. A new size takes away what was there.
    if pageCount == 0 { cairo_tag_begin(context, Self.whole, nil) }
    try draw(Canvas(borrowing: context, keepsTags: true))
    if !Self.endsOnLastPage { cairo_show_page(context) }
    pageCount += 1
    try check()
  }

  /// Adds an entry to the outline.
  /// - Parameter place: a marked one.
  @discardableResult
  public func addToOutline(
    _ title: String, at place: String, within parent: OutlineEntry = .root
  ) -> OutlineEntry {
    let link = "dest='\(TagText.quoted(place))'"
    return OutlineEntry(
      number: cairo_pdf_surface_add_outline(
        surface, parent.number, title, link, CAIRO_PDF_OUTLINE_FLAG_OPEN))
  }

  /// Gives the file its name, in place of any that has it.
  public func finish() throws {
    if pageCount > 0 {
      cairo_tag_end(context, Self.whole)
      if Self.endsOnLastPage { cairo_show_page(context) }
    }
    cairo_surface_finish(surface)
    try check()
    try sink.putInPlace()
  }

  /// Whether the part around all pages has to end on the last one: cairo 1.18 makes another page for what comes after it. For
  /// cairo 1.16 it has to end behind that, or files with JPEGs are refused.
  private static let endsOnLastPage = cairo_version() >= 11_800

  private func set(_ what: cairo_pdf_metadata_t, _ text: String) {
    if !text.isEmpty { cairo_pdf_surface_set_metadata(surface, what, text) }
  }

  private func check() throws {
    if let failure = sink.failure { throw failure }
    for status in [cairo_status(context), cairo_surface_status(surface)]
    where status != CAIRO_STATUS_SUCCESS {
      throw DrawingFailure(reason: String(cString: cairo_status_to_string(status)))
    }
  }
}
