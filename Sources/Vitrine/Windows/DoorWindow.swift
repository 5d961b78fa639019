// The window before there is a catalogue: the first start's choice, or why the catalogue can't be
// opened. It is not restored; there is nothing in it to lose.

import Gtk
import VitrineModel

@MainActor
final class DoorWindow {
  enum Content {
    case welcome(hasSample: Bool)
    /// The sentence, and where the catalogue lies.
    case failure(String, String)
  }

  var onOpenSample: (@MainActor () -> Void)?
  var onStartEmpty: (@MainActor () -> Void)?
  var onTryAgain: (@MainActor () -> Void)?
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
    case .welcome(let hasSample):
      let sample = Button(tr("Open the _Sample Catalogue")).style("suggested-action")
      sample.onClick { [weak self] in self?.onOpenSample?() }
      let empty = Button(tr("Start _Empty"))
      empty.onClick { [weak self] in self?.onStartEmpty?() }
      return StatusPage(
        icon: "org.vitrine.Vitrine", title: tr("Welcome to Vitrine"),
        text: tr("Look around in ten sample products, or begin with your own."),
        hasSample ? [sample, empty] : [empty]
      ).root
    case .failure(let sentence, let path):
      let again = Button(tr("_Try Again")).style("suggested-action")
      again.onClick { [weak self] in self?.onTryAgain?() }
      return StatusPage(
        icon: "dialog-warning-symbolic", title: tr("The Catalogue Can’t Be Opened"),
        text: sentence + "\n\n" + tr("Nothing was changed. The catalogue lies in %@.", path),
        [again]
      ).root
    }
  }
}
