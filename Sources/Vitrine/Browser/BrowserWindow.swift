// A browser window: categories, products, and the selected product beside them.

import Foundation
import Gtk
import StateRestoration
import VitrineModel

@MainActor
final class BrowserWindow: SceneWindow {
  let frame: SceneFrame
  private let browser: ProductBrowser
  private let sidebar: Sidebar
  private let products: ProductsPane
  private let detailView: DetailView
  private unowned let application: VitrineApplication

  var productID: UUID? { browser.detail.productID }

  init(_ application: VitrineApplication, _ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.application = application
    browser = ProductBrowser(catalogue, session)
    sidebar = Sidebar(browser)
    products = ProductsPane(browser, catalogue, application.pictures)
    detailView = DetailView(browser.detail, catalogue, application.pictures)
    detailView.root.request(width: 340)

    let inner = Paned(
      start: products.root, end: detailView.root, startGrows: true, endGrows: true)
    let outer = Paned(start: sidebar.root, end: inner, startGrows: false, endGrows: true)
    inner.position = browser.listWidth
    outer.position = browser.sidebarWidth
    let header = HeaderBar()
    frame = SceneFrame(
      application, session, header: header, content: outer, defaultSize: (1120, 720))
    frame.window.title = application.profile.isSample ? tr("Vitrine Sample") : "Vitrine"
    fill(header)
    inner.onPositionChange { [weak self, weak inner] in
      guard let self, let inner, inner.isMapped else { return }
      self.browser.listWidth = inner.position
    }
    outer.onPositionChange { [weak self, weak outer] in
      guard let self, let outer, outer.isMapped else { return }
      self.browser.sidebarWidth = outer.position
    }
    connectPanes()
    addActions()
  }

  private func fill(_ header: HeaderBar) {
    header.addAtStart(
      Button(icon: "list-add-symbolic", label: tr("New Product")).action(
        WindowAction.newProduct.inMenu))
    header.addAtEnd(
      MenuButton(
        icon: "open-menu-symbolic", label: tr("Main Menu"), menu: .primary, isPrimary: true))
    let list = ToggleButton(toggleIcon: "view-list-symbolic", label: tr("Show as List"))
    let grid = ToggleButton(toggleIcon: "view-grid-symbolic", label: tr("Show as Grid"))
    for (button, layout) in [(list, ProductBrowser.Layout.list), (grid, .grid)] {
      button.action((WindowAction.layout.inMenu, layout.rawValue))
    }
    header.addAtEnd(Box(.horizontal, [list, grid]).style("linked"))
  }

  private func connectPanes() {
    detailView.say = { [weak frame] in frame?.say($0) }
    detailView.offer = { [weak frame] in frame?.offer($0, $1, $2) }
    products.onOpen = { [weak self] in self?.openInNewWindow($0) }
    products.dragBegan = { [weak frame] in frame?.sawEscape = false }
    products.dragWasGivenUp = { [weak frame] in frame?.sawEscape ?? true }
  }

  private func addActions() {
    let window = frame.window
    detailView.addActions(to: window)
    window.addAction(WindowAction.newProduct.rawValue) { [weak self] in
      self?.browser.beginNewProduct()
    }
    window.addAction(WindowAction.openInNewWindow.rawValue) { [weak self] in
      if let id = self?.browser.detail.product?.id { self?.openInNewWindow(id) }
    }
    window.addAction(WindowAction.openProduct.rawValue) { [weak self] text in
      if let id = UUID(uuidString: text) { self?.openInNewWindow(id) }
    }
    window.addAction(WindowAction.copyLink.rawValue) { [weak self] text in
      if let id = UUID(uuidString: text) { self?.frame.window.copy(ProductLink(id).text) }
    }
    let layout = window.addChoice(WindowAction.layout.rawValue, value: browser.layout.rawValue) {
      [weak self] value in
      if let layout = ProductBrowser.Layout(rawValue: value) { self?.browser.layout = layout }
    }
    browser.changed.add(self) { [weak self, weak layout] change in
      guard let self, case .layout = change else { return }
      layout?.show(value: self.browser.layout.rawValue)
    }
  }

  private func openInNewWindow(_ id: UUID) {
    let title = browser.list.rows.first { $0.id == id }?.title ?? ""
    application.openProductWindow(id, title: title)
  }
}
