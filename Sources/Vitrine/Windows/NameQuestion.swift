// SPDX-License-Identifier: Apache-2.0
// Asks for a name, such as that of a tag: typed, or chosen from those there are. What was typed and not given is there
// again when the same is asked.

import Gtk
import VitrineModel
import Wording

@MainActor
final class NameQuestion {
  /// A name that there is already.
  struct Known {
    let text: String
    /// How it is shown.
    var label: String
  }

  private let window: Window
  private let entry = Entry()
  private let known = ListBox().activatedByClick()
  private let problem = Label().wrapped(at: 36).style("problem")
  private let confirm: Button
  private let check: @MainActor (String) -> String?
  private let answer: @MainActor (String) -> Void
  private let question: TypedNames.Question
  private let typedNames: TypedNames
  private var names: [Known] = []
  private var shown: [(name: Known, row: ListBoxRow)] = []
  private static let mostShown = 100
  private static let longestShown = 60
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: NameQuestion?

  /// Runs `answer` with the name that was typed or chosen.
  ///
  /// - Parameters:
  ///   - label: what the name is.
  ///   - button: what happens then; an underscore marks the key.
  ///   - question: what is asked, and what was typed for it before.
  ///   - known: the names there are already.
  ///   - check: why a name cannot be taken, as a sentence.
  static func ask(
    over parent: Window, _ title: String, label: String, button: String,
    question: (TypedNames.Question, TypedNames),
    known: @escaping @MainActor () async -> [Known],
    check: @escaping @MainActor (String) -> String?,
    answer: @escaping @MainActor (String) -> Void
  ) {
    let new = NameQuestion(
      over: parent, title, label: label, button: button, question: question, check: check,
      answer: answer)
    open?.window.destroy()
    open = new
    Task { [weak new] in
      let names = await known()
      new?.names = names.map { Known(text: $0.text, label: $0.label.asName) }
      new?.showKnown()
    }
  }

  private init(
    over parent: Window, _ title: String, label: String, button: String,
    question: (TypedNames.Question, TypedNames),
    check: @escaping @MainActor (String) -> String?, answer: @escaping @MainActor (String) -> Void
  ) {
    (self.question, typedNames) = question
    window = Window(dialogOver: parent)
    confirm = Button(button).style("suggested-action")
    self.check = check
    self.answer = answer
    window.title = title
    let back = Button(tr("_Cancel", context: "button"))
    entry.accessibleName(label).activatesDefault()
    known.accessibleName(label)
    let list = ScrolledWindow(known).minimumHeight(180).style("frame")
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().wrapped(at: 32).style("title-4"), entry, problem,
        list.expand(vertically: true),
        Box(.horizontal, spacing: 12, children: [back, confirm]).homogeneous(),
      ])
    window.setContent(page.margins(all: 24).request(width: 300))
    window.setDefaultWidget(confirm)
    back.onClick { [weak self] in self?.close() }
    confirm.onClick { [weak self] in
      if let self { finish(entry.text) }
    }
    known.onActivate { [weak self] position in
      guard let self, shown.indices.contains(position) else { return }
      finish(shown[position].name.text)
    }
    entry.text = typedNames[self.question] ?? ""
    entry.onChange { [weak self] in
      guard let self else { return }
      typedNames[self.question] = entry.text.nonEmpty
      showKnown()
      showProblem()
    }
    page.onEscape { [weak self] in self?.close() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    problem.isVisible = false
    showProblem()
    window.present()
    entry.takeFocus()
    entry.selection = TextSelection(anchor: 0, caret: -1)
  }

  private func finish(_ name: String) {
    typedNames[question] = nil
    close()
    answer(name)
  }

  private func close() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }

  private func showProblem() {
    let isEmpty = entry.text.allSatisfy(\.isWhitespace)
    let sentence = isEmpty ? nil : check(entry.text)
    problem.text = sentence ?? ""
    // Its room stays: else a click right behind the key that mends this would miss what is below.
    if sentence != nil { problem.isVisible = true }
    confirm.isSensitive = !isEmpty && sentence == nil
  }

  private func showKnown() {
    shown.forEach { known.remove($0.row) }
    let typed = entry.text.lowercased()
    let fitting = names.lazy.filter {
      typed.isEmpty || ($0.label + "\n" + $0.text.asName).lowercased().contains(typed)
    }
    shown = fitting.prefix(Self.mostShown).map { name in
      // A hundred of them are laid out at once.
      let shown = name.label.shortened(to: Self.longestShown)
      let row = ListBoxRow(Label(shown).ellipsized().margins(all: 6))
      row.accessibleName(shown)
      if shown != name.label { row.tooltip(name.label) }
      return (name, row)
    }
    for (position, item) in shown.enumerated() { known.insert(item.row, at: position) }
  }
}
