// SPDX-License-Identifier: Apache-2.0
// A desk on its way to another machine with the same catalogue: its windows, with the places in them and what was typed
// there, each as it is continued elsewhere. The file comes from anywhere, so a window that is not exactly that is refused.

import Catalog
import Foundation
import StateRestoration
import Wording

public struct SentDesk: Equatable, Sendable {
  public let name: String
  var windows: [Window]
  /// How many of its windows stay: what can be undone, or is preferred, belongs to one machine.
  public private(set) var leftOut = 0

  struct Window: Equatable, Sendable {
    var window: ContinuedWindow
    let geometry: SceneGeometry?
  }

  public var count: Int { windows.count }
  public var hasDraft: Bool { windows.contains { $0.window.hasDraft } }

  // MARK: Leaving

  /// A desk as it is kept, with what was typed since; throws if no window of it can be continued elsewhere.
  public init(_ desk: NamedSession, _ store: CatalogStore) async throws {
    name = desk.name
    windows = []
    for record in desk.windows {
      do {
        windows.append(
          Window(window: try await ContinuedWindow(record, store), geometry: record.geometry))
      } catch ContinuedWindow.Refused.notForHandoff { leftOut += 1 }
    }
    if windows.isEmpty { throw ContinuedWindow.Refused.notForHandoff }
  }

  /// The bytes of its file; throws if it is too large for one.
  public func file() throws -> Data {
    let sent = SentWindows(
      name: name,
      windows: windows.map {
        SentWindows.Window(
          $0.window.kind.sceneKind, activity: $0.window.travelling, geometry: $0.geometry)
      })
    do { return try sent.data() } catch let refusal as ActivityFile.Refused {
      throw ContinuedWindow.Refused.file(refusal)
    }
  }

  /// Writes that file where the user wants it, in place of any other.
  public func save(to file: URL) async throws {
    try await SharedFile.save(Array(try self.file()), to: file)
  }

  // MARK: Arriving

  public init(_ file: Data) throws {
    do { try self.init(SentWindows(file)) } catch let refusal as ActivityFile.Refused {
      throw ContinuedWindow.Refused.file(refusal)
    }
  }

  /// Reads a file. It waits for the disk, so it must not run on the main thread.
  public init(contentsOf file: URL) throws {
    do { try self.init(SentWindows(contentsOf: file)) } catch let refusal as ActivityFile.Refused {
      throw ContinuedWindow.Refused.file(refusal)
    }
  }

  private init(_ sent: SentWindows) throws {
    guard !sent.name.contains("\0") else { throw ContinuedWindow.Refused.damaged }
    name = sent.name
    windows = try sent.windows.map {
      guard let activity = $0.activity, $0.values.isEmpty else {
        throw ContinuedWindow.Refused.damaged
      }
      let window = try ContinuedWindow(activity, isWhole: true)
      guard window.kind.sceneKind == $0.kind else { throw ContinuedWindow.Refused.damaged }
      return Window(window: window, geometry: $0.geometry)
    }
  }

  /// The windows as they fit this catalogue. One about a product that is not here says so when it is open.
  public func fitted(to store: CatalogStore) async throws -> SentWindows {
    var fitted: [SentWindows.Window] = []
    for window in windows {
      let here = try await window.window.rebased(to: store)
      fitted.append(
        SentWindows.Window(
          here.kind.sceneKind, activity: here.activity, geometry: window.geometry,
          values: here.parts))
    }
    return SentWindows(name: name, windows: fitted)
  }

  /// Tells whether a file is the same as another one.
  public var fingerprint: String {
    let data = (try? file()) ?? Data()
    // FNV: nobody gains anything by two desks that are taken for one.
    let sum = data.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return "\(data.count)-" + String(sum, radix: 16)
  }
}

/// What a file of Vitrine's has: a window, a desk, or where a shared catalogue is.
public enum SentFile: Equatable, Sendable {
  case window(ContinuedWindow)
  case desk(SentDesk)
  case hub(HubInvitation)

  /// Reads a file. It waits for the disk, so it must not run on the main thread.
  public init(contentsOf file: URL) throws {
    if let invitation = HubInvitation(contentsOf: file) {
      self = .hub(invitation)
      return
    }
    do { self = .window(try ContinuedWindow(contentsOf: file)) } catch ContinuedWindow.Refused.file(
      .notAnActivity)
    { self = .desk(try SentDesk(contentsOf: file)) }
  }

  /// Reads a file on another thread, which the disk may keep waiting.
  public static func read(_ file: URL) async throws -> SentFile {
    try await offThread { try SentFile(contentsOf: file) }
  }
}
