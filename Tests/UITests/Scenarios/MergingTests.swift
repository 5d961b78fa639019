// SPDX-License-Identifier: Apache-2.0
// Two products are made one in a window of their own, which comes back after a kill.

import XCTest

final class MergingTests: UITestCase {
  func testAMergeIsChosenKilledGoneOnWithCarriedOutAndUndone() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.find(.button, "Merge 2 Products…").click()
    let window = try vitrine.window(titled: "Merge Products")
    try window.expectNo(.radio, "€24.99, of Red Rose")
    try window.find(.radio, "White Rose").click()
    try window.find(.radio, "White Rose, of White Rose").expect("goes with it") { $0.isOn }
    try window.find(.radio, "Red Rose, of Red Rose").click()
    try window.find(.radio, "White Rose, of White Rose").expect("is not chosen") { !$0.isOn }
    try eventuallyOnDisk(["\"kept\"", "\"choices\"", "\"title\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Merge Products")
    try back.find(.radio, "White Rose").expect("is chosen") { $0.isOn }
    try back.find(.radio, "Red Rose, of Red Rose").expect("is chosen") { $0.isOn }
    try back.find(.button, "Merge").click()
    let list = try again.browser()
    _ = try list.find(.label, "2 products merged into “Red Rose”")
    try list.products().expectNo(.label, "White Rose")
    try again.expectWindows(1)
    try list.press("Down")
    try list.product("Mango").expect("is chosen") { $0.isSelected }
    try list.press("ctrl+z")
    _ = try list.product("Red Rose")
    _ = try list.product("White Rose")
  }

  func testAChangeElsewhereIsSaidAndNothingIsOverwritten() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.press("ctrl+shift+g")
    let window = try vitrine.window(titled: "Merge Products")
    _ = try window.find(.button, "Merge")
    try browser.moveToTrash("Mango")
    try window.expectNo(.button, "Continue")
    try browser.choose("White Rose")
    try browser.edit()
    try browser.field("Title").retype("Snow Rose")
    try browser.find(.button, "Done").click()
    _ = try window.find(
      .label, "“Snow Rose” was changed elsewhere. This window shows it as it is now.")
    try window.find(.button, "Merge").expect("can't be pressed") { !$0.isSensitive }
    try window.find(.button, "Continue").click()
    _ = try window.find(.radio, "Snow Rose, of Snow Rose")
    try window.find(.button, "Cancel").click()
    try vitrine.expectWindows(1)
    _ = try browser.product("Snow Rose")
    _ = try browser.product("Red Rose")
  }

  func testLikelyDuplicatesLeadToTheirMergeAndComeBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.press("ctrl+shift+d")
    let window = try vitrine.window(titled: "Likely Duplicates")
    _ = try window.find(.label, "No Duplicates Found")
    try browser.choose("Artichoke")
    try browser.press("ctrl+d")
    let group = "Artichoke · Artichoke (Copy), same photo, 2 products"
    try window.find(.row, group).select()
    try eventuallyOnDisk(["\"Duplicates.selection\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Likely Duplicates")
    try back.find(.row, group).expect("is selected") { $0.isSelected }
    try back.find(.row, group).focus()
    try back.press("Return")
    let merge = try again.window(titled: "Merge Products")
    try merge.find(.button, "Merge").click()
    _ = try back.find(.label, "No Duplicates Found")
  }

  func testLikelyDuplicatesAreMarkedAsDifferentWithTheKeyboard() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Artichoke")
    try browser.press("ctrl+d")
    _ = try browser.product("Artichoke (Copy)")
    try browser.press("ctrl+shift+d")
    let window = try vitrine.window(titled: "Likely Duplicates")
    let group = "Artichoke · Artichoke (Copy), same photo, 2 products"
    try window.find(.row, group).select()
    try window.find(.button, "Different Products").expect("can be pressed") { $0.isSensitive }
    try window.press("alt+d")
    _ = try window.find(.label, "No Duplicates Found")
    _ = try window.find(.label, "1 group is marked as different products")
    try window.close()
    try vitrine.expectWindows(1)

    // It is still so in another window, until it is taken back.
    try browser.press("ctrl+shift+d")
    let another = try vitrine.window(titled: "Likely Duplicates")
    _ = try another.find(.label, "No Duplicates Found")
    try another.find(.button, "Show Again").click()
    _ = try another.find(.row, group)
    try another.expectNo(.button, "Show Again")
    try another.press("ctrl+z")
    _ = try another.find(.label, "No Duplicates Found")
  }
}
