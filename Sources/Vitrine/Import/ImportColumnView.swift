// SPDX-License-Identifier: Apache-2.0
// The column that is looked at: what is in it, which field it is, and its question with the rows it is about.

import Catalog
import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportColumnView {
  let root: Widget
  private let scene: ImportScene
  private let name = Label(heading: "").ellipsized().style("heading")
  private let examples = Label().ellipsized().style("dim-label", "caption")
  private let target = DropDown([])
  private let question = Box(.vertical, spacing: 6)
  private var targets: [ColumnTarget] = []
  /// What the question was made of, so that it is not made again under the keyboard.
  private var shown: Shown?

  private struct Shown: Equatable {
    let column: UnderstoodColumn?
    let question: ColumnQuestion?
    let answers: [String]
  }

  init(_ scene: ImportScene) {
    self.scene = scene
    target.accessibleName(tr("What the column is"))
    target.expand(horizontally: true)
    let page = Box(
      .vertical, spacing: 6, children: [name, examples, target, question]
    ).style("import-card")
    root = ScrolledWindow(page).naturalHeight(upTo: 340).style("preview")
    root.isVisible = false
    target.onChange { [weak self] in
      guard let self, let column = self.scene.selectedColumn,
        targets.indices.contains(target.position)
      else { return }
      self.scene.assign(column, to: targets[target.position])
    }
  }

  func show() {
    let column = scene.selectedColumn
    root.isVisible = column != nil
    guard let column else { return shown = nil }
    let asked = scene.question(of: column)
    let new = Shown(column: column, question: asked, answers: scene.answers(of: column))
    guard new != shown else { return }
    shown = new
    name.text = column.name.asName.printable()
    examples.text = column.examples.inOneLine
    examples.isVisible = !column.examples.isEmpty
    let (choices, chosen) = scene.targets(of: column)
    targets = choices.map(\.target)
    target.show(choices.map(\.name), chosen: chosen)
    question.removeAll()
    if let asked {
      show(asked)
    } else if !new.answers.isEmpty {
      showAnswers(new.answers, of: column)
    }
  }

  private func show(_ asked: ColumnQuestion) {
    guard let doubt = asked.doubts.first else { return }
    question.append(Label(doubt.sentence).wrapped(at: 40))
    let offered = scene.offeredAnswers(asked)
    let answers = Box.wrapping()
    for answer in offered {
      let text = doubt.text(of: answer)
      let button = Button(text.unmnemonic)
      button.accessibleName(tr("%1$@: %2$@", asked.column, text))
      button.onClick { [weak scene] in scene?.answer(asked, answer) }
      answers.append(button)
    }
    question.append(answers)
    let others = scene.otherCurrencies(asked)
    if !others.isEmpty {
      let other = DropDown([tr("Other Currency…")] + others)
      other.accessibleName(tr("Other Currency…"))
      other.onChange { [weak scene, weak other] in
        guard let position = other?.position, position > 0 else { return }
        scene?.answer(asked, others[position - 1])
      }
      question.append(other.align(.start))
    }
    let rows = Label(
      tr(
        "This decides 1 row:", "This decides %@ rows, such as:", count: asked.rows)
    ).style("dim-label", "caption")
    question.append(rows)
    for example in asked.examples.prefix(5) {
      question.append(
        Label(text(of: example, doubt)).wrapped(at: 40).style("caption", "numeric"))
    }
  }

  private func text(of example: ColumnQuestion.Example, _ doubt: ColumnQuestion.Doubt) -> String {
    let text = tr(
      "Row %1$@: %2$@", example.row.displayText, example.text.printable())
    // That an amount with a currency has it needs no word.
    if case .currency = doubt { return text }
    let readings = example.readings
    guard Set(readings).count > 1 else { return text }
    return tr("%1$@ → %2$@", text, readings.map { $0.printable() }.joined(separator: " / "))
  }

  private func showAnswers(_ answers: [String], of column: UnderstoodColumn) {
    let label = Label(tr("Answered: %@", answers.joined(separator: ", ").printable()))
      .wrapped(at: 24).expand(horizontally: true).align(vertical: .center)
    let again = Button(tr("As_k Again"))
    again.onClick { [weak scene] in scene?.askAgain(column) }
    question.append(Box(.horizontal, spacing: 12, children: [label, again]))
  }
}
