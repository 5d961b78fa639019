// What is written to the terminal, and the error that means the call itself was wrong.

import Foundation

enum Terminal {
  static func say(_ text: String) { write(Data((text + "\n").utf8), to: .standardOutput) }
  static func say(_ data: Data) { write(data, to: .standardOutput) }

  static func complain(_ text: String) {
    write(Data("vitrinectl: \(text)\n".utf8), to: .standardError)
  }

  // When the reader went away (`vitrinectl … | head -1`) the rest is dropped without a word: there
  // is nobody to tell, and the work itself is done. `main` ignores the signal that would end it.
  private static func write(_ data: Data, to handle: FileHandle) {
    try? handle.write(contentsOf: data)
  }
}

/// The words of the call make no sense; the message says why.
struct Misunderstood: Error {
  let message: String
}
