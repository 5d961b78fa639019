// SPDX-License-Identifier: Apache-2.0
// Saved windows as text for people.

import Foundation
import StateRestoration
import Wording

enum StateText {
  static func text(of state: StateInspection) -> String {
    var lines = [state.directory.url.path]
    switch state.endedCleanly {
    case nil: lines.append(tr("Nothing is saved."))
    case true?: lines.append(tr("Ended normally."))
    case false?: lines.append(tr("Running, or ended unexpectedly."))
    }
    if !state.application.isEmpty {
      lines += ["", tr("Of the application:")]
      lines += state.application.sorted { $0.key < $1.key }.map {
        "  \($0.key.printable()) = \($0.value.lineText.printable())"
      }
    }
    for window in state.windows {
      lines.append("")
      lines += text(of: window, isFocused: window.id == state.focused)
    }
    if !state.closed.isEmpty {
      lines += ["", tr("Closed, newest first:")]
      for window in state.closed { lines += text(of: window, isFocused: false).map { "  " + $0 } }
    }
    if !state.named.isEmpty {
      lines += ["", tr("Desks:", context: "heading: windows that are kept under names")]
      for desk in state.named {
        let number = desk.number.map { "\($0)" } ?? "-"
        let count = Counted.windows(desk.windows.count)
        let open = desk.id == state.currentNamed ? ", " + tr("open", context: "of a desk") : ""
        lines.append(
          "  \(number)  “\(desk.name.printable())”  \(desk.saved.minuteText)  \(count)\(open)")
        lines += desk.windows.map { "     " + line(of: $0) }
      }
    }
    if let version = state.newerVersion {
      lines += [
        "",
        tr(
          "The windows of a newer version are in %@.", "\(state.directory.url.path)/v\(version)"),
      ]
    }
    if !state.problems.isEmpty {
      lines += ["", tr("Wrong:", context: "heading: what is wrong with saved windows")]
      lines += state.problems.map {
        "  \($0.file.printable()): \($0.reason.description.printable())"
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A window on one line.
  static func line(of window: SceneRecord) -> String {
    let title = window.activity?.title ?? ""
    let name = title.isEmpty ? "" : "“\(title.printable())”  "
    return "\(window.kind.rawValue.printable())  \(name)\(window.id)"
  }

  private static func text(of window: SceneRecord, isFocused: Bool) -> [String] {
    var lines = [
      "\(window.kind.rawValue.printable()) window \(window.id)\(isFocused ? ", focused" : "")"
    ]
    if let closed = window.closed { lines.append("  closed    \(closed.minuteText)") }
    if let activity = window.activity {
      let title = activity.title.isEmpty ? "" : ", “\(activity.title.printable())”"
      lines.append("  doing     \(activity.type.rawValue.printable())\(title)")
      if let target = activity.targetContentIdentifier {
        lines.append("  about     \(target.printable())")
      }
      for (key, value) in activity.userInfo.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        lines.append("  with      \(key.rawValue.printable()) = \(value.lineText.printable())")
      }
    }
    if let geometry = window.geometry {
      let state =
        geometry.isFullscreen ? ", fullscreen" : geometry.isMaximized ? ", maximised" : ""
      lines.append("  size      \(geometry.width) × \(geometry.height)\(state)")
    }
    if let place = window.geometry?.place {
      let monitor = place.monitor.map { " on " + $0.name.printable() } ?? ""
      let isEverywhere = place.workspace == ScenePlace.allWorkspaces
      let workspace = place.workspace.map { ", workspace " + (isEverywhere ? "all" : "\($0 + 1)") }
      lines.append("  place     \(place.x), \(place.y)\(monitor)\(workspace ?? "")")
    }
    for (key, value) in window.storage.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(key.printable()) = \(value.lineText.printable())")
    }
    for (path, view) in window.views.sorted(by: { $0.key < $1.key }) {
      for (key, value) in view.values.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(path.printable()).\(key.printable()) = \(value.lineText.printable())")
      }
    }
    return lines
  }
}
