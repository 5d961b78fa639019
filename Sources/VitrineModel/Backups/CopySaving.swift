// SPDX-License-Identifier: Apache-2.0
// Saves a copy of a catalogue in one file, and makes a copy that came in one the catalogue of this computer.

import Catalog
import Foundation
import Wording

@MainActor
public final class CopySaving {
  /// How far it is, as a sentence.
  public let progress = Observers<String>()
  private let catalogue: OpenCatalogue
  private let stop = Stop()

  public init(_ catalogue: OpenCatalogue) { self.catalogue = catalogue }

  /// What a file of today is called at first.
  public static var fileName: String {
    tr("Catalogue of %@", Date().longDay).asFileName + "." + CopyHead.fileEnding
  }

  public func cancel() { stop.set() }

  /// Returns what was saved, or why nothing was, as a sentence.
  public func save(to file: URL) async -> String {
    let (store, stop, pace) = (catalogue.store, stop, Pace())
    let report: CatalogStore.Progress = { [weak self] progress in
      if stop.isSet { throw CancellationError() }
      guard let fraction = progress.fraction, pace.progress(0, fraction) != nil else { return }
      Task { @MainActor [weak self] in self?.progress.notify(Self.text(fraction)) }
    }
    do {
      let copy = try await catalogue.whileWriting {
        try await store.saveCopy(to: file, progress: report)
      }
      return copy.sentence
    } catch is CancellationError {
      return tr("Stopped. Nothing was written.")
    } catch {
      return tr("Not saved: %@", error.sentence)
    }
  }

  /// What is said while it is made.
  public static func text(_ fraction: Double?) -> String {
    fraction.map {
      tr(
        "A copy with all photos is being saved: %@",
        $0.formatted(.percent.precision(.fractionLength(0))))
    } ?? tr("A copy with all photos is being saved…")
  }
}

extension BackupScene {
  /// Whether it can become the catalogue of this computer.
  public var canBeKept: Bool {
    if case .open = content { isCopy && !today.store.isReadOnly } else { false }
  }

  /// Makes the copy the catalogue of this computer. Returns what was done, or why nothing was, as a sentence.
  public func keep() async -> String {
    guard let unpacked else { return "" }
    let (directory, stop) = (today.store.directory, Stop())
    keeping = stop
    defer { keeping = nil }
    return await withCheckedContinuation { answer in
      today.inOrder {
        do {
          let before = try await CatalogStore.keepCopy(in: unpacked, as: directory) { _ in
            if stop.isSet { throw CancellationError() }
          }
          answer.resume(
            returning: before.map {
              tr("It is your catalogue now. What you had is the backup of %@.", $0.dateText)
            } ?? tr("It is your catalogue now."))
        } catch is CancellationError {
          answer.resume(returning: tr("Stopped. Your catalogue is as it was."))
        } catch {
          answer.resume(returning: tr("Not kept: %@", error.sentence))
        }
      }
    }
  }

  /// Keeps what was there, unless all is done already.
  public func cancelKeeping() { keeping?.set() }
}
