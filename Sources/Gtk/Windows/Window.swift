// SPDX-License-Identifier: Apache-2.0
// A top-level window of the application. GTK keeps it alive until it is closed or destroyed, even
// if Swift releases it earlier; it is only disposed of when Swift has released it, too.

import CGtk
import CGtkShim
import Foundation

/// A window with a title bar.
@MainActor
public final class Window: Widget, ActionGroup {
  /// What it offers as `win.`.
  public let actions = ActionMap()

  /// A window of this application.
  public init(application: Application) {
    super.init(
      fresh: gtk_application_window_new(application.cast(to: GtkApplication.self)))
    // Instead of GTK's own groups of these names, which are on the bus.
    offer(actions, as: "win")
    offer(application.actions, as: "app")
    keepPagesStillBehindPopovers()
    watchUse()
    keepFocus()
  }

  /// A dialog over its parent, which closes with it. By default it is modal; otherwise it can be resized.
  public init(dialogOver parent: Window, isModal: Bool = true) {
    super.init(fresh: gtk_window_new())
    gtk_window_set_transient_for(window, parent.window)
    gtk_window_set_modal(window, isModal ? 1 : 0)
    gtk_window_set_destroy_with_parent(window, 1)
    gtk_window_set_resizable(window, isModal ? 0 : 1)
    offer(actions, as: "win")
    keepFocus()
  }

  private var window: UnsafeMutablePointer<GtkWindow> { cast(to: GtkWindow.self) }

  /// What its title bar and lists of windows say.
  public var title: String {
    get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(window, newValue.asTitle) }
  }

  /// Sets what is below the title bar.
  public func setContent(_ content: Widget) {
    withExtendedLifetime(Box.windowContent(content)) { gtk_window_set_child(window, $0.widget) }
  }
  /// Replaces the title bar: by a header bar, or a box with one. GTK hides it while the window fills
  /// the whole screen.
  public func setHeaderBar(_ bar: Widget) { gtk_window_set_titlebar(window, bar.widget) }
  /// Sets the icon in lists of windows.
  public func setIcon(name: String) { gtk_window_set_icon_name(window, name) }

  /// Shows it, in front of the others and with the keyboard.
  public func present() {
    guard !Self.leavesFocus else { return vitrine_window_show_without_focus(widget) }
    gtk_window_present_with_time(window, Self.requestTime)
  }

  /// Whether windows are only shown, and leave the keyboard where it is: nobody asked for them at this moment.
  public static var leavesFocus = false

  /// Waits until it is painted, but no longer than this: a display does not ask for what cannot be seen.
  public func painted(atMost milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      let waiting = FirstOfSeveral(continuation)
      MainLoop.after(milliseconds: milliseconds) { waiting.end() }
      MainLoop.after(paintOf: self) { waiting.end() }
    }
  }

  /// Presents windows for a request from outside. `time`: when the user asked, by the display's clock; a
  /// desktop lets no program take the keyboard for a request that is older than what the user did since.
  /// 0 if it is not known.
  public static func presenting(at time: UInt32, _ work: () -> Void) {
    requestTime = time
    work()
    requestTime = 0
  }

  private static var requestTime: UInt32 = 0

  /// It is gone, for whatever reason: for a window that is not hidden before its end. Whoever keeps it would never
  /// hear of GTK's "destroy", which waits for the last reference.
  public func onEnd(_ handler: @escaping @MainActor () -> Void) {
    var hasEnded = false
    connect("unmap") {
      if !hasEnded { handler() }
      hasEnded = true
    }
  }

  /// Asks the window to close, like the title bar's button: `onCloseRequest` may refuse.
  public func close() { gtk_window_close(window) }

  /// Opens a file with the program that the desktop has for it.
  public func show(_ file: URL) {
    gtk_show_uri(window, file.absoluteString, guint32(GDK_CURRENT_TIME))
  }

  /// Closes the window without asking.
  public func destroy() { gtk_window_destroy(window) }

  /// Destroys the dialogs over it: over a window that is hidden, a modal one would keep all others from being used.
  public func destroyDialogs() {
    // transfer container
    let all = gtk_window_list_toplevels()
    defer { g_list_free(all) }
    var dialogs: [OpaquePointer] = []
    var item = all
    while let current = item {
      if let data = current.pointee.data {
        let other = data.assumingMemoryBound(to: GtkWindow.self)
        if gtk_window_get_transient_for(other) == window { dialogs.append(OpaquePointer(data)) }
      }
      item = current.pointee.next
    }
    for dialog in dialogs { gtk_window_destroy(UnsafeMutablePointer<GtkWindow>(dialog)) }
  }

  /// The current width of its content; 0 before it is laid out. The window widget itself is wider,
  /// because it includes the shadow.
  override public var width: Int { contentWidth(of: window) }

  /// Called when a layout has changed the width of the content, before painting, so that what the
  /// handler shows or hides is laid out in the same frame.
  public func onWidthChange(_ handler: @escaping @MainActor () -> Void) {
    // The window exists whenever it is laid out; its wrapper may be gone by then.
    let window = window
    var known = 0
    connect("realize") {
      guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return }
      // GTK connected before "realize", so it has already laid out the window.
      Object(retaining: Pointer(surface)).connectSize("layout") {
        let width = contentWidth(of: window)
        guard width != known else { return }
        known = width
        handler()
      }
    }
  }

  /// Its size when neither maximized nor fullscreen: the size to save and restore.
  public var normalSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    return (Int(width), Int(height))
  }

  /// Sets the size that it has when it is not maximised.
  public func setNormalSize(width: Int, height: Int) {
    gtk_window_set_default_size(window, Int32(clamping: width), Int32(clamping: height))
  }

  /// Whether it fills the screen except for panels.
  public var isMaximized: Bool { gtk_window_is_maximized(window) != 0 }
  /// Whether it fills the whole screen.
  public var isFullscreen: Bool { gtk_window_is_fullscreen(window) != 0 }
  /// Whether it has the keyboard.
  public var isActive: Bool { gtk_window_is_active(window) != 0 }
  /// Lets it fill the screen except for panels.
  public func maximize() { gtk_window_maximize(window) }
  /// Lets it fill the whole screen.
  public func makeFullscreen() { gtk_window_fullscreen(window) }
  /// Gives it back the size it had before it filled the whole screen.
  public func leaveFullscreen() { gtk_window_unfullscreen(window) }

  /// Sets what Enter activates; nil for nothing.
  public func setDefaultWidget(_ widget: Widget?) {
    gtk_window_set_default_widget(window, widget?.widget)
  }

  /// Called when the window is asked to close; return true to keep it open.
  public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
    connectDeciding("close-request", handler)
  }

  /// It gets or loses the keyboard.
  public func onActiveChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("is-active", handler)
  }

  /// Its size changes, or whether it is maximised or fullscreen.
  public func onGeometryChange(_ handler: @escaping @MainActor () -> Void) {
    for property in ["default-width", "default-height", "maximized", "fullscreened"] {
      connectNotify(property, handler)
    }
  }

  /// The largest size that a restored window should have on its screen; nil before the screen is
  /// known.
  public static func largestMonitor() -> (width: Int, height: Int)? {
    guard let display = gdk_display_get_default() else { return nil }
    // Borrowed from the display.
    guard let monitors = gdk_display_get_monitors(display) else { return nil }
    var largest: (width: Int, height: Int)?
    for position in 0..<g_list_model_get_n_items(monitors) {
      // transfer full
      guard let monitor = g_list_model_get_item(monitors, position) else { continue }
      var area = GdkRectangle()
      gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
      g_object_unref(monitor)
      let size = (width: Int(area.width), height: Int(area.height))
      if size.width * size.height > (largest?.width ?? 0) * (largest?.height ?? 0) {
        largest = size
      }
    }
    return largest
  }
}

