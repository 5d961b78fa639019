// SPDX-License-Identifier: Apache-2.0
// The window shown when no catalogue is open: the choice on first start, or the reason why the
// catalogue could not be opened. It is never restored: it holds nothing to lose.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// What can be done while there is no catalogue.
@MainActor
protocol WelcomeWindowDelegate: AnyObject {
  func openSample()
  /// Imports a list into a new catalogue.
  func startImporting(_ list: URL)
  func startEmpty()
  /// Asks which shared catalogue to join, if the program can.
  var canJoin: Bool { get }
  func join(over window: Window)
  func tryAgain()
  /// Puts the backup that the window names in the catalogue's place.
  func restoreBackup()
  func openReadOnly()
  /// Puts a copy without what another program has put in the catalogue's place.
  func copyOwn()
}

@MainActor
final class WelcomeWindow: CommandHandler {
  enum Content {
    /// It takes a while.
    case opening
    /// `backup`: the date of the newest backup, when there are backups but no catalogue.
    case welcome(hasSample: Bool, backup: String?)
    /// What went wrong, where the catalogue is, and the date of a backup that could replace it.
    case failure(String, path: String, backup: String?)
    /// The same for a catalogue that can still be read.
    case damaged(String, path: String, backup: String)
    /// Another program has put something into the catalogue.
    case foreign(String, path: String, canBeRead: Bool)
    /// What became of it.
    case copied([String])
  }

  let window: Window
  private lazy var commands = OfferedCommands(of: window)
  /// How far the conversion of an older catalogue has come.
  private lazy var bar = ProgressBar(name: tr("Converting the Catalogue"))
  private lazy var left = Label(status: "").centered().style("dim-label")
  private weak var delegate: (any WelcomeWindowDelegate)?

  init(_ application: Application, _ content: Content, delegate: any WelcomeWindowDelegate) {
    self.delegate = delegate
    window = Window(application: application)
    window.title = "Vitrine"
    window.setIcon(name: "org.vitrine.Vitrine")
    window.setHeaderBar(HeaderBar())
    window.setNormalSize(width: 620, height: 560)
    let page = page(content)
    window.setContent(page)
    if case .welcome = content {
      page.acceptLists(over: window) { [weak self] in
        if let list = $0.first { self?.delegate?.startImporting(list) }
      }
    }
    commands.offer(self)
  }

  /// Instead of waiting without end: how long the conversion takes, and how far it has come.
  func show(_ progress: ConversionProgress) {
    (bar.isVisible, left.isVisible) = (true, true)
    bar.fraction = progress.fraction
    left.text = progress.sentence
  }

  func present() { window.present() }
  func destroy() { window.destroy() }

  func run(_ command: WelcomeCommand, _ thing: String) {
    switch command {
    case .close: window.close()
    }
  }

  func state(of command: WelcomeCommand) -> CommandState {
    switch command {
    case .close: .available
    }
  }

  private func page(_ content: Content) -> Widget {
    switch content {
    case .opening:
      (bar.isVisible, left.isVisible) = (false, false)
      return StatusPage(
        icon: "org.vitrine.Vitrine", title: tr("Opening the Catalogue…"),
        text: tr("It is being updated, or another program is writing to it."),
        more: [Spinner(name: tr("Opening the Catalogue…")), bar, left]
      ).root
    case .welcome(let hasSample, let backup):
      let sample = Button(tr("Open the _Sample Catalogue"))
      sample.onClick { [weak self] in self?.delegate?.openSample() }
      let empty = Button(tr("Start _Empty"))
      empty.onClick { [weak self] in self?.delegate?.startEmpty() }
      let list = Button(tr("Open a S_preadsheet…"))
      list.onClick { [weak self] in self?.chooseList() }
      let join = Button(tr("_Join a Shared Catalogue…"))
      join.onClick { [weak self] in
        if let self { self.delegate?.join(over: self.window) }
      }
      let canJoin = delegate?.canJoin == true
      let buttons = [
        backup.map(restoreButton), list, hasSample ? sample : nil, empty, canJoin ? join : nil,
      ].compactMap { $0 }
      buttons[0].style("suggested-action")
      return StatusPage(
        icon: "org.vitrine.Vitrine", title: tr("Welcome to Vitrine"),
        text: backup == nil
          ? tr("Begin with a list of what you have, explore ten sample products, or start empty.")
          : tr("There is no catalogue, but there are backups of one."),
        buttons: buttons
      ).root
    case .failure(let sentence, let path, let backup):
      let again = Button(tr("_Try Again"))
      again.onClick { [weak self] in self?.delegate?.tryAgain() }
      let buttons = [backup.map(restoreButton), again].compactMap { $0 }
      buttons[0].style("suggested-action")
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Can’t Be Opened"),
        text: sentence + "\n\n" + reassurance(path, canRestore: backup != nil), buttons: buttons
      ).root
    case .damaged(let sentence, let path, let backup):
      let read = Button(tr("Open _Read-Only"))
      read.onClick { [weak self] in self?.delegate?.openReadOnly() }
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Is Damaged"),
        text: sentence + "\n\n" + reassurance(path, canRestore: true),
        buttons: [restoreButton(backup).style("suggested-action"), read]
      ).root
    case .foreign(let sentence, let path, let canBeRead):
      let copy = Button(tr("_Copy What Is Ours")).style("suggested-action")
      copy.onClick { [weak self] in self?.delegate?.copyOwn() }
      let other = Button(canBeRead ? tr("Open _Read-Only") : tr("_Try Again"))
      other.onClick { [weak self] in
        if canBeRead { self?.delegate?.openReadOnly() } else { self?.delegate?.tryAgain() }
      }
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Was Changed by Another Program"),
        text: sentence + "\n\n" + reassurance(path, canRestore: false) + " "
          + tr("A copy of what is ours takes its place, and the file is kept beside the backups."),
        buttons: [copy, other]
      ).root
    case .copied(let sentences):
      let open = Button(tr("_Open", context: "button")).style("suggested-action")
      open.onClick { [weak self] in self?.delegate?.tryAgain() }
      return StatusPage(
        icon: "org.vitrine.Vitrine", title: tr("What Is Ours Was Copied"),
        text: sentences.joined(separator: "\n"), buttons: [open]
      ).root
    }
  }

  private func chooseList() {
    FileChooser.openList(over: window) { [weak self] in self?.delegate?.startImporting($0) }
  }

  private func restoreButton(_ date: String) -> Button {
    let button = Button(tr("Restore the _Backup of %@", date))
    button.onClick { [weak self] in self?.delegate?.restoreBackup() }
    return button
  }

  private func reassurance(_ path: String, canRestore: Bool) -> String {
    tr("Nothing was changed. The catalogue is in %@.", path)
      + (canRestore ? " " + tr("Restoring a backup keeps the damaged file beside it.") : "")
  }
}
