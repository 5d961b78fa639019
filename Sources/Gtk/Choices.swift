// Controls for choosing rather than typing.

import CGtk
import CGtkShim

@MainActor
public final class DropDown: Widget {
  public init(_ texts: [String]) {
    let list = gtk_string_list_new(nil)
    for text in texts { gtk_string_list_append(list, text) }
    // The drop-down takes the list over.
    super.init(fresh: gtk_drop_down_new(list, nil))
  }

  /// The index of the chosen text.
  public var position: Int {
    get { Int(gtk_drop_down_get_selected(opaque)) }
    set {
      guard newValue != position else { return }
      blockingHandlers(of: "notify::selected") {
        gtk_drop_down_set_selected(opaque, UInt32(clamping: newValue))
      }
    }
  }

  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("selected", handler)
  }
}

@MainActor
public final class CheckButton: Widget {
  public init() { super.init(fresh: gtk_check_button_new()) }

  public var isActive: Bool {
    get { gtk_check_button_get_active(cast(to: GtkCheckButton.self)) != 0 }
    set {
      guard newValue != isActive else { return }
      blockingHandlers(of: "toggled") {
        gtk_check_button_set_active(cast(to: GtkCheckButton.self), newValue ? 1 : 0)
      }
    }
  }

  public func onChange(_ handler: @escaping @MainActor () -> Void) { connect("toggled", handler) }
}
