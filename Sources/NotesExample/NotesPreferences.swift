// SPDX-License-Identifier: Apache-2.0
// What its user prefers: whether the list of saved windows shows pictures of them. They show what is private, so that
// there are none before somebody wants them.

import Foundation
import Gtk
import StateRestoration

@MainActor
final class NotesPreferences {
  private let coordinator: RestorationCoordinator
  private let command: Action
  private var settings: AppSettings?
  private var pictures: AppStorage<Bool>?

  /// `command`: the switch in the menus.
  init(_ coordinator: RestorationCoordinator, command: Action) {
    (self.coordinator, self.command) = (coordinator, command)
  }

  /// Before the windows are back: without the wish, pictures go.
  func read() async {
    let settings = await AppSettings.open(NotesFolder.preferences)
    let pictures = AppStorage(wrappedValue: false, .pictures, in: settings)
    (self.settings, self.pictures) = (settings, pictures)
    follow(pictures.wrappedValue)
    // Also what another process, or an editor, writes into the file.
    Task { [weak self] in
      for await areWanted in pictures.values { self?.follow(areWanted) }
    }
  }

  func switchPictures() { pictures?.wrappedValue.toggle() }

  func close() { settings?.flush() }

  private func follow(_ areWanted: Bool) {
    coordinator.keepsPictures = areWanted
    command.show(isOn: areWanted)
  }
}
