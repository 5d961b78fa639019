// The control for a value's kind. For the form, each of them contains a text, which is what a draft
// saves.

import Catalog
import Gtk
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
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void)
  /// Enter was pressed where it means nothing else.
  func onEnter(_ handler: @escaping @MainActor () -> Void)
  /// A proposal for what is typed was chosen from, or none is any more.
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void)
}

extension FieldControl {
  var root: Widget { input }
  /// A control without a caret.
  var selection: TextSelection {
    get { TextSelection(anchor: 0, caret: 0) }
    set {}
  }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {}
  func onEnter(_ handler: @escaping @MainActor () -> Void) {}
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {}
}

extension FieldKind {
  /// A control for values of this kind. The catalogue knows what may be meant.
  @MainActor
  func makeControl(_ catalogue: OpenCatalogue) -> any FieldControl {
    switch self {
    case .text: TypingControl(TextView())
    case .choice(let choices): ChoiceControl(choices.map { ($0, $0) })
    case .yesNo:
      ChoiceControl(
        [true, false].map { answer in
          (text(of: .yesNo(answer)), FieldValue.yesNo(answer).displayText(of: self))
        })
    case .wholeNumber, .year: TypingControl(Entry().purpose(.digits))
    case .number, .money: TypingControl(Entry().purpose(.number))
    case .category, .tags: SuggestingControl(self, catalogue)
    case .date: DateControl()
    case .line, .code, .link: TypingControl(Entry())
    }
  }
}

@MainActor
private class TypingControl: FieldControl {
  private let typed: any TextInput
  private(set) var root: Widget
  var input: Widget { typed }

  init(_ entry: Entry) {
    typed = entry
    root = entry.expand(horizontally: true)
  }

  /// In a box, beside what else belongs to it.
  init(_ entry: Entry, in box: Box) {
    typed = entry
    entry.expand(horizontally: true)
    root = box
  }

  /// Several lines, in a box of their own that scrolls.
  init(_ view: TextView) {
    typed = view
    root = ScrolledWindow(view).minimumHeight(96).style("frame")
  }

  var text: String {
    get { typed.text }
    set { typed.text = newValue }
  }

  var selection: TextSelection {
    get { typed.selection }
    set { typed.selection = newValue }
  }

  func onChange(_ handler: @escaping @MainActor () -> Void) { typed.onChange(handler) }
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    typed.onSelectionChange(handler)
  }
  func onEnter(_ handler: @escaping @MainActor () -> Void) { (typed as? Entry)?.onEnter(handler) }
  func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {}
}

/// Proposes what other products have.
@MainActor
private final class SuggestingControl: TypingControl {
  private let entry = Entry()
  private let suggestions: Suggestions
  private let kind: FieldKind
  private let catalogue: OpenCatalogue
  private var shown: [FieldSuggestion] = []
  private var changed: @MainActor () -> Void = {}

  init(_ kind: FieldKind, _ catalogue: OpenCatalogue) {
    (self.kind, self.catalogue) = (kind, catalogue)
    let box = Box(.vertical, children: [entry])
    suggestions = Suggestions(for: entry, in: box, label: tr("Suggestions"))
    super.init(entry, in: box)
    entry.onChange { [weak self] in self?.suggest() }
    suggestions.onAsk = { [weak self] in self?.suggest(isAsked: true) }
    suggestions.onTake = { [weak self] in self?.take($0) }
  }

  private func suggest(isAsked: Bool = false) {
    let typed = entry.text
    Task { [weak self, catalogue, kind, caret = entry.selection.caret] in
      let found = await catalogue.suggestions(
        for: kind, typed: typed, caret: caret, isAsked: isAsked)
      guard let self, entry.text == typed, entry.hasFocus else { return }
      shown = found
      suggestions.show(found.map(\.title))
    }
  }

  private func take(_ position: Int) {
    guard shown.indices.contains(position) else { return }
    let taken = shown[position]
    entry.text = taken.text
    entry.selection = TextSelection(anchor: taken.caret, caret: taken.caret)
    changed()
  }

  // What is taken counts as typed.
  override func onChange(_ handler: @escaping @MainActor () -> Void) {
    changed = handler
    super.onChange(handler)
  }

  override func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {
    suggestions.onChoice = { [weak self] position in
      guard let self else { return }
      handler(position.flatMap { shown.indices.contains($0) ? shown[$0].title : nil })
    }
  }
}

/// A day can be typed, or chosen in a calendar.
@MainActor
private final class DateControl: TypingControl {
  private let entry = Entry()
  private let calendar = CalendarButton(label: tr("Choose a Day"))
  private var changed: @MainActor () -> Void = {}

  init() {
    super.init(entry, in: Box(.horizontal, children: [entry, calendar]).style("linked"))
    calendar.shown = { [weak self] in
      guard let self,
        case .day(let day)? = try? FieldKind.date.value(
          from: entry.text, style: .local(), for: .value)
      else { return nil }
      return (day.year, day.month, day.day)
    }
    calendar.onChoice = { [weak self] year, month, day in
      guard let self, let day = CalendarDay(year: year, month: month, day: day) else { return }
      entry.text = FieldKind.date.text(of: .day(day), style: .local())
      changed()
    }
  }

  override func onChange(_ handler: @escaping @MainActor () -> Void) {
    changed = handler
    super.onChange(handler)
  }
}

@MainActor
private final class ChoiceControl: FieldControl {
  /// The first one means no choice.
  private var texts: [String]
  private let list: DropDown
  var input: Widget { list }

  /// - Parameter choices: what each is in a draft, and what it is called.
  init(_ choices: [(text: String, name: String)]) {
    texts = [""] + choices.map(\.text)
    list = DropDown([tr("(not said)")] + choices.map(\.name))
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
