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
  let detailView: DetailView

  var productID: UUID? { scene.detail.productID }
  var isFilled: Bool { scene.detail.content != .loading }

  init(
    _ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession,
    opensForms: Bool
  ) {
    scene = ProductScene(catalogue, session, opensForms: opensForms)
    detailView = DetailView(scene.detail, catalogue, pictures: windows.pictures)
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: detailView.root, defaultSize: (560, 700))
    detailView.say = { [weak frame] in frame?.say($0) }
    detailView.offer = { [weak frame] in frame?.offer($0, $1, $2) }
    detailView.openPicture = { [weak windows] in windows?.openPicture($0, of: $1, title: $2) }
    detailView.beginNewProduct = { [weak windows] in
      windows?.openNewProduct(with: $0, areTyped: false)
    }
    detailView.addActions(to: frame.window)
    header.addMainMenu(.primary(windows, template: detailView.templateMenu))
    frame.window.addAction(BrowserCommand.openInNewWindow.rawValue) {
      [weak self, weak windows] in
      guard let self, !self.detailView.openFocusedPicture() else { return }
      if let id = self.productID { windows?.openProduct(id) }
    }
    frame.window.addAction(BrowserCommand.showPlace.rawValue) { [weak windows] text in
      if let place = Place(parameter: text) { windows?.show(place) }
    }
    frame.window.addAction(BrowserCommand.newProduct.rawValue) { [weak windows] in
      windows?.openNewProduct()
    }
    frame.window.onWidthChange { [weak frame, weak detailView] in
      if let frame { detailView?.fit(frame.window.width) }
    }
    showTitle()
    scene.detail.changed.add(self) { [weak self] change in
      if case .content = change { self?.showTitle() }
    }
  }

  func show(_ activity: UserActivity) { scene.detail.show(activity) }

  func resumeNewProduct(_ id: UUID) { scene.detail.resumeNewProduct(id) }

  func beginNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool) {
    scene.detail.beginNewProduct(with: texts, areTyped: areTyped)
  }

  private func showTitle() {
    frame.window.title =
      scene.detail.product?.title.text ?? scene.session.activity?.title.nonEmpty ?? "Vitrine"
  }
}
