// SPDX-License-Identifier: Apache-2.0
// Which values the next new product begins with, when many are added in a row: a menu with a mark at
// each field that is kept. A title and codes belong to one product only.

import Gtk
import VitrineModel

@MainActor
final class KeptFieldsMenu {
  let menu: Menu
  private let detail: ProductDetail
  private let switches: FieldSwitches

  init(_ detail: ProductDetail) {
    self.detail = detail
    switches = FieldSwitches(.keepField) { [weak detail] field in
      guard let detail else { return false }
      detail.keep(field.id, !detail.keeps(field.id))
      return detail.keeps(field.id)
    }
    menu = Menu(sections: [switches.section])
  }

  func offer(in commands: OfferedCommands) { switches.offer(in: commands) }

  /// Offers the fields of a form.
  func show(_ form: ProductForm) {
    let fields = form.fields.filter { $0.field.isForMany }
    switches.show(fields, marked: Set(fields.map(\.id).filter { detail.keeps($0) }))
  }
}
