// SPDX-License-Identifier: Apache-2.0
// The look: the application's style sheet, its icons, and the desktop's preference for a light or
// dark style. Quirk: dark-style. GTK does not follow that preference on its own; the settings portal reports it.

import CGtk
import CGtkShim

/// Light or dark.
public enum ColorScheme: String, Codable, Sendable, CaseIterable {
  /// As the desktop wants it.
  case desktop
  /// Light, whatever the desktop wants.
  case light
  /// Dark, whatever the desktop wants.
  case dark
}

/// The application's style, its icons, and whether it is dark.
@MainActor
public enum Style {
  /// Adds a style sheet to everything on the default display.
  public static func add(css: String) {
    guard let display = gdk_display_get_default() else { return }
    // transfer full
    guard let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }

  /// Tab goes to a text that can be copied without selecting all of it.
  public static func selectNoLabelOnFocus() { vitrine_settings_select_no_label_on_focus() }

  /// Adds a folder of icons, for a program run from its build folder.
  public static func addIcons(in folder: String) {
    guard let display = gdk_display_get_default() else { return }
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), folder)
  }

  // G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES by its value: GLib 2.90 marks flag enumerations, and
  // Swift does not see their members by their C names.
  private static let doNotLoadProperties = GDBusProxyFlags(rawValue: 1 << 0)

  /// Follows the desktop's preference for a dark style, now and when it changes. The portal is
  /// queried asynchronously; without one, GTK's default stays.
  public static func followDesktopColorScheme() {
    g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, doNotLoadProperties, nil,
      "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings", nil,
      { _, result, _ in
        // transfer full; kept as long as the process runs, because it listens.
        guard let proxy = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
        nonisolated(unsafe) let pointer = UnsafeMutableRawPointer(proxy)
        MainActor.assumeIsolated { Style.listen(to: Object(adopting: pointer)) }
      }, nil)
  }

  private static var settingsPortal: Object?

  private static func listen(to portal: Object) {
    settingsPortal = portal
    portal.connectPortalSetting { space, key, value in
      if space == appearance, key == colorScheme { show(scheme: value) }
    }
    // The floating tuple is sunk by the call.
    g_dbus_proxy_call(
      portal.cast(to: GDBusProxy.self), "Read",
      vitrine_variant_two_strings(appearance, colorScheme),
      GDBusCallFlags(rawValue: 0), 2000, nil,
      { source, result, _ in
        guard let source else { return }
        let proxy = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GDBusProxy.self)
        // transfer full
        guard let answer = g_dbus_proxy_call_finish(proxy, result, nil) else { return }
        let scheme = vitrine_variant_find_uint32(answer)
        g_variant_unref(answer)
        MainActor.assumeIsolated { Style.show(scheme: scheme) }
      }, nil)
  }

  /// What the user wants for this application.
  public static var wanted = ColorScheme.desktop {
    didSet { show() }
  }

  /// What the desktop said last; nil if it has not.
  private static var desktopIsDark: Bool?

  private static func show(scheme: Int) {
    // 1: dark, 2: light, 0: no preference, negative: unknown.
    if scheme >= 0 { desktopIsDark = scheme == 1 }
    show()
  }

  /// What GTK was told; nil for what its own configuration says.
  private static var told: Bool?

  private static func show() {
    let isDark: Bool? =
      switch wanted {
      case .light: false
      case .dark: true
      case .desktop: desktopIsDark
      }
    // GTK reads its whole style sheet anew whenever it is told.
    guard isDark != told else { return }
    told = isDark
    if let isDark {
      vitrine_settings_set_dark(isDark ? 1 : 0)
    } else {
      vitrine_settings_reset_dark()
    }
  }

  private static let appearance = "org.freedesktop.appearance"
  private static let colorScheme = "color-scheme"
}
