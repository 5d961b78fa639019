// SPDX-License-Identifier: Apache-2.0
// Keeps the open catalogue and its hub together, off the main thread, and knows in words how that goes. Nothing waits
// for the hub: what is done here is in the catalogue first, and goes there when it can.

import Catalog
import Foundation
import Wording

@MainActor
public final class CatalogueSharing {
  public enum State: Equatable, Sendable {
    case notShared
    /// It has not been told yet how it goes.
    case connecting
    /// So many steps were sent and so many rows came.
    case working(sent: Int, received: Int)
    case upToDate
    case failed(HubError)
  }

  public let changed = Observers<Void>()
  public private(set) var state = State.notShared
  /// How many steps the hub does not have yet.
  public private(set) var unsent = 0
  /// What waits for a decision, as far as was told last.
  public private(set) var questions: [HubQuestion] = []
  /// Whether the hub has been asked for them.
  public private(set) var knowsQuestions = false
  /// How many rows came that this version does not understand in full.
  public private(set) var marked = 0
  /// Who else is here.
  public private(set) var others: [HubPerson] = []
  public let othersChanged = Observers<Void>()
  /// Desks that wait for somebody here, once each.
  public let handedOver = Observers<HandedDesk>()
  private var told: Set<UUID> = []
  /// What is on the screen here.
  let presence = OwnPresence()
  /// Where the hub is.
  public private(set) var address: String?
  /// Nil where the program was built without what carries it.
  let hub: (any HubLink)?
  let store: CatalogStore

  private let reading: Rereading<Sharing?>
  private var following: Task<Void, Never>?
  /// Whether something has waited to be sent for longer than that takes.
  private(set) var isSlow = false
  private var noticing: Task<Void, Never>?
  /// A password that was typed and is yet to be accepted, and whether it is to be kept.
  private var typed: (password: String, isKept: Bool)?
  /// Whether it could not be kept.
  private(set) var isPasswordLost = false
  /// How long is waited after what waiting does not mend: somebody may have mended it.
  private static let longPause = Duration.seconds(60)

