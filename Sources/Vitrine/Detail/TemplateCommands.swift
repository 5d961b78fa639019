// SPDX-License-Identifier: Apache-2.0
// The template of a category, set and removed by way of one of its products: commands that say which
// category it is.

import Gtk
import VitrineModel
import Wording

@MainActor
final class TemplateCommands {
  let menu = Menu(section: [])
  private let detail: ProductDetail

  init(_ detail: ProductDetail) {
    self.detail = detail
    detail.catalogue.templates.changed.add(self) { [weak self] in self?.show() }
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
  }
}

extension TemplateCommands: CommandHandler {
  func run(_ command: TemplateCommand, _ thing: String) {
    switch command {
    case .useAsTemplate: detail.useAsTemplate()
    case .removeTemplate: detail.removeTemplate()
    }
  }

  func state(of command: TemplateCommand) -> CommandState {
    switch command {
    case .useAsTemplate: .available(if: detail.category != nil)
    case .removeTemplate: .available(if: detail.hasTemplate)
    }
  }
}
