// SPDX-License-Identifier: Apache-2.0
// `vitrinectl copy`, `keep` and `putback`: one file with all of a catalogue, and products out of backups and such files.

import Catalog
import Foundation
import Wording

extension Verb {
  static let copy = Verb(
    "copy", "FILE", about: tr("save all of the catalogue, with pictures, in one file"),
    details: tr(
      """
      FILE ends with “.vitrine-copy”. It opens on another computer with Vitrine, to look at or to keep \
      there as the catalogue; programs for tar archives get the pictures out of it, too. What could be \
      undone, and with whom the catalogue is shared, is not in it. With “--backup” it is the catalogue \
      of that date.
      """),
    use: .reading
  ) { words in
    let file = URL(fileURLWithPath: words[0])
    guard CopyHead.isOne(file) else { throw UsageError.wrongEnding(words[0], CopyHead.fileEnding) }
    return { store, output in
      let copy = try await ProgressReporter { tr("Copying: %@ pictures", $0) }.run {
        try await store.saveCopy(to: file, progress: $0)
      }
      try output.say(copy, copy.sentence)
      return copy.picturesMissing == 0 ? .fine : .failed
    }
  }

  static let copyKeep = Verb(
    "copy keep", "FILE", about: tr("make a copy in a file the catalogue of this computer"),
    details: tr("What is there now is backed up first, as “restore” does."),
    common: .ofCatalog, options: [OptionGroup<Bool>](), of: false
  ) { _, common, words in
    let (directory, output) = (try common.directory(), Output(asJSON: common.asJSON))
    let file = URL(fileURLWithPath: words[0])
    return {
      let unpacked = try await OpenedBackup.unpack(file)
      defer { try? FileManager.default.removeItem(at: unpacked) }
      let before = try await ProgressReporter { tr("Copying: %@ pictures", $0) }.run {
        try await CatalogStore.keepCopy(in: unpacked, as: directory, progress: $0)
      }
      let lines =
        [tr("It is your catalogue now.")]
        + (before.map { [tr("Set aside: %@", $0.line)] } ?? [])
      try output.say(
        KeptRecord(setAside: before.map { BackupRecord($0) }), lines.joined(separator: "\n"))
      return .fine
    }
  }

  static let putBack = Verb(
    "putback", "DATE|FILE [ID…]", about: tr("put products of a backup or a copy back"),
    details: tr(
      """
      DATE is as “restore” lists it, or the start of it; FILE is one that “copy” saved. The identifiers \
      and conditions are about the products there. They come back with notes, pictures, custom fields and \
      variants, as one step of undo. A product that is still there becomes what it was.
      """),
    options: PutBackRequest.options, of: PutBackRequest()
  ) { request, words in
    let selection = try request.selection.with(Array(words.dropFirst()), verb: "putback")
    return { store, output in
      guard let backup = try await OpenedBackup(words[0], of: store.directory) else {
        return .failed
      }
      let result: Result<ExitStatus, any Error>
      do {
        result = .success(
          try await request.carryOut(selection, from: backup.store, into: store, to: output))
      } catch { result = .failure(error) }
      await backup.close()
      return try result.get()
    }
  }
}

private struct KeptRecord: Encodable {
  let setAside: BackupRecord?
}

private struct PutBackRequest: Sendable {
  var selection = ProductSelection(isForReading: true)
  var onlyMissing = false
  var isTrial = false

  static let options =
    [
      OptionGroup<PutBackRequest>([
        VerbOption(
          "--only-missing", about: tr("leave products that are still there as they are")
        ) { $0.onlyMissing = true },
        VerbOption("--dry-run", about: tr("only say what would be put back")) { $0.isTrial = true },
      ])
    ] + ProductSelection.options.map { $0.lifted(to: \PutBackRequest.selection) }

  func carryOut(
    _ selection: ProductSelection, from backup: CatalogStore, into store: CatalogStore,
    to output: Output
  ) async throws -> ExitStatus {
    guard let ids = try await selection.identifiers(in: backup) else { return .failed }
    if isTrial {
      let plan = try await store.planPuttingBack(ids, from: backup)
      try output.say(PlanRecord(plan), plan.sentence)
      return .fine
    }
    let result = try await ProgressReporter { tr("Reading: %@ pictures", $0) }.run {
      try await store.putBack(ids, from: backup, onlyMissing: onlyMissing, progress: $0)
    }
    try output.say(ResultRecord(result), result.sentences.joined(separator: "\n"))
    return result.picturesMissing + result.fieldsLeftOut.count == 0 ? .fine : .failed
  }
}

private struct PlanRecord: Encodable {
  let missing, inTrash, changed, same: Int

  init(_ plan: PutBackPlan) {
    (missing, inTrash, changed, same) = (plan.missing, plan.inTrash, plan.changed, plan.same)
  }
}

private struct ResultRecord: Encodable {
  let returned, changed, unchanged, picturesMissing: Int
  let fieldsLeftOut: [String]

  init(_ result: PutBackResult) {
    (returned, changed, unchanged) = (result.returned, result.changed, result.unchanged)
    (picturesMissing, fieldsLeftOut) = (result.picturesMissing, result.fieldsLeftOut)
  }
}

extension PutBackPlan {
  fileprivate var sentence: String {
    tr(
      "Gone: %1$@. In the trash: %2$@. Changed since: %3$@. As it was: %4$@.", "\(missing)",
      "\(inTrash)", "\(changed)", "\(same)")
  }
}
