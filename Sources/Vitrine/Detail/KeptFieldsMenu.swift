// Which values the next new product begins with, when many are added in a row: a menu with a mark at
// each field that is kept. A title and codes belong to one product only.

import Catalog
import Gtk
import VitrineModel

@MainActor
final class KeptFieldsMenu {
  let menu: Menu
  private let fields = Menu(section: [])
  private let detail: ProductDetail
  private weak var window: Window?
  private var switches: [FieldID: Action] = [:]

  init(_ detail: ProductDetail) {
    self.detail = detail
    menu = Menu(sections: [fields])
  }

  func addActions(to window: Window) { self.window = window }

  /// Offers the fields of a form.
  func show(_ form: ProductForm) {
    guard let window else { return }
    let offered = form.fields.filter { $0.field.isForMany }
    for field in offered {
      let action = switches[field.id] ?? addSwitch(field, to: window)
      action.show(isOn: detail.keeps(field.id))
    }
    fields.show(offered.map { .init($0.label.unmnemonic, "win." + name(of: $0)) })
  }

  private func name(of field: FormField) -> String {
    WindowAction.keepField.rawValue + "-" + field.id.text
  }

  private func addSwitch(_ field: FormField, to window: Window) -> Action {
    let action = window.addSwitch(name(of: field), isOn: false) { [weak self] in
      guard let self else { return }
      let isKept = !detail.keeps(field.id)
      detail.keep(field.id, isKept)
      switches[field.id]?.show(isOn: isKept)
    }
    switches[field.id] = action
    return action
  }
}
