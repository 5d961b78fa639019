// Tells a barcode scanner that types from a person at the keyboard, by the time between two keys, and
// keeps back what may be a scan until that is known: a code must not get into the field that happens to
// have the keyboard. What a person types comes out again a moment later, unchanged and in order.

import Catalog

/// What comes from the keyboard goes through it as `Item`, whatever that is.
public struct ScanGate<Item> {
  /// What a key does.
  public enum Key: Equatable, Sendable {
    case character(Character)
    /// Enter or Tab, with which most scanners end.
    case end
    /// Shift and its like, which belong to the next key.
    case modifier
    case other
  }

  public enum Event: Equatable, Sendable {
    /// `code` is the same for the release of the key.
    case pressed(Key, code: UInt32)
    case released(code: UInt32)
  }

  /// What is to be done now.
  public struct Outcome {
    /// What goes on to the window, in this order.
    public var passed: [Item] = []
    /// The code that was scanned.
    public var scan: String?
  }

  /// Milliseconds from one key of a scanner to the next, at most. A person has two or three keys down
  /// within that now and then, but never six in a row.
  public static var longestGap: UInt32 { 30 }
  /// How many milliseconds after the last key was pressed `rest` is due: a key may be a little late.
  public static var patience: Int { 35 }

  private static var shortestCode: Int { 6 }
  private static var longestCode: Int { 64 }
  /// So many keys this fast are part of a scan, or were sent by a program.
  private static var shortestRun: Int { 4 }
  /// How many milliseconds without a key end a scan that was broken off.
  private static var pause: UInt32 { 150 }
  /// A key that is down for longer than this, in milliseconds, without repeating was released unseen: in
  /// another window.
  private static var longestDown: UInt32 { 1_000 }

  private var held: [(item: Item, event: Event)] = []
  private var code = ""
  private var lastTime: UInt32 = 0
  /// A run of fast keys was given back: what follows without a pause is the rest of it, and no code.
  private var isBrokenOff = false
  /// The key that was pressed last and is still down: pressed again, it repeats by itself.
  private var down: UInt32?
  /// The keys of a scan that are still to be released.
  private var swallowed: Set<UInt32> = []

  public init() {}

  /// Whether something is kept back, so that `rest` must be called.
  public var isHolding: Bool { !held.isEmpty }

  /// - Parameter time: in milliseconds, when the key was pressed, not when it arrived.
  public mutating func take(_ item: Item, _ event: Event, at time: UInt32) -> Outcome {
    switch event {
    case .pressed(.modifier, _): return isHolding ? hold(item, event) : Outcome(passed: [item])
    case .pressed(let key, let code):
      defer { lastTime = time }
      let isRepeated = down == code && time &- lastTime <= Self.longestDown
      down = code
      if isRepeated { return swallowed.contains(code) ? Outcome() : giveBack(with: item) }
      swallowed.remove(code)
      return take(key, item, event: event, at: time)
    case .released(let code):
      if down == code { down = nil }
      if swallowed.remove(code) != nil { return Outcome() }
      return isHolding ? hold(item, event) : Outcome(passed: [item])
    }
  }

  /// No key has been pressed for a while.
  public mutating func rest() -> Outcome {
    // Some scanners end with nothing. What has the right check digit at that speed is one of theirs.
    (try? GTIN(code)) == nil ? giveBack() : scanned()
  }

  private mutating func take(
    _ key: Key, _ item: Item, event: Event, at time: UInt32
  ) -> Outcome {
    // The clock starts again at 0 after 49 days.
    var isNext: Bool { !code.isEmpty && time &- lastTime <= Self.longestGap }
    var outcome = isNext ? Outcome() : rest()
    if isBrokenOff {
      isBrokenOff = time &- lastTime < Self.pause
      if isBrokenOff { return Outcome(passed: outcome.passed + [item], scan: outcome.scan) }
    }
    switch key {
    case .character(let character) where character.isInCodes || character == " " && isNext:
      _ = hold(item, event)
      code.append(character)
      if code.count > Self.longestCode { outcome = giveBack() }
    // Programs that type for a person send words as fast, and Tab after them.
    case .end where isNext && code.count >= Self.shortestCode && code.contains(where: \.isNumber):
      _ = hold(item, event)
      outcome = scanned()
    default: outcome.passed += giveBack(with: item).passed
    }
    return outcome
  }

  private mutating func hold(_ item: Item, _ event: Event) -> Outcome {
    held.append((item, event))
    return Outcome()
  }

  private mutating func giveBack(with item: Item? = nil) -> Outcome {
    defer { clear() }
    if code.count >= Self.shortestRun { isBrokenOff = true }
    return Outcome(passed: held.map(\.item) + (item.map { [$0] } ?? []))
  }

  // What was pressed before the scan is released after it.
  private mutating func scanned() -> Outcome {
    var outcome = Outcome(scan: code)
    for (item, event) in held {
      switch event {
      case .pressed(_, let code): swallowed.insert(code)
      case .released(let code): if swallowed.remove(code) == nil { outcome.passed.append(item) }
      }
    }
    clear()
    return outcome
  }

  private mutating func clear() { (held, code) = ([], "") }
}

extension Character {
  /// Whether barcodes of products have it anywhere; a space is never the first.
  fileprivate var isInCodes: Bool { asciiValue.map { (33...126).contains($0) } ?? false }
}
