// SPDX-License-Identifier: Apache-2.0
// Smaller copies of pictures for programs without a display. Pictures come from anywhere, so they are decoded where
// the windows' are: in `vitrine`, which is started once for each kind of picture, locks itself in, and gets the open
// file alone (SECURITY.md). What it answers is checked like a file of a stranger.

import CDecoder
import Catalog
import Foundation
import Synchronization

/// A picture as a file of a size that is wanted.
public struct ScaledPicture: Sendable {
  public let bytes: [UInt8]
  /// JPEG, or PNG if anything shows through it.
  public let format: PictureFormat
  public let width, height: Int
  /// How many pixels the longer side of the picture itself has.
  public let ownSide: Int
}

/// Makes one copy at a time; several work beside each other.
public final class PictureScaler: Sendable {
  private let program: String
  private let patience: TimeInterval
  private let processes = Mutex<[PictureFormat: ScalingProcess]>([:])

  /// - Parameters:
  ///   - program: the file of `vitrine`.
  ///   - patience: how long, in seconds, one picture may take.
  public init(program: URL, patience: TimeInterval = 20) {
    self.program = program.path
    self.patience = patience
  }

  /// Nil if it can't be decoded here.
  /// - Parameters:
  ///   - file: that of a picture in a catalogue.
  ///   - side: how many pixels its longer side gets at most.
  ///   - isForPaper: whether it is to be a JPEG in any case.
  public func scaled(
    _ file: URL, _ format: PictureFormat, to side: Int, turn: PictureRotation,
    forPaper isForPaper: Bool = false
  ) -> ScaledPicture? {
    let request = vitrine_picture_request(
      size: Int32(clamping: side), smaller: (0, 0), turn: Int32(turn.rawValue),
      wants: Int32(isForPaper ? VITRINE_WANTS_JPEG : VITRINE_WANTS_FILE))
    return asking(file, format) { $0.ask(request, $1, within: $2) }?.first
  }

  /// Copies of up to three sizes, the smallest first, decoded once. Of those that are larger than the picture there is
  /// one at most; none at all if it can't be decoded here.
  /// - Parameter sides: how many pixels their longer sides get at most, the smallest first.
  public func copies(
    of file: URL, _ format: PictureFormat, sides: [Int], turn: PictureRotation
  ) -> [ScaledPicture] {
    let sizes = sides.reversed().map { Int32(clamping: $0) } + [0, 0, 0]
    let request = vitrine_picture_request(
      size: sizes[0], smaller: (sizes[1], sizes[2]), turn: Int32(turn.rawValue),
      wants: Int32(VITRINE_WANTS_FILE))
    return (asking(file, format) { $0.ask(request, $1, within: $2) } ?? []).reversed()
  }

  /// Asks the process that decodes pictures of this kind. Nil if it can't be asked.
  /// - Parameter ask: gets the process, the open file, and how long it may take; returns nil if the process is of no more
  ///   use.
  func asking<Answer>(
    _ file: URL, _ format: PictureFormat,
    _ ask: (ScalingProcess, Int32, TimeInterval) -> Answer?
  ) -> Answer? {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return processes.withLock { processes in
      if let process = processes[format] {
        if let answer = ask(process, descriptor, patience) { return answer }
        // It may have ended before this picture came: another one decides.
        processes[format] = nil
      }
      guard let process = ScalingProcess([program, "--decode-pictures", format.mimeType]),
        let answer = ask(process, descriptor, patience)
      else { return nil }
      processes[format] = process
      return answer
    }
  }

  /// The program beside this one, which decodes; nil if it is not installed.
  public static func program(
    beside own: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  ) -> URL? {
    let program = own.deletingLastPathComponent().appendingPathComponent("vitrine")
    return access(program.path, X_OK) == 0 ? program : nil
  }
}
