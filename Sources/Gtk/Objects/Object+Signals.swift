// SPDX-License-Identifier: Apache-2.0
// GObject signals as typed Swift closures. There is one non-capturing C trampoline for each C
// signature; the closure is boxed, and only GLib's destroy notification releases it. A handler that
// refers to its window's controller must capture it weakly, because the widget owns the closure.

import CGtk
import CGtkShim

private final class HandlerBox<Handler> {
  let handler: Handler
  init(_ handler: Handler) { self.handler = handler }
}

private func unbox<Handler>(_ data: UnsafeMutableRawPointer, as type: Handler.Type) -> Handler {
  Unmanaged<HandlerBox<Handler>>.fromOpaque(data).takeUnretainedValue().handler
}

private let releaseBox: GClosureNotify = { data, _ in
  guard let data else { return }
  Unmanaged<AnyObject>.fromOpaque(data).release()
}

typealias Pointer = UnsafeMutableRawPointer

// Computed properties, because Swift 6.0 sees only inside a function on the main actor that
// what is passed into `assumeIsolated` stays there. Each is still a single C function.

@MainActor
private var trampoline: @convention(c) (Pointer, Pointer) -> Void {
  { _, data in
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated { unbox(data, as: (@MainActor () -> Void).self)() }
  }
}

@MainActor
private var argumentTrampoline: @convention(c) (Pointer, Pointer?, Pointer) -> Void {
  { _, argument, data in
    nonisolated(unsafe) let (argument, data) = (argument, data)
    MainActor.assumeIsolated { unbox(data, as: (@MainActor (Pointer?) -> Void).self)(argument) }
  }
}

@MainActor
private var positionTrampoline: @convention(c) (Pointer, guint, Pointer) -> Void {
  { _, position, data in
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated { unbox(data, as: (@MainActor (Int) -> Void).self)(Int(position)) }
  }
}

extension Object {
  private func connect<Handler>(_ signal: String, _ handler: Handler, through trampoline: GCallback)
  {
    // The box is owned by the closure that GLib makes here (transfer full).
    let box = Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
    g_signal_connect_data(pointer, signal, trampoline, box, releaseBox, GConnectFlags(rawValue: 0))
  }

