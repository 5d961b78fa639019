// The window before there is a catalogue: the first start's choice, or why the catalogue can't be
// opened. It is not restored; there is nothing in it to lose.

import Gtk
import VitrineModel
import Wording

@MainActor
final class DoorWindow {
  enum Content {
    /// With the date of the newest backup, when there are backups and no catalogue.
    case welcome(hasSample: Bool, backup: String?)
    /// The sentence, where the catalogue lies, and the date of a backup that would be a way out.
    case failure(String, String, backup: String?)
    /// The same for a catalogue that can still be read.
    case damaged(String, String, backup: String)
  }

  var onOpenSample: (@MainActor () -> Void)?
  var onStartEmpty: (@MainActor () -> Void)?
  var onTryAgain: (@MainActor () -> Void)?
  var onRestore: (@MainActor () -> Void)?
  var onOpenToRead: (@MainActor () -> Void)?
  private let window: Window

  init(_ application: Application, _ content: Content) {
    window = Window(application: application)
    window.title = "Vitrine"
    window.setIcon(name: "org.vitrine.Vitrine")
    window.setHeaderBar(HeaderBar())
    window.setNormalSize(width: 620, height: 560)
    window.setContent(page(content))
    window.addAction(WindowAction.close.rawValue) { [weak self] in self?.window.close() }
  }

  func present() { window.present() }
  func destroy() { window.destroy() }

  private func page(_ content: Content) -> Widget {
    switch content {
    case .welcome(let hasSample, let backup):
      let sample = Button(tr("Open the _Sample Catalogue"))
      sample.onClick { [weak self] in self?.onOpenSample?() }
      let empty = Button(tr("Start _Empty"))
      empty.onClick { [weak self] in self?.onStartEmpty?() }
      let buttons = [backup.map(restoreButton), hasSample ? sample : nil, empty].compactMap { $0 }
      if buttons.count > 1 { buttons[0].style("suggested-action") }
      return StatusPage(
        icon: "org.vitrine.Vitrine", title: tr("Welcome to Vitrine"),
        text: backup == nil
          ? tr("Look around in ten sample products, or begin with your own.")
          : tr("There is no catalogue, but there are backups of one."),
        buttons
      ).root
    case .failure(let sentence, let path, let backup):
      let again = Button(tr("_Try Again"))
      again.onClick { [weak self] in self?.onTryAgain?() }
      let buttons = [backup.map(restoreButton), again].compactMap { $0 }
      buttons[0].style("suggested-action")
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Can’t Be Opened"),
        text: sentence + "\n\n" + consolation(path, canRestore: backup != nil), buttons
      ).root
    case .damaged(let sentence, let path, let backup):
      let read = Button(tr("Open for _Reading Only"))
      read.onClick { [weak self] in self?.onOpenToRead?() }
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Is Damaged"),
        text: sentence + "\n\n" + consolation(path, canRestore: true),
        [restoreButton(backup).style("suggested-action"), read]
      ).root
    }
  }

  private func restoreButton(_ date: String) -> Button {
    let button = Button(tr("Restore the _Backup of %@", date))
    button.onClick { [weak self] in self?.onRestore?() }
    return button
  }

  private func consolation(_ path: String, canRestore: Bool) -> String {
    tr("Nothing was changed. The catalogue lies in %@.", path)
      + (canRestore ? " " + tr("Restoring a backup sets it aside there.") : "")
  }
}
