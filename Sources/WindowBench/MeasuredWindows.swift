// SPDX-License-Identifier: Apache-2.0
// The windows that are measured: saved with the library, as the program would have saved them, and
// described in a file for the C program, which shows the same texts and pictures. Kinds of which there
// can be one window only come once; the others repeat with other products.

import BenchTables
import Catalog
import Foundation
import StateRestoration
import VitrineModel

/// A window to measure.
enum MeasuredWindow: String, CaseIterable {
  case browser, product, photo, form, notes, history, merge, preferences, duplicates, grid
  case photosTab, notesTab

  /// Which windows a number of them are. The first is in front.
  static func first(_ count: Int) -> [MeasuredWindow] {
    let repeated = allCases.filter { !$0.isSingle }
    return (0..<count).map {
      $0 < allCases.count ? allCases[$0] : repeated[($0 - allCases.count) % repeated.count]
    }
  }

  private var isSingle: Bool { kind.isSingle }

  private var kind: WindowKind {
    switch self {
    case .browser, .grid: .browser
    case .product, .form, .photosTab, .notesTab: .product
    case .photo: .picture
    case .notes: .notes
    case .history: .history
    case .merge: .merge
    case .preferences: .preferences
    case .duplicates: .duplicates
    }
  }

  /// Makes it as if a user had opened it on this product.
  @MainActor
  fileprivate func open(
    in coordinator: RestorationCoordinator, _ product: Product, other: Product
  ) throws {
    let scene = coordinator.makeScene(kind: kind.sceneKind, activity: activity(product))
    switch self {
    case .browser, .grid:
      var state = BrowserState()
      state.selection = product.id
      state.layout = self == .grid ? .grid : .list
      // So that every column has room, which the C program always shows.
      state.listWidth = 480
      scene.set(state, for: SceneKey.browser)
    case .form:
      let title = product.title.text
      var draft = ProductDraft(isNew: false)
      draft.baseRevision = product.revision
      draft.fields = [FieldID.title.text: .init(typed: title + " ", was: title)]
      draft.focus = FieldID.title.text
      scene.set(draft, for: SceneKey.productDraft(product.id))
    case .photosTab, .notesTab:
      var state = DetailState()
      state.tab = self == .photosTab ? .pictures : .notes
      scene.set(state, for: SceneKey.detail)
    case .merge: MergeScene.fill(scene, merging: [product.id, other.id])
    case .product, .photo, .notes, .history, .preferences, .duplicates: break
    }
  }

  private func activity(_ product: Product) -> UserActivity {
    switch kind {
    case .product: .showing(product.id, title: product.title.text, fallback: .product)
    case .picture:
      if let picture = product.pictures.first {
        .showing(picture: picture.id, of: product.id, title: product.title.text)
      } else {
        UserActivity(.picture)
      }
    default: UserActivity(kind)
    }
  }
}

/// Windows on disk, in a place that the program takes for a user's.
struct MeasuredWindows {
  let windows: [MeasuredWindow]
  /// With `data`, `state` and `cache` in it.
  let home: URL
  /// The same windows for the C program.
  var described: URL { home.appendingPathComponent("windows-\(windows.count)") }
  private var state: URL { home.appendingPathComponent("state") }
  private var saved: URL { home.appendingPathComponent("saved-\(windows.count)") }

  /// - Parameter areRich: whether the products that windows show have pictures and notes.
  @MainActor
  func save(_ entries: [CatalogEntry], areRich: Bool = true) async throws {
    let rich = entries.indices.filter {
      !areRich || !entries[$0].product.pictures.isEmpty && !entries[$0].notes.isEmpty
    }
    guard rich.count > 1 else { throw Failure("There are too few products with notes.") }
    let shown = windows.indices.map { (rich[$0 % rich.count], rich[($0 + 1) % rich.count]) }
    let coordinator = RestorationCoordinator(
      RestorationConfiguration(
        applicationID: "org.vitrine.Vitrine",
        sceneKinds: Set(WindowKind.allCases.map(\.sceneKind)),
        activityTypes: Set(WindowKind.allCases.map(\.activityType)),
        applicationVersion: Installation.version,
        stateDirectory: saved.appendingPathComponent("org.vitrine.Vitrine")))
    _ = await coordinator.begin(.always)
    // The last one made is in front.
    for (window, (product, other)) in zip(windows, shown).reversed() {
      try window.open(in: coordinator, entries[product].product, other: entries[other].product)
    }
    coordinator.end(keepingWindows: true)
    let lines = zip(windows, shown).map { "window\t\($0.rawValue)\t\($1.0)\t\($1.1)\n" }
    try Data(lines.joined().utf8).write(to: described)
  }

  /// Puts them where the next start finds them, whatever the last one has changed.
  func putBack() throws {
    try? FileManager.default.removeItem(at: state)
    try FileManager.default.copyItem(at: saved, to: state)
  }
}
