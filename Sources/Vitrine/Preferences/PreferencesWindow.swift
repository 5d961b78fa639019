// SPDX-License-Identifier: Apache-2.0
// The Preferences window: what a user chooses for the whole application, in boxes of rows. Everything
// takes effect at once; there is nothing to confirm. There is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class PreferencesWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scroll: AnchoredScroll
  private weak var windows: (any WindowHost)?
  private var lists: [DropDown] = []
  private var switches: [Switch] = []
  /// Whether scanned codes open their products.
  private let opens = Switch()
  private var subscriptions: [StateSubscription] = []

  init(_ windows: any WindowHost, _ preferences: Preferences, session: SceneSession) {
    self.windows = windows
    let page = Box(.vertical, spacing: 12).style("preferences-page")
    let scrolled = ScrolledWindow(Box.clamped(page, to: 640))
    // The page counts as one row, which begins at the top.
    scroll = AnchoredScroll(
      scrolled, in: SceneStorage(wrappedValue: nil, "Preferences.scroll", in: session),
      nameAt: { _ in ("page", 0) }, topOf: { _ in 0 })
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: scrolled, defaultSize: (520, 732))
    frame.title = WindowKind.preferences.title
    session.activity = UserActivity(titled: .preferences)
    header.addMainMenu(.primary(windows))
    fill(page, preferences, isSample: windows.profile.isSample)
    frame.window.onEscape { [weak frame] in frame?.window.close() }
    frame.window.onCloseRequest { [weak self] in
      self?.subscriptions.forEach { $0.cancel() }
      return false
    }
  }

  private func fill(_ page: Box, _ preferences: Preferences, isSample: Bool) {
    addGroup(
      tr("Windows", context: "heading of preferences"),
      [
        row(
          tr("On _Start"), tr("Which windows come back when Vitrine starts"),
          for: preferences.$onStart,
          choices: [
            (.always, tr("All windows")),
            (.afterUnexpectedEnd, tr("Only after a crash")),
            (.never, tr("Never", context: "how often something is done")),
          ]),
        row(
          tr("Open _Again After I Log In"), tr("If Vitrine was open when the session ended"),
          isOn: preferences.$opensAfterLogIn),
        row(
          tr("P_ictures of Closed Windows"),
          tr("Small, in Saved Windows; they show what was on the screen"),
          isOn: preferences.$keepsPictures),
        row(
          tr("St_yle", context: "preferences: light or dark"), nil, for: preferences.$style,
          choices: [
            (.desktop, tr("Follow system")), (.light, tr("Light", context: "style")),
            (.dark, tr("Dark", context: "style")),
          ]),
        row(
          tr("_List", context: "preferences"), tr("Height of the rows in the list"),
          for: preferences.$density,
          choices: [
            (.normal, tr("Normal", context: "height of rows")),
            (.compact, tr("Compact", context: "height of rows")),
          ]),
      ], in: page)
    // Links from there lead to the user's own products.
    let recent = row(
      tr("_Recent Files"), tr("List products you open in the desktop’s recent files"),
      isOn: preferences.$listsRecentProducts)
    addGroup(
      tr("Products", context: "heading of preferences"),
      [
        row(
          tr("_Currency", context: "preferences"), tr("Used when no currency is typed"),
          for: preferences.$currency,
          choices: [(.country, countryText)]
            + Currency.allCodes.compactMap { code in
              (try? Currency(code)).map { (DefaultCurrency.currency($0), code) }
            }),
        row(
          tr("Unit _Prices"), tr("The amount they are for, also on labels"),
          for: preferences.$unitPrices,
          choices: [(nil, tr("System (%@)", UnitPriceMeasure.usual.label))]
            + UnitPriceMeasure.allCases.map { ($0, $0.label) }),
        row(
          tr("_Empty the Trash"), tr("When products in it are permanently deleted"),
          for: preferences.$trashAge,
          choices: [
            (.never, tr("Never", context: "how often something is done")),
            (.week, tr("After 7 days")), (.month, tr("After 30 days")),
            (.quarter, tr("After 90 days")),
          ]),
      ] + (isSample ? [] : [recent]), in: page)
    addGroup(tr("Barcode Scanner"), scannerRows(preferences), in: page)
  }

  private func scannerRows(_ preferences: Preferences) -> [Widget] {
    let setUp = Button(tr("Set _Up…"))
    setUp.onClick { [weak self] in
      if let self { windows?.setUpScanner(over: frame.window) }
    }
    show(recognisesScanner: preferences.recognisesScanner)
    opens.onChange { [weak self, weak preferences] in
      preferences?.recognisesScanner = self?.opens.isOn
    }
    subscriptions.append(
      preferences.$recognisesScanner.onChange { [weak self] in self?.show(recognisesScanner: $0) })
    let name = Label(tr("_Barcodes Open Products"))
    name.names(opens)
    return [
      row(
        Label(tr("Scanner", context: "preferences: barcode scanner")),
        tr("Scan one code, to see that it is recognised"), control: setUp),
      row(name, tr("Typed keys then appear up to 20 ms later"), control: opens),
    ]
  }

  private func show(recognisesScanner isOn: Bool?) {
    opens.isOn = isOn == true
    // One is set up first.
    opens.isSensitive = isOn != nil
  }

  private var countryText: String {
    OpenCatalogue.countryCurrency.map { tr("System (%@)", $0.code) }
      ?? tr("None", context: "currency")
  }

  private func addGroup(_ title: String, _ rows: [Widget], in page: Box) {
    page.append(Label(title).style("heading"))
    page.append(Box(.vertical, children: rows).style("boxed-list"))
  }

  /// A preference with its name, what it means, and the choices.
  private func row<Value: Codable & Equatable & Sendable>(
    _ title: String, _ text: String?, for preference: AppStorage<Value>,
    choices: [(value: Value, text: String)]
  ) -> Widget {
    let list = DropDown(choices.map(\.text))
    lists.append(list)
    let show = { [weak list] (value: Value) in
      list?.position = choices.firstIndex { $0.value == value } ?? 0
    }
    show(preference.wrappedValue)
    list.onChange { [weak list, weak preference] in
      if let list, choices.indices.contains(list.position) {
        preference?.wrappedValue = choices[list.position].value
      }
    }
    subscriptions.append(preference.onChange { show($0) })
    let name = Label(title)
    name.names(list)
    return row(name, text, control: list)
  }

  /// A preference that is on or off.
  private func row(_ title: String, _ text: String, isOn preference: AppStorage<Bool>) -> Widget {
    let control = Switch()
    switches.append(control)
    control.isOn = preference.wrappedValue
    control.onChange { [weak control, weak preference] in
      if let control { preference?.wrappedValue = control.isOn }
    }
    subscriptions.append(preference.onChange { [weak control] in control?.isOn = $0 })
    let name = Label(title)
    name.names(control)
    return row(name, text, control: control)
  }

  private func row(_ name: Label, _ text: String?, control: Widget) -> Widget {
    let texts = Box(.vertical, children: [name.wrapped()])
    if let text {
      texts.append(Label(text).wrapped().style("dim-label", "caption"))
      control.setAccessibleDescription(text)
    }
    texts.expand(horizontally: true).align(vertical: .center)
    return Box(.horizontal, spacing: 12, children: [texts, control.align(vertical: .center)])
      .style("boxed-row")
  }
}
