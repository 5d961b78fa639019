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
  let book = NoteBook(NoteBook.standardFile)
  private static let id = "org.example.Notes"
  private static let links = RestoredApplication.AcceptedLinks(
    scheme: "notes", types: ["note": .writing])

  private static var configuration: RestorationConfiguration {
    var configuration = RestorationConfiguration(
      applicationID: id, sceneKinds: [.book, .page], activityTypes: [.writing, .reading],
      applicationVersion: "1.0")
    // Whoever leaves dozens of notes open need not wait for them.
    configuration.windowsAtOnce = 8
    return configuration
  }

  init() {
    let coordinator = application.coordinator
    coordinator.register(.book) { [unowned self] in _ = BookWindow(self, $0) }
    coordinator.register(.page) { [unowned self] in _ = PageWindow(self, $0) }
    for type in [ActivityType.writing, .reading] {
      coordinator.onContinue(type, where: .begins(with: UserActivity.notePrefix)) { [weak self] in
        self?.application.openWindow(.page, activity: $0)
        return self != nil
      }
    }
    tryAgain()
    application.application.onStartup { [weak self] in
      self?.application.application.setShortcuts(["<Control>s"], for: "win.save")
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
      .init("_New Window", "app.new-window"),
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

  func link(to note: UUID?) -> String? {
    guard let note = book[note] else { return nil }
    return try? ActivityLink(
      UserActivity(.writing, note), scheme: Self.links.scheme, activityTypes: Self.links.types
    ).text
  }
}

extension NotesProgram: RestoredApplicationDelegate {
  func begin(_ program: RestoredApplication) async {
    await preferences.read()
    await program.restore()
  }
}
