// SPDX-License-Identifier: Apache-2.0
// Pictures that were packed together with their list.

struct PicturesInArchive: PictureSource {
  private let archive: ZipArchive
  private let otherwise: any PictureSource
  /// The names in the archive by their last part in small letters, since lists often leave out the folder.
  private let byLastPart: [String: String]

  init(_ archive: ZipArchive, otherwise: any PictureSource) {
    self.archive = archive
    self.otherwise = otherwise
    byLastPart = Dictionary(archive.names.map { (Self.lastPart(of: $0), $0) }) { first, _ in first }
  }

  func picture(named name: String) -> [UInt8]? {
    guard let name = PicturesBeside.inside(name) else { return nil }
    for candidate in [name, "images/\(name)", byLastPart[Self.lastPart(of: name)] ?? ""] {
      if let bytes = try? archive.source(candidate)?.all(limit: Self.largest) { return bytes }
    }
    return otherwise.picture(named: name)
  }

  private static func lastPart(of name: String) -> String {
    (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
  }
}

/// Pictures in a workbook, or in a folder beside it, where an export puts them that can't be within.
struct PicturesInWorkbook: PictureSource {
  private let workbook: any PictureSource
  private let otherwise: any PictureSource

  init(_ workbook: any PictureSource, otherwise: any PictureSource) {
    (self.workbook, self.otherwise) = (workbook, otherwise)
  }

  func picture(named name: String) -> [UInt8]? {
    workbook.picture(named: name) ?? otherwise.picture(named: name)
  }
}
