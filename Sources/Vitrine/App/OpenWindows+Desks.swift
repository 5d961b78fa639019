// SPDX-License-Identifier: Apache-2.0
// Desks: windows that are kept under a name, and come back together in place of those on the screen. These are kept, too,
// so that going to a desk and back loses nothing.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

extension OpenWindows {
  /// Opens the desk with this name, or says that there is none.
  func openDesk(named name: String) async {
    await desks.settle()
    if let desk = desks.desk(named: name) { return await open(desk) }
    presentLast()
    say(noDesk(named: name))
  }

  /// Opens a desk in place of the windows that a start is to show, which are never on the screen. Returns why it can't be
  /// opened.
  func beginWithDesk(named name: String) async -> String? {
    await desks.settle()
    guard let desk = desks.desk(named: name) else { return noDesk(named: name) }
    desks.isOpening = true
    defer { desks.isOpening = false }
    do { try await takePlace(desk) } catch { return error.sentence }
    return nil
  }

  private func noDesk(named name: String) -> String {
    let names = desks.all.filter { !$0.isAutomatic }.map { "“\($0.shortName)”" }
    let known =
      names.isEmpty
      ? tr("No windows have been kept as a desk yet.")
      : tr("There are: %@.", names.joined(separator: ", "))
    return tr("There is no desk “%@”.", name.printable()) + " " + known
  }

  /// Opens a desk; while another one is being opened, after that.
  func open(_ desk: NamedSession) async {
    guard !desks.isOpening else { return desks.next = desk }
    desks.isOpening = true
    await openNow(desk)
    desks.isOpening = false
    guard let next = desks.next else { return }
    desks.next = nil
    if next.id != desk.id { await open(next) }
  }

  private func openNow(_ desk: NamedSession) async {
    if program.isUnderWay {
      return say(
        tr("Something is still being done in these windows. Open the desk when it is done."))
    }
    do { try await takePlace(desk) } catch { say(error.sentence) }
  }

  private func takePlace(_ desk: NamedSession) async throws {
    try await program.openNamedSession(desk.id, keeping: nameOfWindows(before: desk)) {
      [weak self] in await self?.showRestored($0, atOnce: true)
    }
    closedWindows.reload()
    let done =
      desk.isAutomatic
      ? tr("The windows are back") : tr("Desk “%@” opened", desk.shortName)
    lastFocused()?.frame.offer(done, tr("Go Back", context: "button: to the windows before a desk"))
    { [weak self] in self?.goBack() }
  }

  /// What the windows are called that make way.
  private func nameOfWindows(before desk: NamedSession) -> String {
    if !desk.isAutomatic { return tr("Before “%@”", desk.name) }
    return desks.current.map { tr("“%@” as it was left", $0.name) }
      ?? tr("Windows of %@", Date().clockText)
  }

  fileprivate func goBack() {
    Task { [weak self] in
      await self?.desks.settle()
      if let self, let before = desks.before { await open(before) }
    }
  }

  /// With the number of a desk, or the identifier of one without a number.
  fileprivate func openDesk(_ thing: String) {
    guard let desk = desks.desk(thing) else {
      return say(
        tr("No desk has the number %@. Keep these windows as a desk in the menu Windows.", thing))
    }
    Task { [weak self] in await self?.open(desk) }
  }

  // MARK: Changing them

  fileprivate func keepDesk() {
    guard let window = lastFocused() else { return }
    NameQuestion.ask(
      over: window.frame.window, tr("Keep These Windows as a Desk"), label: tr("Name of the desk"),
      button: tr("_Keep", context: "button: windows under a name"),
      question: (.keepDesk, window.typedNames),
      known: { [weak self] in
        self?.desks.all.filter { !$0.isAutomatic }
          .map { .init(text: $0.name, label: $0.name.printable()) } ?? []
      },
      check: { NamedSession.name($0) == nil ? NamedSession.Refused.noName.sentence : nil }
    ) { [weak self] name in
      guard let self else { return }
      if let desk = desks.desk(named: NamedSession.name(name) ?? name) {
        return replace(desk, over: window.frame.window)
      }
      change { windows in
        let desk = try await windows.coordinator.keepWindows(as: name)
        let keys = desk.number.flatMap { DeskCommand.keys(of: $0) }
        return keys.map { tr("Kept as “%1$@”: %2$@", desk.shortName, $0) }
          ?? tr("Kept as “%@”", desk.shortName)
      }
    }
  }

