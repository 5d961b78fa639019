// The menu behind the button at the end of every header bar.

import Gtk
import VitrineModel
import Wording

extension Menu {
  static var primary: Menu {
    Menu(sections: [
      [
        Item(tr("New _Window"), AppAction.newWindow.inMenu),
        Item(tr("_Reopen Closed Window"), AppAction.reopenClosedWindow.inMenu),
      ],
      [
        Item(tr("_Keyboard Shortcuts"), AppAction.shortcuts.inMenu),
        Item(tr("_About Vitrine"), AppAction.about.inMenu),
      ],
      [
        Item(tr("Quit and _Forget Windows"), AppAction.quitAndForget.inMenu),
        Item(tr("_Quit"), AppAction.quit.inMenu),
      ],
    ])
  }

  /// What can be done with one product of a list.
  static func product(_ link: String) -> Menu {
    Menu(sections: [
      [Item(tr("_Open in New Window"), WindowAction.openProduct.inMenu + "::" + link)],
      [Item(tr("_Copy Link"), WindowAction.copyLink.inMenu + "::" + link)],
    ])
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
