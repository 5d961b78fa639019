// SPDX-License-Identifier: Apache-2.0
// What may change in a browser window, for the views that show it.

public enum BrowserChange {
  /// The sidebar's items or their counts.
  case places
  case query
  case layout
  /// Which columns there are.
  case columns
  /// The search bar opened or closed.
  case search
  /// Other products were selected, or the selected one moved in the list.
  case selection
}