  private func replace(_ desk: NamedSession, over window: Window) {
    Confirmation.ask(
      over: window, tr("Update the Desk?"),
      text: tr(
        "“%@” is a desk already. These windows take the place of those that are kept in it.",
        desk.shortName),
      button: tr("_Update", context: "button: a desk")
    ) { [weak self] in self?.update(desk) }
  }

  fileprivate func update(_ desk: NamedSession) {
    change { windows in
      try await windows.coordinator.updateNamedSession(desk.id)
      return tr("“%@” has these windows now", desk.shortName)
    }
  }

  fileprivate func rename(_ desk: NamedSession) {
    guard let window = lastFocused() else { return }
    let names = window.typedNames
    if names[.renameDesk] == nil { names[.renameDesk] = desk.name }
    NameQuestion.ask(
      over: window.frame.window, tr("Rename the Desk"), label: tr("Name of the desk"),
      button: tr("_Rename", context: "button"), question: (.renameDesk, names),
      known: { [] },
      check: { [weak self] name in
        guard let name = NamedSession.name(name) else {
          return NamedSession.Refused.noName.sentence
        }
        let other = self?.desks.desk(named: name)
        return other.map { $0.id != desk.id } == true
          ? NamedSession.Refused.nameIsTaken.sentence : nil
      }
    ) { [weak self] name in
      self?.change { windows in
        try await windows.coordinator.renameNamedSession(desk.id, to: name)
        return tr("Renamed to “%@”", NamedSession.name(name) ?? name)
      }
    }
  }

  fileprivate func remove(_ desk: NamedSession) {
    Task { [weak self, coordinator] in
      do {
        let kept = try await coordinator.namedSession(desk.id)
        try await coordinator.removeNamedSession(desk.id)
        self?.closedWindows.reload()
        self?.lastFocused()?.frame.offer(
          tr("Desk “%@” removed", desk.shortName), tr("Undo", context: "button")
        ) { [weak self] in
          self?.change { windows in
            // Unless another one was opened meanwhile.
            let isOpen = windows.coordinator.currentNamedSession == nil
            try await windows.coordinator.addAgain(kept, isOpen: isOpen)
            return tr("Desk “%@” is back", desk.shortName)
          }
        }
      } catch { self?.say(error.sentence) }
    }
  }

  private func change(_ work: @escaping @MainActor (OpenWindows) async throws -> String) {
    Task { [weak self] in
      guard let self else { return }
      do { say(try await work(self)) } catch { say(error.sentence) }
      closedWindows.reload()
    }
  }

  // MARK: To another machine and from there

  fileprivate func send(_ desk: NamedSession) {
    Task { [weak self, coordinator, catalogue] in
      do {
        let kept = try await coordinator.namedSession(desk.id)
        let sent = try await SentDesk(kept, catalogue.store)
        self?.save(sent)
      } catch { self?.say(error.sentence) }
    }
  }

  private func save(_ desk: SentDesk) {
    guard let window = lastFocused()?.frame.window else { return }
    FileChooser.save(
      over: window, tr("Send Desk as File"), button: tr("_Save", context: "button"),
      name: "\(desk.name.asFileName).\(ContinuedWindow.fileEnding)"
    ) { [weak self] file in
      self?.change { _ in
        do { try await desk.save(to: file) } catch {
          return tr("Not saved: %@", error.sentence)
        }
        let saved = tr("Saved as “%@”", file.lastPathComponent.printable())
        guard desk.leftOut > 0 else { return saved }
        return saved + ". "
          + tr(
            "1 window belongs to this computer and stays.",
            "%@ windows belong to this computer and stay.", count: desk.leftOut)
      }
    }
  }

