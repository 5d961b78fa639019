// Pictures are decoded in a process of their own, which can crash, hang or run out of memory without
// the program: a picture may come from anywhere, and the libraries that decode it are written in C.
// The process starts with the first picture, takes one after the other and ends when nothing was asked
// for a while.

import CGtk
import Foundation

/// Where pictures are decoded.
///
/// Sendable because everything that changes is touched on its queue alone.
public final class PictureDecoder: @unchecked Sendable {
  /// Why a picture can't be shown.
  public enum Failure: Error, Equatable {
    /// The file can't be read, or is of another kind.
    case notAPicture
    /// It claims more pixels than are allowed.
    case tooLarge
    /// It is damaged, or of a kind that this computer can't decode.
    case undecodable
    /// No process could be started to decode it.
    case noDecoder
  }

  private let command: [String]
  private let patience: TimeInterval
  private let rest: TimeInterval
  // One at a time: decoding several pictures at once would keep all cores busy.
  private let queue = DispatchQueue(label: "vitrine.pictures", qos: .userInitiated)
  private var process: DecoderProcess?
  private var requests = 0

  /// - Parameters:
  ///   - command: the program that calls ``PictureDecoding/serve(within:)``, and its arguments.
  ///   - patience: how long, in seconds, one picture may take.
  ///   - rest: after how many seconds without a picture the process ends.
  public init(command: [String], patience: TimeInterval = 20, rest: TimeInterval = 5) {
    self.command = command
    self.patience = patience
    self.rest = rest
  }

  /// Decodes a file, scaled down to at most `size` pixels in either direction.
  ///
  /// - Parameters:
  ///   - file: the picture. It never changes.
  ///   - size: in pixels.
  ///   - turn: by how many degrees the upright picture is turned clockwise: 0, 90, 180 or 270.
  ///   - thumbnail: where the result is kept if it is much smaller than the picture, to be decoded
  ///     instead of it the next time.
  public func read(
    _ file: URL, fitting size: Int, turn: Int = 0, thumbnail: URL? = nil
  ) async throws -> Texture {
    let request = PictureRequest(
      file: file.path, size: Int32(clamping: size), turn: Int32(clamping: turn),
      thumbnail: thumbnail?.path)
    return try await Texture(answer { try $0.decode(request, patience: $1) })
  }

  /// The numbers in a picture's barcodes, as they are read, right or wrong; none in what is not a picture.
  public func barcodes(in file: URL) async throws -> [String] {
    let request = PictureRequest(
      file: file.path, size: 0, turn: 0, thumbnail: nil, wantsBarcodes: true)
    return try await answer { try $0.barcodes(request, patience: $1) }
  }

  private typealias Asking<Answer> = @Sendable (DecoderProcess, TimeInterval) throws -> Answer

  private func answer<Answer: Sendable>(_ asking: @escaping Asking<Answer>) async throws -> Answer {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Answer, any Error>) in
      queue.async {
        continuation.resume(with: Result { try self.ask(again: asking) })
      }
    }
  }

  private func ask<Answer>(again asking: Asking<Answer>) throws -> Answer {
    requests += 1
    let number = requests
    defer {
      queue.asyncAfter(deadline: .now() + rest) { [weak self] in
        if let self, self.requests == number { self.process = nil }
      }
    }
    if process != nil {
      do { return try ask(asking) } catch DecoderProcess.Ended.beforeAnswering {
        // It may have ended before this picture came: another one decides.
      } catch is DecoderProcess.Ended { throw Failure.undecodable }
    }
    do { return try ask(asking) } catch is DecoderProcess.Ended { throw Failure.undecodable }
  }

  private func ask<Answer>(_ asking: Asking<Answer>) throws -> Answer {
    do { return try asking(startedProcess(), patience) } catch {
      if error is DecoderProcess.Ended { process = nil }
      throw error
    }
  }

  private func startedProcess() throws -> DecoderProcess {
    if let process { return process }
    guard let started = DecoderProcess(command) else { throw Failure.noDecoder }
    process = started
    return started
  }
}
