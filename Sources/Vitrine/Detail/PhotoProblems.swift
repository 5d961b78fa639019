// Which files were not added as photos, each with the reason, until they are dismissed.

import Gtk
import VitrineModel
import Wording

@MainActor
final class PhotoProblems {
  let root: Revealer
  var onDismiss: @MainActor () -> Void = {}
  private let heading = Label().wrapped().style("heading")
  private let reasons = Label().wrapped()
  private let dismiss = Button(icon: "window-close-symbolic", label: tr("Dismiss"))

  init() {
    dismiss.style("flat", "circular").align(vertical: .start)
    let texts = Box(
      .vertical, spacing: 6, children: [heading, ScrolledWindow(reasons).naturalHeight(upTo: 140)])
    texts.expand(horizontally: true)
    root = Revealer(
      alert: Box(.horizontal, spacing: 12, children: [texts, dismiss]).style("banner", "warning"),
      .slideDown)
    dismiss.onClick { [weak self] in self?.onDismiss() }
  }

  func show(_ problems: [String]) {
    root.isRevealed = !problems.isEmpty
    // What is folding away keeps its text meanwhile.
    guard !problems.isEmpty else { return }
    heading.text = tr(
      "1 photo was not added", "%@ photos were not added", count: problems.count,
      written: problems.count.displayText)
    reasons.text = problems.joined(separator: "\n")
  }
}
