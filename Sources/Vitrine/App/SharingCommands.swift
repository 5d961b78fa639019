// SPDX-License-Identifier: Apache-2.0
// What the windows do about a catalogue that is shared with others, or may be.

import VitrineModel

/// Offered by a program that is built with what carries a shared catalogue.
@MainActor
final class SharingCommands: CommandHandler {
  private unowned let windows: OpenWindows
  private var sharing: CatalogueSharing { windows.catalogue.sharing }

  init(_ windows: OpenWindows) {
    self.windows = windows
    sharing.changed.add(self) { [weak windows] in windows?.offered.update() }
  }

  func run(_ command: SharingCommand, _ thing: String) {
    guard let frame = windows.lastFocused()?.frame else { return }
    switch command {
    case .shareCatalogue: setUp(.share)
    case .joinCatalogue: setUp(.join)
    case .decisions: windows.openOnly(.decisions)
    case .sharingState: SharingStateDialog.show(over: frame.window, sharing)
    }
  }

  private func setUp(_ purpose: SharingSetUp.Purpose) {
    guard let window = windows.lastFocused(), let model = SharingSetUp(purpose, sharing) else {
      return
    }
    SharingSetUpDialog.show(over: window.frame.window, model, typedNames: window.typedNames)
  }

  func state(of command: SharingCommand) -> CommandState {
    switch command {
    case .shareCatalogue, .joinCatalogue:
      .available(if: sharing.isPossible && !sharing.isShared)
    case .decisions, .sharingState: .available(if: sharing.isShared)
    }
  }
}
