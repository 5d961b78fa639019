// SPDX-License-Identifier: Apache-2.0
// The control for a value's kind. For the form, each of them contains a text, which is what a draft
// saves.

import Catalog
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
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
  /// The same where it is known what was typed where. Returns false if it never is.
  func onEdit(_ handler: @escaping @MainActor (_ edit: TextEdit, _ length: Int) -> Void) -> Bool
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void)
  /// Enter was pressed where it means nothing else.
  func onEnter(_ handler: @escaping @MainActor () -> Void)
  /// A proposal for what is typed was chosen from, or none is any more.
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void)
  /// Shows in grey what an empty field takes from elsewhere. Returns whether it can.
  func showTaken(_ text: String) -> Bool
}

extension FieldControl {
  var root: Widget { input }
  /// A control without a caret.
  var selection: TextSelection {
    get { TextSelection(anchor: 0, caret: 0) }
    set {}
  }
  func onEdit(_ handler: @escaping @MainActor (_ edit: TextEdit, _ length: Int) -> Void) -> Bool {
    false
  }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {}
  func onEnter(_ handler: @escaping @MainActor () -> Void) {}
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {}
  func showTaken(_ text: String) -> Bool { false }
}

extension FieldKind {
  /// A control for values of this kind. The catalogue knows what may be meant.
  @MainActor
  func makeControl(_ catalogue: OpenCatalogue) -> any FieldControl {
    switch self {
    case .text: TypingControl(TextArea(minimumHeight: 96, growingUpTo: 320))
    case .choice(let choices): ChoiceControl(choices.map { ($0, $0) })
    case .yesNo:
      ChoiceControl(
        [true, false].map { answer in
          (text(of: .yesNo(answer)), FieldValue.yesNo(answer).displayText(of: self))
        })
    case .wholeNumber, .year: TypingControl(Entry().purpose(.digits))
    case .number, .money: TypingControl(Entry().purpose(.number))
    case .category: SuggestingControl(self, catalogue)
    case .tags: TagsControl(self, catalogue)
    case .date: DateControl()
    case .line, .code, .link: TypingControl(Entry())
    }
  }
}

/// A text that is typed.
@MainActor
class TypingControl: FieldControl {
  private let typed: any TextInput
  let root: Widget
  private var handlers: [@MainActor () -> Void] = []
  var input: Widget { typed }

  /// In `box`, if something else belongs to the entry.
  init(_ entry: Entry, in box: Box? = nil) {
    typed = entry
    root = box ?? entry
    entry.expand(horizontally: true)
  }

  /// Several lines, in a box of their own that scrolls.
  init(_ area: TextArea) {
    typed = area.view
    root = area.root
  }

  var text: String {
    get { typed.text }
    set { typed.text = newValue }
  }

  var selection: TextSelection {
    get { typed.selection }
    set { typed.selection = newValue }
  }

  /// What was chosen counts as typed.
  func choose(_ text: String, caret: Int) {
    self.text = text
    selection = TextSelection(anchor: caret, caret: caret)
    wasChosen()
  }

  /// The text was set here, which the entry does not report.
  func wasChosen() { handlers.forEach { $0() } }

  func onChange(_ handler: @escaping @MainActor () -> Void) {
    handlers.append(handler)
    typed.onChange(handler)
  }
  func onEdit(_ handler: @escaping @MainActor (_ edit: TextEdit, _ length: Int) -> Void) -> Bool {
    guard let view = typed as? TextView else { return false }
    view.onEdit { [weak view] in handler(TextEdit($0), view?.length ?? 0) }
    return true
  }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    typed.onSelectionChange(handler)
  }
  func onEnter(_ handler: @escaping @MainActor () -> Void) { (typed as? Entry)?.onEnter(handler) }
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {}

  func showTaken(_ text: String) -> Bool {
    guard let entry = typed as? Entry else { return false }
    entry.placeholder(text)
    return true
  }
}

/// One of several texts.
@MainActor
final class ChoiceControl: FieldControl {
  private var texts: [String]
  private let list: DropDown
  var input: Widget { list }

  /// - Parameters:
  ///   - choices: what each is in a draft, and what it is called.
  ///   - none: what no choice is called; nil if there must be one.
  init(_ choices: [(text: String, name: String)], none: String? = tr("(not set)")) {
    let choices = (none.map { [("", $0)] } ?? []) + choices
    texts = choices.map(\.0)
    list = DropDown(choices.map(\.1))
    list.expand(horizontally: true)
  }

  var text: String {
    get { texts.indices.contains(list.position) ? texts[list.position] : "" }
    set {
      // A value that is no longer among the choices stays until another is chosen.
      if !texts.contains(newValue) {
        texts.append(newValue)
        list.append(newValue)
      }
      list.position = texts.firstIndex(of: newValue) ?? 0
    }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { list.onChange(handler) }
}