  /// `void (*)(self)`
  func connect(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
    connect(
      signal, handler as @MainActor () -> Void,
      through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, object)`: also `notify::`, whose argument no handler needs.
  func connectArgument(_ signal: String, _ handler: @escaping @MainActor (Pointer?) -> Void) {
    connect(
      signal, handler as @MainActor (Pointer?) -> Void,
      through: unsafeBitCast(argumentTrampoline, to: GCallback.self))
  }

  /// Makes a change without calling our own handlers of `signal`, which are for what the user does,
  /// not for what the program sets. GTK's own handlers run as always.
  func blockingHandlers(of signal: String, _ change: () -> Void) {
    var (id, detail): (guint, GQuark) = (0, 0)
    let type = pointer.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    guard g_signal_parse_name(signal, type, &id, &detail, 1) != 0 else { return change() }
    // G_SIGNAL_MATCH_ID, _DETAIL and _FUNC: all handlers connected above have these functions.
    let match = GSignalMatchType(rawValue: 1 | 1 << 1 | 1 << 3)
    let functions = [
      unsafeBitCast(trampoline, to: Pointer.self),
      unsafeBitCast(argumentTrampoline, to: Pointer.self),
      unsafeBitCast(positionTrampoline, to: Pointer.self),
    ]
    for function in functions {
      g_signal_handlers_block_matched(pointer, match, id, detail, nil, function, nil)
    }
    change()
    for function in functions {
      g_signal_handlers_unblock_matched(pointer, match, id, detail, nil, function, nil)
    }
  }

  /// `void (*)(model, position, removed, added)`
  func connectItemsChanged(_ handler: @escaping @MainActor () -> Void) {
    let trampoline: @convention(c) (Pointer, guint, guint, guint, Pointer) -> Void = {
      _, _, _, _, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: (@MainActor () -> Void).self)() }
    }
    connect(
      "items-changed", handler as @MainActor () -> Void,
      through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  func connectNotify(_ property: String, _ handler: @escaping @MainActor () -> Void) {
    connectArgument("notify::\(property)") { _ in handler() }
  }

  /// `void (*)(self, gint, gint)`
  func connectSize(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
    typealias Handler = @MainActor () -> Void
    let trampoline: @convention(c) (Pointer, gint, gint, Pointer) -> Void = { _, _, _, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)() }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, object, gint)`
  func connectPage(_ signal: String, _ handler: @escaping @MainActor (Pointer, Int) -> Void) {
    typealias Handler = @MainActor (Pointer, Int) -> Void
    let trampoline: @convention(c) (Pointer, Pointer, gint, Pointer) -> Void = {
      _, object, number, data in
      nonisolated(unsafe) let (object, data) = (object, data)
      MainActor.assumeIsolated { unbox(data, as: Handler.self)(object, Int(number)) }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self)`: true stops the emission.
  func connectDeciding(_ signal: String, _ handler: @escaping @MainActor () -> Bool) {
    typealias Handler = @MainActor () -> Bool
    let trampoline: @convention(c) (Pointer, Pointer) -> gboolean = { _, data in
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)() } ? 1 : 0
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, guint)`: also an enumeration.
  func connectPosition(_ signal: String, _ handler: @escaping @MainActor (Int) -> Void) {
    connect(
      signal, handler as @MainActor (Int) -> Void,
      through: unsafeBitCast(positionTrampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, keyval, keycode, modifiers)`
  func connectKey(
    _ signal: String, _ handler: @escaping @MainActor (guint, GdkModifierType) -> Bool
  ) {
    typealias Handler = @MainActor (guint, GdkModifierType) -> Bool
    let trampoline: @convention(c) (Pointer, guint, guint, GdkModifierType, Pointer) -> gboolean = {
      _, key, _, modifiers, data in
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(key, modifiers) } ? 1 : 0
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, uri)`: nobody else opens the link.
  func connectLink(_ handler: @escaping @MainActor (String) -> Void) {
    typealias Handler = @MainActor (String) -> Void
    let trampoline: @convention(c) (Pointer, UnsafePointer<CChar>?, Pointer) -> gboolean = {
      _, target, data in
      let text = target.map { String(cString: $0) } ?? ""
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)(text) }
      return 1
    }
    connect(
      "activate-link", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, n_press, x, y)`
  func connectPress(_ signal: String, _ handler: @escaping @MainActor (Int, Point) -> Void) {
    typealias Handler = @MainActor (Int, Point) -> Void
    let trampoline: @convention(c) (Pointer, gint, Double, Double, Pointer) -> Void = {
      _, count, x, y, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)(Int(count), Point(x: x, y: y)) }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, x, y)`
  func connectCoordinates(_ signal: String, _ handler: @escaping @MainActor (Point) -> Void) {
    typealias Handler = @MainActor (Point) -> Void
    let trampoline: @convention(c) (Pointer, Double, Double, Pointer) -> Void = { _, x, y, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)(Point(x: x, y: y)) }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, scale)`
  func connectRatio(_ signal: String, _ handler: @escaping @MainActor (Double) -> Void) {
    typealias Handler = @MainActor (Double) -> Void
    let trampoline: @convention(c) (Pointer, Double, Pointer) -> Void = { _, ratio, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)(ratio) }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, place, text, length)`: the place in code points, before a text is put there.
  func connectInsertion(_ handler: @escaping @MainActor (_ start: Int, _ text: String) -> Void) {
    typealias Handler = @MainActor (Int, String) -> Void
    let trampoline:
      @convention(c) (
        Pointer, UnsafePointer<GtkTextIter>, UnsafePointer<CChar>, gint, Pointer
      ) -> Void = { _, place, text, length, data in
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
        let (start, inserted) = (
          Int(gtk_text_iter_get_offset(place)), String(decoding: bytes, as: UTF8.self)
        )
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { unbox(data, as: Handler.self)(start, inserted) }
      }
    connect(
      "insert-text", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, start, end)`: the place in code points and how many, before they are removed.
  func connectDeletion(_ handler: @escaping @MainActor (_ start: Int, _ count: Int) -> Void) {
    typealias Handler = @MainActor (Int, Int) -> Void
    let trampoline:
      @convention(c) (
        Pointer, UnsafePointer<GtkTextIter>, UnsafePointer<GtkTextIter>, Pointer
      ) -> Void = { _, start, end, data in
        let places = [gtk_text_iter_get_offset(start), gtk_text_iter_get_offset(end)].map {
          Int($0)
        }
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          unbox(data, as: Handler.self)(places.min() ?? 0, abs(places[1] - places[0]))
        }
      }
    connect(
      "delete-range", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, x, y)`
  func connectScroll(_ signal: String, _ handler: @escaping @MainActor (Double, Double) -> Bool) {
    typealias Handler = @MainActor (Double, Double) -> Bool
    let trampoline: @convention(c) (Pointer, Double, Double, Pointer) -> gboolean = {
      _, x, y, data in
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(x, y) } ? 1 : 0
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, event)`, or a drop
  func connectDecision(
    _ signal: String, _ handler: @escaping @MainActor (OpaquePointer) -> Bool
  ) {
    typealias Handler = @MainActor (OpaquePointer) -> Bool
    let trampoline: @convention(c) (Pointer, OpaquePointer, Pointer) -> gboolean = {
      _, subject, data in
      nonisolated(unsafe) let (subject, data) = (subject, data)
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(subject) } ? 1 : 0
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, x, y, from keyboard, tooltip)`: the text to show, or nil.
  func connectTooltip(_ handler: @escaping @MainActor () -> String?) {
    typealias Handler = @MainActor () -> String?
    let trampoline:
      @convention(c) (Pointer, gint, gint, gboolean, OpaquePointer, Pointer) -> gboolean = {
        _, _, _, _, tooltip, data in
        nonisolated(unsafe) let (tooltip, data) = (tooltip, data)
        return MainActor.assumeIsolated {
          guard let text = unbox(data, as: Handler.self)() else { return 0 }
          vitrine_tooltip_show(tooltip, text)
          return 1
        }
      }
    connect(
      "query-tooltip", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, sender, signal, parameters)`: the portal's `SettingChanged`.
  func connectPortalSetting(_ handler: @escaping @MainActor (String, String, Int) -> Void) {
    typealias Handler = @MainActor (String, String, Int) -> Void
    let trampoline:
      @convention(c) (
        Pointer, UnsafePointer<CChar>?, UnsafePointer<CChar>?, OpaquePointer?, Pointer
      ) -> Void = { _, _, _, parameters, data in
        guard let parameters, let setting = Setting(parameters) else { return }
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          unbox(data, as: Handler.self)(setting.space, setting.key, setting.value)
        }
      }
    connect(
      "g-signal::SettingChanged", handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `pointer (*)(self, x, y)`: the caller receives the result (transfer full).
  func connectPoint(_ signal: String, _ handler: @escaping @MainActor (Point) -> Object?) {
    typealias Handler = @MainActor (Point) -> Object?
    let trampoline: @convention(c) (Pointer, Double, Double, Pointer) -> Pointer? = {
      _, x, y, data in
      nonisolated(unsafe) let data = data
      nonisolated(unsafe) var result: Pointer?
      MainActor.assumeIsolated {
        result = unbox(data, as: Handler.self)(Point(x: x, y: y)).map { g_object_ref($0.pointer) }
      }
      return result
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `GdkDragAction (*)(self, x, y)`
  func connectMotion(_ signal: String, _ handler: @escaping @MainActor (Point) -> GdkDragAction) {
    typealias Handler = @MainActor (Point) -> GdkDragAction
    let trampoline: @convention(c) (Pointer, Double, Double, Pointer) -> GdkDragAction = {
      _, x, y, data in
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(Point(x: x, y: y)) }
    }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `GdkDragAction (*)(self, drop, x, y)`
  func connectDropMotion(_ signal: String, _ handler: @escaping @MainActor () -> GdkDragAction) {
    typealias Handler = @MainActor () -> GdkDragAction
    let trampoline:
      @convention(c) (Pointer, OpaquePointer, Double, Double, Pointer) -> GdkDragAction = {
        _, _, _, _, data in
        nonisolated(unsafe) let data = data
        return MainActor.assumeIsolated { unbox(data, as: Handler.self)() }
      }
    connect(signal, handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, drop, x, y)`: of what is yet to be read.
  func connectAsyncDrop(_ handler: @escaping @MainActor (OpaquePointer) -> Bool) {
    typealias Handler = @MainActor (OpaquePointer) -> Bool
    let trampoline: @convention(c) (Pointer, OpaquePointer, Double, Double, Pointer) -> gboolean = {
      _, drop, _, _, data in
      nonisolated(unsafe) let (drop, data) = (drop, data)
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(drop) } ? 1 : 0
    }
    connect("drop", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, drag, reason)`
  func connectDragCancel(_ handler: @escaping @MainActor (GdkDragCancelReason) -> Bool) {
    typealias Handler = @MainActor (GdkDragCancelReason) -> Bool
    let trampoline: @convention(c) (Pointer, Pointer?, GdkDragCancelReason, Pointer) -> gboolean = {
      _, _, reason, data in
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { unbox(data, as: Handler.self)(reason) } ? 1 : 0
    }
    connect(
      "drag-cancel", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, drag, delete_data)`
  func connectDragEnd(_ handler: @escaping @MainActor () -> Void) {
    typealias Handler = @MainActor () -> Void
    let trampoline: @convention(c) (Pointer, Pointer?, gboolean, Pointer) -> Void = {
      _, _, _, data in
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { unbox(data, as: Handler.self)() }
    }
    connect("drag-end", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `gboolean (*)(self, value, x, y)`
  func connectDrop(_ handler: @escaping @MainActor (UnsafePointer<GValue>, Point) -> Bool) {
    typealias Handler = @MainActor (UnsafePointer<GValue>, Point) -> Bool
    let trampoline:
      @convention(c) (Pointer, UnsafePointer<GValue>, Double, Double, Pointer) -> gboolean = {
        _, value, x, y, data in
        nonisolated(unsafe) let (value, data) = (value, data)
        return MainActor.assumeIsolated {
          unbox(data, as: Handler.self)(value, Point(x: x, y: y))
        } ? 1 : 0
      }
    connect("drop", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }

  /// `void (*)(self, files, count, hint)`: the files as URIs.
  func connectOpen(_ handler: @escaping @MainActor ([String]) -> Void) {
    typealias Handler = @MainActor ([String]) -> Void
    let trampoline:
      @convention(c) (
        Pointer, UnsafeMutablePointer<OpaquePointer?>?, gint, Pointer?, Pointer
      ) -> Void = { _, files, count, _, data in
        let uris = (0..<max(0, Int(count))).compactMap { index -> String? in
          guard let file = files?[index], let uri = g_file_get_uri(file) else { return nil }
          defer { g_free(uri) }
          return String(cString: uri)
        }
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { unbox(data, as: Handler.self)(uris) }
      }
    connect("open", handler as Handler, through: unsafeBitCast(trampoline, to: GCallback.self))
  }
}

/// `(ssv)`: the settings portal's report of a changed setting.
private struct Setting {
  let space: String
  let key: String
  let value: Int

  init?(_ parameters: OpaquePointer) {
    guard String(cString: g_variant_get_type_string(parameters)) == "(ssv)" else { return nil }
    func child<T>(_ index: Int, _ read: (OpaquePointer) -> T?) -> T? {
      // transfer full
      guard let child = g_variant_get_child_value(parameters, gsize(index)) else { return nil }
      defer { g_variant_unref(child) }
      return read(child)
    }
    func string(_ index: Int) -> String? {
      child(index) { g_variant_get_string($0, nil).map { String(cString: $0) } }
    }
    guard let space = string(0), let key = string(1) else { return nil }
    self.space = space
    self.key = key
    value = child(2) { vitrine_variant_find_uint32($0) } ?? -1
  }
}
