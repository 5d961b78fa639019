// SPDX-License-Identifier: Apache-2.0
// How a shared catalogue and its hub get along, why, and who shares it; and what can be done about it.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class SharingStateDialog {
  private let window: Window
  private let sharing: CatalogueSharing
  private let state = Label().centered().wrapped(at: 40)
  private let reason = Label().centered().wrapped(at: 40).style("dim-label")
  private let hub = Label().wrapped(at: 44).style("numeric")
  private let password = Entry().asPassword()
  private let keeps = CheckButton(tr("_Keep in the keyring"))
  private var canKeep = false
  private let again = Button(tr("_Try Again")).style("suggested-action")
  private let invite = Button(tr("_Invite…", context: "button: somebody to a shared catalogue"))
  private let leave = Button(tr("_Leave…", context: "button: share a catalogue no longer"))
  private var asking: Task<Void, Never>?
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: SharingStateDialog?

  static func show(over parent: Window, _ sharing: CatalogueSharing) {
    open?.close()
    open = SharingStateDialog(over: parent, sharing)
  }

  private init(over parent: Window, _ sharing: CatalogueSharing) {
    self.sharing = sharing
    window = Window(dialogOver: parent)
    let title = tr("Shared Catalogue")
    window.title = title
    password.accessibleName(tr("Password", context: "label of an entry")).activatesDefault()
    let back = Button(tr("_Close", context: "button"))
    let address = Label(sharing.address ?? "").centered().wrapped(at: 44)
      .style("caption", "dim-label")
    let members = ScrolledWindow(hub).naturalHeight(upTo: 200)
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().style("title-4"), address, state, reason, password, keeps, members,
        Box(.horizontal, spacing: 12, children: [leave, invite, back, again]).homogeneous(),
      ])
    window.setContent(page.margins(all: 24).request(width: 380))
    window.setDefaultWidget(again)
    back.onClick { [weak self] in self?.close() }
    again.onClick { [weak self] in self?.tryAgain() }
    invite.onClick { [weak self] in self?.sendInvitation() }
    leave.onClick { [weak self] in self?.askToLeave() }
    page.onEscape { [weak self] in self?.close() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    sharing.changed.add(self) { [weak self] in self?.show() }
    show()
    askHub()
    askKeyring()
    window.present()
    (password.isVisible ? password : back).takeFocus()
  }

  private func show() {
    guard sharing.isShared else { return close() }
    state.text = sharing.text ?? ""
    reason.text = sharing.explanation ?? ""
    password.isVisible = sharing.wantsPassword
    keeps.isVisible = sharing.wantsPassword && canKeep
    (again.isVisible, invite.isVisible) = (sharing.hasFailed, !sharing.hasFailed)
    again.setLabel(sharing.wantsAgreement ? tr("_Use This Hub") : tr("_Try Again"))
  }

  private func askHub() {
    // Before that was agreed to, it is not even asked.
    guard !sharing.wantsAgreement else { return }
    hub.text = tr("The hub is being asked who shares the catalogue…")
    asking = Task { [weak self, sharing] in
      let text = await sharing.hubText()
      guard !Task.isCancelled else { return }
      self?.hub.text = text
    }
  }

  private func askKeyring() {
    Task { [weak self, sharing] in
      guard await sharing.canKeepPassword(), let self else { return }
      canKeep = true
      show()
    }
  }

  private func tryAgain() {
    if sharing.wantsAgreement { return agree() }
    if !password.text.isEmpty {
      sharing.use(password: password.text, isKept: canKeep && keeps.isOn)
    }
    password.text = ""
    sharing.tryAgain()
    askHub()
  }

  private func sendInvitation() {
    Task { [weak self, sharing] in
      do {
        let invitation = try await sharing.invitation()
        guard let self else { return }
        SendingDialog.present(.invitation(invitation), over: window)
      } catch { self?.reason.text = error.sentence }
    }
  }

  private func agree() {
    Task { [weak self, sharing] in
      let sentence = await sharing.agree()
      guard let self else { return }
      if let sentence { reason.text = sentence } else { askHub() }
    }
  }

  private func askToLeave() {
    Confirmation.askToLeaveHub(over: window, text: sharing.leavingText) { [weak self] in
      guard let sharing = self?.sharing else { return }
      Task { [weak self] in
        if let sentence = await sharing.leave() { self?.reason.text = sentence }
      }
    }
  }

  private func close() {
    asking?.cancel()
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}

extension Confirmation {
  /// - Parameter text: what is lost by it.
  static func askToLeaveHub(
    over parent: Window, text: String, action: @escaping @MainActor () -> Void
  ) {
    ask(
      over: parent, tr("Share This Catalogue No Longer?"), text: text,
      button: tr("_Leave", context: "button: share a catalogue no longer"), action: action)
  }
}

extension Sent {
  fileprivate static func invitation(_ invitation: HubInvitation) -> Sent {
    Sent(
      title: tr("Invite to This Catalogue"),
      explanation: [
        tr(
          "Vitrine on another computer asks whether to join this catalogue. Whoever joins needs a name and a password of their own for the database, which are not part of this."
        ),
        invitation.certificates.isEmpty ? nil : tr("The server’s certificate goes along."),
        invitation.isLocal ? tr("The address is one of this computer alone.") : nil,
      ].compactMap(\.self).joined(separator: " "),
      link: invitation.link, codeName: tr("QR code with the link to join this catalogue"),
      name: tr("Shared Catalogue"),
      save: { try await SharedFile.save(Array((invitation.link + "\n").utf8), to: $0) })
  }
}
