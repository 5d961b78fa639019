// A barcode scanner that types like a keyboard. Its codes are taken out of what is typed in any window,
// and lead to their products: nothing of them gets into the field that has the keyboard.

import Foundation
import Gtk
import Scanner
import StateRestoration
import VitrineModel
import Wording

/// What the application does with a code.
@MainActor
protocol ScanFollower: AnyObject {
  /// Shows the products with a code, or begins a new one.
  func follow(_ code: ScannedCode) async
  /// Says something in the front window.
  func say(_ sentence: String)
}

@MainActor
final class BarcodeScanner {
  private var gate = ScanGate<InputEvent>()
  /// How many events came so far: what waits for a rest waits for the last of them.
  private var count = 0
  /// The last one, while it may be a part of a scan.
  private var last: InputEvent?
  /// The code before is followed first.
  private var following: Task<Void, Never>?
  private unowned let follower: any ScanFollower
  private var subscription: StateSubscription?

  init(_ follower: any ScanFollower, isOn: AppStorage<Bool>) {
    self.follower = follower
    turn(on: isOn.wrappedValue)
    subscription = isOn.onChange { [weak self] in self?.turn(on: $0) }
  }

  private func turn(on isOn: Bool) {
    guard isOn else {
      InputEvents.filter = nil
      rest()
      return gate = ScanGate()
    }
    InputEvents.onInterruption = { [weak self] in self?.rest() }
    InputEvents.onKeyboardMove = { [weak self] in self?.gate.moveKeyboard() }
    InputEvents.onPointer = { [weak self] in
      guard let self else { return }
      act(on: gate.interrupt())
    }
    InputEvents.filter = { [weak self] event in
      guard let self else { return [event] }
      return take(event)
    }
  }

  private func take(_ event: InputEvent) -> [InputEvent] {
    count += 1
    let outcome = gate.take(event, event.stroke, at: event.time)
    last = event
    follow(outcome.scans)
    if gate.isHolding {
      MainLoop.after(milliseconds: gate.patience(at: event.time)) { [weak self, count] in
        if count == self?.count { self?.rest() }
      }
    } else {
      last = nil
    }
    return outcome.passed
  }

  private func rest() { act(on: gate.rest()) }

  private func act(on outcome: ScanGate<InputEvent>.Outcome) {
    InputEvents.pass(outcome.passed)
    follow(outcome.scans)
    if !gate.isHolding { last = nil }
  }

  private func follow(_ codes: [String]) {
    for code in codes { follow(code) }
  }

  private func follow(_ text: String) {
    // What is behind a question must not change before the answer.
    if last?.isForQuestion == true {
      return follower.say(
        tr("“%@” was scanned, but a dialog is open. Close it and scan again.", text))
    }
    // A menu is about what was selected before.
    last?.closeMenus()
    following = Task { [weak follower, before = following] in
      await before?.value
      await follower?.follow(ScannedCode(text))
    }
  }
}

extension InputEvent {
  fileprivate var stroke: KeyStroke {
    let key: TypedKey =
      switch meaning {
      case .character(let character): .character(character)
      case .enter: .enter
      case .tab: .tab
      case .modifier: .modifier
      case .erase: .erase
      case .other: .other
      }
    return isPress ? .pressed(key, code: code) : .released(code: code)
  }
}
