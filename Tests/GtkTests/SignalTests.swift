// SPDX-License-Identifier: Apache-2.0
// Signals as typed closures: arguments, results, and that a handler and what it holds live exactly
// as long as their object. No display is needed.

import CGtk
import Foundation
import XCTest

@testable import Gtk

final class SignalTests: XCTestCase {
  // MARK: What goes in and what comes back

  func testHandlersWithoutAnAnswerGetTheirArguments() {
    MainActor.assumeIsolated {
      let emitter = Emitter()
      let other = Emitter()
      var heard: [String] = []
      emitter.connect("plain") { heard.append("plain") }
      emitter.connectArgument("argument") { heard.append("argument \($0 == other.pointer)") }
      emitter.connectSize("size") { heard.append("size") }
      emitter.connectPosition("position") { heard.append("position \($0)") }
      emitter.connectPress("press") { heard.append("press \($0) \($1.x) \($1.y)") }
      emitter.connectCoordinates("coordinates") { heard.append("coordinates \($0.x) \($0.y)") }
      emitter.connectDragEnd { heard.append("drag-end") }
      XCTAssertEqual(emitter.emit("plain"), .nothing)
      _ = emitter.emit("argument", .object(other))
      _ = emitter.emit("argument", .object(nil))
      _ = emitter.emit("size", .int(300), .int(200))
      _ = emitter.emit("position", .int(4_000_000_000))
      _ = emitter.emit("press", .int(2), .double(1.5), .double(-2))
      _ = emitter.emit("coordinates", .double(0.25), .double(7))
      _ = emitter.emit("drag-end", .object(nil), .int(1))
      XCTAssertEqual(
        heard,
        [
          "plain", "argument true", "argument false", "size", "position 4000000000",
          "press 2 1.5 -2.0", "coordinates 0.25 7.0", "drag-end",
        ])
    }
  }

  func testAnswersComeBack() {
    MainActor.assumeIsolated {
      let emitter = Emitter()
      let taken = Held()
      emitter.connectDeciding("deciding") { taken.count > 0 }
      emitter.connectKey("key") { key, modifiers in key == 65 && modifiers == GDK_CONTROL_MASK }
      emitter.connectMotion("motion") { $0.x > 5 ? GDK_ACTION_MOVE : GDK_ACTION_COPY }
      emitter.connectDragCancel { $0 == GDK_DRAG_CANCEL_NO_TARGET }
      XCTAssertEqual(emitter.emit("deciding"), .bool(false))
      taken.count = 1
      XCTAssertEqual(emitter.emit("deciding"), .bool(true))
      let control = Int(GDK_CONTROL_MASK.rawValue)
      XCTAssertEqual(emitter.emit("key", .int(65), .int(38), .int(control)), .bool(true))
      XCTAssertEqual(emitter.emit("key", .int(65), .int(38), .int(0)), .bool(false))
      XCTAssertEqual(
        emitter.emit("motion", .double(6), .double(0)), .number(Int(GDK_ACTION_MOVE.rawValue)))
      XCTAssertEqual(
        emitter.emit("motion", .double(5), .double(0)), .number(Int(GDK_ACTION_COPY.rawValue)))
      for (reason, isNoTarget) in [
        (GDK_DRAG_CANCEL_NO_TARGET, true), (GDK_DRAG_CANCEL_ERROR, false),
      ] {
        XCTAssertEqual(
          emitter.emit("drag-cancel", .object(nil), .int(Int(reason.rawValue))), .bool(isNoTarget))
      }
    }
  }

  func testAnObjectThatComesBackIsTheReceivers() {
    MainActor.assumeIsolated {
      let emitter = Emitter()
      var given: Emitter? = Emitter()
      let watch = given.map { Watch($0) }
      emitter.connectPoint("point") { $0.x < 0 ? nil : given }
      XCTAssertEqual(emitter.emit("point", .double(-1), .double(0)), .object(nil))
      XCTAssertEqual(emitter.emit("point", .double(1), .double(0)), .object(given?.pointer))
      XCTAssertEqual(watch?.isAlive, true)
      given = nil
      XCTAssertEqual(watch?.isAlive, false, "the emission kept a reference")
    }
  }

  func testTheFirstThatSaysYesIsTheLastThatIsAsked() {
    MainActor.assumeIsolated {
      let emitter = Emitter()
      var asked: [Int] = []
      for (number, answer) in [false, true, true].enumerated() {
        emitter.connectDeciding("deciding") {
          asked.append(number)
          return answer
        }
      }
      XCTAssertEqual(emitter.emit("deciding"), .bool(true))
      XCTAssertEqual(asked, [0, 1])
    }
  }

