// SPDX-License-Identifier: Apache-2.0
// Windows that are continued on another machine, and those that come from one.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

extension OpenWindows {
  func continueElsewhere(_ frame: SceneFrame) {
    Task { [catalogue] in
      do {
        let continued = try await ContinuedWindow(frame.session, catalogue.store)
        ContinueElsewhere.present(continued, over: frame.window)
      } catch { frame.say(error.sentence) }
    }
  }

  /// A window that another machine showed, in a window of its own: whatever is being edited in the
  /// others stays as it is. The same link or file again brings forward what it opened, and so does one of what a
  /// window shows already, with all that was typed.
  func open(_ continued: ContinuedWindow) async {
    if let opened = opened(continued) { return opened.frame.window.present() }
    do {
      openFitted(try await continued.fitted(to: catalogue.store), from: continued)
    } catch {
      presentLast()
      say(tr("This window can’t be continued here. %@", error.sentence))
    }
  }

  /// A photo that a link names, in a window of its own.
  func openPhoto(_ id: UUID) async {
    do {
      if let product = try await catalogue.store.product(withPicture: id) {
        openPicture(id, of: product.id, title: product.title.text)
      } else {
        presentLast()
        say(tr("The photo is not in this catalogue."))
      }
    } catch {
      presentLast()
      say(tr("The product can’t be read: %@", error.sentence))
    }
  }

  /// The window that it has opened before, or that shows the same.
  func opened(_ continued: ContinuedWindow) -> (any SceneWindow)? {
    lastFocused {
      let session = $0.frame.session
      return arrived[session.id] == continued || continued.isShown(in: session)
    }
  }

  private func openFitted(_ continued: ContinuedWindow, from arrived: ContinuedWindow) {
    let isEdited = continued.activity.productID.map(catalogue.unfinished.all.contains) == true
    let scene = coordinator.makeScene(kind: continued.kind.sceneKind, activity: continued.activity)
    continued.fill(scene)
    coordinator.make(scene)
    scene.saveNow()
    self.arrived[scene.id] = arrived
    if continued.kind == .product, let id = continued.activity.productID {
      recentProducts?.opened(id)
    }
    guard continued.hasDraft, isEdited else { return }
    all[scene.id]?.frame.say(tr("This product is being edited in another window, too."))
  }
}
