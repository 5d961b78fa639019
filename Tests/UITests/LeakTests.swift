// SPDX-License-Identifier: Apache-2.0
// Opening and closing windows leaves nothing: no widget, no Swift object of a window. Run inside
// the test process, on the tests' own display, with the application's real windows, because only
// from inside can be asked what is still alive.

import CGtk
import Catalog
import Foundation
import TestSwitches
import VitrineModel
import XCTest

@testable import Gtk
@testable import Vitrine

final class LeakTests: UITestCase {
  func testTwoHundredWindowsLeaveNothingBehind() throws {
    try skipWithoutFaults()
    let home = try home()
    let environment = home.environment
    try MainActor.assumeIsolated { try openAndCloseWindows(environment, count: 200) }
  }
}

/// Sees an object without keeping it alive.
@MainActor
private final class WeakObject {
  // Freed in `deinit`, which Swift does not isolate; GWeakRef is safe from any thread.
  nonisolated(unsafe) private let reference: UnsafeMutablePointer<GWeakRef>

  init(_ object: UnsafeMutableRawPointer) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, object)
  }

  deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  var isAlive: Bool {
    guard let object = g_weak_ref_get(reference) else { return false }
    g_object_unref(object)
    return true
  }
}

/// What is left of the windows that were closed.
@MainActor
private final class Remains {
  private final class Ghost {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }
  private var objects: [(String, Ghost)] = []
  private var widgets: [(String, WeakObject)] = []

  func watch(_ window: any SceneWindow) {
    watch(object: window)
    watch(object: window.frame)
    for child in Mirror(reflecting: window).children {
      let value = unwrapped(child.value)
      if type(of: value) is AnyClass, !isShared(value) { watch(object: value as AnyObject) }
    }
    watch(widget: window.frame.window.widget)
  }

  func watch(dialog: AnyObject?) {
    if let dialog { watch(object: dialog) }
  }

  /// A lazy property is stored as an optional one.
  private func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value ?? value : value
  }

  /// What every window refers to, and which outlives them.
  private func isShared(_ value: Any) -> Bool { value is OpenWindows || value is OpenCatalogue }

  private func watch(object: AnyObject) {
    objects.append(("\(type(of: object))", Ghost(object)))
  }

  private func watch(widget: UnsafeMutablePointer<GtkWidget>) {
    let name = String(
      cString: g_type_name_from_instance(
        UnsafeMutableRawPointer(widget)
          .assumingMemoryBound(to: GTypeInstance.self)))
    // The display has one of these, which GTK moves from window to window.
    guard name != "GtkTooltipWindow" else { return }
    widgets.append((name, WeakObject(widget)))
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      watch(widget: next)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// The names of what is alive, with how many there are.
  var alive: [String: Int] {
    let names =
      objects.compactMap { $1.object == nil ? nil : $0 }
      + widgets.compactMap { $1.isAlive ? $0 : nil }
    return Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }

  var watched: Int { objects.count + widgets.count }
}

@MainActor
private func openAndCloseWindows(_ environment: [String: String], count: Int) throws {
  // The coordinator and GTK read the process's own environment: nothing here is the user's.
  for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
    if let value = environment[name] { setenv(name, value, 1) }
  }
  setenv("GSK_RENDERER", "cairo", 1)
  let profile = Profile.own(environment)
  XCTAssertTrue(Application.hasDisplay())
  XCTAssertTrue(MainLoop.attachMainQueue())
  let vitrine = VitrineApplication(
    profile, options: try CommandLineOptions([]), installation: Installation())
  let application = vitrine.program.application
  var isFilled: Bool?
  Task { isFilled = await fillWithSample(profile) }
  try turn(until: "the sample catalogue is there") { isFilled != nil }
  XCTAssertEqual(isFilled, true)
  XCTAssertNil(application.register())
  // Without a window of its own for a moment, the application would end.
  application.hold()
  application.activate()
  try turn(until: "the first window is open") { vitrine.windows?.all.count == 1 }

  let windows = try XCTUnwrap(vitrine.windows)
  let remains = Remains()
  for number in 0..<count {
    let known = Set(windows.all.keys)
    if number.isMultiple(of: 2) {
      windows.openBrowser()
    } else if number % 20 == 9 {
      windows.openImport(pasting: "SKU\tTitle\tPreis\n\(number)\tGouda\t3,50\n")
    } else if number % 10 == 1 {
      windows.openOnly(.history)
    } else if number % 20 == 7 {
      windows.openMerge(rows(windows).prefix(2).map(\.id))
    } else if number % 20 == 13 {
      windows.openOnly(.duplicates)
    } else if number % 20 == 19 {
      windows.openOnly(number % 40 == 19 ? .decisions : .fields)
    } else if number % 20 == 17 {
      windows.openOnly(.notes)
    } else if number % 10 == 3 {
      windows.openOnly(.preferences)
    } else if number % 4 == 1, let row = rows(windows).randomElement(), let cover = row.cover {
      windows.openPicture(cover.id, of: row.id, title: "")
    } else if let row = rows(windows).randomElement() {
      windows.openProduct(row.id)
    }
    guard let id = windows.all.keys.first(where: { !known.contains($0) }),
      let window = windows.all[id]
    else { return XCTFail("no window opened") }
    try turn(until: "window \(number) shows something") { use(window) }
    if number < 4, window is BrowserWindow {
      windows.continueElsewhere(window.frame)
      try turn(until: "the dialog is there") { SendingDialog.open != nil }
      remains.watch(dialog: SendingDialog.open)
    }
    remains.watch(window)
    window.frame.window.close()
    try turn(until: "window \(number) is closed") { windows.all[id] == nil }
  }
  XCTAssertGreaterThan(remains.watched, count * 50)
  // What was on its way when the window closed may take a moment to arrive and let go.
  try? turn(until: "nothing is left", for: 10) { remains.alive.isEmpty }
  XCTAssertEqual(remains.alive, [:])
  // Other tests of this process ask what an idle one does.
  for window in windows.all.values { window.frame.window.close() }
  try turn(until: "the first window is closed too") { windows.all.isEmpty }
  withExtendedLifetime(vitrine) {}
}

/// Goes through what a user does in a window; true once it shows a product.
@MainActor
private func use(_ window: any SceneWindow) -> Bool {
  if let browser = (window as? BrowserWindow)?.browser {
    if browser.detail.productID == nil { browser.select(browser.list.item(at: 0)?.id) }
    browser.listed.layout = browser.listed.layout == .list ? .grid : .list
    browser.detail.tab = ProductDetail.Tab.allCases.randomElement() ?? .details
    browser.detail.beginEditing()
    browser.detail.notes.beginAdding()
    return browser.detail.product != nil
  }
  if let scene = (window as? ImportWindow)?.scene {
    guard scene.prepared != nil else { return false }
    scene.columnSelection = 2
    scene.selection = 0
  }
  return window.frame.window.title != "Vitrine"
}

@MainActor
private func rows(_ windows: OpenWindows) -> [ListedProduct] {
  windows.all.values.lazy.compactMap { ($0 as? BrowserWindow)?.browser.list }
    .map { list in (0..<list.count).compactMap { list.item(at: $0) } }
    .first { !$0.isEmpty } ?? []
}

private func fillWithSample(_ profile: Profile) async -> Bool {
  guard let store = try? await CatalogStore.open(in: profile.catalogueDirectory),
    await (try? store.importSample(from: sampleFiles)) != nil
  else { return false }
  await store.close()
  return true
}
