// SPDX-License-Identifier: Apache-2.0
// The default place of a user's catalogue, waiting for one to be there, and who else gets there.

import Foundation

extension CatalogStore {
  /// The directory of the user's own catalogue, or of the sample, by the XDG rules. Nil if the
  /// environment names no home.
  public static func standardDirectory(
    isSample: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    let data =
      PersonalFolder.absolute("XDG_DATA_HOME", in: environment)
      ?? PersonalFolder.absolute("HOME", in: environment)?.appendingPathComponent(".local/share")
    return data?.appendingPathComponent(isSample ? "vitrine-sample" : "vitrine")
  }

  /// Waits until another program has made a catalogue in `directory`, which need not exist yet.
  /// Returns false if the task is cancelled, or the system can't tell.
  public static func appears(in directory: URL) async -> Bool {
    while !Task.isCancelled {
      let place = deepestDirectory(above: directory)
      let (additions, heard) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      guard let watch = FileWatch(of: place.path, for: .fileAdded, action: { heard.yield() })
      else { return false }
      // The watch does not report what was made before it began.
      if exists(in: directory) { return true }
      if deepestDirectory(above: directory) != place { continue }
      for await _ in additions { break }
      withExtendedLifetime(watch) {}
    }
    return false
  }

  /// Whether the catalogue is where it was opened, whenever that changes, until the store closes. While it is not,
  /// everything throws `CatalogError.replaced`.
  public func placeChanges() -> AsyncStream<Bool> {
    database.place?.changes.stream() ?? AsyncStream { $0.finish() }
  }

  /// Throws if a file that is written for a user would be among the catalogue's own.
  public func checkIsOutside(_ file: String) throws {
    let (own, path) = (SharedFile.place(of: directory.path), SharedFile.place(of: file))
    guard !path.hasPrefix(own + "/") else { throw CatalogError.amongOwnFiles(file: file) }
  }

  /// What other people on this computer can do with the catalogue's files; nil if nothing.
  public func othersAccess() async -> OthersAccess? {
    (try? await offThread { [file = database.file] in file.othersAccess() }) ?? nil
  }

  /// Takes the rights to the catalogue's files away from everybody but their user.
  public func makePrivate() async throws {
    try await offThread { [file = database.file] in try file.makePrivate() }
  }

  /// The directory itself if it is there.
  private static func deepestDirectory(above directory: URL) -> URL {
    var place = directory
    while !isDirectory(place.path), place.pathComponents.count > 1 {
      place.deleteLastPathComponent()
    }
    return place
  }
}
