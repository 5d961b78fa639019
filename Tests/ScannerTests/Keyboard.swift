// SPDX-License-Identifier: Apache-2.0
// A keyboard with a barcode scanner and a mouse beside it: what all of them send is drawn at random, with the
// times at which a window gets it.

@testable import Catalog
@testable import Scanner

struct Keyboard {
  struct Stroke {
    var time: Int
    /// nil: a click or its like.
    var event: KeyStroke?
    var isOfScan: Bool
    /// The keyboard goes to another window.
    var isMove = false
  }

  static let shift: UInt32 = 300

  /// In the order in which they arrive.
  var strokes: [Stroke] {
    drawn.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
  /// How many in a hundred keys of a person, and how many scans, have a click or its like right behind them,
  /// or another window.
  var clicks = 0
  /// How many keys the person has pressed.
  private(set) var presses = 0
  /// Until then, Enter would be a scanner's: nobody presses it that soon behind a code that may end without.
  private var endMayCome = 0
  private var drawn: [Stroke] = []
  private var now = 1_000
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func wait(_ milliseconds: Int) { now += milliseconds }

  // MARK: A person

  /// Faster than the fastest: a key every 35 to 140 ms, or up to eight at once, as when a hand is rolled
  /// over the keys or falls on them, and words that end with Tab or Enter.
  mutating func typeLikeAPerson(_ count: Int) {
    var left = count
    while left > 0 {
      let together = chance(15) ? number(2...8) : 1
      if chance(5) {
        typeWord(of: together, every: chance(50) ? 1...30 : 31...40)
      } else {
        for place in 0..<together {
          if place > 0 { now += number(0...25) }
          pressOne(mayEnd: together < 6)
          if chance(clicks) { click(at: now + number(0...40)) }
        }
      }
      left -= together
      now += number(35...140)
    }
  }

  /// As one who types so many keys a second all the time.
  mutating func typeEvenly(_ count: Int, perSecond speed: Int) {
    for place in 0..<count {
      let code = UInt32(10 + place % 40)
      let key: TypedKey =
        place % 6 == 5 ? .character(" ") : place % 31 == 0 ? .erase : .character("a")
      press(key, code, until: now + number(60...120))
      now += 1_000 / speed - 8 + number(0...16)
    }
  }

  /// As a program sends it for a person, or nearly so.
  private mutating func typeWord(of length: Int, every gap: ClosedRange<Int>) {
    // Right behind a code it would be the next field of a form.
    wait(31)
    for place in 0...length {
      let key: TypedKey =
        place == length ? .enter : .character(Character(UnicodeScalar(UInt8(number(97...122)))))
      press(key, UInt32(400 + place), until: now + number(1...30))
      presses += 1
      now += number(gap)
    }
  }

  private mutating func pressOne(mayEnd: Bool) {
    let code = UInt32(number(10...60))
    let key: TypedKey =
      switch number(1...100) {
      case ...8: mayEnd && now > endMayCome ? .enter : .other
      case ...10: .erase
      case ...14: .character(" ")
      case ...18: .other
      case ...45: .character(Character("\(number(0...9))"))
      default: .character(Character(UnicodeScalar(UInt8(number(97...122)))))
      }
    // A finger that is still on the key must leave it first.
    let isDown = { [now] (stroke: Stroke) in
      stroke.event == .released(code: code) && stroke.time >= now
    }
    if let last = drawn.suffix(40).first(where: isDown) { now = last.time + 1 }
    press(key, code, until: now + number(30...150))
    presses += 1
    guard chance(1) else { return }
    // Held down, it repeats by itself.
    drawn.removeLast()
    now += number(200...500)
    for _ in 0..<number(3...30) {
      add(.pressed(key, code: code))
      presses += 1
      now += number(12...33)
    }
    add(.released(code: code))
  }

  // MARK: A scanner

  /// Returns the code; nil for one that is too long, which is typed.
  mutating func scan() -> String? {
    let isGTIN = chance(60)
    let code = isGTIN ? gtin() : sku()
    let isScan = code.count <= 64
    // Slow ones need 20 ms for a character, and a busy computer delays them.
    let pace = chance(50) ? 1...3 : 8...25
    // Of a code that looks like a word, a click would have its beginning typed.
    let isCode = !code.contains { $0.isLowercase || $0 == " " }
    let clicked = chance(clicks) && isCode && isScan ? number(3...(code.count - 1)) : nil
    for (place, character) in code.enumerated() {
      let isShifted = character.isUppercase
      if isShifted { add(.pressed(.modifier, code: Self.shift), isOfScan: isScan) }
      let step = number(pace)
      let key = UInt32(character.asciiValue ?? 0) + 100
      press(.character(character), key, until: now + step / 2, isOfScan: isScan)
      now += step / 2
      if isShifted { add(.released(code: Self.shift), isOfScan: isScan) }
      if place == clicked { click(at: now) }
      now += step - step / 2
    }
    let end = isGTIN ? number(1...3) : number(1...2)
    let isLate = isGTIN && end < 3 && chance(10)
    if isLate { wait(number(31...120)) }
    if end < 3 { press(.enter, UInt32(end), until: now + number(1...10), isOfScan: isScan) }
    if isLate || end == 3 { endMayCome = now + Int(ScanGate<Int>.latestEnd) }
    now += end < 3 ? number(11...50) : number(40...80)
    if !isScan { wait(150) }
    return isScan ? code : nil
  }

  private mutating func gtin() -> String {
    let length = [8, 12, 13, 14][number(0...3)]
    let digits = (1..<length).map { _ in "\(number(0...9))" }.joined()
    return (0...9).map { digits + "\($0)" }.first { (try? GTIN($0)) != nil } ?? digits
  }

  private mutating func sku() -> String {
    // A code with a space has no small letters, or it would be words.
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./" + (chance(50) ? " " : "abcdef"))
    let length = chance(5) ? number(65...140) : number(5...20)
    let rest = (1..<length).map { _ in letters[number(0...(letters.count - 1))] }
    return "K" + String(rest) + "\(number(0...9))"
  }

  // MARK: Keys

  private mutating func press(
    _ key: TypedKey, _ code: UInt32, until end: Int, isOfScan: Bool = false
  ) {
    add(.pressed(key, code: code), isOfScan: isOfScan)
    drawn.append(Stroke(time: end, event: .released(code: code), isOfScan: isOfScan))
  }

  /// A click, a turn of the wheel, or another window.
  private mutating func click(at time: Int) {
    drawn.append(Stroke(time: time, event: nil, isOfScan: false, isMove: chance(50)))
  }

  private mutating func add(_ event: KeyStroke, isOfScan: Bool = false) {
    drawn.append(Stroke(time: now, event: event, isOfScan: isOfScan))
  }
}

/// A text as it is typed, one key after the other; a line break is Enter.
func typed(
  _ text: String, every gap: Int, down duration: Int = 2, from start: Int = 1_000
) -> [Keyboard.Stroke] {
  text.enumerated().flatMap { place, character in
    let (time, code) = (start + place * gap, UInt32(place))
    let key: TypedKey =
      switch character {
      case "\n": .enter
      case "\t": .tab
      default: .character(character)
      }
    return [
      Keyboard.Stroke(time: time, event: .pressed(key, code: code), isOfScan: false),
      .init(time: time + duration, event: .released(code: code), isOfScan: false),
    ]
  }
}
