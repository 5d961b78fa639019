// The template of a category, set and removed by way of one of its products: commands that say which
// category it is.

import Gtk
import VitrineModel
import Wording

@MainActor
final class TemplateCommands {
  let menu = Menu(section: [])
  private let detail: ProductDetail
  private var use: Action?
  private var remove: Action?

  init(_ detail: ProductDetail) {
    self.detail = detail
    detail.catalogue.templates.changed.add(self) { [weak self] in self?.show() }
    show()
  }

  func add(to window: Window) {
    use = window.addAction(TemplateCommand.useAsTemplate.rawValue) { [weak self] in
      self?.detail.useAsTemplate()
    }
    remove = window.addAction(TemplateCommand.removeTemplate.rawValue) { [weak self] in
      self?.detail.removeTemplate()
    }
    show()
  }

  /// The product shown is another one, or in another category.
  func show() {
    let name = detail.category?.displayText.unmnemonic
    var labels: [String: String] = [:]
    labels[TemplateCommand.useAsTemplate.inMenu] = name.map {
      tr("Use as Te_mplate for “%@”", $0)
    }
    labels[TemplateCommand.removeTemplate.inMenu] = name.map {
      tr("_Remove Template for “%@”", $0)
    }
    menu.show(Menu.items(.template, labels: labels))
    use?.isEnabled = name != nil
    remove?.isEnabled = detail.hasTemplate
  }
}