  /// A desk that another machine sent: it becomes one here, and is opened. The same file again opens what became of it.
  func open(_ sent: SentDesk) async {
    do { try await arrive(sent) } catch {
      presentLast()
      say(error.sentence)
    }
  }

  private func arrive(_ sent: SentDesk) async throws {
    await desks.settle()
    let source = sent.fingerprint
    if let known = desks.all.first(where: { $0.source == source }) { return await open(known) }
    var windows = try await sent.fitted(to: catalogue.store)
    var number = 1
    while desks.desk(named: windows.name) != nil {
      number += 1
      windows.name = "\(sent.name) \(number)"
    }
    await open(try await coordinator.addNamedSession(windows, from: source))
  }

  // MARK: Through the hub of a shared catalogue

  fileprivate func handOver(_ desk: NamedSession) {
    guard let window = lastFocused() else { return }
    let sharing = catalogue.sharing
    NameQuestion.ask(
      over: window.frame.window, tr("Hand “%@” Over", desk.shortName),
      label: tr("Name of the member"), button: tr("_Hand Over"),
      question: (.handOverDesk, window.typedNames),
      known: { [weak self] in
        do {
          return try await sharing.recipients().map { member in
            let name = member.name.printable()
            return .init(
              text: member.name, label: member.isHere ? tr("%@ · here now", name) : name)
          }
        } catch {
          self?.say(error.sentence)
          return []
        }
      }, check: { _ in nil }
    ) { [weak self] member in
      self?.change { windows in
        let kept = try await windows.coordinator.namedSession(desk.id)
        let sent = try await SentDesk(kept, windows.catalogue.store)
        try await sharing.handOver(sent.file(), named: sent.name, to: member)
        return tr("“%1$@” waits for %2$@", desk.shortName, member.printable())
      }
    }
  }

  /// Asks whether to open a desk that somebody hands over. Until that is answered it stays where it is.
  func offer(_ desk: HandedDesk) {
    guard let frame = lastFocused()?.frame else { return }
    let sharing = catalogue.sharing
    frame.ask(
      tr("%1$@ hands the desk “%2$@” over to you.", desk.sender.printable(), desk.name.printable()),
      tr("_Open", context: "button"),
      dismissed: { [weak self] in
        Task { do { try await sharing.end(desk) } catch { self?.say(error.sentence) } }
      }
    ) { [weak self] in
      Task {
        do {
          guard let file = try await sharing.file(of: desk) else {
            self?.say(tr("It is there no longer: it was opened on another machine."))
            return
          }
          try await self?.arrive(SentDesk(file))
          try await sharing.end(desk)
        } catch { self?.say(error.sentence) }
      }
    }
  }
}

/// What is done with desks.
@MainActor
final class DeskCommands: CommandHandler {
  private weak var windows: OpenWindows?

  init(_ windows: OpenWindows) { self.windows = windows }

  func run(_ command: DeskCommand, _ thing: String) {
    guard let windows else { return }
    let current = windows.desks.current
    switch command {
    case .open: windows.openDesk(thing)
    case .goBack: windows.goBack()
    case .keep: windows.keepDesk()
    case .update: if let current { windows.update(current) }
    case .rename: if let current { windows.rename(current) }
    case .send: if let current { windows.send(current) }
    case .handOver: if let current { windows.handOver(current) }
    case .remove: if let current { windows.remove(current) }
    }
  }

  func state(of command: DeskCommand) -> CommandState {
    let desks = windows?.desks
    let hasCurrent = desks?.current != nil
    switch command {
    case .open: return .value(desks?.current?.number.map(String.init) ?? "")
    case .goBack: return .available(if: desks?.before != nil)
    case .keep: return .available
    case .update: return .available(if: hasCurrent)
    case .rename: return .available(if: hasCurrent)
    case .send: return .available(if: hasCurrent)
    case .handOver:
      return .available(if: hasCurrent && windows?.catalogue.sharing.isShared == true)
    case .remove: return .available(if: hasCurrent)
    }
  }
}
