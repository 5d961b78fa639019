// SPDX-License-Identifier: Apache-2.0
// Pictures are decoded in a process of their own, which can crash, hang or run out of memory without
// the program: a picture may come from anywhere, and the libraries that decode it are written in C.
// Each kind of picture has a process of its own, which loads what decodes that kind and locks itself in before
// it gets the first one. It takes one after the other and ends when nothing was asked for a while.

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
    /// It may only want more patience.
    case tookTooLong
    /// The process that decoded it ended, twice if it had decoded others before: through this picture, or because
    /// something else ended it.
    case decoderEnded
    /// No process could be started to decode it.
    case noDecoder
    /// There is no such file yet, or any more.
    case missing
  }

  private let command: [String]
  private let rules: PictureRules
  private let patience: TimeInterval
  private let rest: TimeInterval
  // One at a time: decoding several pictures at once would keep all cores busy.
  private let queue = DispatchQueue(label: "vitrine.pictures", qos: .userInitiated)
  private var processes: [PictureRules.Kind: DecoderProcess] = [:]
  private var requests = 0

  /// - Parameters:
  ///   - command: the program that calls ``PictureDecoding/serve(_:mostPixels:)``, and its arguments; one more,
  ///     the pictures' MIME type, is added.
  ///   - rules: which files are pictures.
  ///   - patience: how long, in seconds, one picture may take.
  ///   - rest: after how many seconds without a picture the processes end.
  public init(
    command: [String], _ rules: PictureRules, patience: TimeInterval = 20, rest: TimeInterval = 5
  ) {
    self.command = command
    self.rules = rules
    self.patience = patience
    self.rest = rest
  }

  /// A picture as somebody wants it.
  public struct Wanted: Sendable {
    let file: URL
    let request: PictureRequest
    let thumbnail: URL?

    /// - Parameters:
    ///   - file: the picture. It never changes.
    ///   - size: at most so many pixels in either direction.
    ///   - turn: by how many degrees the upright picture is turned clockwise: 0, 90, 180 or 270.
    ///   - thumbnail: where the result is kept if it is much smaller than the picture, to be decoded
    ///     instead of it the next time.
    public init(_ file: URL, fitting size: Int, turn: Int = 0, thumbnail: URL? = nil) {
      (self.file, self.thumbnail) = (file, thumbnail)
      request = PictureRequest(size: Int32(clamping: size), turn: Int32(clamping: turn))
    }
  }

  /// Decodes a file.
  public func read(
    _ file: URL, fitting size: Int, turn: Int = 0, thumbnail: URL? = nil
  ) async throws -> Texture {
    let wanted = Wanted(file, fitting: size, turn: turn, thumbnail: thumbnail)
    return try await Texture(
      onQueue { try $0.thumbnail(of: wanted) ?? $0.decodeWhole(wanted) })
  }

  /// Decodes the first of these, and those after it as far as there are thumbnails of all of them, which take a moment each:
  /// what comes together is painted together. Returns the first ones, at least one.
  @MainActor
  public func readFirst(of wanted: [Wanted]) async -> [Result<Texture, any Error>] {
    let decoded = await onQueue { decoder in
      var decoded: [Result<DecodedPicture, any Error>] = []
      for one in wanted {
        if let kept = decoder.thumbnail(of: one) {
          decoded.append(.success(kept))
        } else if decoded.isEmpty {
          return [Result { try decoder.decodeWhole(one) }]
        } else {
          break
        }
      }
      return decoded
    }
    var textures: [Result<Texture, any Error>] = []
    for one in decoded { textures.append(Result { Texture(try one.get()) }) }
    return textures
  }

  /// The numbers in a picture's barcodes, as they are read, right or wrong; none in what is not a picture.
  public func barcodes(in file: URL) async throws -> [String] {
    try await onQueue { decoder in
      guard let picture = try? PictureFile(file, decoder.rules) else { return [] }
      return try decoder.ask(for: picture.kind) {
        try $0.barcodes(in: picture, patience: decoder.patience)
      }
    }
  }

  private func onQueue<Answer: Sendable>(
    _ work: @escaping @Sendable (PictureDecoder) -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self)) }
    }
  }

  private func onQueue<Answer: Sendable>(
    _ work: @escaping @Sendable (PictureDecoder) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Answer, any Error>) in
      queue.async { continuation.resume(with: Result { try work(self) }) }
    }
  }

  // MARK: On the queue

  private func decodeWhole(_ wanted: Wanted) throws -> DecodedPicture {
    let picture = try decode(PictureFile(wanted.file, rules), wanted.request)
    if let thumbnail = wanted.thumbnail, picture.answer.isMuchSmallerThanPicture {
      ThumbnailFile.write(picture, to: thumbnail)
    }
    return picture
  }

  /// Nil if there is none that is whole.
  private func thumbnail(of wanted: Wanted) -> DecodedPicture? {
    wanted.thumbnail.flatMap { try? decodeThumbnail($0) }
  }

  private func decode(_ file: PictureFile, _ request: PictureRequest) throws -> DecodedPicture {
    try ask(for: file.kind) { try $0.decode(file, request, patience: patience) }
  }

  private func decodeThumbnail(_ file: URL) throws -> DecodedPicture {
    let thumbnail = try PictureFile(file, rules)
    guard thumbnail.kind.isPlain else { throw Failure.notAPicture }
    let picture = try decode(thumbnail, PictureRequest(size: .max))
    return DecodedPicture(picture.answer.ofThumbnail, adopting: picture.bytes)
  }

  private func ask<Answer>(
    for kind: PictureRules.Kind, _ asking: (DecoderProcess) throws -> Answer
  ) throws -> Answer {
    requests += 1
    let number = requests
    defer {
      queue.asyncAfter(deadline: .now() + rest) { [weak self] in
        if let self, self.requests == number { self.processes = [:] }
      }
    }
    do {
      if let process = processes[kind] {
        do { return try asking(process) } catch DecoderProcess.Ended.beforeAnswering {
          // It may have ended before this picture came: another one decides.
        }
      }
      return try asking(startProcess(for: kind))
    } catch let ended as DecoderProcess.Ended {
      processes[kind] = nil
      throw ended == .tookTooLong ? Failure.tookTooLong : Failure.decoderEnded
    }
  }

  private func startProcess(for kind: PictureRules.Kind) throws -> DecoderProcess {
    guard let started = DecoderProcess(command + [kind.mimeType]) else { throw Failure.noDecoder }
    processes[kind] = started
    return started
  }
}
