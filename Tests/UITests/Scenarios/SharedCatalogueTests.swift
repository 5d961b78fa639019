// SPDX-License-Identifier: Apache-2.0
// A catalogue that is shared with another machine: what is done there comes into the windows, under what is being typed,
// what is done here goes there, and nothing waits for the hub.

import Foundation
import TestSwitches
import XCTest

final class SharedCatalogueTests: UITestCase {
  private func tool(
    _ words: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    let result = try runToEnd(
      Home.built("vitrinectl"), words, environment: home().environment)
    XCTAssertEqual(result.ending, .exited(0), "\(words): \(result.errors)", file: file, line: line)
    return result.output
  }

  private func other() throws -> String { try home().folder.appendingPathComponent("other").path }

  /// Of the sample and another machine's catalogue.
  private func share() throws -> HubCluster {
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    try home().placeSample()
    _ = try tool(["hub", "create", address, "--sample"])
    _ = try tool(["hub", "join", address, "--directory", other()])
    return cluster
  }

  func testWhatIsDoneElsewhereIsShownUnderWhatIsTypedAndWhatIsDoneHereArrives() throws {
    _ = try share()
    let browser = try openSample().browser()
    _ = try browser.find(.button, "Shared · up to date")
    let id = try identifier(of: "Mango")
    let mango = try browser.openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Title").retype("Mango fr")
    _ = try tool(["edit", id, "--title", "Mangos", "--price", "5.00 EUR", "--directory", other()])
    _ = try tool(["hub", "sync", "--directory", other()])
    try mango.find(.button, "Title: Changed elsewhere to “Mangos”.").click()
    try mango.field("Title").expectText("Mango fr")
    try mango.field("Price").expectText("5.00")
    _ = try browser.products().find(.row, "Mangos")
    try mango.find(.button, "Keep my Title").click()
    try mango.field("Title").retype("Mango fruits")
    try mango.find(.button, "Done").click()
    try eventually("it is there") {
      _ = try tool(["hub", "sync", "--directory", other()])
      return try tool(["list", "--directory", other()]).contains("Mango fruits")
    }
    _ = try browser.find(.button, "Shared · up to date")
  }

  func testWhatCostsIsThereForThoseAloneWhoMaySeeIt() throws {
    let cluster = try share()
    let clerk = "clerk\(UUID().uuidString.prefix(6).lowercased())"
    _ = try tool(["hub", "member", "add", clerk, "--no-costs", "--directory", other()])
    let address = try tool(["hub", "status", "--directory", other()]).split(separator: "\n")[0]
    XCTAssertTrue(address.contains(cluster.directory.path))
    _ = try tool(["hub", "leave", "--sample"])
    _ = try tool([
      "hub", "join", address.replacingOccurrences(of: "user=owner", with: "user=\(clerk)"),
      "--with-products", "--sample",
    ])
    let browser = try openSample().browser()
    _ = try browser.find(.button, "Shared · up to date")
    let mango = try browser.openInNewWindow("Mango")
    try mango.edit()
    _ = try tool(["field", "add", "Bought for", "--kind", "line", "--cost", "--directory", other()])
    let id = try identifier(of: "Mango")
    _ = try tool([
      "edit", id, "--set", "Bought for=7.77", "--title", "Mangos", "--directory", other(),
    ])
    _ = try tool(["hub", "sync", "--directory", other()])
    _ = try browser.products().find(.row, "Mangos")
    try mango.expectNo(.label, "Bought for")
    try browser.find(.button, "Shared · up to date").click()
    let state = try browser.program.window(titled: "Shared Catalogue")
    try eventually("it says of the clerk") {
      try state.shows("sees no costs")
    }
    try state.find(.button, "Close").click()
    _ = try tool(["hub", "member", "add", clerk, "--costs", "--directory", other()])
    try mango.field("Bought for").expectText("7.77")
  }