  init(_ store: CatalogStore, _ hub: (any HubLink)?, changes: Observers<CatalogChange>) {
    (self.store, self.hub) = (store, hub)
    reading = Rereading { try await store.sharing() }
    // A catalogue that cannot be written takes nothing over.
    guard isPossible else { return }
    reading.values.add(self) { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] _ in self?.reading.again() }
  }

  deinit {
    following?.cancel()
    noticing?.cancel()
  }

  public var isPossible: Bool { hub != nil && !store.isReadOnly }
  public var isShared: Bool { state != .notShared }

  /// Begins, if the catalogue is shared; reads anew whether it is.
  public func begin() { if isPossible { reading.again() } }

  /// Lets the catalogue be shared with the hub that it names. Returns why that could not be kept.
  public func agree() async -> String? {
    guard let hub, let address else { return nil }
    do { try await hub.agree(to: address, for: store) } catch { return error.sentence }
    tryAgain()
    return nil
  }

  // MARK: Inviting

  /// What another machine needs to share the catalogue.
  public func invitation() async throws -> HubInvitation {
    guard let hub, let address else { throw HubError.notShared }
    return try await hub.invitation(to: address)
  }

  /// Whether the catalogue is shared with the hub of an invitation, by whatever name; nil if it is not shared.
  public func isShared(with invitation: HubInvitation) async -> Bool? {
    guard let hub, let address = try? await store.sharing()?.address,
      let here = try? await hub.invitation(to: address)
    else { return nil }
    return await here.address == (try? hub.invitation(to: invitation.address))?.address
  }

  // MARK: Going on

  /// Tries again at once what failed.
  public func tryAgain() {
    guard isShared else { return begin() }
    stop()
    start()
  }

  /// What is under way is given up: it goes on at the next start.
  public func stop() {
    following?.cancel()
    following = nil
    show([])
  }

  /// Shares the catalogue no longer. What is in it stays. Returns why it could not be done.
  public func leave() async -> String? {
    stop()
    let address = address
    do { try await store.endSharing() } catch {
      start()
      return error.sentence
    }
    if let address { _ = await hub?.keep(nil, for: address) }
    // Were it kept, it would only spare a question.
    try? await hub?.agree(to: nil, for: store)
    reading.again()
    return nil
  }

  // MARK: Following

  private func show(_ sharing: Sharing?) {
    let unsent = sharing?.unsent ?? 0
    address = sharing?.address
    if sharing == nil {
      guard state != .notShared else { return }
      stop()
      (self.unsent, questions, knowsQuestions, marked) = (0, [], false, 0)
      return set(.notShared)
    }
    if following == nil, !isShared { start() }
    noticeSlowness(unsent)
    let marked = sharing?.marked ?? 0
    guard unsent != self.unsent || marked != self.marked else { return }
    (self.unsent, self.marked) = (unsent, marked)
    changed.notify(())
  }

  private func noticeSlowness(_ unsent: Int) {
    if unsent == 0 {
      noticing?.cancel()
      (noticing, isSlow) = (nil, false)
    } else if noticing == nil {
      noticing = Task { [weak self] in
        try? await Task.sleep(for: .seconds(2))
        guard !Task.isCancelled, let self else { return }
        isSlow = true
        changed.notify(())
      }
    }
  }

  private func start() {
    guard let hub, following == nil else { return }
    set(.connecting)
    let (events, told) = AsyncStream.makeStream(of: HubEvent.self)
    following = Task { [weak self, store, presence] in
      let work = Task.detached {
        await Self.follow(store, presence, through: hub) { told.yield($0) }
      }
      await withTaskCancellationHandler {
        for await event in events where !Task.isCancelled { self?.take(event) }
      } onCancel: {
        work.cancel()
        told.finish()
      }
    }
  }

  private nonisolated static func follow(
    _ store: CatalogStore, _ presence: OwnPresence, through hub: any HubLink,
    tell: @escaping @Sendable (HubEvent) -> Void
  ) async {
    while !Task.isCancelled {
      do { try await hub.follow(store, presence, tell) } catch is CancellationError {
        if Task.isCancelled { return }
      } catch {
        tell(.failed((error as? HubError) ?? .failed(reason: error.sentence)))
      }
      try? await Task.sleep(for: longPause)
    }
  }

  /// Takes a password until the program ends, and for the next start as soon as it turns out to be right. One that is
  /// not kept takes the place of one that was: it was asked for because that is wrong.
  public func use(password: String, isKept: Bool) {
    guard let address else { return }
    hub?.use(password, for: address)
    typed = (password, isKept)
  }

  private func keepTyped() {
    guard let typed, let hub, let address else { return }
    self.typed = nil
    isPasswordLost = false
    Task { [weak self] in
      guard await !hub.keep(typed.isKept ? typed.password : nil, for: address), let self else {
        return
      }
      isPasswordLost = typed.isKept
      changed.notify(())
    }
  }

  private func take(_ event: HubEvent) {
    switch event {
    case .progress, .synced, .failed(.noRight): keepTyped()
    case .failed, .questions, .others, .handed: break
    }
    switch event {
    case .progress(let sent, let received):
      set(.working(sent: sent, received: received))
      reading.again()
    case .synced:
      set(.upToDate)
      reading.again()
    case .failed(let error):
      set(.failed(error))
      reading.again()
    case .questions(let questions):
      guard questions != self.questions || !knowsQuestions else { return }
      (self.questions, knowsQuestions) = (questions, true)
      changed.notify(())
    case .others(let others): show(others)
    case .handed(let desks):
      for desk in desks where told.insert(desk.id).inserted { handedOver.notify(desk) }
    }
  }

  private func show(_ others: [HubPerson]) {
    guard others != self.others else { return }
    self.others = others
    othersChanged.notify(())
  }

  private func set(_ state: State) {
    guard state != self.state else { return }
    self.state = state
    changed.notify(())
  }
}
