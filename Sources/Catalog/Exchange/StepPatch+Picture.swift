// SPDX-License-Identifier: Apache-2.0
// The picture that a line of a history needs, as a file beside it.

extension StepPatch {
  /// A picture's file.
  struct Picture {
    let hash: String
    let fileExtension: String
    var name: String { "\(hash).\(fileExtension)" }
  }

  /// The picture that the step needs.
  var picture: Picture? {
    table.name == RecordedTable.picture.name ? new.flatMap(Picture.init) : nil
  }
}

extension StepPatch.Picture {
  /// Nil if there is none in these columns, or one that cannot be.
  init?(_ values: StepPatch.Values) {
    guard case .text(let hash)?? = values["hash"], case .text(let name)?? = values["extension"],
      hash.utf8.count == 64,
      hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      PictureFormat(rawValue: name) != nil
    else { return nil }
    self.init(hash: hash, fileExtension: name)
  }
}

extension StepLine {
  /// The picture that a step needs, or that a row has now.
  var picture: StepPatch.Picture? {
    switch self {
    case .patch(let patch): patch.picture
    case .state(let row) where row.kind == RecordedTable.picture.name:
      (try? row.values()).flatMap(\.self).flatMap(StepPatch.Picture.init)
    case .step, .stepEnd, .known, .touched, .state, .historyEnd: nil
    }
  }
}

extension PictureFiles {
  func path(_ picture: StepPatch.Picture) -> String {
    path(hash: picture.hash, fileExtension: picture.fileExtension)
  }
}
