// SPDX-License-Identifier: Apache-2.0
// How far a start has got. `launch.json` is replaced when a start begins, when all windows are there,
// and at the end; which window is being restored is a line that is appended to a file beside it,
// because replacing a file twice for each of ten thousand windows takes seconds.

import Foundation

/// The marker of a start, used on one queue.
final class LaunchMarker {
  private let directory: StateDirectory
  private let files: any StateFileSystem
  /// The open file of lines.
  private var marks: Int32?

  init(_ directory: StateDirectory, _ files: any StateFileSystem) {
    self.directory = directory
    self.files = files
  }

  deinit { if let marks { files.close(marks) } }

  /// Replaces the marker. The lines before it count no more.
  func write(_ launch: LaunchRecord) {
    let data = launch.value.canonicalData()
    // Never write what could not be read back.
    guard data.count <= StateLimits.launchBytes else { return }
    do { try files.replace(directory.launch, with: data, isLasting: false) } catch { return }
    if let marks { files.close(marks) }
    marks = nil
    try? files.removeIfThere(directory.launchMarks)
  }

  /// Appends which window is being restored.
  func note(_ scene: UUID?) {
    do {
      if marks == nil {
        try files.removeIfThere(directory.launchMarks)
        marks = try files.open(directory.launchMarks, .creating)
      }
      guard let marks else { return }
      var rest = Data((scene?.uuidString ?? "-").utf8 + [UInt8(ascii: "\n")])
      while !rest.isEmpty {
        rest = rest.dropFirst(try files.write(marks, rest, path: directory.launchMarks))
      }
    } catch {
      // A line that was cut short would hide those after it.
      if let marks { files.close(marks) }
      marks = nil
    }
  }

  /// The last line that is complete; nil if there is none.
  static func lastNote(_ directory: StateDirectory, _ files: any StateFileSystem) -> Substring? {
    guard let data = try? files.contents(directory.launchMarks, limit: StateLimits.launchBytes)
    else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().last
  }
}
