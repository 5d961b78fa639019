// SPDX-License-Identifier: Apache-2.0
// `./dev bench catalogue`: how fast the catalogue is, as ratios to bare SQLite, measured in the
// same run on the same disk.

import BenchTables
import Foundation

@main
enum BenchProgram {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if let child = options.child {
        try await child.what.run(child.directory)
      } else {
        try await Bench(options).measure()
      }
    } catch let error as UsageError {
      complain("\(error.message)\n\n\(Options.helpText)")
      exit(2)
    } catch {
      complain(error.localizedDescription)
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
  }
}
