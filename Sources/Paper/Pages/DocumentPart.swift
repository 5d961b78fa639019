// SPDX-License-Identifier: Apache-2.0
// The parts of a document that a PDF names, within that for all of it. Not for translation.

public enum DocumentPart: String, Sendable {
  case section = "Sect"
  case heading = "H1"
  case subheading = "H2"
  case paragraph = "P"
  case figure = "Figure"
}
