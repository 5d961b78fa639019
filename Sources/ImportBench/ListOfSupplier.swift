// SPDX-License-Identifier: Apache-2.0
// A list of a supplier, made up: the same bytes for the same number of rows. The next one has other prices in a tenth
// of them.

struct ListOfSupplier {
  let rows: Int
  var isNext = false

  var bytes: [UInt8] {
    var text =
      "SKU,EAN,Title,Brand,Category,Price EUR,Sale price EUR,Stock,Weight g,Introduced,Colour,Description\n"
    let words = ["oak", "linen", "brass", "olive", "stone", "silver", "harbour", "meadow"]
    let colours = ["red", "blue", "green", "black", "white"]
    text.reserveCapacity(rows * 200)
    for row in 0..<rows {
      let random = row &* 2_654_435_761 & 0xFFFF_FFFF
      let cents = 100 + random % 50_000 + (isNext && row % 10 == 0 ? 10 : 0)
      let word = words[random % 8]
      let other = words[random / 8 % 8]
      text += "P\(1_000_000 + row),\(gtin(row)),\(word) \(other) no. \(row),\(other.uppercased()),"
      text += "Home/\(word)/\(other),\(amount(cents)),\(amount(cents - 50)),\(random % 200),"
      text +=
        "\(random % 5_000),20\(10 + row % 15)-0\(1 + row % 9)-1\(row % 10),\(colours[row % 5]),"
      text +=
        row % 20 == 0 ? "\"A \(word), \"\"fine\"\",\nin two lines\"\n" : "A \(word) of \(other).\n"
    }
    return Array(text.utf8)
  }

  private func amount(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  private func gtin(_ row: Int) -> String {
    let digits = "\(400_600_000_000 + row)"
    let sum = digits.utf8.enumerated().reduce(0) {
      $0 + (Int($1.element) - 48) * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return "\(digits)\((10 - sum % 10) % 10)"
  }
}
