// SPDX-License-Identifier: Apache-2.0
// Pictures of windows that were closed, in the cache directory: they show what is private, so that they are only kept
// if the user wants it, never of a window that does not come back, and go with the window. A queue of its own reads and
// writes them; nobody waits for them.

import Foundation

/// The pictures of closed windows.
@MainActor
final class WindowPictures {
  /// Whether there are to be any.
  var areKept = false { didSet { if !areKept { removeAll() } } }
  private let folder: String?
  private let files: any StateFileSystem
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "state-restoration.pictures", qos: .utility)

  init(_ configuration: RestorationConfiguration) {
    let variables = configuration.environment.variables
    let cache =
      BaseDirectory.absolute("XDG_CACHE_HOME", variables)
      ?? BaseDirectory.absolute("HOME", variables)?.appendingPathComponent(".cache")
    folder =
      configuration.hasValidID
      ? cache?.appendingPathComponent(configuration.applicationID + "/windows").path : nil
    files = configuration.environment.fileSystem
    log = configuration.environment.log
  }

  func keep(_ picture: WindowPicture, of id: UUID) {
    guard areKept, let folder else { return }
    let (files, log) = (files, log)
    queue.async {
      do {
        try files.makeParents(of: folder + "/picture")
        try files.restrict(folder)
        try files.replace(Self.path(id, in: folder), with: picture.data, isLasting: false)
      } catch { log("The picture of a window is not kept: \(error.localizedDescription).") }
    }
  }

  func picture(of id: UUID) async -> WindowPicture? {
    guard areKept, let folder else { return nil }
    let (files, queue) = (files, queue)
    return await withCheckedContinuation { done in
      queue.async {
        let data = try? files.contents(Self.path(id, in: folder), limit: WindowPicture.mostBytes)
        done.resume(returning: data.flatMap { WindowPicture($0) })
      }
    }
  }

  func remove(_ ids: Set<UUID>) { remove { ids.contains($0) } }

  /// All but these; whatever else is there, too.
  func removeAll(but kept: Set<UUID> = []) { remove { !kept.contains($0) } }

  private func remove(_ isMeant: @escaping @Sendable (UUID) -> Bool) {
    guard let folder else { return }
    let (files, log) = (files, log)
    queue.async {
      for name in (try? files.list(folder)) ?? [] {
        let id =
          name.hasSuffix(Self.ending)
          ? UUID(uuidString: String(name.dropLast(Self.ending.count))) : nil
        if let id, !isMeant(id) { continue }
        do { try files.removeIfThere(folder + "/" + name) } catch {
          log("The picture of a window can't be removed: \(error.localizedDescription).")
        }
      }
    }
  }

  /// Returns when everything so far is done, but at most after `seconds`.
  func finish(within seconds: Double) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + seconds)
  }

  private nonisolated static let ending = ".picture"

  private nonisolated static func path(_ id: UUID, in folder: String) -> String {
    folder + "/" + id.uuidString + ending
  }
}

extension RestorationCoordinator {
  /// Whether pictures of closed windows are kept, for lists of them: as the user prefers. Set it before
  /// ``begin(_:isFullSession:restores:)``, and whenever the preference changes: without it, those that are there are removed.
  public var keepsPictures: Bool {
    get { pictures.areKept }
    set { if newValue != pictures.areKept { pictures.areKept = newValue } }
  }

  /// The picture that ``close(_:picture:)`` was given; nil if there is none.
  public func picture(of closed: UUID) async -> WindowPicture? {
    await pictures.picture(of: closed)
  }
}
