// SPDX-License-Identifier: Apache-2.0
// Sharing the open catalogue for the first time, or joining one that is shared: what is typed, what is asked, and how
// far it has come. Once it has begun it goes on by itself, at the next start, too.

import Catalog
import Foundation
import Wording

@MainActor
public final class SharingSetUp {
  public enum Purpose: Sendable {
    case share, join
  }

  public enum State: Equatable, Sendable {
    case asking
    /// The hub is being made, or asked.
    case connecting
    /// So much of it is done, if that is known.
    case working(Double?)
    /// What has to be known before it goes on.
    case question(String)
    case failed(String)
    case done
  }

  public let purpose: Purpose
  public let changed = Observers<Void>()
  public private(set) var state = State.asking
  /// A question is about one hub: what was answered for it is not for another.
  public var address = "" { didSet { if oldValue != address { addressChanged() } } }
  public var member = "" { didSet { if oldValue != member { forgetQuestion() } } }
  public var password = ""
  /// Whether the password is kept for the next start, if there is what keeps it.
  public var keepsPassword = false
  public private(set) var canKeepPassword = false
  /// Whether the password could not be kept, such as if nobody unlocked the keyring.
  private var isPasswordLost = false
  /// What the address came from: a link, a file or a code. What is typed by hand has none.
  public private(set) var invitation: HubInvitation?
  /// The address with the name in it, once the hub has answered.
  public private(set) var joined: String?

  /// Of a database of the server that runs on this computer.
  public static let addressHere = "postgresql:///vitrine"

  private let hub: any HubLink
  /// Nil as long as there is no catalogue: then the hub is only asked.
  private let sharing: CatalogueSharing?
  private var task: Task<Void, Never>?
  /// How much there was to send.
  private var all = 0

  /// Nil in a program that was built without what carries a shared catalogue.
  public init?(_ purpose: Purpose, _ sharing: CatalogueSharing) {
    guard let hub = sharing.hub else { return nil }
    (self.purpose, self.hub, self.sharing) = (purpose, hub, sharing)
    sharing.changed.add(self) { [weak self] in self?.follow() }
    askWhetherPasswordsAreKept()
  }

  /// Joins with a catalogue that is yet to be made.
  public init(joiningBy hub: any HubLink) {
    (purpose, self.hub, sharing) = (.join, hub, nil)
    askWhetherPasswordsAreKept()
  }

  private func askWhetherPasswordsAreKept() {
    Task { [weak self, hub] in
      guard await hub.canKeepPasswords(), let self else { return }
      canKeepPassword = true
      changed.notify(())
    }
  }

  deinit { task?.cancel() }

  public var isWorking: Bool {
    switch state {
    case .connecting, .working: true
    case .asking, .question, .failed, .done: false
    }
  }

  /// Whether there is enough to begin with.
  public var canBegin: Bool { !isWorking && !address.allSatisfy(\.isWhitespace) }

  /// What there is to say of it, in a sentence.
  public var text: String? {
    switch state {
    case .asking where invitation?.certificates.isEmpty == false:
      tr("The server has to prove who it is by the certificate that came with the invitation.")
    case .asking: nil
    case .connecting: tr("The hub is being asked…")
    case .working: sharing?.text
    case .question(let sentence), .failed(let sentence): sentence
    case .done where isPasswordLost:
      tr("The catalogue is shared. The password could not be kept in the keyring.")
    case .done: tr("The catalogue is shared.")
    }
  }

  /// What becomes of the password.
  public var passwordHint: String {
    if !canKeepPassword {
      return tr(
        "The password is forgotten when the program ends. To keep it, put it into the file “.pgpass”."
      )
    }
    return keepsPassword
      ? tr("The desktop keeps the password for you, until this catalogue is shared no longer.")
      : tr("The password is forgotten when the program ends.")
  }

  /// A link may be pasted in place of an address.
  private func addressChanged() {
    forgetQuestion()
    let typed = address.trimmingCharacters(in: .whitespacesAndNewlines)
    if let invitation = HubInvitation(link: typed) {
      self.invitation = invitation
      address = invitation.address
    } else if typed != invitation?.address {
      invitation = nil
    }
  }

