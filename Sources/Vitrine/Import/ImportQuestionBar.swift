// SPDX-License-Identifier: Apache-2.0
// What the source of a list leaves open, one question after the other, above everything else: its answers say what the
// rest of the window shows.

import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportQuestionBar {
  let root: ScrolledWindow
  private let scene: ImportScene
  private let sentence = Label().wrapped(at: 60)
  private let answers = Box.wrapping()
  /// What is asked, so that it is not made again under the keyboard.
  private var shown: SourceQuestion?

  init(_ scene: ImportScene) {
    self.scene = scene
    let page = Box(.vertical, spacing: 6, children: [sentence, answers]).style("import-card")
    // At large sizes of text the rest of a low window stays in sight.
    root = ScrolledWindow(page).naturalHeight(upTo: 240).style("import-question")
    root.isVisible = false
  }

  func show() {
    let question = scene.sourceQuestion
    guard question != shown else { return }
    shown = question
    root.isVisible = question != nil
    // In a small window with large text, the first answers stay in sight.
    root.minimumHeight(Int(66 * sentence.textScale))
    answers.removeAll()
    switch question {
    case .origin(let names)?: ask(origin: names)
    case .column(let question)?: ask(column: question)
    case .gone(let question)?:
      sentence.text = question.sentence
      add(tr("They Are _Gone")) { $0.answer(question, "yes") }
      add(tr("They Are N_ot Gone")) { $0.answer(question, "no") }
    case .conflicts(let count)?:
      sentence.text = tr(
        "You and the list both changed 1 value.",
        "You and the list both changed %@ values.", count: count)
      add(count == 1 ? tr("Sho_w It") : tr("Sho_w Them")) { $0.showConflicts() }
      add(tr("Keep All _Mine")) { $0.decideAll(.mine) }
      add(tr("Take All of t_he List")) { $0.decideAll(.theirs) }
    case nil: break
    }
  }

  private func ask(origin names: [String]) {
    sentence.text =
      names.count == 1
      ? tr("This looks like the next list of “%@”.", names[0].printable())
      : tr("This looks like the next list of one of these sources.")
    for name in names {
      let text =
        names.count == 1 ? tr("_Compare with Its Last List") : name.printable().unmnemonic
      add(text) { $0.choose(source: name) }
    }
    add(names.count == 1 ? tr("It Is N_ot") : tr("None _of Them")) { $0.choose(source: nil) }
  }

  private func ask(column question: ColumnQuestion) {
    sentence.text = tr(
      "The last list had a column “%@”. Which column is it now?", question.column.printable())
    let columns = question.answers.dropLast()
    let few = columns.prefix(columns.count > 6 ? 0 : 6)
    for column in few { add(column.printable().unmnemonic) { $0.answer(question, column) } }
    if columns.count > few.count {
      let choice = DropDown([tr("Choose a Column…")] + columns.map { $0.printable() })
      choice.accessibleName(sentence.text)
      choice.onChange { [weak scene, weak choice] in
        guard let position = choice?.position, position > 0 else { return }
        scene?.answer(question, columns[columns.startIndex + position - 1])
      }
      answers.append(choice)
    }
    if let none = question.answers.last {
      add(tr("None _of Them")) { $0.answer(question, none) }
    }
  }

  private func add(_ text: String, _ action: @escaping @MainActor (ImportScene) -> Void) {
    let button = Button(text)
    button.onClick { [weak scene] in if let scene { action(scene) } }
    answers.append(button)
  }
}
