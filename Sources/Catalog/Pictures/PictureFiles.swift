// SPDX-License-Identifier: Apache-2.0
// The pictures' files, named by the hash of their bytes: images/ab/abcdef….png. The same picture
// is stored once, and a file never changes. Each is durably on the disk before a row refers to it.

import Foundation

struct PictureFiles: Sendable {
  /// The directory that holds them.
  let root: String
  /// Where those are that are not there; nil for nowhere.
  var secondRoot: String?

  /// The rows of a catalogue from elsewhere may have any text: what is not the name of a picture leads to no file, and
  /// not out of here.
  func path(hash: String, fileExtension: String) -> String {
    let isHash =
      hash.utf8.count == 64
      && hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard isHash, PictureFormat(rawValue: fileExtension) != nil else { return "\(root)/none" }
    let name = "\(hash.prefix(2))/\(hash).\(fileExtension)"
    if let secondRoot, access("\(root)/\(name)", F_OK) != 0 { return "\(secondRoot)/\(name)" }
    return "\(root)/\(name)"
  }

  /// Stores a picture and returns whether its file is new.
  @discardableResult
  func store(_ picture: Picture) throws -> Bool {
    let path = path(hash: picture.hash, fileExtension: picture.format.rawValue)
    var status = stat()
    if stat(path, &status) == 0, Int(status.st_size) == picture.bytes.count {
      // It is in use again: it must look new to the search for orphaned files.
      utimensat(AT_FDCWD, path, nil, 0)
      return false
    }
    try makeDirectory(root)
    try makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try writeDurably(picture.bytes, to: path)
    return true
  }

  /// Stores a picture where it is needed only for a while: it may get lost with the power.
  func storeQuickly(_ picture: Picture) throws {
    let path = path(hash: picture.hash, fileExtension: picture.format.rawValue)
    if access(path, F_OK) == 0 { return }
    try makeDirectories((path as NSString).deletingLastPathComponent)
    let file = try NewFile(path)
    try file.write(picture.bytes[...])
    try file.putInPlaceQuickly()
  }

  /// Throws if the file of one of the product's pictures is missing.
  func requireFiles(of product: Product) throws {
    for picture in product.pictures {
      let path = path(hash: picture.contentHash, fileExtension: picture.fileExtension)
      guard access(path, R_OK) == 0 else {
        throw CatalogError.picture(file: path, problem: .missing)
      }
    }
  }

  func path(_ picture: ProductPicture) -> String {
    path(hash: picture.contentHash, fileExtension: picture.fileExtension)
  }

  func remove(_ picture: ProductPicture) {
    unlink(path(picture))
  }

  /// Creates a directory durably: a picture is not on the disk before its directory is.
  func makeDirectory(_ path: String) throws {
    if mkdir(path, 0o700) == 0 { return try syncDirectory(of: path) }
    guard errno == EEXIST else { throw CatalogError(systemError: errno, file: path) }
  }
}

/// A picture that was read and checked.
struct Picture {
  let bytes: [UInt8]
  let hash: String
  let format: PictureFormat

  init(bytes: [UInt8], hash: String, format: PictureFormat) {
    self.bytes = bytes
    self.hash = hash
    self.format = format
  }

  init(_ source: PictureSource) throws {
    switch source {
    case .file(let file):
      guard file.isFileURL else {
        throw CatalogError.picture(file: file.absoluteString, problem: .notHere)
      }
      try self.init(file.path)
    case .bytes(let bytes, let name): try self.init(checking: bytes, name: name)
    }
  }

  /// Reads the file at `path`.
  init(_ path: String) throws {
    let name = (path as NSString).lastPathComponent
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, atMost: PictureFormat.largestFile)
    } catch let error as CatalogError {
      let problem: CatalogError.PictureProblem =
        switch error {
        case .noSuchFile: .missing
        case .notAFile, .symbolicLink: .notAPlainFile
        case .tooLarge: .fileTooLarge(mebibytes: PictureFormat.largestFile >> 20)
        default: .unreadable
        }
      throw CatalogError.picture(file: name, problem: problem)
    }
    try self.init(checking: bytes, name: name)
  }

  /// Checks what was read under this name.
  init(checking bytes: [UInt8], name: String) throws {
    guard bytes.count <= PictureFormat.largestFile else {
      throw CatalogError.picture(
        file: name, problem: .fileTooLarge(mebibytes: PictureFormat.largestFile >> 20))
    }
    guard let format = PictureFormat(magicOf: bytes) else {
      throw CatalogError.picture(file: name, problem: .unknownFormat)
    }
    // A picture of unknown size is accepted: it cannot be decoded.
    let pixels = PictureSize(of: bytes, format: format)?.pixels ?? 0
    guard pixels <= PictureFormat.mostPixels else {
      throw CatalogError.picture(
        file: name, problem: .tooManyPixels(megapixels: PictureFormat.mostPixels >> 20))
    }
    self.bytes = bytes
    self.format = format
    hash = SHA256.hexDigest(of: bytes)
  }
}

extension ProductPicture {
  init(id: UUID = UUID(), _ picture: Picture, caption: FreeText = .empty) {
    self.id = id
    contentHash = picture.hash
    fileExtension = picture.format.rawValue
    self.caption = caption
    turn = .none
  }
}

extension PictureSource {
  /// The file `name` in `directory`; refuses a name that could lead elsewhere.
  init(named name: String, in directory: String) throws {
    // By bytes: a slash before a combining mark is one character with it.
    let bytes = name.utf8
    guard let first = bytes.first, first != UInt8(ascii: "."), !bytes.contains(0),
      !bytes.contains(UInt8(ascii: "/"))
    else {
      throw CatalogError.picture(file: name, problem: .notAPlainName)
    }
    self = .file(URL(fileURLWithPath: "\(directory)/\(name)", isDirectory: false))
  }
}
