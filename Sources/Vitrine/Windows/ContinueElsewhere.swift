// SPDX-License-Identifier: Apache-2.0
// Takes a window to another machine: as a code to scan, a link to send, or a small file. What was typed
// goes along as far as there is room; where there is none, it says so and leaves what is large enough.

import Foundation
import Gtk
import Paper
import VitrineModel
import Wording

@MainActor
final class ContinueElsewhere {
  /// What can be made of a window: the larger it is, the less.
  private struct Ways: Sendable {
    let link: String?
    let code: ScreenCode?
  }

  private let window: Window
  private let continued: ContinuedWindow
  /// Has its room from the beginning: what is said of a button moves none.
  private let status = Label(status: "").centered().wrapped(at: 44).style("dim-label")
  private let close = Button(tr("_Close", context: "button"))
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private(set) static var open: ContinueElsewhere?
  /// The code with its margin, in pixels, as far as its squares are whole ones.
  private static let codeSide = 380

  static func present(_ continued: ContinuedWindow, over parent: Window) {
    Task {
      let ways = await ways(for: continued)
      guard parent.isMapped else { return }
      open?.window.destroy()
      open = ContinueElsewhere(continued, ways, over: parent)
    }
  }

  /// Away from the main thread: a large code takes a while.
  private nonisolated static func ways(for continued: ContinuedWindow) async -> Ways {
    let link = try? continued.link()
    return Ways(link: link, code: link.flatMap { ScreenCode($0) })
  }

  private init(_ continued: ContinuedWindow, _ ways: Ways, over parent: Window) {
    self.continued = continued
    window = Window(dialogOver: parent)
    window.title = tr("Continue Elsewhere")
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(window.title).centered().wrapped(at: 32).style("title-4"),
        Label(explanation).centered().wrapped(at: 44),
      ])
    if let code = ways.code { page.append(picture(of: code)) }
    if let text = reasonForLess(ways) {
      page.append(Label(text).centered().wrapped(at: 44).style("conflict"))
    }
    page.append(status)
    page.append(buttons(ways.link))
    window.setContent(page.margins(all: 24).request(width: 340))
    page.onEscape { [weak self] in self?.end() }
    window.onEnd { [weak self] in self?.forget() }
    window.present()
    close.takeFocus()
  }

  // MARK: What it says

  private var explanation: String {
    let what =
      continued.activity.title.isEmpty
      ? tr("Vitrine continues in the same place on another computer with the same catalogue.")
      : tr(
        "Vitrine continues with “%@” in the same place on another computer with the same catalogue.",
        continued.activity.title.shortened(to: 60))
    guard continued.hasDraft else { return what }
    return what + " " + tr("What you typed is included, and stays unsaved.")
  }

  private func reasonForLess(_ ways: Ways) -> String? {
    if ways.link == nil {
      return tr("This is too much for a QR code or a link. Save it to a file.")
    }
    if ways.code == nil {
      return tr("This is too much for a QR code. Send the link, or save a file.")
    }
    return nil
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
    return picture.accessibleName(tr("QR code with the link to this window")).align(.center)
  }

  private func buttons(_ link: String?) -> Widget {
    let save = Button(tr("_Save to File…"))
    save.onClick { [weak self] in self?.save() }
    close.onClick { [weak self] in self?.end() }
    let buttons = Box(.horizontal, spacing: 12).homogeneous()
    if let link {
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
    let title = continued.activity.title.nonEmpty ?? tr("Vitrine Window")
    FileChooser.save(
      over: window, tr("Save to File"), button: tr("_Save", context: "button"),
      name: "\(title.asFileName).\(ContinuedWindow.fileEnding)"
    ) { [weak self, continued] file in
      Task {
        do {
          try await continued.save(to: file)
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
