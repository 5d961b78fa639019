// SPDX-License-Identifier: Apache-2.0
// The content of a drag: a link is for everyone, a private text only for this process. No display
// is needed.

import CGtk
import CGtkShim
import XCTest

@testable import Gtk

final class DragTypeTests: XCTestCase {
  func testAPrivateTextComesOutAsItWentIn() {
    MainActor.assumeIsolated {
      let type = PrivateDragType("vitrine-test-row")
      let content = Content(vitrine_content_new_private_text(type.gType, "Größe ☕"))
      XCTAssertEqual(content.text(as: type.gType), "Größe ☕")
      XCTAssertNil(content.text(as: vitrine_type_string()), "a text field would take it")
      XCTAssertNil(content.text(as: PrivateDragType("vitrine-test-other").gType))
    }
  }

  func testOtherProgramsGetLinksAndNoPrivateTexts() {
    MainActor.assumeIsolated {
      let type = PrivateDragType("vitrine-test-row")
      XCTAssertEqual(Content(vitrine_content_new_private_text(type.gType, "a")).mimeTypes, [])
      let text = "vitrine:product/1\nvitrine:product/2"
      let links = Content(vitrine_content_new_links(text))
      XCTAssertEqual(links.mimeTypes, ["text/uri-list"])
      XCTAssertEqual(links.text(as: vitrine_type_string()), text)
    }
  }

  func testANameBelongsToOneType() {
    let type = PrivateDragType("vitrine-test-row").gType
    XCTAssertEqual(PrivateDragType("vitrine-test-row").gType, type)
    XCTAssertNotEqual(PrivateDragType("vitrine-test-other").gType, type)
  }
}

@MainActor
private final class Content: Object {
  // transfer full
  init(_ provider: UnsafeMutablePointer<GdkContentProvider>?) {
    super.init(adopting: Pointer(provider.unsafelyUnwrapped))
  }

  private var provider: UnsafeMutablePointer<GdkContentProvider> {
    cast(to: GdkContentProvider.self)
  }

  /// What a drop target for the type would receive.
  func text(as type: GType) -> String? {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    guard gdk_content_provider_get_value(provider, &value, nil) != 0 else { return nil }
    return vitrine_value_get_text(&value).map { String(cString: $0) }
  }

  /// What is offered to other programs besides GTK's conversions, which it has only for its own
  /// types, including text; querying those needs a display.
  var mimeTypes: Set<String> {
    // transfer full
    let formats = gdk_content_provider_ref_formats(provider)
    defer { gdk_content_formats_unref(formats) }
    var count: gsize = 0
    guard let names = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
    return Set((0..<Int(count)).compactMap { names[$0].map { String(cString: $0) } })
  }
}
