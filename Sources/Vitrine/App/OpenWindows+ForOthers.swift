// SPDX-License-Identifier: Apache-2.0
// Windows that other programs ask for, by links, files, the desktop's search and the commands that they may run. They can do
// that as often as they like: once there are many windows, the person is asked.

import Catalog
import Foundation
import StateRestoration
import VitrineModel
import Wording

extension OpenWindows {
  /// From here on, more are only opened after a question.
  var areMany: Bool { all.count >= Self.many }
  private static let many = 30

  /// Opens so many more windows. While the question is open, nothing else that would need it is done.
  func openForOthers(_ count: Int = 1, _ open: @escaping @MainActor () -> Void) {
    guard count > 0, areMany, let frontWindow = program.frontWindow else { return open() }
    Confirmation.ask(
      over: frontWindow, tr("Open More Windows?"),
      text: tr("1 window is open already.", "%@ windows are open already.", count: all.count) + " "
        + tr("1 more was asked for.", "%@ more were asked for.", count: count),
      button: tr("_Open", context: "button"), action: open)
  }

  /// What a link leads to, in the window that shows it already or in one more.
  func open(_ link: VitrineLink) async {
    switch link {
    case .window(let window): await open(window)
    case .photo(let id): await openPhoto(id)
    case .desk(let desk): await open(desk)
    case .hub(let invitation): await join(invitation)
    default: present(link.activity)
    }
  }

  private func join(_ invitation: HubInvitation) async {
    presentLast()
    guard let sharing else {
      return say(
        tr(
          "This catalogue can’t be shared: it can only be read, or Vitrine was built without that.")
      )
    }
    await sharing.join(invitation)
  }

  /// Whether to follow the link only brings a window forward.
  func shows(_ link: VitrineLink) -> Bool {
    if case .window(let window) = link { return opened(window) != nil }
    // It opens as many as it has, and those that are open make way.
    if case .desk(let desk) = link { return desk.count < Self.many }
    return shows(link.activity)
  }

  func shows(_ activity: UserActivity) -> Bool {
    if let listing = activity.listing { return opened(listing) != nil }
    guard let target = activity.targetContentIdentifier else { return false }
    return coordinator.scenes.contains { $0.activity?.targetContentIdentifier == target }
  }
}
