// SPDX-License-Identifier: Apache-2.0
// A session bus with GNOME's keyring on it, in a directory of its own. Its keyring is open, as after a log-in. Both end
// with this object, or with this process.

import Foundation
import XCTest

public final class PrivateKeyring {
  /// The address of the bus.
  public let bus: String
  private let directory: URL
  /// Closed by the end of this process.
  private let life = Pipe()
  private let process = Process()

  /// - Parameters:
  ///   - bus: the bus to put it on, if there is one already.
  ///   - withKeyring: whether there is more than a bus.
  public init(on bus: String? = nil, withKeyring: Bool = true) throws {
    guard !withKeyring || access("/usr/bin/gnome-keyring-daemon", X_OK) == 0 else {
      throw XCTSkip("There is no keyring: its tests need the package “gnome-keyring”")
    }
    directory = URL(fileURLWithPath: "/tmp/vitrine-keyring-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.bus = bus ?? "unix:path=\(directory.path)/bus"
    let configuration = """
      <busconfig><type>session</type><listen>\(self.bus)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
      </busconfig>
      """
    try Data(configuration.utf8).write(to: directory.appendingPathComponent("bus.conf"))
    // The daemon reads the password of its keyring from its input, and makes one that is open.
    let script = """
      exec 3<&0 </dev/null
      if [ "$2" = bus ]; then
        # It prints its address once it listens, which is a moment after its socket is there.
        dbus-daemon --config-file="$1/bus.conf" --nofork --nopidfile --print-address >"$1/address" 3<&- & bus=$!
      fi
      if [ "$3" = keyring ]; then
        while [ ! -s "$1/address" ] && [ "$2" = bus ]; do sleep 0.02; done
        printf secret | gnome-keyring-daemon --foreground --unlock --components=secrets --control-directory="$1" \
          >"$1/log" 2>&1 3<&- & keyring=$!
      fi
      cat <&3 >/dev/null
      # They would not hear less: whoever starts processes in Swift blocks signals.
      kill -KILL $keyring $bus 2>/dev/null
      wait
      rm -rf "$1"
      """
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", script, "keyring", directory.path, bus == nil ? "bus" : "",
      withKeyring ? "keyring" : "",
    ]
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "XDG_DATA_HOME": "\(directory.path)/data",
      "DBUS_SESSION_BUS_ADDRESS": self.bus,
    ]
    // No other program that is started meanwhile may hold it open.
    _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = life
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(20)
    while !isReady(withKeyring), ContinuousClock.now < end { usleep(20_000) }
  }

  deinit { try? life.fileHandleForWriting.close() }

  private func isReady(_ withKeyring: Bool) -> Bool {
    answer(
      "org.freedesktop.DBus", "/org/freedesktop/DBus",
      withKeyring
        ? ["org.freedesktop.DBus.GetNameOwner", "string:org.freedesktop.secrets"]
        : ["org.freedesktop.DBus.GetId"]) != nil
  }

  /// Locks it, as a person does who leaves: it would be opened in a dialog.
  public func lock() throws {
    let collection = "/org/freedesktop/secrets/collection/login"
    let isLocked = answer(
      "org.freedesktop.secrets", "/org/freedesktop/secrets",
      ["org.freedesktop.Secret.Service.Lock", "array:objpath:\(collection)"])
    XCTAssertNotNil(isLocked)
  }

  /// What a program on the bus says; nil if it refuses.
  private func answer(_ service: String, _ object: String, _ words: [String]) -> String? {
    let asking = Process()
    asking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    asking.arguments =
      ["dbus-send", "--bus=\(bus)", "--print-reply", "--dest=\(service)", object] + words
    let said = Pipe()
    asking.standardOutput = said
    asking.standardError = FileHandle.nullDevice
    guard (try? asking.run()) != nil else { return nil }
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    asking.waitUntilExit()
    return asking.terminationStatus == 0 ? text : nil
  }

  /// How many passwords of a kind are in it.
  public func count(of kind: String) -> Int {
    let found = answer(
      "org.freedesktop.secrets", "/org/freedesktop/secrets",
      [
        "org.freedesktop.Secret.Service.SearchItems", "dict:string:string:xdg:schema,\(kind)",
      ])
    return found?.components(separatedBy: "object path").dropFirst().count ?? 0
  }

  /// All that it has written, as text.
  public func files() throws -> String {
    let all = FileManager.default.enumerator(atPath: directory.path)?.allObjects ?? []
    return all.compactMap { name in
      (name as? String).flatMap {
        FileManager.default.contents(atPath: directory.appendingPathComponent($0).path)
      }
    }.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
