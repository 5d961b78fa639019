// `./dev bench catalogue`: how fast the catalogue is, as ratios to bare SQLite, measured in the
// same run on the same disk.

import Foundation

func complain(_ text: String) {
  FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
}

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
