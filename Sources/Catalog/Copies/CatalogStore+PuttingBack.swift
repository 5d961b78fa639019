// SPDX-License-Identifier: Apache-2.0
// Products of a backup, or of another copy, put back into the catalogue with all that belongs to them.

import Foundation

extension CatalogStore {
  /// What putting these products of `other` back would do. Those that it does not have are left out.
  public func planPuttingBack(
    _ ids: [UUID], from other: CatalogStore
  ) async throws -> PutBackPlan {
    let source = try await putBackSource(ids, from: other)
    return try await database.read { connection in
      let reader = EntryReader(connection: connection)
      var plan = PutBackPlan()
      plan.products = source.entries.map(\.product.id)
      plan.firstTitle = source.entries.first?.product.title.text ?? ""
      for entry in source.entries {
        guard let key = try reader.key(of: entry.product.id), let now = try reader.entry(key) else {
          plan.missing += 1
          continue
        }
        if now.deleted != nil {
          plan.inTrash += 1
        } else if entry.putBack(over: now) == now {
          plan.same += 1
        } else {
          plan.changed += 1
        }
      }
      return plan
    }
  }

  /// Puts products of `other` back as they are there, with notes, pictures, values and the fields for them, and with
  /// their variants, as one command. A product that is still there is changed to what it was.
  ///
  /// - Parameter onlyMissing: whether products that are still there, outside the trash, stay as they are.
  public func putBack(
    _ ids: [UUID], from other: CatalogStore, onlyMissing: Bool = false,
    progress: @escaping Progress = { _ in }
  ) async throws -> PutBackResult {
    let source = try await putBackSource(ids, from: other)
    let wanted = source.pictures
    let (files, others) = (database.pictureFiles, other.database.pictureFiles)
    let (staged, there) = try await offThread {
      try files.stage(wanted, from: others) { done in
        try progress(ExchangeProgress(products: done, fraction: nil))
      }
    }
    defer { staged.forEach { $0.discard() } }
    let step = PutBackStep(source: source, pictures: there, onlyMissing: onlyMissing)
    return try await database.carryOut(
      .putBackProducts, storing: staged, isInterruptible: true, count: \.count
    ) { try step.carryOut(on: $0) }
  }

  private func putBackSource(
    _ ids: [UUID], from other: CatalogStore
  ) async throws -> PutBackSource {
    let heads = try await other.database.read { connection in
      let table = ProductTable(connection: connection)
      return try ids.compactMap { try table.product($0, includingTrash: true)?.variant?.head }
    }
    let here = Set(try await stillThere(Array(Set(heads))))
    return try await other.database.read {
      try PutBackSource(ids, on: $0, isHere: here)
    }
  }
}

extension PictureFiles {
  /// Reads those of these pictures that are not here from another catalogue. Returns them, and which of all can be used:
  /// one that is missing there as well, or is not what it was, is left out.
  fileprivate func stage(
    _ pictures: Set<ProductPicture.Stored>, from others: PictureFiles,
    progress: (Int) throws -> Void
  ) throws -> ([StagedPicture], Set<ProductPicture.Stored>) {
    var (staged, usable): ([StagedPicture], Set<ProductPicture.Stored>) = ([], [])
    do {
      for (number, picture) in pictures.enumerated() {
        try progress(number)
        let here = path(hash: picture.hash, fileExtension: picture.fileExtension)
        if access(here, R_OK) == 0 {
          usable.insert(picture)
          continue
        }
        let file = others.path(hash: picture.hash, fileExtension: picture.fileExtension)
        let found: StagedPicture
        do {
          found = try stageForImport(.file(URL(fileURLWithPath: file)))
        } catch CatalogError.picture(_, .noRoom) {
          throw CatalogError.diskFull(file: root)
        } catch CatalogError.picture { continue }
        staged.append(found)
        if found.hash == picture.hash, found.format.rawValue == picture.fileExtension {
          usable.insert(picture)
        }
      }
      return (staged, usable)
    } catch {
      staged.forEach { $0.discard() }
      throw error
    }
  }
}
