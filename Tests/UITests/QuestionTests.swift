// A question that somebody waits for is always answered: whoever closes the window below it has not
// agreed, and nothing waits for ever. Run inside the test process, on the tests' own display.

import XCTest

@testable import Gtk

final class QuestionTests: UITestCase {
  func testAQuestionThatGoesWithItsWindowIsAnsweredWithNo() throws {
    _ = try home()
    try MainActor.assumeIsolated {
      XCTAssertTrue(Application.hasDisplay())
      XCTAssertTrue(MainLoop.attachMainQueue())
      let application = Application(id: "org.vitrine.Vitrine.QuestionTest", isService: false)
      XCTAssertNil(application.register())
      let parent = Window(application: application)
      parent.present()
      var isAsked = false
      var answer: Bool?
      Task {
        isAsked = true
        answer = await Question.answer(
          over: parent, "Go on?", text: "", cancel: "_Cancel", confirm: "_Go On")
      }
      try turn { isAsked }
      XCTAssertNil(answer)
      parent.destroy()
      try turn { answer != nil }
      XCTAssertEqual(answer, false)
    }
  }
}

@MainActor
private func turn(until condition: () -> Bool) throws {
  let deadline = Date().addingTimeInterval(10)
  while !condition() {
    guard Date() < deadline else { throw CancellationError() }
    MainLoop.turn()
  }
}
