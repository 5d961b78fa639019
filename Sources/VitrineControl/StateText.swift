// Saved windows as a person reads them.

import Foundation
import StateRestoration

enum StateText {
  static func text(of state: StateInspection) -> String {
    var lines = [state.directory.url.path]
    switch state.endedCleanly {
    case nil: lines.append("Nothing is saved.")
    case true?: lines.append("Ended normally.")
    case false?: lines.append("Running, or ended unexpectedly.")
    }
    for window in state.windows {
      lines.append("")
      lines += text(of: window, isFocused: window.id == state.focused)
    }
    if !state.closed.isEmpty {
      lines += ["", "Closed, newest first:"]
      lines += state.closed.map { "  " + line(of: $0) }
    }
    if let version = state.newerVersion {
      lines += [
        "", "The windows of a newer version lie in \(state.directory.url.path)/v\(version).",
      ]
    }
    if !state.problems.isEmpty {
      lines += ["", "Wrong:"]
      lines += state.problems.map { "  \(printable($0.file)): \(printable($0.reason))" }
    }
    return lines.joined(separator: "\n")
  }

  /// A window on one line.
  static func line(of window: SceneRecord) -> String {
    let title = window.activity?.title ?? ""
    let name = title.isEmpty ? "" : "“\(printable(title))”  "
    return "\(printable(window.kind))  \(name)\(window.id)"
  }

  /// A moment, in the time zone of the person.
  static func text(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    return formatter.string(from: date)
  }

  private static func text(of window: SceneRecord, isFocused: Bool) -> [String] {
    var lines = ["\(printable(window.kind)) window \(window.id)\(isFocused ? ", focused" : "")"]
    if let activity = window.activity {
      let title = activity.title.isEmpty ? "" : ", “\(printable(activity.title))”"
      lines.append("  doing     \(printable(activity.type))\(title)")
      if let target = activity.targetContentIdentifier {
        lines.append("  about     \(printable(target))")
      }
      for (key, value) in activity.userInfo.sorted(by: { $0.key < $1.key }) {
        lines.append("  with      \(printable(key)) = \(printable(value.lineText))")
      }
    }
    if let geometry = window.geometry {
      let state =
        geometry.isFullscreen ? ", fullscreen" : geometry.isMaximized ? ", maximised" : ""
      lines.append("  size      \(geometry.width) × \(geometry.height)\(state)")
    }
    for (key, value) in window.storage.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(printable(key)) = \(printable(value.lineText))")
    }
    for (path, view) in window.views.sorted(by: { $0.key < $1.key }) {
      for (key, value) in view.values.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(printable(path)).\(printable(key)) = \(printable(value.lineText))")
      }
    }
    return lines
  }

  // A saved text must not steer the terminal it is shown on, nor turn its direction round.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.properties.generalCategory == .control || $0.properties.isBidiControl
            ? "\u{FFFD}" : $0
        }))
  }
}
