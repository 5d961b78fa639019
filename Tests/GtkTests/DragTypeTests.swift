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
      let drag = Drag()
      let links = Content(provider(of: drag))
      XCTAssertEqual(links.mimeTypes, Set(drag.types))
      XCTAssertEqual(links.text(as: vitrine_type_string()), drag.text)
      XCTAssertEqual(drag.asked, [], "nobody took it yet")
    }
  }

  func testWhatIsMadeOnDemandArrivesOrIsRefused() {
    MainActor.assumeIsolated {
      let drag = Drag()
      let content = Content(provider(of: drag))
      let (table, unmade) = (content.read("text/html"), content.read("text/uri-list"))
      turn(until: table.isDone && unmade.isDone, "what is made on demand")
      XCTAssertEqual(table.text, "<table>")
      XCTAssertTrue(unmade.isDone)
      XCTAssertNil(unmade.text)
      XCTAssertEqual(drag.asked.sorted(), drag.types.sorted())
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

  /// Asks for it as a program does on which it is dropped.
  func read(_ type: String) -> Reading {
    let reading = Reading()
    // The callback, which always comes, takes over this reference.
    gdk_content_provider_write_mime_type_async(
      provider, type, reading.stream.cast(to: GOutputStream.self), G_PRIORITY_DEFAULT, nil,
      { source, result, data in
        guard let source, let data else { return }
        nonisolated(unsafe) let (asked, result, reader) = (source, result, data)
        MainActor.assumeIsolated {
          let reading = Unmanaged<Reading>.fromOpaque(reader).takeRetainedValue()
          let provider = UnsafeMutableRawPointer(asked)
            .assumingMemoryBound(to: GdkContentProvider.self)
          reading.isWhole = gdk_content_provider_write_mime_type_finish(provider, result, nil) != 0
          reading.isDone = true
        }
      }, Unmanaged.passRetained(reading).toOpaque())
    return reading
  }
}

@MainActor
private final class Reading {
  /// transfer full
  let stream = Object(adopting: Pointer(g_memory_output_stream_new_resizable()))
  var isDone = false
  var isWhole = false

  var text: String? {
    guard isWhole else { return nil }
    let memory = stream.cast(to: GMemoryOutputStream.self)
    return String(
      decoding: UnsafeRawBufferPointer(
        start: g_memory_output_stream_get_data(memory),
        count: Int(g_memory_output_stream_get_data_size(memory))), as: UTF8.self)
  }
}

private final class Drag: DraggedContent {
  let text = "vitrine:product/1\nvitrine:product/2"
  let types = ["text/uri-list", "text/html"]
  var asked: [String] = []

  func bytes(as type: String) async -> [UInt8]? {
    asked.append(type)
    await Task.yield()
    return type == "text/html" ? Array("<table>".utf8) : nil
  }
}
