// SPDX-License-Identifier: Apache-2.0
// Takes something to another machine: as a code to scan, a link to send, or a small file. Where there is no room for it, it
// says so and leaves what is large enough.

import Foundation
import Gtk
import Paper
import VitrineModel
import Wording

/// Something that goes to another machine.
struct Sent: Sendable {
  let title: String
  let explanation: String
  /// Nil if it is too long for one.
  let link: String?
  /// What the code is for a screen reader.
  let codeName: String
  /// A name for its file, without the ending.
  let name: String
  let save: @Sendable (URL) async throws -> Void
}

@MainActor
final class SendingDialog {
  private let window: Window
  private let sent: Sent
  /// Has its room from the beginning: what is said of a button moves none.
  private let status = Label(status: "").centered().wrapped(at: 44).style("dim-label")
  private let close = Button(tr("_Close", context: "button"))
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private(set) static var open: SendingDialog?
  /// The code with its margin, in pixels, as far as its squares are whole ones.
  private static let codeSide = 380

  static func present(_ sent: Sent, over parent: Window) {
    Task {
      let code = await code(of: sent)
      guard parent.isMapped else { return }
      open?.window.destroy()
      open = SendingDialog(sent, code, over: parent)
    }
  }

  /// Away from the main thread: a large code takes a while.
  private nonisolated static func code(of sent: Sent) async -> ScreenCode? {
    sent.link.flatMap { ScreenCode($0) }
  }

  private init(_ sent: Sent, _ code: ScreenCode?, over parent: Window) {
    self.sent = sent
    window = Window(dialogOver: parent)
    window.title = sent.title
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(window.title).centered().wrapped(at: 32).style("title-4"),
        Label(sent.explanation).centered().wrapped(at: 44),
      ])
    if let code {
      page.append(picture(of: code))
    } else {
      page.append(Label(reasonForLess).centered().wrapped(at: 44).style("conflict"))
    }
    page.append(status)
    page.append(buttons)
    window.setContent(page.margins(all: 24).request(width: 340))
    page.onEscape { [weak self] in self?.end() }
    window.onEnd { [weak self] in self?.forget() }
    window.present()
    close.takeFocus()
  }

  // MARK: What it says

  private var reasonForLess: String {
    sent.link == nil
      ? tr("This is too much for a QR code or a link. Save it to a file.")
      : tr("This is too much for a QR code. Send the link, or save a file.")
  }

  private func say(_ text: String) {
    status.text = text
  }

  // MARK: The ways

  private func picture(of code: ScreenCode) -> Widget {
    let side = code.side + 2 * ScreenCode.margin
    let square = max(2, Self.codeSide / side)
    let picture = Image(side: side * square)
    picture.show(
      Texture(side: side, square: square * window.scale) { x, y in
        let (x, y) = (x - ScreenCode.margin, y - ScreenCode.margin)
        let isInside = (0..<code.side).contains(x) && (0..<code.side).contains(y)
        return isInside && code.isDark(x, y)
      })
    return picture.accessibleName(sent.codeName).align(.center)
  }

  private var buttons: Widget {
    let save = Button(tr("_Save to File…"))
    save.onClick { [weak self] in self?.save() }
    close.onClick { [weak self] in self?.end() }
    let buttons = Box(.horizontal, spacing: 12).homogeneous()
    if let link = sent.link {
      let copy = Button(tr("Copy _Link"))
      copy.onClick { [weak self] in
        self?.window.copy(link)
        self?.say(tr("Link copied"))
      }
      buttons.append(copy)
    } else {
      save.style("suggested-action")
    }
    buttons.append(save)
    buttons.append(close)
    return buttons
  }

  private func save() {
    FileChooser.save(
      over: window, tr("Save to File"), button: tr("_Save", context: "button"),
      name: "\(sent.name.asFileName).\(ContinuedWindow.fileEnding)"
    ) { [weak self, sent] file in
      Task {
        do {
          try await sent.save(file)
          self?.say(tr("Saved as “%@”", file.lastPathComponent.printable()))
        } catch {
          self?.say(tr("Not saved: %@", error.sentence))
        }
      }
    }
  }

  // MARK: The end

  private func end() { window.destroy() }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}
