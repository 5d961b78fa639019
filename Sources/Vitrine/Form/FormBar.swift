// SPDX-License-Identifier: Apache-2.0
// The bar at the very bottom while a product is edited, whatever tab is in front: Cancel and Done, and between them what
// keeps it from being saved, as a button that leads there.

import Gtk
import VitrineModel
import Wording

@MainActor
final class FormBar {
  let root: Box
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let done = Button(tr("_Done", context: "button: save the form")).style("suggested-action")
  private let addAnother = Button(tr("Save and Add _Another"))
  /// For products that were made of photos.
  private let nameNext = Button(tr("Save and Name _Next"))
  private let obstacleText = Label()
  private let obstacles: Button
  private let more: Box
  private let middle: Box
  private let line: Box
  private let lines: Box
  private let form: ProductForm
  private let detail: ProductDetail
  private var width = 0
  /// It stays there while what is between the buttons comes and goes.
  private var isMoreAbove = false

  /// - Parameter goToObstacle: the button that leads there was pressed.
  init(
    _ form: ProductForm, _ detail: ProductDetail, keptFields: KeptFieldsMenu,
    goToObstacle: @escaping @MainActor () -> Void
  ) {
    (self.form, self.detail) = (form, detail)
    let keep = MenuButton(
      icon: "pan-down-symbolic", label: tr("Keep for the Next Product"), menu: keptFields.menu)
    more = Box(.horizontal, children: [addAnother, nameNext, keep]).align(.end).style("linked")
    let mark = Image(icon: "dialog-error-symbolic")
    obstacles = Button(
      child: Box(.horizontal, spacing: 6, children: [mark, obstacleText]), label: ""
    ).style("flat", "problem")
    obstacles.align(.center)
    middle = Box(.horizontal, children: [obstacles.expand(horizontally: true)])
    line = Box(
      .horizontal, spacing: Self.gap,
      children: [cancel, middle.expand(horizontally: true), more, done])
    lines = Box(.vertical, spacing: 6, children: [line])
    root = Box(.vertical, children: [.page(lines.style("form-bar"))]).style(
      "bottom-bar", "form-foot")
    cancel.onClick { [weak detail] in detail?.cancelEditing() }
    done.onClick { [weak detail] in detail?.finishEditing() }
    addAnother.onClick { [weak detail] in detail?.finishAndAddAnother() }
    nameNext.onClick { [weak detail] in detail?.finishAndAddAnother() }
    obstacles.onClick(goToObstacle)
  }

  private static let gap = 12
  private static let margin = 18
  private static let most = 756

  func show() {
    // Once it is saved, a new product is no longer one, even if somebody types on.
    addAnother.isVisible = form.isNew
    nameNext.isVisible = !form.isNew && detail.nextUntitled != nil
    more.isVisible = addAnother.isVisible || nameNext.isVisible
    let obstacle = form.obstacle
    let sentence = obstacle?.sentence ?? ""
    for button in [done, addAnother, nameNext] {
      button.isSensitive = obstacle == nil
      button.tooltip(sentence).setAccessibleDescription(sentence)
    }
    if let obstacle {
      // Of a form that nobody has typed into, only what it asks for.
      obstacleText.text =
        form.showsObstacles
        ? tr("1 problem", "%@ problems", count: form.obstacleCount)
        : tr("%@ is needed", form.label(of: obstacle.field))
      obstacles.accessibleName(obstacleText.text)
    } else if obstacles.hasFocus {
      done.takeFocus()
    }
    obstacles.setStyle("problem", form.showsObstacles)
    obstacles.tooltip(sentence).setAccessibleDescription(sentence)
    obstacles.isVisible = obstacle != nil
    fit(width)
  }

  /// Where there is no room for all buttons in a line, those for more products are above it.
  func fit(_ width: Int) {
    let isOtherRoom = width != self.width
    self.width = width
    let buttons = [cancel, obstacles, more, done].filter(\.isVisible)
    let needed = buttons.reduce(Self.gap) { $0 + Self.gap + $1.wantedWidth.natural }
    let isAbove = width > 0 && needed > min(width, Self.most) - 2 * Self.margin
    guard isAbove != isMoreAbove, isAbove || isOtherRoom else { return }
    isMoreAbove = isAbove
    let hadFocus = [addAnother, nameNext].first { $0.hasFocus }
    (isAbove ? line : lines).remove(more)
    (isAbove ? lines : line).insert(more, after: isAbove ? nil : middle)
    hadFocus?.takeFocus()
  }

  /// After the last field.
  func takeFocus() { (done.isSensitive ? done : obstacles).takeFocus() }
}
