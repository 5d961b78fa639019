// SPDX-License-Identifier: Apache-2.0
// The filters of the list, above it: a chip for each, which removes it, and the bounds of one while
// they are typed. Most lists have none: what shows them is made when there are some.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class FilterBar {
  let root = Box(.vertical, spacing: 6).style("filter-bar")
  /// The menu of filters, for the bar and for the main menu.
  let menu = Menu(section: [])
  private let browser: ProductBrowser
  private var line: ChipLine?
  private var range: RangeEditor?
  private var offered: [FieldFilters] = []

  init(_ browser: ProductBrowser) {
    self.browser = browser
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .query, .search: self?.show()
      case .columns:
        self?.showMenu()
        self?.show()
      case .places:
        self?.showMenu()
        self?.line?.showSaving()
      case .layout, .selection: break
      }
    }
    showMenu()
    show()
  }

  private func choose(_ id: String) {
    switch browser.filters.choice(id)?.action {
    case .add(let filter): browser.filters.add(filter)
    case .askForRange(let field):
      let range = self.range ?? makeRange()
      range.open(field, browser.filters.styleOfBounds(beside: browser.detail.product))
      show()
      range.takeFocus()
    case nil: break
    }
  }

  private func showMenu() {
    // A menu that is open would close.
    let new = browser.filters.ofFields
    guard new != offered else { return }
    offered = new
    func items(_ choices: [FilterChoice]) -> [Menu.Item] {
      choices.map { .init($0.title.unmnemonic, FilterCommand.filter.inMenu($0.id)) }
    }
    let ofFields = new.map { filters in
      Menu.Item(filters.field.unmnemonic, Menu(section: items(filters.choices)))
    }
    menu.show(items(ProductFilter.general) + ofFields)
  }

  /// The button that saves the search, if it has been needed.
  var saveButton: Button? { line?.saveButton }

  fileprivate func show() {
    let isShown = !browser.filters.chips.isEmpty || browser.listed.isSearching
    if isShown { (line ?? makeLine()).show() }
    line?.root.isVisible = isShown
    root.isVisible = isShown || range?.isOpen == true
  }

  private func makeLine() -> ChipLine {
    let line = ChipLine(browser, menu)
    self.line = line
    root.insert(line.root, after: nil)
    return line
  }

  private func makeRange() -> RangeEditor {
    let range = RangeEditor(browser, in: self)
    self.range = range
    root.append(range.root)
    return range
  }
}

extension FilterBar: CommandHandler {
  func run(_ command: FilterCommand, _ name: String) {
    switch command {
    case .filter: choose(name)
    case .removeFilters: browser.filters.removeAll()
    }
  }

  func state(of command: FilterCommand) -> CommandState {
    switch command {
    case .filter, .removeFilters: .available
    }
  }
}

/// A chip for each filter, and what can be done with all of them.
@MainActor
private final class ChipLine {
  let root: Widget
  let saveButton = Button(SavedSearchCommand.saveSearch)
  private let browser: ProductBrowser
  private let updateButton = Button(tr("_Update Search")).action(
    SavedSearchCommand.updateSearch.inMenu)
  private let chips = Box(.horizontal, spacing: 6)
  private var shown: [Button] = []

  init(_ browser: ProductBrowser, _ menu: Menu) {
    self.browser = browser
    let add = MenuButton(
      text: tr("_Filter", context: "button: add a filter"), label: tr("Add Filter"), menu: menu
    )
    .style("add-filter")
    for button in [updateButton, saveButton] { button.style("chip", "flat") }
    let scroll = ScrolledWindow(sideways: chips).expand(horizontally: true)
    root = Box(.horizontal, spacing: 6, children: [scroll, updateButton, saveButton, add])
  }

  func show() {
    shown.forEach { chips.remove($0) }
    shown = browser.filters.chips.map { filter, label in
      let chip = Button(label.unmnemonic + " ×").style("chip")
      let name = tr("Remove filter “%@”", label)
      chip.tooltip(name).accessibleName(name)
      chip.onClick { [weak browser] in browser?.filters.remove(filter) }
      return chip
    }
    shown.forEach { chips.append($0) }
    showSaving()
  }

  func showSaving() {
    updateButton.isVisible = browser.savedSearches.canUpdate
    saveButton.isVisible = browser.savedSearches.canSave
  }
}

/// Two bounds, taken as they are typed. What is not understood is there again when the same is asked.
@MainActor
private final class RangeEditor {
  let root: Widget
  private(set) var isOpen = false
  private let browser: ProductBrowser
  private weak var bar: FilterBar?
  private var field: FormField?
  private var style = WritingStyle.neutral
  private let name = Label().ellipsized()
  private let from = Entry().placeholder(tr("From", context: "start of a range"))
  private let through = Entry().placeholder(tr("To", context: "end of a range"))
  private let problem = Label().wrapped(at: 36).style("problem")

  init(_ browser: ProductBrowser, in bar: FilterBar) {
    (self.browser, self.bar) = (browser, bar)
    let close = Button(
      icon: "window-close-symbolic",
      label: tr("Close", context: "button: close the fields for a range")
    ).style("flat")
    for entry in [from, through] { entry.minimumWidth(characters: 6).expand(horizontally: true) }
    from.accessibleName(tr("From", context: "start of a range"))
    through.accessibleName(tr("To", context: "end of a range"))
    let line = Box(.horizontal, spacing: 6, children: [name, from, Label("–"), through, close])
    root = Box(.vertical, spacing: 6, children: [line, problem])
    root.isVisible = false
    close.onClick { [weak self] in self?.close() }
    for entry in [from, through] {
      entry.onChange { [weak self] in self?.read() }
      entry.onKey(before: true) { [weak self] press in
        guard [.escape, .enter].contains(press.key) else { return false }
        self?.close()
        return true
      }
    }
  }

  func open(_ field: FormField, _ style: WritingStyle) {
    (self.field, self.style) = (field, style)
    name.text = field.label
    from.text = browser.typedNames[.rangeFrom, of: field.id] ?? ""
    through.text = browser.typedNames[.rangeThrough, of: field.id] ?? ""
    problem.isVisible = false
    isOpen = true
    root.isVisible = true
    if !from.text.isEmpty || !through.text.isEmpty { read() }
  }

  func takeFocus() { from.takeFocus() }

  private func close() {
    isOpen = false
    root.isVisible = false
    bar?.show()
  }

  private func read() {
    guard let field else { return }
    do {
      browser.filters.setRange(
        try field.rangeFilter(from: from.text, through: through.text, style: style), of: field)
      // Its room stays: else a click right behind the key that mends this would miss what is below.
      problem.text = ""
      keep("", "")
    } catch {
      keep(from.text, through.text)
      // The last bounds that made sense stay.
      problem.text = error.sentence
      problem.isVisible = true
    }
  }

  private func keep(_ from: String, _ through: String) {
    guard let field else { return }
    browser.typedNames[.rangeFrom, of: field.id] = from.nonEmpty
    browser.typedNames[.rangeThrough, of: field.id] = through.nonEmpty
  }
}
