// The control for a value's kind. For the form, each of them contains a text, which is what a draft
// saves.

import Catalog
import Gtk
import Wording

@MainActor
protocol FieldControl: AnyObject {
  /// The widget that takes the focus and is named by the label.
  var input: Widget { get }
  /// The widget in the form.
  var root: Widget { get }
  var text: String { get set }
  var selection: TextSelection { get set }
  func onChange(_ handler: @escaping @MainActor () -> Void)
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void)
}

extension FieldControl {
  var root: Widget { input }
  /// A control without a caret.
  var selection: TextSelection {
    get { TextSelection(anchor: 0, caret: 0) }
    set {}
  }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {}
}

extension FieldKind {
  /// A control for values of this kind.
  @MainActor
  func makeControl() -> any FieldControl {
    switch self {
    case .text: TextControl()
    case .choice(let choices): ChoiceControl(choices)
    case .yesNo: CheckControl()
    case .wholeNumber, .year: EntryControl(.digits)
    case .number, .money: EntryControl(.number)
    case .line, .date, .code, .link, .tags, .category: EntryControl(nil)
    }
  }
}

@MainActor
private final class EntryControl: FieldControl {
  private let entry = Entry()
  var input: Widget { entry }

  init(_ purpose: Entry.Purpose?) {
    entry.expand(horizontally: true)
    entry.activatesDefault()
    if let purpose { entry.purpose(purpose) }
  }

  var text: String {
    get { entry.text }
    set { entry.text = newValue }
  }

  var selection: TextSelection {
    get { entry.selection }
    set { entry.selection = newValue }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { entry.onChange(handler) }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    entry.onSelectionChange(handler)
  }
}

/// Several lines, in a box of their own that scrolls.
@MainActor
private final class TextControl: FieldControl {
  private let view = TextView()
  private let scroll: ScrolledWindow
  var input: Widget { view }
  var root: Widget { scroll }

  init() {
    scroll = ScrolledWindow(view).minimumHeight(96)
    scroll.style("frame")
  }

  var text: String {
    get { view.text }
    set { view.text = newValue }
  }

  var selection: TextSelection {
    get { view.selection }
    set { view.selection = newValue }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { view.onChange(handler) }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    view.onSelectionChange(handler)
  }
}

@MainActor
private final class ChoiceControl: FieldControl {
  /// The first one means no choice.
  private var choices: [String]
  private let list: DropDown
  var input: Widget { list }

  init(_ choices: [String]) {
    self.choices = [""] + choices
    list = DropDown(self.choices.map { $0.isEmpty ? tr("(none)") : $0 })
  }

  var text: String {
    get { choices.indices.contains(list.position) ? choices[list.position] : "" }
    set { list.position = choices.firstIndex(of: newValue) ?? 0 }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { list.onChange(handler) }
}

@MainActor
private final class CheckControl: FieldControl {
  private let check = CheckButton()
  var input: Widget { check }

  var text: String {
    get { FieldKind.yesNo.text(of: .yesNo(check.isActive)) }
    set { check.isActive = newValue == FieldKind.yesNo.text(of: .yesNo(true)) }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { check.onChange(handler) }
}
