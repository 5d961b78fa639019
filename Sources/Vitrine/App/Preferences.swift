// What a user chooses for the whole application. It is in a file that may be edited.

import Foundation
import Gtk
import StateRestoration
import VitrineModel

@MainActor
final class Preferences {
  /// Whether the windows come back at a start.
  @AppStorage var onStart: StartPolicy
  /// Light, dark, or as the desktop is.
  @AppStorage var style: ColorScheme
  private let settings: AppSettings

  private init(_ settings: AppSettings) {
    self.settings = settings
    _onStart = AppStorage(wrappedValue: .always, "windows.onStart", in: settings)
    _style = AppStorage(wrappedValue: .desktop, "windows.style", in: settings)
  }

  static func open(_ profile: Profile) async -> Preferences {
    Preferences(
      await AppSettings.open(AppSettings.standardFile(directoryName: profile.applicationID)))
  }

  /// Takes over what was changed in the file.
  func reload() { Task { [settings] in await settings.reload() } }

  /// Waits until they are on the disk.
  func flush() { settings.flush(within: 1) }
}
