// SPDX-License-Identifier: Apache-2.0
// The control for a category: while something is typed, what other products have is proposed. The control
// for tags adds chips to it.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
class SuggestingControl: TypingControl {
  let entry = Entry()
  let box: Box
  private lazy var suggestions = Suggestions(
    for: entry, in: box, label: tr("Suggestions", context: "values that other products have"),
    delegate: self)
  private var chosen: (@MainActor (_ title: String?) -> Void)?
  private let kind: FieldKind
  private let catalogue: OpenCatalogue
  private var shown: [FieldSuggestion] = []
  /// Counts the questions: the answer to an older one may come after the answer to the last.
  private var question = 0

  init(_ kind: FieldKind, _ catalogue: OpenCatalogue) {
    (self.kind, self.catalogue) = (kind, catalogue)
    box = Box(.vertical, children: [entry])
    super.init(entry, in: box)
    // Only now, so that nothing is counted before a proposal may be needed.
    entry.onFocus(entered: { [catalogue] in catalogue.counts.begin() }, left: {})
    entry.onChange { [weak self] in
      guard let self else { return }
      typed()
      // Not only once the answer is there: Down right behind it asks for proposals.
      if entry.text.isEmpty { suggestions.show([]) }
      suggest()
    }
    // It listens to the entry.
    _ = suggestions
  }

  /// The user changed what the entry contains.
  func typed() {}

  /// What the proposals are for.
  var typing: (text: String, caret: Int) { (text, selection.caret) }

  func suggest(isAsked: Bool = false) {
    question += 1
    Task { [weak self, catalogue, kind, typing, question] in
      let found = await catalogue.suggestions(
        for: kind, typed: typing.text, caret: typing.caret, isAsked: isAsked)
      guard let self, question == self.question, self.typing.text == typing.text, entry.hasFocus
      else { return }
      shown = found
      suggestions.show(found.map(\.title))
    }
  }

  override func onChoice(_ handler: @escaping @MainActor (_ title: String?) -> Void) {
    chosen = handler
  }
}

extension SuggestingControl: SuggestionsDelegate {
  func suggestionTaken(at position: Int) {
    guard shown.indices.contains(position) else { return }
    choose(shown[position].text, caret: shown[position].caret)
  }

  func suggestionChosen(at position: Int?) {
    chosen?(position.flatMap { shown.indices.contains($0) ? shown[$0].title : nil })
  }

  func askForSuggestions() { suggest(isAsked: true) }
}