  func testAnotherLineArrivesWhileADescriptionIsWritten() throws {
    _ = try share()
    let id = try identifier(of: "Mango")
    _ = try tool(["edit", id, "--description", "Sweet\nfrom India\nin May", "--sample"])
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 980)
    _ = try browser.find(.button, "Shared · up to date")
    _ = try tool(["hub", "sync", "--directory", other()])
    try browser.choose("Mango")
    try browser.edit()
    let description = try browser.field("Description")
    try description.focus()
    try home().screen.press("ctrl+End")
    try home().screen.type(" or")
    try description.expectText("Sweet\nfrom India\nin May or")
    _ = try tool([
      "edit", id, "--description", "Sweet, juicy\nfrom India\nin May", "--directory", other(),
    ])
    _ = try tool(["hub", "sync", "--directory", other()])
    try description.expectText("Sweet, juicy\nfrom India\nin May or")
    // The keyboard is where it was.
    try home().screen.type(" June")
    try description.expectText("Sweet, juicy\nfrom India\nin May or June")
    try browser.find(.button, "Done").click()
    try eventually("both are there") {
      _ = try tool(["hub", "sync", "--directory", other()])
      return try tool(["show", id, "--directory", other()]).contains("in May or June")
    }
  }

  func testTwoWriteDifferentLinesOfOneDescription() throws {
    _ = try share()
    let id = try identifier(of: "Mango")
    _ = try tool(["edit", id, "--description", "Sweet\nfrom India\nin May", "--sample"])
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 980)
    _ = try browser.find(.button, "Shared · up to date")
    _ = try tool(["hub", "sync", "--directory", other()])
    try browser.choose("Mango")
    try browser.edit()
    let description = try browser.field("Description")
    try description.focus()
    try home().screen.press("ctrl+Home")
    try home().screen.type("Very ")
    try description.expectText("Very Sweet\nfrom India\nin May")
    _ = try tool([
      "edit", id, "--description", "Sweet\nfrom India\nin June", "--directory", other(),
    ])
    try browser.find(.button, "Done").click()
    _ = try browser.find(.label, "Very Sweet\nfrom India\nin May")
    try eventually("both lines are there") {
      _ = try tool(["hub", "sync", "--directory", other()])
      return try tool(["show", id, "--directory", other()])
        .contains("Very Sweet\nfrom India\nin June")
    }
    _ = try browser.find(.label, "Very Sweet\nfrom India\nin June")
    try browser.sidebar().expectNo(.row, "1 decision")
  }

  func testWhoChangedWhatIsShown() throws {
    _ = try share()
    let id = try identifier(of: "Mango")
    _ = try tool(["edit", id, "--price", "5.00 EUR", "--directory", other()])
    _ = try tool(["hub", "sync", "--directory", other()])
    let browser = try openSample().browser()
    _ = try browser.find(.button, "Shared · up to date")
    try rename("Mango", to: "Mango fruits", in: browser)
    _ = try browser.find(.button, "Shared · up to date")
    try browser.run("win.show-past")
    let past = try browser.program.window(titled: "Who Changed “Mango fruits”")
    let lines = try obtain("what was done") {
      let lines = try past.all(.row).map { try $0.title }
      return lines.count >= 3 ? lines : nil
    }
    XCTAssertTrue(lines[0].hasPrefix("Title: “Mango” → “Mango fruits”, owner"), lines[0])
    XCTAssertTrue(lines[1].hasPrefix("Price: “6.99 EUR” → “5.00 EUR”, owner"), lines[1])
    try assertAccessible(past)
    try home().screen.press("Escape")
    let printed = try tool(["hub", "history", id, "--directory", other()])
      .split(separator: "\n").map { $0.split(separator: "\t").dropFirst().map(String.init) }
    XCTAssertEqual(printed.first, ["owner", "title", "Mango", "Mango fruits"])
    XCTAssertEqual(printed.dropFirst().first, ["owner", "price", "6.99 EUR", "5.00 EUR"])
  }

  func testWithoutTheHubItGoesOnEndsAtOnceAndCatchesUp() throws {
    let cluster = try share()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.find(.button, "Shared · up to date")
    try cluster.stop()
    defer { try? cluster.start() }
    _ = try browser.find(.button, "Shared · no connection")
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("Title").retype("Mango fruits")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, "Mango fruits")
    try browser.find(.button, "1 change not sent · no connection").click()
    let state = try vitrine.window(titled: "Shared Catalogue")
    _ = try state.find(.button, "Try Again")
    try assertAccessible(state)
    try state.find(.button, "Close").click()
    vitrine.terminate()
    try vitrine.waitUntilExit(timeout: 5)
    try cluster.start()
    let again = try home().start("--sample").browser()
    _ = try again.find(.button, "Shared · up to date")
    _ = try tool(["hub", "sync", "--directory", other()])
    XCTAssert(try tool(["list", "--directory", other()]).contains("Mango fruits"))
  }

  func testWhatIsDoneInACopyGoesToItsHubOnlyWhenThatIsConfirmed() throws {
    _ = try share()
    let id = try identifier(of: "Mango")
    // The user's own catalogue is a copy of another machine's directory, as somebody may have got it.
    let copy = try home().data.appendingPathComponent("vitrine").path
    try FileManager.default.copyItem(atPath: other(), toPath: copy)
    _ = try tool(["edit", id, "--title", "Mango fruits", "--directory", copy])
    let program = try home().start()
    let browser = try program.browser()
    try browser.find(.button, "1 change not sent · to be confirmed").click()
    let state = try program.window(titled: "Shared Catalogue")
    try assertAccessible(state)
    _ = try tool(["hub", "sync", "--sample"])
    XCTAssertFalse(try tool(["list", "--sample"]).contains("Mango fruits"))
    try state.find(.button, "Use This Hub").click()
    _ = try browser.find(.button, "Shared · up to date")
    _ = try tool(["hub", "sync", "--sample"])
    XCTAssert(try tool(["list", "--sample"]).contains("Mango fruits"))
    // Once is enough.
    try state.find(.button, "Close").click()
    program.terminate()
    try program.waitUntilExit(timeout: 20)
    _ = try home().start().browser().find(.button, "Shared · up to date")
  }

  func testSomebodyIsInvitedByAFileAndByALink() throws {
    _ = try share()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.find(.button, "Shared · up to date").click()
    let state = try vitrine.window(titled: "Shared Catalogue")
    try state.find(.button, "Invite…").click()
    let invite = try vitrine.window(titled: "Invite to This Catalogue")
    _ = try invite.find(.image, "QR code with the link to join this catalogue")
    try assertAccessible(invite)
    try invite.find(.button, "Close").click()
    try state.find(.button, "Close").click()
    vitrine.terminate()
    try vitrine.waitUntilExit(timeout: 20)

    // Another machine, on which there is no catalogue yet.
    let link = try tool(["hub", "invite", "owner", "--sample"])
    let file = try home().folder.appendingPathComponent("shop.vitrine")
    try Data(link.utf8).write(to: file)
    let there = try home().start(file.path)
    let join = try there.window(titled: "Join a Shared Catalogue")
    try eventually("the address is there") {
      try join.find(.entry, "Address of the database").text.hasPrefix("postgresql:///")
    }
    try join.find(.button, "Join").click()
    let other = try there.browser()
    _ = try other.products().find(.row, "Mango")
    _ = try other.find(.button, "Shared · up to date")
    there.terminate()
    try there.waitUntilExit(timeout: 20)

    // One that is there is asked about first, and nothing is asked once it is this one.
    let address = try XCTUnwrap(
      URLComponents(string: link.trimmingCharacters(in: .newlines))?.queryItems?.first?.value)
    let again = try home().start("--catalog", address)
    _ = try again.browser().find(.button, "Shared · up to date")
    XCTAssertEqual(try again.windows.count, 1)
    let refused = try runToEnd(
      Home.built("vitrine"), ["--catalog", "postgresql://anna:secret@shop.example/goods"],
      environment: home().environment)
    XCTAssertEqual(refused.ending, .exited(2))
    XCTAssertTrue(refused.errors.contains("A password is never part of it."), refused.errors)
  }

  func testAPasswordIsKeptInTheKeyring() throws {
    let bus = try DesktopSession.shared().environment["DBUS_SESSION_BUS_ADDRESS"]
    let keyring = try PrivateKeyring(on: bus)
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    _ = try tool(["hub", "create", address, "--directory", other()])
    let anna = "anna_\(UUID().uuidString.prefix(8).lowercased())"
    func give(_ password: String) throws {
      let result = try runToEnd(
        "sh",
        [
          "-c", "printf '%s\\n' \(password) | \"$0\" hub member add \(anna) --directory \"$1\"",
          Home.built("vitrinectl"), other(),
        ], environment: home().environment)
      XCTAssertEqual(result.ending, .exited(0), result.errors)
    }
    try give("first-secret")
    try cluster.demandPassword(of: anna)

    let here = try openSample().browser()
    try here.run("app.join-catalogue")
    let join = try here.program.window(titled: "Join a Shared Catalogue")
    try join.find(.entry, "Address of the database").retype(
      address.replacingOccurrences(of: "&user=owner", with: ""))
    try join.find(.entry, "Your name there").retype(anna)
    try join.find(.entry, "Password").retype("first-secret")
    try join.find(.checkBox, "Keep in the keyring").click()
    _ = try join.find(
      .label, "The desktop keeps the password for you, until this catalogue is shared no longer.")
    try assertAccessible(join)
    try join.find(.button, "Join").click()
    _ = try join.find(.label, "This catalogue has 10 products, which would come to the hub.")
    try join.find(.button, "Join").click()
    _ = try join.find(.label, "The catalogue is shared.")
    try join.find(.button, "Close").click()
    _ = try here.find(.button, "Shared · up to date")
    here.program.terminate()
    try here.program.waitUntilExit(timeout: 20)

    XCTAssertEqual(keyring.count(of: "org.vitrine.Vitrine.Hub"), 1)

    // At the next start nobody is asked, unless it is wrong by now.
    let second = try home().start("--sample")
    _ = try second.browser().find(.button, "Shared · up to date")
    second.terminate()
    try second.waitUntilExit(timeout: 20)
    try give("second-secret")
    let third = try home().start("--sample")
    try third.browser().find(.button, "Shared · password needed").click()
    let state = try third.window(titled: "Shared Catalogue")
    try state.find(.entry, "Password").retype("second-secret")
    try state.find(.checkBox, "Keep in the keyring").click()
    try assertAccessible(state)
    try state.find(.button, "Try Again").click()
    _ = try third.browser().find(.button, "Shared · up to date")
    try state.find(.button, "Close").click()
    third.terminate()
    try third.waitUntilExit(timeout: 20)

    // Nowhere but there: neither the catalogue, nor the windows' records, nor what the keyring writes.
    let fourth = try home().start("--sample")
    try fourth.browser().find(.button, "Shared · up to date").click()
    for secret in ["first-secret", "second-secret"] {
      let found = try runToEnd(
        "grep", ["-rla", secret, home().folder.path], environment: home().environment)
      XCTAssertEqual(found.output, "")
      XCTAssertFalse(try keyring.files().contains(secret))
    }
    // With the hub it is forgotten.
    try fourth.window(titled: "Shared Catalogue").find(.button, "Leave…").click()
    try fourth.window(titled: "Share This Catalogue No Longer?").find(.button, "Leave").click()
    try eventually("it is forgotten") { keyring.count(of: "org.vitrine.Vitrine.Hub") == 0 }
  }

  // MARK: By the windows

  private func sharedByWindows() throws -> (HubCluster, here: Window, there: Window) {
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    let here = try openSample().browser()
    try here.run("app.share-catalogue")
    let dialog = try here.program.window(titled: "Share This Catalogue")
    try dialog.find(.entry, "Address of the database").retype(
      "postgresql:///nothing?host=/nowhere")
    try dialog.find(.button, "Share").click()
    try eventually("it says what is wrong") {
      try dialog.shows("PostgreSQL does not run on this computer")
    }
    try assertAccessible(dialog)
    try dialog.find(.entry, "Address of the database").retype(address)
    try dialog.find(.button, "Share").click()
    _ = try dialog.find(.label, "The catalogue is shared.")
    try dialog.find(.button, "Close").click()
    _ = try here.find(.button, "Shared · up to date")
    // Another machine is the user's own catalogue, which is yet to be made.
    let program = try home().start()
    let welcome = try program.window(titled: "Vitrine")
    try welcome.find(.button, "Join a Shared Catalogue…").click()
    let join = try program.window(titled: "Join a Shared Catalogue")
    try join.find(.entry, "Address of the database").retype(address)
    try join.find(.button, "Join").click()
    let there = try program.browser()
    _ = try there.products().find(.row, "Mango")
    _ = try there.find(.button, "Shared · up to date")
    return (cluster, here, there)
  }

  private func rename(_ title: String, to new: String, in browser: Window) throws {
    try browser.choose(title)
    try browser.edit()
    try browser.field("Title").retype(new)
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, new)
  }

  func testSharedInOneWindowEditedThereAndDecidedHere() throws {
    let (cluster, here, there) = try sharedByWindows()
    try rename("Mango", to: "Mango fruits", in: there)
    _ = try here.products().find(.row, "Mango fruits")

    try cluster.stop()
    defer { try? cluster.start() }
    _ = try here.find(.button, "Shared · no connection")
    _ = try there.find(.button, "Shared · no connection")
    try rename("Mango fruits", to: "Mango of here", in: here)
    try rename("Mango fruits", to: "Mango of there", in: there)
    try cluster.start()
    // Whoever came second is asked, and so is everybody.
    _ = try here.sidebar().find(.row, "1 decision")
    try here.run("app.decisions")
    let decisions = try here.program.window(titled: "Decisions")
    let first = try obtain("what is to be decided") {
      try ["here", "there"].first { try decisions.has(.row, "Mango of \($0) · Title") }
    }
    let mine = "Mango of \(first == "here" ? "there" : "here")"
    try decisions.find(.row, "Mango of \(first) · Title").select()
    try assertAccessible(decisions)
    try eventuallyOnDisk(["\"Decisions.selection\": 1"])
    try here.program.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Decisions")
    try back.find(.button, "Use This: \(mine)").click()
    _ = try back.find(.label, "Nothing to Decide")
    _ = try again.browser().products().find(.row, mine)
    _ = try there.products().find(.row, mine)
    try there.sidebar().expectNo(.row, "1 decision")
  }

  func testWhoElseIsHereAndWhatTheyEdit() throws {
    let (_, here, there) = try sharedByWindows()
    _ = try here.find(.button, "owner is here")
    try there.choose("Mango")
    try there.edit()
    try there.field("Title").retype("Mango fr")
    try here.choose("Mango")
    _ = try here.find(.label, "owner is editing this product.")
    try here.choose("Cherries")
    try here.expectNo(.label, "owner is editing this product.")
    try here.find(.button, "owner is here").click()
    try assertAccessible(here)
    try here.program.chooseFromMenu("owner edits “Mango”")
    let mango = try here.program.window(titled: "Mango")
    _ = try mango.find(.label, "owner is editing this product.")
    try there.find(.button, "Cancel").click()
    try mango.expectNo(.label, "owner is editing this product.")
    there.program.terminate()
    try there.program.waitUntilExit(timeout: 20)
    try here.expectNo(.button, "owner is here")
  }

  func testADeskIsHandedOver() throws {
    let (_, here, there) = try sharedByWindows()
    try here.choose("Cherries")
    try here.edit()
    try here.field("Title").retype("Cherries half ty")
    try here.run("app.keep-desk")
    let keep = try here.program.window(titled: "Keep These Windows as a Desk")
    try keep.find(.entry, "Name of the desk").retype("Stocktake")
    try keep.find(.button, "Keep").click()
    _ = try here.find(.label, "Kept as “Stocktake”: Ctrl+Alt+1")
    try here.run("app.hand-over-desk")
    let left = try here.program.window(titled: "Hand “Stocktake” Over")
    try left.find(.entry, "Name of the member").retype("own")
    try home().screen.press("Escape")
    try here.run("app.hand-over-desk")
    let handing = try here.program.window(titled: "Hand “Stocktake” Over")
    try handing.find(.entry, "Name of the member").expectText("own")
    try handing.find(.row, "owner · here now").click()
    _ = try here.find(.label, "“Stocktake” waits for owner")
    _ = try there.find(.label, "owner hands the desk “Stocktake” over to you.")
    try assertAccessible(there)
    try there.find(.button, "Open").click()
    try eventually("its windows are there") {
      try there.program.browser().field("Title").text == "Cherries half ty"
    }
    // Once.
    there.program.terminate()
    try there.program.waitUntilExit(timeout: 20)
    let again = try home().start().browser()
    _ = try again.find(.button, "Shared · up to date")
    try again.expectNo(.label, "owner hands the desk “Stocktake” over to you.")
  }

  /// What is done in one window is undone and redone there, each time until the other one shows it.
  func testHowLongItTakesFromOneWindowToTheOther() throws {
    try skipWithoutFaults()
    let (_, here, there) = try sharedByWindows()
    try rename("Mango", to: "Mango fruits", in: here)
    _ = try there.products().find(.row, "Mango fruits")
    var waits: [Duration] = []
    for round in 0..<rounds(6, withFaults: 6, withAll: 60) {
      let title = round.isMultiple(of: 2) ? "Mango" : "Mango fruits"
      let start = ContinuousClock.now
      try here.run(round.isMultiple(of: 2) ? "app.undo" : "app.redo")
      try obtain("“\(title)”", longestPause: 2_000) {
        try there.products().has(.row, title) ? true : nil
      }
      waits.append(.now - start)
    }
    waits.sort()
    print(
      "from one window to the other: median \(waits[waits.count / 2]), of \(waits.count) "
        + "p95 \(waits[waits.count * 95 / 100]), at most \(waits[waits.count - 1])")
  }
}