  private func forgetQuestion() {
    if case .question = state { set(.asking) }
  }

  /// Whether a password is in the address, or may come to stand there: then it is written nowhere. A colon before “@”
  /// is that of a password; without one, whatever follows may still be typed.
  public nonisolated static func mayHavePassword(_ address: String) -> Bool {
    if address.contains("password") { return true }
    guard let start = address.range(of: "://") else { return false }
    let server = address[start.upperBound...].prefix { $0 != "/" && $0 != "?" }
    let name = server.lastIndex(of: "@").map { server[..<$0] } ?? server
    return name.contains(":")
  }

  /// Begins; or goes on, if that answers a question.
  public func begin() {
    guard canBegin else { return }
    let accepts = if case .question = state { true } else { false }
    if let joined, let sharing, sharing.isShared {
      // It is shared already, and only the exchange has failed.
      if !password.isEmpty { hub.use(password, for: joined) }
      set(.working(nil))
      return sharing.tryAgain()
    }
    set(.connecting)
    task?.cancel()
    let (typed, member, password, invitation) = (address, member, password, invitation)
    task = Task { [weak self, hub, purpose, store = sharing?.store] in
      do {
        let place = if let invitation { try await hub.accept(invitation) } else { typed }
        let address = hub.address(place, for: member)
        if !password.isEmpty { hub.use(password, for: address) }
        if purpose == .share, !accepts { try await hub.create(at: address) }
        guard let store else {
          try await hub.ask(address)
          try Task.checkCancellation()
          return self?.haveJoined(address) ?? ()
        }
        try Task.checkCancellation()
        try await hub.join(store, at: address, withProducts: purpose == .share || accepts)
        if Task.isCancelled {
          // A cancelled task cannot write.
          Task { try? await store.endSharing() }
          return
        }
        self?.haveJoined(address)
      } catch is CancellationError {
      } catch {
        if !Task.isCancelled { self?.fail(error) }
      }
    }
  }

  /// The server has let somebody in with the password.
  private func haveJoined(_ address: String) {
    joined = address
    if canKeepPassword, keepsPassword, !password.isEmpty {
      Task { [weak self, hub, password] in
        guard await !hub.keep(password, for: address), let self else { return }
        isPasswordLost = true
        changed.notify(())
      }
    }
    guard let sharing else { return set(.done) }
    set(.working(nil))
    sharing.begin()
  }

  private func fail(_ error: any Error) {
    let sentence = (error as? HubError)?.sentenceInWindows ?? error.sentence
    switch error as? HubError {
    case .hubExists where purpose == .share:
      set(
        .question(
          sentence + " "
            + tr("You can join it: your products go there, and those that are there come here.")))
    case .hasProducts: set(.question(sentence))
    default: set(.failed(sentence))
    }
  }

  private func follow() {
    guard case .working = state, let sharing else { return }
    all = max(all, sharing.unsent)
    switch sharing.state {
    case .notShared: break
    // That is waited for.
    case .connecting, .working, .failed(.unreachable), .failed(.cutOff), .failed(.failed),
      .failed(.catalogue):
      set(.working(all > 20 ? Double(all - sharing.unsent) / Double(all) : nil))
    case .upToDate: set(sharing.unsent == 0 ? .done : .working(1))
    case .failed(let error): set(.failed(error.sentenceInWindows))
    }
  }

  /// What is lost by giving up what is under way; nil if nothing is.
  public var losingText: String? {
    if case .working = state { sharing?.leavingText } else { nil }
  }

  /// Gives up what is under way. What has come stays here, and what has gone stays there.
  public func cancel() {
    task?.cancel()
    guard isWorking else { return }
    let wasShared = state != .connecting
    set(.asking)
    if wasShared, let sharing { Task { _ = await sharing.leave() } }
  }

  private func set(_ state: State) {
    // The words may be others than before, too.
    self.state = state
    changed.notify(())
  }
}
