// SPDX-License-Identifier: Apache-2.0
// What is to become of a custom field, from options.

import Catalog
import Wording

struct FieldEdit: Sendable {
  var definition = CustomFieldOptions()
  private(set) var name: String?
  private(set) var isDropping = false
  /// The name of the field to move it before.
  private(set) var next: String?
  private(set) var isLast = false

  var changesAnything: Bool { !definition.isEmpty || name != nil || next != nil || isLast }

  static let options = [
    CustomFieldOptions.options.lifted(to: \FieldEdit.definition),
    OptionGroup<FieldEdit>([
      VerbOption("--name", .text("NAME"), about: tr("a new name")) { $0.name = $1 },
      VerbOption("--before", .text("NAME"), about: tr("move it before this field")) {
        $0.next = $1
      },
      VerbOption("--last", about: tr("move it after all other fields")) { $0.isLast = true },
      VerbOption("--drop-unfitting", about: tr("drop the values that do not fit the new kind")) {
        $0.isDropping = true
      },
    ]),
  ]
}
