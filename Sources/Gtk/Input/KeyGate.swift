// SPDX-License-Identifier: Apache-2.0
// Who decides what becomes of each key: it goes on now, later or never. `InputEvents` asks it.

/// What all keys go through.
@MainActor
public protocol KeyGate: AnyObject {
  /// A key comes, before any widget gets it. Returns what goes on now, in this order. What is kept back is passed on
  /// later with `InputEvents.pass`, or never.
  func take(_ event: InputEvent) -> [InputEvent]
  /// Something else happens that must not overtake what is kept back: pass it on now.
  func interrupt()
  /// The pointer does something that GTK does not know of yet.
  func pointerComes()
  /// The keyboard goes from one window to another.
  func keyboardMoves()
}
