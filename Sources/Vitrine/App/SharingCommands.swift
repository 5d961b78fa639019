// SPDX-License-Identifier: Apache-2.0
// What the windows do about a catalogue that is shared with others, or may be.

import Catalog
import VitrineModel
import Wording

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

  /// Asks whether to join a shared catalogue; nothing is there to ask if it is this one.
  func join(_ invitation: HubInvitation) async {
    switch await sharing.isShared(with: invitation) {
    case nil: setUp(.join, invitation)
    case true?: break
    case false?: windows.say(tr("This catalogue is shared with another hub already."))
    }
  }

  private func setUp(_ purpose: SharingSetUp.Purpose, _ invitation: HubInvitation? = nil) {
    guard let window = windows.lastFocused(), let model = SharingSetUp(purpose, sharing) else {
      return
    }
    if let invitation { model.address = invitation.link }
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
