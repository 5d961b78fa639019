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

  public func append(_ text: String) {
    gtk_string_list_append(gtk_drop_down_get_model(opaque), text)
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
