// Preferences of the whole application, in one small file that people may edit. Only keys that
// changed are written, over what the file says by then: neither a second process nor an editor
// loses what it wrote.

import Foundation

/// The preferences of an application.
@MainActor
public final class AppSettings {
  /// Why the last change is not on disk; nil when it is.
  public private(set) var failure: String?

  private var values: [String: StateValue]
  /// Changed since the last write: nil removes the key.
  private var changed: [String: StateValue?] = [:]
  private var owners: [String: [SettingOwner]] = [:]
  private let file: SettingsFile
  private let environment: RestorationEnvironment
  private let timer: SaveTimer
  private let queue = DispatchQueue(label: "state-restoration.settings", qos: .utility)

  /// `$XDG_CONFIG_HOME/<name>/settings.json`, by default under `~/.config`; nil without a home.
  public nonisolated static func standardFile(
    directoryName name: String,
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    let base =
      BaseDirectory.absolute("XDG_CONFIG_HOME", variables)
      ?? BaseDirectory.absolute("HOME", variables)?.appendingPathComponent(".config")
    return base?.appendingPathComponent(name).appendingPathComponent("settings.json")
  }

  /// Reads the preferences. Without a file, and without a readable one, all of them are as they
  /// are by default.
  public static func open(
    _ url: URL, environment: RestorationEnvironment = RestorationEnvironment()
  ) async -> AppSettings {
    let file = SettingsFile(path: url.path, files: environment.fileSystem)
    let values = await Task.detached { file.readOrSetAside(environment.log) }.value
    return AppSettings(values, file, environment)
  }

  private init(
    _ values: [String: StateValue], _ file: SettingsFile, _ environment: RestorationEnvironment
  ) {
    self.values = values
    self.file = file
    self.environment = environment
    timer = SaveTimer(environment.clock)
    timer.onDue = { [weak self] in self?.save() }
  }

  /// The value under a key; nil when there is none or it is of another type.
  public func value<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    values[key]?.decoded(as: type)
  }

  /// Sets a value; nil removes it.
  public func set<T: Encodable>(_ value: T?, for key: String) {
    do {
      let stored = try value.map { try StateValue(encoding: $0) }
      guard stored != values[key] else { return }
      values[key] = stored
      changed[key] = .some(stored)
      owners[key]?.forEach { $0.changed() }
      timer.changed()
    } catch {
      environment.log("The preference “\(key)” can't be saved: \(error).")
    }
  }

  /// Registers a property of a key. A key may have several, but all of one type: another one could
  /// not read what this one wrote.
  func register(_ owner: SettingOwner, for key: String) {
    var all = (owners[key] ?? []).filter { $0.owner != nil }
    if let other = all.first, other.type != owner.type {
      ProgrammingError.report(
        "“\(key)” is \(other.type) in one place and \(owner.type) in another.")
    }
    all.append(owner)
    owners[key] = all
  }

  /// Whether every change is on disk.
  public var isSaved: Bool { changed.isEmpty }

  private func save() {
    timer.handedOver()
    guard !changed.isEmpty else { return }
    let (changes, values, file, log) = (changed, values, file, environment.log)
    queue.async { [weak self] in
      let failure = file.write(changes, values, log)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.didSave(changes, failure) }
      }
    }
  }

  private func didSave(_ changes: [String: StateValue?], _ failure: StateFileFailure?) {
    self.failure = failure?.sentence
    guard failure == nil else { return timer.failed() }
    for (key, value) in changes where changed[key] == .some(value) { changed[key] = nil }
    timer.succeeded()
  }

  /// Writes what changed and waits for it, but no longer than `seconds`. Whether all is on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard !changed.isEmpty else { return true }
    timer.handedOver()
    let (changes, values, file, log) = (changed, values, file, environment.log)
    let answer = Answer()
    let done = DispatchSemaphore(value: 0)
    queue.async {
      answer.failure = file.write(changes, values, log)
      done.signal()
    }
    guard done.wait(timeout: .now() + seconds) == .success else { return false }
    didSave(changes, answer.failure)
    return changed.isEmpty
  }

  // Written before the semaphore is signalled, read after.
  private final class Answer: @unchecked Sendable { var failure: StateFileFailure? }
}

/// The file itself.
private struct SettingsFile: Sendable {
  let path: String
  let files: any StateFileSystem

  private static let byteLimit = 1024 * 1024

  // People keep their settings elsewhere and leave a link: what it points to is written.
  private var target: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  func read() throws -> [String: StateValue] {
    do {
      let data = try files.contents(target, limit: Self.byteLimit)
      guard data.count <= Self.byteLimit, let values = try StateValue(json: data).object else {
        throw Unreadable(word: "wrong-type", reason: "it is not a JSON object")
      }
      return values
    } catch let failure as StateFileFailure where failure.code == ENOENT { return [:] }
  }

  func readOrSetAside(_ log: (String) -> Void) -> [String: StateValue] {
    do { return try read() } catch {
      setAside(error, "The preferences are as they are by default.", log)
      return [:]
    }
  }

  // What the disk won't give today stays where it is.
  private func setAside(_ error: any Error, _ then: String, _ log: (String) -> Void) {
    log("\(path): \(Unreadable(error).reason). \(then)")
    if !(error is StateFileFailure) { try? files.rename(target, target + ".unreadable") }
  }

  /// Writes what changed over what the file says by now. `all` is what the application knows: that
  /// is written whole where the file can't be read any more.
  func write(
    _ changes: [String: StateValue?], _ all: [String: StateValue], _ log: (String) -> Void
  ) -> StateFileFailure? {
    do {
      var values: [String: StateValue]
      do { values = try read() } catch let failure as StateFileFailure { throw failure } catch {
        setAside(error, "It is written anew.", log)
        values = all
      }
      for (key, value) in changes { values[key] = value }
      let target = target
      try files.makeParents(of: target)
      try files.replace(target, with: StateValue.object(values).canonicalData())
      return nil
    } catch { return error as? StateFileFailure ?? StateFileFailure(path, EIO) }
  }
}

/// A property that shows a preference, as long as there is one.
struct SettingOwner {
  weak var owner: AnyObject?
  let type: Any.Type
  let changed: () -> Void
}
