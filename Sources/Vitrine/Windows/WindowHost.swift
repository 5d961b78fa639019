// SPDX-License-Identifier: Apache-2.0
// What a window asks of the application that opened it. A protocol, because the application makes
// the windows and they must not know its kind in turn.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel

@MainActor
protocol WindowHost: AnyObject {
  /// What follows its windows.
  var program: RestoredApplication { get }
  var profile: Profile { get }
  var pictures: Pictures { get }
  /// Undo and redo, for the main menu.
  var undoMenu: Menu { get }
  /// The windows that can be opened again, for the main menu.
  var closedMenu: Menu { get }
  /// The desks, and what can be done with one, for the main menu.
  var desksMenu: Menu { get }

  func openProduct(_ id: UUID, title: String)
  /// Presents the window with a photo, or opens one.
  func openPicture(_ picture: UUID, of product: UUID, title: String)
  /// Presents the window with a product and selects a note of it, or opens one.
  func openNote(_ note: UUID, of product: UUID, title: String)
  /// Opens a window in which these products are made one.
  func openMerge(_ products: [UUID])
  /// Opens the window with what the hub of a shared catalogue could not merge.
  func openDecisions()
  /// Opens a window that prints labels.
  func openLabels(_ state: LabelsState)
  /// Opens a window that prints products.
  func openPrinting(_ state: PrintState)
  /// For each of these lists of other programs, opens a window in which it can be imported, or presents the one that has it.
  func openImports(of files: [URL])
  /// Opens a window in which cells that were copied in a spreadsheet can be imported.
  func openImport(pasting cells: String)
  /// Puts products of a backup, which were dragged out of its window, into today's catalogue.
  func putBack(dragged text: String, on frame: SceneFrame)
  /// The same for these, which are selected there.
  func putBack(
    _ products: [UUID], by puttingBack: PuttingBack, day: String, saidIn frame: SceneFrame)
  /// Asks which backup to open.
  func chooseBackup()
  /// Asks for a file and saves a copy of a catalogue in it.
  func saveCopy(of catalogue: OpenCatalogue, saidIn frame: SceneFrame)
  /// Closes the window of a list that was imported, and shows the products and what was done.
  func didImport(_ window: any SceneWindow, saying sentence: String, offer: UndoOffer?)
  /// Closes a window for good and says in another one what was done there to a product, which is shown
  /// if there is no other window.
  func close(
    _ window: any SceneWindow, saying sentence: String, of product: UUID, offer: UndoOffer?)
  /// Shows what takes a window to another machine.
  func continueElsewhere(_ frame: SceneFrame)
  /// Goes on with a product that is not in the catalogue yet, in its window, which may be closed.
  func resume(_ product: UnfinishedNewProduct)
  /// Opens a form for a new product that begins with these texts, in a window of its own.
  /// - Parameter areTyped: whether that is more than was kept from another product.
  func openNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool)
  /// Shows the list of a place in a browser window.
  func show(_ place: Place)
  func emptyTrash()
  /// Asks for a code of a barcode scanner, and listens to scanners from then on.
  func setUpScanner(over window: Window)
  /// How much has been asked of the catalogue so far.
  var asked: Int { get }
  func undo()
  func redo()
  /// The size of a new window of this kind, if there was one before.
  func usualSize(of kind: SceneKind) -> (width: Int, height: Int)?
}

extension WindowHost {
  /// Opens a product whose title is not known here.
  func openProduct(_ id: UUID) { openProduct(id, title: "") }

  func openNewProduct() { openNewProduct(with: [:], areTyped: false) }
}
