// SPDX-License-Identifier: Apache-2.0
// How long keys were down in any window, for whoever wants to know what typed them. It is told when a key is let go: what
// the key does has been done by then, so nothing waits for this. As long as nobody listens, nothing is looked at.

import CGtk

/// The times of all keys, afterwards.
@MainActor
public enum KeyTimes {
  /// A key that was pressed and let go. Times are milliseconds by the display's clock.
  public struct Press {
    /// What it did.
    public let meaning: InputEvent.Meaning
    /// When it was pressed.
    public let time: UInt32
    /// When it was let go.
    public let end: UInt32
  }

  /// Called for each key that is let go.
  public static var observer: (@MainActor (Press) -> Void)? {
    didSet {
      guard observer == nil || hook == nil else { return }
      hook?.remove()
      down = [:]
      hook = observer == nil ? nil : makeHook()
    }
  }

  private static var hook: EmissionHook?
  /// By their place on the keyboard.
  private static var down: [UInt32: (meaning: InputEvent.Meaning, time: UInt32)] = [:]

  // A function, because Swift 6.0 sees only in one that what is passed into `assumeIsolated` stays there.
  private static func makeHook() -> EmissionHook {
    EmissionHook("event", of: gdk_surface_get_type()) { _, count, values, _ in
      if count > 1, let event = values.flatMap({ g_value_peek_pointer($0 + 1) }) {
        nonisolated(unsafe) let event = OpaquePointer(event)
        MainActor.assumeIsolated { KeyTimes.look(at: event) }
      }
      return 1
    }
  }

  private static func look(at event: OpaquePointer) {
    let type = gdk_event_get_event_type(event)
    guard type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE else { return }
    let (code, time) = (gdk_key_event_get_keycode(event), gdk_event_get_time(event))
    if type == GDK_KEY_PRESS {
      down[code] = (InputEvent.meaning(of: event), time)
    } else if let start = down.removeValue(forKey: code) {
      observer?(Press(meaning: start.meaning, time: start.time, end: time))
    }
  }
}
