// SPDX-License-Identifier: Apache-2.0
// A picture of a barcode, as it is printed on goods.

import Foundation

/// Draws the barcode of thirteen digits, whatever the last one is, a fifth as wide as its picture.
func drawBarcode(_ digits: String, in folder: URL) throws -> URL {
  let numbers = digits.compactMap(\.wholeNumberValue)
  // The lines of each digit on the left, in odd parity; the others are made of them.
  let odd = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
    "0110111", "0001011",
  ]
  let even = odd.map { String($0.map { $0 == "0" ? "1" : "0" }.reversed()) }
  let right = odd.map { String($0.map { $0 == "0" ? "1" : "0" }) }
  let parities = [
    "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO",
    "OEEOEO",
  ]
  let left = zip(parities[numbers[0]], numbers[1...6]).map { $0 == "O" ? odd[$1] : even[$1] }
  let lines = "101" + left.joined() + "01010" + numbers[7...12].map { right[$0] }.joined() + "101"
  let bars = lines.enumerated().filter { $0.element == "1" }.map {
    "<rect x='\(190 + $0.offset)' y='200' width='1' height='60'/>"
  }
  let file = folder.appendingPathComponent("\(digits).svg")
  let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 475 475">
    <rect width="475" height="475" fill="#eee"/>\(bars.joined())</svg>
    """
  try Data(drawing.utf8).write(to: file)
  return file
}
