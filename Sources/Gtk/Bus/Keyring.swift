// SPDX-License-Identifier: Apache-2.0
// Passwords in the desktop's keyring. It may ask a person to unlock it first, so each call waits on a queue of its own.

import CGtkShim
import Dispatch
import Foundation

/// Passwords of one kind in the desktop's keyring, each for an address.
public struct Keyring: Sendable {
  /// Whose passwords these are, such as `org.example.Program.Server`.
  let kind: String
  private static let queue = DispatchQueue(label: "keyring")

  /// The passwords of this kind.
  ///
  /// - Parameter kind: whose passwords these are, such as `org.example.Program.Server`.
  public init(_ kind: String) { self.kind = kind }

  /// Whether there is a keyring, and one that keeps something.
  public static func isThere() async -> Bool { await waiting { vitrine_keyring_is_there() != 0 } }

  /// The password that is kept for an address.
  public func password(for address: String) async -> String? {
    await Self.waiting { [kind] in
      // Owned here, until it is freed and wiped.
      guard let text = vitrine_keyring_find(kind, address) else { return nil }
      defer { vitrine_keyring_free(text) }
      return String(cString: text)
    }
  }

  /// Keeps a password in the place of the one that was kept. Returns whether it is kept.
  ///
  /// - Parameters:
  ///   - password: as it was typed.
  ///   - address: what it is for.
  ///   - label: what the desktop calls it to the person.
  public func keep(_ password: String, for address: String, label: String) async -> Bool {
    await Self.waiting { [kind] in
      vitrine_keyring_keep(kind, address, label, password) != 0
    }
  }

  /// Forgets the password of an address. Returns whether there is none any more.
  @discardableResult
  public func forget(_ address: String) async -> Bool {
    await Self.waiting { [kind] in vitrine_keyring_remove(kind, address) != 0 }
  }

  private static func waiting<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