/// The window of this type that is open, of GTK's own ones: one is enough, whoever asks how often.
@MainActor
func openWindow(of type: GType) -> UnsafeMutablePointer<GtkWindow>? {
  // Borrowed, as long as the windows are.
  let windows = gtk_window_get_toplevels()
  for place in 0..<g_list_model_get_n_items(windows) {
    // transfer full; GTK keeps it until it is closed.
    guard let window = g_list_model_get_item(windows, place) else { continue }
    defer { g_object_unref(window) }
    if isInstance(window, of: type) { return window.assumingMemoryBound(to: GtkWindow.self) }
  }
  return nil
}

@MainActor
private func contentWidth(of window: UnsafeMutablePointer<GtkWindow>) -> Int {
  gtk_window_get_child(window).map { Int(gtk_widget_get_width($0)) } ?? 0
}

/// The bar at the top of a window, with its title and its buttons.
@MainActor
public final class HeaderBar: Widget {
  /// A bar with the window's title.
  public init() { super.init(fresh: gtk_header_bar_new()) }

  /// Replaces the window's title in the title bar with two lines.
  public func setTitle(_ title: Label, subtitle: Label) {
    for label in [title, subtitle] { label.ellipsized().centered() }
    let lines = Box(
      .vertical, children: [title.style("title"), subtitle.style("subtitle", "numeric")])
    gtk_header_bar_set_title_widget(opaque, lines.align(vertical: .center).widget)
  }

  /// Adds a child beside the beginning.
  public func addAtStart(_ child: Widget) { gtk_header_bar_pack_start(opaque, child.widget) }
  /// Whether a narrow window leaves the room of the buttons that make it smaller and larger to others.
  public var showsOnlyClose = false {
    didSet {
      guard showsOnlyClose != oldValue else { return }
      vitrine_header_bar_show_only_close(widget, showsOnlyClose ? 1 : 0)
    }
  }

  /// Adds a child beside the end.
  public func addAtEnd(_ child: Widget) { gtk_header_bar_pack_end(opaque, child.widget) }
}
