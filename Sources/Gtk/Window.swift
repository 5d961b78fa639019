// An application's top-level window. GTK keeps it alive until it is closed or destroyed, not until
// Swift lets go; and it is disposed of only when Swift lets go of it too.

import CGtk
import CGtkShim

@MainActor
public final class Window: Widget, ActionGroup {
  public init(application: Application) {
    super.init(
      fresh: gtk_application_window_new(application.cast(to: GtkApplication.self)))
  }

  /// A window that must be answered before its parent goes on.
  public init(dialogOver parent: Window) {
    super.init(fresh: gtk_window_new())
    gtk_window_set_transient_for(window, parent.window)
    gtk_window_set_modal(window, 1)
    gtk_window_set_destroy_with_parent(window, 1)
    gtk_window_set_resizable(window, 0)
  }

  private var window: UnsafeMutablePointer<GtkWindow> { cast(to: GtkWindow.self) }

  public var title: String {
    get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(window, newValue) }
  }

  public func setContent(_ content: Widget) { gtk_window_set_child(window, content.widget) }
  public func setHeaderBar(_ bar: HeaderBar) { gtk_window_set_titlebar(window, bar.widget) }
  public func setIcon(name: String) { gtk_window_set_icon_name(window, name) }

  public func present() { gtk_window_present(window) }

  /// Asks to close, as the title bar's button does: `onCloseRequest` may say no.
  public func close() { gtk_window_close(window) }

  /// Ends the window without asking.
  public func destroy() { gtk_window_destroy(window) }

  /// How wide its content is now, whether normal, maximised or tiled; 0 before it is laid out. The
  /// window widget itself is wider: the shadow around it is part of it.
  override public var width: Int { contentWidth(of: window) }

  /// Runs each time a layout has given the content another width, before it is painted, so that
  /// what the handler shows or hides is laid out in the same frame.
  public func onWidthChange(_ handler: @escaping @MainActor () -> Void) {
    // The window is alive whenever it is laid out; its wrapper may be gone by then.
    let window = window
    var known = 0
    connect("realize") {
      guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return }
      // GTK listens since before "realize": it has laid out the window when this runs.
      Object(retaining: Pointer(surface)).connectSize("layout") {
        let width = contentWidth(of: window)
        guard width != known else { return }
        known = width
        handler()
      }
    }
  }

  /// The size it has when neither maximised nor fullscreen; what to save and to give back.
  public var normalSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    return (Int(width), Int(height))
  }

  public func setNormalSize(width: Int, height: Int) {
    gtk_window_set_default_size(window, Int32(clamping: width), Int32(clamping: height))
  }

  public var isMaximized: Bool { gtk_window_is_maximized(window) != 0 }
  public var isFullscreen: Bool { gtk_window_is_fullscreen(window) != 0 }
  public var isActive: Bool { gtk_window_is_active(window) != 0 }
  public func maximize() { gtk_window_maximize(window) }
  public func makeFullscreen() { gtk_window_fullscreen(window) }

  public func setDefaultWidget(_ widget: Widget?) {
    gtk_window_set_default_widget(window, widget?.widget)
  }

  /// Runs when the window is asked to close; true keeps it open.
  public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
    connectDeciding("close-request", handler)
  }

  public func onActiveChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("is-active", handler)
  }

  public func onGeometryChange(_ handler: @escaping @MainActor () -> Void) {
    for property in ["default-width", "default-height", "maximized", "fullscreened"] {
      connectNotify(property, handler)
    }
  }

  /// The largest size a window should be given back on the screen it is on: nil before any screen
  /// is known.
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

@MainActor
private func contentWidth(of window: UnsafeMutablePointer<GtkWindow>) -> Int {
  gtk_window_get_child(window).map { Int(gtk_widget_get_width($0)) } ?? 0
}

@MainActor
public final class HeaderBar: Widget {
  public init() { super.init(fresh: gtk_header_bar_new()) }

  /// In place of the window's title.
  public func setTitle(_ title: Widget) {
    gtk_header_bar_set_title_widget(opaque, title.widget)
  }

  public func addAtStart(_ child: Widget) { gtk_header_bar_pack_start(opaque, child.widget) }
  public func addAtEnd(_ child: Widget) { gtk_header_bar_pack_end(opaque, child.widget) }
}
