// SPDX-License-Identifier: Apache-2.0
// The template of a category, set and removed by way of one of its products, and the fields of its forms: commands that
// say which category it is.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class TemplateCommands {
  let menu = Menu(section: [])
  private let detail: ProductDetail
  private weak var delegate: (any DetailViewDelegate)?

  init(_ detail: ProductDetail, delegate: any DetailViewDelegate) {
    (self.detail, self.delegate) = (detail, delegate)
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
    labels[TemplateCommand.chooseFields.inMenu] = name.map { tr("Choose F_ields for “%@”…", $0) }
    menu.show(Menu.items(.template, labels: labels))
  }
}

extension TemplateCommands: CommandHandler {
  func run(_ command: TemplateCommand, _ thing: String) {
    switch command {
    case .useAsTemplate: detail.useAsTemplate()
    case .removeTemplate: detail.removeTemplate()
    case .chooseFields:
      guard let delegate, let choice = detail.fieldChoice else { return }
      FieldChoiceDialog.open(over: delegate.frame.window, choice)
    case .moveFormFieldUp: detail.fieldChoice?.move(FieldID(thing), by: -1)
    case .moveFormFieldDown: detail.fieldChoice?.move(FieldID(thing), by: 1)
    }
  }

  func state(of command: TemplateCommand) -> CommandState {
    switch command {
    case .useAsTemplate: .available(if: detail.category != nil)
    case .removeTemplate: .available(if: detail.hasTemplate)
    // A form has its button for it as long as there is a category in it.
    case .chooseFields, .moveFormFieldUp, .moveFormFieldDown:
      .available(if: detail.form != nil || detail.category != nil)
    }
  }
}
