// SPDX-License-Identifier: Apache-2.0
// The model of the window with what the hub of a shared catalogue could not merge: each with both values, until somebody
// chooses one. It follows the hub, and what was selected comes back.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class DecisionsScene {
  public enum Change {
    /// Decisions came or went; the list already reflects it.
    case items([ListChange])
    /// Why there may be none, or whether one is being answered.
    case state
  }

  public let changed = Observers<Change>()
  /// Why something was not done, as a sentence.
  public let messages = Observers<String>()
  public private(set) var decisions: [HubDecision] = []
  public private(set) var isLoaded = false
  /// Whether an answer is on its way.
  public private(set) var isAnswering = false
  /// The number of the selected decision.
  @SceneStorage private var selected: Int?
  private let sharing: CatalogueSharing
  private let reading: Rereading<[HubDecision]>
  /// Those that are yet to be told in words.
  private let questions = LatestQuestions()

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    sharing = catalogue.sharing
    _selected = SceneStorage(wrappedValue: nil, SceneKey.decisionsSelection, in: session)
    reading = Rereading { [store = catalogue.store, questions] in
      try await store.decisions(questions.now)
    }
    session.activity = UserActivity(titled: .decisions)
    reading.values.add(self) { [weak self] in self?.show($0) }
    sharing.changed.add(self) { [weak self] in self?.sharingChanged() }
    sharingChanged()
  }

  private func sharingChanged() {
    if questions.now != sharing.questions || !isLoaded {
      questions.now = sharing.questions
      reading.again()
    }
    changed.notify(.state)
  }

  private func show(_ new: [HubDecision]) {
    let changes = ListChange.changes(from: decisions, to: new)
    (decisions, isLoaded) = (new, true)
    changed.notify(.items(changes))
  }

  /// What is wrong, if the hub cannot be asked; or why there is nothing to decide.
  public var remark: String? {
    guard sharing.isShared else { return tr("This catalogue is not shared.") }
    if sharing.hasFailed || !sharing.knowsQuestions { return sharing.explanation }
    // More are told once these are fewer: a hub of many machines may have thousands.
    if decisions.count < HubQuestion.most { return nil }
    return tr("These are the oldest %@. The others follow.", numberText(HubQuestion.most))
  }

  public var canAnswer: Bool { selection != nil && !isAnswering && !sharing.hasFailed }

  /// Whether it is known what there is to decide: it was asked for, or there is nobody to ask.
  public var isKnown: Bool { !sharing.isShared || sharing.knowsQuestions }

  /// The place of the selected decision.
  public var selection: Int? {
    get { selected.flatMap { id in decisions.firstIndex { $0.id == id } } }
    set {
      let id = newValue.flatMap { decisions.indices.contains($0) ? decisions[$0].id : nil }
      if id != selected { selected = id }
    }
  }

  /// Answers the selected one: what did not get in gets in, or what is there stays. The next one is selected.
  public func answer(takesMine: Bool) {
    guard canAnswer, let place = selection, let hub = sharing.hub else { return }
    let (decision, next) = (
      decisions[place], decisions.dropFirst(place + 1).first ?? decisions[..<place].last
    )
    isAnswering = true
    changed.notify(.state)
    Task { [weak self, store = sharing.store] in
      var sentence: String?
      do {
        try await hub.answer(decision.id, of: store, takesMine: takesMine)
      } catch {
        sentence = (error as? HubError)?.sentenceInWindows ?? error.sentence
      }
      guard let self else { return }
      isAnswering = false
      if let sentence {
        messages.notify(sentence)
      } else {
        if selected == decision.id { selected = next?.id }
        // Until the hub says the same.
        show(decisions.filter { $0.id != decision.id })
      }
      changed.notify(.state)
    }
  }
}

/// Read off the main thread.
private final class LatestQuestions: @unchecked Sendable {
  private let lock = NSLock()
  private var questions: [HubQuestion] = []

  var now: [HubQuestion] {
    get { lock.withLock { questions } }
    set { lock.withLock { questions = newValue } }
  }
}
