// The file of one window. Every key is optional but the identity, what is out of range is ignored,
// and what this version does not know is kept.

import Foundation

/// A window's size and state on screen. Its place is not ours to know.
public struct SceneGeometry: Sendable, Equatable {
  public var width: Int
  public var height: Int
  public var isMaximized: Bool
  public var isFullscreen: Bool

  public init(width: Int, height: Int, isMaximized: Bool = false, isFullscreen: Bool = false) {
    self.width = min(max(width, 1), 32_767)
    self.height = min(max(height, 1), 32_767)
    self.isMaximized = isMaximized
    self.isFullscreen = isFullscreen
  }

  init?(_ value: StateValue?) {
    guard let fields = value?.object, let width = fields["width"]?.int,
      let height = fields["height"]?.int, width > 0, height > 0
    else { return nil }
    self.init(
      width: width, height: height, isMaximized: fields["maximized"]?.bool ?? false,
      isFullscreen: fields["fullscreen"]?.bool ?? false)
  }

  var value: StateValue {
    .object([
      "width": .int(Int64(width)), "height": .int(Int64(height)),
      "maximized": .bool(isMaximized), "fullscreen": .bool(isFullscreen),
    ])
  }
}

/// What is written of one window.
public struct SceneRecord: Sendable, Equatable {
  /// Raised when an older version could not read the file any more.
  public static let schema = 1
  /// A larger file is not read, and not written.
  public static let byteLimit = 256 * 1024

  public let id: UUID
  public let kind: String
  public var generation: Int
  public var activity: UserActivity?
  public var geometry: SceneGeometry?
  public var storage: [String: StateValue]
  /// What a newer version wrote and this one carries along.
  var unknown: [String: StateValue]

  init(id: UUID, kind: String) {
    self.id = id
    self.kind = kind
    generation = 0
    storage = [:]
    unknown = [:]
  }

  /// Why a file is no record, in a word that can stand in a file name, and in words.
  struct Unreadable: Error, Equatable {
    let word: String
    let reason: String
  }

  init(_ data: Data) throws {
    guard data.count <= Self.byteLimit else {
      throw Unreadable(word: "too-large", reason: "it is larger than \(Self.byteLimit) bytes")
    }
    guard let value = try? JSONDecoder().decode(StateValue.self, from: data) else {
      throw Unreadable(word: "unreadable", reason: "it is not JSON")
    }
    guard var fields = value.object else {
      throw Unreadable(word: "wrong-type", reason: "it is not a JSON object")
    }
    guard let schema = fields.removeValue(forKey: "schema")?.int else {
      throw Unreadable(word: "wrong-type", reason: "it has no schema version")
    }
    guard schema <= Self.schema else {
      throw Unreadable(word: "newer", reason: "it was written by a newer version")
    }
    guard let id = fields.removeValue(forKey: "id")?.string.flatMap(UUID.init(uuidString:)),
      let kind = fields.removeValue(forKey: "kind")?.string
    else { throw Unreadable(word: "wrong-type", reason: "it has no identity or no kind") }
    self.id = id
    self.kind = kind
    generation = fields.removeValue(forKey: "generation")?.int ?? 0
    activity = UserActivity(fields.removeValue(forKey: "activity"))
    geometry = SceneGeometry(fields.removeValue(forKey: "geometry"))
    storage = fields.removeValue(forKey: "storage")?.object ?? [:]
    unknown = fields
  }

  /// The bytes of the file. A record over the limit gives up its largest storage values first.
  func data() throws -> Data {
    var record = self
    var data = try record.value.canonicalData()
    while data.count > Self.byteLimit, let largest = record.largestStorageKey {
      record.storage[largest] = nil
      data = try record.value.canonicalData()
    }
    return data
  }

  var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(Self.schema))
    fields["id"] = .string(id.uuidString)
    fields["kind"] = .string(kind)
    fields["generation"] = .int(Int64(generation))
    fields["activity"] = activity?.value
    fields["geometry"] = geometry?.value
    fields["storage"] = .object(storage)
    return .object(fields)
  }

  private var largestStorageKey: String? {
    // Half-typed edits go last: they are what a person can't get back by hand.
    let sizes = storage.mapValues { (try? $0.canonicalData().count) ?? 0 }
    let expendable = sizes.filter { !$0.key.lowercased().contains("draft") }
    return (expendable.isEmpty ? sizes : expendable).max { $0.value < $1.value }?.key
  }
}
