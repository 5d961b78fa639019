import Foundation
public struct UserActivity: Sendable, Equatable { public let type: String; public var title: String; public var targetContentIdentifier: String?
  public init(type: String, title: String = "", targetContentIdentifier: String? = nil) { self.type = type; self.title = title; self.targetContentIdentifier = targetContentIdentifier } }
public struct SceneGeometry: Sendable, Equatable { public var width, height: Int; public var isMaximized, isFullscreen: Bool
  public init(width: Int, height: Int, isMaximized: Bool, isFullscreen: Bool) { self.width = width; self.height = height; self.isMaximized = isMaximized; self.isFullscreen = isFullscreen } }
@MainActor public final class SceneSession: Identifiable { public let id = UUID(); public let kind: String; public var activity: UserActivity?; public var geometry: SceneGeometry?
  init(kind: String) { self.kind = kind }
  public func saveNow() {} }
@MainActor @propertyWrapper public final class SceneStorage<Value: Codable & Equatable> { public var wrappedValue: Value
  public init(wrappedValue: Value, _ key: String, in session: SceneSession) { self.wrappedValue = wrappedValue } }
public struct RestorationConfiguration { public init(applicationID: String, sceneKinds: Set<String>, activityTypes: Set<String>, applicationVersion: String) {} }
public enum StartPolicy { case always, afterUnexpectedEnd, never }
public struct RestorationNotice { public let message: String }
public struct Restoration { public let scenes: [SceneSession]; public let notices: [RestorationNotice] }
@MainActor public final class RestorationCoordinator {
  public init(_ c: RestorationConfiguration) {}
  public func begin(_ policy: StartPolicy) async -> Restoration { Restoration(scenes: [], notices: []) }
  public func willRestore(_ scene: SceneSession) {}; public func didRestore(_ scene: SceneSession) {}; public func didFinishRestoring() {}
  public func makeScene(kind: String, activity: UserActivity?) -> SceneSession { let s = SceneSession(kind: kind); s.activity = activity; return s }
  public func focus(_ scene: SceneSession) {}; public func close(_ scene: SceneSession) {}
  public func reopenClosedScene() async -> SceneSession? { nil }
  public func flush(within: Double) -> Bool { true }
  public func end(keepingWindows: Bool) {}
  public enum SavingState: Equatable { case saving, notSaving(reason: String, retriesAt: Date), elsewhere(reason: String), readOnly(reason: String) }
  public var savingState = SavingState.saving
  public var onSavingStateChange: ((SavingState) -> Void)?
  public func retrySaving() {}
}
public struct ActivityLink { public let scheme: String, type: String, identifier: String
  public init(_ text: String) throws { let p = text.split(whereSeparator: { ":/".contains($0) }).map(String.init); guard p.count == 3 else { throw CocoaError(.coderInvalidValue) }; (scheme, type, identifier) = (p[0], p[1], p[2]) } }
