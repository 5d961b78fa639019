// SPDX-License-Identifier: Apache-2.0
// The program: its kinds of window, what it continues, its commands.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk

@MainActor
final class NotesProgram {
  private(set) lazy var application: RestoredApplication = RestoredApplication(
    Self.configuration, opening: .book, links: Self.links, delegate: self)
  private lazy var preferences: NotesPreferences = NotesPreferences(
    application.coordinator,
    command: application.application.addSwitch("pictures", isOn: false) { [weak self] in
      self?.preferences.switchPictures()
    })
  let book = NoteBook(NotesFolder.notes)
  private static let id = NotesFolder.name
  private static let links = RestoredApplication.AcceptedLinks(
    scheme: "notes", types: ["note": .writing])

  private static var configuration: RestorationConfiguration {
    var configuration = RestorationConfiguration(
      applicationID: id, sceneKinds: [.book, .page, .secret], activityTypes: [.writing, .reading],
      applicationVersion: "1.0", stateDirectory: NotesFolder.windows)
    configuration.neverRestoredKinds = [.secret]
    // Whoever leaves dozens of notes open need not wait for them.
    configuration.windowsAtOnce = 8
    return configuration
  }

  init() {
    let coordinator = application.coordinator
    coordinator.register(.book) { [unowned self] in _ = BookWindow(self, $0) }
    coordinator.register(.page) { [unowned self] in _ = PageWindow(self, $0) }
    coordinator.register(.secret) { [unowned self] in _ = SecretWindow(self, $0) }
    for type in [ActivityType.writing, .reading] {
      coordinator.onContinue(type, where: .begins(with: UserActivity.notePrefix)) { [weak self] in
        self?.application.openWindow(.page, activity: $0)
        return self != nil
      }
    }
    // A window for a note that never was here need not come back.
    coordinator.shouldSave = { [book] in
      guard book.isRead, let note = $0.activity?.note else { return true }
      return book[note] != nil
    }
    // The next version may mean other things by the same names.
    coordinator.shouldRestore = { version in
      (version.split(separator: ".").first.flatMap { Int($0) } ?? 0) <= 1
    }
    tryAgain()
    application.application.onStartup { [weak self] in
      self?.application.application.setShortcuts(["<Control>s"], for: "win.save")
    }
    application.application.addAction("secret") { [weak self] in
      self?.application.openWindow(.secret)
    }
    application.application.onShutdown { [book, preferences] in
      book.close()
      preferences.close()
    }
  }

  // Where the disk has room for windows again, it has for notes.
  private func tryAgain() {
    Task { [weak book, states = application.coordinator.savingStates] in
      for await state in states where state == .saving { book?.retry() }
    }
  }

  func run() -> Int32 { application.run(programName: Self.id) }

  /// What every window has in its menu.
  static var menu: [Menu.Item] {
    [
      .init("_New Window", "app.new-window"), .init("New Secre_t Window", "app.secret"),
      .init("Reopen _Closed Window", "app.reopen-closed-window"),
      .init("Saved _Windows", "app.saved-windows"),
      .init("_Pictures of Closed Windows", "app.pictures"), .init("_Quit", "app.quit"),
    ]
  }

  /// Opens a window for one note.
  func open(_ note: UUID, _ type: ActivityType) {
    guard let note = book[note] else { return }
    application.openWindow(.page, activity: UserActivity(type, note))
  }

  /// A link to a place in a note.
  func link(to note: UUID?, at place: TextSelection, until end: Date? = nil) -> String? {
    guard let note = book[note] else { return nil }
    var activity = UserActivity(
      type: .writing, targetContentIdentifier: UserActivity.target(note.id))
    activity.isEligibleForHandoff = true
    activity.expirationDate = end
    do {
      try activity.setPayload(place)
      return try ActivityLink(
        activity, scheme: Self.links.scheme, activityTypes: Self.links.types
      ).text
    } catch { return nil }
  }
}

extension NotesProgram: RestoredApplicationDelegate {
  func begin(_ program: RestoredApplication) async {
    await preferences.read()
    await program.restore()
  }
}
