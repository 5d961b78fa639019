// SPDX-License-Identifier: Apache-2.0
// A QR code as squares, dark or light (ISO/IEC 18004): bytes only, with the two lower levels of error
// correction, as a screen is neither scratched nor dirty. What is in it and how that is protected is in
// `QRCodewords`; here is where everything stands.

/// A text as a QR code.
public struct QRCode: Equatable, Sendable {
  /// How many squares a side has, without the light margin.
  public let side: Int
  /// The light margin that a reader needs on each side, in squares.
  public static let margin = 4
  /// The largest version that a camera reads from a screen without trouble: 117 squares.
  public static let largestVersion = 25

  /// Row by row.
  private var isDarkAt: [Bool]
  /// What says how to read it, and no data.
  private var isFixedAt: [Bool]

  public func isDark(_ x: Int, _ y: Int) -> Bool { isDarkAt[y * side + x] }

  /// Nil if the text is too long. The better protection is taken if there is room for it. `pattern`: the
  /// mask to lay over it; nil for the one that is easiest to read.
  public init?(_ text: String, largest: Int = Self.largestVersion, pattern: Int? = nil) {
    let bytes = Array(text.utf8)
    for level in [QRCodewords.Level.medium, .low] {
      guard let codewords = QRCodewords(bytes, level, largest: largest) else { continue }
      self = Self(unmasked: codewords).masked(codewords.level, pattern)
      return
    }
    return nil
  }

  private init(unmasked codewords: QRCodewords) {
    side = 17 + 4 * codewords.version
    isDarkAt = Array(repeating: false, count: side * side)
    isFixedAt = isDarkAt
    drawMarks(codewords.version)
    drawFormat(codewords.level, pattern: 0)
    draw(codewords.all)
  }

  /// With this mask, or the one that makes it easiest to read.
  private func masked(_ level: QRCodewords.Level, _ pattern: Int?) -> QRCode {
    let candidates = (pattern.map { $0...$0 } ?? 0...7).map { pattern in
      var code = self
      code.mask(pattern)
      code.drawFormat(level, pattern: pattern)
      return code
    }
    guard candidates.count > 1 else { return candidates.first ?? self }
    let rated = candidates.map { (code: $0, penalty: $0.penalty) }
    return rated.min { $0.penalty < $1.penalty }?.code ?? self
  }

  private mutating func fix(_ x: Int, _ y: Int, isDark: Bool) {
    isDarkAt[y * side + x] = isDark
    isFixedAt[y * side + x] = true
  }

  // MARK: Marks

  private mutating func drawMarks(_ version: Int) {
    for place in 0..<side {
      fix(6, place, isDark: place % 2 == 0)
      fix(place, 6, isDark: place % 2 == 0)
    }
    for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawFinder(x, y) }
    let places = Self.alignmentPlaces(version, side)
    let last = places.count - 1
    for (i, x) in places.enumerated() {
      for (j, y) in places.enumerated()
      where (i, j) != (0, 0) && (i, j) != (0, last) && (i, j) != (last, 0) {
        drawSquares(x, y, reaching: 2) { $0 != 1 }
      }
    }
    drawVersion(version)
  }

  private mutating func drawFinder(_ x: Int, _ y: Int) {
    drawSquares(x, y, reaching: 4) { $0 != 2 && $0 != 4 }
  }

  /// Squares around a middle; `isDark` gets how far one is from it.
  private mutating func drawSquares(
    _ x: Int, _ y: Int, reaching reach: Int, isDark: (Int) -> Bool
  ) {
    for dy in -reach...reach {
      for dx in -reach...reach
      where (0..<side).contains(x + dx) && (0..<side).contains(y + dy) {
        fix(x + dx, y + dy, isDark: isDark(max(abs(dx), abs(dy))))
      }
    }
  }

  static func alignmentPlaces(_ version: Int, _ side: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step =
      version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<(count - 1)).reversed().map { side - 7 - $0 * step }
  }

  /// The level and the mask, twice, with ten bits to correct errors.
  private mutating func drawFormat(_ level: QRCodewords.Level, pattern: Int) {
    let bits = Self.formatBits(level, pattern: pattern)
    func isSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for bit in 0...5 { fix(8, bit, isDark: isSet(bit)) }
    fix(8, 7, isDark: isSet(6))
    fix(8, 8, isDark: isSet(7))
    fix(7, 8, isDark: isSet(8))
    for bit in 9..<15 { fix(14 - bit, 8, isDark: isSet(bit)) }
    for bit in 0..<8 { fix(side - 1 - bit, 8, isDark: isSet(bit)) }
    for bit in 8..<15 { fix(8, side - 15 + bit, isDark: isSet(bit)) }
    fix(8, side - 8, isDark: true)
  }

  static func formatBits(_ level: QRCodewords.Level, pattern: Int) -> Int {
    let data = level.rawValue << 3 | pattern
    return (data << 10 | remainder(data, bits: 10, divisor: 0x537)) ^ 0x5412
  }

  private mutating func drawVersion(_ version: Int) {
    guard version >= 7 else { return }
    let bits = Self.versionBits(version)
    for bit in 0..<18 {
      let (along, across) = (side - 11 + bit % 3, bit / 3)
      fix(along, across, isDark: bits >> bit & 1 == 1)
      fix(across, along, isDark: bits >> bit & 1 == 1)
    }
  }

  static func versionBits(_ version: Int) -> Int {
    version << 12 | remainder(version, bits: 12, divisor: 0x1F25)
  }

  /// The remainder of a division of polynomials whose coefficients are bits.
  private static func remainder(_ data: Int, bits: Int, divisor: Int) -> Int {
    (0..<bits).reduce(data) { rest, _ in rest << 1 ^ (rest >> (bits - 1)) * divisor }
  }

  // MARK: Data

  /// Upwards and downwards in columns of two, from the right.
  private mutating func draw(_ codewords: [UInt8]) {
    var bit = 0
    var right = side - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<side {
        let y = isUpward ? side - 1 - step : step
        for x in [right, right - 1] where !isFixedAt[y * side + x] {
          // The few squares that are left stay light.
          guard bit < codewords.count * 8 else { continue }
          isDarkAt[y * side + x] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      right -= 2
    }
  }

  private mutating func mask(_ pattern: Int) {
    for y in 0..<side {
      for x in 0..<side where !isFixedAt[y * side + x] {
        let turns =
          switch pattern {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if turns { isDarkAt[y * side + x].toggle() }
      }
    }
  }
}
