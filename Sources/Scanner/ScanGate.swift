// SPDX-License-Identifier: Apache-2.0
// Tells a barcode scanner that types from a person at the keyboard, by the time between two keys and by
// how long a key is down, and keeps back what may be a scan until that is known: a code must not get into
// the field that happens to have the keyboard. What a person types comes out again unchanged and in order:
// a key that types a code's character 20 ms later, as its finger is still on it then, and any other at once.
// At 3 to 15 keys a second that is 16 ms on average (`testHowLateAPersonsKeysAre`), a frame of the screen.

/// What comes from the keyboard goes through it as `Item`, whatever that is.
public struct ScanGate<Item> {
  /// What is to be done now.
  public struct Outcome {
    /// What goes on to the window, in this order.
    public var passed: [Item] = []
    /// The codes that were scanned.
    public var scans: [String] = []
  }

  /// Milliseconds from one key of a scanner to the next, at most. A person has two or three keys down
  /// within that now and then, but never six in a row.
  public static var longestGap: UInt32 { 30 }
  /// The same in the midst of a code of which two keys were not a person's: the display or the scanner was busy.
  public static var longestHiccup: UInt32 { 60 }
  /// Milliseconds for which a scanner has a key down, at most. A person needs more than twice as long.
  public static var longestPress: UInt32 { 18 }
  /// Milliseconds until the key that ends a code, if the code had all it needs without.
  public static var latestEnd: UInt32 { 150 }
  /// So many keys this fast are part of a scan, or were sent by a program.
  private static var shortestRun: Int { 4 }
  /// A key that is down for longer than this, in milliseconds, without repeating was released unseen.
  private static var longestDown: UInt32 { 1_000 }

  private var held: [(item: Item, stroke: KeyStroke)] = []
  private var burst = ScanBurst()
  /// How many of those held belong to the codes in the burst.
  private var heldOfCodes = 0
  /// Whether one of them was released faster than a person can.
  private var isOfMachine = false
  private var last: (key: TypedKey, time: UInt32) = (.other, 0)
  private var wantedPause = ScanPause.none
  /// Whether the last key was a scanner's, and the one that ends its code may be yet to come.
  private var awaitsEnd = false
  /// The key that was pressed last and is still down: pressed again, it repeats by itself.
  private var down: UInt32?
  /// The keys of a scan that are still to be released.
  private var swallowed: Set<UInt32> = []

  public init() {}

  /// Whether something is kept back, so that `rest` must be called.
  public var isHolding: Bool { !held.isEmpty }

  // What has let one key go that fast is no person: it may need longer for the next, on a busy computer.
  private var longestWait: UInt32 {
    guard down == nil || isOfMachine else { return Self.longestPress }
    return isOfMachine && burst.isUnfinished ? Self.longestHiccup : Self.longestGap
  }

  /// How many milliseconds after `time` `rest` is due, unless another key comes.
  public func patience(at time: UInt32) -> Int {
    // A little more, as a key may arrive late.
    max(1, Int(longestWait * 10 / 9) - Int(elapsed(from: last.time, to: time)))
  }

  /// - Parameter time: in milliseconds, when the key was pressed, not when it arrived.
  public mutating func take(_ item: Item, _ stroke: KeyStroke, at time: UInt32) -> Outcome {
    switch stroke {
    case .pressed(.modifier, _): return isHolding ? hold(item, stroke) : Outcome(passed: [item])
    case .pressed(let key, let code):
      defer { last = (key, time) }
      let gap = elapsed(from: last.time, to: time)
      // No scanner waits until its keys repeat: one of its keys that is pressed again was released unseen.
      let isOfScan = swallowed.remove(code) != nil
      let isRepeated = down == code && gap <= Self.longestDown && !isOfScan
      let isQuick = gap <= longestWait
      down = code
      if isRepeated { return giveBack(with: item) }
      return take(key, item, stroke: stroke, after: gap, isQuick: isQuick)
    case .released(let code):
      let isOfLast = down == code
      let (duration, longest) = (elapsed(from: last.time, to: time), longestWait)
      if isOfLast { down = nil }
      if swallowed.remove(code) != nil { return Outcome() }
      guard isHolding else { return Outcome(passed: [item]) }
      _ = hold(item, stroke)
      guard isOfLast else { return Outcome() }
      if duration <= Self.longestPress {
        isOfMachine = true
        if burst.text.isEmpty { heldOfCodes = held.count } else { burst.wasReleasedAtOnce() }
      }
      return duration <= longest ? Outcome() : rest()
    }
  }

