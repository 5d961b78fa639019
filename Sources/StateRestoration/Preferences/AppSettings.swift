// SPDX-License-Identifier: Apache-2.0
// Preferences of the whole application, in one small file that people may edit. Only changed keys
// are written, merged into what the file contains at that time, and other changes in the file are
// taken over: neither a second process nor an editor loses what it wrote.

import Foundation

/// The preferences of an application.
@MainActor
public final class AppSettings: SaveTimerDelegate {
  /// Why the last change is not saved; nil if it is.
  public private(set) var failure: StateFileFailure?
  /// Values that were refused, until another value is set.
  public private(set) var leftOut: [LeftOut] = []

  private var values: [String: StateValue]
  private var sizes: [String: Int]
  /// Changes since the last write; nil removes the key.
  private var changed: [String: StateValue?] = [:]
  /// Increases with every write.
  private var lastWrite = 0
  private var owners: [String: [SettingOwner]] = [:]
  private let file: SettingsFile
  private let environment: RestorationEnvironment
  private lazy var timer = SaveTimer(environment.clock, self)
  private let queue = DispatchQueue(label: "state-restoration.settings", qos: .utility)

  /// `$XDG_CONFIG_HOME/<name>/settings.json`, by default under `~/.config`; nil without a home.
  public nonisolated static func standardFile(
    directoryName name: String,
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { return nil }
    return BaseDirectory.configuration(variables)?
      .appendingPathComponent(name).appendingPathComponent("settings.json")
  }

  /// Reads the preferences. If there is no file, or it is not readable, all of them have their
  /// defaults. Without a `url`, as without a home, they last as long as the process.
  public static func open(
    _ url: URL?, environment: RestorationEnvironment = RestorationEnvironment()
  ) async -> AppSettings {
    let file = SettingsFile(
      path: url?.path ?? "/settings.json",
      files: url == nil ? MemoryFileSystem() : environment.fileSystem)
    let values = await Task.detached { file.readOrSetAside(environment.log) }.value
    return AppSettings(values, file, environment: environment)
  }

  private init(
    _ values: [String: StateValue], _ file: SettingsFile, environment: RestorationEnvironment
  ) {
    self.values = values
    sizes = values.reduce(into: [:]) { $0[$1.key] = Self.size($1.key, $1.value) }
    self.file = file
    self.environment = environment
  }

  /// One value, for a program that does not change any; nil if there is none, it has another type, or the file is not
  /// readable.
  public nonisolated static func value<T: Decodable>(
    _ type: T.Type, for key: StateKey, in file: URL,
    environment: RestorationEnvironment = RestorationEnvironment()
  ) -> T? {
    let file = SettingsFile(path: file.path, files: environment.fileSystem)
    return try? file.read()[key.rawValue]?.decoded(as: type)
  }

  /// The value for a key; nil if there is none or it has another type.
  public func value<T: Decodable>(_ type: T.Type, for key: StateKey) -> T? {
    values[key.rawValue]?.decoded(as: type)
  }

  /// Sets a value; nil removes it. A value that can't be saved is refused, and the previous one
  /// stays.
  public func set<T: Encodable>(_ value: T?, for key: StateKey) {
    let key = key.rawValue
    do {
      let stored = try value.map { try StateValue(encoding: $0) }
      leftOut.removeAll { $0.key.rawValue == key }
      guard stored != values[key] else { return }
      let size = Self.size(key, stored)
      guard size <= StateLimits.settingsBytes / 4 else {
        throw StateRefusal.tooLarge(size: size, limit: StateLimits.settingsBytes / 4)
      }
      let others = sizes.values.reduce(0, +) - sizes[key, default: 0]
      guard others + size <= StateLimits.settingsBytes / 2 else {
        throw StateRefusal.tooLargeTogether(limit: StateLimits.settingsBytes / 2)
      }
      sizes[key] = stored == nil ? nil : size
      values[key] = stored
      changed[key] = .some(stored)
      owners[key]?.forEach { $0.changed() }
      timer.changed()
    } catch {
      let refusal = error as? StateRefusal ?? .notEncodable("\(error)")
      let refused = LeftOut(scene: nil, place: .settings, key: key, refusal: refusal)
      leftOut.removeAll { $0.key.rawValue == key }
      leftOut.append(refused)
      environment.log(refused.line)
    }
  }

  // As it is written: indentation can make a value several times as long.
  private static func size(_ key: String, _ value: StateValue?) -> Int {
    (value?.canonicalData().count ?? 0) + key.utf8.count
  }

  /// Registers a property for a key. Several properties may share a key, but not with different
  /// types: one could not read what the other wrote.
  func register(_ owner: SettingOwner, for key: StateKey) {
    let key = key.rawValue
    var all = (owners[key] ?? []).filter { $0.owner != nil }
    if let other = all.first, other.type != owner.type {
      RestorationMisuse.report(
        "“\(key)” is \(other.type) in one place and \(owner.type) in another.")
    }
    all.append(owner)
    owners[key] = all
  }

  /// Whether every change is on disk.
  package var isSaved: Bool { changed.isEmpty && leftOut.isEmpty }

  func writeWhatIsDue() {
    timer.handedOver()
    guard !changed.isEmpty else { return }
    write { [weak self] written in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.didSave(written) }
      }
    }
  }

  // Writes changes, merged into what the file contains now.
  private func write(then finish: @escaping @Sendable (Written) -> Void) {
    let (changes, values, file, log) = (changed, values, file, environment.log)
    queue.async {
      let result = Result { try file.write(changes, values, log) }
        .mapError { $0 as? StateFileFailure ?? StateFileFailure(file.path, EIO) }
      finish(Written(changes: changes, result: result))
    }
  }

  /// What was written, and what the file contains now.
  private struct Written: Sendable {
    let changes: [String: StateValue?]
    let result: Result<[String: StateValue], StateFileFailure>
  }

  private func didSave(_ written: Written) {
    switch written.result {
    case .failure(let failure):
      self.failure = failure
      timer.failed()
    case .success(let inFile):
      failure = nil
      lastWrite += 1
      for (key, value) in written.changes where changed[key] == .some(value) { changed[key] = nil }
      take(inFile)
      timer.succeeded()
    }
  }

  // For every key that has not changed here, the value from the file counts: another process or a
  // user may have written it.
  private func take(_ inFile: [String: StateValue]) {
    var news: [String] = []
    for key in Set(values.keys).union(inFile.keys)
    where changed[key] == nil && values[key] != inFile[key] {
      values[key] = inFile[key]
      sizes[key] = inFile[key].map { Self.size(key, $0) }
      news.append(key)
    }
    for key in news.sorted() { owners[key]?.forEach { $0.changed() } }
  }

  /// Reads the file again, for changes made by others; call it for example when the application
  /// gets the focus.
  public func reload() async {
    let (file, before) = (file, lastWrite)
    let found = await Task.detached { try? file.read() }.value
    // What was written while it was reading is newer.
    if let found, before == lastWrite { take(found) }
  }

  /// Writes changes and waits at most `seconds`. Returns whether everything is saved.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard !changed.isEmpty else { return leftOut.isEmpty }
    timer.handedOver()
    let answer = Locked<Written?>(nil)
    let done = DispatchSemaphore(value: 0)
    write { written in
      answer.withLock { $0 = written }
      done.signal()
    }
    guard done.wait(timeout: .now() + seconds) == .success, let written = answer.withLock({ $0 })
    else { return false }
    didSave(written)
    return isSaved
  }
}

/// A property that shows a preference, as long as the property exists.
struct SettingOwner {
  weak var owner: AnyObject?
  let type: Any.Type
  let changed: () -> Void
}
