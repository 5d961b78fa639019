// SPDX-License-Identifier: Apache-2.0
// Pictures of the windows by which products leave a catalogue and others come into it: print, labels, backups, sharing and
// what is to be decided there. See `ScreenshotTests`.

import Foundation
import TestSwitches
import XCTest

extension ScreenshotTests {
  func testPaper() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let browser = try vitrine.browser()
      _ = try browser.product("Cherries")
      try browser.press("ctrl+p")
      let window = try vitrine.window(titled: "Print Products")
      _ = try window.find(.label, "Page 1 of 1")
      try window.choose("Catalogue for customers", at: 2, of: "Print")
      try window.find(.entry, "Line about prices").retype("Prices with tax")
      _ = try window.find(.image, "Page 1 of 6")
      for page in 2...3 {
        try window.find(.button, "Page after").click()
        _ = try window.find(.image, "Page \(page) of 6")
      }
      try take("print\(ending)", window)
      try window.resize(width: 360, height: 640)
      try take("print-narrow\(ending)", window)
      try browser.press("ctrl+a")
      _ = try browser.find(.label, "10 Products Selected")
      try browser.press("ctrl+shift+l")
      let labels = try vitrine.window(titled: "Labels")
      _ = try labels.find(.label, "10 labels on 1 page")
      try take("labels\(ending)", labels)
    }
  }

  func testBackups() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let browser = try vitrine.browser()
      let made = try runToEnd(
        Home.built("vitrinectl"), ["backup", "--sample"], environment: home().environment)
      XCTAssertEqual(made.ending, .exited(0), made.errors)
      try browser.run("app.open-backup")
      let dialog = try vitrine.window(titled: "Open Backup")
      try take("open-backup\(ending)", dialog)
      try dialog.press("Return")
      let backup = try obtain("the window with the backup") {
        try vitrine.windows.first { try $0.title.contains("Backup of") }
      }
      try backup.resize(width: 1180, height: 760)
      try backup.choose("Cherries")
      try take("backup\(ending)", backup)
      try backup.resize(width: 360, height: 640)
      try take("backup-narrow\(ending)", backup)
    }
  }

  func testPaperInLargeText() throws {
    try setDesktop("gtk-font-name=Sans 20")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.product("Cherries")
    try browser.press("ctrl+p")
    let window = try vitrine.window(titled: "Print Products")
    _ = try window.find(.label, "Page 1 of 1")
    try take("print-large-text", window)
  }

  func testSharing() throws {
    let cluster = try HubCluster.require()
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let browser = try vitrine.browser()
      try browser.run("app.share-catalogue")
      let dialog = try vitrine.window(titled: "Share This Catalogue")
      try take("share\(ending)", dialog)
      try dialog.find(.entry, "Address of the database").retype(cluster.makeDatabase())
      try dialog.find(.button, "Share").click()
      _ = try dialog.find(.label, "The catalogue is shared.")
      try dialog.find(.button, "Close").click()
      try browser.find(.button, "Shared · up to date").click()
      let state = try vitrine.window(titled: "Shared Catalogue")
      try eventually("the hub has answered") {
        try state.shows("10 products")
      }
      try take("share-state\(ending)", state)
      try state.find(.button, "Close").click()
      try browser.run("app.decisions")
      try take("decisions-none\(ending)", vitrine.window(titled: "Decisions"))
    }
  }
}
