// SPDX-License-Identifier: Apache-2.0
// Several windows in one small file, for another machine. Such a file may come from anywhere, so it is read with the
// limits of records, and everything that is not exactly that is refused with a reason.

import Foundation

/// Windows under a name that travel to another machine, or come from one.
public struct SentWindows: Equatable, Sendable {
  /// What another machine needs of a window.
  public struct Window: Equatable, Sendable {
    /// The kind of window.
    public var kind: SceneKind
    /// What the user does in it.
    public var activity: UserActivity?
    /// Its size and place.
    public var geometry: SceneGeometry?
    /// What it stores, by key.
    public var values: [StateKey: StateValue]

    /// A window of this kind.
    public init(
      _ kind: SceneKind, activity: UserActivity? = nil, geometry: SceneGeometry? = nil,
      values: [StateKey: StateValue] = [:]
    ) {
      (self.kind, self.activity, self.geometry, self.values) = (kind, activity, geometry, values)
    }
  }

  /// What the user calls them.
  public var name: String
  /// Most recent first.
  public var windows: [Window]

  /// The size of the largest file, in bytes.
  public static let largest = ActivityFile.largest
  /// How many windows one file may have.
  public static let most = 100

  /// These windows.
  public init(name: String, windows: [Window]) { (self.name, self.windows) = (name, windows) }

  /// The bytes of a file with them.
  public func data() throws -> Data {
    guard windows.count <= Self.most else { throw ActivityFile.Refused.tooLarge }
    let list: [StateValue] = try windows.map { .object(try $0.fields()) }
    let fields: [String: StateValue] = ["name": .string(name), "windows": .array(list)]
    let data = Data((StateValue.object([Self.key: .object(fields)]).lineText + "\n").utf8)
    guard data.count <= Self.largest else { throw ActivityFile.Refused.tooLarge }
    return data
  }

  /// The windows in the bytes of a file.
  public init(_ data: Data) throws {
    guard data.count <= Self.largest else { throw ActivityFile.Refused.tooLarge }
    guard let fields = try? StateValue(json: data).object?[Self.key]?.object,
      let name = fields["name"]?.string.flatMap({ NamedSession.name($0) }),
      let windows = fields["windows"]?.array, (1...Self.most).contains(windows.count)
    else { throw ActivityFile.Refused.notAnActivity }
    self.init(name: name, windows: try windows.map { try Window($0) })
  }

  /// The windows in a file. It waits for the disk: not for the main thread.
  public init(contentsOf file: URL) throws {
    let data: Data
    do {
      data = try SystemFileSystem().contents(
        file.resolvingSymlinksInPath().path, limit: Self.largest)
    } catch let failure as StateFileFailure { throw ActivityFile.Refused.unreadable(failure) }
    try self.init(data)
  }

  private static let key = "desk"
}

extension SentWindows.Window {
  fileprivate func fields() throws -> [String: StateValue] {
    var fields: [String: StateValue] = ["kind": .string(kind.rawValue)]
    if let activity {
      do { fields["activity"] = .object(try activity.handedOff().accepted().fields) } catch let
        refusal as StateRefusal
      { throw ActivityFile.Refused.cannotBeSaved(refusal) } catch {
        throw ActivityFile.Refused.notForHandoff
      }
    }
    fields["geometry"] = geometry.map { .object($0.fields) }
    if !values.isEmpty {
      fields["values"] = .object(values.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value })
    }
    return fields
  }

  fileprivate init(_ value: StateValue) throws {
    guard let object = value.object else { throw ActivityFile.Refused.notAnActivity }
    var fields = StateFields(object)
    guard let kind = fields.string("kind", longest: StateLimits.nameBytes), !kind.isEmpty else {
      throw ActivityFile.Refused.notAnActivity
    }
    self.init(SceneKind(kind))
    if let part = fields.object("activity") {
      var part = StateFields(part)
      guard let activity = UserActivity(&part), part.remarks.isEmpty else {
        throw ActivityFile.Refused.notAnActivity
      }
      guard activity.isEligibleForHandoff else { throw ActivityFile.Refused.notForHandoff }
      do { self.activity = try activity.accepted() } catch let refusal as StateRefusal {
        throw ActivityFile.Refused.cannotBeSaved(refusal)
      }
    }
    // A screen that cannot be is no reason not to show the rest.
    if let part = fields.object("geometry") {
      var part = StateFields(part)
      geometry = SceneGeometry(&part)
    }
    for (key, value) in fields.object("values") ?? [:] {
      do { try value.check() } catch let refusal as StateRefusal {
        throw ActivityFile.Refused.cannotBeSaved(refusal)
      }
      values[StateKey(key)] = value
    }
    guard fields.remarks.isEmpty else { throw ActivityFile.Refused.notAnActivity }
  }
}

extension SceneRecord {
  /// A window that comes from elsewhere.
  init(_ window: SentWindows.Window) {
    self.init(id: UUID(), kind: window.kind)
    activity = window.activity
    ownActivity = window.activity
    geometry = window.geometry
    storage = window.values.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
  }
}