  /// No key has been pressed for a while.
  public mutating func rest() -> Outcome {
    guard isHolding else { return Outcome() }
    return burst.scan.map { scanned($0) } ?? giveBack()
  }

  /// A click or its like is about to happen, which must find what was typed before it. A scan that is on its way
  /// is none of a person's doing, and goes on.
  public mutating func interrupt() -> Outcome {
    let isScan = isOfMachine && burst.keys >= Self.shortestRun && burst.looksLikeCodeSoFar
    guard isHolding, !isScan else { return Outcome() }
    wantedPause = .short
    return rest()
  }

  /// The keyboard goes to another window or comes back: nobody knows which key is down. What is kept back is
  /// still for the window that it was typed in.
  public mutating func moveKeyboard() { down = nil }

  private mutating func take(
    _ key: TypedKey, _ item: Item, stroke: KeyStroke, after gap: UInt32, isQuick: Bool
  ) -> Outcome {
    var outcome = isQuick ? Outcome() : rest()
    awaitsEnd = awaitsEnd && key.endsCodes && gap <= Self.latestEnd
    if awaitsEnd {
      swallow(stroke)
      return outcome
    }
    if isQuick, !isHolding, last.key == .erase { wantedPause = .short }
    if gap < (last.key.endsCodes ? wantedPause.atEnd : wantedPause.inside) {
      return Outcome(passed: outcome.passed + [item], scans: outcome.scans)
    }
    wantedPause = .none
    var isOfScan: Bool {
      switch key {
      case .character(let character): burst.add(character)
      case .enter, .tab: burst.end()
      default: false
      }
    }
    // A second Enter may be a person's, until it is released.
    let isCodeEnded = !burst.text.isEmpty
    if isOfScan {
      _ = hold(item, stroke)
      if key.endsCodes, isCodeEnded { heldOfCodes = held.count }
      return burst.isTooLong || burst.isFull ? rest() : outcome
    }
    let rest = burst.isOfProgram ? giveBack(with: item) : rest(with: item)
    outcome.passed += rest.passed
    outcome.scans += rest.scans
    return outcome
  }

  private mutating func hold(_ item: Item, _ stroke: KeyStroke) -> Outcome {
    held.append((item, stroke))
    return Outcome()
  }

  private mutating func rest(with item: Item) -> Outcome {
    var outcome = rest()
    outcome.passed.append(item)
    return outcome
  }

  private mutating func giveBack(with item: Item? = nil) -> Outcome {
    defer { clear() }
    // Else the rest of a scan that began too slowly would be a code.
    if !burst.isEmpty { wantedPause = .behind(burst, isOfMachine: isOfMachine) }
    return Outcome(passed: held.map(\.item) + (item.map { [$0] } ?? []))
  }

  // What was pressed before the scan is released after it.
  private mutating func scanned(_ codes: [String]) -> Outcome {
    var outcome = Outcome(scans: codes)
    let isWhole = codes.count > burst.codes.count
    let end = isWhole ? held.count : heldOfCodes
    if burst.text.count >= Self.shortestRun, !isWhole { wantedPause = .long }
    for (place, (item, stroke)) in held.enumerated() {
      switch stroke {
      case .pressed where place < end: swallow(stroke)
      case .released(let code) where swallowed.remove(code) != nil: break
      default: outcome.passed.append(item)
      }
    }
    clear()
    awaitsEnd = isWhole
    return outcome
  }

  private mutating func swallow(_ stroke: KeyStroke) {
    if case .pressed(_, let code) = stroke { swallowed.insert(code) }
  }

  private mutating func clear() {
    (held, burst, heldOfCodes, isOfMachine) = ([], ScanBurst(), 0, false)
  }
}
