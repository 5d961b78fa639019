// SPDX-License-Identifier: Apache-2.0
// `./dev bench windows`: how fast the program's windows are painted, as ratios to a C program with windows
// of the same kinds, and what a very large catalogue changes. The programs are real ones, on a display of their
// own; what happens in them is told by a library that is loaded into both (`WindowWatcher`), so that
// neither has any code for being measured.

import BenchTables
import Foundation

@main
enum WindowBenchProgram {
  static func main() async {
    do {
      let options = try WindowOptions(Array(CommandLine.arguments.dropFirst()))
      try await WindowBench(options).measure()
    } catch let error as UsageError {
      complain("\(error.message)\n\n\(WindowOptions.helpText)")
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
