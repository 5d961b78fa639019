// SPDX-License-Identifier: Apache-2.0
// One product in a window of its own.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class ProductWindow: SceneWindow {
  let frame: SceneFrame
  private let scene: ProductScene
  private(set) lazy var detailView = DetailView(
    scene.detail, pictures: windows.pictures, delegate: self)
  private unowned let windows: any WindowHost

  var productID: UUID? { scene.detail.productID }
  var isFilled: Bool { scene.detail.content != .loading }

  init(
    _ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession,
    opensForms: Bool
  ) {
    self.windows = windows
    scene = ProductScene(catalogue, session, opensForms: opensForms)
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, defaultSize: (560, 700))
    frame.fill(with: detailView.root)
    detailView.offer(in: frame.commands)
    header.addMainMenu(.primary(windows))
    frame.window.onWidthChange { [weak frame, weak detailView] in
      if let frame { detailView?.fit(frame.window.width) }
    }
    showTitle()
    scene.detail.changed.add(self) { [weak self] change in
      if case .content = change { self?.showTitle() }
    }
  }

  func run(_ command: ProductWindowCommand, _ thing: String) {
    switch command {
    case .newProduct: windows.openNewProduct()
    case .openInNewWindow:
      guard !detailView.openFocusedPicture() else { return }
      if let id = productID { windows.openProduct(id) }
    case .showPlace: if let place = Place(parameter: thing) { windows.show(place) }
    }
  }

  func state(of command: ProductWindowCommand) -> CommandState {
    switch command {
    case .newProduct, .openInNewWindow, .showPlace: .available
    }
  }

  func show(_ activity: UserActivity) { scene.detail.show(activity) }

  func resumeNewProduct(_ id: UUID) { scene.detail.resumeNewProduct(id) }

  func beginNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool) {
    scene.detail.beginNewProduct(with: texts, areTyped: areTyped)
  }

  private func showTitle() {
    frame.title =
      scene.detail.product?.title.text ?? scene.session.activity?.title.nonEmpty ?? "Vitrine"
  }
}

extension ProductWindow: DetailViewDelegate {
  var hasList: Bool { false }
  var hasSeveral: Bool { false }
  var canEditSeveral: Bool { false }
  func showDetailInFront() {}
  func editSeveral() {}
  func applySeveral() -> Bool { false }

  func moveToTrash() { scene.detail.moveToTrash() }
  func restoreFromTrash() { scene.detail.restoreFromTrash() }
  func deleteForEver() { scene.detail.deleteForEver() }

  func beginNewProduct(with texts: [ProductForm.Field: String]) {
    windows.openNewProduct(with: texts, areTyped: false)
  }

  func openLists(_ files: [URL]) { windows.openImports(of: files) }

  func openPicture(_ picture: UUID, of product: UUID, title: String) {
    windows.openPicture(picture, of: product, title: title)
  }
}
