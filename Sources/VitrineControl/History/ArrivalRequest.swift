// SPDX-License-Identifier: Apache-2.0
// What `history apply` is asked for: who says what to have where two copies have changed the same.

import Catalog
import Wording

struct ArrivalRequest: Sendable {
  var asks = false
  /// In their order: the first that a question has counts.
  var sides: [CopyAnswer] = []

  /// Whether anything is decided at all.
  var decides: Bool { asks || !sides.isEmpty }

  /// What is special to some fields comes before what is for all.
  func answer(_ question: CopyQuestion) -> CopyAnswer? {
    let special = sides.filter { ![.mine, .theirs].contains($0) }
    let given = (special + sides).first { question.answers.contains($0) }
    if given != nil || !asks { return given }
    let words = question.answers.map(\.typed)
    let typed = Terminal.choose(question.sentence, among: words)
    return question.answers.first { $0.typed == typed }
  }
}

extension CopyAnswer {
  /// As the options call it.
  fileprivate var typed: String { self == .mine ? "ours" : rawValue }
}

extension HistoryArrival {
  var text: String {
    let applied = tr("1 command", "%@ commands", count: applied, written: "\(applied)")
    if decided == 0 { return tr("%1$@ applied, %2$@ known before.", applied, "\(known)") }
    return tr(
      "%1$@ applied, %2$@ known before, %3$@ decided.", applied, "\(known)",
      tr("1 difference", "%@ differences", count: decided, written: "\(decided)"))
  }
}
