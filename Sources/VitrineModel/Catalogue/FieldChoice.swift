// SPDX-License-Identifier: Apache-2.0
// Which fields the forms of a category have, and in which order: every choice is a command, so it is in the catalogue at
// once, can be undone, and there is nothing that a window would have to keep.

import Catalog
import Wording

@MainActor
public final class FieldChoice {
  public let changed = Observers<Void>()
  /// Messages that need no answer.
  public let messages = Observers<String>()
  public let category: CategoryPath
  private let catalogue: OpenCatalogue
  /// How it will be when everything that was chosen is in the catalogue.
  private var chosen: FormFields
  private var underWay = 0

  public init(_ catalogue: OpenCatalogue, for category: CategoryPath) {
    (self.catalogue, self.category) = (catalogue, category)
    chosen = catalogue.templates.form(for: category) ?? FormFields()
    catalogue.templates.changed.add(self) { [weak self] in self?.follow() }
    catalogue.fields.changed.add(self) { [weak self] in self?.changed.notify(()) }
  }

  private func follow() {
    guard underWay == 0 else { return }
    chosen = catalogue.templates.form(for: category) ?? FormFields()
    changed.notify(())
  }

  /// Every field that a product of the category can have, in the order of its forms.
  public var fields: [FormField] {
    chosen.arrange(FormField.inForm(catalogue.fields.all).filter { $0.isOffered(in: category) })
  }

  public func isShown(_ field: FormField) -> Bool { !chosen.hides(field) }

  /// Whether fields were chosen for this very category.
  public var isOwn: Bool { catalogue.templates.hasForm(for: category) }

  public func show(_ field: FormField, _ isShown: Bool) {
    guard isShown != self.isShown(field), !field.isAlwaysInForm else { return }
    if isShown { chosen.hidden.remove(field.id) } else { chosen.hidden.insert(field.id) }
    write(chosen)
  }

  /// Moves a field within its group.
  public func move(_ field: FieldID, by distance: Int) {
    let fields = fields
    guard let moved = fields.first(where: { $0.id == field }) else { return }
    var group = fields.filter { $0.group == moved.group }
    guard let place = group.firstIndex(of: moved), group.indices.contains(place + distance) else {
      return
    }
    group.swapAt(place, place + distance)
    order(group, among: fields)
  }

  /// Moves a field beside another one of its group.
  public func move(_ field: FieldID, beside other: FieldID, below: Bool) {
    let fields = fields
    guard field != other, let moved = fields.first(where: { $0.id == field }),
      let goal = fields.first(where: { $0.id == other }), moved.group == goal.group
    else { return }
    var group = fields.filter { $0.group == moved.group && $0 != moved }
    guard let place = group.firstIndex(of: goal) else { return }
    group.insert(moved, at: below ? place + 1 : place)
    order(group, among: fields)
  }

  private func order(_ group: [FormField], among fields: [FormField]) {
    var rest = group[...]
    let new = fields.map { $0.group == group.first?.group ? rest.popFirst() ?? $0 : $0 }
    guard new != fields else { return }
    chosen.order = new.map(\.id)
    write(chosen)
  }

  /// The forms have the fields of the category above again, or all.
  public func forget() { if isOwn { write(nil) } }

  private func write(_ fields: FormFields?) {
    underWay += 1
    changed.notify(())
    catalogue.inOrder { [weak self, catalogue, category] in
      do {
        try await catalogue.store.choose(fields, for: category)
        await catalogue.templates.readAgain()
      } catch {
        self?.messages.notify(error.sentence)
      }
      self?.underWay -= 1
      self?.follow()
    }
  }
}
