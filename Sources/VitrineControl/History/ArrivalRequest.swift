// SPDX-License-Identifier: Apache-2.0
// What `history apply` is asked for: who says what to have where two copies have changed the same.

import Catalog
import Synchronization
import Wording

struct ArrivalRequest: Sendable {
  var asks = false
  /// In their order: the first that a question has counts.
  var sides: [CopyAnswer] = []

  /// Whether anything is decided at all.
  var decides: Bool { asks || !sides.isEmpty }

  /// What is special to some fields comes before what is for all.
  func decided(_ question: CopyQuestion) -> CopyAnswer? {
    let special = sides.filter { ![.mine, .theirs].contains($0) }
    return (special + sides).first { question.answers.contains($0) }
  }
}

/// Asks on the terminal what the request leaves open. There can be hundreds of questions: each says how many there are,
/// and one answer can count for all that follow of the same field.
final class ArrivalAnswers: Sendable {
  private let request: ArrivalRequest
  private let state = Mutex((number: 0, count: 0, forAll: [String: CopyAnswer]()))

  init(_ request: ArrivalRequest) { self.request = request }

  func begin(count: Int) {
    state.withLock { ($0.number, $0.count) = (0, count) }
  }

  func answer(_ question: CopyQuestion) -> CopyAnswer? {
    let field = question.field ?? ""
    let (number, count, known) = state.withLock { state in
      state.number += 1
      return (state.number, state.count, state.forAll[field])
    }
    if let decided = request.decided(question) ?? known, question.answers.contains(decided) {
      return decided
    }
    guard request.asks else { return nil }
    let place = count > 1 ? tr("%1$@ of %2$@:", "\(number)", "\(count)") + " " : ""
    let words = question.answers.map(\.typed)
    guard
      let (typed, isForAll) = Terminal.choose(
        place + question.sentence, among: words, mayBeForAll: count > 1),
      let answer = question.answers.first(where: { $0.typed == typed })
    else { return nil }
    if isForAll { state.withLock { $0.forAll[field] = answer } }
    return answer
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
