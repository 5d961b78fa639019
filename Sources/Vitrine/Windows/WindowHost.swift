// What a window asks of the application that opened it. A protocol, because the application makes
// the windows and they must not know its kind in turn.

import Foundation
import Gtk
import StateRestoration
import VitrineModel

@MainActor
protocol WindowHost: AnyObject {
  var application: Application { get }
  var profile: Profile { get }
  var pictures: Pictures { get }
  /// Undo and redo, for the main menu.
  var undoMenu: Menu { get }
  /// The windows that can be opened again, for the main menu.
  var closedMenu: Menu { get }

  func openProduct(_ id: UUID, title: String)
  /// Presents the window with a photo, or opens one.
  func openPicture(_ picture: UUID, of product: UUID, title: String)
  func openNewProduct()
  /// Shows the list of a place in a browser window.
  func show(_ place: Place)
  func emptyTrash()
  func undo()
  func redo()
  /// What goes above the content of a window: whether it is saved, and what happened at the start.
  func banners(for scene: SceneSession) -> Widget
  /// The size of a new window of this kind, if there was one before.
  func usualSize(of kind: String) -> (width: Int, height: Int)?
  /// Whether the user may close a window now.
  func mayClose(_ scene: SceneSession) -> Bool
  func gotFocus(_ scene: SceneSession)
  func willClose(_ scene: SceneSession)
  func didClose(_ scene: SceneSession)
}

extension WindowHost {
  /// Opens a product whose title is not known here.
  func openProduct(_ id: UUID) { openProduct(id, title: "") }
}
