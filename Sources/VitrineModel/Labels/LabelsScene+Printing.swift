// SPDX-License-Identifier: Apache-2.0
// Where labels go: into a file or to a printer. On any failure there is no file, or the one that was there before.

import Catalog
import Foundation
import Paper
import Wording

extension LabelsScene {
  /// What is printed, once all of it is known to be printable; nil if it isn’t, which is said.
  public func labelsToPrint() async -> LabelsToPrint? {
    // Pressed twice, it asks once.
    guard progress == nil, !isChecking else { return nil }
    isChecking = true
    defer { isChecking = false }
    do {
      let labels = try await PlacedLabels(job(), of: state.products, in: catalogue.store)
      try await labels.check()
      return LabelsToPrint(labels) { [weak self] in
        self?.traits(of: $0, dotsPerInch: $1) ?? labels.printer
      }
    } catch {
      messages.notify(tr("Not printed: %@", error.sentence))
      return nil
    }
  }

  /// The labels were printed: the next ones begin like these.
  /// - Parameters:
  ///   - printer: nil for a file.
  ///   - dotsPerInch: as it says itself.
  public func wasPrinted(_ labels: LabelsToPrint, on printer: String?, dotsPerInch: Int?) {
    rememberPrinted(on: printer, dotsPerInch: dotsPerInch)
    keepChoices()
    messages.notify(
      tr("1 label handed to the printer", "%@ labels handed to the printer", count: labels.labels))
  }

  private func keepChoices() {
    var state = state
    (state.typedPrinter, state.draft) = (nil, nil)
    let (kept, choices) = (kept, state)
    Task { try? await kept.keep(choices) }
  }

  // MARK: Writing

  public var fileName: String { tr("Labels", context: "title of a document") + ".pdf" }

  /// Writes the labels to a file. On any failure there is none, or the one that was there before.
  public func save(to file: URL) {
    guard progress == nil, let job = try? job() else { return }
    progress = 0
    changed.notify(())
    let (products, catalogue, store, pace) = (state.products, catalogue, catalogue.store, Pace())
    writing = Task { [weak self] in
      let sentence: String
      do {
        let report: @Sendable (Int, Double?) throws -> Void = { [weak self] count, part in
          try Task.checkCancellation()
          guard let part, pace.progress(count, part) != nil else { return }
          Task { @MainActor [weak self] in self?.show(part) }
        }
        let result = try await catalogue.whileWriting {
          // As what is shown: without those that are gone.
          let products = try await store.stillThere(products)
          return try await job.write(products, of: store, to: file, progress: report)
        }
        self?.keepChoices()
        let labels = tr("1 label", "%@ labels", count: result.labels)
        sentence = tr("Saved: %1$@ in “%2$@”", labels, file.lastPathComponent)
      } catch is CancellationError {
        sentence = tr("Stopped. Nothing was written.")
      } catch {
        sentence = tr("Not saved: %@", error.sentence)
      }
      self?.progress = nil
      self?.changed.notify(())
      self?.messages.notify(sentence)
    }
  }

  public func cancel() { writing?.cancel() }

  private func show(_ part: Double) {
    guard progress != nil else { return }
    progress = part
    changed.notify(())
  }
}
