// SPDX-License-Identifier: Apache-2.0
// What is selected in a long list: at most one item, which GTK keeps, or any number, which the program
// keeps.

import CGtk
import CGtkShim

/// A list and what is selected in it, for the widgets that show both.
@MainActor
public class ListSelection: Object {
  /// The lists that show it.
  private var lists: [WeakList] = []

  private struct WeakList { weak var list: ListWidget? }

  func isShown(in list: ListWidget) {
    lists.removeAll { $0.list == nil || $0.list === list }
    lists.append(WeakList(list: list))
  }

  /// Runs `change`, after which the keyboard is still in the list that it was in: when the item that it is on goes,
  /// GTK takes it out of a list whose window is not the active one (quirk: inactive-list).
  fileprivate func keepingKeyboard(_ change: () -> Void) {
    let list = lists.lazy.compactMap(\.list).first { $0.hasFocus }
    change()
    if let list, !list.hasFocus { list.takeFocus() }
  }
}

/// A list and at most one selected item of it.
@MainActor
public final class SingleSelection: ListSelection {
  private let list: LazyList

  /// A selection in this list, with nothing selected.
  public init(_ list: LazyList = LazyList()) {
    self.list = list
    // The constructor takes over one reference of the list; the result is transfer full.
    super.init(
      adopting: Pointer(gtk_single_selection_new(OpaquePointer(g_object_ref(list.pointer)))))
    gtk_single_selection_set_autoselect(opaque, 0)
    gtk_single_selection_set_can_unselect(opaque, 1)
    position = nil
  }

  /// The selected item. Setting it does not call `onChange`.
  public var position: Int? {
    get {
      let position = gtk_single_selection_get_selected(opaque)
      return position == guint.max ? nil : Int(position)
    }
    set {
      guard newValue != position else { return }
      blockingHandlers(of: "notify::selected") {
        gtk_single_selection_set_selected(opaque, newValue.map { guint($0) } ?? guint.max)
      }
    }
  }

  /// Announces that items were replaced with others, as `LazyList.splice` does. When the selected item was
  /// among them none is selected; that does not call `onChange`.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    blockingHandlers(of: "notify::selected") {
      keepingKeyboard { list.splice(at: position, removing: removed, adding: added) }
    }
  }

  /// The user selected another item, or none.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("selected", handler)
  }
}

/// Keeps what is selected in a list.
@MainActor
public protocol ManySelectionDelegate: AnyObject {
  /// Whether the item at this position is.
  func isSelected(_ position: Int) -> Bool
  /// The user selects these items: `only` these, or these as well.
  func select(_ items: Range<Int>, only: Bool)
  /// The user unselects these items.
  func unselect(_ items: Range<Int>)
}

/// A list and any number of selected items of it, which someone else keeps: a million of them cost
/// no more than one. It only asks, item by item.
@MainActor
public final class ManySelection: ListSelection {
  private let owner: Owner

  private final class Owner {
    private(set) weak var delegate: (any ManySelectionDelegate)?
    /// Whether what GTK asks for is only meant to move its starting point.
    var isDeaf = false

    init(_ delegate: any ManySelectionDelegate) { self.delegate = delegate }

    static func of(_ data: Pointer) -> Owner {
      Unmanaged<Owner>.fromOpaque(data).takeUnretainedValue()
    }
  }

  /// An empty list.
  public init(_ delegate: any ManySelectionDelegate) {
    let owner = Owner(delegate)
    self.owner = owner
    let functions = VitrineSelectionOwner(
      is_selected: { position, data in
        nonisolated(unsafe) let data = data.unsafelyUnwrapped
        return MainActor.assumeIsolated {
          Owner.of(data).delegate?.isSelected(Int(position)) == true
        } ? 1 : 0
      },
      select: { position, count, only, data in
        nonisolated(unsafe) let data = data.unsafelyUnwrapped
        MainActor.assumeIsolated {
          let owner = Owner.of(data)
          let first = Int(position)
          if !owner.isDeaf {
            owner.delegate?.select(first..<(first + Int(count)), only: only != 0)
          }
        }
      },
      unselect: { position, count, data in
        nonisolated(unsafe) let data = data.unsafelyUnwrapped
        MainActor.assumeIsolated {
          let owner = Owner.of(data)
          let first = Int(position)
          if !owner.isDeaf { owner.delegate?.unselect(first..<(first + Int(count))) }
        }
      })
    // transfer full
    super.init(
      adopting: Pointer(
        vitrine_selection_model_new(
          functions, Unmanaged.passRetained(owner).toOpaque(),
          { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }
        ).unsafelyUnwrapped))
  }

  /// The items announced so far.
  public var count: Int { Int(g_list_model_get_n_items(opaque)) }

  /// Shows what is selected now.
  public func refresh() { vitrine_selection_model_changed(opaque) }

  /// Announces that items were replaced with others, as `LazyList.splice` does. Those behind them stay the same
  /// ones in their new places.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    guard removed > 0 || added > 0 else { return }
    keepingKeyboard {
      vitrine_selection_model_splice(opaque, guint(position), guint(removed), guint(added))
    }
  }

  /// A selection with Shift in `list` begins at this item. Calls no handler.
  public func begin(at position: Int, in list: ListWidget) {
    owner.isDeaf = true
    vitrine_list_select_item(list.itemsWidget, guint(position))
    owner.isDeaf = false
  }
}
