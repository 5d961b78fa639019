// SPDX-License-Identifier: Apache-2.0
// Texts within the attributes of cairo's tags, which have quotes around them.

enum TagText {
  static func quoted(_ text: String) -> String {
    text.filter { $0 != "\0" }.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
