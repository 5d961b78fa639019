// SPDX-License-Identifier: Apache-2.0
// What a user calls a thing on the screen, and the accessible roles that GTK has given it over
// its versions: a toggle button is a push button in GTK 4.8, an entry is a text.

import CAtspi

/// A kind of thing on the screen.
struct Role {
  let name: String
  private let roles: Set<AtspiRole.RawValue>

  private init(_ name: String, _ roles: AtspiRole...) {
    self.name = name
    self.roles = Set(roles.map(\.rawValue))
  }

  func includes(_ role: AtspiRole) -> Bool {
    roles.contains(role.rawValue)
  }

  /// ATSPI_ROLE_PUSH_BUTTON, which newer headers call ATSPI_ROLE_BUTTON.
  private static let pushButton = AtspiRole(rawValue: 43)
  /// ATSPI_ROLE_PUSH_BUTTON_MENU, absent from older headers.
  private static let buttonMenu = AtspiRole(rawValue: 129)
  /// ATSPI_ROLE_SWITCH, likewise; before, a switch is a check box.
  private static let aSwitch = AtspiRole(rawValue: 130)

  static let window = Role("window", ATSPI_ROLE_FRAME, ATSPI_ROLE_DIALOG, ATSPI_ROLE_WINDOW)
  static let button = Role("button", pushButton, ATSPI_ROLE_TOGGLE_BUTTON, buttonMenu)
  static let checkBox = Role("check box", ATSPI_ROLE_CHECK_BOX, aSwitch)
  static let progressBar = Role("progress bar", ATSPI_ROLE_PROGRESS_BAR)
  static let radio = Role("radio button", ATSPI_ROLE_RADIO_BUTTON)
  static let entry = Role(
    "entry", ATSPI_ROLE_ENTRY, ATSPI_ROLE_TEXT, ATSPI_ROLE_PASSWORD_TEXT, ATSPI_ROLE_SPIN_BUTTON)
  static let label = Role("label", ATSPI_ROLE_LABEL, ATSPI_ROLE_STATIC, ATSPI_ROLE_HEADING)
  static let choice = Role("choice", ATSPI_ROLE_COMBO_BOX)
  static let status = Role("status", ATSPI_ROLE_STATUS_BAR)
  static let link = Role("link", ATSPI_ROLE_LINK)
  static let tab = Role("tab", ATSPI_ROLE_PAGE_TAB, ATSPI_ROLE_RADIO_BUTTON)
  static let table = Role(
    "table", ATSPI_ROLE_TABLE, ATSPI_ROLE_TREE_TABLE, ATSPI_ROLE_LIST, ATSPI_ROLE_LIST_BOX,
    ATSPI_ROLE_TREE)
  static let row = Role(
    "row", ATSPI_ROLE_TABLE_ROW, ATSPI_ROLE_LIST_ITEM, ATSPI_ROLE_TREE_ITEM, ATSPI_ROLE_TABLE_CELL)
  static let menuItem = Role(
    "menu item", ATSPI_ROLE_MENU_ITEM, ATSPI_ROLE_CHECK_MENU_ITEM, ATSPI_ROLE_RADIO_MENU_ITEM)
  static let popover = Role("popover", ATSPI_ROLE_MENU, ATSPI_ROLE_POPUP_MENU)
  static let scroller = Role("scrolled area", ATSPI_ROLE_SCROLL_PANE, ATSPI_ROLE_VIEWPORT)
  static let image = Role("image", ATSPI_ROLE_IMAGE, ATSPI_ROLE_ICON)

  /// Things without parts that matter to a user.
  static let leaf = Role(
    "leaf", ATSPI_ROLE_LABEL, ATSPI_ROLE_STATIC, ATSPI_ROLE_IMAGE, ATSPI_ROLE_ICON,
    ATSPI_ROLE_SEPARATOR)

  /// Everything a user can act on, which therefore needs a name.
  static let interactive = Role(
    "control", pushButton, buttonMenu, aSwitch, ATSPI_ROLE_TOGGLE_BUTTON, ATSPI_ROLE_CHECK_BOX,
    ATSPI_ROLE_RADIO_BUTTON, ATSPI_ROLE_ENTRY, ATSPI_ROLE_TEXT, ATSPI_ROLE_PASSWORD_TEXT,
    ATSPI_ROLE_SPIN_BUTTON, ATSPI_ROLE_COMBO_BOX, ATSPI_ROLE_SLIDER, ATSPI_ROLE_LINK,
    ATSPI_ROLE_PAGE_TAB, ATSPI_ROLE_MENU_ITEM, ATSPI_ROLE_CHECK_MENU_ITEM,
    ATSPI_ROLE_RADIO_MENU_ITEM, ATSPI_ROLE_LIST, ATSPI_ROLE_TABLE, ATSPI_ROLE_TREE_TABLE)
}
