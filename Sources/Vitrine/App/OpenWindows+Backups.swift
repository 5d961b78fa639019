// SPDX-License-Identifier: Apache-2.0
// Backups: which one to open, and what is put back from it into today's catalogue.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension OpenWindows {
  func chooseBackup() {
    guard let frame = lastFocused()?.frame else { return }
    Task { [weak self, catalogue] in
      do {
        let backups = try await BackupScene.backups(of: catalogue)
        guard !backups.isEmpty else {
          return frame.say(
            tr("There is no backup yet. Vitrine makes one on each day that something changes."))
        }
        BackupChooser.show(over: frame.window, backups) { [weak self] in self?.open($0) }
      } catch {
        frame.say(tr("The backups can’t be listed. %@", error.sentence))
      }
    }
  }

  /// In the window that shows it already, or in one more.
  func open(_ backup: CatalogBackup) {
    if let window = lastFocused(where: { ($0 as? BackupWindow)?.scene.shows(backup) == true }) {
      return window.frame.window.present()
    }
    openFilled(.backup) { BackupScene.fill($0, backup) }
  }

  /// A copy that came in a file, in the window that shows it already or in one more.
  func openCopy(_ file: URL) {
    if let window = lastFocused(where: { ($0 as? BackupWindow)?.scene.shows(copy: file) == true }) {
      return window.frame.window.present()
    }
    openFilled(.backup) { BackupScene.fill($0, copy: file) }
  }

  func saveCopy(of catalogue: OpenCatalogue, saidIn frame: SceneFrame) {
    FileChooser.save(
      over: frame.window, tr("Save a Copy"), button: tr("_Save", context: "button: save a copy"),
      name: CopySaving.fileName
    ) { file in
      let saving = CopySaving(catalogue)
      Task {
        let sentence = await frame.saying(
          CopySaving.text(nil), andThen: saving.progress, cancel: { saving.cancel() }
        ) { await saving.save(to: file) }
        frame.say(sentence)
      }
    }
  }

  func putBack(dragged text: String, on frame: SceneFrame) {
    // Those that are dropped where they come from stay there, and no backup takes any.
    guard let (id, products) = BackupScene.dragged(text),
      !(all[frame.session.id] is BackupWindow),
      let window = all[id] as? BackupWindow, let puttingBack = window.scene.puttingBack
    else { return }
    putBack(products, by: puttingBack, day: window.scene.day, saidIn: frame)
  }

  func putBack(
    _ products: [UUID], by puttingBack: PuttingBack, day: String, saidIn frame: SceneFrame
  ) {
    Task { [weak self] in
      do {
        let plan = try await puttingBack.plan(products)
        guard !plan.isNothing else {
          return frame.say(tr("Nothing has changed since %@.", day))
        }
        guard let question = plan.question(day: day) else {
          self?.carryOut(plan, onlyMissing: false, by: puttingBack, saidIn: frame)
          return
        }
        let canLeave = plan.missing + plan.inTrash > 0
        let onlyMissing = tr("Only _Missing Ones", context: "button: put products back")
        let replace = tr("_Replace", context: "button: replace products")
        Question.choose(
          over: frame.window, question.title, text: question.text,
          cancel: tr("_Cancel", context: "button"),
          among: canLeave ? [onlyMissing, replace] : [replace]
        ) { [weak self] answer in
          self?.carryOut(plan, onlyMissing: canLeave && answer == 0, by: puttingBack, saidIn: frame)
        }
      } catch {
        frame.say(tr("Not put back: %@", error.sentence))
      }
    }
  }

  private func carryOut(
    _ plan: PutBackPlan, onlyMissing: Bool, by puttingBack: PuttingBack, saidIn frame: SceneFrame
  ) {
    Task {
      let text = tr(
        "1 product is being put back…", "%@ products are being put back…",
        count: plan.products.count)
      let outcome = await frame.saying(text, cancel: { puttingBack.cancel() }) {
        await puttingBack.putBack(plan.products, onlyMissing: onlyMissing)
      }
      switch outcome {
      case .done(_, let offer?): frame.offer(offer)
      case .done(let sentence, nil): frame.say(sentence)
      case .not(let sentence): frame.say(sentence)
      }
    }
  }
}