  // MARK: Real objects

  func testACommandRunsWhenItIsOn() {
    MainActor.assumeIsolated {
      let actions = Actions()
      var ran: [String] = []
      var changes = 0
      let save = actions.addAction("save") { ran.append("save") }
      actions.addAction("open", taking: { ran.append("open " + $0) })
      save.connectNotify("enabled") { changes += 1 }
      actions.activate("save")
      actions.activate("open", "mango")
      save.isEnabled = false
      save.isEnabled = false
      actions.activate("save")
      save.isEnabled = true
      actions.activate("save")
      XCTAssertEqual(ran, ["save", "open mango", "save"])
      XCTAssertEqual(changes, 2, "notify:: comes for changes only")
    }
  }

  func testAChoiceReportsClicksAndShowsOnlyWhatIsSet() {
    MainActor.assumeIsolated {
      let actions = Actions()
      var asked: [String] = []
      var changes = 0
      let layout = actions.addChoice("layout", value: "list") { asked.append($0) }
      layout.connectNotify("state") { changes += 1 }
      actions.activate("layout", "grid")
      XCTAssertEqual(asked, ["grid"])
      XCTAssertEqual(changes, 0)
      layout.show(value: "grid")
      XCTAssertEqual(asked, ["grid"])
      XCTAssertEqual(changes, 1)
    }
  }

  func testASetterDoesNotCallItsOwnHandlers() {
    MainActor.assumeIsolated {
      guard let made = gtk_adjustment_new(0, 0, 100, 1, 10, 20) else {
        return XCTFail("no adjustment")
      }
      let adjustment = Adjustment(borrowed: made)
      var values: [Double] = []
      adjustment.onValueChange { [unowned adjustment] in values.append(adjustment.value) }
      for value in [30.0, 30, 500] { gtk_adjustment_set_value(made, value) }
      XCTAssertEqual(values, [30, 80])

      adjustment.value = 10
      XCTAssertEqual(adjustment.value, 10)
      // Another wrapper of the same object is the same setter.
      Adjustment(borrowed: made).value = 20
      XCTAssertEqual(values, [30, 80])
      gtk_adjustment_set_value(made, 40)
      XCTAssertEqual(values, [30, 80, 40], "and they are called again afterwards")
    }
  }

  // MARK: Lives

  func testAHandlerDiesWithItsObject() {
    MainActor.assumeIsolated {
      var emitter: Emitter? = Emitter()
      weak var held: Held?
      do {
        let holder = Held()
        held = holder
        emitter?.connect("plain") { holder.count += 1 }
        emitter?.connectDeciding("deciding") { holder.count > 0 }
      }
      _ = emitter?.emit("plain")
      XCTAssertEqual(held?.count, 1)
      emitter = nil
      XCTAssertNil(held)
    }
  }

  func testAHandlerOutlivesTheWrapperItWasConnectedThrough() {
    MainActor.assumeIsolated {
      let actions = Actions()
      let held = Held()
      actions.addAction("save") { held.count += 1 }
      actions.activate("save")
      XCTAssertEqual(held.count, 1)
    }
  }

  func testAHandlerMayReleaseItsOwnObject() {
    MainActor.assumeIsolated {
      var emitter: Emitter? = Emitter()
      let watch = emitter.map { Watch($0) }
      weak var held: Held?
      var count = 0
      do {
        let holder = Held()
        held = holder
        emitter?.connect("plain") {
          emitter = nil
          holder.count += 1
          count = holder.count
        }
      }
      _ = emitter?.emit("plain")
      XCTAssertEqual(count, 1)
      XCTAssertEqual(watch?.isAlive, false)
      XCTAssertNil(held)
    }
  }
}

private final class Held {
  var count = 0
}

/// Whether an object still exists.
@MainActor
private final class Watch {
  private(set) var isAlive = true

  init(_ object: Object) {
    g_object_weak_ref(
      object.cast(to: GObject.self),
      { data, _ in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          if let data { Unmanaged<Watch>.fromOpaque(data).takeRetainedValue().isAlive = false }
        }
      }, Unmanaged.passRetained(self).toOpaque())
  }
}

/// Commands that belong to no window.
@MainActor
private final class Actions: ActionGroup {
  let actions = ActionMap()

  func activate(_ name: String, _ argument: String? = nil) {
    g_action_group_activate_action(actions.opaque, name, argument.map { g_variant_new_string($0) })
  }
}
