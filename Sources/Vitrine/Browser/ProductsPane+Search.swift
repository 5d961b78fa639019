// SPDX-License-Identifier: Apache-2.0
// The search above the list: typing narrows it, and keys lead from there to what was found, also those that are pressed
// before it is there.

import Gtk
import VitrineModel

extension ProductsPane {
  func connectSearch() {
    searchBar.onChange { [weak self] in
      guard let self else { return }
      self.browser.listed.search(self.searchBar.text)
    }
    searchBar.onOpenOrClose { [weak self] in
      guard let self else { return }
      self.browser.listed.isSearching = self.searchBar.isOpen
      if !self.searchBar.isOpen { self.takeFocus() }
    }
    searchBar.onKey { [weak self] press in
      // GTK closes the bar, and before that empties it.
      if press.key == .escape { self?.browser.listed.leaveSearch() }
      guard let self else { return false }
      keyForResults = nil
      guard [.down, .enter].contains(press.key) else { return false }
      guard browser.list.isCurrent else {
        keyForResults = press.key
        return true
      }
      return goToResults(press.key)
    }
  }

  /// To the first one by Enter, and by Down to the one that is selected among them.
  func goToResults(_ key: KeyPress.Key) -> Bool {
    guard browser.list.count > 0 else { return false }
    if key == .enter || browser.selectedPosition == nil {
      browser.select(id(at: 0))
      delegate?.showDetailInFront()
    }
    takeFocus()
    return true
  }

  func showSearch() {
    searchBar.isOpen = browser.listed.isSearching
    searchBar.text = browser.listed.query.searchText
  }

  /// Opens the search or moves the keyboard focus into it; closes it if the focus is already there.
  func toggleSearch() {
    if browser.listed.isSearching, searchBar.isTyping {
      browser.listed.isSearching = false
      takeFocus()
    } else {
      let wasOpen = browser.listed.isSearching
      browser.listed.isSearching = true
      searchBar.takeFocusInEntry()
      // Typed over, or left with Escape once more.
      if !wasOpen, let left = browser.listed.resumeSearch() {
        searchBar.text = left
        searchBar.selectAll()
      }
    }
  }

  /// The button that was pressed for it is gone with its page.
  func searchEverywhere() {
    browser.listed.searchEverywhere()
    searchBar.takeFocusInEntry()
  }
}
