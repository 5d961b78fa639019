// SPDX-License-Identifier: Apache-2.0
// A barcode scanner that types like a keyboard. Once one is set up, its codes are taken out of what is typed in any
// window, and lead to their products: nothing of them gets into the field that has the keyboard. Until then no key
// waits for anything; the program only notices that a scanner seems to be there.

import Gtk
import Scanner
import StateRestoration
import VitrineModel
import Wording

/// What the application does for a scanner.
@MainActor
protocol ScanFollower: AnyObject {
  /// Shows the products with a code, or begins a new one.
  func follow(_ code: ScannedCode) async
  /// Says something in the front window.
  func say(_ sentence: String)
  /// Offers to set up a scanner. `answered`: the user wants that, or does not.
  func offerScannerSetUp(answered: @escaping @MainActor () -> Void)
}

@MainActor
final class BarcodeScanner: KeyGate {
  /// The window in which one is being set up, which gets its codes meanwhile.
  weak var setUp: ScannerSetUp? { didSet { listen() } }

  private var gate = ScanGate<InputEvent>()
  private var sighting = ScanSighting()
  /// How many events came so far: what waits for a rest waits for the last of them.
  private var count = 0
  /// The last one, while it may be a part of a scan.
  private var last: InputEvent?
  /// The previous code is followed first.
  private var following: Task<Void, Never>?
  private var hasOffered = false
  private unowned let follower: any ScanFollower
  /// nil: nobody has decided yet.
  private let isOn: AppStorage<Bool?>
  private let isOfferAnswered: AppStorage<Bool>
  private var subscription: StateSubscription?

  init(_ follower: any ScanFollower, isOn: AppStorage<Bool?>, isOfferAnswered: AppStorage<Bool>) {
    (self.follower, self.isOn, self.isOfferAnswered) = (follower, isOn, isOfferAnswered)
    subscription = isOn.onChange { [weak self] _ in self?.listen() }
    listen()
  }

  private var shownSetUp: ScannerSetUp? { setUp.flatMap { $0.isOnScreen ? $0 : nil } }

  func turnOn() { isOn.wrappedValue = true }

  private func listen() {
    let isNeeded = isOn.wrappedValue == true || setUp != nil
    if !isNeeded {
      interrupt()
      gate = ScanGate()
    }
    InputEvents.gate = isNeeded ? self : nil
    guard !isNeeded, isOn.wrappedValue == nil, !isOfferAnswered.wrappedValue, !hasOffered else {
      return KeyTimes.observer = nil
    }
    KeyTimes.observer = { [weak self] in self?.see($0) }
  }

  // MARK: Without one

  private func see(_ press: KeyTimes.Press) {
    guard sighting.takes(TypedKey(press.meaning), at: press.time, until: press.end) else { return }
    hasOffered = true
    MainLoop.whenIdle { [weak self] in
      self?.listen()
      self?.follower.offerScannerSetUp { [weak self] in self?.isOfferAnswered.wrappedValue = true }
    }
  }

  // MARK: With one

  func take(_ event: InputEvent) -> [InputEvent] {
    count += 1
    shownSetUp?.take(event.stroke, at: event.time)
    let outcome = gate.take(event, event.stroke, at: event.time)
    last = event
    follow(outcome.scans)
    if gate.isHolding {
      MainLoop.after(milliseconds: gate.patience(at: event.time)) { [weak self, count] in
        if count == self?.count { self?.interrupt() }
      }
    } else {
      last = nil
    }
    return going(outcome.passed)
  }

  func interrupt() { act(on: gate.rest()) }
  func pointerComes() { act(on: gate.interrupt()) }
  func keyboardMoves() { gate.moveKeyboard() }

  private func act(on outcome: ScanGate<InputEvent>.Outcome) {
    InputEvents.pass(going(outcome.passed))
    follow(outcome.scans)
    if !gate.isHolding { last = nil }
  }

  /// The keys that go on. The end of a code that was not recognised must not press a button of the window that is to say
  /// why.
  private func going(_ events: [InputEvent]) -> [InputEvent] {
    shownSetUp?.isReading == true ? events.filter { !TypedKey($0.meaning).isOfCodes } : events
  }

  private func follow(_ codes: [String]) {
    if let shownSetUp { return shownSetUp.found(codes) }
    for code in codes { follow(code) }
  }

  private func follow(_ text: String) {
    // What a question is about must not change before the answer.
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
    isPress ? .pressed(TypedKey(meaning), code: code) : .released(code: code)
  }
}

extension TypedKey {
  fileprivate init(_ meaning: InputEvent.Meaning) {
    self =
      switch meaning {
      case .character(let character): .character(character)
      case .enter: .enter
      case .tab: .tab
      case .modifier: .modifier
      case .erase: .erase
      case .other: .other
      }
  }
}
