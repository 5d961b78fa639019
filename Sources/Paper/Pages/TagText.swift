// SPDX-License-Identifier: Apache-2.0
// Texts within the attributes of cairo's tags, which have quotes around them.

enum TagText {
  static func quoted(_ text: String) -> String {
    // By code points: a quote before a combining mark is one character with it, but not for cairo.
    var quoted = ""
    for scalar in text.unicodeScalars where scalar != "\0" {
      if scalar == "'" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted
  }
}
